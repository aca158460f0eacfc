//! Edits of the selected cell's values.

use noise_playground::control::Values;

use super::Workbench;
use super::history::Change;
use super::randomize::{Randomization, Scope, randomized};

impl Workbench {
    /// Returns the values that are set on the selected cell's generator.
    pub(crate) fn values_mut(&mut self) -> Option<&mut Values> {
        let address = self.shown()?.address.clone();
        let cell = self.document.selected_mut();
        Some(cell.values.entry(address).or_default())
    }

    /// Randomizes or mutates controls of the selected cell. Linked controls change in all cells.
    pub(crate) fn randomize(&mut self, scope: &Scope, method: Randomization) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let before = self.values_mut().cloned().unwrap_or_default();
        self.randomizer.randomize_count += 1;
        let excluded = &self.document.excluded_controls;
        let randomized = randomized(
            &generator.controls,
            &before,
            scope,
            excluded,
            method,
            self.randomizer.randomize_count,
        );
        let Some(randomized) = randomized else {
            return self.notify("nothing to randomize: every control is excluded".to_owned());
        };
        if let Some(values) = self.values_mut() {
            *values = randomized;
        }
        self.propagate_linked(&before);
        self.history
            .set_change(Change::Randomize(method, scope.clone()));
    }

    /// Returns the group that was edited last if the selected cell has it, otherwise all controls.
    pub(crate) fn last_edited_scope(&self) -> Scope {
        let has = |group: &Option<String>| {
            let generator = self.shown();
            generator.is_some_and(|generator| {
                let mut controls = generator.controls.iter();
                controls.any(|control| control.group == *group)
            })
        };
        let group = self.randomizer.last_edited_group.clone().filter(has);
        group.map_or(Scope::All, Scope::Group)
    }
}
