//! Undo, redo and written defaults, one after the other: a step that edits a text is taken once the text is edited, and
//! the next one is made for the text that results from it.

use std::collections::VecDeque;

use noise_playground::control::{TextEdit, Value};
use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::history::Change;
use super::source_edit::SourceEdit;
use super::{Action, CellId, PaneId, State, Workbench};

/// Seconds that a written default waits for the generator of the edited text.
const MAX_WAIT: f64 = 2.0;

#[derive(Debug)]
pub(super) enum StepRequest {
    /// Make a value the default of a control.
    Write { cell: CellId, address: Address, control: String, value: Value },
    /// Undo the last step, or redo the next one.
    Move { redo: bool },
    /// Undo or redo until exactly this number of steps is applied.
    GoTo(usize),
}

/// Requested steps.
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

impl Steps {
    pub(super) fn forget_requests(&mut self) {
        self.requests.clear();
    }
}

impl Workbench {
    /// Redoes the last undone step if `redo`.
    pub(crate) fn undo(&mut self, redo: bool) {
        self.request_step(StepRequest::Move { redo });
    }

    /// Until exactly the first `count` steps are applied.
    pub(crate) fn go_to_step(&mut self, count: usize) {
        self.request_step(StepRequest::GoTo(count));
    }

    pub(super) fn request_step(&mut self, request: StepRequest) {
        self.0.steps.requests.push_back(request);
        self.continue_steps();
    }

    /// Takes the requested steps, up to one that waits for an answer.
    pub(super) fn continue_steps(&mut self) {
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

    pub(super) fn request_edit(&mut self, edit: SourceEdit) {
        self.0.steps.edit = Some(edit.text.clone());
        self.0.chrome.requested.push(Action::EditSource(edit));
    }

    /// Returns true if this was the edit that the requests wait for.
    pub(super) fn answer_edit(&mut self, edit: &TextEdit) -> bool {
        self.0.steps.edit.take_if(|awaited| awaited == edit).is_some()
    }

    /// Requested defaults wait until the generator of the edited text is built.
    pub(super) fn wait_for_text_after(&mut self, edit: &TextEdit) {
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
    pub(super) fn step(&mut self, redo: bool) {
        let State { history, document, .. } = &mut self.0;
        let change = if redo { history.redo(document) } else { history.undo(document) };
        // A click in the history shows where it leads.
        let is_click = matches!(self.steps.requests.front(), Some(StepRequest::GoTo(_)));
        if let Some(change) = change.filter(|_| !is_click) {
            let done = if redo { "redone" } else { "undone" };
            self.notify(format!("{done}: {change}"));
        }
    }
}
