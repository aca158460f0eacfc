//! The undo history. It stores, for each undo step, the whole document and a description of the change.

mod change;

use noise_playground::generator::Generator;

use super::document::{Cell, CellId, Document};
pub(crate) use change::{Change, ValueChange};

/// An undo step: one change that can be undone. `document` is the state before the change in the list of past steps,
/// and the state after it in the list of undone steps.
#[derive(Clone, Debug)]
struct Step {
    change: Change,
    document: Document,
    /// Time of the last edit in this undo step, in seconds of egui's clock.
    at: f64,
}

/// The undo history: the steps that can be undone, and those that can be redone.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The document in the state after the last undo step that is not undone, to detect new edits.
    committed: Document,
    past: Vec<Step>,
    future: Vec<Step>,
    /// Notes in the list of the undo history that are not steps, such as a changed cost, each with the number of steps
    /// that precede it.
    notes: Vec<(usize, String)>,
    /// Description for the next undo step, if an edit has provided one; `None` to derive it from the documents before
    /// and after.
    pending_change: Option<Change>,
}

/// Maximum number of undo steps; older ones are removed.
const MAX_STEPS: usize = 500;

/// Maximum time in seconds between notches of the wheel, or presses of a key, that are merged into one undo step.
const MAX_REPEAT_SECONDS: f64 = 0.8;

impl History {
    /// Returns an undo history without steps; `document` is its current state.
    pub(crate) fn new(document: Document) -> Self {
        Self {
            committed: document,
            past: Vec::new(),
            future: Vec::new(),
            notes: Vec::new(),
            pending_change: None,
        }
    }

    /// Adds the edits of `document` since the last call as one undo step. Must be called only between drags and text
    /// edits, so that each of these is one step. `now` is the time of egui's clock in seconds; `generator` returns the
    /// generator that a cell shows. Returns true if a step was added or extended.
    pub(crate) fn commit<'a>(
        &mut self,
        document: &Document,
        now: f64,
        generator: impl Fn(&Cell) -> Option<&'a Generator>,
    ) -> bool {
        // Selecting a cell is not an undo step.
        self.committed.select(document.selected);
        let pending = self.pending_change.take();
        if self.committed == *document {
            return false;
        }
        let between = |before: &Document| Change::between(before, document, &generator);
        let change = pending.clone().or_else(|| between(&self.committed));
        let Some(change) = change else {
            // Only state changed that is not part of the undo history, such as flags.
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
            Some(last) => self.past.push(Step {
                change: between(&last.document).unwrap_or(change),
                at: now,
                ..last
            }),
            None => self.past.push(Step {
                change,
                document: before,
                at: now,
            }),
        }
        self.trim();
        true
    }

    /// Removes the oldest undo steps beyond [`MAX_STEPS`], and their notes.
    fn trim(&mut self) {
        let surplus = self.past.len().saturating_sub(MAX_STEPS);
        self.past.drain(..surplus);
        self.notes.retain_mut(|(after, _)| {
            let is_kept = *after >= surplus;
            *after = after.saturating_sub(surplus).min(self.past.len());
            is_kept
        });
    }

    /// Adds an undo step for a change that the application carried out, which edits `document` by `edit`. Other edits
    /// since the last step, such as an unfinished drag, remain part of the next one.
    pub(crate) fn record(
        &mut self,
        change: impl Into<Change>,
        document: &mut Document,
        edit: impl Fn(&mut Document),
    ) {
        let before = self.committed.clone();
        self.apply(document, edit);
        self.future.clear();
        self.past.push(Step {
            change: change.into(),
            document: before,
            at: f64::NEG_INFINITY,
        });
        self.trim();
    }

    /// Applies an edit of `document` that is not the user's, such as one that follows from a newly compiled generator,
    /// as part of the previous undo step. Other edits since that step, such as an unfinished drag, remain part of the
    /// next one.
    pub(super) fn apply(&mut self, document: &mut Document, edit: impl Fn(&mut Document)) {
        edit(document);
        edit(&mut self.committed);
    }

    /// Returns a cell in the state of the last undo step that is not undone; `None` if it did not exist then.
    pub(super) fn committed_cell(&self, id: CellId) -> Option<&Cell> {
        self.committed.cell(id)
    }

    /// Makes an edit of a cell part of the undo step that led to the cell's current state: applies `edit` to the cell
    /// in the committed document, and in earlier and later ones as long as `is_affected` returns true for it.
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
        let _ = std::iter::once(&mut self.committed)
            .chain(past)
            .all(affected);
        let future = self.future.iter_mut().rev();
        let _ = future.map(|step| &mut step.document).all(affected);
    }

    /// Adds a note (a text that is not a step) to the list of the undo history, after the last step that is not undone.
    pub(crate) fn note(&mut self, text: String) {
        self.notes.push((self.past.len(), text));
        let surplus = self.notes.len().saturating_sub(MAX_STEPS);
        self.notes.drain(..surplus);
    }

    /// Returns the notes (texts that are not steps) that the undo history lists directly after the first `steps` steps,
    /// in their order.
    pub(crate) fn notes_after(&self, steps: usize) -> impl Iterator<Item = &str> {
        let notes = self.notes.iter().filter(move |(after, _)| *after == steps);
        notes.map(|(_, text)| text.as_str())
    }

    /// Sets the description of the next undo step, which is then not merged with the previous step.
    pub(crate) fn set_change(&mut self, change: Change) {
        self.pending_change = Some(change);
    }

    /// Makes `document` the state before the next undo step, so that edits since the last step cannot be undone.
    pub(crate) fn rebase(&mut self, document: &Document) {
        self.committed = document.clone();
    }

    /// Undoes the last step in `document`, and returns its change; `None` if there is no step.
    pub(crate) fn undo(&mut self, document: &mut Document) -> Option<Change> {
        let step = self.past.pop()?;
        Some(swap(step, document, &mut self.committed, &mut self.future))
    }

    /// Redoes in `document` the step that was undone last, and returns its change; `None` if there is no such step.
    pub(crate) fn redo(&mut self, document: &mut Document) -> Option<Change> {
        let step = self.future.pop()?;
        Some(swap(step, document, &mut self.committed, &mut self.past))
    }

    /// Returns the descriptions of all undo steps, the oldest first, and the number of steps that are not undone.
    pub(crate) fn steps(&self) -> (Vec<String>, usize) {
        let past = self.past.iter();
        let steps = past.chain(self.future.iter().rev());
        let labels = steps.map(|step| step.change.to_string()).collect();
        (labels, self.past.len())
    }
}

