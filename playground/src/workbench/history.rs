//! Undo and redo: documents as they were, and what was done to them in words.

use std::collections::BTreeSet;

use noise_playground::control::{Control, Values};
use noise_playground::generator::Generator;

use super::document::{Arrangement, Cell, Document, Look, Target};

/// What was done, and what there was before or after it.
#[derive(Clone, Debug)]
struct Step {
    label: String,
    document: Document,
    /// When it was last added to, in seconds of the window's clock.
    at: f64,
}

/// The steps that can be taken back, and those that were.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The document as it was when the last step ended.
    settled: Document,
    past: Vec<Step>,
    future: Vec<Step>,
    /// What the step under way is called, where that says more than what changed.
    named: Option<String>,
}

/// Steps that are kept.
const MOST_STEPS: usize = 500;

/// Turns of a wheel that follow each other within so many seconds are one step.
const PAUSE: f64 = 0.8;

impl History {
    /// Nothing has been done to a document yet.
    pub(crate) fn new(document: Document) -> Self {
        Self {
            settled: document,
            past: Vec::new(),
            future: Vec::new(),
            named: None,
        }
    }

    /// Notes what was done since the last call. To be called when no drag and no typing is under way, so
    /// that those are one step. `generators` gives a cell's generator, for names.
    pub(crate) fn settle<'a>(
        &mut self,
        document: &Document,
        now: f64,
        generator: impl Fn(&Cell) -> Option<&'a Generator>,
    ) {
        // What is selected is no work that could be lost.
        if self.settled.cell(document.selected).is_some() {
            self.settled.selected = document.selected;
        }
        let named = self.named.take();
        if self.settled == *document {
            return;
        }
        let label = match &named {
            Some(name) => name.clone(),
            None => describe(&self.settled, document, &generator),
        };
        let goes_on =
            |last: &Step| named.is_none() && now - last.at < PAUSE && is_turn(&last.label, &label);
        let before = std::mem::replace(&mut self.settled, document.clone());
        self.future.clear();
        match self.past.last_mut() {
            Some(last) if goes_on(last) => {
                last.label = describe(&last.document, document, &generator);
                last.at = now;
            }
            _ => self.past.push(Step {
                label,
                document: before,
                at: now,
            }),
        }
        let surplus = self.past.len().saturating_sub(MOST_STEPS);
        self.past.drain(..surplus);
    }

    /// Says what the step under way is called. It is a step of its own, however soon the next follows.
    pub(crate) fn name_step(&mut self, label: String) {
        self.named = Some(label);
    }

    /// Takes a document as it is for one that nobody has done anything to.
    pub(crate) fn absorb(&mut self, document: &Document) {
        self.settled = document.clone();
    }

    /// Takes looks that followed from what was chosen as part of the step before.
    pub(crate) fn absorb_looks(&mut self, document: &Document) {
        self.settled.look = document.look;
        for cell in &mut self.settled.cells {
            if let Some(now) = document.cell(cell.id) {
                (cell.fresh, cell.own_look) = (now.fresh, now.own_look);
            }
        }
    }

    /// Takes back the last step. Gives its label.
    pub(crate) fn undo(&mut self, document: &mut Document) -> Option<String> {
        let step = self.past.pop()?;
        Some(exchange(
            step,
            document,
            &mut self.settled,
            &mut self.future,
        ))
    }

    /// Does again what was taken back last. Gives its label.
    pub(crate) fn redo(&mut self, document: &mut Document) -> Option<String> {
        let step = self.future.pop()?;
        Some(exchange(step, document, &mut self.settled, &mut self.past))
    }

    /// The steps in the order they were done, and how many of them are in force.
    pub(crate) fn steps(&self) -> (Vec<&str>, usize) {
        let past = self.past.iter();
        let steps = past.chain(self.future.iter().rev());
        let labels = steps.map(|step| step.label.as_str()).collect();
        (labels, self.past.len())
    }
}

/// Whether two steps are turns of a wheel, or of keys, over the same thing: the place, or one control.
fn is_turn(before: &str, after: &str) -> bool {
    let is_place = |label: &str| matches!(label, "pan" | "zoom");
    let control = |label: &str| {
        let (before_arrow, _) = label.split_once(" \u{2192} ")?;
        Some(before_arrow.rsplit_once(' ')?.0.to_owned())
    };
    let same_control = control(before).is_some() && control(before) == control(after);
    same_control || (is_place(before) && before == after)
}

