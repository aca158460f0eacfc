//! Parsing of the arguments of preprocessor directives, such as `#import` and `#include`.

use wesl::syntax::{ImportStatement, TranslationUnit};

/// Largest number of opening braces in an `#import` directive.
const MAX_BRACES: usize = 100;

/// Parses the arguments of an `#import` directive; `None` if they are not an import.
pub(super) fn import_statement(arguments: &str) -> Option<ImportStatement> {
    let parse = |text: String| {
        let unit: TranslationUnit = text.parse().ok()?;
        unit.imports.into_iter().next()
    };
    let arguments = arguments.trim_end_matches([';', ',', ' ']);
    // The parser takes exponential time for nested templates, which no import has, and recurses over braces.
    if arguments.contains('<') || arguments.matches('{').count() > MAX_BRACES {
        return None;
    }
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
