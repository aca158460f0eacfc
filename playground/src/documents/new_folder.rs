//! Fills a folder with files, all or none: a new folder appears complete.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, bail};

/// Writes a new folder, which becomes visible only when it is complete, or an existing empty one. Paths are relative to
/// it. Fails if the folder is not empty, its parent does not exist, or it cannot be written.
pub(crate) fn write(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    let is_empty = |folder: &Path| folder.read_dir().is_ok_and(|mut files| files.next().is_none());
    let exists = folder.symlink_metadata().is_ok();
    if exists && !is_empty(folder) {
        bail!("{folder:?} already exists and is not empty");
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let cannot = || format!("cannot write {folder:?}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(".playground-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let unfinished = builder.tempdir_in(if exists { folder } else { parent });
    let unfinished = unfinished.with_context(cannot)?;
    for (path, content) in files {
        let path = unfinished.path().join(path);
        let inside = path.parent().unwrap_or(unfinished.path());
        fs::create_dir_all(inside).with_context(cannot)?;
        fs::write(path, content).with_context(cannot)?;
    }
    if exists {
        // The folder is not replaced, since it may be the working directory or the target of a link.
        return move_entries(unfinished.path(), folder).with_context(cannot);
    }
    fs::rename(unfinished.path(), folder).with_context(cannot)?;
    // The temporary folder was renamed, so that there is nothing to remove.
    let _ = unfinished.keep();
    Ok(())
}

/// If an entry cannot be moved, moves those before it back.
fn move_entries(from: &Path, to: &Path) -> io::Result<()> {
    let mut moved = Vec::new();
    for entry in from.read_dir()? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if let Err(error) = fs::rename(entry.path(), &target) {
            for (source, target) in moved {
                let _ = fs::rename(target, source);
            }
            return Err(error);
        }
        moved.push((entry.path(), target));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> [(PathBuf, Vec<u8>); 2] {
        [("a/b.wgsl", "1"), ("c.wgsl", "2")].map(|(path, text)| (path.into(), text.into()))
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap().map(Result::unwrap);
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn existing_empty_folder_is_filled_and_not_replaced() {
        use std::os::unix::fs::{MetadataExt as _, symlink};

        let root = tempfile::tempdir().unwrap();
        let (folder, link) = (root.path().join("empty"), root.path().join("link"));
        fs::create_dir(&folder).unwrap();
        symlink(&folder, &link).unwrap();
        let before = fs::metadata(&folder).unwrap().ino();
        write(&link, &files()).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().ino(), before);
        assert_eq!(names(&folder), ["a", "c.wgsl"]);
        assert_eq!(fs::read_to_string(folder.join("a/b.wgsl")).unwrap(), "1");
        assert!(link.is_symlink());
        let error = write(&folder, &files()).unwrap_err().to_string();
        assert!(error.ends_with("already exists and is not empty"), "{error}");
    }

    #[test]
    fn failed_write_leaves_no_file() {
        let root = tempfile::tempdir().unwrap();
        // A file stands where another file needs a folder.
        let [first, second] = files();
        let clash = [first, second, ("c.wgsl/d.wgsl".into(), Vec::new())];
        for folder in [root.path(), &root.path().join("new")] {
            assert!(write(folder, &clash).is_err());
            assert_eq!(names(root.path()), [""; 0]);
        }
        // A name is taken after the first entry was moved.
        let (from, to) = (root.path().join("from"), root.path().join("to"));
        fs::create_dir_all(from.join("a")).unwrap();
        fs::create_dir_all(to.join("a/taken")).unwrap();
        assert!(move_entries(&from, &to).is_err());
        assert_eq!((names(&from), names(&to)), (vec!["a".to_owned()], vec!["a".to_owned()]));
    }
}
