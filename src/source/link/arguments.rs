//! Parsing of the arguments of preprocessor directives, such as `#import` and `#include`.

use std::ops::Range;

use super::statement;
use crate::source::Import;
use crate::wgsl::lexer::tokens;

pub(super) fn imports(arguments: &str, range: &Range<usize>) -> Option<Vec<Import>> {
    let arguments = arguments.trim_end_matches([';', ',', ' ']);
    let parse = |text: String| statement::import_statement(&text, &tokens(&text), range).ok();
    parse(format!("import {arguments};")).or_else(|| parse(format!("import {{{arguments}}};")))
}

pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Between quotes, or between `<` and `>`.
pub(super) fn quoted(arguments: &str) -> Option<&str> {
    let inner = |open, close| arguments.strip_prefix(open)?.split_once(close);
    let (name, _) = inner('"', '"').or_else(|| inner('<', '>'))?;
    Some(name).filter(|name| !name.is_empty())
}
