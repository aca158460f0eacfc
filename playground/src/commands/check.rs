//! `playground check`: compile, and print what is wrong.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{CompiledFile, compile, merge_diagnostics};
use serde_json::json;

use super::{print, print_json};
use crate::args::{Check, Format};
use crate::builtin::PREFIX;
use crate::failure::Failure;
use crate::folder::{Origin, locate};

/// Compiles the named folders and files. Exit code 1 where there is an error.
pub(crate) fn check(arguments: &Check) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    if arguments.paths.is_empty() {
        files = compile_folder(&Origin::named(None))?;
    }
    for path in &arguments.paths {
        files.extend(compile_path(path)?);
    }
    let diagnostics = merge_diagnostics(&files);
    report(arguments.format, &files, &diagnostics)?;
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    Ok(if failed {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

fn compile_path(path: &Path) -> Result<Vec<CompiledFile>, Failure> {
    if path.is_dir() || path == Path::new(PREFIX) {
        return compile_folder(&Origin::named(Some(path)));
    }
    let (origin, file) = locate(path, None)?;
    let tree = origin.read()?;
    let mut wanted = BTreeSet::from([file]);
    let mut compiled: Vec<CompiledFile> = Vec::new();
    while let Some(next) = wanted
        .iter()
        .find(|file| compiled.iter().all(|done| done.path != **file))
        .cloned()
    {
        let Some(source) = tree.get(&next) else {
            wanted.remove(&next);
            continue;
        };
        let done = compile(&tree, source);
        wanted.extend(
            done.depends_on
                .iter()
                .filter(|file| tree.get(file).is_some())
                .cloned(),
        );
        compiled.push(done);
    }
    Ok(compiled)
}

fn compile_folder(origin: &Origin) -> Result<Vec<CompiledFile>, Failure> {
    let tree = origin.read()?;
    Ok(tree.iter().map(|source| compile(&tree, source)).collect())
}

fn report(
    format: Format,
    files: &[CompiledFile],
    diagnostics: &[Diagnostic],
) -> Result<(), Failure> {
    let generators: usize = files.iter().map(|file| file.generators.len()).sum();
    match format {
        Format::Json => print_json(&json!({
            "version": 1,
            "files": files.len(),
            "generators": generators,
            "diagnostics": diagnostics.iter().map(Diagnostic::json).collect::<Vec<_>>(),
        })),
        Format::Short => diagnostics
            .iter()
            .try_for_each(|diagnostic| print(&diagnostic.short())),
        Format::Human => {
            for diagnostic in diagnostics {
                print(&format!("{}\n", diagnostic.human()))?;
            }
            eprintln!(
                "{}, {}: {}",
                counted(files.len(), "file"),
                counted(generators, "generator"),
                summary(diagnostics)
            );
            Ok(())
        }
    }
}

fn summary(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    match (errors, diagnostics.len() - errors) {
        (0, 0) => "nothing wrong".to_owned(),
        (errors, warnings) => format!(
            "{}, {}",
            counted(errors, "error"),
            counted(warnings, "warning")
        ),
    }
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
