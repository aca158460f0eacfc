//! The sheet of variations: eight pictures with slightly changed values around the unchanged one, for the user to pick.

use noise_playground::generator::Address;
use noise_playground::generator::control::Values;

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
    /// Standard deviation of the logarithm of a mutated value.
    fraction: f64,
    /// True if seeds change too.
    changes_seeds: bool,
    /// Redraws of each picture so far: constant ones are drawn again with other values.
    redraws: [u32; SIDE * SIDE],
}

/// Redraws after which a constant picture stays.
const MAX_REDRAWS: u32 = 6;

impl Workbench {
    /// Opens the sheet, or replaces its mutations by new ones. Closes a sweep.
    pub(crate) fn open_mutations(&mut self) {
        let Some(content) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let mut variants = Vec::new();
        for index in 0..SIDE * SIDE {
            let Some(mutated) = self.mutated(&content) else {
                return self.notify("nothing to vary: every control is excluded".to_owned());
            };
            let is_current = index == CURRENT;
            variants.push(if is_current { content.values.clone() } else { mutated });
            self.0.measurements.restart(PaneId::Variant(index));
        }
        self.0.sweep = None;
        self.0.mutations = Some(MutationSheet {
            address: content.generator.address().clone(),
            variants,
            fraction: self.randomizer.mutation,
            changes_seeds: self.randomizer.changes_seeds,
            redraws: [0; SIDE * SIDE],
        });
    }

    /// Returns `None` if there is no control to change.
    fn mutated(&mut self, content: &PaneContent) -> Option<Values> {
        self.0.randomizer.randomize_count += 1;
        let scope = if self.randomizer.changes_seeds { Scope::AllWithSeeds } else { Scope::All };
        randomized(
            content.generator.controls(),
            &content.values,
            &scope,
            &self.document.excluded_controls,
            Randomization::Mutate(self.randomizer.mutation),
            self.randomizer.randomize_count,
        )
    }

    /// Draws pictures of a single color again, unless the current one is so too.
    fn redraw_constant(&mut self, content: &PaneContent) {
        let is_constant = |index| self.pane_stats(PaneId::Variant(index)).constant.is_some();
        if is_constant(CURRENT) {
            return;
        }
        let constant: Vec<usize> = (0..SIDE * SIDE).filter(|index| is_constant(*index)).collect();
        for index in constant {
            let mutated = self.mutated(content);
            if let Some((sheet, mutated)) = self.0.mutations.as_mut().zip(mutated)
                && sheet.redraws[index] < MAX_REDRAWS
            {
                sheet.redraws[index] += 1;
                sheet.variants[index] = mutated;
                self.0.measurements.restart(PaneId::Variant(index));
            }
        }
    }

    /// Returns `None` if the sheet is closed or the selected cell has another generator.
    pub(crate) fn active_mutations(&self) -> Option<&MutationSheet> {
        let address = self.shown()?.address();
        let sheet = self.mutations.as_ref();
        sheet.filter(|sheet| sheet.address == *address && self.sweep.is_none())
    }

    /// Generates new mutations if the values or the settings of the sheet have changed.
    pub(crate) fn update_mutations(&mut self) {
        let content = self.pane_content(PaneId::Cell(self.document.selected));
        let Some((content, sheet)) = content.zip(self.active_mutations()) else {
            return;
        };
        let controls = content.generator.controls();
        let is_current = sheet.variants[CURRENT].agree(&content.values, controls);
        let settings = (sheet.fraction, sheet.changes_seeds);
        if !is_current || settings != (self.randomizer.mutation, self.randomizer.changes_seeds) {
            self.open_mutations();
        }
        self.redraw_constant(&content);
    }

    /// Each picture has the range of its own values, unless the user has fixed it.
    pub(super) fn mutation_content(&self, index: usize) -> Option<PaneContent> {
        let sheet = self.active_mutations()?;
        let mut cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        cell.values = sheet.variants.get(index)?.clone();
        cell.view.shading.value_range = self.view().shading.value_range;
        Some(cell)
    }

    /// Returns the values that differ from the selected cell, one line each.
    pub(crate) fn mutation_changes(&self, index: usize) -> String {
        let current = self.mutation_content(CURRENT);
        let Some((current, other)) = current.zip(self.mutation_content(index)) else {
            return String::new();
        };
        let values = [&current.values, &other.values];
        let changes = ValueChange::between([&current.generator; 2], values);
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    /// Applies a picture's values, and generates new mutations of them. Does nothing for the unchanged ones.
    pub(crate) fn pick_mutation(&mut self, index: usize) {
        let Some(content) = self.mutation_content(index).filter(|_| index != CURRENT) else {
            return;
        };
        let fraction = self.randomizer.mutation;
        if self.replace_values(content.values) {
            let change = Change::Randomize(Randomization::Mutate(fraction), Scope::All);
            self.0.history.set_change(change);
        }
        self.open_mutations();
    }
}