/// Puts a step's document in force, and the one that was on the other pile.
fn exchange(
    step: Step,
    document: &mut Document,
    settled: &mut Document,
    pile: &mut Vec<Step>,
) -> String {
    let Step {
        label,
        document: other,
        ..
    } = step;
    let before = std::mem::replace(document, other);
    settled.clone_from(document);
    pile.push(Step {
        label: label.clone(),
        document: before,
        at: f64::NEG_INFINITY,
    });
    label
}

/// What changed between two documents, in a few words.
fn describe<'a>(
    before: &Document,
    after: &Document,
    generator: impl Fn(&Cell) -> Option<&'a Generator>,
) -> String {
    let (was, is) = (before.cells.len(), after.cells.len());
    if is != was {
        return if is > was {
            "add a cell"
        } else {
            "close a cell"
        }
        .to_owned();
    }
    // A control that is locked takes the selected cell's value along.
    if let Some((name, is_locked)) = put_or_taken(&before.locked, &after.locked) {
        let verb = if is_locked { "lock" } else { "unlock" };
        return format!("{verb} {name}");
    }
    let changed: Vec<(&Cell, &Cell)> = before
        .cells
        .iter()
        .zip(&after.cells)
        .filter(|(before, after)| before != after)
        .collect();
    let Some((before_cell, after_cell)) = changed.first() else {
        return describe_shared(before, after);
    };
    if before_cell.id != after_cell.id {
        return "move a cell".to_owned();
    }
    if before_cell.target != after_cell.target {
        return describe_target(before_cell.target.as_ref(), after_cell.target.as_ref());
    }
    if before_cell.name != after_cell.name {
        return format!("name {:?}", after_cell.name);
    }
    if before_cell.values != after_cell.values {
        let named = generator(after_cell).and_then(|generator| {
            let values = |cell: &Cell| cell.values.get(&generator.address).cloned();
            let (before, after) = (values(before_cell), values(after_cell));
            let none = Values::default();
            let of = |values: &Option<Values>| values.clone().unwrap_or_else(|| none.clone());
            let words = differences(&generator.controls, &of(&before), &of(&after));
            summary(&words)
        });
        return named.unwrap_or_else(|| "values".to_owned());
    }
    match (&before_cell.own_look, &after_cell.own_look) {
        (Some(before), Some(after)) => describe_look(before, after),
        (None, _) => "unlink the view".to_owned(),
        (_, None) => "link the view".to_owned(),
    }
}

fn describe_target(before: Option<&Target>, after: Option<&Target>) -> String {
    match (before, after) {
        (Some(before), Some(after)) if before.address() == after.address() => match after {
            Target::Pinned(_) => "keep the text".to_owned(),
            Target::Live(_) => "follow the file".to_owned(),
        },
        (_, Some(after)) => format!("show {}", after.address()),
        (_, None) => String::new(),
    }
}

fn describe_shared(before: &Document, after: &Document) -> String {
    if before.look != after.look {
        describe_look(&before.look, &after.look)
    } else if let Some((name, is_kept)) = put_or_taken(&before.kept, &after.kept) {
        if is_kept {
            format!("keep {name} from chance")
        } else {
            format!("leave {name} to chance")
        }
    } else {
        describe_arrangement(after.arrangement).to_owned()
    }
}

/// The first name that only one of two sets has, and whether that is the later one.
fn put_or_taken<'a>(
    before: &'a BTreeSet<String>,
    after: &'a BTreeSet<String>,
) -> Option<(&'a String, bool)> {
    let name = before.symmetric_difference(after).next()?;
    Some((name, after.contains(name)))
}

fn describe_arrangement(arrangement: Arrangement) -> &'static str {
    match arrangement {
        Arrangement::Grid => "show all cells",
        Arrangement::Enlarged => "enlarge a cell",
        Arrangement::Wipe => "wipe",
        Arrangement::Blink => "blink",
        Arrangement::Difference => "difference",
    }
}

fn describe_look(before: &Look, after: &Look) -> String {
    let (was, is) = (&before.view, &after.view);
    if was.mode != is.mode {
        format!("view {}", is.mode.name())
    } else if was != is {
        "light and palette".to_owned()
    } else if before.z != after.z {
        "z".to_owned()
    } else if before.span != after.span {
        "zoom".to_owned()
    } else {
        "pan".to_owned()
    }
}

