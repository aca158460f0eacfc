//! Generators of what the user names: built-in shaders, files, captures, folders, texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use noise_playground::capture::Manifest;
use noise_playground::field::files::Format;
use noise_playground::generator::{
    self, CompiledFile, Generator, find_generator, merge_diagnostics,
};
use noise_playground::source::{ModulePath, SourceTree, builtin, is_shader};
use noise_playground::wgsl::suggest::{closest, did_you_mean};
use noise_playground::{RenderSettings, Subject};
use pyo3::prelude::*;

use crate::errors::{Failure, TEXT, list, shown};
use crate::program::Program;
use crate::work;

/// Width and height of a picture unless another is asked for.
const SIDE: u32 = 512;

const GENERATORS: &str = "generators/";

/// Names of the built-in generators.
#[pyfunction]
pub(crate) fn builtins() -> Vec<String> {
    let tree = builtin::tree();
    let paths = tree.iter().map(|source| source.path.as_str());
    let named = paths.filter_map(|path| path.strip_prefix(GENERATORS)?.strip_suffix(".wgsl"));
    named.map(str::to_owned).collect()
}

/// An address as on the command line, a capture, or a data file. Features are switched on or off.
#[pyfunction]
pub(crate) fn load(
    py: Python<'_>,
    address: String,
    folder: Option<PathBuf>,
    features: BTreeMap<String, bool>,
) -> PyResult<Program> {
    work::run(py, move |_| {
        let path = Path::new(&address);
        if let Some(format) = Format::of_capture(path) {
            if !path.exists() {
                return Err(no_file(path));
            }
            return Ok(Program::new(Subject::open(path, format)?));
        }
        let (file, function) = match address.rsplit_once("::") {
            Some((file, function)) => (file, Some(function)),
            None => (address.as_str(), None),
        };
        let (mut tree, path) = located(file, folder.as_deref())?;
        tree.features = features.into_iter().collect();
        let generator = find_generator(&tree, &path, function)?;
        check_features(&tree, &generator)?;
        Ok(program(&generator))
    })
}

/// Names and generators of a folder, and a list of dictionaries.
type Opened<'py> = (Vec<(String, Program)>, Bound<'py, PyAny>);

/// Names and generators of a folder, such as `swiss` and `swiss::height`, and what is wrong with its files.
#[pyfunction]
pub(crate) fn open_folder<'py>(py: Python<'py>, folder: PathBuf) -> PyResult<Opened<'py>> {
    let (named, diagnostics) = work::run(py, move |_| {
        if !folder.is_dir() {
            return Err(Failure::NoFile(format!("{folder:?} is not a folder")));
        }
        let tree = SourceTree::open(&folder)?;
        let files: Vec<CompiledFile> =
            tree.iter().map(|source| generator::compile(&tree, source)).collect();
        let mut named = Vec::new();
        for file in &files {
            let path = file.path.as_str();
            let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
            for generator in &file.generators {
                let program = program(generator);
                if generator.is_main() {
                    named.push((stem.to_owned(), program.clone()));
                }
                named.push((format!("{stem}::{}", generator.address().function), program));
            }
        }
        let mut diagnostics = tree.left_out.clone();
        diagnostics.extend(merge_diagnostics(&files));
        Ok((named, diagnostics))
    })?;
    Ok((named, list(py, &diagnostics)?))
}

/// A text, which can import what is in a folder, or the built-in noises.
#[pyfunction]
pub(crate) fn compile(
    py: Python<'_>,
    source: String,
    function: Option<String>,
    folder: Option<PathBuf>,
) -> PyResult<Program> {
    work::run(py, move |_| {
        let folder = folder.map_or_else(|| Ok(SourceTree::default()), |folder| tree_of(&folder))?;
        let path = ModulePath::new(TEXT);
        let tree = folder.with_texts(&[(path.clone(), source)], false);
        let found = find_generator(&tree, &path, function.as_deref());
        let generator = found.map_err(|error| match error.into() {
            Failure::NoName(text) => Failure::Value(shown(&text)),
            other => other,
        })?;
        Ok(program(&generator))
    })
}

/// The generator that a program's manifest describes.
#[pyfunction]
pub(crate) fn restore(py: Python<'_>, manifest: String) -> PyResult<Program> {
    work::run(py, move |_| {
        let manifest: Manifest =
            serde_json::from_str(&manifest).map_err(|error| Failure::Value(error.to_string()))?;
        let subject = Subject::from_manifest(&manifest, &manifest.tree());
        let subject = subject.map_err(|error| Failure::Value(error.to_string()))?;
        Ok(Program::new(subject.compiled().map_err(Failure::Shader)?))
    })
}

fn program(generator: &Arc<Generator>) -> Program {
    Program::new(Subject::new(generator, RenderSettings::new(generator, SIDE)))
}

fn located(file: &str, folder: Option<&Path>) -> Result<(SourceTree, ModulePath), Failure> {
    if let Some(embedded) = file.strip_prefix(builtin::PREFIX) {
        let (tree, path) = (builtin::tree(), ModulePath::new(embedded));
        if tree.get(&path).is_none() {
            let paths = tree.iter().map(|source| source.path.as_str());
            let hint = did_you_mean(embedded, paths);
            return Err(Failure::NoFile(format!("no built-in shader {embedded:?}{hint}")));
        }
        return Ok((tree, path));
    }
    let Some(folder) = folder else {
        let path = Path::new(file);
        return if path.exists() { Ok(SourceTree::around(path)?) } else { Err(no_file(path)) };
    };
    let tree = tree_of(folder)?;
    let inside = [folder.join(file), PathBuf::from(file)].into_iter().find(|path| path.is_file());
    let absolute = inside.ok_or_else(|| no_file(&folder.join(file)))?.canonicalize()?;
    let root = folder.canonicalize()?;
    let relative = absolute.strip_prefix(&root);
    let relative = relative
        .map_err(|_| Failure::Value(format!("{file:?} is not in the folder {folder:?}")))?;
    Ok((tree, ModulePath::new(relative.to_string_lossy())))
}

fn tree_of(folder: &Path) -> Result<SourceTree, Failure> {
    if !folder.is_dir() {
        return Err(Failure::NoFile(format!("{folder:?} is not a folder")));
    }
    Ok(SourceTree::open(folder)?)
}

/// Names a shader of its folder that is spelled alike.
fn no_file(path: &Path) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let shaders = entries.map(|entry| entry.path()).filter(|path| is_shader(path));
    let names = shaders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let hint = match closest(&name, names.iter().map(String::as_str)) {
        Some(similar) => format!("; did you mean {similar:?}?"),
        None if names.is_empty() => String::new(),
        None => format!("; its folder has {}", names.join(", ")),
    };
    Failure::NoFile(format!("{path:?} does not exist{hint}"))
}

fn check_features(tree: &SourceTree, generator: &Generator) -> Result<(), Failure> {
    let known = &generator.linked().features;
    match tree.features.keys().find(|name| !known.contains_key(*name)) {
        Some(unknown) => {
            let hint = did_you_mean(unknown, known.keys().map(String::as_str));
            let address = generator.address();
            Err(Failure::Value(format!("features: {address} has no feature {unknown:?}{hint}")))
        }
        None => Ok(()),
    }
}
