//! Measurements of generators rather than of samples: gradients, and the cost of octaves and of edits.

use std::collections::BTreeMap;

use noise_playground::analysis::GradientCheck;
use noise_playground::control::Control;
use noise_playground::generator::Generator;
use noise_playground::gpu::EditCost;

use super::AnalysisState;
use crate::workbench::{CellId, GeneratorRef, Workbench};

/// Measurements of the generators of the visible cells. They are updated while the analysis panel is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks {
    gradients: BTreeMap<CellId, CheckedGradient>,
    octaves: BTreeMap<CellId, OctaveCosts>,
}

/// Errors of the gradient that a generator returns, and the view in which they were measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CheckedGradient {
    pub(crate) check: GradientCheck,
    /// Width of the view that was checked, in world units.
    pub(crate) span: f64,
}

/// Cost of a sample by the number of octaves: pairs of that number and nanoseconds per sample.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OctaveCosts(pub(crate) Vec<[f64; 2]>);

impl AnalysisState {
    /// Returns the measured errors of a cell's gradient; `None` if its generator returns no gradient, or until they are
    /// measured.
    pub(crate) fn gradient(&self, cell: CellId) -> Option<&CheckedGradient> {
        self.checks.gradients.get(&cell)
    }

    /// Returns the cost of a cell's samples by octaves; `None` if its generator has no octaves, or until it is
    /// measured.
    pub(crate) fn octaves(&self, cell: CellId) -> Option<&OctaveCosts> {
        self.checks.octaves.get(&cell)
    }

    pub(crate) fn set_gradient(&mut self, cell: CellId, check: Option<CheckedGradient>) {
        set(&mut self.checks.gradients, cell, check);
    }

    pub(crate) fn set_octaves(&mut self, cell: CellId, costs: Option<OctaveCosts>) {
        set(&mut self.checks.octaves, cell, costs);
    }

    /// Removes the measurements of all cells for which `is_kept` returns false.
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

/// Returns the control that sets the number of octaves, which is recognized by its name `octaves`; `None` without one.
pub(crate) fn octave_control(generator: &Generator) -> Option<&Control> {
    let mut controls = generator.controls.iter();
    let found = controls.find(|control| control.name == "octaves");
    found.filter(|control| control.ty.components() == 1 && !control.is_feature())
}

impl Workbench {
    /// Stores the cost of a sample before and after an edit of a source text, and adds a note to the history if it
    /// changed.
    pub(crate) fn set_edit_cost(&mut self, target: GeneratorRef, cost: EditCost) {
        if let Some(percent) = cost.percent() {
            let (file, percent) = (&target.address().file, percent_text(percent));
            self.history.note(format!("{file} saved: {percent}"));
        }
        self.edit_cost = Some((target, cost));
    }

    /// Returns the cost of the last edit, and the change of the cost in percent; `None` unless the selected cell shows
    /// the edited generator and its cost has changed.
    pub(crate) fn shown_edit_cost(&self) -> Option<(&EditCost, f64)> {
        let (target, cost) = self.edit_cost.as_ref()?;
        let (shown, _) = self.shown_in(self.document.selected)?;
        let percent = cost.percent().filter(|_| shown == target)?;
        Some((cost, percent))
    }
}

/// Returns a change of the cost in percent as text: `+18 %`.
pub(crate) fn percent_text(percent: f64) -> String {
    let sign = if percent < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{:.0} %", percent.abs())
}
