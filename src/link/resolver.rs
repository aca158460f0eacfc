//! Finds the modules of a folder for wesl.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use wesl::syntax::PathOrigin;
use wesl::{ResolveError, Resolver};

use super::host;
use crate::source::{ModulePath, Source, SourceTree};

/// Returns wesl's path of a module.
pub(super) fn module_path(path: &ModulePath) -> wesl::ModulePath {
    wesl::ModulePath::new(PathOrigin::Absolute, path.components())
}

/// Returns the components of wesl's path, from the top of the folder or from the host's package.
pub(super) fn components(path: &wesl::ModulePath) -> Option<Vec<String>> {
    match &path.origin {
        PathOrigin::Absolute => Some(path.components.clone()),
        PathOrigin::Package(name) if name == host::PACKAGE => {
            let first = std::iter::once(host::COMPONENT.to_owned());
            Some(first.chain(path.components.iter().cloned()).collect())
        }
        _ => None,
    }
}

/// Finds modules in a folder, and records every requested path.
pub(super) struct ModuleResolver<'a> {
    pub(super) tree: &'a SourceTree,
    pub(super) requested: RefCell<BTreeSet<ModulePath>>,
}

impl ModuleResolver<'_> {
    pub(super) fn find(&self, path: &wesl::ModulePath) -> Option<Arc<Source>> {
        self.module(&components(path)?)
    }

    /// Returns the file with the other extension, which would be the same module.
    pub(super) fn other_extension(&self, path: &ModulePath) -> Option<ModulePath> {
        let other = path.other_extension()?;
        self.requested.borrow_mut().insert(other.clone());
        self.tree.get(&other).map(|source| source.path.clone())
    }

    /// Returns true if files are in a subfolder of this name.
    pub(super) fn has_folder(&self, name: &str) -> bool {
        let inside = format!("{name}/");
        self.tree
            .iter()
            .any(|source| source.path.as_str().starts_with(&inside))
    }

    pub(super) fn module(&self, components: &[String]) -> Option<Arc<Source>> {
        if let Some(module) = host::module(components) {
            return Some(module);
        }
        let found = self.tree.module(components).cloned();
        let stem = components.join("/");
        let requested = match &found {
            Some(source) => vec![source.path.clone()],
            None => ["wgsl", "wesl"]
                .map(|extension| ModulePath::new(format!("{stem}.{extension}")))
                .to_vec(),
        };
        self.requested.borrow_mut().extend(requested);
        found
    }
}

impl Resolver for ModuleResolver<'_> {
    fn resolve_source<'a>(&'a self, path: &wesl::ModulePath) -> Result<Cow<'a, str>, ResolveError> {
        let source = self.find(path).ok_or_else(|| {
            ResolveError::ModuleNotFound(path.clone(), "no such file in the folder".to_owned())
        })?;
        Ok(Cow::Owned(source.text.clone()))
    }
}
