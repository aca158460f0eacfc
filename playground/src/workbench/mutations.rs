//! The mutation sheet: eight pictures with slightly changed values around the unchanged one, from which the user picks.

use noise_playground::control::Values;
use noise_playground::generator::Address;
use noise_playground::shading::ValueRange;

use super::history::{Change, ValueChange};
use super::randomize::{Randomization, Scope, randomized};
use super::{PaneContent, PaneId, Workbench};

/// Pictures in a row and in a column.
pub(crate) const SIDE: usize = 3;

/// Index of the unchanged picture, at the center.
pub(crate) const CURRENT: usize = SIDE * SIDE / 2;

/// Mutated values of one generator, in place of the cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MutationSheet {
    address: Address,
    /// Row by row; those at [`CURRENT`] are unchanged.
    variants: Vec<Values>,
    /// Largest change, as a fraction of the slider range.
    fraction: f64,
    /// Shared by all pictures: that of the selected cell when the sheet was opened; `None` if none was measured.
    value_range: Option<(f32, f32)>,
}

impl Workbench {
    /// Opens the sheet, or replaces its mutations by new ones. Closes a sweep.
    pub(crate) fn open_mutations(&mut self) {
        let Some(content) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let measured = self.pane_stats(PaneId::Cell(self.document.selected)).value_range;
        let value_range = self.active_mutations().map_or(measured, |sheet| sheet.value_range);
        let fraction = self.randomizer.mutation;
        let mut variants = Vec::new();
        for index in 0..SIDE * SIDE {
            self.0.randomizer.randomize_count += 1;
            let mutated = randomized(
                &content.generator.controls,
                &content.values,
                &Scope::All,
                &self.document.excluded_controls,
                Randomization::Mutate(fraction),
                self.randomizer.randomize_count,
            );
            let Some(mutated) = mutated else {
                return self.notify("nothing to mutate: every control is excluded".to_owned());
            };
            let is_current = index == CURRENT;
            variants.push(if is_current { content.values.clone() } else { mutated });
        }
        self.0.sweep = None;
        self.0.mutations = Some(MutationSheet {
            address: content.generator.address.clone(),
            variants,
            fraction,
            value_range,
        });
    }

    /// Returns `None` if the sheet is closed or the selected cell has another generator.
    pub(crate) fn active_mutations(&self) -> Option<&MutationSheet> {
        let address = &self.shown()?.address;
        let sheet = self.mutations.as_ref();
        sheet.filter(|sheet| sheet.address == *address && self.sweep.is_none())
    }

    /// Generates new mutations if values or size of mutations have changed.
    pub(crate) fn update_mutations(&mut self) {
        let content = self.pane_content(PaneId::Cell(self.document.selected));
        let Some((content, sheet)) = content.zip(self.active_mutations()) else {
            return;
        };
        let controls = &content.generator.controls;
        let is_current = sheet.variants[CURRENT].agree(&content.values, controls);
        if !is_current || sheet.fraction != self.randomizer.mutation {
            self.open_mutations();
        }
    }

    pub(super) fn mutation_content(&self, index: usize) -> Option<PaneContent> {
        let sheet = self.active_mutations()?;
        let mut cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        cell.values = sheet.variants.get(index)?.clone();
        let auto = cell.view.shading.value_range.is_measured();
        if let Some((min, max)) = sheet.value_range.filter(|_| auto) {
            cell.view.shading.value_range = ValueRange::Fixed(min.into(), max.into());
        }
        Some(cell)
    }

    /// Returns the values that differ from the selected cell, one line each.
    pub(crate) fn mutation_changes(&self, index: usize) -> String {
        let current = self.mutation_content(CURRENT);
        let Some((current, other)) = current.zip(self.mutation_content(index)) else {
            return String::new();
        };
        let controls = &current.generator.controls;
        let changes = ValueChange::between(controls, &current.values, &other.values);
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    /// Applies a picture's values, and generates new mutations of them. Does nothing for the unchanged ones.
    pub(crate) fn pick_mutation(&mut self, index: usize) {
        let Some(content) = self.mutation_content(index).filter(|_| index != CURRENT) else {
            return;
        };
        let fraction = self.randomizer.mutation;
        if let Some(values) = self.values_mut() {
            let previous = std::mem::replace(values, content.values);
            self.propagate_linked(&previous);
            let change = Change::Randomize(Randomization::Mutate(fraction), Scope::All);
            self.0.history.set_change(change);
        }
        self.open_mutations();
    }
}
