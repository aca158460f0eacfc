//! Removes single statements with errors from the bodies of functions.

use std::ops::Range;

use super::{Remainder, body};
use crate::wgsl::lexer::{Token, TokenKind, blank, tokens};

impl Remainder {
    /// Removes the statement with its block; `None` if there is none. True if the error does not follow from another.
    pub(crate) fn remove_statement(&mut self, error: &Range<usize>) -> Option<bool> {
        let index = self.declaration_at(error)?;
        let body = body(&self.wgsl, &self.declarations[index])?;
        let inside = body.start + 1..body.end - 1;
        if !(inside.start <= error.start && error.start <= inside.end) {
            return None;
        }
        let text = &self.wgsl[inside.clone()];
        let tokens = code(text);
        let error = error.start - inside.start..error.end - inside.start;
        let statement = &tokens[statement(text, &tokens, &error)?];
        let removed = self.undeclared.entry(index).or_default();
        let is_first = !uses(text, statement).any(|name| removed.contains(name));
        removed.extend(declared_names(text, statement).map(str::to_owned));
        if statement.iter().any(|token| token.text(text) == "return") {
            self.without_return.insert(self.declarations[index].name.clone());
        }
        let (start, end) = (statement[0].range.start, statement[statement.len() - 1].range.end);
        blank(&mut self.wgsl, inside.start + start..inside.start + end);
        Some(is_first)
    }

    /// Removes the name of an error from the scope of the function around it.
    pub(crate) fn forget_name(&mut self, error: &Range<usize>, name: &str) {
        if let Some(index) = self.declaration_at(error) {
            self.undeclared.entry(index).or_default().insert(name.to_owned());
        }
    }

    /// Counts a removed statement that does not parse as a `return`, which it may have been.
    pub(crate) fn forget_return(&mut self, error: &Range<usize>) {
        if let Some(index) = self.declaration_at(error) {
            self.without_return.insert(self.declarations[index].name.clone());
        }
    }

    pub(super) fn declaration_at(&self, error: &Range<usize>) -> Option<usize> {
        let mut declarations = self.declarations.iter();
        declarations.position(|declared| declared.range.contains(&error.start))
    }
}

/// Without doc comments.
fn code(text: &str) -> Vec<Token> {
    let mut tokens = tokens(text);
    tokens.retain(|token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc));
    tokens
}

const STARTS: [&str; 8] = ["let", "var", "return", "if", "for", "while", "loop", "switch"];

/// Indices of the tokens of the innermost statement that contains the error, or ends at it; not empty.
fn statement(text: &str, tokens: &[Token], error: &Range<usize>) -> Option<Range<usize>> {
    let mut start = 0;
    let mut open = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        let end = token.text(text);
        if token.range.start == error.start && start < index && STARTS.contains(&end) {
            return Some(start..index);
        }
        match end {
            "(" | "[" => open += 1,
            ")" | "]" => open = open.saturating_sub(1),
            // Between parentheses only in the head of a loop, or if one is not closed.
            ";" if open > 0 && tokens[start].text(text) == "for" => {}
            ";" | "{" | "}" => {
                open = 0;
                if error.start < token.range.end {
                    let found = match end {
                        ";" => start..index + 1,
                        "{" => start..end_of_block(text, tokens, start, index)?,
                        _ if start < index => return Some(start..index),
                        _ => return None,
                    };
                    let whole = tokens[found.start].range.start..tokens[found.end - 1].range.end;
                    let is_inside = whole.start <= error.start && error.end <= whole.end;
                    return is_inside.then_some(found);
                }
                start = index + 1;
            }
            _ => {}
        }
    }
    (start < tokens.len()).then_some(start..tokens.len())
}

/// Index after the block of a statement, and after its `else`. `None` for a block of its own, or a part of a statement.
fn end_of_block(text: &str, tokens: &[Token], start: usize, block: usize) -> Option<usize> {
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text(text));
    if !matches!(word(start), "if" | "for" | "while" | "switch" | "loop") {
        return None;
    }
    let mut depth = 0_usize;
    for index in block..tokens.len() {
        match word(index) {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && word(index) == "}" && word(index + 1) != "else" {
            return Some(index + 1);
        }
    }
    None
}

/// Words except members.
fn uses<'t>(text: &'t str, statement: &[Token]) -> impl Iterator<Item = &'t str> {
    let is_member = |index: usize| index > 0 && statement[index - 1].text(text) == ".";
    let words = statement
        .iter()
        .enumerate()
        .filter(move |(index, token)| token.kind == TokenKind::Word && !is_member(*index));
    words.map(|(_, token)| token.text(text))
}

/// `a` of `let a = …;` and of `var<private> a: f32;`, and of declarations in other languages: `float a;`.
fn declared_names<'t>(text: &'t str, statement: &[Token]) -> impl Iterator<Item = &'t str> {
    const NO_TYPES: [&str; 6] = ["return", "if", "else", "while", "switch", "case"];
    let is_word = |token: &Token| token.kind == TokenKind::Word;
    let has_space = statement.get(1).is_some_and(|token| token.text(text) == "<");
    let end_of_space = statement.iter().position(|token| has_space && token.text(text) == ">");
    statement.windows(2).enumerate().filter_map(move |(index, pair)| {
        let [before, name] = [pair[0].text(text), pair[1].text(text)];
        let follows = is_word(&pair[0]) && !NO_TYPES.contains(&before);
        (is_word(&pair[1]) && (follows || end_of_space == Some(index))).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_removed_whole_and_those_that_use_them_follow() {
        let text = "fn f(p: vec2f) -> f32 { let a = x; if (a > y) { b(); } else { c(); } \
                    for (var i = 0; i < 3; i++) { d(i); } return p.a; }";
        let mut rest = Remainder::new(text);
        let at = |word: &str| {
            let start = text.find(word).unwrap();
            start..start + word.len()
        };
        assert_eq!(rest.remove_statement(&at("x;")), Some(true));
        assert_eq!(rest.remove_statement(&at("y)")), Some(false));
        assert_eq!(rest.remove_statement(&at("d(i)")), Some(true));
        assert_eq!(rest.remove_statement(&at("p.a")), Some(true));
        assert_eq!(rest.remove_statement(&at("vec2f")), None);
        let left: Vec<&str> = rest.wgsl.split_whitespace().collect();
        assert_eq!(left.join(" "), "fn f(p: vec2f) -> f32 { for (var i = 0; i < 3; i++) { } }");
        assert!(rest.without_return.contains("f"));
    }
    #[test]
    fn broken_statements_are_removed_with_the_names_that_they_declare() {
        let text = "fn f() { let a = b(1.0; let c = 2.0 let d = c; float e = 3.0; let g = e; h() }";
        let mut rest = Remainder::new(text);
        let at = |word: &str| {
            let start = text.find(word).unwrap();
            start..start + 1
        };
        assert_eq!(rest.remove_statement(&at("; let c")), Some(true));
        assert_eq!(rest.remove_statement(&at("let d")), Some(true));
        assert_eq!(rest.remove_statement(&at("c;")), Some(false));
        assert_eq!(rest.remove_statement(&at("e =")), Some(true));
        assert_eq!(rest.remove_statement(&at("e; h")), Some(false));
        assert_eq!(rest.remove_statement(&at("}")), Some(true));
        assert_eq!(rest.wgsl.split_whitespace().collect::<Vec<_>>().join(" "), "fn f() { }");
    }
}
