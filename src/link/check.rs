//! Errors of linking at their locations: unresolved imports and paths, name conflicts, and wesl's own errors.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::host;
use super::imports::ImportedName;
use super::mend::{Fault, FaultyPart};
use super::parse::imports;
use super::resolver::ModuleResolver;
use crate::diagnostic::Diagnostic;
use crate::nesting::too_deep;
use crate::source::{ModulePath, Source, SyntaxError};
use crate::suggest::did_you_mean;

/// Checks the imports and paths, used or not, of the root and of all modules that it reaches. Returns these modules,
/// the root first.
pub(super) fn check(
    folder: &ModuleResolver<'_>,
    root: &Arc<Source>,
) -> Result<Vec<Arc<Source>>, Vec<Fault>> {
    let mut modules = ModuleCache {
        folder,
        read: BTreeMap::new(),
    };
    let mut reached = vec![Arc::clone(root)];
    let mut faults = Vec::new();
    let mut next = 0;
    while let Some(source) = reached.get(next).cloned() {
        next += 1;
        let module = match modules.read(&source) {
            Ok(module) => module,
            Err(fault) => {
                faults.push(*fault);
                continue;
            }
        };
        let conflicts = name_conflicts(&source, &module);
        faults.extend(conflicts.map(|(used, message)| module.fault(&source, used, Some(message))));
        for used in &module.uses {
            match modules.resolve(used) {
                Ok(found) if reached.iter().all(|known| known.path != found.path) => {
                    reached.push(found);
                }
                Ok(_) => {}
                Err(message) => faults.push(module.fault(&source, used, message)),
            }
        }
    }
    match faults.is_empty() {
        true => Ok(reached),
        false => Err(faults),
    }
}

/// Modules of a folder by path, each parsed when first requested; an error if it cannot be read or parsed.
struct ModuleCache<'a> {
    folder: &'a ModuleResolver<'a>,
    read: BTreeMap<ModulePath, Result<Arc<Module>, Box<Fault>>>,
}

/// Names that a module declares, and names that it takes from others.
struct Module {
    declared: BTreeSet<String>,
    uses: Vec<ImportedName>,
}

impl Module {
    /// Returns the fault of an imported name. Without a message it follows from another one.
    fn fault(&self, source: &Source, used: &ImportedName, message: Option<String>) -> Fault {
        let location = source.location(used.range.clone());
        let is_declared = used
            .name
            .as_ref()
            .is_some_and(|name| self.declared.contains(name));
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

/// Returns the error of a file that cannot be read, nests too deeply, or exists with both extensions.
pub(super) fn unlinkable(folder: &ModuleResolver<'_>, source: &Source) -> Option<Diagnostic> {
    let duplicate = || {
        let other = folder.other_extension(&source.path)?;
        let message = format!(
            "`{}` and `{other}` are the same module; rename one of them",
            source.path
        );
        Some(Diagnostic::error(Some(source.location(0..0)), message))
    };
    let unreadable = source.unreadable.clone();
    unreadable.or_else(|| too_deep(source)).or_else(duplicate)
}

/// Returns the imported names that already mean something else in the file, each with a message.
fn name_conflicts<'m>(
    source: &Source,
    module: &'m Module,
) -> impl Iterator<Item = (&'m ImportedName, String)> {
    let Module { declared, uses } = module;
    uses.iter().enumerate().filter_map(move |(index, used)| {
        let name = used.name.as_ref()?;
        if declared.contains(name) {
            return Some((used, format!("this file already declares `{name}`")));
        }
        let path = used.path.as_ref().ok()?;
        let module = path.split_last().map(|(_, module)| module.to_vec());
        if module == Some(source.path.components()) {
            return Some((used, "this file imports from itself".to_owned()));
        }
        let other = uses[..index].iter().find_map(|earlier| {
            let other = earlier.path.as_ref().ok()?;
            (earlier.name == used.name && other != path).then_some(other)
        })?;
        let message = format!(
            "`{name}` is already imported, as `package::{}`",
            other.join("::")
        );
        Some((used, message))
    })
}

impl ModuleCache<'_> {
    fn read(&mut self, source: &Arc<Source>) -> Result<Arc<Module>, Box<Fault>> {
        if let Some(known) = self.read.get(&source.path) {
            return known.clone();
        }
        let read = || {
            if let Some(error) = unlinkable(self.folder, source) {
                return Err(Box::new(Fault::without_part(error)));
            }
            let imports = imports(source).map_err(|error| syntax_fault(source, &error))?;
            let uses = self.folder.uses(source, imports);
            let declarations = source.outline().declarations.iter();
            let declared = declarations.map(|declared| declared.name.clone()).collect();
            Ok(Arc::new(Module { declared, uses }))
        };
        let module = read();
        self.read.insert(source.path.clone(), module.clone());
        module
    }

