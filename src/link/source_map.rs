//! From places in the linked text back to the authors' files.
//!
//! The linker prints declarations anew, without comments and with other names, and keeps no places
//! below a declaration. But a declaration's tokens come out in the author's order: only names differ
//! (a path may have become one name) and some tokens are dropped. So the two token sequences are
//! walked side by side, once, and every printed token learns where it came from.

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::{GlobalDeclaration, TranslationUnit};
use wgsl_parse::SyntaxNode as _;

use crate::lexer::{Token, TokenKind, tokens};
use crate::source::Source;

use super::AuthorNames;

/// Where the tokens of a linked text came from.
#[derive(Clone, Debug)]
pub(super) enum SourceMap {
    /// The text is the first source's, of this length.
    Identity(usize),
    /// Printed tokens in their order.
    Tokens(Vec<Origin>),
}

/// A printed token and the author's stretch that it stands for.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    printed: Range<usize>,
    source: usize,
    author: Range<usize>,
}

impl SourceMap {
    pub(super) fn identity(length: usize) -> Self {
        Self::Identity(length)
    }

    /// The source and the range in it that a range of the linked text came from.
    pub(super) fn author_range(&self, range: Range<usize>) -> Option<(usize, Range<usize>)> {
        match self {
            Self::Identity(length) => (range.start <= *length).then_some((0, range)),
            Self::Tokens(origins) => {
                let first = origins.partition_point(|origin| origin.printed.end <= range.start);
                let behind = origins.partition_point(|origin| origin.printed.start < range.end);
                let start = origins.get(first)?;
                let same_source = origins[first..behind.max(first + 1)]
                    .iter()
                    .rev()
                    .find(|end| end.source == start.source)?;
                Some((
                    start.source,
                    start.author.start..same_source.author.end.max(start.author.end),
                ))
            }
        }
    }
}

/// Prints a linked syntax tree, and maps what it printed.
pub(super) fn print(
    syntax: &TranslationUnit,
    sources: &[Arc<Source>],
    names: &AuthorNames,
) -> (String, SourceMap) {
    let mut wgsl: String = syntax
        .global_directives
        .iter()
        .map(|directive| format!("{directive}\n"))
        .collect();
    let mut origins = Vec::new();
    let mut current = 0;
    for declaration in &syntax.global_declarations {
        if matches!(declaration.node(), GlobalDeclaration::Void) {
            continue;
        }
        if let Some(name) = declaration.ident() {
            let owner = names.get(&*name.name());
            current = owner.map_or(0, |(module, _)| {
                sources
                    .iter()
                    .position(|source| source.path.components() == *module)
                    .unwrap_or(0)
            });
        }
        let start = wgsl.len();
        let printed = declaration.to_string();
        let author = &sources[current].text;
        let span = declaration.span().range();
        let span = span.start.min(author.len())..span.end.min(author.len());
        for (printed, author) in align(&printed, author, span) {
            origins.push(Origin {
                printed: start + printed.start..start + printed.end,
                source: current,
                author,
            });
        }
        wgsl.push_str(&printed);
        wgsl.push_str("\n\n");
    }
    (wgsl, SourceMap::Tokens(origins))
}

/// How far to look for a printed token among the author's before taking it for one that the printer added.
const LOOK_AHEAD: usize = 8;

/// Pairs each printed token with the author's stretch that it came from.
fn align(printed: &str, author: &str, span: Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    let written: Vec<Token> = tokens(&author[span.clone()])
        .into_iter()
        .filter(|token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc))
        .map(|token| Token {
            range: token.range.start + span.start..token.range.end + span.start,
            ..token
        })
        .collect();
    let mut at = 0;
    let mut last = span.start..span.start;
    let mut pairs = Vec::new();
    for token in tokens(printed) {
        let found = (at..written.len().min(at + LOOK_AHEAD))
            .find(|&index| same(&token, printed, &written, index, author));
        if let Some(index) = found {
            let end = path_end(&written, index, author);
            last = written[index].range.start..written[end].range.end;
            at = end + 1;
        }
        pairs.push((token.range, last.clone()));
    }
    pairs
}

/// Whether a printed token can stand for the author's token at `index`.
fn same(token: &Token, printed: &str, written: &[Token], index: usize, author: &str) -> bool {
    let candidate = &written[index];
    let (text, candidate_text) = (token.text(printed), candidate.text(author));
    text == candidate_text
        || (token.kind == TokenKind::Number && candidate.kind == TokenKind::Number)
        || (token.kind == TokenKind::Word
            && candidate.kind == TokenKind::Word
            && (text.ends_with(written[path_end(written, index, author)].text(author))
                || text.contains("__")))
}

/// The last word of the path that begins at `index`.
fn path_end(written: &[Token], index: usize, author: &str) -> usize {
    let mut end = index;
    while written
        .get(end + 1)
        .is_some_and(|token| token.text(author) == "::")
        && written
            .get(end + 2)
            .is_some_and(|token| token.kind == TokenKind::Word)
    {
        end += 2;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_tokens_find_their_way_back_past_comments_paths_and_commas() {
        let author =
            "fn f(a: f32, /* why */ b: array<f32, 2,>,) -> f32 { return  g::h(a,) + 1.50; }";
        let printed = "fn f(a: f32, b: array<f32, 2>) -> f32 {\n    return x__h(a) + 1.5;\n}";
        let pairs = align(printed, author, 0..author.len());
        let origin = |word: &str| {
            let at = printed.find(word).unwrap();
            let (_, range) = pairs
                .iter()
                .find(|(printed, _)| printed.start == at)
                .unwrap();
            &author[range.clone()]
        };
        assert_eq!(origin("x__h"), "g::h");
        assert_eq!(origin("1.5"), "1.50");
        assert_eq!(origin("b: array"), "b");
        assert_eq!(origin("}"), "}");
    }
}
