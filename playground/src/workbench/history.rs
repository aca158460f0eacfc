//! The undo history: for each step, the whole document and a description of the change. Steps are edits of cells,
//! values and settings, not of what is looked at.

mod change;
mod thumbnails;

use std::ops::Range;

use noise_playground::generator::Generator;

use super::document::{Cell, CellId, Document};
pub(crate) use change::{Change, ValueChange};
use thumbnails::Thumbnails;
pub(crate) use thumbnails::{StateId, THUMBNAIL};

/// `document` is the state before the change for past steps, and after it for undone ones.
#[derive(Clone, Debug)]
struct Step {
    change: Change,
    document: Document,
    /// Time of the last edit, in seconds of egui's clock.
    at: f64,
    state: StateId,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// State after the last step that is not undone, to detect new edits.
    pub(super) committed: Document,
    past: Vec<Step>,
    future: Vec<Step>,
    /// Lines that are not steps, such as a changed cost, each with the state that the step before it led to.
    notes: Vec<(StateId, String)>,
    /// Description of the next step by an edit; `None` to derive it from the documents.
    pending_change: Option<Change>,
    pub(super) thumbnails: Thumbnails,
}

/// Older steps are removed.
const MAX_STEPS: usize = 500;

/// Maximum seconds between notches of the wheel, or presses of a key, that are merged.
pub(super) const MAX_REPEAT_SECONDS: f64 = 0.8;

impl History {
    pub(crate) fn new(document: Document) -> Self {
        Self { committed: document, ..Self::default() }
    }

    fn push(&mut self, change: Change, document: Document, at: f64) {
        let state = self.thumbnails.next_state();
        self.past.push(Step { change, document, at, state });
    }

    /// Takes over what `document` looks at. Returns the state before if it looked at something else.
    pub(super) fn navigate(&mut self, document: &Document) -> Option<Document> {
        self.committed.select(document.selected);
        // A step that replaces a cell also restores what it has looked at.
        let is_replaced = matches!(self.pending_change, Some(Change::Restore(_)));
        if is_replaced || self.committed == *document {
            return None;
        }
        let navigated = self.committed.clone().with_navigation_of(document);
        let has_moved = navigated != self.committed;
        has_moved.then(|| std::mem::replace(&mut self.committed, navigated))
    }

