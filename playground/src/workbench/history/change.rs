//! The kinds of changes that the undo history lists as steps.

use std::collections::BTreeSet;
use std::fmt;

use noise_playground::generator::control::{Control, Values};
use noise_playground::generator::{Address, Generator};
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::ValueRange;

use crate::workbench::document::{Cell, Document, ROWS, View};
use crate::workbench::randomize::{Randomization, Scope};
use crate::workbench::source_edit::WrittenDefault;

/// The text form is the label in the list of steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    AddCell,
    CloseCells(usize),
    MoveCell,
    RenameCell(String),
    /// Cells were replaced by captured ones, of which this is the first.
    Restore(Address),
    /// Unpinned if false.
    Pin(bool),
    /// At least one.
    Values(Vec<ValueChange>),
    Randomize(Randomization, Scope),
    Reset(Scope),
    /// A default was written into the shader file.
    WriteDefault(Box<WrittenDefault>),
    /// Name of the preset.
    ApplyPreset(String),
    /// Values of a picture of a sweep.
    ApplyVariant(String),
    /// Unlinked if false.
    LinkControl(String, bool),
    /// Included if false.
    ExcludeControl(String, bool),
    /// Unlinked if false.
    LinkView(bool),
    /// All cells have a common value range if true.
    OneRange(bool),
    /// First changed setting, its new value as text, and the number of further ones.
    ViewSetting(ViewSetting, String, usize),
}

impl From<Box<WrittenDefault>> for Change {
    fn from(written: Box<WrittenDefault>) -> Self {
        Self::WriteDefault(written)
    }
}

/// Texts of a control's value before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueChange {
    control: String,
    values: [String; 2],
}

impl ValueChange {
    pub(crate) fn new(control: &Control, values: [String; 2]) -> Self {
        Self { control: control.label.clone(), values }
    }

    /// Compares the controls that both generators have. A value not set by the user is its generator's default.
    pub(crate) fn between([from, to]: [&Generator; 2], [before, after]: [&Values; 2]) -> Vec<Self> {
        let changed = to.controls().iter().filter_map(|control| {
            let is_same = |other: &&Control| other.name == control.name && other.ty == control.ty;
            let other = from.controls().iter().find(is_same)?;
            let (old, new) = (before.get(other), after.get(control));
            let texts = || [other.value_text(old), control.value_text(new)];
            (old != new).then(|| Self::new(control, texts()))
        });
        changed.collect()
    }

    /// Returns `warp 0.3`; only the name if the value is longer than [`LONGEST`].
    pub(crate) fn after(&self) -> String {
        let [_, after] = &self.values;
        let is_short = after.len() <= LONGEST;
        if is_short { format!("{} {after}", self.control) } else { self.control.clone() }
    }
}

/// Longest text of a value in a change, in bytes.
const LONGEST: usize = 24;

impl fmt::Display for ValueChange {
    /// `warp 0.15 → 0.3`; only the name if a value is longer than [`LONGEST`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = &self.values;
        f.write_str(&self.control)?;
        match before.len().max(after.len()) {
            0..=LONGEST => write!(f, " {before} \u{2192} {after}"),
            _ => Ok(()),
        }
    }
}

