//! Changes of values and source text between two cells, or since a cell was pinned.

use std::sync::Arc;

use noise_playground::source::Source;
use noise_playground::source::link::Linked;
use similar::{ChangeTag, TextDiff};

use super::derived::{ByAddress, Derived};
use super::history::ValueChange;
use super::{CellId, GeneratorRef, PaneId, Panel, Workbench};

/// What the panel of changes compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangesOf {
    /// The reference with this cell; for the reference itself, with the other cell of the pair.
    Cell(CellId),
    /// The pinned source text with the current text of the file.
    File(CellId),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) names: [String; 2],
    pub(crate) values: Vec<ValueChange>,
    pub(crate) lines: Arc<[DiffLine]>,
    /// Why the second cell or version is not available.
    pub(crate) unknown: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiffLine {
    pub(crate) kind: LineKind,
    /// Without `+`, `-` or space at its start.
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    File,
    /// Start of a group of changed lines, with line numbers of both versions.
    Hunk,
    Context,
    Removed,
    Added,
}

pub(super) type DerivedDiff = Derived<[ByAddress<Linked>; 2], Arc<[DiffLine]>>;

/// Unchanged lines before and after a change.
const CONTEXT: usize = 3;

impl Workbench {
    /// Returns `None` if one of the cells does not exist or shows nothing.
    pub(crate) fn changes(&self, of: ChangesOf) -> Option<Changes> {
        match of {
            ChangesOf::Cell(cell) => self.changes_between(cell),
            ChangesOf::File(cell) => self.changes_of_file(cell),
        }
    }

    /// Compares with the reference or, for a single pinned cell, with its file.
    pub(crate) fn changes_to_show(&self, cell: CellId) -> Option<ChangesOf> {
        match self.document.cells.len() {
            1 => self.unpinned_ref(cell).map(|_| ChangesOf::File(cell)),
            _ => Some(ChangesOf::Cell(cell)),
        }
    }

    /// Returns the generator that a pinned cell would show if it followed its file.
    pub(crate) fn unpinned_ref(&self, cell: CellId) -> Option<GeneratorRef> {
        let target = self.document.cell(cell)?.target.as_ref()?;
        let address = target.snapshot()?.address.clone();
        Some(GeneratorRef::live(address).with_output_of(target))
    }

    /// Returns what the open panel of changes compares; `None` while it is closed.
    pub(crate) fn shown_changes(&self) -> Option<ChangesOf> {
        let chosen = self.comparison.changes;
        let is_open = self.chrome.is_open(Panel::CHANGES);
        let changes = chosen.or_else(|| self.changes_to_show(self.document.selected));
        changes.filter(|_| is_open)
    }

    /// Returns the generator that is compiled only for the panel of changes: the current text of a pinned cell's file.
    pub(super) fn compared_file(&self) -> Option<GeneratorRef> {
        match self.shown_changes()? {
            ChangesOf::File(cell) => Some(self.unpinned_ref(cell)?.with_stage(None)),
            ChangesOf::Cell(_) => None,
        }
    }

    fn changes_between(&self, cell: CellId) -> Option<Changes> {
        let [reference, second] = self.document.pair()?;
        let to = if cell == reference { second } else { cell };
        let cells = [reference, to];
        let [one, other] = cells.map(|cell| self.pane_content(PaneId::Cell(cell)));
        let (one, other) = (one?, other?);
        let [from_text, to_text] =
            cells.map(|cell| self.shown_in(cell).map(|(_, compiled)| &compiled.linked));
        Some(Changes {
            names: cells.map(|cell| self.numbered_name(cell)),
            values: ValueChange::between(
                [&one.generator, &other.generator],
                [&one.values, &other.values],
            ),
            lines: self.diff(from_text?, to_text?),
            unknown: None,
        })
    }

    fn changes_of_file(&self, cell: CellId) -> Option<Changes> {
        let live = self.unpinned_ref(cell)?.with_stage(None);
        let pinned = self.pane_content(PaneId::Cell(cell))?;
        let (_, text) = self.shown_in(cell)?;
        let changes = Changes {
            names: [format!("{}, as pinned,", self.name(cell)), "its file now".into()],
            ..Changes::default()
        };
        let Some(now) = self.compiled.get(&live) else {
            let is_stale = self.folder.stale.contains(&live);
            return Some(Changes {
                unknown: Some(if is_stale {
                    "The current file does not compile or is missing"
                } else {
                    "The file is being compiled \u{2026}"
                }),
                ..changes
            });
        };
        Some(Changes {
            values: ValueChange::between([&pinned.generator, &now.generator], [&pinned.values; 2]),
            lines: self.diff(&text.linked, &now.linked),
            ..changes
        })
    }

    fn diff(&self, from: &Arc<Linked>, to: &Arc<Linked>) -> Arc<[DiffLine]> {
        let inputs = [from, to].map(|text| ByAddress(Arc::clone(text)));
        self.derived.diff.get(inputs, || diff(from, to).into())
    }

    /// Returns number, from 1, and name: several cells may have equal names.
    fn numbered_name(&self, id: CellId) -> String {
        let mut cells = self.document.cells.iter();
        let number = cells.position(|cell| cell.id == id).unwrap_or_default() + 1;
        format!("{number} {}", self.name(id))
    }
}

impl Changes {
    /// Returns changed values, then changed files in the format of `diff -u`.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for value in &self.values {
            text += &format!("{value}\n");
        }
        for line in &*self.lines {
            text += &format!("{}{}\n", line.kind.mark(), line.text);
        }
        text
    }
}

impl LineKind {
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Self::File | Self::Hunk => "",
            Self::Context => " ",
            Self::Removed => "-",
            Self::Added => "+",
        }
    }
}

/// Lists first the files that declare the generators, then imported files.
fn diff(from: &Linked, to: &Linked) -> Vec<DiffLine> {
    let (Some((from_own, from_others)), Some((to_own, to_others))) =
        (from.sources.split_first(), to.sources.split_first())
    else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    add(&mut lines, Some(from_own), Some(to_own));
    for other in to_others {
        let before = from_others.iter().find(|before| before.path == other.path);
        add(&mut lines, before.map(AsRef::as_ref), Some(other));
    }
    for gone in from_others {
        if !to_others.iter().any(|other| other.path == gone.path) {
            add(&mut lines, Some(gone), None);
        }
    }
    lines
}

/// Adds the changed lines of a file. A version is `None` if it does not exist.
fn add(lines: &mut Vec<DiffLine>, before: Option<&Source>, after: Option<&Source>) {
    let text = |source: Option<&Source>| source.map_or(String::new(), |source| source.text.clone());
    let (old, new) = (text(before), text(after));
    if old == new {
        return;
    }
    let name = |source: Option<&Source>| {
        source.map_or("nothing".to_owned(), |source| source.path.to_string())
    };
    for (mark, source) in [("---", before), ("+++", after)] {
        lines.push(DiffLine { kind: LineKind::File, text: format!("{mark} {}", name(source)) });
    }
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        lines.push(DiffLine { kind: LineKind::Hunk, text: hunk.header().to_string() });
        lines.extend(hunk.iter_changes().map(|change| DiffLine {
            kind: match change.tag() {
                ChangeTag::Equal => LineKind::Context,
                ChangeTag::Delete => LineKind::Removed,
                ChangeTag::Insert => LineKind::Added,
            },
            text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
        }));
    }
}
