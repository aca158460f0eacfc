//! What changed between two cells: values, and the text of their files.

use noise_playground::link::Linked;
use noise_playground::source::Source;
use similar::{ChangeTag, TextDiff};

use super::history::differences;
use super::{CellId, PaneKey, Workbench};

/// How a cell came to be another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// What both are called.
    pub(crate) names: [String; 2],
    /// Controls whose values differ: `gain 0.6 → 0.75`.
    pub(crate) values: Vec<String>,
    /// The files that differ, as a unified diff has them.
    pub(crate) lines: Vec<Line>,
}

/// A line of a unified diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
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
    Place,
    /// Both have it.
    Kept,
    /// Only the first has it.
    Removed,
    /// Only the second has it.
    Added,
}

/// Equal lines that are shown around a change.
const CONTEXT: usize = 3;

impl Workbench {
    /// From the first cell to another; from the first itself to the other of the pair.
    pub(crate) fn changes(&self, cell: CellId) -> Option<Changes> {
        let [first, second] = self.document.pair()?;
        let to = if cell == first { second } else { cell };
        let cells = [first, to];
        let [one, other] = cells.map(|cell| self.setup(PaneKey::Cell(cell)));
        let (one, other) = (one?, other?);
        let [from_text, to_text] =
            cells.map(|cell| self.shown_in(cell).map(|(_, run)| &run.linked));
        Some(Changes {
            names: cells.map(|cell| self.numbered_name(cell)),
            values: differences(&other.generator.controls, &one.values, &other.values),
            lines: diff(from_text?, to_text?),
        })
    }
}

impl Workbench {
    /// What a cell is called, behind its place among the others: cells may have the same name.
    fn numbered_name(&self, id: CellId) -> String {
        let mut cells = self.document.cells.iter();
        let place = cells.position(|cell| cell.id == id).unwrap_or_default() + 1;
        format!("{place} {}", self.name(id))
    }
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
            Self::File | Self::Place => "",
            Self::Kept => " ",
            Self::Removed => "-",
            Self::Added => "+",
        }
    }
}

/// The files that differ between two generators: their own, then what they import.
fn diff(from: &Linked, to: &Linked) -> Vec<Line> {
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
fn add(lines: &mut Vec<Line>, before: Option<&Source>, after: Option<&Source>) {
    let text = |source: Option<&Source>| source.map_or(String::new(), |source| source.text.clone());
    let (old, new) = (text(before), text(after));
    if old == new {
        return;
    }
    let name = |source: Option<&Source>| {
        source.map_or("nothing".to_owned(), |source| source.path.to_string())
    };
    for (mark, source) in [("---", before), ("+++", after)] {
        lines.push(Line {
            kind: LineKind::File,
            text: format!("{mark} {}", name(source)),
        });
    }
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        lines.push(Line {
            kind: LineKind::Place,
            text: hunk.header().to_string(),
        });
        lines.extend(hunk.iter_changes().map(|change| Line {
            kind: match change.tag() {
                ChangeTag::Equal => LineKind::Kept,
                ChangeTag::Delete => LineKind::Removed,
                ChangeTag::Insert => LineKind::Added,
            },
            text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
        }));
    }
}
