//! Import statements that lead nowhere, and the linker's own complaints, at their places.

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::{ImportContent, ImportStatement, PathOrigin, TranslationUnit};

use super::{Folder, declared_names};
use crate::diagnostic::Diagnostic;
use crate::lexer::{blank, tokens};
use crate::nesting::too_deep;
use crate::outline::Outline;
use crate::source::{ModulePath, Source};

/// Checks every import statement of the root and of the modules it reaches, used or not. Gives the modules.
pub(super) fn check(
    folder: &Folder<'_>,
    root: &Arc<Source>,
) -> Result<Vec<Arc<Source>>, Vec<Diagnostic>> {
    let mut reached = vec![Arc::clone(root)];
    let mut complaints = Vec::new();
    let reach = |reached: &mut Vec<Arc<Source>>, found: Arc<Source>| {
        if reached.iter().all(|known| known.path != found.path) {
            reached.push(found);
        }
    };
    let mut next = 0;
    while let Some(source) = reached.get(next).cloned() {
        next += 1;
        match parse(&source) {
            Ok(unit) => {
                let ranges = Outline::read(&source.text).imports;
                for (statement, range) in unit.imports.iter().zip(ranges) {
                    match resolve(folder, &source, statement) {
                        Ok(modules) => {
                            for found in modules {
                                reach(&mut reached, found);
                            }
                        }
                        Err(message) => {
                            complaints.push(Diagnostic::error(Some(source.place(range)), message));
                        }
                    }
                }
                // Where a path inside an expression leads nowhere, the linker itself says so.
                for path in inline_paths(&source) {
                    let leaf = absolute(&source.path, &path).unwrap_or_default();
                    if let Some((_, module)) = leaf.split_last()
                        && let Some(found) = folder.module(module)
                    {
                        reach(&mut reached, found);
                    }
                }
            }
            Err(why) => complaints.push(*why),
        }
    }
    if complaints.is_empty() {
        Ok(reached)
    } else {
        Err(complaints)
    }
}

/// Every name that a file imports, or names by a path, as components from its folder's top. `None` if a
/// path leaves the folder.
pub(super) fn imported_names(source: &Source) -> Option<Vec<Vec<String>>> {
    let Ok(unit) = parse(source) else {
        return Some(Vec::new());
    };
    let mut names = Vec::new();
    for statement in &unit.imports {
        match &statement.path {
            Some(path) if matches!(path.origin, PathOrigin::Package(_)) => {}
            Some(path) => {
                let base = absolute(&source.path, path).ok()?;
                names.extend(leaves(&statement.content, base));
            }
            None => {}
        }
    }
    for path in inline_paths(source) {
        names.push(absolute(&source.path, &path).ok()?);
    }
    Some(names)
}

/// Paths from the folder's top or from the file that stand inside its declarations: `package::far::f`.
fn inline_paths(source: &Source) -> Vec<wesl::ModulePath> {
    let imports = Outline::read(&source.text).imports;
    let tokens = tokens(&source.text);
    let word = |at: usize| tokens.get(at).map(|token| token.text(&source.text));
    let mut paths = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let first = at;
        at += 1;
        let begins = matches!(word(first), Some("package" | "super"))
            && word(first + 1) == Some("::")
            && (first == 0 || word(first - 1) != Some("::"))
            && imports
                .iter()
                .all(|range| !range.contains(&token.range.start));
        if !begins {
            continue;
        }
        let mut words = vec![word(first).unwrap_or_default()];
        while word(at) == Some("::") && word(at + 1).is_some() {
            words.extend(word(at + 1));
            at += 2;
        }
        let up = words.iter().take_while(|word| **word == "super").count();
        let origin = match up {
            0 => PathOrigin::Absolute,
            up => PathOrigin::Relative(up),
        };
        let components = words[up.max(1)..].iter().map(|word| (*word).to_owned());
        paths.push(wesl::ModulePath::new(origin, components.collect()));
    }
    paths
}

/// The modules that a statement reaches, or why one of its names leads nowhere.
fn resolve(
    folder: &Folder<'_>,
    importer: &Source,
    statement: &ImportStatement,
) -> Result<Vec<Arc<Source>>, String> {
    let base = match &statement.path {
        Some(path) => absolute(&importer.path, path)?,
        None => Vec::new(),
    };
    let mut modules = Vec::new();
    for leaf in leaves(&statement.content, base) {
        let (item, module) = leaf
            .split_last()
            .ok_or("an import needs the name of something to import")?;
        if let Some(source) = folder.module(module) {
            let known = source.unreadable.is_some()
                || source.path == importer.path
                || declared_names(&source).contains(item);
            if !known && !reexports(&source, item) && folder.module(&leaf).is_none() {
                return Err(format!("`{}` declares no `{item}`", source.path));
            }
            modules.push(source);
        } else if let Some(source) = folder.module(&leaf) {
            modules.push(source);
        } else {
            return Err(format!("no module `{}` in the folder", module.join("/")));
        }
    }
    Ok(modules)
}

