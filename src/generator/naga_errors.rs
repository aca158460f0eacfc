//! Converts naga's errors to diagnostics at locations in the author's files.

use std::ops::Range;

use naga::front::wgsl::{ParseError, parse_str};
use naga::valid::ValidationError;
use naga::{Module, WithSpan};

use super::bisection::find_error_range;
use crate::source::explain::{
    self, Explanation, ParserError, Site, plain_syntax, short_types, uncapitalized,
};
use crate::source::link::Linked;
use crate::source::{Source, SourceLocation};
use crate::wgsl::diagnostic::Diagnostic;

/// Range of the error's first label, else of the declaration or statement without which the text does not have it.
pub(super) fn parse_error_range(wgsl: &str, error: &ParseError) -> Option<Range<usize>> {
    let mut labels = error.labels();
    let named = labels.next().map(|(span, _)| span.to_range());
    let has_error =
        |text: &str| parse_str(text).is_err_and(|other| other.message() == error.message());
    named.unwrap_or_else(|| find_error_range(wgsl, has_error))
}

pub(super) fn parse_error(
    linked: &Linked,
    error: &ParseError,
    range: Option<Range<usize>>,
) -> Diagnostic {
    if let Some((location, name)) = first_of_cycle(linked, error) {
        let message = format!("declaration of `{name}` is cyclic");
        return with_labels(linked, error, Diagnostic::error(Some(location), message));
    }
    let author = range.and_then(|range| linked.author_range(range));
    let explained =
        author.as_ref().and_then(|(source, range)| explained(linked, error, source, range.clone()));
    let location = author.map(|(source, range)| source.location(range));
    explained.unwrap_or_else(|| {
        let message = uncapitalized(&linked.with_author_names(error.message()));
        let message = short_types(&plain_syntax(&message));
        with_labels(linked, error, Diagnostic::error(location, message))
    })
}

/// `None` if there is no explanation that is better than naga's.
fn explained(
    linked: &Linked,
    error: &ParseError,
    source: &Source,
    range: Range<usize>,
) -> Option<Diagnostic> {
    let in_file = |span: naga::Span| {
        let (owner, range) = linked.author_range(span.to_range()?)?;
        (owner.path == source.path).then_some(range)
    };
    let labels = error.labels().map(|(span, text)| (in_file(span), linked.with_author_names(text)));
    let labels: Vec<(Option<Range<usize>>, String)> = labels.collect();
    let notes: Vec<String> = error.notes().map(|note| linked.with_author_names(note)).collect();
    let error = ParserError {
        site: Site::new(source, range.clone()),
        message: &uncapitalized(&linked.with_author_names(error.message())),
        labels: &labels,
        notes: &notes,
        files: &linked.sources,
    };
    let explanation = explain::parser_error(&error)?;
    Some(explanation.diagnostic(source, range))
}

/// Labels that repeat the message are left out.
fn with_labels(linked: &Linked, error: &ParseError, mut diagnostic: Diagnostic) -> Diagnostic {
    for (span, label) in error.labels() {
        let label = short_types(&linked.with_author_names(label));
        let location = span.to_range().and_then(|range| linked.location(range));
        let Some(location) = location else {
            continue;
        };
        let is_repeated = matches!(label.as_str(), "" | "see msg")
            || diagnostic.message.contains(&label)
            || diagnostic.location.as_ref() == Some(&location);
        if !is_repeated {
            let (line, column) = (location.start.line, location.start.column);
            let note = format!("{}:{line}:{column}: {label}", location.file);
            diagnostic.notes.push(note);
        }
    }
    if diagnostic.message.ends_with("is recursive") || diagnostic.message.ends_with("is cyclic") {
        let note = "WGSL has no recursion; a loop does the same";
        diagnostic.notes.push(note.to_owned());
    }
    let notes = error.notes().filter(|note| !note.contains("maintainers"));
    diagnostic.notes.extend(notes.map(|note| short_types(&linked.with_author_names(note))));
    diagnostic
}

/// The first declaration of a cycle by location, so that every file that reaches the cycle reports the same one.
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

pub(super) fn validation_error(
    linked: &Linked,
    module: &Module,
    error: &WithSpan<ValidationError>,
) -> (Diagnostic, Option<Range<usize>>) {
    let parsed = Source::new("", linked.wgsl.clone());
    let Explanation { range, message, notes, fix: _ } =
        explain::validation_error(&parsed, module, error);
    let location = range.clone().and_then(|range| linked.location(range));
    let notes = notes.iter().map(|note| linked.with_author_names(note));
    let diagnostic = Diagnostic {
        notes: notes.collect(),
        ..Diagnostic::error(location, linked.with_author_names(&message))
    };
    (diagnostic, range)
}
