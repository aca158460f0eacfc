//! Presets that select other data sources or features. These add controls, which are known only once the generator has
//! compiled; the preset's values for them are set then.

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::generator::control::{Control, SettingError, Settings, Values, Widget};

use super::Workbench;
use super::document::{Cell, CellId};
use crate::catalog::GeneratorRef;

#[derive(Clone, Debug)]
pub(crate) struct PendingPreset {
    cell: CellId,
    name: String,
    settings: Settings,
    /// Generator with the preset's data sources and features.
    target: GeneratorRef,
    /// Controls whose values are set already.
    done: BTreeSet<String>,
    /// Names with invalid values, to be reported to the user.
    ignored: Vec<String>,
    /// True once the undo step of the preset has been added.
    is_committed: bool,
}

impl Workbench {
    /// Sets the generator's own controls at once, and those that data sources and features add once they are compiled.
    pub(super) fn set_preset(&mut self, generator: &Generator, name: &str, settings: &Settings) {
        let own = own_controls(generator);
        let Some(values) = self.values_mut() else {
            return;
        };
        let before = values.clone();
        let errors = set(values, &own, settings);
        self.propagate_linked(&before);
        let cell = self.0.document.selected();
        let Some(target) = cell.build_target() else {
            return;
        };
        let invalid = errors.iter().filter(|error| !error.is_unknown());
        let pending = PendingPreset {
            cell: cell.id,
            name: name.to_owned(),
            settings: settings.clone(),
            target,
            done: own.into_iter().map(|control| control.name).collect(),
            ignored: invalid.map(|error| error.name().to_owned()).collect(),
            is_committed: false,
        };
        self.0.pending_presets.retain(|other| other.cell != cell.id);
        self.0.pending_presets.push(pending);
        self.set_pending_values();
    }

    /// Sets values of controls that have become known, as part of the undo step that applied the preset.
    pub(super) fn set_pending_values(&mut self) {
        for pending in std::mem::take(&mut self.0.pending_presets) {
            let pending = self.set_known_values(pending);
            self.0.pending_presets.extend(pending);
        }
    }

    /// Returns the preset if its generator has not compiled yet.
    fn set_known_values(&mut self, mut pending: PendingPreset) -> Option<PendingPreset> {
        loop {
            let target = self.document.cell(pending.cell)?.build_target()?;
            let compiled = self.compiled.get(&target);
            let Some(compiled) = compiled.filter(|_| target == pending.target) else {
                return Some(pending);
            };
            let generator = Arc::clone(&compiled.generator);
            let errors = self.set_rest(&pending, &generator);
            pending.target = self.document.cell(pending.cell)?.build_target()?;
            if pending.target == target {
                let errors = errors.iter().map(SettingError::name);
                let unknown = errors.filter(|name| !pending.done.contains(*name));
                pending.ignored.extend(unknown.map(str::to_owned));
                self.report_ignored(&pending);
                return None;
            }
        }
    }

    /// Sets the remaining values, in the document and in the undo steps with the preset. Returns the errors.
    fn set_rest(&mut self, pending: &PendingPreset, generator: &Generator) -> Vec<SettingError> {
        let controls = generator.controls().iter();
        let rest = controls.filter(|control| !pending.done.contains(&control.name));
        let rest: Vec<Control> = rest.cloned().collect();
        let set_in = |cell: &mut Cell| {
            let values = cell.values.entry(generator.address().clone()).or_default();
            set(values, &rest, &pending.settings)
        };
        if pending.is_committed {
            let has_preset = |cell: &Cell| cell.build_target().as_ref() == Some(&pending.target);
            self.0.history.amend(pending.cell, has_preset, |cell| {
                set_in(cell);
            });
        }
        let before = self.values_mut().cloned().unwrap_or_default();
        let errors = self.0.document.cell_mut(pending.cell).map(set_in);
        if pending.cell == self.document.selected {
            self.propagate_linked(&before);
        }
        errors.unwrap_or_default()
    }

    /// Returns the cells whose pending preset was undone.
    pub(super) fn undone_presets(&self) -> Vec<CellId> {
        let committed = self.pending_presets.iter();
        let committed = committed.filter(|pending| pending.is_committed);
        let is_undone = |pending: &&PendingPreset| {
            let cell = self.history.committed.cell(pending.cell);
            cell.and_then(Cell::build_target).as_ref() != Some(&pending.target)
        };
        let undone = committed.filter(is_undone);
        undone.map(|pending| pending.cell).collect()
    }

    /// Removes the presets in the cells `undone`, and in cells that now show something else.
    pub(super) fn forget_replaced_presets(&mut self, undone: &[CellId]) {
        let document = &self.0.document;
        self.0.pending_presets.retain_mut(|pending| {
            pending.is_committed = true;
            let shown = document.cell(pending.cell).and_then(Cell::build_target);
            !undone.contains(&pending.cell) && shown.as_ref() == Some(&pending.target)
        });
    }

    fn report_ignored(&mut self, pending: &PendingPreset) {
        if !pending.ignored.is_empty() {
            let (name, ignored) = (&pending.name, pending.ignored.join(", "));
            self.notify(format!("preset {name:?}: ignored {ignored}"));
        }
    }
}

/// `generator` is compiled with the preset's data sources and features.
pub(super) fn preset_values(generator: &Generator, settings: &Settings) -> Values {
    let mut values = Values::default();
    values.apply(generator.controls(), settings);
    values
}

/// Resets `controls`, then applies `settings`. Returns an error for each setting that was not applied.
fn set(values: &mut Values, controls: &[Control], settings: &Settings) -> Vec<SettingError> {
    controls.iter().for_each(|control| values.reset(control));
    values.apply(controls, settings)
}

/// Omits the controls of generators whose samples it reads.
fn own_controls(generator: &Generator) -> Vec<Control> {
    let all = generator.controls();
    let is_of_source = |control: &Control| {
        let mut inputs = all.iter().filter(|input| input.widget == Widget::Field);
        inputs.any(|input| {
            let inner = control.name.strip_prefix(&input.name);
            inner.is_some_and(|inner| inner.starts_with('.'))
        })
    };
    let own = all.iter().filter(|control| !is_of_source(control));
    own.cloned().collect()
}
