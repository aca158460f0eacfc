//! Expands the includes of a shader file by simple text replacement, independently of the tested code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the text of a shader file with its includes inserted, each once. Paths are relative to the including file or
/// to the folder. An include of a missing file becomes an error.
pub(crate) fn flattened(folder: &Path, path: &str) -> String {
    let mut text = String::new();
    add(folder, &folder.join(path), &mut BTreeSet::new(), &mut text);
    text
}

fn add(folder: &Path, file: &Path, seen: &mut BTreeSet<PathBuf>, text: &mut String) {
    let file = file.canonicalize().unwrap();
    if !seen.insert(file.clone()) {
        return;
    }
    for line in fs::read_to_string(&file).unwrap().lines() {
        let Some(rest) = line.trim_start().strip_prefix("#include") else {
            text.push_str(&format!("{line}\n"));
            continue;
        };
        let name = rest.split('"').nth(1).unwrap();
        let candidates = [file.parent().unwrap().join(name), folder.join(name)];
        match candidates.iter().find(|path| path.exists()) {
            Some(included) => add(folder, included, seen, text),
            None => text.push_str("missing include\n"),
        }
    }
}
