//! What a file takes from other files: by import statements, and by paths inside its declarations.

use std::ops::Range;

use wesl::syntax::{ImportContent, ImportItem, PathOrigin, TranslationUnit};

use super::host;
use crate::lexer::{TokenKind, paths, tokens};
use crate::outline::Outline;
use crate::source::{ModulePath, Source};

/// Something that a file takes from elsewhere.
pub(super) struct Use {
    /// What the file calls it. Nothing for a path inside a declaration.
    pub(super) name: Option<String>,
    /// Components from the folder's top, the item's name last.
    pub(super) path: Result<Vec<String>, Astray>,
    /// Whether files that import this one may import it from here.
    pub(super) passed_on: bool,
    /// The statement, or the path, in the file.
    pub(super) range: Range<usize>,
}

/// Why a path leads to no place in the folder, whatever the folder holds.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Astray {
    #[error("`super` leaves the folder")]
    Outside,
    #[error("no package `{0}`; imports from this folder begin with `package::` or `super::`")]
    Package(String),
    #[error("no module `{0}` is imported")]
    Unknown(String),
}

/// All that a file takes from elsewhere, in its order.
pub(super) fn uses(source: &Source, outline: &Outline, unit: &TranslationUnit) -> Vec<Use> {
    let mut uses = Vec::new();
    for (statement, range) in unit.imports.iter().zip(&outline.imports) {
        let base = match &statement.path {
            Some(path) => absolute(&source.path, path),
            None => Ok(Vec::new()),
        };
        for (name, leaf) in leaves(&statement.content, &[]) {
            let path = match &base {
                Ok(_) if statement.path.is_none() => Err(Astray::Package(leaf[0].clone())),
                Ok(base) => Ok([base.as_slice(), &leaf].concat()),
                Err(astray) => Err(astray.clone()),
            };
            uses.push(Use {
                name: Some(name),
                path,
                passed_on: statement
                    .attributes
                    .iter()
                    .any(|attribute| attribute.is_publish()),
                range: range.clone(),
            });
        }
    }
    let imports_end = outline.imports.last().map_or(0, |range| range.end);
    let inline = inline_paths(source, imports_end, &uses);
    uses.extend(inline);
    uses
}

/// Components from the folder's top.
fn absolute(importer: &ModulePath, path: &wesl::ModulePath) -> Result<Vec<String>, Astray> {
    match &path.origin {
        PathOrigin::Absolute => Ok(path.components.clone()),
        PathOrigin::Relative(up) => climb(importer, *up, &path.components),
        PathOrigin::Package(name) if name == host::PACKAGE => {
            Ok([&[host::COMPONENT.to_owned()], path.components.as_slice()].concat())
        }
        PathOrigin::Package(name) => Err(Astray::Package(name.clone())),
    }
}

fn climb(importer: &ModulePath, up: usize, down: &[String]) -> Result<Vec<String>, Astray> {
    let mut components = importer.components();
    if up > components.len() {
        return Err(Astray::Outside);
    }
    components.truncate(components.len() - up);
    components.extend_from_slice(down);
    Ok(components)
}

/// The names that an import binds, and the path below its own that each of them stands for.
fn leaves(content: &ImportContent, base: &[String]) -> Vec<(String, Vec<String>)> {
    match content {
        ImportContent::Item(ImportItem { ident, rename }) => {
            let item = ident.name().to_string();
            let name = rename.as_ref().map(|name| name.name().to_string());
            let path = [base, std::slice::from_ref(&item)].concat();
            vec![(name.unwrap_or(item), path)]
        }
        ImportContent::Collection(imports) => imports
            .iter()
            .flat_map(|import| leaves(&import.content, &[base, &import.path].concat()))
            .collect(),
    }
}

/// Paths inside the file's declarations: `package::far::f`, or `far::f` where `far` is imported.
fn inline_paths(source: &Source, imports_end: usize, imports: &[Use]) -> Vec<Use> {
    let below = &source.text[imports_end..];
    let mut found = Vec::new();
    for token in paths(below) {
        let words: Vec<String> = tokens(token.text(below))
            .iter()
            .filter(|word| word.kind == TokenKind::Word)
            .map(|word| word.text(token.text(below)).to_owned())
            .collect();
        let [first, rest @ ..] = words.as_slice() else {
            continue;
        };
        if rest.is_empty() {
            continue;
        }
        let path = match first.as_str() {
            "package" => Ok(rest.to_vec()),
            "self" => climb(&source.path, 0, rest),
            "super" => {
                let up = words.iter().take_while(|word| *word == "super").count();
                climb(&source.path, up, &words[up..])
            }
            name => {
                let import = imports
                    .iter()
                    .find(|import| import.name.as_deref() == Some(name));
                match import.map(|import| &import.path) {
                    Some(Ok(module)) => Ok([module.as_slice(), rest].concat()),
                    Some(Err(_)) => continue, // said at the import
                    None => Err(Astray::Unknown(name.to_owned())),
                }
            }
        };
        found.push(Use {
            name: None,
            path,
            passed_on: false,
            range: imports_end + token.range.start..imports_end + token.range.end,
        });
    }
    found
}
