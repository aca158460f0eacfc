//! Modules of a folder during linking: the names that they declare and import, and the modules to which imports lead.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::derived::{SUFFIX, differentiated};
use super::host;
use super::imports::ImportedName;
use super::mend::{Fault, FaultyPart};
use super::parse::imports;
use super::resolver::ModuleResolver;
use crate::source::nesting::too_deep;
use crate::source::{ModulePath, Source, SyntaxError};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::suggest::did_you_mean;

/// Modules by path, each parsed at its first request, or their errors.
pub(super) struct ModuleCache<'a> {
    folder: &'a ModuleResolver<'a>,
    read: BTreeMap<ModulePath, Result<Arc<Module>, Vec<Fault>>>,
}

pub(super) struct Module {
    pub(super) declared: BTreeSet<String>,
    pub(super) uses: Vec<ImportedName>,
    /// With errors of directives, the module may declare more names than are known.
    pub(super) errors: Vec<Fault>,
}

impl Module {
    /// Without a message, the fault follows from another error.
    pub(super) fn fault(
        &self,
        source: &Source,
        used: &ImportedName,
        message: Option<String>,
    ) -> Fault {
        let location = source.location(used.range.clone());
        let is_declared = used.name.as_ref().is_some_and(|name| self.declared.contains(name));
        let same_name = self.uses.iter().filter(|other| other.name == used.name);
        Fault {
            diagnostic: message.map(|message| Diagnostic::error(Some(location), message)),
            part: Some(FaultyPart {
                module: source.path.clone(),
                range: used.range.clone(),
                imported: used.name.clone(),
                is_only_import: !is_declared && same_name.count() == 1,
            }),
        }
    }
}

impl<'a> ModuleCache<'a> {
    pub(super) fn new(folder: &'a ModuleResolver<'a>) -> Self {
        Self { folder, read: BTreeMap::new() }
    }

    pub(super) fn read(&mut self, source: &Arc<Source>) -> Result<Arc<Module>, Vec<Fault>> {
        if let Some(known) = self.read.get(&source.path) {
            return known.clone();
        }
        let module = parse(self.folder, source).map(Arc::new);
        self.read.insert(source.path.clone(), module.clone());
        module
    }

    /// The error is a message, or `None` if the declaration was removed because of an error of its own.
    pub(super) fn resolve(&mut self, used: &ImportedName) -> Result<Arc<Source>, Option<String>> {
        let path = used.path.as_ref().map_err(|error| Some(error.to_string()))?;
        let (item, module) = path
            .split_last()
            .ok_or_else(|| Some("a path must end with the name of an item in a file".to_owned()))?;
        let source = self.folder.module(module);
        if source.is_some_and(|source| self.is_removed(&source, item)) {
            return Err(None);
        }
        self.declaring(used, path, item, module).map_err(Some)
    }

    fn is_removed(&self, source: &Source, item: &str) -> bool {
        self.folder.mended.borrow().is_removed(&source.path, item)
    }

    fn declaring(
        &mut self,
        used: &ImportedName,
        path: &[String],
        item: &str,
        module: &[String],
    ) -> Result<Arc<Source>, String> {
        let folder = self.folder;
        let declared = folder.module(module).and_then(|source| self.read(&source).ok());
        let declared = declared.as_ref().map(|module| &module.declared);
        let similar = || declared.map_or_else(String::new, |names| among(item, names));
        // An import may also name a whole module, with which other paths then start.
        let whole_module = || folder.module(path).filter(|_| used.name.is_some());
        match folder.module(module) {
            Some(source) if self.exports(&source, item) => Ok(source),
            Some(source) => {
                whole_module().ok_or_else(|| match source.path.components().split_first() {
                    Some((first, rest)) if first == host::COMPONENT => {
                        format!(
                            "`{}::{}` has no `{item}`{}",
                            host::PACKAGE,
                            rest.join("::"),
                            similar()
                        )
                    }
                    _ => format!("`{}` declares no `{item}`{}", source.path, similar()),
                })
            }
            None => whole_module().ok_or_else(|| no_module(folder, path, module)),
        }
    }

    fn exports(&mut self, source: &Arc<Source>, item: &str) -> bool {
        self.origin(source, item).is_some()
    }

    pub(super) fn declaration(&mut self, used: &ImportedName) -> Option<(Arc<Source>, String)> {
        let (item, module) = used.path.as_ref().ok()?.split_last()?;
        let source = self.folder.module(module)?;
        self.origin(&source, item)
    }

    /// Declaring module and name, also of an undeclared derivative of a function, and of a module that cannot be parsed
    /// or lacks an included file: that error is reported at its own location.
    fn origin(&mut self, source: &Arc<Source>, item: &str) -> Option<(Arc<Source>, String)> {
        let mut seen = Vec::new();
        let mut at = (Arc::clone(source), item.to_owned());
        while !seen.contains(&at) {
            let (source, item) = &at;
            let Ok(module) = self.read(source) else {
                return Some(at);
            };
            let is_known = module.declared.contains(item) || self.is_removed(source, item);
            let reexported = |name: &str| {
                let mut uses = module.uses.iter();
                uses.find(|used| used.is_reexported && used.name.as_deref() == Some(name))
            };
            let function = differentiated(item);
            let found = reexported(item);
            let is_derived = found.is_none() && function.is_some();
            let declares = |name| module.declared.contains(name);
            let is_derivative = is_derived && function.is_some_and(declares);
            if is_known || is_derivative || !module.errors.is_empty() {
                return Some(at);
            }
            let found = found.or_else(|| reexported(function?));
            let (item, module) = found?.path.as_ref().ok()?.split_last()?;
            let suffix = if is_derived { SUFFIX } else { "" };
            let from = (self.folder.module(module)?, format!("{item}{suffix}"));
            seen.push(std::mem::replace(&mut at, from));
        }
        None
    }
}

