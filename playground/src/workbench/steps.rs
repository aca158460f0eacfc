//! Undo, redo and written defaults, one after the other: a step that edits a text is taken once the text is edited, and
//! the next one is made for the text that results from it.

use std::collections::VecDeque;

use noise_playground::generator::Address;
use noise_playground::generator::control::{TextEdit, Value};
use noise_playground::source::ModulePath;

use super::history::Change;
use super::source_edit::{Purpose, SourceEdit, WrittenDefault};
use super::{Action, CellId, PaneId, State, Workbench};

/// Seconds that a written default waits for the generator of the edited text.
const MAX_WAIT: f64 = 2.0;

#[derive(Debug)]
enum StepRequest {
    /// Make a value the default of a control.
    Write { cell: CellId, address: Address, control: String, value: Value },
    /// Undo the last step, or redo the next one.
    Move { redo: bool },
    /// Undo or redo until exactly this number of steps is applied.
    GoTo(usize),
}

#[derive(Debug, Default)]
pub(crate) struct Steps {
    /// Requested edit of a text; the requests wait for its answer.
    edit: Option<TextEdit>,
    /// Last edited file, with its text before: shown generators are those of this text until they are built again.
    edited: Option<(ModulePath, String)>,
    /// Time since which a written default waits for its generator, in seconds of egui's clock.
    waits_since: Option<f64>,
    requests: VecDeque<StepRequest>,
}

impl Workbench {
    /// Redoes the last undone step if `redo`.
    pub(crate) fn undo(&mut self, redo: bool) {
        self.request_step(StepRequest::Move { redo });
    }

    pub(crate) fn go_to_step(&mut self, count: usize) {
        self.request_step(StepRequest::GoTo(count));
    }

    fn request_step(&mut self, request: StepRequest) {
        self.0.steps.requests.push_back(request);
        self.continue_steps();
    }

    /// Takes the requested steps, up to one that waits for an answer.
    fn continue_steps(&mut self) {
        while self.steps.edit.is_none()
            && let Some(request) = self.0.steps.requests.pop_front()
        {
            match request {
                StepRequest::Move { redo } => self.take_step(redo),
                StepRequest::GoTo(count) => {
                    let (_, applied) = self.history.steps();
                    let redo = applied < count;
                    if applied != count && self.history.next_change(redo).is_some() {
                        self.0.steps.requests.push_front(StepRequest::GoTo(count));
                        self.take_step(redo);
                    }
                }
                StepRequest::Write { cell, .. } if self.is_of_edited_text(cell) => {
                    return self.0.steps.requests.push_front(request);
                }
                StepRequest::Write { cell, address, control, value } => {
                    self.request_write(cell, &address, &control, value);
                }
            }
        }
    }

    /// Returns true if the generator of a cell is still that of the text before the last edit.
    fn is_of_edited_text(&self, cell: CellId) -> bool {
        let content = self.pane_content(PaneId::Cell(cell));
        let Some(((file, before), content)) = self.steps.edited.as_ref().zip(content) else {
            return false;
        };
        content.generator.source(file).is_some_and(|source| source.text == *before)
    }

    /// Takes the step, or requests the edit of its text.
    fn take_step(&mut self, redo: bool) {
        match self.history.next_change(redo) {
            Some(Change::WriteDefault(written)) => {
                let edit = written.repeated(redo);
                self.request_edit(edit);
            }
            Some(_) => self.step(redo),
            None => {
                let nothing = if redo { "nothing to redo" } else { "nothing to undo" };
                self.notify(nothing.to_owned());
            }
        }
    }

    fn request_edit(&mut self, edit: SourceEdit) {
        self.0.steps.edit = Some(edit.text.clone());
        self.0.chrome.requested.push(Action::EditSource(edit));
    }

    /// Returns true if this was the edit that the requests wait for.
    fn answer_edit(&mut self, edit: &TextEdit) -> bool {
        self.0.steps.edit.take_if(|awaited| awaited == edit).is_some()
    }

    /// Requested defaults wait until the generator of the edited text is built.
    fn wait_for_text_after(&mut self, edit: &TextEdit) {
        self.0.steps.edited = Some((edit.file.clone(), edit.before.clone()));
    }

    /// Continues once the generator is built, or does not come. `now` is the time of egui's clock in seconds.
    pub(super) fn continue_waiting_steps(&mut self, now: f64) {
        let steps = &mut self.0.steps;
        if steps.requests.is_empty() || steps.edit.is_some() {
            steps.waits_since = None;
            return;
        }
        if now - *steps.waits_since.get_or_insert(now) > MAX_WAIT {
            steps.edited = None;
        }
        self.continue_steps();
    }

