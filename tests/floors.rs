//! The floors, checked: what the architecture says is absent is absent.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// Files that name one of these words, tests at their ends left out.
fn naming(files: &[PathBuf], words: &[&str]) -> Vec<String> {
    let names = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let code = code.unwrap_or_default();
        let found = words.iter().find(|word| code.contains(**word))?;
        Some(format!("{} names {found}", path.display()))
    };
    files.iter().filter_map(names).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_domain_never_names_the_gpu() {
    let gpu = root().join("src/gpu");
    let is_domain = |path: &PathBuf| !path.starts_with(&gpu) && *path != root().join("src/gpu.rs");
    let domain: Vec<PathBuf> = rust_files(&root().join("src"))
        .into_iter()
        .filter(is_domain)
        .collect();
    assert_eq!(naming(&domain, &["wgpu::", "crate::gpu"]), [""; 0]);
}

#[test]
fn only_sources_and_captures_touch_files() {
    let allowed = [
        "source.rs",
        "source/tree.rs",
        "capture.rs",
        "capture/whole.rs",
        "capture/carried.rs",
    ];
    let allowed = allowed.map(|name| root().join("src").join(name));
    let files: Vec<PathBuf> = rust_files(&root().join("src"))
        .into_iter()
        .filter(|path| !allowed.contains(path))
        .collect();
    assert_eq!(
        naming(&files, &["std::fs", "fs::", "std::thread", "thread::"]),
        [""; 0]
    );
}

#[test]
fn the_library_never_names_the_window() {
    assert_eq!(
        naming(
            &rust_files(&root().join("src")),
            &["egui", "winit::", "notify::"]
        ),
        [""; 0]
    );
}

#[test]
fn the_panels_never_name_the_window_system_or_files() {
    let application = root().join("playground/src");
    let mut panels = rust_files(&application.join("ui"));
    panels.extend(["ui.rs", "workbench.rs", "tile.rs"].map(|name| application.join(name)));
    assert_eq!(
        naming(
            &panels,
            &[
                "winit::",
                "notify::",
                "std::fs",
                "crate::app",
                "crate::compiler",
                "crate::window"
            ]
        ),
        [""; 0]
    );
}