/// In bytes. The linker repeats the longest run of underscores in each imported name, which it writes at each use.
const MAX_NAME_BYTES: usize = 255;

/// Errors of directives come first: others may follow from them.
fn parse(folder: &ModuleResolver<'_>, source: &Source) -> Result<Module, Vec<Fault>> {
    if let Some(error) = unlinkable(folder, source).or_else(|| too_long_name(source)) {
        return Err(vec![Fault::without_part(error)]);
    }
    let errors = directive_faults(source);
    let mut uses = match imports(source) {
        Ok(imports) => folder.uses(source, imports),
        Err(error) if errors.is_empty() => return Err(vec![syntax_fault(source, &error)]),
        Err(_) => return Err(errors),
    };
    if !errors.is_empty() {
        // Missing files may contain the imports of modules with which paths inside declarations begin.
        uses.retain(|used| used.name.is_some());
    }
    let declarations = source.outline().declarations.iter();
    Ok(Module {
        declared: declarations.map(|declared| declared.name.clone()).collect(),
        uses,
        errors,
    })
}

pub(super) fn directive_faults(source: &Source) -> Vec<Fault> {
    let errors = source.translation_errors().iter().cloned();
    errors.map(Fault::without_part).collect()
}

fn syntax_fault(source: &Source, error: &SyntaxError) -> Fault {
    let part = |range: &Range<usize>| FaultyPart {
        module: source.path.clone(),
        range: range.clone(),
        imported: None,
        is_only_import: false,
    };
    Fault { diagnostic: Some(error.diagnostic.clone()), part: error.range.as_ref().map(part) }
}

fn among(name: &str, declared: &BTreeSet<String>) -> String {
    let similar = did_you_mean(name, declared.iter().map(String::as_str));
    if !similar.is_empty() {
        return similar;
    }
    let listed: Vec<&str> = declared.iter().map(String::as_str).take(MAX_LISTED).collect();
    let more = match declared.len() - listed.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    match listed.as_slice() {
        [] => "; it declares nothing".to_owned(),
        names => format!("; it declares {}{more}", names.join(", ")),
    }
}

const MAX_LISTED: usize = 12;

fn no_module(folder: &ModuleResolver<'_>, path: &[String], module: &[String]) -> String {
    if path.first().is_some_and(|first| first == host::COMPONENT) {
        let mut paths = [module, path].into_iter().filter_map(<[String]>::split_first);
        let similar = paths.find_map(|(_, path)| host::similar_module(path));
        let advice = match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!(
                "it provides `{0}::surface` and the modules of `{0}::{1}`",
                host::PACKAGE,
                host::LIBRARY
            ),
        };
        let name = path[1..].join("::");
        return format!("the package `{}` has no `{name}`; {advice}", host::PACKAGE);
    }
    let name = path.join("/");
    if folder.has_folder(&name) {
        return format!("`{name}` is a folder; name a file in it and an item to import");
    }
    let module = if module.is_empty() { path } else { module };
    let name = module.join("/");
    let reason =
        [module, path].into_iter().find_map(|path| folder.files.reason_left_out(&path.join("/")));
    if let Some((file, reason)) = reason {
        return format!("`{file}` is {reason}");
    }
    let modules = folder.files.tree.iter().map(|source| source.path.components().join("/"));
    let modules: Vec<String> = modules.collect();
    let mut similar = did_you_mean(&name, modules.iter().map(String::as_str));
    if similar.is_empty() {
        let found = host::similar_module(module);
        similar = found.map_or(similar, |path| format!("; did you mean `{path}`?"));
    }
    format!("no module `{name}` in the folder{similar}")
}

fn too_long_name(source: &Source) -> Option<Diagnostic> {
    let is_too_long =
        |token: &&Token| token.kind == TokenKind::Word && token.range.len() > MAX_NAME_BYTES;
    let token = source.tokens().iter().find(is_too_long)?;
    let start = token.range.start;
    let message = format!("a name of more than {MAX_NAME_BYTES} bytes");
    Some(Diagnostic::error(Some(source.location(start..start + 1)), message))
}

/// The file cannot be read, nests too deeply, or exists with both extensions.
pub(super) fn unlinkable(folder: &ModuleResolver<'_>, source: &Source) -> Option<Diagnostic> {
    let duplicate = || {
        let other = folder.other_extension(&source.path)?;
        let message =
            format!("`{}` and `{other}` are the same module; rename one of them", source.path);
        Some(Diagnostic::error(Some(source.location(0..0)), message))
    };
    let unreadable = source.unreadable.clone();
    unreadable.or_else(|| too_deep(source)).or_else(duplicate)
}
