//! Import statements that make a function of another file known.

use std::ops::Range;
use std::sync::Arc;

use super::names::FileNames;
use crate::source::link::library_functions;
use crate::source::{Source, SourceTree};
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::outline::DeclarationKind;

/// Text to insert at a byte of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportEdit {
    /// Position.
    pub at: usize,
    /// Statement with its line breaks.
    pub text: String,
}

/// Returns the edit that adds an import statement: below the others, else below the file's comment.
pub fn import_edit(source: &Source, statement: &str) -> ImportEdit {
    let outline = source.outline();
    let first = outline.declarations.first().map_or(source.text.len(), |found| found.range.start);
    let is_above = |range: &&Range<usize>| range.end <= first;
    if let Some(last) = outline.imports.iter().rfind(is_above) {
        return ImportEdit { at: last.end, text: format!("\n{statement}") };
    }
    let docs = source.tokens().iter().take_while(|token| token.kind == TokenKind::FileDoc);
    let doc = docs.last().map(|token| token.range.end);
    let directive = outline.directives.iter().rfind(is_above).map(|range| range.end);
    match directive.max(doc).max(license_end(&source.text)) {
        Some(at) => ImportEdit { at, text: format!("\n\n{statement}") },
        None => ImportEdit { at: 0, text: format!("{statement}\n") },
    }
}

/// Returns the end of a plain comment at the start of the file that a blank line separates from what follows.
fn license_end(text: &str) -> Option<usize> {
    let is_plain = |line: &str| line.starts_with("//") && !line.starts_with("///");
    let end = if text.starts_with("/*") && !text.starts_with("/**") {
        text.find("*/")? + "*/".len()
    } else {
        let lines = text.split_inclusive('\n').take_while(|line| is_plain(line));
        let comment = &text[..lines.map(str::len).sum()];
        comment.trim_end().len()
    };
    let rest = text[end..].trim_start_matches(['\r', ' ', '\t']).strip_prefix('\n')?;
    let is_blank = rest.lines().next().is_some_and(|line| line.trim().is_empty());
    (end > 0 && is_blank).then_some(end)
}

/// Returns the statements that import a name from the folder or the built-in library; none if the file knows the name.
pub fn imports_of(tree: &SourceTree, source: &Arc<Source>, name: &str) -> Vec<String> {
    if FileNames::new(tree, source).global(name).is_some() {
        return Vec::new();
    }
    let found = importable(tree, source).into_iter();
    found.filter(|(function, _)| function == name).map(|(_, statement)| statement).collect()
}

/// Returns all functions and structs of other files of the folder, then those of the library, with their statements.
pub(super) fn importable(tree: &SourceTree, source: &Source) -> Vec<(String, String)> {
    let others = tree.iter().filter(|other| other.path != source.path);
    let of_folder = others.flat_map(|other| {
        let module = other.path.components().join("::");
        let declarations = other.outline().declarations.iter();
        let usable = declarations.filter(|found| {
            let is_entry_point = other.text[found.range.clone()].starts_with('@');
            found.kind != DeclarationKind::Other && !is_entry_point
        });
        let statement = move |name: &str| format!("import package::{module}::{name};");
        usable.map(move |found| (found.name.clone(), statement(&found.name)))
    });
    let library = library_functions().map(|(path, name)| {
        let module = path.components().join("::");
        (name.clone(), format!("import playground::{module}::{name};"))
    });
    of_folder.chain(library).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ModulePath;

    #[test]
    fn import_is_added_below_others_and_comments() {
        let check = |text: &str, expect: &str| {
            let source = Source::new("a.wgsl", text);
            let edit = import_edit(&source, "import x;");
            let mut edited = text.to_owned();
            edited.insert_str(edit.at, &edit.text);
            assert_eq!(edited, expect);
        };
        check("fn f() {}", "import x;\nfn f() {}");
        check("//! A\n//! B\n\nfn f() {}", "//! A\n//! B\n\nimport x;\n\nfn f() {}");
        check("//! A\nimport a;\nfn f() {}", "//! A\nimport a;\nimport x;\nfn f() {}");
        check("enable f16;\nfn f() {}", "enable f16;\n\nimport x;\nfn f() {}");
        check("// License\n// MIT\n\nfn f() {}", "// License\n// MIT\n\nimport x;\n\nfn f() {}");
        check("/* License\n */\n\nfn f() {}", "/* License\n */\n\nimport x;\n\nfn f() {}");
        check("// Of f.\nfn f() {}", "import x;\n// Of f.\nfn f() {}");
        check("import a::\nfn f() { g(); }", "import a::\nimport x;\nfn f() { g(); }");
        check(
            "import a::\n/// F\nfn f() { g(); }",
            "import a::\nimport x;\n/// F\nfn f() { g(); }",
        );
        check("fn f() {}\nimport a;", "import x;\nfn f() {}\nimport a;");
    }

    #[test]
    fn functions_of_folder_and_library_can_be_imported() {
        let tree = SourceTree::from_iter([("n/lib.wgsl", "fn k() {}"), ("a.wgsl", "fn k2() {}")]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        assert_eq!(imports_of(&tree, source, "k"), ["import package::n::lib::k;"]);
        let perlin = ["import playground::noise::perlin::perlin;"];
        assert_eq!(imports_of(&tree, source, "perlin"), perlin);
        assert_eq!(imports_of(&tree, source, "k2"), [""; 0]);
    }
}
