//! Measurements of generators rather than of samples: errors of gradients, and the cost of octaves and of edits.

use std::collections::BTreeMap;

use noise_playground::analysis::GradientCheck;
use noise_playground::generator::Generator;
use noise_playground::generator::control::Control;
use noise_playground::gpu::EditCost;

use super::AnalysisState;
use crate::workbench::{CellId, GeneratorRef, ResultOf, Workbench};

/// Updated while the analysis panel is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks {
    gradients: BTreeMap<CellId, ResultOf<CheckedGradient>>,
    octaves: BTreeMap<CellId, ResultOf<OctaveCosts>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CheckedGradient {
    pub(crate) check: GradientCheck,
    /// Width of the measured view, in world units.
    pub(crate) span: f64,
}

/// Pairs of a number of octaves and nanoseconds per sample.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OctaveCosts(pub(crate) Vec<[f64; 2]>);

impl AnalysisState {
    pub(crate) fn set_gradient(&mut self, cell: CellId, check: Option<ResultOf<CheckedGradient>>) {
        set(&mut self.checks.gradients, cell, check);
    }

    pub(crate) fn set_octaves(&mut self, cell: CellId, costs: Option<ResultOf<OctaveCosts>>) {
        set(&mut self.checks.octaves, cell, costs);
    }

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

pub(crate) fn octave_control(generator: &Generator) -> Option<&Control> {
    let mut controls = generator.controls().iter();
    let found = controls.find(|control| control.name == "octaves");
    found.filter(|control| control.ty.components() == 1 && !control.is_feature())
}

impl Workbench {
    pub(crate) fn forget_edit_cost(&mut self, target: &GeneratorRef) {
        self.0.edit_cost.take_if(|cost| cost.of(target).is_some());
    }

    /// Stores the cost of a sample before and after an edit, and adds a note to the history if it changed.
    pub(crate) fn set_edit_cost(&mut self, target: GeneratorRef, cost: EditCost) {
        if let Some(percent) = cost.percent() {
            let (file, percent) = (&target.address().file, percent_text(percent));
            self.0.history.note(format!("{file} saved: {percent}"));
        }
        self.0.edit_cost = Some(ResultOf::new(target, cost));
    }

    /// Returns the last cost and its change in percent, if it changed and the selected cell shows the edited generator.
    pub(crate) fn shown_edit_cost(&self) -> Option<(&EditCost, f64)> {
        let cost = self.result_for(self.document.selected, self.edit_cost.as_ref())?;
        Some((cost, cost.percent()?))
    }

    /// Returns `None` if the generator returns no gradient, or until the errors are measured.
    pub(crate) fn checked_gradient(&self, cell: CellId) -> Option<&CheckedGradient> {
        self.result_for(cell, self.analysis.checks.gradients.get(&cell))
    }

    /// Returns `None` if the generator has no octaves, or until the cost is measured.
    pub(crate) fn octave_costs(&self, cell: CellId) -> Option<&OctaveCosts> {
        self.result_for(cell, self.analysis.checks.octaves.get(&cell))
    }
}

/// Returns text such as `+18 %`.
pub(crate) fn percent_text(percent: f64) -> String {
    let sign = if percent < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{:.0} %", percent.abs())
}
