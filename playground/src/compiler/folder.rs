//! Resolution of what the user names: the folder of shaders that a file belongs to, and the generator at an address.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::generator::{CompiledFile, FunctionInfo, Generator, compile};
use noise_playground::link::{imported_names, included_files};
use noise_playground::source::{Features, ModulePath, Source, SourceTree, is_shader};
use noise_playground::suggest::closest;

use crate::documents::builtin::{self, PREFIX};
use crate::process::error::CommandError;

/// Folder of shaders that a command or the window works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShaderFolder {
    /// Folder of shaders in a directory of the file system.
    Folder(PathBuf),
    /// Built-in shaders, which are embedded in the executable.
    Builtin,
}

/// Path of the folder of shaders that is opened if the user names none, relative to the working directory.
const DEFAULT_FOLDER: &str = "shaders";

impl ShaderFolder {
    /// Returns the folder of shaders that the user named. Without a name, returns `shaders` in the working directory,
    /// or the built-in shaders if that does not exist.
    pub(crate) fn named(folder: Option<&Path>) -> Self {
        match folder {
            Some(folder) if folder == Path::new(PREFIX) => Self::Builtin,
            Some(folder) => Self::Folder(folder.to_owned()),
            None if Path::new(DEFAULT_FOLDER).is_dir() => Self::Folder(DEFAULT_FOLDER.into()),
            None => Self::Builtin,
        }
    }

    /// Returns the folder's name as the user would type it: its path, or `builtin:` for the built-in shaders.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Folder(folder) => folder.to_string_lossy().into_owned(),
            Self::Builtin => PREFIX.to_owned(),
        }
    }

    /// Returns the folder with an absolute path without links, so that two spellings of one folder are equal.
    pub(crate) fn canonical(self) -> Self {
        match self {
            Self::Folder(folder) => Self::Folder(folder.canonicalize().unwrap_or(folder)),
            Self::Builtin => Self::Builtin,
        }
    }

    /// Reads the source text of all shaders of the folder.
    ///
    /// # Errors
    /// Fails if the directory cannot be read.
    pub(crate) fn read(&self) -> anyhow::Result<SourceTree> {
        match self {
            Self::Folder(folder) => read(folder),
            Self::Builtin => Ok(builtin::tree()),
        }
    }
}

/// Compiles the file of a generator's address, `FILE` or `FILE::FUNCTION`, with the given features, and returns the
/// generator.
///
/// # Errors
/// Fails if there is no such file or generator, or if the file has errors.
pub(crate) fn find_generator(
    address: &str,
    folder: Option<&Path>,
    features: &Features,
) -> Result<Arc<Generator>, CommandError> {
    let (file, function) = match address.rsplit_once("::") {
        Some((file, function)) => (file, Some(function)),
        None => (address, None),
    };
    let (folder, path) = locate(Path::new(file), folder)?;
    let mut tree = folder.read()?;
    tree.features.clone_from(features);
    find_in(&tree, &path, function)
}

/// Compiles a file of a folder, and returns the generator with the given function name, or the main one for `None`.
///
/// # Errors
/// Fails if there is no such file or generator, or if the file has errors.
pub(crate) fn find_in(
    tree: &SourceTree,
    path: &ModulePath,
    function: Option<&str>,
) -> Result<Arc<Generator>, CommandError> {
    let source = tree
        .get(path)
        .ok_or_else(|| anyhow!("\"{path}\" is not a shader of its folder"))?;
    let compiled = compile(tree, source);
    if compiled.has_error() {
        return Err(CommandError::Shader(compiled.diagnostics));
    }
    let generator = match function {
        Some(name) => compiled
            .generators
            .iter()
            .chain(&compiled.hidden)
            .find(|generator| generator.address.function == name),
        None => compiled.main(),
    };
    let missing = || match function {
        Some(name) => match why_no_generator(&compiled, name) {
            Some(reason) => anyhow!("{path}::{name} is no generator: {reason}"),
            None => anyhow!(
                "{path} has no generator {name:?}{}",
                generator_list(&compiled, name)
            ),
        },
        None => anyhow!(
            "{path} has no generator: a function whose first parameter is a vec2f, vec3f or vec4f{}",
            reasons(&compiled)
        ),
    };
    Ok(generator.cloned().ok_or_else(missing)?)
}

