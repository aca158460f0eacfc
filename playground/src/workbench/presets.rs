//! Presets of the selected cell's generator.

use std::sync::Arc;

use noise_playground::control::{SettingError, Values};
use noise_playground::generator::Generator;
use noise_playground::preset::{Preset, PresetEdit, PresetEntry};
use noise_playground::shading::ValueRange;

use super::history::Change;
use super::{Action, CellId, PaneContent, PaneId, View, Workbench};

impl Workbench {
    /// Returns the presets of the selected cell's generator, with their indices in the file.
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

    /// Applies a preset to the selected cell. Controls that it does not name get their defaults; linked controls
    /// change in all cells.
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
            self.notify(format!(
                "preset {:?}: ignored {}",
                preset.name,
                names.join(", ")
            ));
        }
    }

    /// Returns true if the selected cell's values equal those of a thumbnail.
    pub(crate) fn is_applied(&self, thumbnail: PaneId) -> bool {
        let cell = self.pane_content(PaneId::Cell(self.document.selected));
        let preset = self.pane_content(thumbnail);
        cell.zip(preset).is_some_and(|(cell, preset)| {
            cell.values.agree(&preset.values, &cell.generator.controls)
        })
    }

    /// Returns the name of the first preset with which a cell's values agree; `None` if there is none.
    pub(super) fn preset_of(&self, id: CellId) -> Option<&str> {
        let cell = self.pane_content(PaneId::Cell(id))?;
        let generator = &cell.generator;
        let mut presets = self.folder.presets.get(&generator.address.file)?.iter();
        let has_values = |preset: &&Preset| {
            let mut values = Values::default();
            apply(&mut values, generator, preset);
            preset.is_for(generator) && values.agree(&cell.values, &generator.controls)
        };
        Some(&presets.find(has_values)?.name)
    }

    /// Returns the inputs from which the thumbnail of a preset is rendered: the generator's initial placement, the
    /// selected cell's shading, and the values of the preset.
    pub(super) fn preset_content(&self, index: usize) -> Option<PaneContent> {
        let preset = self.preset(index)?;
        let content = self.defaults_content()?;
        let mut values = Values::default();
        apply(&mut values, &content.generator, preset);
        Some(PaneContent { values, ..content })
    }

    /// Returns the inputs from which the thumbnail of the defaults is rendered.
    pub(super) fn defaults_content(&self) -> Option<PaneContent> {
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let initial = cell.generator.initial_grid(1);
        let mut view = View {
            center: initial.center,
            span: initial.span,
            ..cell.view
        };
        view.shading.value_range = ValueRange::Auto;
        Some(PaneContent {
            values: Values::default(),
            view,
            ..cell
        })
    }

    /// Returns the request to the application that saves the selected cell's values as a preset with this name; `None`
    /// if there is no generator.
    pub(crate) fn save_preset(&self, name: String) -> Option<Action> {
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let edit = PresetEdit::Add(name, cell.generator.with_file_digests(&cell.values));
        Some(Action::EditPresets(cell.generator, Box::new(edit)))
    }

    /// Returns the request to the application that edits a preset.
    pub(crate) fn edit_preset(
        &self,
        index: usize,
        edit: impl FnOnce(PresetEntry, Values) -> PresetEdit,
    ) -> Option<Action> {
        let name = self.preset(index)?.name.clone();
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let values = cell.generator.with_file_digests(&cell.values);
        let edit = edit(PresetEntry { index, name }, values);
        Some(Action::EditPresets(cell.generator, Box::new(edit)))
    }

    /// Shows the result of an edit of a preset file, with a button to undo it.
    pub(crate) fn presets_edited(
        &mut self,
        notice: String,
        generator: Arc<Generator>,
        undo: PresetEdit,
    ) {
        self.chrome.notify_with_undo(notice);
        self.folder.preset_undo = Some((generator, undo));
    }

    /// Returns the request to the application that undoes the last edit of a preset file; `None` if there is nothing to
    /// undo.
    pub(crate) fn undo_presets(&self) -> Option<Action> {
        let (generator, undo) = self.folder.preset_undo.clone()?;
        Some(Action::EditPresets(generator, Box::new(undo)))
    }
}

/// Resets all controls of a generator, then applies a preset. Returns an error for each value that was ignored:
/// no control has its name, or it does not fit the control.
fn apply(values: &mut Values, generator: &Generator, preset: &Preset) -> Vec<SettingError> {
    let controls = &generator.controls;
    controls.iter().for_each(|control| values.reset(control));
    values.apply(controls, &preset.values)
}
