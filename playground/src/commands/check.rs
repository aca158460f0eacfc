//! `playground check`: compiles shaders and prints their diagnostics.

mod file_names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use noise_playground::generator::{CompiledFile, compile, merge_diagnostics};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::{Diagnostic, summary};
use serde_json::json;

use super::{print, print_json};
use crate::args::FeatureArgs;
use crate::documents::features::{features, require_features};
use crate::documents::folder::{ShaderFolder, locate, read_with_root};
use crate::process::error::CommandError;
use crate::process::log::print_stderr;
use file_names::FileNames;
use noise_playground::source::builtin::PREFIX;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Folders, or files with their imports; builtin: for the built-in shaders (default: shaders).
    pub(crate) paths: Vec<PathBuf>,

    /// Format of the diagnostics: human (with the source line), short (one line each) or json (one object).
    #[arg(long, default_value = "human", allow_hyphen_values = true)]
    pub(crate) format: Format,

    /// Print one JSON object, like --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) features: FeatureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Short,
    Json,
}

/// Returns exit code 1 if a diagnostic is an error.
pub(crate) fn check(arguments: &CheckArgs) -> Result<ExitCode, CommandError> {
    let mut folders: Vec<CheckedFolder> = Vec::new();
    if arguments.paths.is_empty() {
        CheckedFolder::find_or_add(&mut folders, ShaderFolder::named(None), None)?.request("");
    }
    for path in &arguments.paths {
        if path == Path::new(PREFIX) {
            CheckedFolder::find_or_add(&mut folders, ShaderFolder::Builtin, None)?.request("");
        } else if path.is_dir() {
            let root = read_with_root(path)?;
            root.folder.log_if_above(&root.subfolder);
            CheckedFolder::find_or_add(&mut folders, root.folder, Some(root.tree))?
                .request(&root.subfolder);
        } else {
            let (origin, file) = locate(path, None)?;
            let is_known = folders.iter().any(|folder| folder.origin == origin);
            if !is_known {
                origin.log_if_above(file.as_str());
            }
            CheckedFolder::find_or_add(&mut folders, origin, None)?.requested.insert(file);
        }
    }
    let format = if arguments.json { Format::Json } else { arguments.format };
    let origins: Vec<&ShaderFolder> = folders.iter().map(|folder| &folder.origin).collect();
    let names = match format {
        Format::Json => FileNames::in_common_folder(&origins),
        Format::Human | Format::Short => FileNames::in_working_directory(),
    };
    let mut files = Vec::new();
    let mut diagnostics = Vec::new();
    let features = features(&arguments.features);
    for folder in &mut folders {
        folder.tree.features.clone_from(&features);
        let compiled = folder.compile();
        let found = [folder.tree.left_out.clone(), merge_diagnostics(&compiled)].concat();
        diagnostics.extend(names.apply(&folder.origin, &folder.tree, found));
        files.extend(compiled);
    }
    require_features(&features, &known_features(&files), "what is checked")?;
    print_diagnostics(format, &names, &files, &diagnostics)?;
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    Ok(ExitCode::from(u8::from(failed)))
}

/// A folder, with the files in it that are compiled.
struct CheckedFolder {
    origin: ShaderFolder,
    tree: SourceTree,
    requested: BTreeSet<ModulePath>,
}

impl CheckedFolder {
    /// `tree` contains the files of a new entry; `None` reads them from the folder.
    fn find_or_add(
        folders: &mut Vec<Self>,
        origin: ShaderFolder,
        tree: Option<SourceTree>,
    ) -> anyhow::Result<&mut Self> {
        let origin = origin.canonical();
        let position = folders.iter().position(|folder| folder.origin == origin);
        let index = match position {
            Some(index) => index,
            None => {
                let tree = tree.map_or_else(|| origin.read(), Ok)?;
                folders.push(Self { origin, tree, requested: BTreeSet::new() });
                folders.len() - 1
            }
        };
        Ok(&mut folders[index])
    }

    /// Adds all files whose path starts with `subfolder`; an empty one adds all.
    fn request(&mut self, subfolder: &str) {
        let paths = self.tree.iter().map(|source| source.path.clone());
        let inside = paths.filter(|path| path.as_str().starts_with(subfolder));
        self.requested.extend(inside);
    }

    /// Returns the files to be checked and all that they import.
    fn compile(&self) -> Vec<CompiledFile> {
        let mut compiled = BTreeMap::new();
        let mut requested = self.requested.clone();
        while let Some(next) = requested.pop_first() {
            if let Some(source) = self.tree.get(&next) {
                let file = compile(&self.tree, source);
                let further = file.depends_on.iter().filter(|path| !compiled.contains_key(*path));
                requested.extend(further.filter(|path| **path != next).cloned());
                compiled.insert(next, file);
            }
        }
        compiled.into_values().collect()
    }
}

/// Returns the features in conditions, and those of generators that fill field inputs, such as `INPUT.FEATURE`.
fn known_features(files: &[CompiledFile]) -> BTreeSet<&str> {
    let own = files.iter().flat_map(|file| file.features.keys());
    let generators = files.iter().flat_map(|file| &file.generators);
    let controls = generators.flat_map(|generator| generator.controls());
    let switches = controls.filter(|control| control.is_feature());
    own.chain(switches.map(|control| &control.name)).map(String::as_str).collect()
}

fn print_diagnostics(
    format: Format,
    names: &FileNames,
    files: &[CompiledFile],
    diagnostics: &[Diagnostic],
) -> Result<(), CommandError> {
    let generators: usize = files.iter().map(|file| file.generators.len()).sum();
    match format {
        Format::Json => print_json(&json!({
            "version": 1,
            "root": names.root(),
            "files": files.len(),
            "generators": generators,
            "diagnostics": diagnostics.iter().map(Diagnostic::json).collect::<Vec<_>>(),
        })),
        Format::Short => diagnostics.iter().try_for_each(|diagnostic| print(&diagnostic.short())),
        Format::Human => {
            for diagnostic in diagnostics {
                print(&format!("{}\n", diagnostic.human()))?;
            }
            let found = match diagnostics {
                [] => "no problems found".to_owned(),
                _ => summary(diagnostics),
            };
            let files = counted(files.len(), "file");
            let generators = counted(generators, "generator");
            print_stderr(&format!("{files}, {generators}: {found}"));
            Ok(())
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
