//! Parameters and local variables of a function, with the ranges in which they are visible.

use std::ops::Range;

use super::definition::DefinitionKind;
use crate::source::Source;
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::{Declaration, DeclarationKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    pub(super) kind: DefinitionKind,
    pub(super) visible: Range<usize>,
}

pub(super) fn function_at(source: &Source, at: usize) -> Option<&Declaration> {
    let mut declarations = source.outline().declarations.iter();
    declarations.find(|declared| {
        declared.kind == DeclarationKind::Function
            && declared.range.start <= at
            && at <= declared.range.end
    })
}

pub(super) fn code_in(source: &Source, range: Range<usize>) -> Vec<&Token> {
    let tokens = source.tokens_in(range).iter();
    tokens.filter(|token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc)).collect()
}

/// A block of a body, or the header of a `for` loop with its body.
struct Block {
    /// Index of its first binding.
    first: usize,
    is_header: bool,
}

/// Returns the bindings in the order of the text. A block that is not closed ends with the function.
pub(super) fn bindings(source: &Source, function: &Declaration) -> Vec<Binding> {
    let text = &source.text;
    let end = function.range.end;
    let mut found: Vec<Binding> = Vec::new();
    let tokens = code_in(source, function.name_range.end..end);
    let body = tokens.iter().position(|token| token.text(text) == "{").unwrap_or(tokens.len());
    for member in &function.members {
        found.push(Binding {
            name: member.name.clone(),
            range: member.name_range.clone(),
            kind: DefinitionKind::Parameter,
            visible: tokens.get(body).map_or(end, |token| token.range.start)..end,
        });
    }
    let mut blocks: Vec<Block> = Vec::new();
    // Bindings whose statements are not complete, with the number of open brackets there.
    let mut pending: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0_usize;
    let close = |found: &mut Vec<Binding>, block: &Block, at: usize| {
        for binding in &mut found[block.first..] {
            binding.visible.end = binding.visible.end.min(at);
        }
    };
    for (index, token) in tokens.iter().enumerate().skip(body) {
        match token.text(text) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "{" => {
                depth += 1;
                blocks.push(Block { first: found.len(), is_header: false });
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if let Some(block) = blocks.pop() {
                    close(&mut found, &block, token.range.end);
                }
                while let Some(header) = blocks.pop_if(|block| block.is_header) {
                    close(&mut found, &header, token.range.end);
                }
            }
            "for" => blocks.push(Block { first: found.len(), is_header: true }),
            ";" => {
                while let Some((binding, _)) = pending.pop_if(|(_, at)| *at >= depth) {
                    found[binding].visible.start = token.range.end;
                }
            }
            "let" | "var" | "const" => {
                let mut rest = tokens[index + 1..].iter();
                let mut next = rest.next();
                if next.is_some_and(|next| next.text(text) == "<") {
                    next = rest.by_ref().find(|token| token.text(text) == ">").and(rest.next());
                }
                if let Some(name) = next.filter(|name| name.kind == TokenKind::Word) {
                    pending.push((found.len(), depth));
                    found.push(Binding {
                        name: name.text(text).to_owned(),
                        range: name.range.clone(),
                        kind: DefinitionKind::Local,
                        visible: end..end,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the binding that a name stands for at a position: also at its own declaration.
pub(super) fn binding_at<'b>(
    bindings: &'b [Binding],
    name: &str,
    at: usize,
) -> Option<&'b Binding> {
    let named = || bindings.iter().filter(|binding| binding.name == name);
    let is_inside = |range: &Range<usize>| range.start <= at && at < range.end;
    let declared = named().find(|binding| is_inside(&binding.range));
    declared.or_else(|| named().rfind(|binding| is_inside(&binding.visible)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_visible_from_their_statement_to_the_end_of_their_block() {
        let text = "fn f(a: f32) { let b = a; { var<function> b = b; b; } for (var i = 0; i < 3; i++) { i; } b; i";
        let source = Source::new("a.wgsl", text);
        let function = function_at(&source, 20).unwrap();
        let bindings = bindings(&source, function);
        let names: Vec<&str> = bindings.iter().map(|binding| binding.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "b", "i"]);
        let check = |after: &str, name: &str, expect: Option<usize>| {
            let at = text.find(after).unwrap() + after.len();
            let found = binding_at(&bindings, name, at).map(|binding| binding.range.start);
            assert_eq!(found, expect, "{name} after {after:?}");
        };
        let outer = text.find("let b").unwrap() + 4;
        let inner = text.find("> b").unwrap() + 2;
        check("let b = ", "a", Some(5));
        check("> b = ", "b", Some(outer));
        check("> b = b; ", "b", Some(inner));
        check("i++) { i; } ", "b", Some(outer));
        check("i++) { ", "i", text.find("i = 0"));
        check("i++) { i; } b; ", "i", None);
    }
}
