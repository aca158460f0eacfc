//! Restores cells from captures that the user drops on the window.

use std::collections::BTreeMap;

use noise_playground::Subject;
use noise_playground::generator::Domain;
use noise_playground::generator::control::Widget;
use noise_playground::source::FieldSource;

use super::Workbench;
use super::document::{Arrangement, Cell, CellId, Document, MAX_CELLS, View};
use super::history::Change;
use crate::catalog::GeneratorRef;

/// Cells of dropped files, while the dialog asks whether to add or replace.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingRestore {
    /// Name of the dropped file, or the number of files.
    pub(crate) name: String,
    /// True for a single data file that is not a capture.
    pub(crate) is_data_file: bool,
    /// At least one.
    pub(crate) cells: Vec<RestoredCell>,
    /// Arrangement of a captured pair; [`Arrangement::Grid`] for other captures.
    pub(crate) arrangement: Arrangement,
}

/// As a capture describes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RestoredCell {
    /// Given by the user; empty to use the generator's title.
    pub(crate) name: String,
    pub(crate) target: GeneratorRef,
    pub(crate) subject: Subject,
}

impl RestoredCell {
    /// Returns the source of the first field input, which for a dropped data file is this file.
    fn data_source(&self) -> Option<FieldSource> {
        self.subject.values.field_sources().into_values().next()
    }

    fn cell(&self) -> Cell {
        Cell {
            name: self.name.clone(),
            target: Some(self.target.clone()),
            values: BTreeMap::from([(self.target.address().clone(), self.subject.values.clone())]),
            ..Cell::empty(CellId(0))
        }
    }

