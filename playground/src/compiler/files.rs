//! Compilation results of all shader files of the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use noise_playground::generator::{Address, CompiledFile, Generator, compile, merge_diagnostics};
use noise_playground::source::link::library_functions;
use noise_playground::source::{Features, ModulePath, Source, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use crate::catalog::{Entry, EntryKind, ImportEntry, default_address};

#[derive(Default)]
pub(crate) struct CompiledFiles {
    pub(crate) by_path: BTreeMap<ModulePath, CompiledFile>,
    /// Files whose text has changed, and those that import a changed file.
    pub(crate) pending: BTreeSet<ModulePath>,
}

impl CompiledFiles {
    /// Marks changed and dependent files as pending, and removes deleted ones.
    pub(crate) fn invalidate(&mut self, changed: &BTreeSet<ModulePath>, tree: &SourceTree) {
        let files = self.by_path.values();
        let dependents = files.filter(|file| !file.depends_on.is_disjoint(changed));
        let dependents = dependents.map(|file| file.path.clone());
        self.pending.extend(dependents.chain(changed.iter().cloned()));
        self.pending.retain(|path| tree.get(path).is_some());
        self.by_path.retain(|path, _| tree.get(path).is_some());
    }

    /// Returns true if the file had been compiled before. A file with errors keeps the generators of its last text
    /// without errors, so that they stay in the list.
    pub(crate) fn compile(&mut self, source: &Arc<Source>, tree: &SourceTree) -> bool {
        self.pending.remove(&source.path);
        let mut compiled = compile_safely(tree, source);
        let previous = self.by_path.get(&source.path);
        if let Some(previous) = previous.filter(|_| compiled.has_error()) {
            compiled.generators.clone_from(&previous.generators);
            compiled.functions.clone_from(&previous.functions);
        }
        self.by_path.insert(source.path.clone(), compiled).is_some()
    }

    /// Returns `None` if the file has errors. If it has no generator of this name, returns its main generator: a
    /// renamed generator stays visible, and so does a file that was listed before it first compiled.
    pub(super) fn find(&self, address: &Address) -> Option<&Arc<Generator>> {
        let file = self.by_path.get(&address.file)?;
        if file.has_error() {
            return None;
        }
        let mut generators = file.generators.iter();
        let found = generators.find(|generator| generator.address() == address);
        found.or_else(|| file.main())
    }

    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        merge_diagnostics(self.by_path.values())
    }

    /// Returns the functions of the folder, then those of the built-in library in files that the folder does not have.
    pub(crate) fn imports(&self) -> Vec<ImportEntry> {
        let functions = |file: &CompiledFile| -> Vec<ImportEntry> {
            let functions = file.functions.iter().filter(|function| !function.is_entry_point);
            let entry = |name: &String| ImportEntry {
                package: "package",
                file: file.path.clone(),
                function: name.clone(),
            };
            functions.map(|function| entry(&function.name)).collect()
        };
        let library = library_functions().filter(|(file, _)| !self.by_path.contains_key(file));
        let library =
            library.map(|(file, function)| ImportEntry { package: "playground", file, function });
        let own = self.by_path.values().flat_map(functions);
        own.chain(library).collect()
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.by_path.values().flat_map(entries).collect()
    }
}

/// Returns one entry per generator, or a single one for the file if an error hides them.
fn entries(file: &CompiledFile) -> Vec<Entry> {
    let error = file.has_error();
    if error && file.generators.is_empty() {
        let title = file.path.stem().to_owned();
        return vec![Entry {
            address: default_address(&file.path),
            title,
            main: true,
            kind: EntryKind::Unknown,
            error,
        }];
    }
    let entry = |generator: &Arc<Generator>| Entry {
        address: generator.address().clone(),
        title: generator.name().to_owned(),
        main: generator.is_main(),
        kind: EntryKind::of(generator),
        error,
    };
    file.generators.iter().map(entry).collect()
}

pub(super) const PANICKED: &str = "the compiler panicked on this file";

/// A panic of the compiler becomes a diagnostic.
pub(super) fn compile_safely(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    catch_unwind(AssertUnwindSafe(|| compile(tree, source))).unwrap_or_else(|_| CompiledFile {
        path: source.path.clone(),
        depends_on: BTreeSet::from([source.path.clone()]),
        diagnostics: vec![Diagnostic::error(Some(source.location(0..0)), PANICKED)],
        generators: Vec::new(),
        hidden: Vec::new(),
        features: Features::new(),
        functions: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_those_of_the_folder_then_of_the_library() {
        let text = "fn perlin(p: vec2f) -> f32 { return p.x; }";
        let tree = SourceTree::from_iter([("noise/perlin.wgsl", text)]);
        let mut files = CompiledFiles::default();
        for source in tree.iter() {
            let file = compile(&tree, source);
            files.by_path.insert(source.path.clone(), file);
        }
        let imports = files.imports();
        let statements: Vec<String> = imports.iter().map(ImportEntry::statement).collect();
        assert_eq!(statements[0], "import package::noise::perlin::perlin;");
        let library = "import playground::noise::simplex::simplex;".to_owned();
        assert!(statements.contains(&library), "{statements:#?}");
        let mut hidden = statements.iter();
        assert!(!hidden.any(|line| line.contains("playground::noise::perlin::")));
    }
}
