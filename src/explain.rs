//! Errors of naga in words that say what to do.
//!
//! naga names what its parser expected next, and prints types of its own. The functions here look at the author's text
//! around an error instead, in this order: syntax of other languages and of early WGSL, slips of the pen, unknown
//! names, then types. An error that none of them recognizes keeps naga's sentence.

mod assignments;
mod c_declarations;
mod conversion;
mod early_wgsl;
mod foreign_names;
mod names;
mod operands;
mod parser_sentences;
mod parser_types;
mod site;
mod slips;
mod types;
mod validation;

use std::ops::Range;
use std::sync::Arc;

pub(crate) use site::Site;
pub(crate) use types::{short_types, type_name};
pub(crate) use validation::validation_error;

use crate::source::Source;

/// An error in words for its author, at a byte range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// `None` if no single place causes the error.
    pub(crate) range: Option<Range<usize>>,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
}

impl Explanation {
    fn new(range: impl Into<Option<Range<usize>>>, message: impl Into<String>) -> Self {
        Self {
            range: range.into(),
            message: message.into(),
            notes: Vec::new(),
        }
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

/// An error of naga's parser at a place in an author's file.
pub(crate) struct ParserError<'e> {
    /// The place of the error.
    pub(crate) site: Site<'e>,
    /// naga's sentence.
    pub(crate) message: &'e str,
    /// naga's labels: byte ranges of the author's file, `None` in another file, and their texts.
    pub(crate) labels: &'e [(Option<Range<usize>>, String)],
    /// naga's further sentences.
    pub(crate) notes: &'e [String],
    /// The files whose declarations the place can use.
    pub(crate) files: &'e [Arc<Source>],
}

impl ParserError<'_> {
    /// Returns true if the text of the place is the one that the parser did not expect.
    fn is_syntax(&self) -> bool {
        self.message.starts_with("expected ")
    }

    /// Returns the text between the first two backticks after `start`, if the message starts with that.
    fn quoted_after(&self, start: &str) -> Option<&str> {
        let rest = self.message.strip_prefix(start)?;
        rest.split('`').nth(1)
    }
}

/// Returns an error of the parser in words for its author; `None` if naga's sentence says enough.
pub(crate) fn parser_error(error: &ParserError<'_>) -> Option<Explanation> {
    let hints: [fn(&ParserError<'_>) -> Option<Explanation>; 9] = [
        c_declarations::explain,
        early_wgsl::explain,
        slips::explain,
        foreign_names::explain,
        assignments::explain,
        names::explain,
        parser_types::explain,
        parser_sentences::explain,
        operands::explain,
    ];
    hints.iter().find_map(|hint| hint(error))
}

/// Shortens the list of what naga expected at module scope, and removes Rust's quotes around what it found.
pub(crate) fn plain_syntax(message: &str) -> String {
    let Some((expected, found)) = message
        .strip_prefix("expected ")
        .and_then(|rest| rest.rsplit_once(", found \""))
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
