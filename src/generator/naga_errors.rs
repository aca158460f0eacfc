//! Converts naga's errors to diagnostics at the author's locations.

use std::error::Error as _;
use std::ops::Range;

use naga::front::wgsl::ParseError;
use naga::valid::ValidationError;
use naga::{Function, Module, Statement, WithSpan};

use super::bisection::find_error_range;
use super::blocks::inner_blocks;
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::outline::Outline;
use crate::source::SourceLocation;

/// Returns the diagnostic for a linked text that does not parse.
pub(super) fn parse_error(linked: &Linked, error: &ParseError) -> Diagnostic {
    let labels: Vec<(SourceLocation, String)> = error
        .labels()
        .filter_map(|(span, label)| {
            Some((
                linked.location(span.to_range()?)?,
                linked.with_author_names(label),
            ))
        })
        .collect();
    let message = linked.with_author_names(error.message());
    let mut diagnostic = match first_of_cycle(linked, error) {
        Some((location, name)) => {
            Diagnostic::error(Some(location), format!("declaration of `{name}` is cyclic"))
        }
        None => {
            let named = labels.first().map(|(location, _)| location.clone());
            let tried = || linked.location(find_error_range(&linked.wgsl, error.message())?);
            Diagnostic::error(
                named.or_else(tried),
                uncapitalized(&without_handles(&message)),
            )
        }
    };
    for (location, label) in labels
        .iter()
        .filter(|(_, label)| !matches!(label.as_str(), "" | "see msg"))
        .filter(|(_, label)| !diagnostic.message.contains(label.as_str()))
    {
        let at = format!(
            "{}:{}:{}: ",
            location.file, location.start.line, location.start.column
        );
        let here = diagnostic.location.as_ref() == Some(location);
        diagnostic
            .notes
            .push(if here { label.clone() } else { at + label });
    }
    diagnostic
        .notes
        .extend(error.notes().map(|note| linked.with_author_names(note)));
    diagnostic
}

/// Returns the location and name of the first declaration of a cycle, in the order of locations, so that every file
/// that reaches the cycle reports the same one. Returns `None` if the error is not about a cycle.
fn first_of_cycle(linked: &Linked, error: &ParseError) -> Option<(SourceLocation, String)> {
    if !error.message().ends_with("is cyclic") {
        return None;
    }
    let declarations = error.labels().filter(|(_, label)| label.is_empty());
    let named = declarations.filter_map(|(span, _)| {
        let range = span.to_range()?;
        let name = linked.with_author_names(linked.wgsl.get(range.clone())?);
        Some((linked.location(range)?, name))
    });
    named.min()
}

/// Returns the diagnostic for a module that was parsed but is not valid.
pub(super) fn validation_error(
    linked: &Linked,
    module: &Module,
    error: &WithSpan<ValidationError>,
) -> Diagnostic {
    let location = location_of(linked, module, error);
    let mut chain = vec![error.as_inner().to_string()];
    let mut cause = error.as_inner().source();
    while let Some(inner) = cause {
        chain.push(inner.to_string());
        cause = inner.source();
    }
    let message = chain.pop().unwrap_or_default();
    let plain = |text: &str| uncapitalized(&without_handles(&linked.with_author_names(text)));
    let mut diagnostic = Diagnostic::error(location, plain(&message));
    let names_only_a_handle = |outer: &&String| outer.starts_with("Call to [");
    diagnostic.notes.extend(
        chain
            .iter()
            .rev()
            .filter(|outer| !names_only_a_handle(outer))
            .map(|outer| plain(outer)),
    );
    diagnostic
}

/// Returns the location of an error: the expression, else the statement that uses it, else the declaration.
fn location_of(
    linked: &Linked,
    module: &Module,
    error: &WithSpan<ValidationError>,
) -> Option<SourceLocation> {
    let mut spans: Vec<_> = error
        .spans()
        .filter_map(|(span, _)| span.to_range())
        .collect();
    spans.sort_by_key(Range::len);
    // The narrowest span is the expression. A parameter's span is its declaration, far from its wrong use.
    let body = spans
        .last()
        .map_or(0, |function| body_start(&linked.wgsl, function));
    let in_body = spans.iter().find(|range| range.start >= body).cloned();
    let using = || statement_using(function_of(module, error)?, spans.first()?);
    let named = || {
        let outline = Outline::parse(&linked.wgsl);
        Some(outline.find(name_of(error)?)?.name_range.clone())
    };
    let range = in_body
        .or_else(using)
        .or_else(|| spans.first().cloned())
        .or_else(named)?;
    linked.location(range)
}

/// Returns the name of the invalid declaration, if the error contains it.
fn name_of(error: &WithSpan<ValidationError>) -> Option<&str> {
    match error.as_inner() {
        ValidationError::Type { name, .. }
        | ValidationError::Constant { name, .. }
        | ValidationError::Override { name, .. }
        | ValidationError::GlobalVariable { name, .. }
        | ValidationError::Function { name, .. }
        | ValidationError::EntryPoint { name, .. } => Some(name),
        _ => None,
    }
}

fn function_of<'m>(module: &'m Module, error: &WithSpan<ValidationError>) -> Option<&'m Function> {
    match error.as_inner() {
        ValidationError::Function { handle, .. } => module.functions.try_get(*handle).ok(),
        ValidationError::EntryPoint { name, .. } => {
            let mut entries = module.entry_points.iter();
            let entry = entries.find(|entry| entry.name == *name)?;
            Some(&entry.function)
        }
        _ => None,
    }
}

/// Returns the first statement that uses the expression at `range`.
fn statement_using(function: &Function, range: &Range<usize>) -> Option<Range<usize>> {
    let is_it = |handle: naga::Handle<naga::Expression>| {
        function.expressions.get_span(handle).to_range().as_ref() == Some(range)
    };
    let uses = |statement: &Statement| match statement {
        Statement::If {
            condition: used, ..
        }
        | Statement::Switch { selector: used, .. }
        | Statement::Loop {
            break_if: Some(used),
            ..
        }
        | Statement::Return { value: Some(used) } => is_it(*used),
        Statement::Store { pointer, value } => is_it(*pointer) || is_it(*value),
        _ => false,
    };
    let mut blocks = vec![&function.body];
    let mut found = Vec::new();
    while let Some(block) = blocks.pop() {
        found.extend(
            block
                .span_iter()
                .filter(|(statement, _)| uses(statement))
                .filter_map(|(_, span)| span.to_range()),
        );
        blocks.extend(block.iter().flat_map(inner_blocks));
    }
    found.into_iter().min_by_key(|range| range.start)
}

/// Returns the byte at which the body of a function starts; the start of `function` if it has no body.
fn body_start(wgsl: &str, function: &Range<usize>) -> usize {
    function.start
        + wgsl
            .get(function.clone())
            .and_then(|text| text.find('{'))
            .unwrap_or(0)
}

/// Removes naga's handles from a message: `Function [1] 'f'` becomes `Function 'f'`.
fn without_handles(message: &str) -> String {
    let shorter = without_numbers_between(message, " Some([", "])");
    without_numbers_between(&shorter, " [", "]")
}

fn without_numbers_between(message: &str, open: &str, close: &str) -> String {
    let mut parts = message.split(open);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(close) {
            Some((digits, rest)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                if ["type of", "stored in", "indings for"]
                    .iter()
                    .any(|word| text.ends_with(word))
                {
                    text.push_str(" this");
                }
                text.push_str(rest);
            }
            _ => text.extend([open, part]),
        }
    }
    text
}

fn uncapitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(characters).collect()
}
