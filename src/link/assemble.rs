//! Builds the text that links a shader with its imports, and the map from its byte ranges to the modules that they come
//! from.
//!
//! The linked text consists of the authors' own declarations, in which only names are replaced. The replacements are
//! read from the text that the wesl linker prints, which lacks comments and locations, and changes some literals
//! (`0x1p3`).

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::{GlobalDeclaration, TranslationUnit};
use wgsl_parse::SyntaxNode as _;

use super::names::AuthorNames;
use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, paths, tokens};
use crate::source::{Source, SourceMap};

/// Builds the linked text and its source map from the declarations of a linked syntax tree. `sources` are the modules
/// from which the declarations come, the root first.
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
        // An assertion has no name: wesl lists it among the declarations of its module, or before them.
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
    // The order in which wesl lists modules differs from call to call.
    declarations.sort_by_key(|(index, span, _)| (*index, span.start));
    for (index, span, replacements) in declarations {
        assembly.declaration(index, &sources[index], span, &replacements);
    }
    Ok((assembly.wgsl, assembly.map))
}

/// Returns the index in `sources` of the module that declares a name of the linked text.
fn owner(name: &str, sources: &[Arc<Source>], names: &AuthorNames) -> usize {
    let module = names.get(name).map(|(module, _)| module);
    let index = sources
        .iter()
        .position(|source| Some(&source.path.components()) == module);
    index.unwrap_or(0)
}

/// Builder of a linked text and its source map, segment by segment.
#[derive(Default)]
struct LinkedTextBuilder {
    wgsl: String,
    map: SourceMap,
}

impl LinkedTextBuilder {
    /// Adds a declaration to the linked text, with some of its names replaced.
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
        self.map.push(start..self.wgsl.len(), source, author);
    }
}

/// Returns the byte ranges in a declaration of names and paths that wesl replaced, each with the new name. `None` if
/// the text that wesl printed is not a copy of the declaration.
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
        let replaced = |printed: &str| replacements(&source, 0..12, printed);
        assert_eq!(replaced("const a = 1;"), Some(Vec::new()));
        let renamed = Some(vec![(6..7, "x__a".to_owned())]);
        assert_eq!(replaced("const x__a = 1;"), renamed);
        for other in ["const a = b;", "const a = 1 + c;", "const", ""] {
            assert_eq!(replaced(other), None, "{other:?}");
        }
    }
}
