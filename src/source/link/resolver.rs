//! Resolver of the modules of a folder.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::files::FileFinder;
use super::host;
use super::imports::{ImportedName, Packages, uses};
use super::mend::{Fault, MendedModules};
use super::translate::translated;
use crate::source::{IMPORT_PATHS, Import, ModulePath, Source};

pub(super) struct ModuleResolver<'a> {
    pub(super) files: FileFinder<'a>,
    translated: RefCell<BTreeMap<ModulePath, Arc<Source>>>,
    pub(super) mended: RefCell<MendedModules>,
}

impl<'a> ModuleResolver<'a> {
    pub(super) fn new(files: FileFinder<'a>) -> Self {
        Self { files, translated: RefCell::default(), mended: RefCell::default() }
    }
}

impl ModuleResolver<'_> {
    /// The path with the other shader extension if there is such a file, which would be the same module.
    pub(super) fn other_extension(&self, path: &ModulePath) -> Option<ModulePath> {
        let other = path.other_extension()?;
        self.files.request(other.clone());
        self.files.tree.get(&other).map(|source| source.path.clone())
    }

    pub(super) fn has_folder(&self, name: &str) -> bool {
        let inside = format!("{name}/");
        let mut files = self.files.tree.iter();
        files.any(|source| source.path.as_str().starts_with(&inside))
    }

    /// With directives and conditions translated.
    pub(super) fn module(&self, components: &[String]) -> Option<Arc<Source>> {
        let found = self.files.tree.module(components).cloned();
        if let Some(module) = found.is_none().then(|| host::module(components)).flatten() {
            return Some(module);
        }
        let stem = components.join("/");
        match &found {
            Some(source) => self.files.request(source.path.clone()),
            None => ["wgsl", "wesl"].into_iter().for_each(|extension| {
                let path = ModulePath::new(format!("{stem}.{extension}"));
                self.files.request(path);
            }),
        }
        found.map(|source| self.translated(&source))
    }

    /// Without faulty parts, translated at the first call.
    pub(super) fn translated(&self, source: &Arc<Source>) -> Arc<Source> {
        if let Some(known) = self.translated.borrow().get(&source.path) {
            return Arc::clone(known);
        }
        let module = translated(&self.files, source);
        let mut all = self.translated.borrow_mut();
        all.insert(source.path.clone(), Arc::clone(&module));
        module
    }

    /// Removes the faulty parts. Returns false if nothing was removed.
    pub(super) fn mend(&self, faults: &[Fault]) -> bool {
        let mut translated = self.translated.borrow_mut();
        let mut mended = self.mended.borrow_mut();
        let mut is_changed = false;
        for part in faults.iter().filter_map(|fault| fault.part.as_ref()) {
            let module = translated.get_mut(&part.module);
            let rest = module.and_then(|module| Some((mended.remove(part, module)?, module)));
            if let Some((rest, module)) = rest {
                *module = rest;
                is_changed = true;
            }
        }
        is_changed
    }

    /// Without the imports that were removed.
    pub(super) fn uses(&self, source: &Source, imports: &[Import]) -> Vec<ImportedName> {
        let mended = self.mended.borrow();
        let mut uses = uses(source, imports, self);
        uses.retain(|used| {
            let name = used.name.as_ref();
            !name.is_some_and(|name| mended.has_lost_import(&source.path, used.range.start, name))
        });
        uses
    }
}

impl Packages for ModuleResolver<'_> {
    fn package_path(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        if first == host::PACKAGE {
            return Some([&[host::COMPONENT.to_owned()], rest].concat());
        }
        self.files.request(ModulePath::new(IMPORT_PATHS));
        for length in (1..=path.len()).rev() {
            if let Some(source) = self.files.tree.with_import_path(&path[..length]) {
                return Some([source.path.components(), path[length..].to_vec()].concat());
            }
        }
        None
    }

    fn has_module(&self, components: &[String]) -> bool {
        self.module(components).is_some()
    }
}
