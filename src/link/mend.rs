//! Removes faulty declarations, function bodies and imports from modules, so that the rest can be linked and searched
//! for further errors.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::remainder::Remainder;
use crate::source::{ModulePath, Source};

/// Fault of linking: an error, with the declaration, function body or import of a module that causes it.
#[derive(Clone)]
pub(super) struct Fault {
    /// Diagnostic of the fault; `None` if the fault only follows from another one, which is reported.
    pub(super) diagnostic: Option<Diagnostic>,
    /// Declaration, function body or import to remove, so that linking can continue; `None` if the error belongs to
    /// none.
    pub(super) part: Option<FaultyPart>,
}

/// Faulty part of a module: a declaration, the body of a function, or an import.
#[derive(Clone)]
pub(super) struct FaultyPart {
    pub(super) module: ModulePath,
    /// Byte range of the error or of the faulty import in the module.
    pub(super) range: Range<usize>,
    /// Name that the faulty import binds; `None` if the error is in a declaration or body.
    pub(super) imported: Option<String>,
    /// True if a faulty import is the only declaration of its name in the module: once the import is removed, code that
    /// uses the name must be removed too.
    pub(super) is_only_import: bool,
}

impl Fault {
    /// Creates a fault for which nothing can be removed from a module.
    pub(super) fn without_part(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic: Some(diagnostic),
            part: None,
        }
    }
}

/// Module from which faulty parts were removed.
struct MendedModule {
    original: Arc<Source>,
    remainder: Remainder,
    /// Imports that were removed from the module: first byte of the statement, and the bound name.
    imports: BTreeSet<(usize, String)>,
}

impl MendedModule {
    fn new(original: &Arc<Source>) -> Self {
        Self {
            original: Arc::clone(original),
            remainder: Remainder::new(&original.text),
            imports: BTreeSet::new(),
        }
    }

    /// Removes a faulty part from the module. Returns false if it was already removed, or if it is outside of all
    /// declarations.
    fn remove(&mut self, part: &FaultyPart) -> bool {
        let Some(name) = &part.imported else {
            return self.remainder.remove(&part.range);
        };
        if part.is_only_import {
            self.remainder.remove_users(name);
        }
        self.imports.insert((part.range.start, name.clone()))
    }

    /// Returns the module's text without the removed parts, which are blanked so that all other bytes keep their
    /// positions.
    fn source(&self) -> Arc<Source> {
        let text = self.remainder.wgsl.clone();
        Arc::new(Source::clone(&self.original).with_text(text))
    }
}

/// Modules of a folder from which faulty parts were removed, by path.
#[derive(Default)]
pub(super) struct MendedModules(BTreeMap<ModulePath, MendedModule>);

impl MendedModules {
    /// Removes a faulty part of `module`. Returns the rest of the module, or `None` if nothing was removed.
    pub(super) fn remove(
        &mut self,
        part: &FaultyPart,
        module: &Arc<Source>,
    ) -> Option<Arc<Source>> {
        let mended = self
            .0
            .entry(module.path.clone())
            .or_insert_with(|| MendedModule::new(module));
        mended.remove(part).then(|| mended.source())
    }

    /// Returns the original of a module, with all parts that were removed.
    pub(super) fn original(&self, module: &Arc<Source>) -> Arc<Source> {
        let mended = self.0.get(&module.path);
        Arc::clone(mended.map_or(module, |mended| &mended.original))
    }

    /// Returns true if the declaration `name` was removed from a module.
    pub(super) fn is_removed(&self, module: &ModulePath, name: &str) -> bool {
        let mended = self.0.get(module);
        mended.is_some_and(|mended| mended.remainder.removed.contains(name))
    }

    /// Returns true if the import of `name` was removed from a module. `start` is the first byte of the import
    /// statement.
    pub(super) fn has_lost_import(&self, module: &ModulePath, start: usize, name: &str) -> bool {
        let mended = self.0.get(module);
        mended.is_some_and(|mended| mended.imports.contains(&(start, name.to_owned())))
    }

    /// Returns the functions whose bodies were removed: path of the module, and name of the function.
    pub(super) fn without_body(&self) -> impl Iterator<Item = (&ModulePath, &String)> {
        self.0.iter().flat_map(|(path, mended)| {
            let names = mended.remainder.without_body.iter();
            names.map(move |name| (path, name))
        })
    }
}
