//! Errors of linking modules, at their locations: unresolved imports and paths, and name conflicts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::imports::ImportedName;
use super::mend::Fault;
use super::modules::{Module, ModuleCache};
use crate::source::Source;

pub(super) const MAX_FAULTS: usize = 100;

/// Checks all imports and paths of the root and of the modules that it reaches, used or not. Returns these modules, the
/// root first, or their errors, at least [`MAX_FAULTS`] if there are as many.
pub(super) fn check(
    modules: &mut ModuleCache<'_>,
    root: &Arc<Source>,
) -> Result<Vec<Arc<Source>>, Vec<Fault>> {
    let mut reached = vec![Arc::clone(root)];
    let mut known = BTreeSet::from([root.path.clone()]);
    let mut faults = Vec::new();
    let mut next = 0;
    while let Some(source) = reached.get(next).filter(|_| faults.len() < MAX_FAULTS) {
        let source = Arc::clone(source);
        next += 1;
        let module = match modules.read(&source) {
            Ok(module) => module,
            Err(errors) => {
                faults.extend(errors);
                continue;
            }
        };
        faults.extend(module.errors.iter().cloned());
        let conflicts = name_conflicts(&source, &module);
        faults.extend(conflicts.map(|(used, message)| module.fault(&source, used, Some(message))));
        for used in &module.uses {
            if faults.len() >= MAX_FAULTS {
                break;
            }
            match modules.resolve(used) {
                Ok(found) => {
                    if known.insert(found.path.clone()) {
                        reached.push(found);
                    }
                }
                Err(message) => faults.push(module.fault(&source, used, message)),
            }
        }
    }
    if faults.is_empty() { Ok(reached) } else { Err(faults) }
}

fn name_conflicts<'m>(
    source: &Source,
    module: &'m Module,
) -> impl Iterator<Item = (&'m ImportedName, String)> {
    let Module { declared, uses, .. } = module;
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
        let message = format!("`{name}` is already imported, as `package::{}`", other.join("::"));
        Some((used, message))
    })
}

#[cfg(test)]
mod tests {
    use super::super::link;
    use super::*;
    use crate::source::{ModulePath, SourceTree};
    use crate::wgsl::diagnostic::Diagnostic;

    fn check(root: &str, expect: &str) {
        let tree = SourceTree::from_iter([
            ("a/root.wgsl", root),
            ("a/near.wgsl", "fn near() -> f32 { return 1.0; }"),
            ("far.wgsl", "fn far() -> f32 { return 2.0; }"),
        ]);
        let source = tree.get(&ModulePath::new("a/root.wgsl")).unwrap();
        let found = match link(&tree, source).result {
            Ok(_) => "fine".to_owned(),
            Err(errors) => errors.iter().map(Diagnostic::short).collect::<Vec<_>>().join("\n"),
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn unresolved_imports_are_errors_at_their_statement() {
        check("import super::near::near;\nfn f() -> f32 { return near(); }", "fine");
        check("import package::far::far as g;\nfn f() -> f32 { return g(); }", "fine");
        check("import super::near;\nfn f() -> f32 { return near::near(); }", "fine");
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
            "import package::a::naer::near;\n",
            "a/root.wgsl:1:1: error: no module `a/naer` in the folder; did you mean `a/near`?",
        );
        check(
            "import package::noise::perlin::perlin;\n",
            "a/root.wgsl:1:1: error: no module `noise/perlin` in the folder; did you mean `playground::noise::perlin`?",
        );
        let package = "a/root.wgsl:1:1: error: the package `playground` has no";
        check(
            "import playground::noise::perlim::perlin;\n",
            &format!(
                "{package} `noise::perlim::perlin`; did you mean `playground::noise::perlin`?"
            ),
        );
        check(
            "import playground::surfaces;\n",
            &format!("{package} `surfaces`; did you mean `playground::surface`?"),
        );
        check(
            "import playground;\n",
            &format!(
                "{package} ``; it provides `playground::surface` and the modules of `playground::noise`"
            ),
        );
        check(
            "import package::a;\n",
            "a/root.wgsl:1:1: error: `a` is a folder; name a file in it and an item to import",
        );
        check("import package::gone;\n", "a/root.wgsl:1:1: error: no module `gone` in the folder");
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
    fn hostile_imports_stop_at_limits() {
        let long = "_".repeat(300);
        check(
            &format!("import package::far::far;\nconst {long} = 1;"),
            "a/root.wgsl:2:7: error: a name of more than 255 bytes",
        );
        let names: Vec<String> = (0..20_000).map(|index| format!("n{index}")).collect();
        check(
            &format!("import package::far::{{{}}};", names.join(", ")),
            "a/root.wgsl:1:1: error: more than 1000 imported names in one file",
        );
    }

    #[test]
    fn unknown_paths_are_listed_up_to_a_limit() {
        let call = |index: usize| format!("fn f{index}() {{ x::y(); }}\n");
        let text: String = (0..20_000).map(call).collect();
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let errors = link(&tree, source).result.unwrap_err();
        assert_eq!(errors.len(), MAX_FAULTS);
        let last = errors[99].short();
        assert_eq!(last, "a.wgsl:100:12: error: no module `x` is imported");
    }

    #[test]
    fn name_conflicts_are_errors_at_the_import() {
        check(
            "import super::near::near as f;\nimport package::far::far as f;\n",
            "a/root.wgsl:2:1: error: `f` is already imported, as `package::a::near::near`",
        );
        check("import package::far::far;\nimport package::far::{far};\n", "fine");
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
