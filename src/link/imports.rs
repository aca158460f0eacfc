//! Names that a shader file uses from other files, by import statements and by paths inside its declarations.

use std::ops::Range;

use wesl::syntax::{ImportContent, ImportItem, PathOrigin};

use super::engines::engine_of;
use super::host;
use crate::lexer::{Token, TokenKind, paths};
use crate::source::{Import, ModulePath, Source};

/// A name that a shader file uses from another file.
pub(super) struct ImportedName {
    /// Name in the importing file to which the import is bound; `None` for a path inside a declaration, such as
    /// `package::far::f`.
    pub(super) name: Option<String>,
    /// Components of the imported path from the root of the folder, with the name of the item last, or the reason why
    /// the path is wrong.
    pub(super) path: Result<Vec<String>, ImportError>,
    /// True if the path begins with `super::` or `self::`, directly or in the import of its first name.
    pub(super) is_relative: bool,
    /// True if other files may import the name from the importing file, which re-exports it.
    pub(super) is_reexported: bool,
    /// Name of the package with which a path inside a declaration begins; `None` for other paths and for import
    /// statements.
    pub(super) package: Option<String>,
    /// Byte range of the import statement, or of the path inside a declaration.
    pub(super) range: Range<usize>,
}

/// Resolver of paths that begin with the name of a package.
pub(super) trait Packages {
    /// Returns the components of a path that begins with this program's package `playground` or with an import path
    /// that a file declares; from the root of the folder, or of this program's package. `None` for any other path.
    fn package_path(&self, path: &[String]) -> Option<Vec<String>>;

    /// Returns true if there is a module with these components of its path.
    fn has_module(&self, components: &[String]) -> bool;
}

/// Reason why an imported path is wrong, whatever files the folder has.
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

/// Returns all names that a file uses from other files: those of its import statements, then those of paths inside
/// declarations.
pub(super) fn uses(
    source: &Source,
    imports: &[Import],
    packages: &impl Packages,
) -> Vec<ImportedName> {
    let mut uses = Vec::new();
    for (statement, range) in imports {
        for (name, leaf) in leaves(&statement.content, &[]) {
            uses.push(ImportedName {
                name: Some(name),
                path: absolute(&source.path, statement.path.as_ref(), &leaf, packages),
                is_relative: statement
                    .path
                    .as_ref()
                    .is_some_and(|base| matches!(base.origin, PathOrigin::Relative(_))),
                is_reexported: statement
                    .attributes
                    .iter()
                    .any(|attribute| attribute.is_publish()),
                package: None,
                range: range.clone(),
            });
        }
    }
    let ends = source.outline().imports.iter().map(|range| range.end);
    let inline = inline_paths(source, ends.max().unwrap_or(0), &uses, packages);
    uses.extend(inline);
    uses
}

/// Returns the components, from the root of the folder, of a path in an import statement.
fn absolute(
    importer: &ModulePath,
    base: Option<&wesl::ModulePath>,
    leaf: &[String],
    packages: &impl Packages,
) -> Result<Vec<String>, ImportError> {
    let Some(base) = base else {
        // `import name;` imports a package, or a file at the root of the folder.
        return match leaf {
            [_] if packages.has_module(leaf) => Ok(leaf.to_vec()),
            _ => in_package(leaf, packages),
        };
    };
    let components = [base.components.as_slice(), leaf].concat();
    match &base.origin {
        PathOrigin::Absolute => Ok(host::in_package_of(importer, components)),
        PathOrigin::Relative(up) => relative(importer, *up, &components),
        PathOrigin::Package(name) => in_package(
            &[std::slice::from_ref(name), &components].concat(),
            packages,
        ),
    }
}

/// Returns the components, from the root of the folder, of a path that begins with the name of a package. The error is
/// the reason why there is no such package.
fn in_package(path: &[String], packages: &impl Packages) -> Result<Vec<String>, ImportError> {
    packages
        .package_path(path)
        .ok_or_else(|| match engine_of(path) {
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

/// Returns the names that an import statement binds, each with its path relative to that of the statement.
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

/// Returns the paths to other files that occur inside a file's declarations: `package::far::f`, or `far::f` if `far` is
/// imported.
fn inline_paths(
    source: &Source,
    imports_end: usize,
    imports: &[ImportedName],
    packages: &impl Packages,
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
        let mut package = None;
        let mut is_relative = matches!(first.as_str(), "self" | "super");
        let path = match first.as_str() {
            "package" => Ok(host::in_package_of(&source.path, rest.to_vec())),
            "self" => relative(&source.path, 0, rest),
            "super" => {
                let up = words.iter().take_while(|word| *word == "super").count();
                relative(&source.path, up, &words[up..])
            }
            name => {
                let import = imports
                    .iter()
                    .find(|import| import.name.as_deref() == Some(name));
                is_relative = import.is_some_and(|import| import.is_relative);
                match import.map(|import| &import.path) {
                    Some(Ok(module)) => Ok([module.as_slice(), rest].concat()),
                    Some(Err(_)) => continue, // reported at the import
                    None => {
                        package = Some(name.to_owned());
                        in_package(&words, packages).map_err(|error| match error {
                            ImportError::Package(name) => ImportError::Unknown(name),
                            other => other,
                        })
                    }
                }
            }
        };
        found.push(ImportedName {
            name: None,
            path,
            is_relative,
            is_reexported: false,
            package,
            range,
        });
    }
    found
}
