//! Which folder a file belongs to, and the generator that an address names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::generator::{CompiledFile, Generator, compile};
use noise_playground::link::imported_names;
use noise_playground::source::{ModulePath, Source, SourceTree, is_shader};

use crate::failure::Failure;

/// A generator with the file that it was compiled from.
pub(crate) struct Found {
    pub(crate) compiled: CompiledFile,
    pub(crate) generator: Arc<Generator>,
}

/// Compiles the file of an address, `FILE` or `FILE::FUNCTION`, and finds the generator in it.
pub(crate) fn find_generator(address: &str, folder: Option<&Path>) -> Result<Found, Failure> {
    let (file, function) = match address.rsplit_once("::") {
        Some((file, function)) => (file, Some(function)),
        None => (address, None),
    };
    let (folder, path) = locate(Path::new(file), folder)?;
    let tree = read(&folder)?;
    let source = tree
        .get(&path)
        .ok_or_else(|| anyhow!("{file:?} is not a shader of the folder {folder:?}"))?;
    let compiled = compile(&tree, source);
    if compiled.has_error() {
        return Err(Failure::Shader(compiled.diagnostics));
    }
    let generator = match function {
        Some(name) => compiled
            .generators
            .iter()
            .find(|generator| generator.address.function == name),
        None => compiled.main(),
    };
    let generator = generator.cloned().ok_or_else(|| match function {
        Some(name) => anyhow!("{path} has no generator {name:?}{}", known(&compiled)),
        None => anyhow!(
            "{path} has no generator: a function whose first parameter is a vec2f, vec3f or vec4f"
        ),
    })?;
    Ok(Found {
        compiled,
        generator,
    })
}

fn known(compiled: &CompiledFile) -> String {
    let names: Vec<&str> = compiled
        .generators
        .iter()
        .map(|generator| generator.address.function.as_str())
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; it has {}", names.join(", "))
    }
}

/// Reads a folder's shaders.
pub(crate) fn read(folder: &Path) -> anyhow::Result<SourceTree> {
    SourceTree::read(folder, &SourceTree::default(), &[])
        .with_context(|| format!("cannot read the folder {folder:?}"))
}

/// The folder of a file, and the file's path in it. A file that lies in the given folder may be named from there.
pub(crate) fn locate(file: &Path, folder: Option<&Path>) -> anyhow::Result<(PathBuf, ModulePath)> {
    if !is_shader(file) {
        bail!("{file:?} is no shader file: its name ends in neither .wgsl nor .wesl");
    }
    let named_from_folder = folder
        .map(|folder| folder.join(file))
        .filter(|joined| joined.is_file());
    let on_disk = named_from_folder.unwrap_or_else(|| file.to_owned());
    let absolute = on_disk
        .canonicalize()
        .with_context(|| format!("cannot read the file {file:?}"))?;
    let folder = match folder {
        Some(folder) => folder
            .canonicalize()
            .with_context(|| format!("cannot read the folder {folder:?}"))?,
        None => folder_of(&absolute),
    };
    let relative = absolute
        .strip_prefix(&folder)
        .map_err(|_| anyhow!("{file:?} does not lie in the folder {folder:?}"))?;
    let path = ModulePath::new(relative.to_string_lossy());
    Ok((folder, path))
}

/// The nearest folder above a file that its imports, and theirs, resolve against; its own where none is.
fn folder_of(file: &Path) -> PathBuf {
    let parents: Vec<&Path> = file.ancestors().skip(1).collect();
    let nearest = parents.iter().find(|folder| imports_resolve(folder, file));
    nearest
        .or(parents.first())
        .map_or_else(PathBuf::new, |folder| folder.to_path_buf())
}

fn imports_resolve(folder: &Path, file: &Path) -> bool {
    let mut reached = vec![file.to_owned()];
    let mut next = 0;
    while let Some(file) = reached.get(next).cloned() {
        next += 1;
        let Ok(relative) = file.strip_prefix(folder) else {
            return false;
        };
        let Ok(text) = std::fs::read_to_string(&file) else {
            return false;
        };
        for name in imported_names(&Source::new(relative.to_string_lossy(), text)) {
            let Some(found) =
                module_file(folder, &name[..name.len() - 1]).or_else(|| module_file(folder, &name))
            else {
                return false;
            };
            if !reached.contains(&found) {
                reached.push(found);
            }
        }
    }
    true
}

fn module_file(folder: &Path, components: &[String]) -> Option<PathBuf> {
    let stem = components
        .iter()
        .fold(folder.to_owned(), |path, component| path.join(component));
    ["wgsl", "wesl"]
        .into_iter()
        .map(|ending| stem.with_extension(ending))
        .find(|file| file.is_file())
}
