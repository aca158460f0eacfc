//! Words that can be typed at a position.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::completion::{Completion, CompletionKind};
use super::definition::DefinitionKind;
use super::import_path::{path_at, segments_after};
use super::imports::{import_edit, importable};
use super::names::FileNames;
use super::scopes::{bindings, function_at};
use super::types::{receiver_type, struct_of, structs};
use super::{library_file, tags};
use crate::generator::control::{AutoInput, TagInfo};
use crate::generator::signature;
use crate::source::{Source, SourceTree};
use crate::view::shading::ViewMode;
use crate::wgsl::builtins::{FUNCTIONS, TYPES};
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::DeclarationKind;
use crate::wgsl::syntax::KEYWORDS;

/// Returns what can be typed at a position; the client selects by what has been typed so far.
pub fn completions(tree: &SourceTree, source: &Arc<Source>, at: usize) -> Vec<Completion> {
    let at = source.text.floor_char_boundary(at.min(source.text.len()));
    if let Some(doc) = tags::doc_at(source, at) {
        return in_comment(tree, source, doc, at);
    }
    if is_in_plain_comment(&source.text, at) {
        return Vec::new();
    }
    let start = word_start(&source.text, at);
    let names = FileNames::new(tree, source);
    let tokens = source.tokens();
    let before = tokens.partition_point(|token| token.range.end <= start);
    let previous = before.checked_sub(1).map(|before| tokens[before].text(&source.text));
    if let Some(path) = path_at(&source.text, &tokens[..before], at) {
        return segments_after(tree, source, &path, &(start..at));
    }
    match previous {
        Some(".") => members(&names, before - 1, start..at),
        Some("@") => Vec::new(),
        _ => words(&names, start..at),
    }
}

fn word_start(text: &str, at: usize) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text[..at]
        .rfind(|c| !is_word(c))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8))
}

fn is_in_plain_comment(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    line.contains("//")
}

fn in_comment(tree: &SourceTree, source: &Source, doc: &Token, at: usize) -> Vec<Completion> {
    if let Some((name, start)) = argument_at(source, doc, at) {
        let values = argument_values(tree, source, name);
        let replaced = start..at;
        let value = |value: &String| {
            Completion::new(value, CompletionKind::Value, String::new(), &replaced)
        };
        return values.iter().map(value).collect();
    }
    let Some((range, _)) = tags::tag_at(source, doc, at) else {
        return Vec::new();
    };
    let replaced = range.start..at;
    let tag = |help: &TagInfo| {
        let label = format!("@{}", help.name);
        let mut tag = Completion::new(&label, CompletionKind::Tag, tags::syntax(help), &replaced);
        tag.text = help.summary.to_owned();
        tag.inserted = tags::snippet(help);
        tag
    };
    tags::helps_for(doc).map(tag).collect()
}

/// Returns the name of the tag in whose parentheses a position is, and the start of the argument there.
fn argument_at<'s>(source: &'s Source, doc: &Token, at: usize) -> Option<(&'s str, usize)> {
    let before = &source.text[doc.range.start..at];
    let open = before.rfind('(')?;
    if before[open..].contains(')') {
        return None;
    }
    let name = before[..open].rsplit('@').next()?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let comma = before[open..].rfind(',').map_or(open, |comma| open + comma);
    let spaces = before[comma + 1..].len() - before[comma + 1..].trim_start().len();
    (is_name && before[..open].contains('@'))
        .then_some((name, doc.range.start + comma + 1 + spaces))
}

fn argument_values(tree: &SourceTree, source: &Source, tag: &str) -> Vec<String> {
    match tag {
        "mode" => ViewMode::ALL.iter().map(|mode| mode.name().to_owned()).collect(),
        "auto" => AutoInput::ALL.iter().map(|auto| auto.name().to_owned()).collect(),
        "returns" => vec!["gradient".to_owned(), "color".to_owned()],
        "field" => {
            let files = tree.input_files().map(|file| file.name.clone());
            let others = tree.iter().filter(|other| other.path != source.path);
            let with_position = others.flat_map(|other| {
                let declarations = other.outline().declarations.iter();
                let functions = declarations.filter(|found| {
                    let body = &other.text[found.range.clone()];
                    let first = body.split(['(', ')']).nth(1).unwrap_or_default();
                    found.kind == DeclarationKind::Function && first.contains("vec2f")
                });
                functions.map(|found| format!("{}::{}", other.path, found.name))
            });
            files.chain(with_position).collect()
        }
        _ => Vec::new(),
    }
}

