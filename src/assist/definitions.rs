//! Search for what a name stands for, and for all uses of a declaration.

use std::ops::Range;
use std::sync::Arc;

use super::definition::{Definition, DefinitionKind};
use super::names::{FileNames, word_at};
use super::types::member_of;
use crate::source::link::library_modules;
use crate::source::{ModulePath, Source, SourceTree};
use crate::wgsl::annotation::FunctionDoc;
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::outline::DeclarationKind;

/// Returns the bytes of the name at a position, and what it stands for; `None` if that is not known.
pub fn definition_at(
    tree: &SourceTree,
    source: &Arc<Source>,
    at: usize,
) -> Option<(Range<usize>, Definition)> {
    definition_in(&FileNames::new(tree, source), at)
}

/// Returns the declaration and all its uses in the folder; for one of the built-in library, also those in the library.
pub fn references(tree: &SourceTree, definition: &Definition) -> Vec<(ModulePath, Range<usize>)> {
    let is_local = matches!(definition.kind, DefinitionKind::Local | DefinitionKind::Parameter);
    let is_of_library = tree.get(&definition.file).is_none();
    let library: Vec<_> = library_modules().filter(|_| is_of_library).collect();
    let files = tree.iter().chain(&library);
    let files = files.filter(|source| !is_local || source.path == definition.file);
    let files = files.filter(|source| source.text.contains(&definition.name));
    let found = files.flat_map(|source| {
        let names = FileNames::new(tree, source);
        let words = source.tokens().iter().filter(|token| {
            token.kind == TokenKind::Word && token.text(&source.text) == definition.name
        });
        let starts = words.map(|word| word.range.start);
        let documented = documented_parameters(source).map(|(range, _)| range.start);
        let starts: Vec<usize> = starts.chain(documented).collect();
        let uses = starts.into_iter().filter_map(move |at| definition_in(&names, at));
        let uses = uses.filter(|(_, found)| found == definition);
        uses.map(|(range, _)| (source.path.clone(), range)).collect::<Vec<_>>()
    });
    found.collect()
}

/// As [`definition_at`], for several names of one file.
pub(super) fn definition_in(
    names: &FileNames<'_>,
    at: usize,
) -> Option<(Range<usize>, Definition)> {
    let source = names.source;
    let mut documented = documented_parameters(source);
    if let Some(found) = documented.find(|(range, _)| range.start <= at && at <= range.end) {
        return Some(found);
    }
    let index = word_at(source, at)?;
    let tokens = source.tokens();
    let before = index.checked_sub(1).map_or("", |before| tokens[before].text(&source.text));
    let found = match before {
        "." => member_of(names, index),
        "@" => None,
        _ => names.name(index),
    };
    Some((tokens[index].range.clone(), found?))
}

fn documented_parameters(source: &Source) -> impl Iterator<Item = (Range<usize>, Definition)> {
    let declarations = source.outline().declarations.iter();
    let functions = declarations.filter(|found| found.kind == DeclarationKind::Function);
    functions.filter(|found| found.doc.text.contains("@param")).flat_map(|function| {
        let documented = FunctionDoc::parse(&function.doc).parameters.into_iter();
        documented.filter_map(|documented| {
            let mut members = function.members.iter();
            let member = members.find(|member| member.name == documented.name)?;
            let end = documented.range.end;
            let parameter = Definition::of_member(&source.path, member, DefinitionKind::Parameter);
            Some((end - member.name.len()..end, parameter))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: &str = "struct Cell { size: f32, at: vec2f }\n/// @param k Ratio.\nfn scale(k: f32) -> f32 { return k; }\n";
    const ROOT: &str = "import package::lib::{scale, Cell};\nimport playground::noise::perlin::perlin as grad;\n\
        const K = 2.0;\nfn height(p: vec2f) -> f32 {\n    let k = scale(K);\n    var c: Cell;\n    c.size = k;\n    \
        return package::lib::scale(c.size) + grad(p, 1u) + k;\n}\n";

    fn tree() -> SourceTree {
        SourceTree::from_iter([("lib.wgsl", LIBRARY), ("a.wgsl", ROOT)])
    }

    /// Checks what the first word in `context` stands for: file, name and line.
    fn check(context: &str, expect: Option<(&str, &str, usize)>) {
        let tree = tree();
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let at = ROOT.find(context).unwrap();
        let found = definition_at(&tree, source, at).map(|(_, found)| found);
        let place = found.as_ref().map(|found| {
            let source = super::super::library_file(&tree, &found.file).unwrap();
            let line = source.location(found.range.clone()).start.line;
            (found.file.as_str(), found.name.as_str(), line)
        });
        assert_eq!(place, expect, "{context:?}");
    }

    #[test]
    fn names_lead_to_their_declarations() {
        check("scale(K)", Some(("lib.wgsl", "scale", 3)));
        check("K);", Some(("a.wgsl", "K", 3)));
        check("k;\n    return", Some(("a.wgsl", "k", 5)));
        check("scale, Cell", Some(("lib.wgsl", "scale", 3)));
        check("lib::{", Some(("lib.wgsl", "lib", 1)));
        check("Cell;", Some(("lib.wgsl", "Cell", 1)));
        check("size = k", Some(("lib.wgsl", "size", 1)));
        check("scale(c", Some(("lib.wgsl", "scale", 3)));
        check("grad(p", Some(("<playground>/noise/perlin.wgsl", "perlin", 24)));
        check("vec2f", None);
    }

    #[test]
    fn references_are_found_in_all_files_and_comments() {
        let tree = tree();
        let library = tree.get(&ModulePath::new("lib.wgsl")).unwrap();
        let count = |marker: &str| {
            let at = LIBRARY.find(marker).unwrap();
            let (_, definition) = definition_at(&tree, library, at).unwrap();
            references(&tree, &definition).len()
        };
        assert_eq!(count("scale(k"), 4);
        assert_eq!(count("k: f32"), 3);
        assert_eq!(count("size"), 3);
    }
}
