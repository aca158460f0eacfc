//! Lexer of WGSL: splits a text into tokens with byte ranges. Doc comments are tokens too, since they contain tags.

use std::ops::Range;

use unicode_ident::{is_xid_continue, is_xid_start};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    /// A number with its suffix.
    Number,
    /// `::`, or any other single character.
    Symbol,
    /// Above a declaration: `///` or `/** */`.
    Doc,
    /// About the file: `//!` or `/*! */`.
    FileDoc,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) range: Range<usize>,
}

impl Token {
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }
}

/// Words and numbers. A path of words (`a::b`) becomes one token.
pub(crate) fn paths(text: &str, tokens: &[Token]) -> Vec<Token> {
    let mut paths: Vec<Token> = Vec::new();
    let mut is_after_colons = false;
    for token in tokens {
        match (token.kind, paths.last_mut()) {
            (TokenKind::Word, Some(path)) if is_after_colons => path.range.end = token.range.end,
            (TokenKind::Word | TokenKind::Number, _) => paths.push(token.clone()),
            _ => {}
        }
        is_after_colons = token.text(text) == "::";
    }
    paths
}

/// Line breaks stay, so that all other locations are unchanged.
pub(crate) fn blank(text: &mut String, range: Range<usize>) {
    let spaces: String =
        text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range, &spaces);
}

/// Skips plain comments and white space. Text that is not WGSL yields a token for each unknown character.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if rest.starts_with("//") {
            (line_comment_kind(rest), rest.find(is_line_end).unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (block_comment_kind(rest), block_comment_length(rest))
        } else if is_xid_start(first) || first == '_' {
            (Some(TokenKind::Word), length_while(rest, is_xid_continue))
        } else if first.is_ascii_digit()
            || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            (Some(TokenKind::Number), number_length(rest))
        } else if rest.starts_with("::") {
            (Some(TokenKind::Symbol), 2)
        } else {
            (Some(TokenKind::Symbol), first.len_utf8())
        };
        if let Some(kind) = kind {
            tokens.push(Token { kind, range: at..at + length });
        }
        at += length;
    }
    tokens
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn line_comment_kind(rest: &str) -> Option<TokenKind> {
    if rest.starts_with("//!") {
        Some(TokenKind::FileDoc)
    } else {
        let is_divider = rest.starts_with("////");
        (rest.starts_with("///") && !is_divider).then_some(TokenKind::Doc)
    }
}

fn block_comment_kind(rest: &str) -> Option<TokenKind> {
    if rest.starts_with("/*!") {
        Some(TokenKind::FileDoc)
    } else {
        let is_divider = rest.starts_with("/***") || rest.starts_with("/**/");
        (rest.starts_with("/**") && !is_divider).then_some(TokenKind::Doc)
    }
}

/// Block comments nest in WGSL; an unclosed one extends to the end.
fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    let bytes = rest.as_bytes();
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" if depth == 1 => return at + 2,
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    rest.len()
}

fn length_while(rest: &str, belongs: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !belongs(c)).unwrap_or(rest.len())
}

/// Digits, letters and dots, and a sign after the letter of an exponent.
fn number_length(rest: &str) -> usize {
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut previous = ' ';
    for (at, c) in rest.char_indices() {
        let in_exponent = if hexadecimal { "pP" } else { "eE" }.contains(previous);
        if !(c.is_ascii_alphanumeric() || c == '.' || (in_exponent && (c == '+' || c == '-'))) {
            return at;
        }
        previous = c;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text(text)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn text_splits_into_words_numbers_and_symbols() {
        check("let x=1.5e-3f+.5;", &["let", "x", "=", "1.5e-3f", "+", ".5", ";"]);
        check("a::b<vec2<f32>>", &["a", "::", "b", "<", "vec2", "<", "f32", ">", ">"]);
        check("0xffu-1", &["0xffu", "-", "1"]);
        check("ü€", &["ü", "€"]);
        check("e\u{301}a", &["e\u{301}a"]);
    }

    #[test]
    fn only_doc_comments_are_tokens() {
        check(
            "// no\n/// yes\n/* no /* nested */ */ /** yes */ x //! file",
            &["/// yes", "/** yes */", "x", "//! file"],
        );
        check("/* never closed", &[]);
        check("////// a rule\n/****** another */ x", &["x"]);
        check("/**/ x", &["x"]);
        check("// one\r/// two\rx", &["/// two", "x"]);
    }
}