    /// Adds the edits since the last call as one step. Called only between drags and text edits, so that each of these
    /// is one step. `now` is the time of egui's clock in seconds. Returns true if a step was added or extended.
    pub(crate) fn commit<'a>(
        &mut self,
        document: &Document,
        now: f64,
        generator: impl Fn(&Cell) -> Option<&'a Generator>,
    ) -> bool {
        let pending = self.pending_change.take();
        if self.committed == *document {
            return false;
        }
        let between = |before: &Document| {
            let before = before.clone().with_navigation_of(document);
            Change::between(&before, document, &generator)
        };
        let Some(change) = pending.clone().or_else(|| between(&self.committed)) else {
            // Only state changed that the history does not list.
            self.rebase(document);
            return false;
        };
        let is_repeat = |last: &Step| {
            pending.is_none()
                && now - last.at < MAX_REPEAT_SECONDS
                && last.change.is_repeat(&change)
        };
        self.future.clear();
        let before = std::mem::replace(&mut self.committed, document.clone());
        match self.past.pop_if(|last| is_repeat(last)) {
            // The gesture has restored its initial state, so its step is removed.
            Some(last) if between(&last.document).is_none() => {}
            Some(last) => {
                let change = between(&last.document).unwrap_or(change);
                self.push(change, last.document, now);
            }
            None => self.push(change, before, now),
        }
        self.trim();
        true
    }

    fn trim(&mut self) {
        let surplus = self.past.len().saturating_sub(MAX_STEPS);
        if let Some(last) = self.past.drain(..surplus).next_back() {
            self.notes.retain(|(after, _)| *after >= last.state);
        }
    }

    /// Adds a step of the application's. Other edits since the last step, such as a drag, remain part of the next one.
    pub(crate) fn record(
        &mut self,
        change: impl Into<Change>,
        document: &mut Document,
        edit: impl Fn(&mut Document),
    ) {
        let before = self.committed.clone();
        self.apply(document, edit);
        self.future.clear();
        self.push(change.into(), before, f64::NEG_INFINITY);
        self.trim();
    }

    /// Adds an edit that is not the user's to the previous step. Edits since then, such as a drag, remain in the next.
    pub(super) fn apply(&mut self, document: &mut Document, edit: impl Fn(&mut Document)) {
        edit(document);
        edit(&mut self.committed);
    }

    /// Makes an edit part of the step that led to the cell's state: applies it to the committed document, and to
    /// earlier and later ones as long as `is_affected` returns true.
    pub(super) fn amend(
        &mut self,
        id: CellId,
        is_affected: impl Fn(&Cell) -> bool,
        edit: impl Fn(&mut Cell),
    ) {
        let affected = |document: &'_ mut Document| {
            let cell = document.cell_mut(id).filter(|cell| is_affected(cell));
            cell.map(&edit).is_some()
        };
        let past = self.past.iter_mut().rev().map(|step| &mut step.document);
        let _ = std::iter::once(&mut self.committed).chain(past).all(affected);
        let future = self.future.iter_mut().rev();
        let _ = future.map(|step| &mut step.document).all(affected);
    }

    /// Adds a note after the last step that is not undone.
    pub(crate) fn note(&mut self, text: String) {
        self.notes.push((self.position(), text));
        let surplus = self.notes.len().saturating_sub(MAX_STEPS);
        self.notes.drain(..surplus);
    }

    /// Returns the notes directly after the first `steps` steps.
    pub(crate) fn notes_after(&self, steps: usize) -> impl Iterator<Item = &str> {
        let states = self.states_after(steps);
        let notes = self.notes.iter().filter(move |(after, _)| states.contains(after));
        notes.map(|(_, text)| text.as_str())
    }

    /// Returns the state after the last step that is not undone.
    pub(crate) fn position(&self) -> StateId {
        self.past.last().map_or(StateId::OPENED, |step| step.state)
    }

    /// Returns the states after `steps` steps until the next one. Those of removed steps come before the first.
    pub(crate) fn states_after(&self, steps: usize) -> Range<StateId> {
        let start = steps.checked_sub(1).and_then(|last| self.states().nth(last));
        let end = self.states().nth(steps);
        start.unwrap_or(StateId::OPENED)..end.unwrap_or(StateId::END)
    }

    /// Names the next step, which is not merged with the previous one.
    pub(crate) fn set_change(&mut self, change: Change) {
        self.pending_change = Some(change);
    }

    /// Returns the change of the last step that is not undone.
    pub(super) fn last_change(&self) -> Option<&Change> {
        self.past.last().map(|step| &step.change)
    }

    /// Edits since the last step cannot be undone.
    pub(crate) fn rebase(&mut self, document: &Document) {
        self.committed = document.clone();
    }

    /// Returns the change that [`Self::redo`] or [`Self::undo`] would return.
    pub(super) fn next_change(&self, redo: bool) -> Option<&Change> {
        let steps = if redo { &self.future } else { &self.past };
        steps.last().map(|step| &step.change)
    }

    /// Returns the change; `None` if there is no step.
    pub(crate) fn undo(&mut self, document: &mut Document) -> Option<Change> {
        let step = self.past.pop()?;
        let change = swap(step, document, &mut self.committed, &mut self.future);
        self.show_last_state();
        Some(change)
    }

    /// Returns the change; `None` if no step was undone.
    pub(crate) fn redo(&mut self, document: &mut Document) -> Option<Change> {
        let step = self.future.pop()?;
        let change = swap(step, document, &mut self.committed, &mut self.past);
        self.show_last_state();
        Some(change)
    }

    fn show_last_state(&mut self) {
        self.thumbnails.current = self.position();
    }

    /// Returns the state after each of [`Self::steps`].
    pub(crate) fn states(&self) -> impl Iterator<Item = StateId> {
        self.past.iter().chain(self.future.iter().rev()).map(|step| step.state)
    }

    /// Returns the oldest first, and the number of steps that are not undone.
    pub(crate) fn steps(&self) -> (Vec<String>, usize) {
        let past = self.past.iter();
        let steps = past.chain(self.future.iter().rev());
        let labels = steps.map(|step| step.change.to_string()).collect();
        (labels, self.past.len())
    }
}

