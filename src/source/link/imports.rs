//! Names that a file uses from other files, by import statements and by paths inside its declarations.

use std::ops::Range;

use super::engines::engine_of;
use super::host;
use crate::source::{Import, ModulePath, Source};
use crate::wgsl::lexer::{Token, TokenKind, paths};

pub(super) struct ImportedName {
    /// `None` for a path inside a declaration, such as `package::far::f`.
    pub(super) name: Option<String>,
    /// From the root of the folder, with the name of the item last.
    pub(super) path: Result<Vec<String>, ImportError>,
    /// True for `super::` or `self::`, directly or in the import of its first name.
    pub(super) is_relative: bool,
    /// True if other files may import the name from this one.
    pub(super) is_reexported: bool,
    /// Import statement, or path inside a declaration.
    pub(super) range: Range<usize>,
}

pub(super) trait Packages {
    /// A path that begins with the package `playground` or with an import path that a file declares, from the root of
    /// the folder or of the package; `None` for any other path.
    fn package_path(&self, path: &[String]) -> Option<Vec<String>>;

    fn has_module(&self, components: &[String]) -> bool;
}

#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum ImportError {
    #[error("`super` leaves the folder")]
    Outside,
    #[error("no package `{0}`; imports from this folder begin with `package::` or `super::`")]
    Package(String),
    #[error(
        "`{0}` is a module of {1}, which runs in its engine only; copy what you need from it into this folder"
    )]
    Engine(String, &'static str),
    #[error("no module `{0}` is imported")]
    Unknown(String),
}

/// The names of import statements come before those of paths inside declarations.
pub(super) fn uses(
    source: &Source,
    imports: &[Import],
    packages: &impl Packages,
) -> Vec<ImportedName> {
    let named = imports.iter().map(|import| ImportedName {
        name: Some(import.name.clone()),
        path: absolute(&source.path, &import.path, packages),
        is_relative: is_relative(&import.path),
        is_reexported: import.is_reexported,
        range: import.range.clone(),
    });
    let mut uses: Vec<ImportedName> = named.collect();
    let ends = source.outline().imports.iter().map(|range| range.end);
    let inline = inline_paths(source, ends.max().unwrap_or(0), &uses, packages);
    uses.extend(inline);
    uses
}

fn is_relative(words: &[String]) -> bool {
    matches!(words.first().map(String::as_str), Some("self" | "super"))
}

fn absolute(
    importer: &ModulePath,
    words: &[String],
    packages: &impl Packages,
) -> Result<Vec<String>, ImportError> {
    let up = words.iter().take_while(|word| *word == "super").count();
    match words {
        [first, rest @ ..] if first == "package" => {
            Ok(host::in_package_of(importer, rest.to_vec()))
        }
        [first, rest @ ..] if first == "self" => relative(importer, 0, rest),
        _ if up > 0 => relative(importer, up, &words[up..]),
        // `import name;` imports a package, or a file at the root of the folder.
        [_] if packages.has_module(words) => Ok(words.to_vec()),
        _ => in_package(words, packages),
    }
}

fn in_package(path: &[String], packages: &impl Packages) -> Result<Vec<String>, ImportError> {
    packages.package_path(path).ok_or_else(|| match engine_of(path) {
        Some(engine) => {
            let module = path[..path.len().saturating_sub(1).max(1)].join("::");
            ImportError::Engine(module, engine)
        }
        None => ImportError::Package(path.first().cloned().unwrap_or_default()),
    })
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

/// `package::far::f`, or `far::f` if `far` is imported.
fn inline_paths(
    source: &Source,
    imports_end: usize,
    imports: &[ImportedName],
    packages: &impl Packages,
) -> Vec<ImportedName> {
    let below = source.tokens_in(imports_end..source.text.len());
    let mut found = Vec::new();
    for Token { range, .. } in paths(&source.text, below) {
        if !source.text[range.clone()].contains("::") {
            continue;
        }
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
        let import = imports.iter().find(|import| import.name.as_ref() == Some(first));
        let path = match import.map(|import| &import.path) {
            Some(Ok(module)) => Ok([module.as_slice(), rest].concat()),
            Some(Err(_)) => continue, // reported at the import
            None => absolute(&source.path, &words, packages).map_err(|error| match error {
                ImportError::Package(name) => ImportError::Unknown(name),
                other => other,
            }),
        };
        let is_relative = import.map_or(is_relative(&words), |import| import.is_relative);
        found.push(ImportedName { name: None, path, is_relative, is_reexported: false, range });
    }
    found
}
