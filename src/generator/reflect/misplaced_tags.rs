//! Warnings about misplaced tags in the doc comments of a WGSL file, and about `@param` of unknown parameters.

use crate::generator::Generator;
use crate::generator::control::{TagScope, misplaced_message};
use crate::source::Source;
use crate::wgsl::annotation::{FunctionDoc, ParsedComment, Tag};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::Token;
use crate::wgsl::outline::{Declaration, DeclarationKind, DocComment, Outline};

/// Tags of controls, generators and passes are checked where these are reflected.
pub(super) fn check_misplaced_tags(
    root: &Source,
    outline: &Outline,
    generators: &[Generator],
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for declaration in &outline.declarations {
        if declaration.kind == DeclarationKind::Function {
            let comment = FunctionDoc::parse(&declaration.doc);
            warnings.extend(parameters(root, declaration, &comment));
            let read_elsewhere = comment.function.tag("pass").is_some()
                || generators
                    .iter()
                    .any(|generator| generator.address.function == declaration.name);
            if !read_elsewhere {
                let is_misplaced = |tag: &&Tag| !matches!(tag.name.as_str(), "returns" | "hidden");
                let tags = comment.function.tags.iter().filter(is_misplaced);
                warnings.extend(misplaced(root, tags));
            }
        } else if !is_control(root, declaration, generators) {
            let tags = ParsedComment::parse(&declaration.doc).tags;
            // A `@field` of a texture that is not a field input is an error already.
            let is_texture = words(root, declaration).any(|word| word.starts_with("texture_"));
            let unread = |tag: &&Tag| !(is_texture && tag.name == "field");
            warnings.extend(misplaced(root, tags.iter().filter(unread)));
        }
    }
    warnings.extend(outline.unread.iter().flat_map(|doc| unread(root, doc, true)));
    let trailing = trailing_comments(root);
    warnings.extend(trailing.iter().flat_map(|comment| unread(root, comment, false)));
    warnings
}

fn trailing_comments(root: &Source) -> Vec<DocComment> {
    let tokens = root.tokens();
    let next = tokens.iter().skip(1).map(|token| token.range.start).chain([root.text.len()]);
    let comment = |(token, next): (&Token, usize)| {
        let between = &root.text[token.range.end..next];
        let line = between.lines().next()?;
        let words = line.trim_start().strip_prefix("//")?;
        let start = token.range.end + line.len() - words.len();
        let trimmed = words.trim_start();
        Some(DocComment::of_line(trimmed.trim_end(), start + words.len() - trimmed.len()))
    };
    tokens.iter().zip(next).filter_map(comment).collect()
}

/// Warns about known tags in a plain comment, except WGSL's `@group(0)`, or in a doc comment before no declaration.
fn unread(root: &Source, comment: &DocComment, is_doc: bool) -> Vec<Diagnostic> {
    let is_wgsl = |tag: &Tag| !is_doc && tag.name == "group" && tag.numbers().is_some();
    let tags = ParsedComment::parse(comment).tags.into_iter();
    let known = tags.filter(|tag| TagScope::of(tag).is_some() && !is_wgsl(tag));
    let reason = if is_doc {
        "here: a doc comment stands on a line above what it documents"
    } else {
        "in a plain comment: write `///`, on a line above what it documents"
    };
    let warning = |tag: Tag| {
        let message = format!("`@{}` is not read {reason}", tag.name);
        Diagnostic::warning(root.location(tag.range), message)
    };
    known.map(warning).collect()
}

/// Returns true for a `var<uniform>` without a struct, and for a field input.
fn is_control(root: &Source, declaration: &Declaration, generators: &[Generator]) -> bool {
    let mut inputs = generators.iter().flat_map(|generator| &generator.inputs);
    if inputs.any(|input| input.name == declaration.name) {
        return true;
    }
    let words = words(root, declaration);
    let is_uniform = words.skip_while(|word| *word != "var").nth(2) == Some("uniform");
    let mut controls = generators.iter().flat_map(|generator| &generator.controls);
    is_uniform && controls.any(|control| control.name == declaration.name)
}

fn words<'s>(root: &'s Source, declaration: &Declaration) -> impl Iterator<Item = &'s str> {
    let tokens = root.tokens_in(declaration.range.clone());
    tokens.iter().map(|token| token.text(&root.text))
}

/// Warns about known tags, except those of grid programs, which are checked elsewhere.
fn misplaced<'t>(root: &Source, tags: impl Iterator<Item = &'t Tag>) -> Vec<Diagnostic> {
    tags.filter(|tag| TagScope::of(tag).is_some_and(|scope| !scope.is_of_grid()))
        .map(|tag| Diagnostic::warning(root.location(tag.range.clone()), misplaced_message(tag)))
        .collect()
}

fn parameters(root: &Source, declaration: &Declaration, comment: &FunctionDoc) -> Vec<Diagnostic> {
    let warning = |(index, parameter): (usize, &crate::wgsl::annotation::ParameterDoc)| {
        let name = &parameter.name;
        let mut earlier = comment.parameters[..index].iter();
        let message = if declaration.members.iter().all(|member| member.name != *name) {
            format!("`{}` has no parameter `{name}`", declaration.name)
        } else if earlier.any(|earlier| earlier.name == *name) {
            format!("duplicate `@param {name}`; the first is used")
        } else {
            return None;
        };
        Some(Diagnostic::warning(root.location(parameter.range.clone()), message))
    };
    let documented = comment.parameters.iter().enumerate();
    documented.filter_map(warning).collect()
}
