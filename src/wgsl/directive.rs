//! Preprocessor directives of other shader tools: `#include "noise.wgsl"`, `#import a::b`, `#ifdef NAME`.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::wgsl::lexer::{Token, TokenKind};

const NAMES: [&str; 10] = [
    "include", "define_import_path", "import", "define", "ifdef", "ifndef", "if", "elif", "else",
    "endif",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    pub(crate) name: &'static str,
    /// From the `#` to the end of the line, or, for an import with braces, of the line that closes them.
    pub(crate) range: Range<usize>,
    /// Rest of the line after the name, without a trailing comment.
    pub(crate) arguments: String,
}

pub(crate) fn directives(text: &str, tokens: &[Token]) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let closing = OnceCell::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [hash, word] = pair else { continue };
        let is_directive = hash.text(text) == "#"
            && word.kind == TokenKind::Word
            && is_first_of_line(text, tokens, index)
            && !text[hash.range.end..word.range.start].contains('\n')
            && found.last().is_none_or(|last| last.range.end <= hash.range.start);
        let name = NAMES.iter().find(|name| **name == word.text(text));
        let (true, Some(name)) = (is_directive, name) else {
            continue;
        };
        let end = match *name {
            "import" => {
                let closing = closing.get_or_init(|| closing_braces(text, tokens));
                end_of_braces(text, tokens, index, closing)
            }
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

fn is_first_of_line(text: &str, tokens: &[Token], index: usize) -> bool {
    let previous = index.checked_sub(1).map(|previous| &tokens[previous]);
    let start = previous.map_or(0, |previous| previous.range.end);
    let between = &text[start..tokens[index].range.start];
    match between.rsplit_once('\n') {
        Some((_, indentation)) => indentation.trim().is_empty(),
        None => previous.is_none() && between.trim().is_empty(),
    }
}

fn line_end(text: &str, at: usize) -> usize {
    let line = text[at..].lines().next().unwrap_or_default();
    at + line.len()
}

/// Tokens that close each `{`, by index. A brace that is not closed is omitted.
fn closing_braces(text: &str, tokens: &[Token]) -> BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut closing = BTreeMap::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.text(text) {
            "{" => open.push(index),
            "}" => closing.extend(open.pop().map(|open| (open, index))),
            _ => {}
        }
    }
    closing
}

/// End of the line on which the braces of the directive at token `first` close; if they do not, of its first line.
fn end_of_braces(
    text: &str,
    tokens: &[Token],
    first: usize,
    closing: &BTreeMap<usize, usize>,
) -> usize {
    let line = line_end(text, tokens[first].range.start);
    let (mut end, mut at) = (line, first);
    while let Some(token) = tokens.get(at).filter(|token| token.range.start < end) {
        if token.text(text) == "{" {
            let Some(close) = closing.get(&at) else {
                return line;
            };
            at = *close;
            end = line_end(text, tokens[at].range.end);
        }
        at += 1;
    }
    end
}

/// On one line, without comments outside of quotes.
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
    use crate::wgsl::lexer::tokens;

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

    #[test]
    fn import_ends_with_its_braces_or_else_with_its_line() {
        let check = |text: &str, expected: &[&str]| {
            let found = directives(text, &tokens(text));
            let found = found.iter().map(|found| &text[found.range.clone()]);
            assert_eq!(found.collect::<Vec<_>>(), expected);
        };
        check("#import a::{\n b::{\nc\n}, d } // e\nx", &["#import a::{\n b::{\nc\n}, d } // e"]);
        check(
            "#import {\n#import a::{b,\nc}\n#if {",
            &["#import {", "#import a::{b,\nc}", "#if {"],
        );
        check("#import a} {b\n}\n/* c */ #else\n", &["#import a} {b\n}"]);
    }

    #[test]
    fn unclosed_braces_and_many_hashes_take_linear_time() {
        let text = "#import {\n".repeat(200_000);
        assert_eq!(directives(&text, &tokens(&text)).len(), 200_000);
        let text = "#import ".repeat(200_000);
        assert_eq!(directives(&text, &tokens(&text)).len(), 1);
    }
}
