//! The presets of what the selected cell shows.

use std::sync::Arc;

use noise_playground::control::{SettingError, Values};
use noise_playground::generator::Generator;
use noise_playground::preset::{Listed, Preset, PresetEdit};
use noise_playground::shading::ValueRange;

use super::history::Change;
use super::{Action, PaneContent, PaneId, View, Workbench};

impl Workbench {
    /// The selected generator's presets, with their positions in the file.
    pub(crate) fn presets(&self) -> Vec<(usize, &Preset)> {
        let Some(generator) = self.shown() else {
            return Vec::new();
        };
        let all = self.folder.presets.get(&generator.address.file).into_iter();
        let all = all.flatten().enumerate();
        all.filter(|(_, preset)| preset.is_for(generator)).collect()
    }

    fn preset(&self, index: usize) -> Option<&Preset> {
        let generator = self.shown()?;
        self.folder.presets.get(&generator.address.file)?.get(index)
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
        let ignored = apply(values, &generator, &preset);
        self.propagate_linked(&before);
        let change = Change::ApplyPreset(preset.name.clone());
        self.history.set_change(change);
        if !ignored.is_empty() {
            let names: Vec<&str> = ignored.iter().map(SettingError::name).collect();
            self.say(format!(
                "preset {:?}: ignored {}",
                preset.name,
                names.join(", ")
            ));
        }
    }

    /// Whether the selected cell has just the values of a preset.
    pub(crate) fn is_applied(&self, index: usize) -> bool {
        let cell = self.setup(PaneId::Cell(self.document.selected));
        let preset = self.setup(PaneId::Preset(index));
        cell.zip(preset).is_some_and(|(cell, preset)| {
            let mut controls = cell.generator.controls.iter();
            controls.all(|control| cell.values.get(control) == preset.values.get(control))
        })
    }

    /// What a preset's picture is made from: the file's own place, seen as the selected cell is.
    pub(super) fn preset_setup(&self, index: usize) -> Option<PaneContent> {
        let preset = self.preset(index)?;
        let cell = self.setup(PaneId::Cell(self.document.selected))?;
        let mut values = Values::default();
        apply(&mut values, &cell.generator, preset);
        let home = cell.generator.initial_grid(1);
        let mut look = View {
            center: home.center,
            span: home.span,
            ..cell.look
        };
        look.view.value_range = ValueRange::Auto;
        Some(PaneContent {
            values,
            look,
            ..cell
        })
    }

    /// Asks for a preset with the selected cell's values.
    pub(crate) fn save_preset(&self, name: String) -> Option<Action> {
        let cell = self.setup(PaneId::Cell(self.document.selected))?;
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
        let cell = self.setup(PaneId::Cell(self.document.selected))?;
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
        self.chrome.say_with_undo(said);
        self.folder.preset_undo = Some((generator, undo));
    }

    /// Asks for the last change of a preset file to be taken back.
    pub(crate) fn take_back_presets(&self) -> Option<Action> {
        let (generator, undo) = self.folder.preset_undo.clone()?;
        Some(Action::EditPresets(generator, Box::new(undo)))
    }
}

/// Resets all controls of a generator, then applies a preset. Returns what of the preset was ignored: names that
/// no control has, and values that do not fit.
fn apply(values: &mut Values, generator: &Generator, preset: &Preset) -> Vec<SettingError> {
    let controls = &generator.controls;
    controls.iter().for_each(|control| values.reset(control));
    values.apply(controls, &preset.values)
}
