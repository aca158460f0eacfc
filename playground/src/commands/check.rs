//! `playground check`: compile, and print what is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{CompiledFile, compile, merge_diagnostics};
use noise_playground::source::{ModulePath, SourceTree};
use serde_json::json;

use super::{print, print_json};
use crate::args::{Check, Format};
use crate::compiler::folder::{ShaderFolder, locate};
use crate::documents::builtin::PREFIX;
use crate::process::error::CommandError;
use crate::process::log::print_stderr;

/// Compiles the named folders and files. Exit code 1 where there is an error.
pub(crate) fn check(arguments: &Check) -> Result<ExitCode, CommandError> {
    let mut folders: Vec<FolderOutput> = Vec::new();
    if arguments.paths.is_empty() {
        FolderOutput::among(&mut folders, ShaderFolder::named(None))?.want_all();
    }
    for path in &arguments.paths {
        if path.is_dir() || path == Path::new(PREFIX) {
            FolderOutput::among(&mut folders, ShaderFolder::named(Some(path)))?.want_all();
        } else {
            let (origin, file) = locate(path, None)?;
            FolderOutput::among(&mut folders, origin)?
                .wanted
                .insert(file);
        }
    }
    let mut files = Vec::new();
    let mut diagnostics = Vec::new();
    for folder in folders {
        let compiled = folder.compile();
        diagnostics.extend(folder.tree.unreadable);
        diagnostics.extend(merge_diagnostics(&compiled));
        files.extend(compiled);
    }
    report(arguments.format, &files, &diagnostics)?;
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    Ok(if failed {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// A folder, and the files in it to look at.
struct FolderOutput {
    origin: ShaderFolder,
    tree: SourceTree,
    wanted: BTreeSet<ModulePath>,
}

impl FolderOutput {
    /// The folder of this origin, read where it is not there yet.
    fn among(folders: &mut Vec<Self>, origin: ShaderFolder) -> anyhow::Result<&mut Self> {
        let origin = origin.canonical();
        let known = folders.iter().position(|folder| folder.origin == origin);
        let index = match known {
            Some(index) => index,
            None => {
                let tree = origin.read()?;
                folders.push(Self {
                    origin,
                    tree,
                    wanted: BTreeSet::new(),
                });
                folders.len() - 1
            }
        };
        Ok(&mut folders[index])
    }

    fn want_all(&mut self) {
        self.wanted = self.tree.iter().map(|source| source.path.clone()).collect();
    }

    /// Compiles the wanted files, and those that they import.
    fn compile(&self) -> Vec<CompiledFile> {
        let mut compiled = BTreeMap::new();
        let mut wanted = self.wanted.clone();
        while let Some(next) = wanted.pop_first() {
            if let Some(source) = self.tree.get(&next) {
                let done = compile(&self.tree, source);
                wanted.extend(done.depends_on.iter().cloned());
                compiled.insert(next, done);
            }
            wanted.retain(|file| !compiled.contains_key(file));
        }
        compiled.into_values().collect()
    }
}

fn report(
    format: Format,
    files: &[CompiledFile],
    diagnostics: &[Diagnostic],
) -> Result<(), CommandError> {
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
            print_stderr(&format!(
                "{}, {}: {}",
                counted(files.len(), "file"),
                counted(generators, "generator"),
                summary(diagnostics)
            ));
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
