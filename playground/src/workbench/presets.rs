//! Presets of the selected cell's generator.

use std::sync::Arc;

use noise_playground::control::{Settings, Values};
use noise_playground::generator::Generator;
use noise_playground::preset::{Preset, PresetEdit, PresetEntry};
use noise_playground::shading::ValueRange;

use super::history::Change;
use super::pending_preset::preset_values;
use super::{Action, CellId, PaneContent, PaneId, View, Workbench};
use crate::catalog::GeneratorRef;

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
    /// change in all cells. If it selects another source of a field input, the values of the controls of that source are
    /// set once the source has compiled.
    pub(crate) fn apply_preset(&mut self, index: usize) {
        let found = self.shown().cloned().zip(self.preset(index).cloned());
        let Some((generator, preset)) = found else {
            return;
        };
        self.history
            .set_change(Change::ApplyPreset(preset.name.clone()));
        self.set_preset(&generator, &preset.name, &preset.values);
    }

    /// Returns true if the selected cell's values equal those of the thumbnail of a preset or of the defaults.
    pub(crate) fn is_applied(&self, thumbnail: PaneId) -> bool {
        let defaults = Settings::new();
        let settings = match thumbnail {
            PaneId::Preset(index) => self.preset(index).map(|preset| &preset.values),
            _ => Some(&defaults),
        };
        let cell = self.pane_content(PaneId::Cell(self.document.selected));
        settings.zip(cell).is_some_and(|(settings, cell)| {
            let values = preset_values(&cell.generator, settings);
            values.agree(&cell.values, &cell.generator.controls)
        })
    }

    /// Returns the name of the first preset with which a cell's values agree; `None` if there is none.
    pub(super) fn preset_of(&self, id: CellId) -> Option<&str> {
        let cell = self.pane_content(PaneId::Cell(id))?;
        let generator = &cell.generator;
        let mut presets = self.folder.presets.get(&generator.address.file)?.iter();
        let has_values = |preset: &&Preset| {
            let values = preset_values(generator, &preset.values);
            preset.is_for(generator) && values.agree(&cell.values, &generator.controls)
        };
        Some(&presets.find(has_values)?.name)
    }

    /// Returns the inputs from which the thumbnail of a preset is rendered: the generator's initial placement, the
    /// selected cell's shading, and the values of the preset. `None` until the generator is compiled with the sources of
    /// the preset.
    pub(super) fn preset_content(&self, index: usize) -> Option<PaneContent> {
        self.thumbnail_content(&self.preset(index)?.values)
    }

    /// Returns the inputs from which the thumbnail of the defaults is rendered.
    pub(super) fn defaults_content(&self) -> Option<PaneContent> {
        self.thumbnail_content(&Settings::new())
    }

    fn thumbnail_content(&self, settings: &Settings) -> Option<PaneContent> {
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let initial = cell.generator.initial_grid(1);
        let mut view = View {
            center: initial.center,
            span: initial.span,
            ..cell.view
        };
        view.shading.value_range = ValueRange::Auto;
        let target = thumbnail_target(&cell, settings);
        let generator = match target == cell.target {
            true => Arc::clone(&cell.generator),
            false => Arc::clone(&self.compiled.get(&target)?.generator),
        };
        Some(PaneContent {
            values: preset_values(&generator, settings),
            view,
            target,
            generator,
        })
    }

    /// Returns references to the generators of the thumbnails that have other sources or features than the selected cell.
    /// Sources that are not in the folder are left out.
    pub(super) fn thumbnail_targets(&self) -> Vec<GeneratorRef> {
        let presets = self.presets();
        let cell = self.pane_content(PaneId::Cell(self.document.selected));
        let Some(cell) = cell.filter(|_| self.chrome.panels.controls && !presets.is_empty()) else {
            return Vec::new();
        };
        let defaults = Settings::new();
        let settings = presets.iter().map(|(_, preset)| &preset.values);
        let targets = std::iter::once(&defaults).chain(settings);
        let targets = targets.map(|settings| thumbnail_target(&cell, settings));
        let is_known = |target: &GeneratorRef| {
            let paths = target.source_paths();
            paths.iter().all(|path| self.folder.has_file(path))
        };
        targets
            .filter(|target| *target != cell.target && target.stage().is_none() && is_known(target))
            .collect()
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

/// Returns the reference to the generator of a cell with the sources and features that `settings` select.
fn thumbnail_target(cell: &PaneContent, settings: &Settings) -> GeneratorRef {
    let settings_of_source = settings.iter();
    let sources = settings_of_source.filter_map(|(name, setting)| {
        let source = setting.source()?;
        Some((name.clone(), source))
    });
    let features = preset_values(&cell.generator, settings).features();
    let plain = cell.target.without_values();
    plain
        .with_sources(sources.collect())
        .with_features(features)
}
