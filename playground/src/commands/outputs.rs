//! Paths of the option `-o`, which may be given several times.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::bail;
use noise_playground::capture::{STDOUT, companion_paths};

/// Fails if two paths lead to the same file, or one to a file that is written beside the other, so that one result would
/// replace the other.
pub(crate) fn check_distinct(paths: &[PathBuf]) -> anyhow::Result<()> {
    let all: Vec<PathBuf> = paths.iter().map(|path| resolved(path)).collect();
    for (index, path) in paths.iter().enumerate() {
        if let Some(earlier) = all[..index].iter().position(|other| *other == all[index]) {
            if paths[earlier] == *path {
                bail!("-o {path:?} is given twice");
            }
            bail!("-o {path:?} is given twice: {:?} is the same file", paths[earlier]);
        }
        let companions = companion_paths(path).map(|companion| resolved(&companion));
        if let Some(other) = all.iter().position(|other| companions.contains(other)) {
            bail!("-o {:?} is the name of a file that is written beside {path:?}", paths[other]);
        }
    }
    Ok(())
}

/// Follows links. A file that does not exist is resolved by its folder.
fn resolved(path: &Path) -> PathBuf {
    if path == Path::new(STDOUT) {
        return path.to_owned();
    }
    if let Ok(file) = dunce::canonicalize(path) {
        return file;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = dunce::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(comparable(name.to_owned())),
        _ => path.to_owned(),
    }
}

/// Systems whose file names usually differ by more than case.
fn comparable(name: OsString) -> OsString {
    if cfg!(any(windows, target_os = "macos")) { name.to_ascii_lowercase() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn other_names_of_a_file_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let [inside, link] = ["inside", "link"].map(|name| folder.path().join(name));
        std::fs::create_dir(&inside).unwrap();
        std::os::unix::fs::symlink(&inside, &link).unwrap();
        std::fs::write(inside.join("old.png"), "").unwrap();
        std::os::unix::fs::symlink("old.png", inside.join("alias.png")).unwrap();
        let same = |one: PathBuf, other: PathBuf| check_distinct(&[one, other]).is_err();
        assert!(same("-".into(), "-".into()));
        assert!(same("a.png".into(), "./a.png".into()));
        assert!(same(inside.join("a.png"), link.join("a.png")));
        assert!(same(inside.join("a.png"), inside.join("../inside/a.png")));
        assert!(same(inside.join("old.png"), link.join("alias.png")));
        assert!(same("a.r16".into(), "./a.r16.mask.png".into()));
        assert!(same(link.join("a.npy.json"), inside.join("a.npy")));
        assert!(!same("a.r16".into(), "b.r16.mask.png".into()));
        assert!(!same("-".into(), "./-".into()));
        assert!(!same(inside.join("a.png"), link.join("b.png")));
        assert!(!same("gone/a.png".into(), "a.png".into()));
    }
}
