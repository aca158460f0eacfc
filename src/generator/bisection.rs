//! Finds the ranges of naga's errors that have no span, by compiling prefixes of the text.

use std::ops::Range;

use crate::wgsl::lexer::{blank, tokens};
use crate::wgsl::outline::Outline;
use crate::wgsl::remainder::body;

/// Range of the declaration's name or the statement that causes the error; `None` if no prefix has this error.
pub(super) fn find_error_range(
    wgsl: &str,
    has_error: impl Fn(&str) -> bool,
) -> Option<Range<usize>> {
    let declarations = Outline::parse(wgsl).declarations;
    let bodies: Vec<Range<usize>> =
        declarations.iter().filter_map(|declaration| body(wgsl, declaration)).collect();
    let mut bare = wgsl.to_owned();
    for body in &bodies {
        blank(&mut bare, body.start + 1..body.end - 1);
    }
    if has_error(&bare) {
        // A declaration mostly comes after those that it uses.
        let last = first(&declarations, |last| has_error(&bare[..last.range.end]))?;
        return Some(declarations[last].name_range.clone());
    }
    let up_to = |body: &Range<usize>| format!("{}{}", &wgsl[..body.end], &bare[body.end..]);
    let body = &bodies[first(&bodies, |body| has_error(&up_to(body)))?];
    let points = truncation_points(wgsl, body);
    let with = |point: &TruncationPoint| {
        let closing = "}".repeat(point.open);
        let prefix = &wgsl[body.start..point.at];
        format!("{}{prefix}{closing}{}", &bare[..body.start], &bare[body.end..])
    };
    let Some(last) = first(&points, |point| has_error(&with(point))) else {
        return Some(body.clone());
    };
    let before = last.checked_sub(1).map_or(body.start + 1, |point| points[point].at);
    Some(trimmed(wgsl, before..points[last].at))
}

/// If `is_wrong` is true for an item, it must be true for all later items.
fn first<T>(items: &[T], is_wrong: impl Fn(&T) -> bool) -> Option<usize> {
    let index = items.partition_point(|item| !is_wrong(item));
    (index < items.len()).then_some(index)
}

/// A byte position at which a function's body may be cut off, and the number of braces that are open there.
struct TruncationPoint {
    at: usize,
    open: usize,
}

fn truncation_points(wgsl: &str, body: &Range<usize>) -> Vec<TruncationPoint> {
    let text = &wgsl[body.clone()];
    let (mut braces, mut others) = (0_usize, 0_usize);
    let mut points = Vec::new();
    for token in tokens(text) {
        let token_text = token.text(text);
        match token_text {
            "(" | "[" => others += 1,
            ")" | "]" => others = others.saturating_sub(1),
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            _ => {}
        }
        if others == 0 && matches!(token_text, ";" | "{" | "}") {
            points.push(TruncationPoint { at: body.start + token.range.end, open: braces });
        }
    }
    points
}

/// Without white space and comments at the ends.
fn trimmed(wgsl: &str, range: Range<usize>) -> Range<usize> {
    let tokens = tokens(&wgsl[range.clone()]);
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => range.start + first.range.start..range.start + last.range.end,
        _ => range,
    }
}
