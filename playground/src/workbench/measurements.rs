//! Measurements of each pane's picture, read back from the GPU and written by the application.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{PaneId, PaneStats};

#[derive(Debug, Default)]
pub(crate) struct Measurements(BTreeMap<PaneId, PaneStats>);

impl Measurements {
    pub(crate) fn of(&self, pane: PaneId) -> &PaneStats {
        static EMPTY: LazyLock<PaneStats> = LazyLock::new(PaneStats::default);
        self.0.get(&pane).unwrap_or(&EMPTY)
    }

    pub(crate) fn entry(&mut self, pane: PaneId) -> &mut PaneStats {
        self.0.entry(pane).or_default()
    }

    pub(crate) fn get_mut(&mut self, pane: PaneId) -> Option<&mut PaneStats> {
        self.0.get_mut(&pane)
    }

    pub(crate) fn retain(&mut self, is_drawn: impl Fn(PaneId) -> bool) {
        self.0.retain(|pane, _| is_drawn(*pane));
    }

    /// Removes the results of a pane whose cell shows another generator. What remains is which generator the visible pixels
    /// show.
    pub(super) fn restart(&mut self, pane: PaneId) {
        if let Some(stats) = self.0.get_mut(&pane) {
            *stats = PaneStats { pictured: stats.pictured.take(), ..PaneStats::default() };
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (PaneId, &PaneStats)> {
        self.0.iter().map(|(pane, stats)| (*pane, stats))
    }
}
