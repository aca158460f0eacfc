//! Measurements of each pane's picture, such as value range and samples, which were read back from the GPU.

use std::collections::BTreeMap;

use super::{PaneId, PaneStats};

/// Measurements of each pane's picture, such as value range and samples, that were read back from the GPU. Written by
/// the application when readbacks finish.
#[derive(Debug, Default)]
pub(crate) struct Measurements(BTreeMap<PaneId, PaneStats>);

impl Measurements {
    /// Returns the measurements of a pane (such as value range and samples), or empty ones if nothing was read back
    /// yet.
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

    /// Returns the measurements of a pane (such as value range and samples) for edits; adds empty ones if there are
    /// none.
    pub(crate) fn entry(&mut self, pane: PaneId) -> &mut PaneStats {
        self.0.entry(pane).or_default()
    }

    /// Returns the measurements of a pane (such as value range and samples) for edits; `None` if there are none.
    pub(crate) fn get_mut(&mut self, pane: PaneId) -> Option<&mut PaneStats> {
        self.0.get_mut(&pane)
    }

    /// Removes the measurements (such as value range and samples) of panes for which `is_drawn` returns false.
    pub(crate) fn retain(&mut self, is_drawn: impl Fn(PaneId) -> bool) {
        self.0.retain(|pane, _| is_drawn(*pane));
    }

    /// Removes the measured results of a pane whose cell now shows another generator. Only the record of which
    /// generator the visible pixels belong to remains.
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
