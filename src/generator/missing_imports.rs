//! Adds notes to errors about undeclared names: the import of a name that the library or another file declares.

use crate::source::link::library_functions;
use crate::source::{ModulePath, Source, SourceTree};
use crate::wgsl::diagnostic::Diagnostic;

const MAX_SUGGESTED: usize = 2;

/// The import if the library or another file declares the name, else advice to declare or import it.
pub(super) fn suggest(tree: &SourceTree, root: &Source, diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        let location = diagnostic.location.as_ref();
        let is_in_root = location.is_some_and(|location| location.file == root.path);
        let unknown = diagnostic.message.strip_prefix("no definition in scope for identifier: `");
        let name = unknown.and_then(|rest| rest.split('`').next());
        if let Some(name) = name.filter(|_| is_in_root) {
            let imports = imports_of(tree, root, name);
            let has_advice = !imports.is_empty() || !diagnostic.message.ends_with('`');
            diagnostic.notes.extend(imports);
            if !has_advice {
                let note = "declare it, or import the file that declares it";
                diagnostic.notes.push(note.to_owned());
            }
        }
    }
}

/// At most [`MAX_SUGGESTED`] statements. The library is in every folder, so that a copy of its file is not suggested.
fn imports_of(tree: &SourceTree, root: &Source, name: &str) -> Vec<String> {
    let note = |package: &str, path: &ModulePath| {
        let module = path.components().join("::");
        format!("did you forget `import {package}::{module}::{name};`?")
    };
    let library = library_functions().filter(|(_, function)| function == name);
    let library: Vec<ModulePath> = library.map(|(path, _)| path).collect();
    let of_folder = tree.iter().filter(|source| {
        let is_other = source.path != root.path && !library.contains(&source.path);
        is_other && source.outline().find(name).is_some()
    });
    let of_folder = of_folder.map(|source| note("package", &source.path));
    let of_library = library.iter().map(|path| note("playground", path));
    of_library.chain(of_folder).take(MAX_SUGGESTED).collect()
}
