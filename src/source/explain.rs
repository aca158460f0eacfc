//! Explanations of naga's compile errors in plain words for the author, with advice on what to write instead.
//!
//! naga's messages name the tokens that its parser expected, and types in its own notation. This module searches the
//! author's text around an error instead, in this order: syntax of other languages and of early WGSL, slips, names of
//! other languages, assignments, unknown names, then types. An error that no explanation matches keeps naga's message.

mod assignments;
mod c_declarations;
mod conversion;
mod declared_names;
mod early_wgsl;
mod foreign_names;
mod names;
mod operands;
mod other_languages;
mod parser_sentences;
mod parser_types;
mod site;
mod types;
mod unfinished;
mod validation;

use std::ops::Range;
use std::sync::Arc;

pub(crate) use site::Site;
pub(crate) use types::{short_types, type_name};
pub(crate) use validation::{uncapitalized, validation_error};

use crate::source::Source;
use crate::wgsl::diagnostic::{Diagnostic, Fix};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    pub(crate) range: Option<Range<usize>>,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
    /// Range in the author's file, and the text that replaces it.
    pub(crate) fix: Option<(Range<usize>, String)>,
}

impl Explanation {
    fn new(range: impl Into<Option<Range<usize>>>, message: impl Into<String>) -> Self {
        Self { range: range.into(), message: message.into(), notes: Vec::new(), fix: None }
    }

    /// At `range` in the author's file, unless the explanation has one of its own.
    pub(crate) fn diagnostic(self, source: &Source, range: Range<usize>) -> Diagnostic {
        let location = source.location(self.range.unwrap_or(range));
        let fix = self.fix.map(|(range, text)| Fix { location: source.location(range), text });
        Diagnostic { notes: self.notes, fix, ..Diagnostic::error(Some(location), self.message) }
    }

    fn fix(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.fix = Some((range, text.into()));
        self
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn note_if(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }
}

pub(crate) struct ParserError<'e> {
    pub(crate) site: Site<'e>,
    pub(crate) message: &'e str,
    /// Texts at byte ranges of the author's file, or `None` for a range in another file.
    pub(crate) labels: &'e [(Option<Range<usize>>, String)],
    pub(crate) notes: &'e [String],
    pub(crate) files: &'e [Arc<Source>],
}

impl ParserError<'_> {
    fn is_syntax(&self) -> bool {
        self.message.starts_with("expected ")
    }

    /// First text in backticks that follows `start`, with which the message has to begin.
    fn quoted_after(&self, start: &str) -> Option<&str> {
        let rest = self.message.strip_prefix(start)?;
        rest.split('`').nth(1)
    }
}

/// Returns `None` if naga's own message is clear enough.
pub(crate) fn parser_error(error: &ParserError<'_>) -> Option<Explanation> {
    let hints: [fn(&ParserError<'_>) -> Option<Explanation>; 13] = [
        open_comment,
        unfinished::before_keyword,
        c_declarations::explain,
        early_wgsl::explain,
        declared_names::explain,
        other_languages::explain,
        foreign_names::explain,
        assignments::explain,
        names::explain,
        parser_types::explain,
        parser_sentences::explain,
        operands::explain,
        unfinished::at_line_end,
    ];
    hints.iter().find_map(|hint| hint(error))
}

/// naga quotes the whole comment as the token that it has found.
fn open_comment(error: &ParserError<'_>) -> Option<Explanation> {
    let is_token = error.is_syntax() && error.message.contains(", found \"/*");
    let message = "this comment is not closed with `*/`";
    (is_token || error.message == "unterminated block comment")
        .then(|| Explanation::new(error.site.range.clone(), message))
}

/// An empty token is the end of the file.
pub(crate) fn plain_syntax(message: &str) -> String {
    let Some((expected, found)) =
        message.strip_prefix("expected ").and_then(|rest| rest.rsplit_once(", found \""))
    else {
        return message.to_owned();
    };
    let expected = match expected {
        "expression" => "an expression",
        "identifier" => "a name",
        _ if expected.starts_with("global item") => "a declaration",
        _ if expected.starts_with("assignment") => "a statement",
        _ if expected.starts_with("LHS") => "something to assign to",
        _ if expected.starts_with("next argument") => "`,` or the end of the list",
        _ if expected.starts_with("for loop initializer") => {
            "the start of a loop, such as `var i = 0`"
        }
        _ if expected.starts_with("for loop update") => "the step of a loop, such as `i++`",
        _ if expected.starts_with("switch item") => "`case`, `default` or `}`",
        other => other
            .strip_prefix("operation (")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(other),
    };
    match found.trim_end_matches('"') {
        "" => format!("expected {expected}, found the end of the file"),
        _ => format!("expected {expected}, found \"{found}"),
    }
}