/// Returns the reason why a function of a compiled file is no generator; `None` if it is one or there is no such
/// function.
fn why_no_generator<'f>(compiled: &'f CompiledFile, name: &str) -> Option<&'f str> {
    let mut functions = compiled.functions.iter();
    let function = functions.find(|function| function.name == name)?;
    function.no_generator.as_deref()
}

/// Returns the names of up to three functions of a file, with the reasons why they are no generators, as the end of an
/// error message.
fn reasons(compiled: &CompiledFile) -> String {
    let reason = |function: &FunctionInfo| {
        let reason = function.no_generator.as_deref()?;
        Some(format!("{}: {reason}", function.name))
    };
    let reasons: Vec<String> = compiled
        .functions
        .iter()
        .filter_map(reason)
        .take(3)
        .collect();
    if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join("; "))
    }
}

/// Returns the end of an error message about an unknown generator: a suggestion, which is the function with the most
/// similar name, otherwise the list of all generators of the file.
fn generator_list(compiled: &CompiledFile, name: &str) -> String {
    let similar = compiled.functions.iter();
    let similar = closest(name, similar.map(|function| function.name.as_str()));
    if let Some(similar) = similar {
        return format!("; did you mean {similar}?");
    }
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

/// Shaders of a directory that the user named, together with the folder from which their import paths start.
pub(crate) struct RootedFolder {
    /// Folder from which import paths start: the directory that the user named, or one above it.
    pub(crate) folder: ShaderFolder,
    /// Source texts of all shaders of `folder`.
    pub(crate) tree: SourceTree,
    /// Path of the directory that the user named, relative to `folder`, with a slash at its end; empty if it is
    /// `folder`.
    pub(crate) subfolder: String,
}

/// Reads all shaders of the folder from which the import paths in a directory start: the directory itself, or the
/// nearest folder above it in which all imported files exist.
///
/// # Errors
/// Fails if a directory cannot be read.
pub(crate) fn read_with_root(directory: &Path) -> anyhow::Result<RootedFolder> {
    let tree = read(directory)?;
    let whole = |tree| RootedFolder {
        folder: ShaderFolder::Folder(directory.to_owned()),
        tree,
        subfolder: String::new(),
    };
    // An import that leaves the directory by `super` is an error of its file, not a reason to read folders above.
    let stays = |source: &Source| imported_names(source).is_some();
    let unresolved = tree
        .iter()
        .filter(|source| stays(source) && !resolves_in(&tree, source));
    let unresolved: Vec<ModulePath> = unresolved.map(|source| source.path.clone()).collect();
    let Ok(absolute) = directory.canonicalize() else {
        return Ok(whole(tree));
    };
    let roots = unresolved.iter().filter_map(|path| {
        let file = absolute.join(path.as_str());
        let mut above = absolute.ancestors().skip(1);
        above.find(|folder| imports_resolve(folder, &file))
    });
    let Some(root) = roots.min_by_key(|root| root.components().count()) else {
        return Ok(whole(tree));
    };
    let inside = absolute.strip_prefix(root).unwrap_or(&absolute);
    Ok(RootedFolder {
        folder: ShaderFolder::Folder(root.to_owned()),
        tree: read(root)?,
        subfolder: format!("{}/", ModulePath::new(inside.to_string_lossy())),
    })
}

/// Returns true if the folder contains all files that a shader file imports or includes.
fn resolves_in(tree: &SourceTree, source: &Source) -> bool {
    let module = |name: &Vec<String>| {
        let (_, module) = name.split_last()?;
        tree.module(module).or_else(|| tree.module(name))
    };
    let exists = |path: &ModulePath| tree.get(path).is_some();
    let mut included = included_files(source).into_iter();
    included.all(|candidates| candidates.iter().any(exists))
        && imported_names(source)
            .is_some_and(|names| names.iter().all(|name| module(name).is_some()))
}

fn read(folder: &Path) -> anyhow::Result<SourceTree> {
    SourceTree::open(folder).with_context(|| format!("cannot read the folder {folder:?}"))
}

/// Returns the folder of shaders that a file belongs to, and the file's path in it. If `folder` is given, the file must
/// be inside; its path may be relative to the folder or to the working directory.
///
/// # Errors
/// Fails if the file does not exist, is not a readable shader, or is outside the given folder.
pub(crate) fn locate(
    file: &Path,
    folder: Option<&Path>,
) -> anyhow::Result<(ShaderFolder, ModulePath)> {
    let embedded = file.to_str().and_then(|file| file.strip_prefix(PREFIX));
    if let Some(embedded) = embedded {
        let path = ModulePath::new(embedded);
        if builtin::tree().get(&path).is_none() {
            bail!("no built-in shader {embedded:?}; see `playground list {PREFIX}`");
        }
        return Ok((ShaderFolder::Builtin, path));
    }
    let in_folder = folder
        .map(|folder| folder.join(file))
        .filter(|joined| joined.is_file());
    let on_disk = in_folder.unwrap_or_else(|| file.to_owned());
    if on_disk
        .symlink_metadata()
        .is_err_and(|error| error.kind() == ErrorKind::NotFound)
    {
        bail!("{file:?} does not exist");
    }
    if !is_shader(file) {
        bail!("{file:?} is not a shader: its extension is neither .wgsl nor .wesl");
    }
    let absolute = readable(&on_disk).with_context(|| format!("cannot read the file {file:?}"))?;
    let folder = match folder {
        Some(folder) => folder
            .canonicalize()
            .with_context(|| format!("cannot read the folder {folder:?}"))?,
        None => folder_of(&absolute),
    };
    let relative = absolute
        .strip_prefix(&folder)
        .map_err(|_| anyhow!("{file:?} is not in the folder {folder:?}"))?;
    let path = ModulePath::new(relative.to_string_lossy());
    Ok((ShaderFolder::Folder(folder), path))
}

/// Returns the absolute path of a file after checking that it is a regular file and can be opened: reading anything
/// else, such as a pipe, may never end.
fn readable(file: &Path) -> anyhow::Result<PathBuf> {
    let absolute = file.canonicalize()?;
    if !absolute.is_file() {
        bail!("not a regular file");
    }
    File::open(&absolute)?;
    Ok(absolute)
}

/// Returns the nearest folder above a shader file that contains all files which it imports, directly and indirectly;
/// the file's own folder if there is none.
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
        let source = Source::read(&file, relative.to_string_lossy());
        for candidates in included_files(&source) {
            let files = candidates.iter().map(|path| folder.join(path.as_str()));
            let Some(found) = files.into_iter().find(|file| file.is_file()) else {
                return false;
            };
            if !reached.contains(&found) {
                reached.push(found);
            }
        }
        let Some(names) = imported_names(&source) else {
            return false;
        };
        for name in names {
            let module = &name[..name.len().saturating_sub(1)];
            let Some(found) = module_file(folder, module).or_else(|| module_file(folder, &name))
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
        .map(|extension| stem.with_extension(extension))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn folder_of_a_file_is_the_nearest_in_which_its_imports_resolve() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        for inner in ["noise", "generators/more"] {
            fs::create_dir_all(top.join(inner)).unwrap();
        }
        let library = "fn k() -> f32 { return 1.0; }";
        fs::write(top.join("noise/lib.wgsl"), library).unwrap();
        fs::write(top.join("generators/near.wgsl"), library).unwrap();
        let check = |file: &str, text: &str, expect: &str| {
            let file = top.join(file);
            fs::write(&file, text).unwrap();
            assert_eq!(folder_of(&file), top.join(expect), "{text}");
        };
        let x = "generators/x.wgsl";
        check(x, "import super::super::noise::lib::k;", "");
        check(x, "import package::noise::lib::k;", "");
        check(
            x,
            "fn f(p: vec2f) -> f32 { return package::noise::lib::k(); }",
            "",
        );
        check(
            "generators/more/y.wgsl",
            "fn f(p: vec2f) -> f32 { return super::super::near::k(); }",
            "generators",
        );
        check(x, "import super::near::k;", "generators");
        check(
            x,
            "import playground::surface::Surface;\nimport package::noise::lib::k;",
            "",
        );
        check(x, "fn f(p: vec2f) -> f32 { return p.x; }", "generators");
    }
}
