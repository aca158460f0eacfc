//! Locks of session files: each window with the same folder writes its own file.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::state;

/// The system unlocks the file when the process ends, however it ends.
pub(crate) struct LockedSession {
    pub(crate) path: PathBuf,
    /// Other windows on the folder, with earlier session files.
    pub(crate) others: u32,
    /// Stands for the session file, which is replaced when it is written; `None` if the file system has no locks.
    _lock: Option<File>,
}

/// If another window has locked `path`, locks the next file that is free, with a number after its name.
pub(crate) fn lock(path: &Path) -> LockedSession {
    let mut others = 0;
    loop {
        let path = numbered(path, others + 1);
        match lock_for(&path) {
            Err(TryLockError::WouldBlock) => others += 1,
            lock => {
                return LockedSession { path, others, _lock: lock.ok() };
            }
        }
    }
}

/// `number` counts the windows with the same folder, from 1; `first` is the file of the first.
pub(crate) fn numbered(first: &Path, number: u32) -> PathBuf {
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        1 => first.to_owned(),
        _ => first.with_file_name(format!("{stem}-{number}.json")),
    }
}

fn lock_for(session: &Path) -> Result<File, TryLockError> {
    let state = session.parent().and_then(Path::parent);
    let lock = state::open_lock(state.unwrap_or(Path::new(".")), session);
    let lock = lock.map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn second_window_on_a_folder_has_its_own_file_until_the_first_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions").join("a.json");
        let first = lock(&file);
        let second = lock(&file);
        let third = lock(&file);
        assert_eq!([first.others, second.others, third.others], [0, 1, 2]);
        assert_eq!(first.path, file);
        assert_eq!(second.path, file.with_file_name("a-2.json"));
        assert_eq!(third.path, file.with_file_name("a-3.json"));
        drop(first);
        assert_eq!(lock(&file).path, file);
        drop(second);
        // Without a folder for locks, the session is saved nevertheless.
        fs::remove_dir_all(folder.path().join("locks")).unwrap();
        fs::write(folder.path().join("locks"), "").unwrap();
        let unlocked = [lock(&file), lock(&file)];
        assert!(unlocked.iter().all(|session| session.path == file));
    }
}
