//! Explanations of lines that end too early: naga reads on, and reports a word of the next line.

use super::conversion::brief;
use super::{Explanation, ParserError, Site, plain_syntax};
use crate::wgsl::lexer::TokenKind;

const STARTS: [&str; 15] = [
    "return", "let", "var", "const", "if", "for", "while", "loop", "switch", "break", "continue",
    "fn", "struct", "alias", "override",
];

const BEFORE_EXPRESSIONS: [&str; 17] =
    ["=", "(", ",", "[", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "!", "~", "return"];

/// True if the word begins a line and the line above has not ended. A word before a colon is a member or parameter.
pub(super) fn is_next_line(site: &Site<'_>, offset: isize) -> bool {
    STARTS.contains(&site.word(offset))
        && site.word(offset + 1) != ":"
        && follows_open_line(site, offset)
}

fn follows_open_line(site: &Site<'_>, offset: isize) -> bool {
    let Some(previous) = site.token(offset - 1) else {
        return false;
    };
    let line = site.line_of(previous.range.start);
    let is_next = site.token(offset).is_none_or(|token| line < site.line_of(token.range.start));
    is_next && !matches!(site.word(offset - 1), ";" | "{" | "}")
}

/// Explains a keyword in place of an expression: naga takes it for a name, and reports the token after it.
pub(super) fn before_keyword(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let is_unknown = error.message.starts_with("no definition in scope for identifier");
    let keyword = match (error.is_syntax(), is_unknown) {
        (true, _) => -1,
        (_, true) => 0,
        _ => return None,
    };
    let is_due = BEFORE_EXPRESSIONS.contains(&site.word(keyword - 1));
    (is_due && is_next_line(site, keyword)).then(|| unfinished(site, keyword - 1, "an expression"))
}

/// After all that is known of the errors of single words.
pub(super) fn at_line_end(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    if error.message.ends_with("is a reserved keyword") {
        return is_next_line(site, 0).then(|| unfinished(site, -1, "a name"));
    }
    let is_other_symbol = site.token(0).is_some_and(|token| token.kind == TokenKind::Symbol)
        && !matches!(site.word(0), ")" | "]" | "}");
    if is_other_symbol || !follows_open_line(site, 0) {
        return None;
    }
    let message = plain_syntax(error.message);
    let (expected, _) = message.strip_prefix("expected ")?.split_once(", found ")?;
    match expected {
        "a declaration" => None,
        "a statement" => Some(unfinished(site, -1, "`=` or `(`")),
        other => Some(unfinished(site, -1, other)),
    }
}

fn unfinished(site: &Site<'_>, last: isize, expected: &str) -> Explanation {
    let line = |offset: isize| site.token(offset).map(|token| site.line_of(token.range.start));
    let mut first = last;
    while line(first - 1) == line(last) && !matches!(site.word(first - 1), ";" | "{" | "}") {
        first -= 1;
    }
    let text = brief(site.text_of(first, last));
    let message = format!("`{text}` is not finished: expected {expected}");
    Explanation::new(site.span(first, last), message)
}
