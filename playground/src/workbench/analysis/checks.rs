//! Measurements of generators rather than of samples: gradients, and the cost of octaves and of edits.

use std::collections::BTreeMap;

use noise_playground::analysis::GradientCheck;
use noise_playground::control::Control;
use noise_playground::generator::Generator;
use noise_playground::gpu::EditCost;

use super::AnalysisState;
use crate::workbench::{CellId, GeneratorRef, Workbench};

/// Measurements of the visible cells while the panel is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks {
    gradients: BTreeMap<CellId, CheckedGradient>,
    octaves: BTreeMap<CellId, OctaveCosts>,
}

/// The check of the gradient that a generator returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CheckedGradient {
    pub(crate) check: GradientCheck,
    /// Width of the view that was checked, in world units.
    pub(crate) span: f64,
}

/// Numbers of octaves, and the nanoseconds that a sample takes with them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OctaveCosts(pub(crate) Vec<[f64; 2]>);

impl AnalysisState {
    /// Returns the check of a cell's gradient; `None` if it has none, or until it is checked.
    pub(crate) fn gradient(&self, cell: CellId) -> Option<&CheckedGradient> {
        self.checks.gradients.get(&cell)
    }

    /// Returns the cost of a cell's octaves; `None` if it has none, or until it is measured.
    pub(crate) fn octaves(&self, cell: CellId) -> Option<&OctaveCosts> {
        self.checks.octaves.get(&cell)
    }

    pub(crate) fn set_gradient(&mut self, cell: CellId, check: Option<CheckedGradient>) {
        set(&mut self.checks.gradients, cell, check);
    }

    pub(crate) fn set_octaves(&mut self, cell: CellId, costs: Option<OctaveCosts>) {
        set(&mut self.checks.octaves, cell, costs);
    }

    /// Drops the measurements of other cells.
    pub(crate) fn retain_checks(&mut self, is_kept: impl Fn(CellId) -> bool) {
        self.checks.gradients.retain(|cell, _| is_kept(*cell));
        self.checks.octaves.retain(|cell, _| is_kept(*cell));
    }
}

fn set<T>(map: &mut BTreeMap<CellId, T>, cell: CellId, value: Option<T>) {
    match value {
        Some(value) => map.insert(cell, value),
        None => map.remove(&cell),
    };
}

/// Returns the control of the number of octaves: the one with this name.
pub(crate) fn octave_control(generator: &Generator) -> Option<&Control> {
    let mut controls = generator.controls.iter();
    let found = controls.find(|control| control.name == "octaves");
    found.filter(|control| control.ty.components() == 1 && !control.is_feature())
}

impl Workbench {
    /// Stores the cost of an edit, and notes it in the history if the edit has changed it.
    pub(crate) fn set_edit_cost(&mut self, target: GeneratorRef, cost: EditCost) {
        if let Some(percent) = cost.percent() {
            let (file, percent) = (&target.address().file, percent_text(percent));
            self.history.note(format!("{file} saved: {percent}"));
        }
        self.edit_cost = Some((target, cost));
    }

    /// Returns the change of the cost of a sample, in percent, by the last edit of the selected cell's generator.
    pub(crate) fn shown_edit_cost(&self) -> Option<(&EditCost, f64)> {
        let (target, cost) = self.edit_cost.as_ref()?;
        let (shown, _) = self.shown_in(self.document.selected)?;
        let percent = cost.percent().filter(|_| shown == target)?;
        Some((cost, percent))
    }
}

/// Returns a change of the cost as text: `+18 %`.
pub(crate) fn percent_text(percent: f64) -> String {
    let sign = if percent < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{:.0} %", percent.abs())
}