/// Members of the struct before the dot, components of a vector, or all that are known.
fn members(names: &FileNames<'_>, dot: usize, replaced: Range<usize>) -> Vec<Completion> {
    let ty = receiver_type(names, dot);
    let member = |name: &str, detail: String| {
        Completion::new(name, CompletionKind::Member, detail, &replaced)
    };
    let components = |count: usize| {
        let sets = ["x", "y", "z", "w"][..count].iter().map(|name| (*name).to_owned());
        let longer = ["xy", "xyz", "xyzw"].into_iter().take(count.saturating_sub(1));
        let names = sets.chain(longer.map(str::to_owned));
        names.map(|name| member(&name, String::new())).collect::<Vec<_>>()
    };
    if let Some(ty) = &ty {
        if let Some((source, declared)) = struct_of(names, ty) {
            let found = source.outline().find(&declared);
            let found = found.into_iter().flat_map(|found| &found.members);
            return found.map(|found| member(&found.name, declared.clone())).collect();
        }
        let digit = ty.name.strip_prefix("vec").and_then(|rest| rest.chars().next());
        if let Some(count) = digit.and_then(|digit| digit.to_digit(10)) {
            return components((count as usize).min(4));
        }
    }
    let files = names.visible_files();
    let all = files.iter().flat_map(|source| structs(source)).flat_map(|declared| {
        declared.members.iter().map(|found| (found.name.clone(), declared.name.clone()))
    });
    let all: BTreeSet<(String, String)> = all.collect();
    let all = all.into_iter().map(|(name, declared)| member(&name, declared));
    all.chain(components(4)).collect()
}

