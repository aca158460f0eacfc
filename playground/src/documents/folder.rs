//! What the user names: the folder of a file, and the generator at an address.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::generator::{Generator, find_generator};
use noise_playground::source::{ModulePath, SourceTree, is_shader};
use noise_playground::wgsl::suggest::closest;

use crate::process::error::CommandError;
use noise_playground::source::builtin::{self, PREFIX};
use noise_playground::source::{root_of_file, root_of_folder};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShaderFolder {
    Folder(PathBuf),
    /// Embedded in the executable.
    Builtin,
}

/// Relative to the working directory.
const DEFAULT_FOLDER: &str = "shaders";

impl ShaderFolder {
    /// Without a name, returns `shaders` in the working directory, or the built-in shaders if that does not exist.
    pub(crate) fn named(folder: Option<&Path>) -> Self {
        match folder {
            Some(folder) if folder == Path::new(PREFIX) => Self::Builtin,
            Some(folder) => Self::Folder(folder.to_owned()),
            None if Path::new(DEFAULT_FOLDER).is_dir() => Self::Folder(DEFAULT_FOLDER.into()),
            None => Self::Builtin,
        }
    }

    /// Returns the path, or `builtin:`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Folder(folder) => folder.to_string_lossy().into_owned(),
            Self::Builtin => PREFIX.to_owned(),
        }
    }

    /// Returns an absolute path without links, so that two spellings of one folder are equal.
    pub(crate) fn canonical(self) -> Self {
        match self {
            Self::Folder(folder) => Self::Folder(dunce::canonicalize(&folder).unwrap_or(folder)),
            Self::Builtin => Self::Builtin,
        }
    }

    /// Logs the folder if it was found from imports above what the user named. `path` in it ends with `/` for a folder.
    pub(crate) fn log_if_above(&self, path: &str) {
        if let Self::Folder(folder) = self
            && path.contains('/')
        {
            tracing::info!("imports start from the folder {folder:?}");
        }
    }

    /// Fails if the directory cannot be read.
    pub(crate) fn read(&self) -> anyhow::Result<SourceTree> {
        match self {
            Self::Folder(folder) => read(folder),
            Self::Builtin => Ok(builtin::tree()),
        }
    }
}

/// An address whose file was found, with the shaders of its folder.
pub(crate) struct FoundAddress<'a> {
    pub(crate) tree: SourceTree,
    path: ModulePath,
    /// `None` for the main generator.
    function: Option<&'a str>,
}

impl FoundAddress<'_> {
    /// Fails if there is no such generator, or if the file has errors.
    pub(crate) fn compile(&self) -> Result<Arc<Generator>, CommandError> {
        Ok(find_generator(&self.tree, &self.path, self.function)?)
    }
}

/// Finds the file of `FILE` or `FILE::FUNCTION`, and reads its folder. Fails without a file or a readable folder.
pub(crate) fn find_address<'a>(
    address: &'a str,
    folder: Option<&Path>,
) -> anyhow::Result<FoundAddress<'a>> {
    let (file, function) = match address.rsplit_once("::") {
        Some((file, function)) => (file, Some(function)),
        None => (address, None),
    };
    let (shaders, path) = locate(Path::new(file), folder)?;
    if folder.is_none() {
        shaders.log_if_above(path.as_str());
    }
    Ok(FoundAddress { tree: shaders.read()?, path, function })
}

/// Shaders of a named directory, with the folder from which their imports start.
pub(crate) struct RootedFolder {
    /// The named directory, or one above it.
    pub(crate) folder: ShaderFolder,
    pub(crate) tree: SourceTree,
    /// Named directory relative to `folder`, with a slash at its end; empty if it is `folder`.
    pub(crate) subfolder: String,
}

/// Reads the directory, or the nearest folder above in its project with all imported files. Fails if one is unreadable.
pub(crate) fn read_with_root(directory: &Path) -> anyhow::Result<RootedFolder> {
    let tree = read(directory)?;
    let absolute = dunce::canonicalize(directory);
    let root = absolute.as_ref().ok().and_then(|absolute| root_of_folder(absolute, &tree, 0));
    let (Ok(absolute), Some(root)) = (absolute, root) else {
        return Ok(RootedFolder {
            folder: ShaderFolder::Folder(directory.to_owned()),
            tree,
            subfolder: String::new(),
        });
    };
    let inside = absolute.strip_prefix(&root).unwrap_or(&absolute);
    Ok(RootedFolder {
        tree: read(&root)?,
        subfolder: format!("{}/", ModulePath::new(inside.to_string_lossy())),
        folder: ShaderFolder::Folder(root),
    })
}

