//! Builds the linked text, and maps byte ranges in it back to the authors' files.
//!
//! The linked text consists of the authors' own declarations, in which only names are replaced. The replacements are
//! read from wesl's printed text. That text itself lacks comments and locations, and changes some literals (`0x1p3`).

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::{GlobalDeclaration, TranslationUnit};
use wgsl_parse::SyntaxNode as _;

use super::names::AuthorNames;
use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, paths, tokens};
use crate::source::Source;

/// Segments of a linked text with their origins, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct SourceMap(Vec<Segment>);

/// A byte range of the linked text, and the author's range that it is a copy of or replaces.
#[derive(Clone, Debug)]
struct Segment {
    linked: Range<usize>,
    source: usize,
    author: Range<usize>,
}

impl Segment {
    /// Returns the author's byte for the start `at` of a linked range.
    fn author_start(&self, at: usize) -> usize {
        match self.is_copy() {
            true => self.author.start + at.saturating_sub(self.linked.start),
            false => self.author.start,
        }
    }

    /// Returns the author's byte for the end `at` of a linked range, exclusive.
    fn author_end(&self, at: usize) -> usize {
        match self.is_copy() {
            true => self.author.start + at.min(self.linked.end) - self.linked.start,
            false => self.author.end,
        }
    }

    fn is_copy(&self) -> bool {
        self.linked.len() == self.author.len()
    }
}

impl SourceMap {
    /// Creates the map of a text that is the first file as written.
    pub(super) fn identity(length: usize) -> Self {
        Self(vec![Segment {
            linked: 0..length,
            source: 0,
            author: 0..length,
        }])
    }

    /// Returns the index of the file and the range in it that a range of the linked text came from.
    pub(super) fn author_range(&self, range: Range<usize>) -> Option<(usize, Range<usize>)> {
        let Self(segments) = self;
        let first = segments.partition_point(|segment| segment.linked.end <= range.start);
        let end_index = segments.partition_point(|segment| segment.linked.start < range.end);
        let at_the_end = || {
            segments
                .last()
                .filter(|segment| segment.linked.end == range.start)
        };
        let start = segments.get(first).or_else(at_the_end)?;
        let end = segments
            .get(first..end_index)
            .and_then(|segments| segments.iter().rfind(|end| end.source == start.source))
            .unwrap_or(start);
        let from = start.author_start(range.start);
        Some((start.source, from..end.author_end(range.end).max(from)))
    }
}

/// Builds the linked text from the declarations of a linked syntax tree. `sources` are the files that they come from,
/// the root first.
pub(super) fn assemble(
    syntax: &TranslationUnit,
    sources: &[Arc<Source>],
    names: &AuthorNames,
) -> Result<(String, SourceMap), Box<Diagnostic>> {
    let mut assembly = LinkedTextBuilder::default();
    for (index, source) in sources.iter().enumerate() {
        for directive in &source.outline().directives {
            assembly.copy(index, source, directive.clone());
            assembly.wgsl.push('\n');
        }
    }
    let mut declarations = Vec::new();
    let mut current = 0;
    for declaration in &syntax.global_declarations {
        if matches!(declaration.node(), GlobalDeclaration::Void) {
            continue;
        }
        let printed = declaration.to_string();
        let span = declaration.span().range();
        let owner = declaration
            .ident()
            .map(|name| owner(&name.name(), sources, names));
        // An assertion has no name; it comes among its module's declarations, or before them.
        let possible = match owner {
            Some(owner) => owner..owner + 1,
            None => current..current + sources.len(),
        };
        let found = possible.clone().find_map(|index| {
            let index = index % sources.len();
            let source = &sources[index];
            Some((index, replacements(source, span.clone(), &printed)?))
        });
        let Some((index, replacements)) = found else {
            let location = sources[possible.start].location(span);
            let message = "cannot link this declaration; simplify it";
            return Err(Box::new(Diagnostic::error(Some(location), message)));
        };
        current = index;
        declarations.push((index, span, replacements));
    }
    // The order of wesl differs from call to call.
    declarations.sort_by_key(|(index, span, _)| (*index, span.start));
    for (index, span, replacements) in declarations {
        assembly.declaration(index, &sources[index], span, &replacements);
    }
    Ok((assembly.wgsl, assembly.map))
}

