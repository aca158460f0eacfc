//! Results of evaluations that were read back from the GPU.

use std::collections::BTreeMap;

use super::{PaneId, PaneStats};

/// The results of each pane that were read back. Written by the application's pictures.
#[derive(Debug, Default)]
pub(crate) struct Measurements(BTreeMap<PaneId, PaneStats>);

impl Measurements {
    /// Returns the results of a pane, or the default if none were read back yet.
    pub(crate) fn of(&self, pane: PaneId) -> &PaneStats {
        const EMPTY: &PaneStats = &PaneStats {
            runaway: None,
            value_range: None,
            constant: None,
            histogram: None,
            non_finite_count: 0,
            gave_up: 0,
            evaluate_ms: None,
            progress: None,
            run: None,
            digits_left: None,
            no_errors: None,
            pictured: None,
            sample: None,
            samples: None,
        };
        self.0.get(&pane).unwrap_or(EMPTY)
    }

    /// Returns the results of a pane for edits, after adding empty ones if there are none.
    pub(crate) fn entry(&mut self, pane: PaneId) -> &mut PaneStats {
        self.0.entry(pane).or_default()
    }

    /// Returns the results of a pane for edits; `None` if there are none.
    pub(crate) fn get_mut(&mut self, pane: PaneId) -> Option<&mut PaneStats> {
        self.0.get_mut(&pane)
    }

    /// Drops the results of panes that are no longer drawn.
    pub(crate) fn retain(&mut self, is_drawn: impl Fn(PaneId) -> bool) {
        self.0.retain(|pane, _| is_drawn(*pane));
    }

    /// Removes the results of a pane that now shows another generator, except for the name of the generator in its
    /// visible pixels.
    pub(super) fn restart(&mut self, pane: PaneId) {
        if let Some(stats) = self.0.get_mut(&pane) {
            *stats = PaneStats {
                pictured: stats.pictured.take(),
                ..PaneStats::default()
            };
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (PaneId, &PaneStats)> {
        self.0.iter().map(|(pane, stats)| (*pane, stats))
    }
}
