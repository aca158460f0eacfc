//! Parsing of the arguments of preprocessor directives, such as `#import` and `#include`.

use std::ops::Range;

use super::statement;
use crate::lexer::tokens;
use crate::source::Import;

/// Parses the arguments of an `#import` directive at a byte range; `None` if they are not an import.
pub(super) fn imports(arguments: &str, range: &Range<usize>) -> Option<Vec<Import>> {
    let arguments = arguments.trim_end_matches([';', ',', ' ']);
    let parse = |text: String| statement::import_statement(&text, &tokens(&text), range).ok();
    parse(format!("import {arguments};")).or_else(|| parse(format!("import {{{arguments}}};")))
}

/// Splits the arguments of a directive into the first word and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Returns the path in the arguments of an `#include` directive: between quotes, or between `<` and `>`. `None` if it
/// is missing.
pub(super) fn quoted(arguments: &str) -> Option<&str> {
    let inner = |open, close| arguments.strip_prefix(open)?.split_once(close);
    let (name, _) = inner('"', '"').or_else(|| inner('<', '>'))?;
    Some(name).filter(|name| !name.is_empty())
}
