//! Imports and paths that lead nowhere, names that clash, and the linker's own complaints, at their places.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::imports::{Use, uses};
use super::parse::parse;
use super::{Folder, host};
use crate::diagnostic::Diagnostic;
use crate::nesting::too_deep;
use crate::outline::Outline;
use crate::source::{ModulePath, Source};

/// Checks all that the root, and the modules that it reaches, take from elsewhere, used or not. Gives the modules.
pub(super) fn check(
    folder: &Folder<'_>,
    root: &Arc<Source>,
) -> Result<Vec<Arc<Source>>, Vec<Diagnostic>> {
    let mut modules = Modules {
        folder,
        read: BTreeMap::new(),
    };
    let mut reached = vec![Arc::clone(root)];
    let mut complaints = Vec::new();
    let mut next = 0;
    while let Some(source) = reached.get(next).cloned() {
        next += 1;
        let module = match modules.read(&source) {
            Ok(module) => module,
            Err(why) => {
                complaints.push(*why);
                continue;
            }
        };
        let complain = |used: &Use, message| {
            Diagnostic::error(Some(source.place(used.range.clone())), message)
        };
        complaints.extend(clashes(&source, &module).map(|(used, message)| complain(used, message)));
        for used in &module.uses {
            match modules.resolve(used) {
                Ok(found) if reached.iter().all(|known| known.path != found.path) => {
                    reached.push(found);
                }
                Ok(_) => {}
                Err(message) => complaints.push(complain(used, message)),
            }
        }
    }
    if complaints.is_empty() {
        Ok(reached)
    } else {
        Err(complaints)
    }
}

/// Modules, each read once.
struct Modules<'a> {
    folder: &'a Folder<'a>,
    read: BTreeMap<ModulePath, Result<Arc<Module>, Box<Diagnostic>>>,
}

/// What a module declares, and what it takes from elsewhere.
struct Module {
    declared: BTreeSet<String>,
    uses: Vec<Use>,
}

/// Why a file cannot be linked, whatever it says.
pub(super) fn fault(folder: &Folder<'_>, source: &Source) -> Option<Diagnostic> {
    let twin = || {
        let twin = folder.twin(&source.path)?;
        let message = format!(
            "`{}` and `{twin}` are one module: rename one of them",
            source.path
        );
        Some(Diagnostic::error(Some(source.place(0..0)), message))
    };
    let unreadable = source.unreadable.clone();
    unreadable.or_else(|| too_deep(source)).or_else(twin)
}

/// Imported names that mean something else already.
fn clashes<'m>(source: &Source, module: &'m Module) -> impl Iterator<Item = (&'m Use, String)> {
    let Module { declared, uses } = module;
    uses.iter().enumerate().filter_map(move |(index, used)| {
        let name = used.name.as_ref()?;
        if declared.contains(name) {
            return Some((used, format!("this file declares a `{name}` of its own")));
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
            "`{name}` is imported already, as `package::{}`",
            other.join("::")
        );
        Some((used, message))
    })
}

impl Modules<'_> {
    fn read(&mut self, source: &Arc<Source>) -> Result<Arc<Module>, Box<Diagnostic>> {
        if let Some(known) = self.read.get(&source.path) {
            return known.clone();
        }
        let read = || {
            if let Some(why) = fault(self.folder, source) {
                return Err(Box::new(why));
            }
            let unit = parse(source)?;
            let outline = Outline::read(&source.text);
            let uses = uses(source, &outline, &unit);
            let names = outline
                .declarations
                .into_iter()
                .map(|declared| declared.name);
            Ok(Arc::new(Module {
                declared: names.collect(),
                uses,
            }))
        };
        let module = read();
        self.read.insert(source.path.clone(), module.clone());
        module
    }

    /// The module that something is taken from, or why it leads nowhere.
    fn resolve(&mut self, used: &Use) -> Result<Arc<Source>, String> {
        let path = used.path.as_ref().map_err(ToString::to_string)?;
        let (item, module) = path
            .split_last()
            .ok_or("a path ends with the name of something in a file")?;
        let folder = self.folder;
        // An import may also name a module, for paths to begin with.
        let whole = || folder.module(path).filter(|_| used.name.is_some());
        match folder.module(module) {
            Some(source) if self.offers(&source, item) => Ok(source),
            Some(source) => whole().ok_or_else(|| match host::provides(&source) {
                true => format!("`{}` has no `{item}`", host::NAME),
                false => format!("`{}` declares no `{item}`", source.path),
            }),
            None => whole().ok_or_else(|| no_module(folder, path, module)),
        }
    }

    /// Whether a module declares a name, or passes it on from one that does. Of one that cannot be read
    /// nothing is known; that is said at its own place.
    fn offers(&mut self, source: &Arc<Source>, item: &str) -> bool {
        let mut seen = Vec::new();
        let mut at = (Arc::clone(source), item.to_owned());
        while !seen.contains(&at) {
            let (source, item) = &at;
            let Ok(module) = self.read(source) else {
                return true;
            };
            if module.declared.contains(item) {
                return true;
            }
            let mut uses = module.uses.iter();
            let passed_on = uses.find(|used| used.passed_on && used.name.as_ref() == Some(item));
            let from = passed_on.and_then(|used| {
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

fn no_module(folder: &Folder<'_>, path: &[String], module: &[String]) -> String {
    if path.first().is_some_and(|first| first == host::COMPONENT) {
        return format!("of `playground` there is only `{}`", host::NAME);
    }
    let name = path.join("/");
    if folder.has_folder(&name) {
        return format!("`{name}` is a folder: name a file in it, and what to import");
    }
    let module = if module.is_empty() { path } else { module };
    format!("no module `{}` in the folder", module.join("/"))
}

/// What the linker itself found wrong, beyond what was checked before.
pub(super) fn diagnostic(
    folder: &Folder<'_>,
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
    Diagnostic::error(Some(owner.place(range)), root_cause(&detail.error))
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
            Err(complaints) => complaints
                .iter()
                .map(Diagnostic::short)
                .collect::<Vec<_>>()
                .join("\n"),
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn imports_lead_somewhere_or_are_errors_at_their_statement() {
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
            "a/root.wgsl:2:3: error: `a/near.wgsl` declares no `gone`",
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
            "a/root.wgsl:1:1: error: `a` is a folder: name a file in it, and what to import",
        );
        check(
            "import package::gone;\n",
            "a/root.wgsl:1:1: error: no module `gone` in the folder",
        );
        check(
            "import far;\n",
            "a/root.wgsl:1:1: error: no package `far`; imports from this folder begin with `package::` or `super::`",
        );
    }

    #[test]
    fn paths_inside_declarations_lead_somewhere_or_are_errors_where_they_stand() {
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
            "a/root.wgsl:2:24: error: `far.wgsl` declares no `nope`",
        );
        check(
            "fn f() -> f32 { return far::far(); }",
            "a/root.wgsl:1:24: error: no module `far` is imported",
        );
    }

    #[test]
    fn names_that_clash_are_errors_at_the_import() {
        check(
            "import super::near::near as f;\nimport package::far::far as f;\n",
            "a/root.wgsl:2:1: error: `f` is imported already, as `package::a::near::near`",
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
            "a/root.wgsl:1:1: error: this file declares a `far` of its own",
        );
    }

    #[test]
    fn a_syntax_error_beside_imports_reads_as_nagas() {
        check(
            "import super::near::near;\nfn f() -> f32 { return near() }\n",
            "a/root.wgsl:2:31: error: expected `;`, found \"}\"",
        );
    }
}
