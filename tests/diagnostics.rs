//! Tests of compiler diagnostics. Each text file in `tests/diagnostics` is one case, a folder of shaders: the lines
//! before the first `====` are the expected diagnostics, and the rest are the shader files.
//!
//! `==== PATH` starts a shader file; `==== PATH crlf` starts one with Windows line endings. With `UPDATE_EXPECT=1` in
//! the environment, the present diagnostics are written into the text files.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::fs;
use std::path::Path;

use noise_playground::generator::{compile, merge_diagnostics};
use noise_playground::source::SourceTree;
use noise_playground::wgsl::diagnostic::Diagnostic;

/// Parses a test case. Returns the expected lines of diagnostics, and the folder of shader files.
fn read_case(text: &str) -> (Vec<String>, SourceTree) {
    let mut parts = text.split("==== ");
    let expected = parts
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    let files = parts.map(|part| {
        let (head, body) = part.split_once('\n').unwrap();
        match head.split_once(' ') {
            Some((path, "crlf")) => (path.to_owned(), body.replace('\n', "\r\n")),
            _ => (head.to_owned(), body.to_owned()),
        }
    });
    (expected, SourceTree::from_iter(files))
}

/// Compiles all files of a folder. Returns the lines of their diagnostics in short form, with notes indented below.
fn found(tree: &SourceTree) -> Vec<String> {
    let files: Vec<_> = tree.iter().map(|source| compile(tree, source)).collect();
    let lines = |diagnostic: &Diagnostic| {
        assert_ne!(diagnostic.code(), "shader", "no code for {diagnostic}");
        let notes = diagnostic.notes.iter().map(|note| format!("  {note}"));
        std::iter::once(diagnostic.short()).chain(notes).collect::<Vec<_>>()
    };
    merge_diagnostics(&files).iter().flat_map(lines).collect()
}

#[test]
fn every_folder_yields_its_expected_diagnostics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut wrong = String::new();
    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (expected, tree) = read_case(&text);
        let found = found(&tree);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let files = text.find("==== ").map_or("", |at| &text[at..]);
            let lines = found.iter().map(|line| format!("{line}\n"));
            fs::write(&path, format!("{}{files}", lines.collect::<String>())).unwrap();
        }
        if found != expected {
            wrong += &format!(
                "{}\nexpected\n{}\nfound\n{}\n\n",
                path.display(),
                expected.join("\n"),
                found.join("\n")
            );
        }
        cases += 1;
    }
    assert!(wrong.is_empty() && cases > 0, "{wrong}");
}
