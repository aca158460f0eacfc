//! Completion of an import's path: the modules and declarations below what has been typed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::completion::{Completion, CompletionKind};
use crate::generator::signature;
use crate::source::link::library_modules;
use crate::source::{Source, SourceTree};
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::DeclarationKind;

const LIBRARY: &str = "playground";

/// Returns the segments before the position of an import's path; `None` outside of imports. `tokens` end there.
pub(super) fn path_at<'s>(text: &'s str, tokens: &[Token], at: usize) -> Option<Vec<&'s str>> {
    let words: Vec<&str> = tokens.iter().map(|token| token.text(text)).collect();
    let start = words.iter().rposition(|word| matches!(*word, "import" | ";"))?;
    let is_import = words[start] == "import";
    let path = words.get(start + 1..)?;
    let is_path = |(index, word): (usize, &&str)| match *word {
        "::" | "{" | "}" | "," | "as" => true,
        _ => {
            let follows_name = index > 0 && tokens[start + index].kind == TokenKind::Word;
            tokens[start + 1 + index].kind == TokenKind::Word
                && (!follows_name || path[index - 1] == "as")
        }
    };
    let is_on_line = || {
        let is_in_braces = path.contains(&"{");
        is_in_braces || !text[tokens[start].range.end..at].contains('\n')
    };
    let is_inside = is_import && path.iter().enumerate().all(is_path) && is_on_line();
    is_inside.then(|| segments(path))
}

/// After `as`, where a name of the author's follows, the only segment is that word, which is no package.
fn segments<'s>(path: &[&'s str]) -> Vec<&'s str> {
    let (mut outer, mut current, mut word) = (Vec::new(), Vec::new(), None);
    for part in path {
        match *part {
            "::" => current.extend(word.take()),
            "{" => outer.push(current.clone()),
            "," => (current, word) = (outer.last().cloned().unwrap_or_default(), None),
            "}" => (current, word) = (outer.pop().unwrap_or_default(), None),
            other => word = Some(other),
        }
    }
    word.map_or(current, |word| vec![word])
}

/// Segments that can follow a path: modules, and what the module declares.
pub(super) fn segments_after(
    tree: &SourceTree,
    source: &Source,
    path: &[&str],
    replaced: &Range<usize>,
) -> Vec<Completion> {
    let module =
        |name: &str| Completion::new(name, CompletionKind::Module, String::new(), replaced);
    let Some((package, path)) = path.split_first() else {
        return ["package", LIBRARY, "super"].map(module).to_vec();
    };
    let mut below: Vec<String> = path.iter().map(|segment| (*segment).to_owned()).collect();
    let modules: Vec<(Vec<String>, Arc<Source>)> = match *package {
        LIBRARY => {
            let modules = library_modules();
            modules.map(|module| (module.path.components()[1..].to_vec(), module)).collect()
        }
        "package" | "super" => {
            let others = tree.iter().filter(|other| other.path != source.path);
            others.map(|other| (other.path.components(), Arc::clone(other))).collect()
        }
        _ => Vec::new(),
    };
    if *package == "super" {
        let further = below.iter().take_while(|segment| *segment == "super").count();
        let own = source.path.components();
        let parent = own.len().saturating_sub(1 + further);
        below.splice(0..further, own[..parent].iter().cloned());
    }
    let mut found = BTreeMap::new();
    for (components, source) in &modules {
        let Some(rest) = components.strip_prefix(below.as_slice()) else {
            continue;
        };
        match rest.first() {
            Some(name) => _ = found.entry(name.clone()).or_insert_with(|| module(name)),
            None => found.extend(declarations(source, replaced)),
        }
    }
    found.into_values().collect()
}

fn declarations(source: &Source, replaced: &Range<usize>) -> Vec<(String, Completion)> {
    let declarations = source.outline().declarations.iter();
    let usable = declarations.filter(|found| !source.text[found.range.clone()].starts_with('@'));
    let completion = |found: &crate::wgsl::outline::Declaration| {
        let (kind, detail) = match found.kind {
            DeclarationKind::Function => (CompletionKind::Function, signature(source, found)),
            DeclarationKind::Struct => (CompletionKind::Type, String::new()),
            DeclarationKind::Other => (CompletionKind::Variable, String::new()),
        };
        (found.name.clone(), Completion::new(&found.name, kind, detail, replaced))
    };
    usable.map(completion).collect()
}
