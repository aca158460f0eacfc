//! What was read back from the GPU.

use std::collections::BTreeMap;

use super::{Measured, PaneKey};

/// The measurements of all panes. Written by the pictures that the application draws.
#[derive(Debug, Default)]
pub(crate) struct Measurements(BTreeMap<PaneKey, Measured>);

impl Measurements {
    /// Returns the measurements of a pane; the default of one that nothing was read back of yet.
    pub(crate) fn of(&self, pane: PaneKey) -> &Measured {
        const NOTHING: &Measured = &Measured {
            runaway: None,
            value_range: None,
            not_finite: 0,
            evaluate_ms: None,
            progress: None,
            sample: None,
            samples: None,
        };
        self.0.get(&pane).unwrap_or(NOTHING)
    }

    /// Returns the measurements of a pane to write them.
    pub(crate) fn entry(&mut self, pane: PaneKey) -> &mut Measured {
        self.0.entry(pane).or_default()
    }

    /// Returns the measurements of a pane that has some.
    pub(crate) fn get_mut(&mut self, pane: PaneKey) -> Option<&mut Measured> {
        self.0.get_mut(&pane)
    }

    /// Drops the measurements of all other panes.
    pub(crate) fn retain(&mut self, is_drawn: impl Fn(PaneKey) -> bool) {
        self.0.retain(|pane, _| is_drawn(*pane));
    }

    pub(super) fn remove(&mut self, pane: PaneKey) {
        self.0.remove(&pane);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (PaneKey, &Measured)> {
        self.0.iter().map(|(pane, measured)| (*pane, measured))
    }
}
