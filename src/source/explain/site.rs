//! The location of a compile error in an author's file, and the tokens around it.

use std::ops::Range;

use crate::source::Source;
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::{Declaration, DeclarationKind};

/// Offsets count tokens from the first of the error: 0 is that token, −1 the one before it. Ranges include both ends.
pub(crate) struct Site<'s> {
    pub(crate) source: &'s Source,
    pub(crate) range: Range<usize>,
    /// All except doc comments.
    tokens: Vec<&'s Token>,
    /// Index of the first token of the error.
    at: usize,
}

impl<'s> Site<'s> {
    pub(crate) fn new(source: &'s Source, range: Range<usize>) -> Self {
        let is_code = |token: &&Token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc);
        let tokens: Vec<&Token> = source.tokens().iter().filter(is_code).collect();
        let at = tokens.partition_point(|token| token.range.end <= range.start);
        Self { source, range, tokens, at }
    }

    pub(super) fn moved(&self, offset: isize) -> Self {
        let range = self.span(offset, offset);
        Self::new(self.source, range)
    }

    pub(super) fn text(&self) -> &'s str {
        self.source.text.get(self.range.clone()).unwrap_or_default()
    }

    pub(super) fn token(&self, offset: isize) -> Option<&'s Token> {
        let index = self.at.checked_add_signed(offset)?;
        self.tokens.get(index).copied()
    }

    pub(super) fn word(&self, offset: isize) -> &'s str {
        let token = self.token(offset);
        token.map_or("", |token| token.text(&self.source.text))
    }

    /// Also true for a keyword.
    pub(super) fn is_name(&self, offset: isize) -> bool {
        self.token(offset).is_some_and(|token| token.kind == TokenKind::Word)
    }

    pub(super) fn has(&self, offset: isize, texts: &[&str]) -> bool {
        (offset..).zip(texts).all(|(offset, text)| self.word(offset) == *text)
    }

    /// A token outside of the file counts as the end of the file.
    pub(super) fn span(&self, first: isize, last: isize) -> Range<usize> {
        let length = self.source.text.len();
        let start = self.token(first).map_or(length, |token| token.range.start);
        let end = self.token(last).map_or(length, |token| token.range.end);
        start..end.max(start)
    }

    pub(super) fn text_of(&self, first: isize, last: isize) -> &'s str {
        &self.source.text[self.span(first, last)]
    }

    pub(super) fn starts_statement(&self, offset: isize) -> bool {
        matches!(self.word(offset - 1), "" | ";" | "{" | "}")
            || (self.word(offset - 1) == "(" && self.word(offset - 2) == "for")
    }

    pub(super) fn closing(&self, open: isize) -> Option<isize> {
        let mut depth = 0_usize;
        for offset in open.. {
            match self.word(offset) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                "" => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(offset);
            }
        }
        None
    }

    /// First and last token of each element of the comma-separated list after the bracket `open`; empty if not closed.
    pub(super) fn list(&self, open: isize) -> Vec<(isize, isize)> {
        let Some(close) = self.closing(open) else {
            return Vec::new();
        };
        let mut elements = Vec::new();
        let (mut first, mut at) = (open + 1, open + 1);
        while at < close {
            match self.word(at) {
                "(" | "[" | "{" => at = self.closing(at).unwrap_or(close),
                "," => {
                    elements.push((first, at - 1));
                    first = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if first < close {
            elements.push((first, close - 1));
        }
        elements
    }

    pub(super) fn statement_start(&self) -> isize {
        let mut offset = 0;
        while !matches!(self.word(offset - 1), "" | ";" | "{" | "}") {
            offset -= 1;
        }
        offset
    }

    pub(super) fn function(&self) -> Option<&'s Declaration> {
        let mut declarations = self.source.outline().declarations.iter();
        declarations.find(|declaration| {
            declaration.kind == DeclarationKind::Function
                && declaration.range.contains(&self.range.start)
        })
    }

    /// Finds a local variable above the error: its keyword `let`, `var` or `const`, and the site of its name.
    pub(super) fn local(&self, name: &str) -> Option<(&'s str, Self)> {
        let start = self.function()?.range.start;
        let mut offset = -1;
        while self.token(offset)?.range.start > start {
            let keyword = self.word(offset - 1);
            if self.word(offset) == name && matches!(keyword, "let" | "var" | "const") {
                return Some((keyword, self.moved(offset)));
            }
            offset -= 1;
        }
        None
    }

    pub(super) fn parameter_type(&self, name: &str) -> Option<&'s str> {
        let function = self.function()?;
        let mut members = function.members.iter();
        let parameter = members.find(|member| member.name == name)?;
        let site = Self::new(self.source, parameter.name_range.clone());
        let mut last = 2;
        let mut depth = 0;
        loop {
            match site.word(last + 1) {
                "<" => depth += 1,
                ">" => depth -= 1,
                "," | ")" | "" if depth == 0 => break,
                "" => return None,
                _ => {}
            }
            last += 1;
        }
        Some(site.text_of(2, last))
    }

    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.source.location(byte..byte).start.line
    }
}
