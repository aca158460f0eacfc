//! Resolver that finds the modules of a folder for the wesl linker.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use wesl::syntax::{
    Attribute, AttributeNode, Ident, ImportContent, ImportItem, ImportStatement, PathOrigin,
    TranslationUnit,
};
use wesl::{ResolveError, Resolver};
use wgsl_parse::span::{Span, Spanned};

use super::files::FileFinder;
use super::host;
use super::imports::{ImportedName, Packages, uses};
use super::mend::{Fault, MendedModules};
use super::parse::imports;
use super::translate::translated;
use crate::source::{IMPORT_PATHS, Import, ModulePath, Source};

/// Converts the components of a module's path, from the root of the folder, to a path of the wesl linker.
fn wesl_path(components: &[String]) -> wesl::ModulePath {
    match components.split_first() {
        Some((first, rest)) if first == host::COMPONENT => {
            wesl::ModulePath::new(PathOrigin::Package(host::PACKAGE.to_owned()), rest.to_vec())
        }
        _ => wesl::ModulePath::new(PathOrigin::Absolute, components.to_vec()),
    }
}

/// First component of internal module paths for imports from all packages but `playground` (this program's): a path
/// `bevy::noise` in a declaration becomes `<packages>::bevy::noise`. A module of this path publishes the names of the
/// file that declares the import path.
const PACKAGES: &str = "<packages>";

/// Converts the path of a module in the folder to a path of the wesl linker.
pub(super) fn module_path(path: &ModulePath) -> wesl::ModulePath {
    wesl_path(&path.components())
}

/// Module resolver: finds the modules of a folder, translates their directives and conditions, and removes parts that
/// have errors.
pub(super) struct ModuleResolver<'a> {
    pub(super) files: FileFinder<'a>,
    translated: RefCell<BTreeMap<ModulePath, Arc<Source>>>,
    pub(super) mended: RefCell<MendedModules>,
}

impl<'a> ModuleResolver<'a> {
    pub(super) fn new(files: FileFinder<'a>) -> Self {
        Self {
            files,
            translated: RefCell::default(),
            mended: RefCell::default(),
        }
    }
}

impl ModuleResolver<'_> {
    pub(super) fn find(&self, path: &wesl::ModulePath) -> Option<Arc<Source>> {
        self.module(&self.components(path)?)
    }

    /// Converts a path of the wesl linker to components from the root of the folder or of this program's package;
    /// `None` for a relative path or an unknown package.
    pub(super) fn components(&self, path: &wesl::ModulePath) -> Option<Vec<String>> {
        match &path.origin {
            PathOrigin::Absolute => match path.components.split_first() {
                Some((first, rest)) if first == PACKAGES => self.package_path(rest),
                _ => Some(path.components.clone()),
            },
            PathOrigin::Package(name) => {
                self.package_path(&[std::slice::from_ref(name), &path.components].concat())
            }
            PathOrigin::Relative(_) => None,
        }
    }

    /// Returns the path with the other shader extension if there is such a file, which would be the same module;
    /// otherwise `None`.
    pub(super) fn other_extension(&self, path: &ModulePath) -> Option<ModulePath> {
        let other = path.other_extension()?;
        self.files.request(other.clone());
        self.files
            .tree
            .get(&other)
            .map(|source| source.path.clone())
    }

    /// Returns true if the shader folder has files in a subfolder of this name.
    pub(super) fn has_folder(&self, name: &str) -> bool {
        let inside = format!("{name}/");
        let mut files = self.files.tree.iter();
        files.any(|source| source.path.as_str().starts_with(&inside))
    }

    /// Returns the module with these components of its path, with directives and conditions translated.
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

    /// Returns the translated text of a file, without faulty parts, which is linked in its place. The file is
    /// translated at the first call.
    pub(super) fn translated(&self, source: &Arc<Source>) -> Arc<Source> {
        if let Some(known) = self.translated.borrow().get(&source.path) {
            return Arc::clone(known);
        }
        let module = translated(&self.files, source);
        let mut all = self.translated.borrow_mut();
        all.insert(source.path.clone(), Arc::clone(&module));
        module
    }

    /// Removes the parts of modules that have these faults, so that linking can continue. Returns false if nothing was
    /// removed.
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

    /// Returns the names that a module uses from other modules, without the imports that were removed from it.
    pub(super) fn uses(&self, source: &Source, imports: &[Import]) -> Vec<ImportedName> {
        let mended = self.mended.borrow();
        let mut uses = uses(source, imports, self);
        uses.retain(|used| {
            let name = used.name.as_ref();
            !name.is_some_and(|name| mended.has_lost_import(&source.path, used.range.start, name))
        });
        uses
    }

    /// Returns the imports of a module as statements, one for each name, with paths from the root of the folder.
    fn statements(&self, source: &Source) -> Vec<ImportStatement> {
        let uses = imports(source).map(|imports| self.uses(source, imports));
        uses.into_iter().flatten().filter_map(statement).collect()
    }
}

/// Returns the import statement for one name; `None` if it needs none. A path inside a declaration needs a statement
/// only if it begins with a package other than `playground`.
fn statement(used: ImportedName) -> Option<ImportStatement> {
    let (module, item, name) = match (used.name, used.package) {
        (Some(name), _) => {
            let mut module = used.path.ok()?;
            let item = module.pop()?;
            (module, item, name)
        }
        (None, Some(package)) if package != host::PACKAGE => {
            (vec![PACKAGES.to_owned()], package.clone(), package)
        }
        (None, _) => return None,
    };
    Some(ImportStatement {
        attributes: used.is_reexported.then(publish).into_iter().collect(),
        path: Some(wesl_path(&module)),
        content: ImportContent::Item(ImportItem {
            ident: Ident::new(item),
            rename: Some(Ident::new(name)),
        }),
    })
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

impl Resolver for ModuleResolver<'_> {
    fn resolve_source<'a>(&'a self, path: &wesl::ModulePath) -> Result<Cow<'a, str>, ResolveError> {
        let source = self.find(path).ok_or_else(|| not_found(path))?;
        Ok(Cow::Owned(source.text.clone()))
    }

    /// Returns the syntax tree of a module for the wesl linker. For a path other than the module's own, such as its
    /// `#define_import_path`, the tree only publishes all names of the module, so that no declaration is linked twice.
    fn resolve_module(&self, path: &wesl::ModulePath) -> Result<TranslationUnit, ResolveError> {
        let source = self.find(path).ok_or_else(|| not_found(path))?;
        let own_path = module_path(&source.path);
        if own_path != *path {
            return Ok(published(&source, &own_path));
        }
        let mut unit: TranslationUnit = source
            .text
            .parse()
            .map_err(|error| wesl::Diagnostic::from(error).with_module_path(path.clone(), None))?;
        unit.imports = self.statements(&source);
        Ok(unit)
    }
}

fn not_found(path: &wesl::ModulePath) -> ResolveError {
    ResolveError::ModuleNotFound(path.clone(), "no such file in the folder".to_owned())
}

fn publish() -> AttributeNode {
    Spanned::new(Attribute::Publish, Span::default())
}

fn published(source: &Source, path: &wesl::ModulePath) -> TranslationUnit {
    let declarations = source.outline().declarations.iter();
    let imports = declarations.map(|declaration| ImportStatement {
        attributes: vec![publish()],
        path: Some(path.clone()),
        content: ImportContent::Item(ImportItem {
            ident: Ident::new(declaration.name.clone()),
            rename: None,
        }),
    });
    TranslationUnit {
        imports: imports.collect(),
        ..TranslationUnit::default()
    }
}
