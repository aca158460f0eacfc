//! Names that a file takes from other files, by import statements and by paths inside its declarations.

use std::ops::Range;

use wesl::syntax::{ImportContent, ImportItem, ImportStatement, PathOrigin};

use super::host;
use crate::lexer::{Token, TokenKind, paths};
use crate::source::{ModulePath, Source};

/// A name that a file takes from another file.
pub(super) struct ImportedName {
    /// Name in the importing file; `None` for a path inside a declaration.
    pub(super) name: Option<String>,
    /// Components from the top of the folder, the name of the item last.
    pub(super) path: Result<Vec<String>, ImportError>,
    /// True if other files may import the name from this file.
    pub(super) is_reexported: bool,
    /// Bytes of the import statement, or of the path.
    pub(super) range: Range<usize>,
}

/// Reason why a path is wrong for any contents of the folder.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum ImportError {
    #[error("`super` leaves the folder")]
    Outside,
    #[error("no package `{0}`; imports from this folder begin with `package::` or `super::`")]
    Package(String),
    #[error("no module `{0}` is imported")]
    Unknown(String),
}

/// Returns all names that a file takes from others: those of the import statements, then those of paths.
pub(super) fn uses(source: &Source, statements: &[ImportStatement]) -> Vec<ImportedName> {
    let outline = source.outline();
    let mut uses = Vec::new();
    for (statement, range) in statements.iter().zip(&outline.imports) {
        let base = match &statement.path {
            Some(path) => absolute(&source.path, path),
            None => Ok(Vec::new()),
        };
        for (name, leaf) in leaves(&statement.content, &[]) {
            let path = match &base {
                Ok(_) if statement.path.is_none() => Err(ImportError::Package(leaf[0].clone())),
                Ok(base) => Ok([base.as_slice(), &leaf].concat()),
                Err(error) => Err(error.clone()),
            };
            uses.push(ImportedName {
                name: Some(name),
                path,
                is_reexported: statement
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

/// Returns the components of a path from the top of the folder.
fn absolute(importer: &ModulePath, path: &wesl::ModulePath) -> Result<Vec<String>, ImportError> {
    match &path.origin {
        PathOrigin::Absolute => Ok(path.components.clone()),
        PathOrigin::Relative(up) => relative(importer, *up, &path.components),
        PathOrigin::Package(name) if name == host::PACKAGE => {
            Ok([&[host::COMPONENT.to_owned()], path.components.as_slice()].concat())
        }
        PathOrigin::Package(name) => Err(ImportError::Package(name.clone())),
    }
}

fn relative(importer: &ModulePath, up: usize, down: &[String]) -> Result<Vec<String>, ImportError> {
    let mut components = importer.components();
    if up > components.len() {
        return Err(ImportError::Outside);
    }
    components.truncate(components.len() - up);
    components.extend_from_slice(down);
    Ok(components)
}

/// Returns the names that an import binds, each with its path below that of the statement.
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

/// Returns the paths inside the file's declarations: `package::far::f`, or `far::f` where `far` is imported.
fn inline_paths(
    source: &Source,
    imports_end: usize,
    imports: &[ImportedName],
) -> Vec<ImportedName> {
    let below = source.tokens_in(imports_end..source.text.len());
    let mut found = Vec::new();
    for Token { range, .. } in paths(&source.text, below) {
        let words: Vec<String> = source
            .tokens_in(range.clone())
            .iter()
            .filter(|token| token.kind == TokenKind::Word)
            .map(|word| word.text(&source.text).to_owned())
            .collect();
        let [first, rest @ ..] = words.as_slice() else {
            continue;
        };
        if rest.is_empty() {
            continue;
        }
        let path = match first.as_str() {
            "package" => Ok(rest.to_vec()),
            "self" => relative(&source.path, 0, rest),
            "super" => {
                let up = words.iter().take_while(|word| *word == "super").count();
                relative(&source.path, up, &words[up..])
            }
            name => {
                let import = imports
                    .iter()
                    .find(|import| import.name.as_deref() == Some(name));
                match import.map(|import| &import.path) {
                    Some(Ok(module)) => Ok([module.as_slice(), rest].concat()),
                    Some(Err(_)) => continue, // reported at the import
                    None => Err(ImportError::Unknown(name.to_owned())),
                }
            }
        };
        found.push(ImportedName {
            name: None,
            path,
            is_reexported: false,
            range,
        });
    }
    found
}
