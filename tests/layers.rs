//! Checks the layers of the program: a module uses only its own layer and those below, and the modules of a folder have
//! no dependency cycles.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "layers/uses.rs"]
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use uses::{Sources, Use};

/// Path prefixes of source files with the number of their layer, 0 for the lowest. The longest prefix of a file's path
/// determines its layer.
const LAYERS: [(&str, u32); 18] = [
    // Text, numbers and pictures, without a device.
    ("src/", 0),
    ("src/gpu", 1),
    ("src/measure", 2),
    ("src/render", 2),
    ("src/lib.rs", 2),
    // Independent of the window and its state.
    ("playground/src/args", 3),
    ("playground/src/catalog", 3),
    ("playground/src/process", 3),
    ("playground/src/render", 4),
    ("playground/src/workbench", 5),
    // Edit, show or save the state.
    ("playground/src/documents", 6),
    ("playground/src/sheets", 6),
    ("playground/src/window", 6),
    ("playground/src/ui", 6),
    ("playground/src/compiler", 7),
    ("playground/src/commands", 8),
    ("playground/src/app", 9),
    ("playground/src/main.rs", 10),
];

fn layer(file: &str) -> Option<u32> {
    let is_of = |path: &str| {
        let rest = file.strip_prefix(path);
        rest.is_some_and(|rest| {
            path.ends_with('/') || rest.is_empty() || rest.starts_with(['.', '/'])
        })
    };
    let layers = LAYERS.iter().filter(|(path, _)| is_of(path));
    let (_, layer) = layers.max_by_key(|(path, _)| path.len())?;
    Some(*layer)
}

#[test]
fn every_module_has_a_layer_and_uses_none_above_it() {
    let sources = Sources::read();
    let unknown = sources.files().filter(|(file, _)| layer(file).is_none());
    let unknown: Vec<&str> = unknown.map(|(file, _)| file).collect();
    assert_eq!(unknown, [""; 0], "not in the table");
    let uses = sources.uses();
    assert!(uses.len() > 200, "too few paths were found");
    let upward: Vec<&Use> = uses
        .iter()
        .filter(|found| layer(&found.from) < layer(&found.to))
        .collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn modules_of_a_folder_form_no_cycle() {
    let mut graphs: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    let uses = Sources::read().uses();
    for found in &uses {
        if let Some((folder, from, to)) = siblings(found) {
            let graph = graphs.entry(folder).or_default();
            graph.entry(from).or_default().insert(to);
        }
    }
    for (folder, graph) in graphs {
        let cycle = cycle(&graph);
        assert_eq!(
            cycle, [""; 0],
            "modules of {folder} use each other in a cycle"
        );
    }
}

/// Returns the innermost folder that contains both files of a dependency, and the two modules of the folder that the
/// files belong to. Returns `None` if one of the files is the folder's own module or both belong to one module.
fn siblings(found: &Use) -> Option<(&str, &str, &str)> {
    let (from, to) = (found.from.as_str(), found.to.as_str());
    let common = from
        .bytes()
        .zip(to.bytes())
        .take_while(|(one, other)| one == other);
    let common = from[..common.count()].rfind('/')?;
    let module = |path: &'_ str| -> usize {
        let rest = &path[common + 1..];
        rest.find('/').unwrap_or_else(|| rest.len() - ".rs".len())
    };
    let (from, to) = (
        &from[common + 1..][..module(from)],
        &to[common + 1..][..module(to)],
    );
    let is_root = |name| matches!(name, "lib" | "main");
    (from != to && !is_root(from) && !is_root(to)).then_some((&found.from[..common], from, to))
}

/// Returns the modules that depend on themselves through other modules.
fn cycle<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<&'a str> {
    let reaches_itself = |start: &&&str| {
        let mut pending: Vec<&str> = vec![start];
        let mut seen = BTreeSet::new();
        while let Some(module) = pending.pop() {
            for next in graph.get(module).into_iter().flatten() {
                if *next == **start {
                    return true;
                }
                if seen.insert(*next) {
                    pending.push(next);
                }
            }
        }
        false
    };
    graph.keys().filter(reaches_itself).copied().collect()
}

/// Returns the source files in a folder whose text contains one of `words`, except those in `allowed`.
fn naming(folder: &str, allowed: &[&str], words: &[&str]) -> Vec<String> {
    let sources = Sources::read();
    let files = sources.files().filter(|(file, _)| {
        file.starts_with(folder) && !allowed.iter().any(|path| file.starts_with(path))
    });
    let named = files.filter_map(|(file, text)| {
        let word = words.iter().find(|word| text.contains(**word))?;
        Some(format!("{file} names {word}"))
    });
    named.collect()
}

#[test]
fn domain_never_names_wgpu() {
    assert_eq!(naming("src/", &["src/gpu"], &["wgpu::"]), [""; 0]);
}

#[test]
fn only_sources_captures_and_the_check_of_memory_touch_files() {
    let words = ["std::fs", "fs::", "std::thread", "thread::"];
    assert_eq!(
        naming(
            "src/",
            &[
                "src/source",
                "src/field_file",
                "src/capture",
                "src/gpu/memory.rs",
            ],
            &words
        ),
        [""; 0]
    );
}

#[test]
fn library_never_names_the_window() {
    assert_eq!(
        naming("src/", &[], &["egui", "winit::", "notify::"]),
        [""; 0]
    );
}

#[test]
fn panels_never_name_the_window_system_or_files() {
    let words = ["winit::", "notify::", "std::fs"];
    for folder in ["ui", "workbench"] {
        let folder = format!("playground/src/{folder}");
        assert_eq!(naming(&folder, &[], &words), [""; 0]);
    }
}