/// Names of the function and the file, then functions with their imports, then those of WGSL.
fn words(names: &FileNames<'_>, replaced: Range<usize>) -> Vec<Completion> {
    let source = names.source;
    let mut listed = BTreeSet::new();
    let mut found = Vec::new();
    let mut add = |completion: Completion| {
        if listed.insert(completion.label.clone()) {
            found.push(completion);
        }
    };
    if let Some(function) = function_at(source, replaced.start) {
        let visible = bindings(source, function).into_iter().rev();
        for binding in visible.filter(|binding| binding.visible.contains(&replaced.start)) {
            add(Completion::new(&binding.name, CompletionKind::Variable, String::new(), &replaced));
        }
    }
    for declared in &source.outline().declarations {
        let (kind, detail) = match declared.kind {
            DeclarationKind::Function => (CompletionKind::Function, signature(source, declared)),
            DeclarationKind::Struct => (CompletionKind::Type, String::new()),
            DeclarationKind::Other => (CompletionKind::Variable, String::new()),
        };
        add(Completion::new(&declared.name, kind, detail, &replaced));
    }
    let imported = source.outline().imports.iter().flat_map(|import| {
        let tokens = source.tokens_in(import.clone()).iter();
        let words = tokens.filter(|token| token.kind == TokenKind::Word);
        words.map(|token| token.text(&source.text).to_owned())
    });
    for name in imported {
        let Some(definition) = names.global(&name) else {
            continue;
        };
        let file = library_file(names.tree, &definition.file);
        let declared = file
            .as_ref()
            .and_then(|file| Some(signature(file, file.outline().find(&definition.name)?)));
        let (kind, detail) = match definition.kind {
            DefinitionKind::Function => (CompletionKind::Function, declared.unwrap_or_default()),
            DefinitionKind::Struct => (CompletionKind::Type, String::new()),
            _ => (CompletionKind::Variable, String::new()),
        };
        add(Completion::new(&name, kind, detail, &replaced));
    }
    for (name, statement) in importable(names.tree, source) {
        let mut function =
            Completion::new(&name, CompletionKind::Function, statement.clone(), &replaced);
        function.import = Some(import_edit(source, &statement));
        add(function);
    }
    for builtin in FUNCTIONS.iter().chain(TYPES) {
        let is_type = builtin.signature.is_empty();
        let kind = if is_type { CompletionKind::Type } else { CompletionKind::Function };
        let mut known =
            Completion::new(builtin.name, kind, builtin.signature.to_owned(), &replaced);
        known.text = builtin.summary.to_owned();
        add(known);
    }
    for keyword in KEYWORDS {
        add(Completion::new(keyword, CompletionKind::Keyword, String::new(), &replaced));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ModulePath;

    fn complete(text: &str) -> Vec<Completion> {
        let at = text.find('|').unwrap();
        let library = "struct Cell { size: f32 }\nfn helper(p: vec2f) -> f32 { return 1.0; }";
        let tree = SourceTree::from_iter([
            ("a.wgsl", text.replacen('|', "", 1)),
            ("n/b.wgsl", library.to_owned()),
        ]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        completions(&tree, source, at)
    }

    fn labels(text: &str) -> Vec<String> {
        complete(text).into_iter().map(|found| found.label).collect()
    }

    #[test]
    fn tags_are_offered_where_they_belong() {
        let member = complete("struct P {\n    /// Gain. @ra|\n    gain: f32,\n}");
        let range = member.iter().find(|found| found.label == "@range").unwrap();
        assert_eq!(range.inserted, "@range(${1:0}, ${2:1}, ${3:0.01}, ${4:0.5})");
        assert_eq!((range.replaced.len(), range.kind), (3, CompletionKind::Tag));
        assert!(member.iter().all(|found| found.label != "@view"));
        assert!(labels("//! A @|").contains(&"@view".to_owned()));
        assert!(labels("//! A @mode(re|").contains(&"relief".to_owned()));
        assert!(
            labels("/// @field(|)\nvar t: texture_2d<f32>;")
                .contains(&"n/b.wgsl::helper".to_owned())
        );
        assert_eq!(labels("/// plain te|"), [""; 0]);
        assert_eq!(labels("// @ra|"), [""; 0]);
    }

    #[test]
    fn functions_come_with_their_imports_and_locals_first() {
        let found = complete(
            "//! A\nfn f(p: vec2f) -> f32 { let value = 1.0; { let inner = 1.0; } return pe|",
        );
        assert_eq!((found[0].label.as_str(), found[1].label.as_str()), ("value", "p"));
        let import = |name: &str| {
            let found = found.iter().find(|found| found.label == name).unwrap();
            found.import.as_ref().map(|import| import.text.trim().to_owned())
        };
        assert_eq!(import("perlin").unwrap(), "import playground::noise::perlin::perlin;");
        assert_eq!(import("helper").unwrap(), "import package::n::b::helper;");
        assert_eq!((import("f"), import("mix")), (None, None));
        assert!(found.iter().all(|found| found.label != "inner"));
    }

    #[test]
    fn path_of_an_import_is_completed_by_its_segments_alone() {
        let after = |text: &str| {
            let found = complete(text);
            assert!(found.iter().all(|found| found.import.is_none()), "{text}");
            found.into_iter().map(|found| found.label).collect::<Vec<_>>()
        };
        let below = "\nfn height(p: vec2f) -> f32 {\n    return p.x;\n}\n";
        assert_eq!(after(&format!("import |{below}")), ["package", "playground", "super"]);
        assert_eq!(after(&format!("import pack|;{below}")), ["package", "playground", "super"]);
        assert_eq!(after(&format!("import package::|{below}")), ["n"]);
        assert_eq!(after(&format!("import super::n::|{below}")), ["b"]);
        assert_eq!(after(&format!("//! A\nimport package::n::b::|{below}")), ["Cell", "helper"]);
        assert_eq!(
            after(&format!("import x;\nimport package::{{n::b::he|}};{below}")),
            ["Cell", "helper"]
        );
        assert_eq!(
            after(&format!("import package::n::{{\n    b::{{Cell, |{below}")),
            ["Cell", "helper"]
        );
        assert_eq!(after(&format!("import playground::|{below}")), ["noise", "surface"]);
        assert!(
            after(&format!("import playground::noise::tur|{below}"))
                .contains(&"turbulence".to_owned())
        );
        let functions = after(&format!("import playground::noise::turbulence::|{below}"));
        assert!(functions.contains(&"fbm".to_owned()) && !functions.contains(&"perlin".to_owned()));
        assert_eq!(after(&format!("import package::n::b::helper as |{below}")), [""; 0]);
        for text in
            ["import package::n::b::helper;\nfn f() { | }", "import package::n::\nfn f() { | }"]
        {
            assert!(labels(text).contains(&"mix".to_owned()), "{text}");
        }
    }

    #[test]
    fn members_are_those_of_the_type() {
        let text = "import package::n::b::Cell;\nstruct P { gain: f32 }\nvar<uniform> params: P;\nfn f(p: vec3f) { var c: Cell; ";
        assert_eq!(labels(&format!("{text} c.|")), ["size"]);
        assert_eq!(labels(&format!("{text} params.ga|")), ["gain"]);
        assert_eq!(labels(&format!("{text} p.|")), ["x", "y", "z", "xy", "xyz"]);
    }
}
