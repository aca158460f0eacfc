//! Preprocessor directives in shader texts, as other shader tools use them: `#include "noise.wgsl"`, `#import a::b`,
//! `#ifdef NAME`.

use std::ops::Range;

use crate::lexer::{Token, TokenKind};

/// Names of the preprocessor directives that are recognized. Any other `#` is left to the parser of WGSL.
const NAMES: [&str; 10] = [
    "include",
    "define_import_path",
    "import",
    "define",
    "ifdef",
    "ifndef",
    "if",
    "elif",
    "else",
    "endif",
];

/// A preprocessor directive on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    /// Name of the preprocessor directive: one of [`NAMES`].
    pub(crate) name: &'static str,
    /// Byte range of the directive: from the `#` to the end of the line; for an import with braces, to the end of the
    /// line that closes them.
    pub(crate) range: Range<usize>,
    /// Arguments of the directive: the rest of the line after its name, without a trailing comment.
    pub(crate) arguments: String,
}

/// Returns the preprocessor directives of a text with these tokens.
pub(crate) fn directives(text: &str, tokens: &[Token]) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [hash, word] = pair else { continue };
        let is_directive = hash.text(text) == "#"
            && word.kind == TokenKind::Word
            && is_first_of_line(text, hash.range.start)
            && !text[hash.range.end..word.range.start].contains('\n')
            && found
                .last()
                .is_none_or(|last| last.range.end <= hash.range.start);
        let name = NAMES.iter().find(|name| **name == word.text(text));
        let (true, Some(name)) = (is_directive, name) else {
            continue;
        };
        let end = match *name {
            "import" => end_of_braces(text, &tokens[index..]),
            _ => line_end(text, hash.range.start),
        };
        found.push(Directive {
            name,
            range: hash.range.start..end,
            arguments: arguments(&text[word.range.end..end]),
        });
    }
    found
}

fn is_first_of_line(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..at].trim().is_empty()
}

/// Returns the byte at which the line with the byte `at` ends, without its line break.
fn line_end(text: &str, at: usize) -> usize {
    let line = text[at..].lines().next().unwrap_or_default();
    at + line.len()
}

/// Returns the byte at which the line ends on which the braces of a directive are closed; if they are not, the end of
/// the directive's first line.
fn end_of_braces(text: &str, tokens: &[Token]) -> usize {
    let first = line_end(text, tokens[0].range.start);
    let (mut end, mut depth) = (first, 0);
    for token in tokens {
        if token.range.start >= end && depth == 0 {
            return end;
        }
        match token.text(text) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                end = line_end(text, token.range.end);
            }
            _ => {}
        }
    }
    if depth == 0 { end } else { first }
}

/// Returns the arguments of a directive from the text after its name: on one line, without comments outside of quotes.
fn arguments(rest: &str) -> String {
    let mut lines = rest.lines().map(|line| {
        let mut quoted = false;
        let comment = line.char_indices().find(|(at, c)| {
            quoted ^= *c == '"';
            !quoted && (line[*at..].starts_with("//") || line[*at..].starts_with("/*"))
        });
        line[..comment.map_or(line.len(), |(at, _)| at)].trim()
    });
    let joined: Vec<&str> = lines.by_ref().filter(|line| !line.is_empty()).collect();
    joined.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::tokens;

    #[test]
    fn only_known_directives_on_lines_of_their_own_are_found() {
        let text = "#version 300 es\n  #include \"a//b.wgsl\" // why\n// #ifdef no\nvar x = 1; #else\r\n\
            #import a::{ // first\n  b,\n} \n# ifdef X\n";
        let found = directives(text, &tokens(text));
        let found: Vec<(&str, &str, &str)> = found
            .iter()
            .map(|found| (found.name, &text[found.range.clone()], &*found.arguments))
            .collect();
        assert_eq!(
            found,
            [
                ("include", "#include \"a//b.wgsl\" // why", "\"a//b.wgsl\""),
                ("import", "#import a::{ // first\n  b,\n} ", "a::{ b, }"),
                ("ifdef", "# ifdef X", "X"),
            ]
        );
    }
}
