//! Measurements of generators in the analysis panel rather than of their samples: errors of gradients, and the cost of
//! octaves and of edits.

use std::collections::BTreeMap;

use noise_playground::analysis::GradientCheck;
use noise_playground::control::Control;
use noise_playground::generator::Generator;
use noise_playground::gpu::EditCost;

use super::AnalysisState;
use crate::workbench::{CellId, GeneratorRef, ResultOf, Workbench};

/// Gradient errors and octave costs of the visible cells' generators, updated while the analysis panel is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks {
    gradients: BTreeMap<CellId, ResultOf<CheckedGradient>>,
    octaves: BTreeMap<CellId, ResultOf<OctaveCosts>>,
}

/// Measured errors of the gradient that a generator returns, and the width of the view in which they were measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CheckedGradient {
    pub(crate) check: GradientCheck,
    /// Width of the view in which the gradient's errors were measured, in world units.
    pub(crate) span: f64,
}

/// Cost per sample of a generator for each number of octaves: pairs of that number and nanoseconds per sample.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OctaveCosts(pub(crate) Vec<[f64; 2]>);

impl AnalysisState {
    pub(crate) fn set_gradient(&mut self, cell: CellId, check: Option<ResultOf<CheckedGradient>>) {
        set(&mut self.checks.gradients, cell, check);
    }

    pub(crate) fn set_octaves(&mut self, cell: CellId, costs: Option<ResultOf<OctaveCosts>>) {
        set(&mut self.checks.octaves, cell, costs);
    }

    /// Removes the gradient errors and octave costs of all cells for which `is_kept` returns false.
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

/// Returns the generator's control for the number of octaves, which is recognized by its name `octaves`; `None` without
/// one.
pub(crate) fn octave_control(generator: &Generator) -> Option<&Control> {
    let mut controls = generator.controls.iter();
    let found = controls.find(|control| control.name == "octaves");
    found.filter(|control| control.ty.components() == 1 && !control.is_feature())
}

impl Workbench {
    /// Stores the cost of a sample before and after an edit of a shader's source text, and adds a note to the undo
    /// history if the cost changed.
    pub(crate) fn set_edit_cost(&mut self, target: GeneratorRef, cost: EditCost) {
        if let Some(percent) = cost.percent() {
            let (file, percent) = (&target.address().file, percent_text(percent));
            self.history.note(format!("{file} saved: {percent}"));
        }
        self.edit_cost = Some(ResultOf::new(target, cost));
    }

    /// Returns the cost of a sample before and after the last source edit, and the change in percent; `None` unless the
    /// selected cell shows the edited generator and the cost has changed.
    pub(crate) fn shown_edit_cost(&self) -> Option<(&EditCost, f64)> {
        let cost = self.result_for(self.document.selected, self.edit_cost.as_ref())?;
        Some((cost, cost.percent()?))
    }

    /// Returns the measured errors of the gradient that a cell's generator returns; `None` if it returns no gradient,
    /// or until the errors are measured.
    pub(crate) fn checked_gradient(&self, cell: CellId) -> Option<&CheckedGradient> {
        self.result_for(cell, self.analysis.checks.gradients.get(&cell))
    }

    /// Returns the cost per sample of a cell's generator for each number of octaves; `None` if it has no octaves, or
    /// until the cost is measured.
    pub(crate) fn octave_costs(&self, cell: CellId) -> Option<&OctaveCosts> {
        self.result_for(cell, self.analysis.checks.octaves.get(&cell))
    }
}

/// Formats a relative change of a cost, in percent: `+18 %`.
pub(crate) fn percent_text(percent: f64) -> String {
    let sign = if percent < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{:.0} %", percent.abs())
}
