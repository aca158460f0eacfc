//! `playground list`: prints the generators of a shader folder.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use noise_playground::generator::{CompiledFile, FunctionInfo, Generator, compile};
use noise_playground::source::{Source, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;
use serde_json::{Value, json};

use super::{print, print_json};
use crate::args::OutputArgs;
use crate::documents::folder::{RootedFolder, ShaderFolder, read_with_root};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Folder of shaders; builtin: for the built-in shaders (default: shaders).
    pub(crate) folder: Option<PathBuf>,

    /// Print every function with its signature, the first line of its comment, and the reason why it is no generator.
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

/// Also prints files with errors. A subfolder is compiled with the folder that its imports start from, and addresses
/// are relative to that.
pub(crate) fn list(arguments: &ListArgs) -> Result<ExitCode, CommandError> {
    let RootedFolder { folder: origin, tree, subfolder } =
        match ShaderFolder::named(arguments.folder.as_deref()) {
            ShaderFolder::Folder(folder) => read_with_root(&folder)?,
            ShaderFolder::Builtin => RootedFolder {
                tree: ShaderFolder::Builtin.read()?,
                folder: ShaderFolder::Builtin,
                subfolder: String::new(),
            },
        };
    origin.log_if_above(&subfolder);
    warn_of_left_out(&tree, &subfolder);
    let is_listed = |source: &&Arc<Source>| source.path.as_str().starts_with(&subfolder);
    let sources = tree.iter().filter(is_listed);
    let files: Vec<CompiledFile> = sources.map(|source| compile(&tree, source)).collect();
    if arguments.results.json {
        let generators: Vec<Value> = files.iter().flat_map(entries).collect();
        let mut report = json!({ "folder": origin.name(), "generators": generators });
        if arguments.all {
            report["functions"] = files.iter().flat_map(functions).collect();
        }
        print_json(&report)?;
    } else if arguments.all {
        for file in &files {
            print_functions(file)?;
        }
    } else {
        for entry in files.iter().flat_map(entries) {
            let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
            let mark = if entry["error"] == true { "  (error)" } else { "" };
            print(&format!("{}  {}{mark}", text("address"), text("title")))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Logs what looks like a shader of the folder and is not read.
fn warn_of_left_out(tree: &SourceTree, subfolder: &str) {
    for Diagnostic { location, message, .. } in &tree.left_out {
        let file = location.as_ref().map_or("", |location| location.file.as_str());
        if file.starts_with(subfolder) {
            tracing::warn!("{file}: {message}");
        }
    }
}

/// Prints signature, first line of the comment, and the reason if the function is no generator.
fn print_functions(file: &CompiledFile) -> Result<(), CommandError> {
    if file.has_error() {
        return print(&format!("{}  (error)", file.path));
    }
    for function in &file.functions {
        let reason = function.no_generator.as_ref();
        let reason = reason.map(|reason| format!("  (no generator: {reason})"));
        let reason = reason.unwrap_or_default();
        let FunctionInfo { name, signature, doc, .. } = function;
        let line = format!("{}::{name}{reason}\n    {signature}\n    {doc}", file.path);
        print(line.trim_end())?;
    }
    Ok(())
}

fn functions(file: &CompiledFile) -> Vec<Value> {
    let entry = |function: &FunctionInfo| {
        json!({
            "address": format!("{}::{}", file.path, function.name), "signature": function.signature,
            "doc": function.doc, "generator": function.no_generator.is_none(),
            "reason": function.no_generator,
        })
    };
    file.functions.iter().map(entry).collect()
}

/// Returns an object for each generator, or one for a file with an error.
fn entries(file: &CompiledFile) -> Vec<Value> {
    if file.has_error() {
        return vec![json!({
            "address": file.path.as_str(), "domain": null, "returns": null, "main": true,
            "title": file.path.stem(), "doc": "", "error": true,
        })];
    }
    let entry = |generator: &Arc<Generator>| {
        json!({
            "address": generator.address().to_string(), "domain": generator.domain().name(),
            "returns": generator.returns().name(), "main": generator.is_main(),
            "title": generator.title(), "doc": generator.doc(), "error": false,
        })
    };
    file.generators.iter().map(entry).collect()
}