/// Components from the folder's top. Paths that climb out of the folder, or name another package, are refused.
fn absolute(importer: &ModulePath, path: &wesl::ModulePath) -> Result<Vec<String>, String> {
    match &path.origin {
        PathOrigin::Absolute => Ok(path.components.clone()),
        PathOrigin::Relative(up) => {
            let mut components = importer.components();
            if *up > components.len() {
                return Err("`super` leaves the folder".to_owned());
            }
            components.truncate(components.len() - up);
            components.extend(path.components.iter().cloned());
            Ok(components)
        }
        PathOrigin::Package(name) => Err(format!(
            "no package `{name}`; imports from this folder begin with `package::` or `super::`"
        )),
    }
}

/// Every full path that an import names.
fn leaves(content: &ImportContent, base: Vec<String>) -> Vec<Vec<String>> {
    match content {
        ImportContent::Item(item) => {
            let mut path = base;
            path.push(item.ident.name().to_string());
            vec![path]
        }
        ImportContent::Collection(imports) => imports
            .iter()
            .flat_map(|import| {
                let mut path = base.clone();
                path.extend(import.path.iter().cloned());
                leaves(&import.content, path)
            })
            .collect(),
    }
}

/// Whether a module passes on a name that it imports itself.
fn reexports(source: &Source, item: &str) -> bool {
    let Ok(unit) = parse(source) else {
        return false;
    };
    unit.imports.iter().any(|statement| {
        leaves(&statement.content, Vec::new())
            .iter()
            .any(|leaf| leaf.last().is_some_and(|name| name == item))
    })
}

/// The linker's syntax tree of a file, or why there is none.
fn parse(source: &Source) -> Result<TranslationUnit, Box<Diagnostic>> {
    if let Some(why) = source.unreadable.clone().or_else(|| too_deep(source)) {
        return Err(Box::new(why));
    }
    let parsed = source.text.parse();
    parsed.map_err(|error| Box::new(syntax_error(source, &error)))
}

/// A text that does not parse. naga explains it better, and as it does for a file without imports;
/// the import statements are blanked for it, so that all places stay.
fn syntax_error(source: &Source, error: &wgsl_parse::Error) -> Diagnostic {
    let mut blanked = source.text.clone();
    for range in Outline::read(&source.text).imports {
        blank(&mut blanked, range);
    }
    if let Err(naga) = naga::front::wgsl::parse_str(&blanked) {
        let spot = naga.labels().next().and_then(|(span, _)| span.to_range());
        let imported = naga.message().starts_with("no definition in scope");
        if let (Some(range), false) = (spot, imported) {
            return Diagnostic::error(Some(source.place(range)), naga.message());
        }
    }
    Diagnostic::error(
        Some(source.place(error.span.range())),
        brief(&error.error.to_string()),
    )
}

/// The linker's parser lists every token that it would have taken; beyond a few they help nobody.
fn brief(message: &str) -> String {
    match message.split_once(", expected `") {
        Some((unexpected, expected)) if expected.matches(", ").count() > 4 => unexpected.to_owned(),
        _ => message.to_owned(),
    }
}

/// What the linker itself found wrong: a path inside an expression that leads nowhere.
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
    let message = root_cause(&detail.error);
    let range = detail
        .detail
        .span
        .map(|span| span.range())
        .or_else(|| path_named_in(&owner, &message));
    Diagnostic::error(Some(owner.place(range.unwrap_or(0..0))), message)
}

fn root_cause(error: &wesl::Error) -> String {
    match error {
        wesl::Error::Error(inner) => root_cause(&inner.error),
        other => other.to_string(),
    }
}

/// The first name of a path `a::b` in a text that stands in the message between backticks.
fn path_named_in(source: &Source, message: &str) -> Option<Range<usize>> {
    let named: Vec<&str> = message
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|path| path.rsplit("::"))
        .collect();
    let tokens = tokens(&source.text);
    let words = |at: usize| tokens.get(at).map(|token| token.text(&source.text));
    let import_ends = Outline::read(&source.text)
        .imports
        .last()
        .map_or(0, |range| range.end);
    let in_path =
        |at: usize| words(at + 1) == Some("::") || (at > 0 && words(at - 1) == Some("::"));
    let is = |at: usize, name: &str| {
        tokens[at].range.start >= import_ends && words(at) == Some(name) && in_path(at)
    };
    let at = named
        .iter()
        .find_map(|name| (0..tokens.len()).find(|&at| is(at, name)))?;
    Some(tokens[at].range.clone())
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
        check("fn f() -> f32 { return package::far::far(); }", "fine");
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
            "fn f() -> f32 {\n  return package::gone::far();\n}",
            "a/root.wgsl:2:19: error: module not found: `package::gone` (no such file in the folder)",
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
