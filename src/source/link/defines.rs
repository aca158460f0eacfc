//! Names and values that `@define` and `#define` declare in shader files, and conditions on them.

use std::collections::BTreeMap;

use crate::source::Source;
use crate::wgsl::annotation::{Argument, ParsedComment};

/// `//! @define(NAME)` or `//! @define(NAME, value)`.
pub(super) fn defines(source: &Source) -> Vec<(String, String)> {
    if !source.text.contains("@define") {
        return Vec::new();
    }
    let comment = ParsedComment::parse(&source.outline().file_doc);
    let defined = comment.tags.iter().filter(|tag| tag.name == "define");
    let defined = defined.filter_map(|tag| match tag.arguments() {
        [Argument::Word(name)] => Some((name.clone(), "true".to_owned())),
        [Argument::Word(name), value] => Some((name.clone(), value.to_string())),
        _ => None,
    });
    defined.collect()
}

/// `NAME`, `NAME OPERATOR VALUE` or `defined(NAME)`; `None` for any other text. A name alone is true unless it is
/// undefined, `false` or `0`. An undefined name differs from all values.
pub(super) fn compare(defines: &BTreeMap<String, String>, condition: &str) -> Option<bool> {
    let condition = condition.trim();
    if let Some(name) = condition.strip_prefix("defined(").and_then(|rest| rest.strip_suffix(')')) {
        return is_name(name.trim()).then(|| defines.contains_key(name.trim()));
    }
    let operators = ["==", "!=", "<=", ">=", "<", ">"];
    let found =
        operators.iter().find_map(|operator| Some((*operator, condition.split_once(operator)?)));
    let Some((operator, (name, value))) = found else {
        let value = defines.get(condition).map(String::as_str);
        return is_name(condition).then_some(!matches!(value, None | Some("false" | "0")));
    };
    let (name, value) = (name.trim(), value.trim());
    if !is_name(name) || value.is_empty() || value.contains(char::is_whitespace) {
        return None;
    }
    let Some(defined) = defines.get(name) else {
        return Some(operator == "!=");
    };
    let number = |text: &str| text.trim_end_matches(['u', 'i']).parse::<i64>().ok();
    let order = match (number(defined), number(value)) {
        (Some(defined), Some(value)) => Some(defined.cmp(&value)),
        _ => None,
    };
    match operator {
        "==" => Some(order.map_or(defined == value, |order| order.is_eq())),
        "!=" => Some(order.map_or(defined != value, |order| order.is_ne())),
        "<=" => Some(order?.is_le()),
        ">=" => Some(order?.is_ge()),
        "<" => Some(order?.is_lt()),
        _ => Some(order?.is_gt()),
    }
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
