//! The presets of what the selected cell shows.

use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::generator::Generator;
use noise_playground::preset::{Listed, Preset, PresetEdit};
use noise_playground::view::ValueRange;

use super::{Action, Look, PaneKey, Setup, Workbench};

impl Workbench {
    /// The selected generator's presets, with their positions in the file.
    pub(crate) fn presets(&self) -> Vec<(usize, &Preset)> {
        let Some(generator) = self.shown() else {
            return Vec::new();
        };
        let all = self.presets.get(&generator.address.file).into_iter();
        let all = all.flatten().enumerate();
        all.filter(|(_, preset)| preset.is_for(generator)).collect()
    }

    fn preset(&self, index: usize) -> Option<&Preset> {
        let generator = self.shown()?;
        self.presets.get(&generator.address.file)?.get(index)
    }

    /// Sets the selected cell to a preset: what that does not name has its default. What moves in all cells does.
    pub(crate) fn apply_preset(&mut self, index: usize) {
        let found = self.shown().cloned().zip(self.preset(index).cloned());
        let Some((generator, preset)) = found else {
            return;
        };
        let Some(values) = self.values_mut() else {
            return;
        };
        let before = values.clone();
        let passed_over = put(values, &generator, &preset);
        self.spread_locked(&before);
        self.history.name_step(format!("apply {:?}", preset.name));
        if !passed_over.is_empty() {
            let names = passed_over.join(", ");
            self.say(format!("{:?}: passed over {names}", preset.name));
        }
    }

    /// Whether the selected cell has just the values of a preset.
    pub(crate) fn is_applied(&self, index: usize) -> bool {
        let cell = self.setup(PaneKey::Cell(self.document.selected));
        let preset = self.setup(PaneKey::Preset(index));
        cell.zip(preset).is_some_and(|(cell, preset)| {
            let mut controls = cell.generator.controls.iter();
            controls.all(|control| cell.values.get(control) == preset.values.get(control))
        })
    }

    /// What a preset's picture is made from: the file's own place, seen as the selected cell is.
    pub(super) fn preset_setup(&self, index: usize) -> Option<Setup> {
        let preset = self.preset(index)?;
        let cell = self.setup(PaneKey::Cell(self.document.selected))?;
        let mut values = Values::default();
        put(&mut values, &cell.generator, preset);
        let home = cell.generator.home(1);
        let mut look = Look {
            center: home.center,
            span: home.span,
            ..cell.look
        };
        look.view.value_range = ValueRange::Auto;
        Some(Setup {
            values,
            look,
            ..cell
        })
    }

    /// Asks for a preset with the selected cell's values.
    pub(crate) fn save_preset(&self, name: String) -> Option<Action> {
        let cell = self.setup(PaneKey::Cell(self.document.selected))?;
        let edit = PresetEdit::Add(name, cell.values);
        Some(Action::EditPresets(cell.generator, Box::new(edit)))
    }

    /// Asks for a change of a preset that is there.
    pub(crate) fn edit_preset(
        &self,
        index: usize,
        edit: impl FnOnce(Listed, Values) -> PresetEdit,
    ) -> Option<Action> {
        let name = self.preset(index)?.name.clone();
        let cell = self.setup(PaneKey::Cell(self.document.selected))?;
        let edit = edit(Listed { index, name }, cell.values);
        Some(Action::EditPresets(cell.generator, Box::new(edit)))
    }
}

impl Workbench {
    /// Says what became of a preset file, with a way back.
    pub(crate) fn presets_edited(
        &mut self,
        said: String,
        generator: Arc<Generator>,
        undo: PresetEdit,
    ) {
        self.say_with_undo(said);
        self.preset_undo = Some((generator, undo));
    }

    /// Asks for the last change of a preset file to be taken back.
    pub(crate) fn take_back_presets(&self) -> Option<Action> {
        let (generator, undo) = self.preset_undo.clone()?;
        Some(Action::EditPresets(generator, Box::new(undo)))
    }
}

/// Sets values to a preset. Gives the names that it passed over, since no control has them or their values do not
/// fit.
fn put(values: &mut Values, generator: &Generator, preset: &Preset) -> Vec<String> {
    let controls = &generator.controls;
    controls.iter().for_each(|control| values.reset(control));
    let mut passed_over = Vec::new();
    for (name, setting) in &preset.values {
        let mut is_set = false;
        for control in controls.iter().filter(|control| control.name == *name) {
            if let Ok(value) = setting.value(control) {
                values.set(control, value);
                is_set = true;
            }
        }
        if !is_set {
            passed_over.push(name.clone());
        }
    }
    passed_over
}
