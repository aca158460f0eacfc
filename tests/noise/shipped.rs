//! Tests of the built-in shaders: they compile without warnings, are documented, and have a picture in the gallery.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use noise_playground::generator::merge_diagnostics;

use crate::probe::{report, shipped_files};
use crate::support;

#[test]
fn builtin_shaders_compile_without_warnings() {
    let complaints = merge_diagnostics(shipped_files());
    report(&complaints.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn generators_have_descriptions_and_view_hints() {
    let tree = support::shipped();
    let mut failures = Vec::new();
    for (source, compiled) in tree.iter().zip(shipped_files()) {
        for generator in &compiled.generators {
            let name = generator.address();
            if generator.doc().is_empty() {
                failures.push(format!("{name} has no description"));
            }
            for control in generator
                .controls()
                .iter()
                .filter(|control| control.doc.is_empty() && control.name != "seed")
            {
                failures.push(format!("{name}: {} has no description", control.name));
            }
        }
        if !source.path.as_str().starts_with("generators/") {
            continue;
        }
        match compiled.main() {
            Some(main)
                if main.hint().placement.is_some()
                    && main.hint().mode.is_some()
                    && main.title() != main.address().file.stem() => {}
            Some(main) => failures.push(format!("{}: no title, view or mode", main.address())),
            None if source.text.contains("@grid(") => {}
            None => failures.push(format!("{} has no generator", source.path)),
        }
    }
    report(&failures);
}

#[test]
fn library_documents_formula_range_cost_pitfalls_and_origin() {
    let is_year = |word: &str| {
        word.len() == 4 && word.parse().is_ok_and(|year: u32| (1950..2100).contains(&year))
    };
    let mut failures = Vec::new();
    for source in support::shipped().iter() {
        let file = source.path.as_str();
        if !file.starts_with("noise/") {
            continue;
        }
        let is_comment = |line: &&str| line.starts_with("//");
        let comments: Vec<&str> = source.text.lines().filter(is_comment).collect();
        let comments = comments.join("\n");
        // Each starts a sentence; `@range` is a tag.
        for part in ["Formula", "Range", "Cost", "Pitfalls"] {
            if !comments.contains(part) {
                failures.push(format!("{file}: no {part}"));
            }
        }
        let mut words = comments.split(|letter: char| !letter.is_alphanumeric());
        if !words.any(is_year) && !["https://", "Origin"].iter().any(|word| comments.contains(word))
        {
            failures.push(format!("{file}: no origin"));
        }
    }
    report(&failures);
}

#[test]
fn gallery_matches_the_main_generators() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = root.join("playground/assets/gallery");
    let readme = std::fs::read_to_string(root.join("shaders/README.md")).unwrap();
    let mut failures = Vec::new();
    let mut wanted = BTreeSet::new();
    for main in shipped_files().iter().filter_map(|file| file.main()) {
        let (file, title) = (&main.address().file, main.title());
        let picture = pictures.join(file.as_str()).with_extension("jpg");
        let shown = picture.strip_prefix(root).unwrap().display().to_string();
        let row = format!("| ![{title}](../{shown}) | **[{title}]({file})**<br>");
        if !readme.lines().any(|line| line.starts_with(&row)) {
            failures.push(format!("no row {row}"));
        }
        wanted.insert(picture);
    }
    let hung: BTreeSet<PathBuf> = walkdir::WalkDir::new(&pictures)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .collect();
    for picture in wanted.symmetric_difference(&hung) {
        failures.push(format!("{picture:?} is missing or has no shader"));
    }
    report(&failures);
    let rows = readme.lines().filter(|line| line.starts_with("| ![")).count();
    assert_eq!(rows, wanted.len(), "run playground/gallery to update them");
}
