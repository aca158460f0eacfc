//! The compiled generator of each cell, and the inputs of its picture.

use std::sync::Arc;

use noise_playground::generator::{Address, Generator};
use noise_playground::source::ModulePath;
use noise_playground::view::shading::ViewMode;

use super::document::{Arrangement, Cell};
use super::history::History;
use super::preferences::Hint;
use super::{
    CellId, CompiledGenerator, Document, GeneratorRef, PaneContent, PaneId, Panel, WindowLayout,
    Workbench,
};
use crate::catalog::{GeneratorSnapshot, STARTER_GENERATOR, default_address};

impl Workbench {
    pub(crate) fn fill_empty_cells(&mut self, address: &Address) {
        self.0.history.apply(&mut self.0.document, |document| {
            let cells = document.edit().cells.iter_mut();
            for cell in cells.filter(|cell| cell.target.is_none()) {
                cell.target = Some(GeneratorRef::live(address.clone()));
                cell.resets_view = true;
            }
        });
    }

    pub(crate) fn show(&mut self, address: Address) {
        self.remember_view();
        let cell = self.0.document.selected_mut();
        let target = GeneratorRef::live(address);
        if cell.target.as_ref() != Some(&target) {
            cell.target = Some(target);
            cell.resets_view = true;
        }
    }

    /// Selects a cell that shows the file already, or shows its main generator in the selected cell.
    pub(crate) fn show_file(&mut self, file: &ModulePath) {
        let selected = self.document.selected();
        let mut cells = std::iter::once(selected).chain(&self.document.cells);
        let target = |cell: &Cell| cell.target.as_ref()?.live_file().cloned();
        let found = cells.find(|cell| target(cell).as_ref() == Some(file));
        match found.map(|cell| cell.id) {
            Some(id) => self.0.document.select(id),
            None => self.show(default_address(file)),
        }
    }

    /// Returns the next generator of the selected cell's file, cyclically; `None` if it has only one or is not listed.
    pub(crate) fn next_generator(&self) -> Option<Address> {
        let target = self.document.selected().target.as_ref();
        let shown = target.and_then(GeneratorRef::live_address)?;
        let entries = self.folder.entries.iter();
        let of_file = entries.filter(|entry| entry.address.file == shown.file);
        let addresses: Vec<&Address> = of_file.map(|entry| &entry.address).collect();
        let at = addresses.iter().position(|address| *address == shown)?;
        let next = addresses[(at + 1) % addresses.len()];
        (next != shown).then(|| next.clone())
    }

    pub(crate) fn show_next_generator(&mut self) {
        if let Some(next) = self.next_generator() {
            self.show(next);
        }
    }

    /// Shows a tap of the selected cell, in the notation of `--stage`; `None` shows the result.
    pub(crate) fn show_stage(&mut self, stage: Option<String>) {
        let cell = self.0.document.selected_mut();
        let target = cell.target.take();
        cell.target = target.map(|target| target.with_stage(stage));
    }

    /// Shows the generator in a new cell beside the selected one, unless the document is full.
    pub(crate) fn show_beside(&mut self, address: Address) {
        if self.document.is_full() {
            return self.notify("no further cell fits".to_owned());
        }
        self.0.document.duplicate(self.document.selected);
        // The copy must show the same picture as the original until the new generator has compiled.
        self.update();
        self.show(address);
    }

    /// Restores a session, with an empty undo history.
    pub(crate) fn restore(
        &mut self,
        document: Document,
        layout: WindowLayout,
        pins: Vec<GeneratorRef>,
    ) {
        self.0.inside.pins = pins;
        self.0.document = document;
        self.0.chrome.layout = layout;
        self.0.history = History::new(self.document.clone());
    }

    /// Replaces generators without a picture whose file no longer exists, by the starter generator or the first one.
    pub(crate) fn replace_missing(&mut self) {
        let mut entries = self.folder.entries.iter();
        let starter = entries.find(|entry| entry.address.file.as_str() == STARTER_GENERATOR);
        let entry = starter.or(self.folder.entries.first());
        let Some(replacement) = entry.map(|entry| entry.address.clone()) else {
            return;
        };
        let is_missing = |cell: &&Cell| {
            let target = cell.target.as_ref();
            let Some(file) = target.and_then(GeneratorRef::live_file) else {
                return false;
            };
            // A cell with an existing file without a generator remains, so that the window can show an example.
            let exists = self.folder.has_generator(file) || self.folder.files.contains(file);
            !exists && self.compiled.shown(cell).is_none()
        };
        let missing = self.document.cells.iter().filter(is_missing);
        let missing: Vec<GeneratorRef> = missing.filter_map(|cell| cell.target.clone()).collect();
        self.0.history.apply(&mut self.0.document, |document| {
            let is_missing =
                |cell: &&mut Cell| missing.iter().any(|gone| cell.target.as_ref() == Some(gone));
            for cell in document.edit().cells.iter_mut().filter(is_missing) {
                cell.target = Some(GeneratorRef::live(replacement.clone()));
                cell.resets_view = true;
            }
        });
        if let Some(target) = missing.first() {
            self.notify(format!("{} no longer exists", target.address()));
        }
    }

