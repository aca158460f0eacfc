//! Replacements of byte ranges in the text of a WGSL file, by which a tag gets a new default.

use std::ops::Range;

use crate::generator::control::{Control, ControlType, Value, Widget};
use crate::wgsl::annotation::Tag;

pub(super) struct Replacement {
    range: Range<usize>,
    text: String,
}

impl Replacement {
    pub(super) fn insert(at: usize, text: String) -> Self {
        Self { range: at..at, text }
    }

    /// Inserts a doc comment above a declaration at the byte `at`, or before it if text precedes it on its line.
    pub(super) fn comment(text: &str, at: usize, words: &str) -> Self {
        let indent = &text[line_start(text, at)..at];
        let comment = if indent.trim().is_empty() {
            format!("/// {words}{}{indent}", line_break(text))
        } else {
            format!("/** {words} */ ")
        };
        Self::insert(at, comment)
    }

    pub(super) fn comment_line(text: &str, at: usize, words: &str) -> Option<Self> {
        let line = &text[line_start(text, at)..at];
        let comment = line.trim_start();
        let indent = &line[..line.len() - comment.len()];
        let added = format!("{}{indent}/// {words}", line_break(text));
        comment.starts_with("///").then(|| Self::insert(at, added))
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The replacements must be sorted by position and must not overlap.
pub(super) fn applied(text: &str, replacements: Vec<Replacement>) -> String {
    let (mut result, mut at) = (String::new(), 0);
    for Replacement { range, text: new } in replacements {
        result.push_str(&text[at..range.start]);
        result.push_str(&new);
        at = range.end;
    }
    result + &text[at..]
}

/// Sets the arguments of a tag from the index `first` on. Texts beyond the last argument are appended; a number that is
/// equal already stays as it is written.
pub(super) fn replaced_arguments(
    text: &str,
    tag: &Tag,
    first: usize,
    texts: &[String],
) -> Vec<Replacement> {
    let present = tag.argument_ranges.get(first..).unwrap_or_default();
    let mut replacements = Vec::new();
    for (range, new) in present.iter().zip(texts) {
        let old = &text[range.clone()];
        let is_same = old == new || number(old).is_some_and(|old| Some(old) == number(new));
        if !is_same {
            let text = in_style_of(old, new);
            let range = range.clone();
            replacements.push(Replacement { range, text });
        }
    }
    let further = texts.get(present.len()..).unwrap_or_default().join(", ");
    if !further.is_empty() {
        replacements.push(match (tag.argument_ranges.last(), &tag.arguments) {
            (Some(last), _) => Replacement::insert(last.end, format!(", {further}")),
            (None, Some(_)) => Replacement::insert(tag.range.end - 1, further),
            (None, None) => Replacement::insert(tag.range.end, format!("({further})")),
        });
    }
    replacements
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// Returns the number text `new`, with a decimal point if the text `old` of the number that it replaces has one.
fn in_style_of(old: &str, new: &str) -> String {
    let has_point = old.contains('.') && number(new).is_some() && !new.contains(['.', 'e']);
    format!("{new}{}", if has_point { ".0" } else { "" })
}

pub(super) fn default_tag(control: &Control, numbers: &[String]) -> String {
    let option = match &control.widget {
        Widget::Enum(names) => numbers[0].parse().ok().and_then(|index: usize| names.get(index)),
        _ => None,
    };
    match option {
        Some(name) => format!("@default(\"{name}\")"),
        None => format!("@default({})", numbers.join(", ")),
    }
}

/// Smallest number that is written with an exponent in a tag. Numbers below the next constant also have an exponent.
const MAX_PLAIN: f64 = 1e9;
const MIN_PLAIN: f64 = 1e-5;

pub(super) fn number_texts(ty: ControlType, value: &Value) -> Vec<String> {
    let text = |number: &f64| match number.abs() {
        0.0 => "0".to_owned(),
        _ if ty.is_integer() => format!("{number:.0}"),
        MIN_PLAIN..MAX_PLAIN => number.to_string(),
        _ => format!("{number:e}"),
    };
    value.0.iter().map(text).collect()
}