    fn view(&self) -> View {
        View::of(&self.subject)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestoreChoice {
    Add,
    Replace,
    /// The selected cell's generator reads the data file. Holds the index of the input among the controls.
    Fill(usize),
    Cancel,
}

impl Workbench {
    pub(crate) fn apply_restore_choice(&mut self, choice: RestoreChoice) {
        let Some(dropped) = self.0.pending_restore.take() else {
            return;
        };
        match choice {
            RestoreChoice::Add => self.add_restored(&dropped.cells),
            RestoreChoice::Replace => self.replace_by_restored(&dropped),
            RestoreChoice::Fill(control) => self.fill_input(control, &dropped),
            RestoreChoice::Cancel => {}
        }
    }

    /// Returns index among the controls and name of each input that reads other generators or data files.
    pub(crate) fn field_inputs(&self) -> Vec<(usize, String)> {
        let Some(generator) = self.shown() else {
            return Vec::new();
        };
        let controls = generator.controls().iter().enumerate();
        let inputs = controls.filter(|(_, control)| control.widget == Widget::Field);
        let inputs = inputs.map(|(index, control)| (index, control.label.clone()));
        inputs.collect()
    }

    fn fill_input(&mut self, control: usize, dropped: &PendingRestore) {
        let control = self.shown().and_then(|shown| shown.controls().get(control).cloned());
        let source = dropped.cells.first().and_then(RestoredCell::data_source);
        if let Some((control, source)) = control.zip(source) {
            self.set_value(&control, source.into());
        }
    }

    /// Inserts cells after the selected one, until the document is full.
    fn add_restored(&mut self, cells: &[RestoredCell]) {
        for restored in cells {
            let document = &mut self.0.document;
            if !document.insert_after(document.selected, restored.cell()) {
                break;
            }
            set_view(document, document.selected, restored.view());
            self.pause_clock(restored);
        }
    }

    /// Replaces the selected cell or, for several captured ones, all cells.
    fn replace_by_restored(&mut self, dropped: &PendingRestore) {
        let cells = dropped.cells.as_slice();
        let was_empty = self.document.selected().target.is_none();
        match cells {
            [] => return,
            [restored] => self.0.document.selected_mut().apply(restored),
            all => self.0.document.replace_all(all, dropped.arrangement),
        }
        self.0.history.set_change(Change::Restore(cells[0].target.address().clone()));
        let selected = self.document.selected;
        if let [restored] = cells {
            set_view(&mut self.0.document, selected, restored.view());
        }
        cells.iter().for_each(|restored| self.pause_clock(restored));
        if cells.len() > MAX_CELLS {
            let left_out = cells.len() - MAX_CELLS;
            self.notify(format!(
                "{left_out} of {} cells are left out: at most {MAX_CELLS} fit",
                cells.len()
            ));
        }
        if was_empty {
            self.0.history.rebase(&self.0.document);
        }
    }

    /// Restores the command line's file. In place of edited cells, a data file gets its own cell, else the dialog asks.
    pub(crate) fn open(&mut self, dropped: PendingRestore) {
        self.list_data_file(&dropped);
        let is_untouched = |cell: &Cell| cell.values.is_empty() && cell.own_view.is_none();
        match self.document.cells.as_slice() {
            [cell] if is_untouched(cell) => self.replace_by_restored(&dropped),
            _ if dropped.is_data_file && !self.document.is_full() => {
                self.add_restored(&dropped.cells);
            }
            _ => self.0.pending_restore = Some(dropped),
        }
    }

    /// Adds an opened data file to the list of generators.
    pub(super) fn list_data_file(&mut self, dropped: &PendingRestore) {
        let [cell] = dropped.cells.as_slice() else {
            return;
        };
        let is_new = self.data_files.iter().all(|file| file.target != cell.target);
        if dropped.is_data_file && is_new {
            self.0.data_files.push(cell.clone());
        }
    }

    /// Shows an opened data file in the selected cell. `index` is that among all opened ones.
    pub(crate) fn show_data_file(&mut self, index: usize) {
        let Some(file) = self.data_files.get(index).cloned() else {
            return;
        };
        self.remember_view();
        let selected = self.document.selected;
        // As with other generators of the list, only another target and view are new, which is no step.
        let values = file.cell().values;
        self.0.history.apply(&mut self.0.document, |document| {
            if let Some(cell) = document.cell_mut(selected) {
                cell.values.extend(values.clone());
            }
        });
        self.0.document.selected_mut().apply(&file);
        set_view(&mut self.0.document, selected, file.view());
    }

    /// Pauses the clock at the captured time, if the generator is animated.
    fn pause_clock(&mut self, restored: &RestoredCell) {
        let Subject { generator, settings, .. } = &restored.subject;
        if generator.uniform().is_animated() || generator.domain() == Domain::VolumeTime {
            (self.0.clock.seconds, self.0.clock.paused) = (settings.time, true);
        }
    }
}

impl Cell {
    /// Keeps the cell's name if the captured one has none.
    fn apply(&mut self, restored: &RestoredCell) {
        let RestoredCell { name, target, subject } = restored;
        if !name.is_empty() {
            self.name.clone_from(name);
        }
        self.values.insert(target.address().clone(), subject.values.clone());
        self.target = Some(target.clone());
        self.resets_view = false;
    }
}

impl Document {
    fn replace_all(&mut self, restored: &[RestoredCell], arrangement: Arrangement) {
        let next = self.cells.iter().map(|cell| cell.id.0).max().unwrap_or(0) + 1;
        let cells = (next..).zip(restored).take(MAX_CELLS);
        self.edit().cells = cells
            .map(|(id, restored)| Cell {
                id: CellId(id),
                own_view: Some(restored.view()),
                ..restored.cell()
            })
            .collect();
        self.arrange(arrangement);
        let is_pair = arrangement.name_of_pair().is_some();
        let selected = if is_pair { self.cells.len() - 1 } else { 0 };
        self.select(self.cells[selected].id);
        for (id, restored) in (next..).zip(restored).take(MAX_CELLS) {
            set_view(self, CellId(id), restored.view());
        }
    }
}

/// Replaces the shared view too if no other cell is linked. Links the cell if its view equals the shared one.
fn set_view(document: &mut Document, id: CellId, view: View) {
    let is_linked = |cell: &Cell| cell.id != id && cell.own_view.is_none();
    let is_alone = !document.cells.iter().any(is_linked);
    if document.cell(id).is_some_and(|cell| cell.stage().is_some()) {
        document.edit().stage_shading = view.shading;
    }
    if is_alone {
        document.edit().shared_view = view;
    }
    let is_linked = document.shared_view == view;
    if let Some(cell) = document.cell_mut(id) {
        cell.own_view = (!is_linked).then_some(view);
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::{SampleGrid, compile};

    use super::*;

    fn restored(function: &str, span: f64) -> RestoredCell {
        of_text(&format!("fn {function}(p: vec2f) -> f32 {{ return p.x; }}"), span)
    }

    fn of_text(text: &str, span: f64) -> RestoredCell {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let grid = SampleGrid { center: [0.0, 0.0], span, size: [1, 1] };
        RestoredCell {
            name: String::new(),
            target: GeneratorRef::live(generator.address().clone()),
            subject: Subject::new(generator, grid),
        }
    }

    fn dropped(cells: Vec<RestoredCell>) -> PendingRestore {
        PendingRestore {
            is_data_file: false,
            name: "shot.png".to_owned(),
            cells,
            arrangement: Arrangement::Grid,
        }
    }

    #[test]
    fn captured_pair_is_restored_with_its_arrangement() {
        let mut workbench = workbench();
        let pair = vec![restored("two", 2.0), restored("three", 2.0)];
        workbench.replace_by_restored(&PendingRestore {
            arrangement: Arrangement::Difference,
            ..dropped(pair)
        });
        let document = &workbench.document;
        let ids = document.cells.iter().map(|cell| cell.id).collect::<Vec<_>>();
        assert_eq!(document.selected, ids[1]);
        assert_eq!(document.compared().map(Vec::from), Some(ids));
        assert!(document.cells.iter().all(|cell| cell.own_view.is_none()));
    }

    fn functions(workbench: &Workbench) -> Vec<&str> {
        let cells = workbench.document.cells.iter();
        let targets = cells.filter_map(|cell| cell.target.as_ref());
        targets.map(|target| target.address().function.as_str()).collect()
    }

    fn spans(workbench: &Workbench) -> Vec<f64> {
        let document = &workbench.document;
        let ids = document.cells.iter().map(|cell| cell.id);
        ids.map(|id| document.view(id).span).collect()
    }

    fn workbench() -> Workbench {
        let mut workbench = Workbench::new("shaders".to_owned());
        workbench.replace_by_restored(&dropped(vec![restored("one", 4.0)]));
        workbench.commit(0.0);
        workbench
    }

    #[test]
    fn restoring_into_an_empty_cell_is_no_step() {
        let mut workbench = workbench();
        workbench.undo(false);
        assert_eq!(functions(&workbench), ["one"]);
        assert_eq!(spans(&workbench), [4.0]);
    }

    #[test]
    fn adding_cells_keeps_their_views_and_can_be_undone() {
        let mut workbench = workbench();
        workbench.add_restored(&[restored("two", 4.0), restored("three", 2.0)]);
        workbench.commit(1.0);
        assert_eq!(functions(&workbench), ["one", "two", "three"]);
        assert_eq!(spans(&workbench), [4.0, 4.0, 2.0]);
        workbench.document.edit().shared_view.span = 1.0;
        assert_eq!(spans(&workbench), [1.0, 1.0, 2.0], "the third has its own");
        workbench.document.edit().shared_view.span = 4.0;
        workbench.undo(false);
        assert_eq!(functions(&workbench), ["one"]);
    }

    #[test]
    fn several_cells_replace_all_and_one_replaces_the_selected() {
        let mut workbench = workbench();
        workbench.document.duplicate(CellId(1));
        workbench.replace_by_restored(&dropped(vec![restored("two", 2.0)]));
        assert_eq!(functions(&workbench), ["one", "two"]);
        assert_eq!(spans(&workbench), [4.0, 2.0]);
        let many: Vec<RestoredCell> = (0..20).map(|_| restored("many", 3.0)).collect();
        workbench.replace_by_restored(&dropped(many.clone()));
        assert_eq!(functions(&workbench), ["many"; MAX_CELLS]);
        let notice = workbench.chrome.notice.as_ref().unwrap();
        assert_eq!(notice.text, "4 of 20 cells are left out: at most 16 fit");
        assert_eq!(workbench.document.shared_view.span, 3.0);
        workbench.add_restored(&many);
        assert_eq!(workbench.document.cells.len(), MAX_CELLS);
    }

    #[test]
    fn captured_names_are_restored() {
        let mut workbench = workbench();
        let named = |name: &str| RestoredCell { name: name.to_owned(), ..restored("two", 4.0) };
        let names = |workbench: &Workbench| {
            let cells = workbench.document.cells.iter();
            cells.map(|cell| cell.name.clone()).collect::<Vec<_>>()
        };
        workbench.add_restored(&[named("soft"), named("")]);
        assert_eq!(names(&workbench), ["", "soft", ""]);
        workbench.replace_by_restored(&dropped(vec![named("hard")]));
        workbench.replace_by_restored(&dropped(vec![named("")]));
        assert_eq!(names(&workbench), ["", "soft", "hard"]);
        workbench.replace_by_restored(&dropped(vec![named("soft"), named("hard")]));
        assert_eq!(names(&workbench), ["soft", "hard"]);
    }

    #[test]
    fn animated_capture_pauses_the_clock() {
        let mut workbench = workbench();
        let mut animated = of_text("fn two(p: vec4f) -> f32 { return p.w; }", 4.0);
        animated.subject.settings.time = 2.5;
        workbench.add_restored(&[animated]);
        assert!(workbench.clock.paused);
        assert_eq!(workbench.clock.seconds, 2.5);
    }
}