    /// Stores a generator, and shows it in cells that wait for it.
    pub(crate) fn insert_compiled(&mut self, target: GeneratorRef, compiled: CompiledGenerator) {
        self.add_save(&target, &compiled);
        self.0.compiled.insert(target, compiled);
        self.update();
    }

    /// Updates the state derived from cells and folder. Called once per frame, after the panels.
    pub(crate) fn update(&mut self) {
        let has_error = self.has_shown_error();
        self.0.chrome.show_errors(has_error);
        let target = self.document.selected().target.as_ref();
        if target.is_some_and(|target| self.folder.is_stale(target)) {
            // The user has saved a text with an error.
            self.0.chrome.finish_hint(Hint::Save);
        }
        self.follow_cursor();
        let shown = [self.shown_targets(), self.inside_targets()].concat();
        for target in &shown {
            self.0.compiled.select_new_stage(target);
        }
        let targets = [shown, self.targets()].concat();
        for id in self.0.compiled.update(&self.0.document, &targets) {
            self.0.measurements.restart(PaneId::Cell(id));
        }
        self.set_pending_values();
        self.reset_views();
    }

    /// Resets the views of cells with a newly chosen, compiled generator, as part of the undo step that chose it.
    fn reset_views(&mut self) {
        let resetting = self.document.cells.iter().filter(|cell| cell.resets_view);
        let ready = resetting.filter_map(|cell| {
            let target = cell.build_target()?;
            let generator = Arc::clone(&self.compiled.get(&target)?.generator);
            Some((cell.id, target, generator))
        });
        for (id, target, generator) in ready.collect::<Vec<_>>() {
            self.0.history.apply(&mut self.0.document, |document| {
                document.apply_initial_view(id, &target, &generator);
            });
        }
    }

    /// Returns `None` until a generator of the cell has compiled.
    pub(crate) fn shown_in(&self, cell: CellId) -> Option<(&GeneratorRef, &CompiledGenerator)> {
        self.compiled.shown(self.document.cell(cell)?)
    }

    /// Returns the selected cell's generator, or the previous one until that has compiled; `None` if it does not
    /// compile, although the previous picture stays.
    pub(crate) fn shown(&self) -> Option<&Arc<Generator>> {
        let selected = self.document.selected;
        let (_, compiled) = self.shown_in(selected)?;
        (!self.is_rejected(selected)).then_some(&compiled.generator)
    }

    pub(crate) fn has_picture(&self) -> bool {
        self.document.cells.iter().any(|cell| self.compiled.shown(cell).is_some())
    }

    /// Returns both compared generators, or that of the selected cell.
    pub(crate) fn compared_generators(&self) -> Vec<Arc<Generator>> {
        let selected = self.document.selected;
        let pair = self.document.compared().map(Vec::from);
        let ids = pair.unwrap_or_else(|| vec![selected]).into_iter();
        let shown = ids.filter_map(|id| self.shown_in(id));
        shown.map(|(_, compiled)| Arc::clone(&compiled.generator)).collect()
    }

    /// Returns true if the picture is older than the source text, which does not compile or has a runaway loop.
    pub(crate) fn is_stale(&self, cell: CellId) -> bool {
        let target = self.document.cell(cell).and_then(Cell::build_target);
        let is_stale = target.is_some_and(|target| self.folder.is_stale(&target));
        is_stale || self.shown_runaway(PaneId::Cell(cell)).is_some()
    }

