//! Checks the layers of the program: a module uses only its own layer and those below, and the modules of a folder have
//! no dependency cycles.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "layers/uses.rs"]
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use uses::{Sources, Use};

/// Layers of the application from the lowest, each with the modules of `playground/src`. All are above the library.
const APPLICATION: [&[&str]; 10] = [
    // Independent of the window and its state.
    &["args", "catalog", "process"],
    &["workbench"],
    // Edit, show or save the state.
    &["documents"],
    &["ui", "window"],
    &["sheets"],
    &["compiler"],
    &["lsp"],
    &["commands"],
    &["app"],
    &["main"],
];

/// Returns the layers of the library from the lowest, each with the modules of `src`: the rows of the table in the
/// documentation of the crate.
fn library() -> Vec<BTreeSet<String>> {
    let documentation = include_str!("../src/lib.rs");
    let (_, table) = documentation.split_once("//! | --- | --- | --- |\n").unwrap();
    let rows = table.lines().map_while(|line| line.strip_prefix("//! | "));
    let modules = rows.map(|row| row.split(" | ").nth(1).unwrap());
    let name = |module: &str| module.trim_matches(['[', ']', '`']).to_owned();
    let layers = modules.map(|modules| modules.split(", ").map(name).collect());
    let mut layers: Vec<_> = layers.collect();
    layers.reverse();
    layers
}

/// Returns the layer of each module directly below `src` and `playground/src`, by its path without extension, 0 for the
/// lowest.
fn layers() -> BTreeMap<String, usize> {
    let library = library().into_iter().map(|modules| {
        let paths = modules.iter().map(|module| format!("src/{module}"));
        paths.collect::<Vec<_>>()
    });
    let application = APPLICATION.iter().map(|modules| {
        let paths = modules.iter().map(|module| format!("playground/src/{module}"));
        paths.collect()
    });
    let layers = library.chain(application).zip(0..);
    let layers =
        layers.flat_map(|(modules, layer)| modules.into_iter().map(move |path| (path, layer)));
    layers.collect()
}

/// Returns the path without extension of the module directly below `src` or `playground/src` that a file belongs to.
fn module(file: &str) -> &str {
    let root = if file.starts_with("src/") { "src/" } else { "playground/src/" };
    let rest = &file[root.len()..];
    &file[..root.len() + rest.find(['/', '.']).unwrap()]
}

#[test]
fn every_module_has_a_layer_and_uses_none_above_it() {
    let (sources, layers) = (Sources::read(), layers());
    let modules = sources.files().map(|(file, _)| module(file));
    let modules: BTreeSet<&str> = modules.filter(|module| *module != "src/lib").collect();
    let listed: BTreeSet<&str> = layers.keys().map(String::as_str).collect();
    let differing: Vec<_> = modules.symmetric_difference(&listed).collect();
    assert!(differing.is_empty(), "not in the table, or not a module: {differing:?}");
    let uses = sources.uses();
    assert!(uses.len() > 200, "too few paths were found");
    let layer = |file: &str| layers.get(module(file));
    let upward: Vec<&Use> = uses
        .iter()
        .filter(|found| found.from != "src/lib.rs" && layer(&found.from) < layer(&found.to))
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
        assert_eq!(cycle, [""; 0], "modules of {folder} use each other in a cycle");
    }
}

/// Returns the innermost folder that contains both files of a dependency, and the two modules of the folder that the
/// files belong to. Returns `None` if one of the files is the folder's own module or both belong to one module.
fn siblings(found: &Use) -> Option<(&str, &str, &str)> {
    let (from, to) = (found.from.as_str(), found.to.as_str());
    let common = from.bytes().zip(to.bytes()).take_while(|(one, other)| one == other);
    let common = from[..common.count()].rfind('/')?;
    let module = |path: &'_ str| -> usize {
        let rest = &path[common + 1..];
        rest.find('/').unwrap_or_else(|| rest.len() - ".rs".len())
    };
    let (from, to) = (&from[common + 1..][..module(from)], &to[common + 1..][..module(to)]);
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
                "src/source", "src/field/files", "src/capture", "src/gpu/device/memory.rs",
                "src/render/job"
            ],
            &words
        ),
        [""; 0]
    );
}

#[test]
fn library_never_names_the_window() {
    assert_eq!(naming("src/", &[], &["egui", "winit::", "notify::"]), [""; 0]);
}

#[test]
fn panels_never_name_the_window_system_or_files() {
    let words = ["winit::", "notify::", "std::fs"];
    for folder in ["ui", "workbench"] {
        let folder = format!("playground/src/{folder}");
        assert_eq!(naming(&folder, &[], &words), [""; 0]);
    }
}