    /// Returns the module that an import or a path leads to. If it leads nowhere, the error is a message; it is `None`
    /// for a declaration that was removed.
    fn resolve(&mut self, used: &ImportedName) -> Result<Arc<Source>, Option<String>> {
        let path = used
            .path
            .as_ref()
            .map_err(|error| Some(error.to_string()))?;
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

    /// Returns the module that declares the item at the end of a path, or a message if there is none.
    fn declaring(
        &mut self,
        used: &ImportedName,
        path: &[String],
        item: &str,
        module: &[String],
    ) -> Result<Arc<Source>, String> {
        let folder = self.folder;
        let declared = folder
            .module(module)
            .and_then(|source| self.read(&source).ok());
        let declared = declared.as_ref().map(|module| &module.declared);
        let similar = || declared.map_or_else(String::new, |names| among(item, names));
        // An import may also name a whole module, which paths then start with.
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

    /// Returns true if a module declares a name or re-exports it from one that does, and also if the module cannot
    /// be parsed: that error is reported at its own location.
    fn exports(&mut self, source: &Arc<Source>, item: &str) -> bool {
        let mut seen = Vec::new();
        let mut at = (Arc::clone(source), item.to_owned());
        while !seen.contains(&at) {
            let (source, item) = &at;
            let Ok(module) = self.read(source) else {
                return true;
            };
            if module.declared.contains(item) || self.is_removed(source, item) {
                return true;
            }
            let mut uses = module.uses.iter();
            let reexported =
                uses.find(|used| used.is_reexported && used.name.as_ref() == Some(item));
            let from = reexported.and_then(|used| {
                let (item, module) = used.path.as_ref().ok()?.split_last()?;
                Some((self.folder.module(module)?, item.clone()))
            });
            match from {
                Some(from) => seen.push(std::mem::replace(&mut at, from)),
                None => return false,
            }
        }
        false
    }
}

fn syntax_fault(source: &Source, error: &SyntaxError) -> Box<Fault> {
    let part = |range: &Range<usize>| FaultyPart {
        module: source.path.clone(),
        range: range.clone(),
        imported: None,
        is_only_import: false,
    };
    Box::new(Fault {
        diagnostic: Some(error.diagnostic.clone()),
        part: error.range.as_ref().map(part),
    })
}

/// Returns the end of a message about a name that a module does not declare: a similar one, else all.
fn among(name: &str, declared: &BTreeSet<String>) -> String {
    let similar = did_you_mean(name, declared.iter().map(String::as_str));
    if !similar.is_empty() {
        return similar;
    }
    let listed: Vec<&str> = declared
        .iter()
        .map(String::as_str)
        .take(MAX_LISTED)
        .collect();
    let more = match declared.len() - listed.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    match listed.as_slice() {
        [] => "; it declares nothing".to_owned(),
        names => format!("; it declares {}{more}", names.join(", ")),
    }
}

/// Largest number of names that a message lists.
const MAX_LISTED: usize = 12;

fn no_module(folder: &ModuleResolver<'_>, path: &[String], module: &[String]) -> String {
    if path.first().is_some_and(|first| first == host::COMPONENT) {
        return format!(
            "the package `{0}` has no `{1}`; it provides `{0}::surface` and the modules of `{0}::{2}`",
            host::PACKAGE,
            path[1..].join("::"),
            host::LIBRARY
        );
    }
    let name = path.join("/");
    if folder.has_folder(&name) {
        return format!("`{name}` is a folder; name a file in it and an item to import");
    }
    let module = if module.is_empty() { path } else { module };
    let name = module.join("/");
    let modules = folder
        .files
        .tree
        .iter()
        .map(|source| source.path.components().join("/"));
    let modules: Vec<String> = modules.collect();
    let similar = did_you_mean(&name, modules.iter().map(String::as_str));
    format!("no module `{name}` in the folder{similar}")
}

/// Returns the diagnostic for an error of wesl that [`check`] does not find.
pub(super) fn diagnostic(
    folder: &ModuleResolver<'_>,
    root: &Arc<Source>,
    error: wesl::Error,
) -> Diagnostic {
    let detail = wesl::Diagnostic::from(error);
    let owner = detail
        .detail
        .module_path
        .as_ref()
        .and_then(|path| folder.find(path))
        .unwrap_or_else(|| Arc::clone(root));
    let range = detail.detail.span.map_or(0..0, |span| span.range());
    Diagnostic::error(Some(owner.location(range)), root_cause(&detail.error))
}

fn root_cause(error: &wesl::Error) -> String {
    match error {
        wesl::Error::Error(inner) => root_cause(&inner.error),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::link;
    use super::*;
    use crate::source::SourceTree;

    fn check(root: &str, expect: &str) {
        let tree = SourceTree::from_iter([
            ("a/root.wgsl", root),
            ("a/near.wgsl", "fn near() -> f32 { return 1.0; }"),
            ("far.wgsl", "fn far() -> f32 { return 2.0; }"),
        ]);
        let source = tree.get(&ModulePath::new("a/root.wgsl")).unwrap();
        let found = match link(&tree, source).result {
            Ok(_) => "fine".to_owned(),
            Err(errors) => errors
                .iter()
                .map(Diagnostic::short)
                .collect::<Vec<_>>()
                .join("\n"),
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn unresolved_imports_are_errors_at_their_statement() {
        check(
            "import super::near::near;\nfn f() -> f32 { return near(); }",
            "fine",
        );
        check(
            "import package::far::far as g;\nfn f() -> f32 { return g(); }",
            "fine",
        );
        check(
            "import super::near;\nfn f() -> f32 { return near::near(); }",
            "fine",
        );
        check(
            "\n  import super::near::gone;\n",
            "a/root.wgsl:2:3: error: `a/near.wgsl` declares no `gone`; it declares near",
        );
        check(
            "import package::gone::x;\n",
            "a/root.wgsl:1:1: error: no module `gone` in the folder",
        );
        check(
            "import super::super::super::x::y;\n",
            "a/root.wgsl:1:1: error: `super` leaves the folder",
        );
        check(
            "import package::a;\n",
            "a/root.wgsl:1:1: error: `a` is a folder; name a file in it and an item to import",
        );
        check(
            "import package::gone;\n",
            "a/root.wgsl:1:1: error: no module `gone` in the folder",
        );
        check("import far;\n", "fine");
        check(
            "import near;\n",
            "a/root.wgsl:1:1: error: no package `near`; imports from this folder begin with `package::` or `super::`",
        );
    }

    #[test]
    fn unresolved_paths_are_errors_at_their_location() {
        check("fn f() -> f32 { return package::far::far(); }", "fine");
        check(
            "import super::near;\nfn f() -> f32 { return near::near() + super::near::near(); }",
            "fine",
        );
        check(
            "fn f() -> f32 {\n  return package::gone::far();\n}",
            "a/root.wgsl:2:10: error: no module `gone` in the folder",
        );
        check(
            "import package::far as lib;\nfn f() -> f32 { return lib :: nope(); }",
            "a/root.wgsl:2:24: error: `far.wgsl` declares no `nope`; it declares far",
        );
        check(
            "fn f() -> f32 { return far::far(); }",
            "a/root.wgsl:1:24: error: no module `far` is imported",
        );
    }

    #[test]
    fn name_conflicts_are_errors_at_the_import() {
        check(
            "import super::near::near as f;\nimport package::far::far as f;\n",
            "a/root.wgsl:2:1: error: `f` is already imported, as `package::a::near::near`",
        );
        check(
            "import package::far::far;\nimport package::far::{far};\n",
            "fine",
        );
        check(
            "import super::root::far as g;\nfn far() { g(); }",
            "a/root.wgsl:1:1: error: this file imports from itself",
        );
        check(
            "import package::far::far;\nfn far() {}",
            "a/root.wgsl:1:1: error: this file already declares `far`",
        );
    }

    #[test]
    fn syntax_error_in_a_file_with_imports_has_nagas_message() {
        check(
            "import super::near::near;\nfn f() -> f32 { return near() }\n",
            "a/root.wgsl:2:31: error: expected `;`, found \"}\"",
        );
    }
}
