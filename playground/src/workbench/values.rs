//! Edits of the control values of the selected cell's generator. Linked controls change in all cells.

use noise_playground::generator::control::{Control, Value, Values};

use super::history::Change;
use super::randomize::{Randomization, Scope, randomized};
use super::{PaneId, Workbench};

impl Workbench {
    /// Returns `None` without a generator.
    pub(crate) fn values_mut(&mut self) -> Option<&mut Values> {
        let address = self.shown()?.address().clone();
        let cell = self.0.document.selected_mut();
        Some(cell.values.entry(address).or_default())
    }

    /// The next shortcut randomizes the group of the first changed control.
    pub(crate) fn edit_values(&mut self, controls: &[Control], before: &Values, now: Values) {
        let mut controls = controls.iter();
        let Some(changed) = controls.find(|control| before.get(control) != now.get(control)) else {
            return;
        };
        self.0.randomizer.last_edited_group = Some(changed.group.clone());
        self.replace_values(now);
    }

    pub(crate) fn set_value(&mut self, control: &Control, value: Value) {
        let Some(values) = self.values_mut() else {
            return;
        };
        let before = values.clone();
        values.set(control, value);
        self.propagate_linked(&before);
    }

    /// Returns false without a generator.
    pub(super) fn replace_values(&mut self, now: Values) -> bool {
        let Some(values) = self.values_mut() else {
            return false;
        };
        let before = std::mem::replace(values, now);
        self.propagate_linked(&before);
        true
    }

    pub(crate) fn randomize(&mut self, scope: &Scope, method: Randomization) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let before = self.values_mut().cloned().unwrap_or_default();
        self.0.randomizer.randomize_count += 1;
        let excluded = &self.document.excluded_controls;
        let randomized = randomized(
            generator.controls(),
            &before,
            scope,
            excluded,
            method,
            self.randomizer.randomize_count,
        );
        let Some(randomized) = randomized else {
            return self.notify("nothing to randomize: every control is excluded".to_owned());
        };
        self.replace_values(randomized);
        self.0.history.set_change(Change::Randomize(method, scope.clone()));
    }

    pub(crate) fn reset_values(&mut self, scope: &Scope) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let Some(values) = self.values_mut() else {
            return;
        };
        let before = values.clone();
        let in_scope = generator.controls().iter().filter(|control| scope.contains(control));
        in_scope.for_each(|control| values.reset(control));
        self.propagate_linked(&before);
        self.0.history.set_change(Change::Reset(scope.clone()));
    }

    /// Returns groups and controls that differ from the defaults.
    pub(crate) fn modified_scopes(&self) -> Vec<Scope> {
        let Some(content) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return Vec::new();
        };
        let mut groups: Vec<Scope> = Vec::new();
        let mut controls = Vec::new();
        let all = content.generator.controls().iter();
        for control in all.filter(|control| content.values.is_modified(control)) {
            let group = Scope::Group(control.group.clone());
            if control.group.is_some() && !groups.contains(&group) {
                groups.push(group);
            }
            controls.push(Scope::One(control.name.clone()));
        }
        groups.extend(controls);
        groups
    }

    pub(crate) fn is_modified(&self) -> bool {
        !self.is_applied(PaneId::Defaults)
    }

    /// Returns the last edited group if the selected cell has it; otherwise all controls.
    pub(crate) fn last_edited_scope(&self) -> Scope {
        let has = |group: &Option<String>| {
            let generator = self.shown();
            generator.is_some_and(|generator| {
                let mut controls = generator.controls().iter();
                controls.any(|control| control.group == *group)
            })
        };
        let group = self.randomizer.last_edited_group.clone().filter(has);
        group.map_or(Scope::All, Scope::Group)
    }
}