impl Change {
    /// Returns `None` if the history lists no difference.
    pub(super) fn between<'a>(
        before: &Document,
        after: &Document,
        generator: impl Fn(&Cell) -> Option<&'a Generator>,
    ) -> Option<Self> {
        let (old, new) = (before.cells.len(), after.cells.len());
        if new != old {
            return Some(if new > old { Self::AddCell } else { Self::CloseCells(old - new) });
        }
        // Linking a control also changes values; the step is named after the link.
        if let Some((name, is_linked)) =
            first_toggled(&before.linked_controls, &after.linked_controls)
        {
            return Some(Self::LinkControl(name, is_linked));
        }
        let mut cells = before.cells.iter().zip(&after.cells);
        match cells.find(|(before, after)| before != after) {
            Some((before, after)) => Self::of_cell(before, after, generator),
            None => Self::of_shared(before, after),
        }
    }

    fn of_cell<'a>(
        before: &Cell,
        after: &Cell,
        generator: impl Fn(&Cell) -> Option<&'a Generator>,
    ) -> Option<Self> {
        if before.id != after.id {
            return Some(Self::MoveCell);
        }
        if before.is_pinned() != after.is_pinned() {
            return Some(Self::Pin(after.is_pinned()));
        }
        if before.name != after.name {
            return Some(Self::RenameCell(after.name.clone()));
        }
        if before.values != after.values {
            let generator = generator(after);
            let values = generator.map(|generator| {
                let of = |cell: &Cell| cell.values.get(generator.address()).cloned();
                let [before, after] = [before, after].map(|cell| of(cell).unwrap_or_default());
                ValueChange::between([generator; 2], [&before, &after])
            });
            return Some(Self::Values(values.unwrap_or_default()));
        }
        match (&before.own_view, &after.own_view) {
            (Some(before), Some(after)) => Self::of_settings(before, after),
            (None, None) => None,
            (_, own) => Some(Self::LinkView(own.is_none())),
        }
    }

    fn of_shared(before: &Document, after: &Document) -> Option<Self> {
        if before.shared_view != after.shared_view {
            return Self::of_settings(&before.shared_view, &after.shared_view);
        }
        if before.stage_shading != after.stage_shading {
            let view = |document: &Document| View {
                shading: document.stage_shading,
                ..document.shared_view
            };
            return Self::of_settings(&view(before), &view(after));
        }
        let mut views = after.views.iter();
        let of_view = views.find_map(|(address, after)| {
            let before = before.views.get(address).filter(|before| *before != after)?;
            Self::of_settings(&before.view, &after.view)
        });
        if of_view.is_some() {
            return of_view;
        }
        if let Some((name, is_excluded)) =
            first_toggled(&before.excluded_controls, &after.excluded_controls)
        {
            return Some(Self::ExcludeControl(name, is_excluded));
        }
        let is_same = before.has_one_range == after.has_one_range;
        (!is_same).then_some(Self::OneRange(after.has_one_range))
    }

    fn of_settings(before: &View, after: &View) -> Option<Self> {
        let differs = |setting: &ViewSetting| before.get(*setting) != after.get(*setting);
        let rows = ROWS.into_iter().filter(|setting| *setting != ViewSetting::Camera);
        let changed: Vec<ViewSetting> = rows.filter(differs).collect();
        let first = *changed.first()?;
        let text = match (first, before.shading.value_range, after.shading.value_range) {
            (ViewSetting::ValueRange, range, ValueRange::Fixed(..)) if range.is_measured() => {
                "auto range off".to_owned()
            }
            _ => after.step_text(first),
        };
        Some(Self::ViewSetting(first, text, changed.len() - 1))
    }

    /// Returns true if two changes are one gesture: one setting of the view, or values of the same controls.
    pub(super) fn is_repeat(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::ViewSetting(one, _, 0), Self::ViewSetting(other, _, 0)) => one == other,
            (Self::Values(one), Self::Values(other)) => {
                let names = |changes: &[ValueChange]| -> Vec<String> {
                    changes.iter().map(|change| change.control.clone()).collect()
                };
                !one.is_empty() && names(one) == names(other)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddCell => f.write_str("add a cell"),
            Self::CloseCells(1) => f.write_str("close a cell"),
            Self::CloseCells(count) => write!(f, "close {count} cells"),
            Self::MoveCell => f.write_str("move a cell"),
            Self::RenameCell(name) => write!(f, "name {name:?}"),
            Self::Restore(address) => write!(f, "restore {address}"),
            Self::Pin(true) => f.write_str("pin the source text"),
            Self::Pin(false) => f.write_str("unpin the source text"),
            Self::Values(changes) => match changes.as_slice() {
                [] => f.write_str("values"),
                [change] => change.fmt(f),
                [first, rest @ ..] => write!(f, "{first} and {} more", rest.len()),
            },
            Self::Randomize(Randomization::Randomize, scope) => write!(f, "randomize {scope}"),
            Self::Randomize(Randomization::Mutate(fraction), scope) => {
                write!(f, "mutate {scope} by {:.0} %", 100.0 * fraction)
            }
            Self::Reset(scope) => write!(f, "reset {scope}"),
            Self::WriteDefault(written) => write!(f, "write {written}"),
            Self::ApplyPreset(name) => write!(f, "apply {name:?}"),
            Self::ApplyVariant(name) => f.write_str(name),
            Self::LinkControl(name, true) => write!(f, "link {name}"),
            Self::LinkControl(name, false) => write!(f, "unlink {name}"),
            Self::ExcludeControl(name, true) => write!(f, "exclude {name} from randomize"),
            Self::ExcludeControl(name, false) => write!(f, "include {name} in randomize"),
            Self::LinkView(true) => f.write_str("link the view"),
            Self::LinkView(false) => f.write_str("unlink the view"),
            Self::OneRange(true) => f.write_str("shared range"),
            Self::OneRange(false) => f.write_str("each cell its own range"),
            Self::ViewSetting(_, text, 0) => f.write_str(text),
            Self::ViewSetting(_, text, others) => write!(f, "{text} and {others} more"),
        }
    }
}

/// Returns the first name that is in only one of the sets, and true if it is in `after`.
fn first_toggled(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Option<(String, bool)> {
    let name = before.symmetric_difference(after).next()?;
    Some((name.clone(), after.contains(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(names: &[&str]) -> Change {
        let change = |name: &&str| ValueChange {
            control: (*name).to_owned(),
            values: ["0.5".to_owned(), "0.6".to_owned()],
        };
        Change::Values(names.iter().map(change).collect())
    }

    #[test]
    fn only_repeats_of_one_gesture_are_merged() {
        assert!(values(&["gain"]).is_repeat(&values(&["gain"])));
        assert!(!values(&["gain"]).is_repeat(&values(&["warp"])));
        assert!(!values(&["gain"]).is_repeat(&values(&["gain", "warp"])));
        assert!(!values(&[]).is_repeat(&values(&[])));
        assert!(!Change::AddCell.is_repeat(&Change::AddCell));
    }

    #[test]
    fn long_values_are_left_out_of_labels() {
        assert_eq!(values(&["gain"]).to_string(), "gain 0.5 \u{2192} 0.6");
        let several = values(&["gain", "warp", "seed"]).to_string();
        assert_eq!(several, "gain 0.5 \u{2192} 0.6 and 2 more");
        let curve = ValueChange {
            control: "curve".to_owned(),
            values: ["0, 1".to_owned(), "0.25, ".repeat(8)],
        };
        assert_eq!(curve.to_string(), "curve");
    }
}
