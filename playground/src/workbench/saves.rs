//! Saves of the source text of what is shown. The history lists them; going back to one shows it beside the present.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use noise_playground::generator::Address;
use similar::{ChangeTag, TextDiff};

use super::history::StateId;
use super::preferences::Hint;
use super::{CompiledGenerator, GeneratorRef, State, Workbench};
use crate::catalog::GeneratorSnapshot;

/// For each generator, older saves are forgotten.
const MAX_SAVES: usize = 32;
const MAX_BYTES: usize = 4 << 20;

/// Maximum characters of a changed line in the list.
const MAX_LINE_CHARS: usize = 40;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Save {
    /// Text after the save.
    pub(crate) snapshot: Arc<GeneratorSnapshot>,
    pub(crate) summary: String,
    /// State that the step of the history before it led to.
    pub(crate) after: StateId,
    /// State of its thumbnail.
    pub(crate) state: StateId,
}

/// For each generator, from the text with which it was first shown to the newest.
#[derive(Debug, Default)]
pub(crate) struct Saves(BTreeMap<Address, Vec<Save>>);

impl Saves {
    /// Returns a generator's saves after steps that led to these states, oldest first; none of a text never changed.
    pub(crate) fn after<'a>(
        &'a self,
        address: &Address,
        states: Range<StateId>,
    ) -> impl DoubleEndedIterator<Item = &'a Save> {
        let saves = self.0.get(address).filter(|saves| saves.len() > 1);
        saves.into_iter().flatten().filter(move |save| states.contains(&save.after))
    }

    /// Returns true if the text differs from the one before. `next_state` is called then.
    fn add(
        &mut self,
        snapshot: GeneratorSnapshot,
        after: StateId,
        first_state: StateId,
        next_state: impl FnOnce() -> StateId,
    ) -> bool {
        let saves = self.0.entry(snapshot.address.clone()).or_default();
        let last = saves.last().map(|save| Arc::clone(&save.snapshot));
        if last.as_ref().is_some_and(|last| last.texts == snapshot.texts) {
            return false;
        }
        let summary = match &last {
            Some(last) => summary(last, &snapshot),
            None => format!("{} as opened", snapshot.address.file),
        };
        let state = if last.is_some() { next_state() } else { first_state };
        saves.push(Save { snapshot: Arc::new(snapshot), summary, after, state });
        let bytes = |saves: &[Save]| -> usize {
            let texts = saves.iter().flat_map(|save| &save.snapshot.texts);
            texts.map(|(_, text)| text.len()).sum()
        };
        while saves.len() > MAX_SAVES || (saves.len() > 1 && bytes(saves) > MAX_BYTES) {
            saves.remove(0);
        }
        last.is_some()
    }
}

/// Names the first file with a change, the number of its new and old lines, and the first one: `hills.wgsl +1 −1: …`.
fn summary(before: &GeneratorSnapshot, after: &GeneratorSnapshot) -> String {
    let old = |path| before.texts.iter().find(|(other, _)| other == path).map(|(_, text)| text);
    let changed = after.texts.iter().find(|(path, text)| old(path) != Some(text));
    let Some((path, text)) = changed else {
        return format!("saved {}", after.address.file);
    };
    let old = old(path).map_or("", String::as_str);
    let diff = TextDiff::from_lines(old, text.as_str());
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    let [added, removed] = [ChangeTag::Insert, ChangeTag::Delete].map(count);
    let mut lines = diff.iter_all_changes().filter(|change| change.tag() == ChangeTag::Insert);
    let mut lines = lines.by_ref().map(|change| change.value().trim().to_owned());
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let first: String = first.chars().take(MAX_LINE_CHARS).collect();
    let name = path.as_str().rsplit('/').next().unwrap_or_default();
    format!("saved {name} +{added} \u{2212}{removed}  {first}")
}

impl Workbench {
    /// Adds the text of a newly compiled generator if it was saved.
    pub(super) fn add_save(&mut self, target: &GeneratorRef, compiled: &CompiledGenerator) {
        let is_result =
            target.stage().is_none() && !target.is_tapped() && target.normals().is_none();
        let Some(address) = target.live_address().filter(|_| is_result) else {
            return;
        };
        let snapshot = GeneratorSnapshot::new(address, &compiled.generator);
        if snapshot.is_unsaved {
            return;
        }
        let after = self.history.position();
        let State { history, saves, chrome, .. } = &mut self.0;
        let first = history.thumbnails.current;
        if saves.add(snapshot, after, first, || history.thumbnails.next_state()) {
            chrome.finish_hint(Hint::Save);
        }
    }

    /// Shows the text of a save in a cell beside the selected one, or selects the cell that shows it already.
    pub(crate) fn show_save(&mut self, snapshot: Arc<GeneratorSnapshot>) {
        let target = GeneratorRef::pinned(snapshot);
        let shows = |cell: &&super::Cell| cell.target.as_ref() == Some(&target);
        if let Some(cell) = self.document.cells.iter().find(shows) {
            let id = cell.id;
            return self.0.document.select(id);
        }
        if self.document.is_full() {
            return self.notify("no further cell fits".to_owned());
        }
        self.0.document.duplicate(self.document.selected);
        self.0.document.selected_mut().target = Some(target);
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::source::ModulePath;

    use super::*;

    fn snapshot(text: &str) -> GeneratorSnapshot {
        let file = ModulePath::new("hills.wgsl");
        let address = Address { file: file.clone(), function: "hills".to_owned() };
        GeneratorSnapshot { address, texts: vec![(file, text.to_owned())], is_unsaved: false }
    }

    fn add(saves: &mut Saves, snapshot: GeneratorSnapshot, after: u64) -> bool {
        saves.add(snapshot, StateId(after), StateId::OPENED, StateId::default)
    }

    #[test]
    fn saves_say_what_changed_and_are_bounded() {
        let mut saves = Saves::default();
        let address = snapshot("").address;
        let after = |saves: &Saves, step: u64| {
            let saves = saves.after(&address, StateId(step)..StateId(step + 1));
            saves.map(|save| save.summary.clone()).collect::<Vec<_>>()
        };
        assert!(!add(&mut saves, snapshot("a\nb\n"), 0));
        assert_eq!(after(&saves, 0).len(), 0, "the only text is no save");
        assert!(!add(&mut saves, snapshot("a\nb\n"), 1));
        assert!(add(&mut saves, snapshot("a\n  c\nd\n"), 1));
        assert_eq!(after(&saves, 1), ["saved hills.wgsl +2 \u{2212}1  c"]);
        for number in 0..2 * MAX_SAVES {
            add(&mut saves, snapshot(&number.to_string()), 2);
        }
        assert_eq!(after(&saves, 2).len(), MAX_SAVES);
        let long = "x".repeat(MAX_BYTES / 2 + 1);
        for end in ["1", "2", "3"] {
            add(&mut saves, snapshot(&format!("{long}{end}")), 3);
        }
        assert_eq!(saves.0[&address].len(), 1, "the newest is kept however long it is");
    }
}