/// Applies an undo or redo: replaces `document` by that of `step`, and adds a step with the previous document to
/// `pile`, so that this can be reverted. Returns the change of the step.
fn swap(
    step: Step,
    document: &mut Document,
    committed: &mut Document,
    pile: &mut Vec<Step>,
) -> Change {
    let change = step.change.clone();
    let before = std::mem::replace(document, step.document);
    committed.clone_from(document);
    pile.push(Step {
        change: step.change,
        document: before,
        at: f64::NEG_INFINITY,
    });
    change
}

#[cfg(test)]
mod tests {
    use super::super::document::Arrangement;
    use super::*;

    fn commit(history: &mut History, document: &Document, now: f64) {
        history.commit(document, now, |_| None);
    }

    #[test]
    fn steps_are_undone_and_redone() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        let first = document.clone();
        document.duplicate(document.selected);
        commit(&mut history, &document, 1.0);
        let second = document.clone();
        document.edit().shared_view.center[0] = 1.0;
        commit(&mut history, &document, 2.0);
        document.edit().shared_view.center[0] = 2.0;
        commit(&mut history, &document, 2.1);
        assert_eq!(
            history.steps(),
            (vec!["add a cell".to_owned(), "pan".to_owned()], 2)
        );
        assert_eq!(history.undo(&mut document), Some(Change::Pan));
        assert_eq!(document, second, "notches of the wheel are one step");
        commit(&mut history, &document, 3.0);
        history.undo(&mut document);
        assert_eq!(document, first);
        assert_eq!(history.undo(&mut document), None);
        assert_eq!(history.redo(&mut document), Some(Change::AddCell));
        assert_eq!((document.clone(), history.steps().1), (second, 1));
        document.edit().shared_view.span = 1.0;
        commit(&mut history, &document, 4.0);
        assert_eq!(
            history.redo(&mut document),
            None,
            "an edit removes undone steps"
        );
    }

    #[test]
    fn oldest_steps_and_their_notes_are_dropped() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        for step in 0..MAX_STEPS + 3 {
            history.record(Change::Pan, &mut document, |document| {
                document.edit().cells[0].name = step.to_string();
            });
            if step == 1 {
                history.note("early".to_owned());
            }
        }
        let (labels, past) = history.steps();
        assert_eq!((labels.len(), past), (MAX_STEPS, MAX_STEPS));
        assert_eq!(
            (0..=past)
                .flat_map(|step| history.notes_after(step))
                .count(),
            0
        );
        while history.undo(&mut document).is_some() {}
        assert_eq!(
            document.cells[0].name, "2",
            "the state before the oldest step"
        );
    }

    #[test]
    fn gesture_that_returns_to_its_start_is_no_step() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        for (now, x) in [(1.0, 1.0), (1.1, 0.0)] {
            document.edit().shared_view.center[0] = x;
            commit(&mut history, &document, now);
        }
        assert_eq!(history.steps(), (Vec::new(), 0));
    }

    #[test]
    fn steps_name_the_arrangement() {
        let mut document = Document::default();
        document.duplicate(document.selected);
        let mut history = History::new(document.clone());
        for (now, arrangement) in [Arrangement::Enlarged, Arrangement::Wipe, Arrangement::Grid]
            .into_iter()
            .enumerate()
        {
            document.arrange(arrangement);
            commit(&mut history, &document, now as f64);
        }
        let (labels, _) = history.steps();
        assert_eq!(labels, ["enlarge a cell", "wipe", "show all cells"]);
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
