//! Tests with shaders of other projects, which are too large or not licensed to be copied into this repository. Each
//! file must be accepted or rejected as naga does, and each case of WESL's test suite must be linked as expected there.
//!
//! ```sh
//! FOREIGN_SHADERS=FOLDER cargo test --release --test foreign -- --ignored --nocapture
//! ```
//!
//! FOLDER contains clones, each under its own name: `patriciogonzalezvivo/lygia`, `gfx-rs/wgpu`,
//! `wgsl-tooling-wg/wesl-testsuite`, `johanhelsing/noisy_bevy` and `stegu/psrdnoise`, all of github.com.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "foreign/flatten.rs"]
mod flatten;
#[path = "support/prints.rs"]
mod prints;
#[path = "foreign/wesl.rs"]
mod wesl;

use std::fs;
use std::path::{Path, PathBuf};

use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use noise_playground::generator::{CompiledFile, compile};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use flatten::flattened;
use prints::debug_print;

/// Returns the path of the clone of another project.
fn project(name: &str) -> PathBuf {
    let folder = std::env::var_os("FOREIGN_SHADERS");
    let folder = folder.expect("FOREIGN_SHADERS names the folder of the clones");
    Path::new(&folder).join(name)
}

/// Validates a WGSL text by naga with all device capabilities. Returns naga's error, or `None` if the text is valid.
fn nagas_error(text: &str) -> Option<String> {
    let module = match naga::front::wgsl::parse_str(text) {
        Ok(module) => module,
        Err(error) => return Some(error.message().to_owned()),
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let error = validator.validate(&module).err();
    error.map(|error| error.as_inner().to_string())
}

fn compiled(tree: &SourceTree, path: &str) -> CompiledFile {
    compile(tree, tree.get(&ModulePath::new(path)).unwrap())
}

/// Returns the errors of a compiled shader file, one per line.
fn errors(file: &CompiledFile) -> String {
    let errors = file.diagnostics.iter().filter(|found| found.is_error());
    let lines: Vec<String> = errors.map(Diagnostic::short).collect();
    lines.join("\n")
}

/// Returns true if a shader file is accepted or rejected as naga does, and prints both verdicts otherwise.
fn has_nagas_verdict(label: &str, file: &CompiledFile, text: &str) -> bool {
    let found = errors(file);
    let of_naga = nagas_error(text);
    let is_same = found.is_empty() == of_naga.is_none();
    if !is_same {
        println!("{label} differs: here {found:?}, naga {of_naga:?}");
    }
    is_same
}

fn wgsl_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "wgsl")).collect();
    files.sort();
    files
}

#[test]
#[ignore = "needs clones of other projects"]
fn files_of_lygia_have_nagas_verdict() {
    let folder = project("lygia");
    let tree = SourceTree::open(&folder).unwrap();
    let (mut same, mut valid, mut generators, mut prints) = (0, 0, 0, Vec::new());
    for source in tree.iter() {
        let file = compile(&tree, source);
        let path = source.path.as_str();
        same += usize::from(has_nagas_verdict(path, &file, &flattened(&folder, path)));
        valid += usize::from(!file.has_error());
        generators += file.generators.len();
        prints.extend(debug_print(&errors(&file)).map(|print| format!("{path}: {print}")));
    }
    let total = tree.iter().count();
    println!("LYGIA: {same} of {total} as naga; {valid} valid files with {generators} generators");
    assert!(same * 100 >= total * 99);
    assert_eq!(prints, Vec::<String>::new());
}

#[test]
#[ignore = "needs clones of other projects"]
fn nagas_test_shaders_have_its_verdict() {
    let files = wgsl_files(&project("wgpu").join("naga/tests/in"));
    let same = files.iter().filter(|path| {
        let text = fs::read_to_string(path).unwrap();
        let label = path.file_name().unwrap().to_string_lossy();
        let tree = SourceTree::from(text.as_str());
        has_nagas_verdict(&label, &compiled(&tree, "main.wgsl"), &text)
    });
    let same = same.count();
    println!("naga: {same} of {} test shaders as naga", files.len());
    assert_eq!(same, files.len());
}

/// Compiles the invalid shaders of naga's own tests. The messages must use the terms of WGSL, not debug prints of
/// naga's data structures.
#[test]
#[ignore = "needs clones of other projects"]
fn nagas_wrong_shaders_are_errors_without_debug_prints() {
    let tests = fs::read_to_string(project("wgpu").join("naga/tests/wgsl_errors.rs")).unwrap();
    let mut shaders = wesl::rust_strings(&tests);
    let keywords = ["fn ", "struct ", "var", "const ", "alias ", "@"];
    shaders.retain(|text| {
        let is_shader = keywords.iter().any(|keyword| text.contains(keyword));
        is_shader && !text.trim_start().starts_with("error") && nagas_error(text).is_some()
    });
    let mut wrong = Vec::new();
    for text in &shaders {
        let tree = SourceTree::from(text.as_str());
        let file = compiled(&tree, "main.wgsl");
        let shown: Vec<String> = file.diagnostics.iter().map(Diagnostic::human).collect();
        println!("{}\n", shown.join("\n"));
        let messages = errors(&file);
        if messages.is_empty() || debug_print(&messages).is_some() {
            wrong.push(format!("{text}\n{messages}"));
        }
    }
    println!("naga: {} wrong shaders", shaders.len());
    assert!(shaders.len() > 50);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
#[ignore = "needs clones of other projects"]
fn noisy_bevy_opens_unedited() {
    let tree = SourceTree::open(project("noisy_bevy").join("assets")).unwrap();
    let library = compiled(&tree, "noisy_bevy.wgsl");
    assert_eq!(errors(&library), "");
    let names = library.generators.iter();
    let names: Vec<&str> = names.map(|one| one.address().function.as_str()).collect();
    println!("noisy_bevy: {}", names.join(", "));
    assert!(names.len() >= 6);
}

/// Checks that the shaders of psrdnoise compile after the fix that the error message suggests. They have semicolons
/// between the members of structs, as WGSL had before 2022.
#[test]
#[ignore = "needs clones of other projects"]
fn psrdnoise_opens_after_the_change_that_its_error_names() {
    for name in ["psrdnoise2.wgsl", "psrdnoise3.wgsl"] {
        let text = fs::read_to_string(project("psrdnoise").join("src").join(name)).unwrap();
        let file = compiled(&SourceTree::from(text.as_str()), "main.wgsl");
        let first = file.diagnostics.iter().find(|found| found.is_error());
        let note = first.unwrap().notes.join(" ");
        assert!(note.contains("replace every `;` in the struct"), "{note}");
        let (before, rest) = text.split_once("struct").unwrap();
        let (members, after) = rest.split_once('}').unwrap();
        let mended = format!("{before}struct{}}}{after}", members.replace(';', ","));
        let file = compiled(&SourceTree::from(mended.as_str()), "main.wgsl");
        println!("{name}: {} generators {}", file.generators.len(), errors(&file));
        assert!(!file.generators.is_empty());
    }
}
