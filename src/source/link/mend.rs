//! Removes faulty declarations, bodies and imports, so that the rest can be linked and searched for further errors.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::source::{ModulePath, Source};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::remainder::Remainder;

#[derive(Clone)]
pub(super) struct Fault {
    /// `None` if the fault only follows from another one.
    pub(super) diagnostic: Option<Diagnostic>,
    /// Removed so that linking can continue; `None` if the error belongs to nothing that can be.
    pub(super) part: Option<FaultyPart>,
}

#[derive(Clone)]
pub(super) struct FaultyPart {
    pub(super) module: ModulePath,
    /// Byte range of the error, or of the faulty import.
    pub(super) range: Range<usize>,
    /// Name that the import binds; `None` if the error is in a declaration or body.
    pub(super) imported: Option<String>,
    /// True if nothing else declares the name: once the import is removed, code that uses the name must be removed too.
    pub(super) is_only_import: bool,
}

impl Fault {
    pub(super) fn without_part(diagnostic: Diagnostic) -> Self {
        Self { diagnostic: Some(diagnostic), part: None }
    }
}

struct MendedModule {
    original: Arc<Source>,
    remainder: Remainder,
    /// First byte of the statement, and the bound name.
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

    /// Returns false if the part was already removed, or if it is outside of all declarations.
    fn remove(&mut self, part: &FaultyPart) -> bool {
        let Some(name) = &part.imported else {
            return self.remainder.remove(&part.range);
        };
        if part.is_only_import {
            self.remainder.remove_users(name);
        }
        self.imports.insert((part.range.start, name.clone()))
    }

    /// Removed parts are blanked, so that all other bytes keep their positions.
    fn source(&self) -> Arc<Source> {
        let text = self.remainder.wgsl.clone();
        Arc::new(Source::clone(&self.original).with_text(text))
    }
}

#[derive(Default)]
pub(super) struct MendedModules(BTreeMap<ModulePath, MendedModule>);

impl MendedModules {
    /// Returns `None` if nothing was removed.
    pub(super) fn remove(
        &mut self,
        part: &FaultyPart,
        module: &Arc<Source>,
    ) -> Option<Arc<Source>> {
        let mended = self.0.entry(module.path.clone()).or_insert_with(|| MendedModule::new(module));
        mended.remove(part).then(|| mended.source())
    }

    pub(super) fn original(&self, module: &Arc<Source>) -> Arc<Source> {
        let mended = self.0.get(&module.path);
        Arc::clone(mended.map_or(module, |mended| &mended.original))
    }

    pub(super) fn is_removed(&self, module: &ModulePath, name: &str) -> bool {
        let mended = self.0.get(module);
        mended.is_some_and(|mended| mended.remainder.removed.contains(name))
    }

    pub(super) fn has_lost_import(&self, module: &ModulePath, start: usize, name: &str) -> bool {
        let mended = self.0.get(module);
        mended.is_some_and(|mended| mended.imports.contains(&(start, name.to_owned())))
    }

    /// Path of the module, and name of the function.
    pub(super) fn without_body(&self) -> impl Iterator<Item = (&ModulePath, &String)> {
        self.0.iter().flat_map(|(path, mended)| {
            let names = mended.remainder.without_body.iter();
            names.map(move |name| (path, name))
        })
    }
}
