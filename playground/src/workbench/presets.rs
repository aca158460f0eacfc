//! Presets of the selected cell's generator: applying and editing them.

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::generator::control::Values;
use noise_playground::subject::preset::{Preset, PresetEdit, PresetEntry};
use noise_playground::view::shading::ValueRange;

use super::derived::{ByAddress, Derived, Revision};
use super::document::MAX_CELLS;
use super::history::Change;
use super::pending_preset::preset_values;
use super::{Action, CellId, NoticeAction, PaneContent, PaneId, Panel, View, Workbench};
use crate::catalog::GeneratorRef;

impl Workbench {
    /// Returns presets with their indices in the file.
    pub(crate) fn presets(&self) -> Vec<(usize, &Preset)> {
        let Some(generator) = self.shown() else {
            return Vec::new();
        };
        let all = self.folder.presets.get(&generator.address().file).into_iter();
        let all = all.flatten().enumerate();
        all.filter(|(_, preset)| preset.is_for(generator)).collect()
    }

    fn preset(&self, index: usize) -> Option<&Preset> {
        let generator = self.shown()?;
        self.folder.presets.get(&generator.address().file)?.get(index)
    }

    /// Controls that the preset does not name are reset; linked ones change in all cells. If it selects another data
    /// source, the values of the source's controls are set once it has compiled.
    pub(crate) fn apply_preset(&mut self, index: usize) {
        let found = self.shown().cloned().zip(self.preset(index).cloned());
        let Some((generator, preset)) = found else {
            return;
        };
        self.0.history.set_change(Change::ApplyPreset(preset.name.clone()));
        self.set_preset(&generator, &preset.name, &preset.values);
    }

    /// Returns true if the selected cell has the values of the thumbnail.
    pub(crate) fn is_applied(&self, thumbnail: PaneId) -> bool {
        let Some(cell) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return false;
        };
        let values = match thumbnail {
            PaneId::Preset(index) => self.values_of_presets(&cell.generator).get(index).cloned(),
            _ => Some(Values::default()),
        };
        values.is_some_and(|values| values.agree(&cell.values, cell.generator.controls()))
    }

    /// In the order of the file.
    fn values_of_presets(&self, generator: &Arc<Generator>) -> Arc<[Values]> {
        let presets = &self.folder.presets;
        let inputs = (presets.revision(), ByAddress(Arc::clone(generator)));
        self.derived.presets.get(inputs, || {
            let presets = presets.get(&generator.address().file).into_iter().flatten();
            let values = presets.map(|preset| preset_values(generator, &preset.values));
            values.collect()
        })
    }

    /// Returns the first preset whose values equal those of the cell.
    pub(super) fn preset_of(&self, id: CellId) -> Option<&str> {
        let cell = self.pane_content(PaneId::Cell(id))?;
        let generator = &cell.generator;
        let presets = self.folder.presets.get(&generator.address().file)?.iter();
        let values = self.values_of_presets(generator);
        let has_values = |(preset, values): &(&Preset, &Values)| {
            preset.is_for(generator) && values.agree(&cell.values, generator.controls())
        };
        let (preset, _) = presets.zip(&*values).find(has_values)?;
        Some(&preset.name)
    }

    /// Returns initial placement, the cell's shading, and the preset's values; `None` until it is compiled.
    pub(super) fn preset_content(&self, index: usize) -> Option<PaneContent> {
        self.preset(index)?;
        self.thumbnail_content(Some(index))
    }

    /// Returns the initial placement and the selected cell's shading with the default values.
    pub(super) fn defaults_content(&self) -> Option<PaneContent> {
        self.thumbnail_content(None)
    }

    /// `preset` is the index in the file, `None` for the defaults. Thumbnails show the result, not a shown tap.
    fn thumbnail_content(&self, preset: Option<usize>) -> Option<PaneContent> {
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let initial = cell.generator.initial_grid(1);
        let mut view = View { center: initial.center, span: initial.span, ..cell.view };
        if self.has_stage() {
            view.shading = self.document.result_view(self.document.selected).shading;
        }
        view.shading.value_range = ValueRange::Auto;
        let target = self.thumbnail_target(&cell, preset);
        let generator = if target == cell.target {
            Arc::clone(&cell.generator)
        } else {
            Arc::clone(&self.compiled.get(&target)?.generator)
        };
        Some(PaneContent {
            values: self.thumbnail_values(&generator, preset),
            view,
            target,
            generator,
        })
    }

    /// Returns generators to compile because presets select other data sources, if the folder has these, or features.
    pub(super) fn thumbnail_targets(&self) -> Vec<GeneratorRef> {
        let presets = self.presets();
        let cell = self.pane_content(PaneId::Cell(self.document.selected));
        let Some(cell) =
            cell.filter(|_| self.chrome.is_open(Panel::CONTROLS) && !presets.is_empty())
        else {
            return Vec::new();
        };
        let presets = presets.iter().map(|(index, _)| Some(*index));
        let targets = std::iter::once(None).chain(presets);
        let targets = targets.map(|preset| self.thumbnail_target(&cell, preset));
        let is_known = |target: &GeneratorRef| {
            let paths = target.source_paths();
            paths.iter().all(|path| self.folder.has_file(path))
        };
        targets
            .filter(|target| *target != cell.target && target.stage().is_none() && is_known(target))
            .collect()
    }

    /// Returns `None` if there is no generator.
    pub(crate) fn save_preset(&self, name: String) -> Option<Action> {
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let edit = PresetEdit::Add(name, cell.generator.with_file_digests(&cell.values));
        Some(Action::EditPresets(cell.generator, Box::new(edit)))
    }

    /// Returns `None` if the preset does not exist.
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

    /// Shows a notice with a button that undoes the edit.
    pub(crate) fn presets_edited(
        &mut self,
        notice: String,
        generator: Arc<Generator>,
        undo: PresetEdit,
    ) {
        self.0.chrome.notify_with(notice, NoticeAction::UndoPreset);
        self.0.folder.preset_undo = Some((generator, undo));
    }

    /// Returns `None` if there is nothing to undo.
    pub(crate) fn undo_presets(&self) -> Option<Action> {
        let (generator, undo) = self.folder.preset_undo.clone()?;
        Some(Action::EditPresets(generator, Box::new(undo)))
    }

    fn thumbnail_values(&self, generator: &Arc<Generator>, preset: Option<usize>) -> Values {
        let values = preset.and_then(|index| self.values_of_presets(generator).get(index).cloned());
        values.unwrap_or_default()
    }

    /// Returns the generator with the data sources and features of a preset, or without any.
    fn thumbnail_target(&self, cell: &PaneContent, preset: Option<usize>) -> GeneratorRef {
        let selected = preset.and_then(|index| self.preset(index));
        let sources = selected.map(Preset::field_sources).unwrap_or_default();
        let features = self.thumbnail_values(&cell.generator, preset).features();
        let target = cell.target.clone().with_stage(None);
        target.with_sources(sources).with_features(features)
    }
}

/// For the newest generators, one of each cell.
pub(super) type DerivedPresets =
    Derived<(Revision, ByAddress<Generator>), Arc<[Values]>, { 2 * MAX_CELLS }>;
