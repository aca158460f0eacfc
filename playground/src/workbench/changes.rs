//! What changed between two cells, or since a text was kept: values, and the text of the files.

use noise_playground::control::{Control, Values};
use noise_playground::generator::Generator;
use noise_playground::link::Linked;
use noise_playground::source::Source;
use similar::{ChangeTag, TextDiff};

use super::history::ValueChange;
use super::{CellId, GeneratorRef, PaneId, Workbench};

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangesOf {
    /// The first cell, on the way to this one; of the first itself, on the way to the other of the pair.
    Cell(CellId),
    /// The text that a cell keeps, on the way to its file as it is now.
    File(CellId),
}

/// How something came to be something else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// What both are called.
    pub(crate) names: [String; 2],
    /// Controls whose values differ: `gain 0.6 → 0.75`.
    pub(crate) values: Vec<String>,
    /// The files that differ, as a unified diff has them.
    pub(crate) lines: Vec<DiffLine>,
    /// Why the second is not known, if it is not.
    pub(crate) unknown: Option<&'static str>,
}

/// A line of a unified diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiffLine {
    pub(crate) kind: LineKind,
    /// Without what marks its kind.
    pub(crate) text: String,
}

/// What a line of a unified diff says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// The file that the lines below are from.
    File,
    /// Where in it they stand.
    Hunk,
    /// Both have it.
    Context,
    /// Only the first has it.
    Removed,
    /// Only the second has it.
    Added,
}

/// Equal lines that are shown around a change.
const CONTEXT: usize = 3;

impl Workbench {
    /// What is known of changes, while what they are of is there.
    pub(crate) fn changes(&self, changed: ChangesOf) -> Option<Changes> {
        match changed {
            ChangesOf::Cell(cell) => self.changes_between(cell),
            ChangesOf::File(cell) => self.changes_of_file(cell),
        }
    }

    /// The changes that a person means who has this cell in mind: from the first cell to it, of one cell alone those
    /// of its file since its text was kept.
    pub(crate) fn changed(&self, cell: CellId) -> Option<ChangesOf> {
        match self.document.cells.len() {
            1 => self.kept_file(cell).map(|_| ChangesOf::File(cell)),
            _ => Some(ChangesOf::Cell(cell)),
        }
    }

    /// The generator that a pinned cell would follow if it were not.
    pub(crate) fn kept_file(&self, cell: CellId) -> Option<GeneratorRef> {
        match self.document.cell(cell)?.target.as_ref()? {
            GeneratorRef::Pinned(version) => Some(GeneratorRef::Live(version.address.clone())),
            GeneratorRef::Live(_) => None,
        }
    }

    /// The generator that is compiled only for its changes to be shown.
    pub(super) fn compared_file(&self) -> Option<GeneratorRef> {
        match self.comparing.changes? {
            ChangesOf::File(cell) => self.kept_file(cell),
            ChangesOf::Cell(_) => None,
        }
    }

    fn changes_between(&self, cell: CellId) -> Option<Changes> {
        let [first, second] = self.document.pair()?;
        let to = if cell == first { second } else { cell };
        let cells = [first, to];
        let [one, other] = cells.map(|cell| self.setup(PaneId::Cell(cell)));
        let (one, other) = (one?, other?);
        let [from_text, to_text] =
            cells.map(|cell| self.shown_in(cell).map(|(_, run)| &run.linked));
        Some(Changes {
            names: cells.map(|cell| self.numbered_name(cell)),
            values: changed_values(
                (&one.generator, &one.values),
                (&other.generator, &other.values),
            ),
            lines: diff(from_text?, to_text?),
            unknown: None,
        })
    }

    fn changes_of_file(&self, cell: CellId) -> Option<Changes> {
        let live = self.kept_file(cell)?;
        let kept = self.setup(PaneId::Cell(cell))?;
        let (_, text) = self.shown_in(cell)?;
        let changes = Changes {
            names: [
                format!("{}, as kept,", self.name(cell)),
                "its file now".into(),
            ],
            ..Changes::default()
        };
        let Some(now) = self.compiled.get(&live) else {
            let is_wrong = self.folder.stale.contains(&live);
            return Some(Changes {
                unknown: Some(if is_wrong {
                    "The file as it is now does not compile, or is not there"
                } else {
                    "The file is being compiled \u{2026}"
                }),
                ..changes
            });
        };
        Some(Changes {
            values: changed_values(
                (&kept.generator, &kept.values),
                (&now.generator, &kept.values),
            ),
            lines: diff(&text.linked, &now.linked),
            ..changes
        })
    }

    /// What a cell is called, behind its place among the others: cells may have the same name.
    fn numbered_name(&self, id: CellId) -> String {
        let mut cells = self.document.cells.iter();
        let place = cells.position(|cell| cell.id == id).unwrap_or_default() + 1;
        format!("{place} {}", self.name(id))
    }
}

/// The controls that both have, and whose values differ: one that nobody set has the default of its own text.
fn changed_values(
    (from, before): (&Generator, &Values),
    (to, after): (&Generator, &Values),
) -> Vec<String> {
    let changed = to.controls.iter().filter_map(|control| {
        let is_same = |other: &&Control| other.name == control.name && other.ty == control.ty;
        let other = from.controls.iter().find(is_same)?;
        let (was, is) = (before.get(other), after.get(control));
        let text = || ValueChange::new(control, [other.write(was), control.write(is)]).to_string();
        (was != is).then(text)
    });
    changed.collect()
}

impl Changes {
    /// All of it, as `diff -u` would write it, below the values.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for value in &self.values {
            text += &format!("{value}\n");
        }
        for line in &self.lines {
            text += &format!("{}{}\n", line.kind.mark(), line.text);
        }
        text
    }
}

impl LineKind {
    /// What a line of it begins with.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Self::File | Self::Hunk => "",
            Self::Context => " ",
            Self::Removed => "-",
            Self::Added => "+",
        }
    }
}

/// The files that differ between two generators: their own, then what they import.
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

/// Adds what differs between two files, either of which may be missing.
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
        lines.push(DiffLine {
            kind: LineKind::File,
            text: format!("{mark} {}", name(source)),
        });
    }
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        lines.push(DiffLine {
            kind: LineKind::Hunk,
            text: hunk.header().to_string(),
        });
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