/// Returns the index of the file that declares a linked name.
fn owner(name: &str, sources: &[Arc<Source>], names: &AuthorNames) -> usize {
    let module = names.get(name).map(|(module, _)| module);
    let index = sources
        .iter()
        .position(|source| Some(&source.path.components()) == module);
    index.unwrap_or(0)
}

/// Builds a linked text and its map, segment by segment.
#[derive(Default)]
struct LinkedTextBuilder {
    wgsl: String,
    map: SourceMap,
}

impl LinkedTextBuilder {
    /// Adds a declaration, with some of its names replaced.
    fn declaration(
        &mut self,
        index: usize,
        source: &Source,
        span: Range<usize>,
        replacements: &[(Range<usize>, String)],
    ) {
        let mut at = span.start;
        for (author, name) in replacements {
            self.copy(index, source, at..author.start);
            self.push(index, name, author.clone());
            at = author.end;
        }
        self.copy(index, source, at..span.end);
        self.wgsl.push_str("\n\n");
    }

    fn copy(&mut self, index: usize, source: &Source, author: Range<usize>) {
        let text = source.text.get(author.clone()).unwrap_or_default();
        self.push(index, text, author);
    }

    fn push(&mut self, source: usize, text: &str, author: Range<usize>) {
        let start = self.wgsl.len();
        self.wgsl.push_str(text);
        self.map.0.push(Segment {
            linked: start..self.wgsl.len(),
            source,
            author,
        });
    }
}

/// Returns the byte ranges of words and paths for which wesl printed another name, each with that name.
/// `None` if the printed text is not a copy of the declaration.
fn replacements(
    author: &Source,
    span: Range<usize>,
    printed: &str,
) -> Option<Vec<(Range<usize>, String)>> {
    let mut replacements = Vec::new();
    let mut names = paths(printed, &tokens(printed)).into_iter();
    for written in paths(&author.text, author.tokens_in(span)) {
        let text = written.text(&author.text);
        let mut name = names.next()?;
        if text == "default" && name.text(printed) == "case" {
            name = names.next()?; // `default:` is printed as `case default`
        }
        let printed = name.text(printed);
        match (written.kind, name.kind) {
            (TokenKind::Word, TokenKind::Word) if printed != text => {
                replacements.push((written.range, printed.to_owned()));
            }
            (TokenKind::Number, TokenKind::Word) if printed.starts_with("inf") => {}
            (written, printed) if written == printed => {}
            _ => return None,
        }
    }
    names.next().is_none().then_some(replacements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_are_replaced_and_locations_map_back() {
        let author = "fn f(a: f32, /* why */ b: array<f32, 2,>,) -> f32 { switch 1 { default: {} } return - -g :: h(a,) + 0x1p3; }";
        let printed = "fn f(a: f32, b: array<f32, 2>) -> f32 {\n switch 1 { case default {} } return --x__h(a) + 4096.0;\n}";
        let source = Source::new("a.wgsl", author);
        let replaced = replacements(&source, 0..author.len(), printed).unwrap();
        let mut assembly = LinkedTextBuilder::default();
        assembly.declaration(0, &source, 0..author.len(), &replaced);
        assert_eq!(
            assembly.wgsl.trim_end(),
            author.replace("g :: h", "x__h"),
            "all but the name is the author's"
        );
        let origin = |text: &str| {
            let at = assembly.wgsl.find(text).unwrap();
            let (_, range) = assembly.map.author_range(at..at + text.len()).unwrap();
            &author[range]
        };
        assert_eq!(origin("x__h"), "g :: h");
        assert_eq!(origin("x__h(a,) + 0x1p3"), "g :: h(a,) + 0x1p3");
        assert_eq!(origin("b: array"), "b: array");
        assert_eq!(assembly.map.author_range(1000..1001), None);
    }

    #[test]
    fn text_that_is_not_a_copy_is_rejected() {
        let source = Source::new("a.wgsl", "const a = 1;");
        let check = |printed: &str| replacements(&source, 0..12, printed).is_none();
        assert!(check("const a = b;") && check("const a = 1 + c;") && check("const"));
    }
}
