//! Adds notes to errors about undeclared names: the import, if another file of the folder declares the name.

use crate::diagnostic::Diagnostic;
use crate::source::{Source, SourceTree};

const MAX_SUGGESTED: usize = 2;

/// The import if another file declares the name, else advice to declare or import it.
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

/// At most [`MAX_SUGGESTED`] `import` statements.
fn imports_of(tree: &SourceTree, root: &Source, name: &str) -> Vec<String> {
    let others = tree.iter().filter(|source| source.path != root.path);
    let declaring = others.filter(|source| source.outline().find(name).is_some());
    let note = |path: String| format!("did you forget `import package::{path}::{name};`?");
    declaring.map(|source| note(source.path.components().join("::"))).take(MAX_SUGGESTED).collect()
}