    /// Takes the next step in the history, whose text, if any, is edited already.
    fn step(&mut self, redo: bool) {
        let State { history, document, .. } = &mut self.0;
        let change = if redo { history.redo(document) } else { history.undo(document) };
        // A click in the history shows where it leads.
        let is_click = matches!(self.steps.requests.front(), Some(StepRequest::GoTo(_)));
        if let Some(change) = change.filter(|_| !is_click) {
            let done = if redo { "redone" } else { "undone" };
            self.notify(format!("{done}: {change}"));
        }
    }

    /// Requests that the selected cell's value become the default in the file. A notice says why if it cannot.
    pub(crate) fn write_default(&mut self, name: &str) {
        let id = self.document.selected;
        let Some(cell) = self.pane_content(PaneId::Cell(id)) else {
            return;
        };
        let mut controls = cell.generator.controls().iter();
        if let Some(control) = controls.find(|control| control.name == name) {
            let value = cell.values.get(control).clone();
            let address = cell.generator.address().clone();
            let control = control.name.clone();
            self.request_step(StepRequest::Write { cell: id, address, control, value });
        }
    }

    /// Requests the edit that makes a value the default of a control of a generator that a cell shows.
    fn request_write(&mut self, cell: CellId, address: &Address, control: &str, value: Value) {
        let content = self.pane_content(PaneId::Cell(cell));
        let content = content.filter(|content| content.generator.address() == address);
        let Some(content) = content else {
            return self.notify(format!("not written: {address} is no longer shown"));
        };
        let mut controls = content.generator.controls().iter();
        let Some(control) = controls.find(|known| known.name == control) else {
            return self.notify(format!("not written: {address} has no {control}"));
        };
        match content.generator.default_edit(control, &value) {
            Ok(edit) => {
                let text = edit.text.clone();
                let written = WrittenDefault {
                    address: address.clone(),
                    control: control.clone(),
                    edit,
                    folder: None,
                    origin: Some((cell, value)),
                };
                self.request_edit(SourceEdit {
                    text,
                    folder: None,
                    purpose: Purpose::Write,
                    written: Box::new(written),
                });
            }
            Err(error) => self.notify(format!("not written: {error}")),
        }
    }

    /// Handles the answer to a requested edit. If the text was edited, the history follows: a new step with the value
    /// rounded to the digits written, or a step less or more. Otherwise it stays, and a notice says why.
    pub(crate) fn source_edited(&mut self, edit: SourceEdit, edited: Result<(), String>) {
        let is_awaited = self.answer_edit(&edit.text);
        match edited {
            Ok(()) => {
                self.wait_for_text_after(&edit.text);
                self.follow_edit(edit);
            }
            Err(reason) => {
                let stays = match edit.purpose {
                    Purpose::Write => "",
                    Purpose::Undo => ", so nothing is undone",
                    Purpose::Redo => ", so nothing is redone",
                };
                self.notify(format!("not written: {reason}{stays}"));
                if is_awaited {
                    self.0.steps.requests.clear();
                }
            }
        }
        self.continue_steps();
    }

    /// The editor has not answered in time: requested steps do not wait for it any longer. A later answer still counts.
    pub(crate) fn edit_unanswered(&mut self, edit: &SourceEdit, editor: &str) {
        if self.answer_edit(&edit.text) {
            self.0.steps.requests.clear();
            let label = edit.label();
            self.notify(format!("{editor} has not answered: {label}"));
        }
    }

    fn follow_edit(&mut self, edit: SourceEdit) {
        let SourceEdit { text, folder, purpose, mut written } = edit;
        let redo = purpose == Purpose::Redo;
        let is_next =
            |change: &Change| matches!(change, Change::WriteDefault(next) if *next == written);
        if purpose != Purpose::Write && self.history.next_change(redo).is_some_and(is_next) {
            return self.step(redo);
        }
        if purpose == Purpose::Undo {
            // Steps were added while the editor worked: the text was edited after them.
            *written = written.reversed();
        }
        written.folder = folder;
        self.notify(format!("wrote {written} into {}", text.file));
        let document = &mut self.0.document;
        self.0.history.record(written.clone(), document, |document| {
            written.round_value(document);
        });
    }
}