    /// Returns `None` if the pane has no generator yet, and for a difference, which is computed from other pictures.
    pub(crate) fn pane_content(&self, pane: PaneId) -> Option<PaneContent> {
        let id = match pane {
            PaneId::Cell(id) => id,
            PaneId::Difference => return None,
            PaneId::Analysis(cell) => return self.analysis_content(cell),
            PaneId::Pin(_) | PaneId::Runs | PaneId::Run(_) => return self.inside_content(pane),
            PaneId::Defaults => return self.defaults_content(),
            PaneId::Preset(index) => return self.preset_content(index),
            PaneId::Variant(index) => return self.variant_content(index),
        };
        let content = self.unframed_content(id)?;
        Some(PaneContent { view: self.framed(id, content.view), ..content })
    }

    /// Returns what a cell shows, with its camera as it is set.
    pub(crate) fn unframed_content(&self, id: CellId) -> Option<PaneContent> {
        let (target, compiled) = self.shown_in(id)?;
        let generator = Arc::clone(&compiled.generator);
        let cell = self.document.cell(id)?;
        let view = self.document.effective_view(id);
        let view = if generator.supports(ViewMode::Sensitivity) {
            view.of_sensitivity()
        } else {
            let view = self.with_mode_of_difference(id, view);
            self.with_signed_palette(id, self.with_shared_range(id, view))
        };
        Some(PaneContent {
            target: target.clone(),
            values: cell.values.get(generator.address()).cloned().unwrap_or_default(),
            view,
            generator,
        })
    }

    /// A pinned cell keeps its source text when the file changes.
    pub(crate) fn set_pinned(&mut self, cell: CellId, pinned: bool) {
        let Some((target, compiled)) = self.shown_in(cell) else {
            return;
        };
        let address = target.address().clone();
        let shown = target.clone();
        let (target, compiled) = if pinned {
            let snapshot = GeneratorSnapshot::new(&address, &compiled.generator);
            (GeneratorRef::pinned(snapshot), Some(compiled.clone()))
        } else {
            (GeneratorRef::live(address), None)
        };
        let target = target.with_output_of(&shown);
        if let Some(cell) = self.0.document.cell_mut(cell) {
            cell.target = Some(target.clone());
        }
        // The pinned text is compiled already; only its pipeline is missing.
        if let Some(compiled) = compiled {
            self.0.compiled.insert(target, compiled);
        }
    }

    pub(crate) fn toggle_pinned(&mut self) {
        let selected = self.document.selected;
        self.set_pinned(selected, self.unpinned_ref(selected).is_none());
    }

    /// Selects the changes that the panel shows, or none while it is closed.
    pub(super) fn choose_changes(&mut self) {
        let changes = self.changes_to_show(self.document.selected);
        self.0.comparison.changes = changes.filter(|_| self.chrome.is_open(Panel::CHANGES));
    }

    /// Returns true if [`Self::show_all_cells`] can close something. Floating windows above a pair prevent that.
    pub(crate) fn can_show_all_cells(&self) -> bool {
        let is_sheet = self.sweep.is_some() || self.mutations.is_some();
        let is_other = self.document.compared().is_some()
            || self.has_stage()
            || self.sensitivity().is_some()
            || self.escapable().is_some();
        is_sheet || (!self.chrome.has_floating_panel() && is_other)
    }

    /// Returns true if sweep or mutations were open, in place of the cells.
    pub(crate) fn close_sheet(&mut self) -> bool {
        self.0.sweep.take().is_some() || self.0.mutations.take().is_some()
    }

    /// Closes the first of: sweep or mutations; tap or derivative outside of a pair; tab of trace or changes; pair.
    pub(crate) fn show_all_cells(&mut self) {
        if self.close_sheet() {
            return;
        }
        let is_inner = self.has_stage() || self.sensitivity().is_some();
        if is_inner && self.document.compared().is_none() {
            return self.show_stage(None);
        }
        if let Some(panel) = self.escapable() {
            return self.toggle_panel(panel);
        }
        match self.document.compared() {
            Some(_) => self.0.document.arrange(Arrangement::Grid),
            None => self.show_stage(None),
        }
    }

    /// Returns the visible tab of the dock that Escape closes.
    fn escapable(&self) -> Option<Panel> {
        let panels = [Panel::TRACE, Panel::CHANGES];
        panels.into_iter().find(|panel| self.chrome.is_open(*panel))
    }

    /// Selects the grid if the arrangement is selected already or there is only one cell.
    pub(crate) fn toggle(&mut self, arrangement: Arrangement) {
        let is_on = self.document.arrangement == arrangement || self.document.cells.len() == 1;
        self.0.document.arrange(if is_on { Arrangement::Grid } else { arrangement });
    }
}

#[cfg(test)]
mod tests;
