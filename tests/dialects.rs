//! Tests of shader files in the dialects of other tools: includes, `#import`, conditions, features.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "dialects/conditions.rs"]
mod conditions;
#[path = "dialects/directives.rs"]
mod directives;
#[path = "dialects/fragments.rs"]
mod fragments;
#[path = "dialects/imports.rs"]
mod imports;
#[path = "dialects/limits.rs"]
mod limits;
#[path = "dialects/samples.rs"]
mod samples;
#[path = "dialects/values.rs"]
mod values;

use noise_playground::generator::{CompiledFile, compile};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

/// Compiles one shader file of a folder.
fn compiled(tree: &SourceTree, path: &str) -> CompiledFile {
    compile(tree, tree.get(&ModulePath::new(path)).unwrap())
}

/// Compiles one shader file. Returns the names of its generators, or its diagnostics if there are any.
fn summary(files: &[(&str, &str)], path: &str) -> String {
    let tree = SourceTree::from_iter(files.iter().copied());
    let file = compiled(&tree, path);
    let diagnostics: Vec<String> = file.diagnostics.iter().map(Diagnostic::short).collect();
    if !diagnostics.is_empty() {
        return diagnostics.join("\n");
    }
    let generators = file.generators.iter();
    let names: Vec<&str> = generators.map(|one| one.address().function.as_str()).collect();
    names.join(" ")
}
