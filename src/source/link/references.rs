//! Search for the names in a declaration that may stand for other declarations.

use std::mem;
use std::ops::Range;

use crate::source::Source;
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::DeclarationKind;

/// Their arguments are not names of declarations.
const ATTRIBUTES_WITH_WORDS: [&str; 3] = ["builtin", "interpolate", "diagnostic"];

/// Words that are neither local names nor members nor attributes, also the declared name, and paths such as `a::b`.
pub(super) fn references(
    source: &Source,
    range: Range<usize>,
    kind: DeclarationKind,
) -> Vec<Token> {
    let tokens = source.tokens_in(range).iter();
    let is_code = |token: &&Token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc);
    let mut finder = ReferenceFinder {
        text: &source.text,
        tokens: tokens.filter(is_code).collect(),
        kind,
        at: 0,
        depth: 0,
        parameters: Vec::new(),
        blocks: Vec::new(),
        found: Vec::new(),
    };
    while finder.at < finder.tokens.len() {
        finder.step();
    }
    finder.found
}

struct ReferenceFinder<'s> {
    text: &'s str,
    tokens: Vec<&'s Token>,
    kind: DeclarationKind,
    at: usize,
    depth: usize,
    parameters: Vec<&'s str>,
    /// Open blocks of the body, and headers of `for` loops.
    blocks: Vec<Block<'s>>,
    found: Vec<Token>,
}

#[derive(Default)]
struct Block<'s> {
    locals: Vec<&'s str>,
    /// Its declaration is not complete. With the number of open brackets there.
    next: Option<(&'s str, usize)>,
    /// True for the header of a `for` loop, which ends with the block after it.
    is_header: bool,
}

impl<'s> ReferenceFinder<'s> {
    fn step(&mut self) {
        let text = self.word(0);
        self.at += 1;
        match text {
            "@" => self.attribute(),
            "." => self.at += 1,
            "(" | "[" => self.depth += 1,
            ")" | "]" => self.depth = self.depth.saturating_sub(1),
            "{" => {
                self.depth += 1;
                let locals = mem::take(&mut self.parameters);
                self.blocks.push(Block { locals, ..Block::default() });
            }
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                self.blocks.pop();
                while self.blocks.pop_if(|block| block.is_header).is_some() {}
            }
            ";" => self.end_declaration(),
            "for" => self.blocks.push(Block { is_header: true, ..Block::default() }),
            "let" | "var" | "const" if !self.blocks.is_empty() => self.local(),
            _ if self.tokens[self.at - 1].kind == TokenKind::Word => self.name(text),
            _ => {}
        }
    }

    fn attribute(&mut self) {
        let has_words = ATTRIBUTES_WITH_WORDS.contains(&self.word(0));
        self.at += 1;
        if has_words && self.word(0) == "(" {
            while !matches!(self.word(0), ")" | "") {
                self.at += 1;
            }
            self.at += 1;
        }
    }

    /// A local name is known after its declaration.
    fn local(&mut self) {
        if self.word(0) == "<" {
            while !matches!(self.word(0), ">" | "") {
                self.at += 1;
            }
            self.at += 1;
        }
        let (name, depth) = (self.word(0), self.depth);
        self.at += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.next = Some((name, depth));
        }
    }

    fn end_declaration(&mut self) {
        if let Some(block) = self.blocks.last_mut()
            && let Some((name, _)) = block.next.take_if(|(_, depth)| *depth == self.depth)
        {
            block.locals.push(name);
        }
    }

    fn name(&mut self, name: &'s str) {
        let mut token = self.tokens[self.at - 1].clone();
        while self.word(0) == "::" {
            let last = self.tokens.get(self.at + 1).unwrap_or(&self.tokens[self.at]);
            token.range.end = last.range.end;
            self.at += 2;
        }
        let is_before_colon = self.depth == 1 && self.word(0) == ":";
        let is_local = || self.blocks.iter().any(|block| block.locals.contains(&name));
        match self.kind {
            DeclarationKind::Function if is_before_colon && self.blocks.is_empty() => {
                self.parameters.push(name);
            }
            DeclarationKind::Struct if is_before_colon => {}
            _ if token.range.len() == name.len() && is_local() => {}
            _ => self.found.push(token),
        }
    }

    fn word(&self, offset: usize) -> &'s str {
        let token = self.tokens.get(self.at + offset);
        token.map_or("", |token| token.text(self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let source = Source::new("a.wgsl", text);
        let declared = &source.outline().declarations[0];
        let found = references(&source, declared.range.clone(), declared.kind);
        let found: Vec<&str> = found.iter().map(|token| token.text(text)).collect();
        assert_eq!(found.join(" "), expect);
    }

    #[test]
    fn local_names_count_from_the_end_of_their_declaration_to_that_of_their_block() {
        check(
            "fn f(a: A, b: array<B, n>) -> C { let c = c(a, b.c); { var<function> d = c; d += e; } return d; }",
            "fn f A array B n C c e return d",
        );
        check(
            "fn f() { for (var i = i(); i < n; i++) { let n = i; } return i + n; }",
            "fn f i n return i n",
        );
        check("fn f() { let g = g; let g = g; }", "fn f g");
    }

    #[test]
    fn members_and_words_of_attributes_are_no_references() {
        check(
            "@compute @workgroup_size(n) fn f(@builtin(position) p: vec4f) { x = position; }",
            "n fn f vec4f x position",
        );
        check(
            "struct S { @size(n) a: array<f32, a>, @interpolate(flat, either) b: a::b :: c, }",
            "struct S n array f32 a a::b :: c",
        );
        check("var<storage, read> a: A = b.a;", "var storage read a A b");
        check("const a = array(1.5, b)[0u].x;", "const a array b");
    }
}