/// What differs between two sets of values, a control each: `warp 0.15 → 0.3`.
pub(crate) fn differences(controls: &[Control], before: &Values, after: &Values) -> Vec<String> {
    let differing = controls
        .iter()
        .filter(|control| before.get(control) != after.get(control));
    let words = differing.map(|control| {
        let (was, is) = (before.get(control), after.get(control));
        change(control, [control.write(was), control.write(is)])
    });
    words.collect()
}

/// What a control was and is, in a few words: long values are not written.
pub(super) fn change(control: &Control, [was, is]: [String; 2]) -> String {
    let label = &control.label;
    match was.len().max(is.len()) {
        0..=24 => format!("{label} {was} \u{2192} {is}"),
        _ => label.clone(),
    }
}

fn summary(words: &[String]) -> Option<String> {
    match words {
        [] => None,
        [one] => Some(one.clone()),
        [first, rest @ ..] => Some(format!("{first} and {} more", rest.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settle(history: &mut History, document: &Document, now: f64) {
        history.settle(document, now, |_| None);
    }

    #[test]
    fn steps_are_taken_back_and_done_again() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        let first = document.clone();
        document.duplicate(document.selected);
        settle(&mut history, &document, 1.0);
        let second = document.clone();
        document.look.center[0] = 1.0;
        settle(&mut history, &document, 2.0);
        document.look.center[0] = 2.0;
        settle(&mut history, &document, 2.1);
        assert_eq!(history.steps(), (vec!["add a cell", "pan"], 2));
        assert_eq!(history.undo(&mut document).as_deref(), Some("pan"));
        assert_eq!(document, second, "turns of the wheel are one step");
        settle(&mut history, &document, 3.0);
        history.undo(&mut document);
        assert_eq!(document, first);
        assert_eq!(history.undo(&mut document), None);
        assert_eq!(history.redo(&mut document).as_deref(), Some("add a cell"));
        assert_eq!((document.clone(), history.steps().1), (second, 1));
        document.look.span = 1.0;
        settle(&mut history, &document, 4.0);
        assert_eq!(history.redo(&mut document), None, "what was undone is gone");
    }

    #[test]
    fn turns_of_one_thing_are_one_step_and_no_others() {
        assert!(is_turn("pan", "pan") && !is_turn("pan", "zoom"));
        assert!(is_turn("gain 0.5 \u{2192} 0.6", "gain 0.6 \u{2192} 0.7"));
        assert!(!is_turn("gain 0.5 \u{2192} 0.6", "warp 0.5 \u{2192} 0.6"));
        assert!(!is_turn("add a cell", "add a cell"));
    }

    #[test]
    fn steps_say_how_the_cells_were_arranged() {
        let mut document = Document::default();
        document.duplicate(document.selected);
        let mut history = History::new(document.clone());
        for (now, arrangement) in [Arrangement::Enlarged, Arrangement::Wipe, Arrangement::Grid]
            .into_iter()
            .enumerate()
        {
            document.arrangement = arrangement;
            settle(&mut history, &document, now as f64);
        }
        let (labels, _) = history.steps();
        assert_eq!(labels, ["enlarge a cell", "wipe", "show all cells"]);
    }

    #[test]
    fn a_lock_is_named_though_values_go_with_it() {
        let mut document = Document::default();
        let mut history = History::new(document.clone());
        document.locked.insert("gain".to_owned());
        document.cells[0].name = "goes with it".to_owned();
        settle(&mut history, &document, 1.0);
        document.kept.insert("warp".to_owned());
        settle(&mut history, &document, 2.0);
        document.locked.clear();
        settle(&mut history, &document, 3.0);
        document.kept.clear();
        settle(&mut history, &document, 4.0);
        let (labels, _) = history.steps();
        let lock = ["lock gain", "keep warp from chance"];
        let unlock = ["unlock gain", "leave warp to chance"];
        assert_eq!(labels, [lock, unlock].concat());
    }

    #[test]
    fn choosing_a_cell_is_no_step() {
        let mut document = Document::default();
        document.duplicate(document.selected);
        let mut history = History::new(document.clone());
        document.selected = document.cells[0].id;
        settle(&mut history, &document, 1.0);
        assert_eq!(history.steps().1, 0);
    }
}
