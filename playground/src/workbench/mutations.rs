//! The mutation sheet: a grid of pictures with slightly changed values of the selected cell, eight around the unchanged
//! one, from which the user picks one.

use noise_playground::control::Values;
use noise_playground::generator::Address;
use noise_playground::shading::ValueRange;

use super::history::{Change, ValueChange};
use super::randomize::{Randomization, Scope, randomized};
use super::{PaneContent, PaneId, Workbench};

/// Number of pictures in a row and in a column of the mutation sheet.
pub(crate) const SIDE: usize = 3;

/// Index of the picture with the unchanged values, at the center of the mutation sheet.
pub(crate) const CURRENT: usize = SIDE * SIDE / 2;

/// Mutated values of one generator, whose pictures are shown in a grid in place of the cells until the user closes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MutationSheet {
    address: Address,
    /// Control values for each picture of the mutation sheet, row by row; those at [`CURRENT`] are unchanged.
    variants: Vec<Values>,
    /// Size of the mutations on the sheet: the largest change of a value, as a fraction of the slider range.
    fraction: f64,
    /// Value range shared by all pictures of the mutation sheet: that of the selected cell when the sheet was opened;
    /// `None` if none was measured.
    value_range: Option<(f32, f32)>,
}

impl Workbench {
    /// Opens the mutation sheet with random changes of the selected cell's values, or replaces its mutations by new
    /// ones. Closes a sweep.
    pub(crate) fn open_mutations(&mut self) {
        let Some(content) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let measured = self
            .pane_stats(PaneId::Cell(self.document.selected))
            .value_range;
        let value_range = self
            .active_mutations()
            .map_or(measured, |sheet| sheet.value_range);
        let fraction = self.randomizer.mutation;
        let mut variants = Vec::new();
        for index in 0..SIDE * SIDE {
            self.randomizer.randomize_count += 1;
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
            variants.push(if is_current {
                content.values.clone()
            } else {
                mutated
            });
        }
        self.sweep = None;
        self.mutations = Some(MutationSheet {
            address: content.generator.address.clone(),
            variants,
            fraction,
            value_range,
        });
    }

    /// Returns the mutation sheet; `None` if it is closed or the selected cell has another generator.
    pub(crate) fn active_mutations(&self) -> Option<&MutationSheet> {
        let address = &self.shown()?.address;
        let sheet = self.mutations.as_ref();
        sheet.filter(|sheet| sheet.address == *address && self.sweep.is_none())
    }

    /// Generates new mutations for the mutation sheet if the selected cell's values or the size of mutations have
    /// changed since the last ones.
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

    /// Returns the inputs from which a picture of the mutation sheet is rendered; `None` if the sheet is closed.
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

    /// Returns the values in which a picture of the mutation sheet differs from the selected cell, as text, one line
    /// each.
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

    /// Applies the values of a picture of the mutation sheet to the selected cell, and generates new mutations of them.
    /// Does nothing for the picture of the unchanged values.
    pub(crate) fn pick_mutation(&mut self, index: usize) {
        let Some(content) = self.mutation_content(index).filter(|_| index != CURRENT) else {
            return;
        };
        let fraction = self.randomizer.mutation;
        if let Some(values) = self.values_mut() {
            let previous = std::mem::replace(values, content.values);
            self.propagate_linked(&previous);
            let change = Change::Randomize(Randomization::Mutate(fraction), Scope::All);
            self.history.set_change(change);
        }
        self.open_mutations();
    }
}