fn read(folder: &Path) -> anyhow::Result<SourceTree> {
    if folder.is_file() {
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
        bail!(
            "{folder:?} is a file, not a folder; did you mean its folder, {:?}?",
            parent.unwrap_or(Path::new("."))
        );
    }
    SourceTree::open(folder).with_context(|| format!("cannot read the folder {folder:?}"))
}

/// Returns the folder and the file's path in it. The file must be inside a given `folder`; its path may be relative to
/// that or the working directory. Fails if the file is missing, no readable shader, or outside.
pub(crate) fn locate(
    file: &Path,
    folder: Option<&Path>,
) -> anyhow::Result<(ShaderFolder, ModulePath)> {
    let embedded = file.to_str().and_then(|file| file.strip_prefix(PREFIX));
    if let Some(embedded) = embedded {
        let path = ModulePath::new(embedded);
        let tree = builtin::tree();
        if tree.get(&path).is_none() {
            let paths: Vec<&str> = tree.iter().map(|source| source.path.as_str()).collect();
            let hint = did_you_mean_file(embedded, &paths, PREFIX);
            bail!("no built-in shader {embedded:?}{hint}; see `playground list {PREFIX}`");
        }
        return Ok((ShaderFolder::Builtin, path));
    }
    let in_folder = folder.map(|folder| folder.join(file)).filter(|joined| joined.is_file());
    let on_disk = in_folder.unwrap_or_else(|| file.to_owned());
    if on_disk.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        let siblings = siblings(&on_disk);
        let siblings: Vec<&str> = siblings.iter().map(String::as_str).collect();
        let hint = did_you_mean_file(&file.to_string_lossy(), &siblings, "");
        bail!("{file:?} does not exist{hint}");
    }
    if !is_shader(file) {
        bail!("{file:?} is not a shader: its extension is neither .wgsl nor .wesl");
    }
    let absolute = readable(&on_disk).with_context(|| format!("cannot read the file {file:?}"))?;
    let folder = match folder {
        Some(folder) => dunce::canonicalize(folder)
            .with_context(|| format!("cannot read the folder {folder:?}"))?,
        None => root_of_file(&absolute),
    };
    let relative = absolute
        .strip_prefix(&folder)
        .map_err(|_| anyhow!("{file:?} is not in the folder {folder:?}"))?;
    let path = ModulePath::new(relative.to_string_lossy());
    Ok((ShaderFolder::Folder(folder), path))
}

/// Returns the shaders in the folder of a path, as the user would name them.
fn siblings(path: &Path) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(read).into_iter().flatten().flatten();
    let paths = entries.map(|entry| folder.join(entry.file_name()));
    let shaders = paths.filter(|path| is_shader(path));
    let mut names: Vec<String> = shaders.map(|path| path.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Returns the end of a message about a missing file: the address with `::` if it was written with `:`, a file of that
/// name in another folder, or one with a similar name.
fn did_you_mean_file(typed: &str, files: &[&str], prefix: &str) -> String {
    fn stem(path: &str) -> &str {
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
    if let Some((file, function)) = typed.rsplit_once(':').filter(|(file, _)| files.contains(file))
    {
        return format!("; did you mean `{prefix}{file}::{function}`?");
    }
    let with_stem = |wanted: &str| files.iter().copied().find(|file| stem(file) == wanted);
    let all = || files.iter().copied();
    let found = with_stem(stem(typed))
        .or_else(|| closest(typed, all()))
        .or_else(|| with_stem(closest(stem(typed), all().map(stem))?));
    found.map_or_else(String::new, |file| format!("; did you mean `{prefix}{file}`?"))
}

/// Checks that the file is regular and can be opened: reading anything else, such as a pipe, may never end.
fn readable(file: &Path) -> anyhow::Result<PathBuf> {
    let absolute = dunce::canonicalize(file)?;
    if !absolute.is_file() {
        bail!("not a regular file");
    }
    File::open(&absolute)?;
    Ok(absolute)
}
