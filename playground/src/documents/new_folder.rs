//! Creates a folder with all of its files in one step, so that an incomplete folder is never visible.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Writes files into a new folder, which becomes visible only when it is complete. The paths of the files are relative
/// to the folder.
///
/// # Errors
/// The folder is not empty, its parent does not exist, or it cannot be written.
pub(crate) fn write(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    let is_empty = |folder: &Path| {
        folder
            .read_dir()
            .is_ok_and(|mut files| files.next().is_none())
    };
    if folder.symlink_metadata().is_ok() && !is_empty(folder) {
        bail!("{folder:?} already exists and is not empty");
    }
    let parent = folder
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let cannot = || format!("cannot write {folder:?}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(".playground-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let unfinished = builder.tempdir_in(parent).with_context(cannot)?;
    for (path, content) in files {
        let path = unfinished.path().join(path);
        let inside = path.parent().unwrap_or(unfinished.path());
        fs::create_dir_all(inside).with_context(cannot)?;
        fs::write(path, content).with_context(cannot)?;
    }
    if folder.is_dir() {
        fs::remove_dir(folder).with_context(cannot)?;
    }
    fs::rename(unfinished.path(), folder).with_context(cannot)?;
    // The temporary folder was renamed, so that there is nothing to remove.
    let _ = unfinished.keep();
    Ok(())
}