/// Replaces `document` by that of `step`, and adds the reverse step to `pile`.
fn swap(
    step: Step,
    document: &mut Document,
    committed: &mut Document,
    pile: &mut Vec<Step>,
) -> Change {
    let change = step.change.clone();
    let shown = step.document.clone();
    let shown = match change {
        Change::Restore(_) => shown,
        _ => shown.with_navigation_of(document),
    };
    let before = std::mem::replace(document, shown);
    committed.clone_from(document);
    pile.push(Step { document: before, at: f64::NEG_INFINITY, ..step });
    change
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(history: &mut History, document: &Document, now: f64) {
        history.navigate(document);
        history.commit(document, now, |_| None);
    }

    fn exaggerate(document: &mut Document, exaggeration: f64) {
        document.edit().shared_view.shading.exaggeration = exaggeration;
    }

    #[test]
    fn steps_are_undone_and_redone() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        let first = document.clone();
        document.duplicate(document.selected);
        commit(&mut history, &document, 1.0);
        let second = document.clone();
        exaggerate(&mut document, 2.0);
        commit(&mut history, &document, 2.0);
        exaggerate(&mut document, 3.0);
        commit(&mut history, &document, 2.1);
        let labels = ["add a cell", "exaggeration 3"].map(str::to_owned).to_vec();
        assert_eq!(history.steps(), (labels, 2));
        history.undo(&mut document);
        assert_eq!(document, second, "notches of the wheel are one step");
        commit(&mut history, &document, 3.0);
        history.undo(&mut document);
        assert_eq!(document, first);
        assert_eq!(history.undo(&mut document), None);
        assert_eq!(history.redo(&mut document), Some(Change::AddCell));
        assert_eq!((document.clone(), history.steps().1), (second, 1));
        exaggerate(&mut document, 4.0);
        commit(&mut history, &document, 4.0);
        assert_eq!(history.redo(&mut document), None, "an edit removes undone steps");
    }

    #[test]
    fn oldest_steps_and_their_notes_are_dropped() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        let mut after_note = StateId::OPENED;
        for step in 0..MAX_STEPS + 3 {
            history.record(Change::AddCell, &mut document, |document| {
                document.edit().cells[0].name = step.to_string();
            });
            match step {
                1 => history.note("early".to_owned()),
                5 => after_note = history.position(),
                _ => {}
            }
        }
        let (labels, past) = history.steps();
        assert_eq!((labels.len(), past), (MAX_STEPS, MAX_STEPS));
        assert_eq!((0..=past).flat_map(|step| history.notes_after(step)).count(), 0);
        let place = (0..=past).position(|steps| history.states_after(steps).contains(&after_note));
        assert_eq!(place, Some(3), "what comes after a step keeps its place");
        while history.undo(&mut document).is_some() {}
        assert_eq!(document.cells[0].name, "2", "the state before the oldest step");
    }

    #[test]
    fn what_came_after_undone_steps_comes_before_the_next_one() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        let mut step = |history: &mut History, number: usize| {
            history.record(Change::AddCell, &mut document, |document| {
                document.edit().cells[0].name = number.to_string();
            });
            if number == 3 {
                history.note("after three steps".to_owned());
                history.undo(&mut Document::default());
                history.undo(&mut Document::default());
            }
        };
        (1..=4).for_each(|number| step(&mut history, number));
        assert_eq!(history.steps().1, 2);
        assert_eq!([0, 1, 2].map(|steps| history.notes_after(steps).count()), [0, 1, 0]);
    }

    #[test]
    fn gesture_that_returns_to_its_start_is_no_step() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        for (now, exaggeration) in [(1.0, 2.0), (1.1, 1.0)] {
            exaggerate(&mut document, exaggeration);
            commit(&mut history, &document, now);
        }
        assert_eq!(history.steps(), (Vec::new(), 0));
    }

    #[test]
    fn linking_a_control_is_named_before_its_changed_values() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        document.edit().linked_controls.insert("gain".to_owned());
        document.edit().cells[0].name = "other change".to_owned();
        commit(&mut history, &document, 1.0);
        document.edit().excluded_controls.insert("warp".to_owned());
        commit(&mut history, &document, 2.0);
        document.edit().linked_controls.clear();
        commit(&mut history, &document, 3.0);
        document.edit().excluded_controls.clear();
        commit(&mut history, &document, 4.0);
        let (labels, _) = history.steps();
        let added = ["link gain", "exclude warp from randomize"];
        let removed = ["unlink gain", "include warp in randomize"];
        assert_eq!(labels, [added, removed].concat());
    }

    #[test]
    fn selecting_a_cell_is_no_step() {
        let mut document = Document::default();
        document.duplicate(document.selected);
        let mut history = History::new(document.clone());
        document.select(document.cells[0].id);
        commit(&mut history, &document, 1.0);
        assert_eq!(history.steps().1, 0);
    }
}
