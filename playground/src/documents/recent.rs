//! The list of recently opened folders, in one file for all windows.

use std::path::{Path, PathBuf};

use super::state;

const MAX_FOLDERS: usize = 10;

/// Returns `None` if the system has no directory for application state.
pub(crate) fn file() -> Option<PathBuf> {
    Some(state::folder()?.join("recent.json"))
}

/// Returns the last folder first. Fails if the file is unreadable: it was renamed, as the message says.
pub(crate) fn read(file: &Path) -> Result<Vec<PathBuf>, String> {
    let read = state::read(file, "the list of recent folders", state::parse_json::<Vec<_>>)?;
    let mut folders = read.unwrap_or_default();
    folders.truncate(MAX_FOLDERS);
    Ok(folders)
}

/// Moves or adds a folder to the front. Fails if the file is not writable, or was unreadable: it was renamed then, and
/// holds only this folder.
pub(crate) fn add(file: &Path, folder: &Path) -> anyhow::Result<()> {
    let _lock = state::lock(file);
    let read = read(file);
    let mut folders = read.clone().unwrap_or_default();
    folders.retain(|other| other != folder);
    folders.insert(0, folder.to_owned());
    folders.truncate(MAX_FOLDERS);
    state::write(file, &folders)?;
    read.map(|_| ()).map_err(anyhow::Error::msg)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn folder_opened_last_is_the_first_of_ten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/recent.json");
        assert_eq!(read(&file), Ok(Vec::new()));
        for number in 0..12 {
            add(&file, Path::new(&format!("/{number}"))).unwrap();
        }
        add(&file, Path::new("/5")).unwrap();
        let folders = read(&file).unwrap();
        let first = ["/5", "/11"].map(Path::new);
        assert_eq!((folders.len(), &folders[..2]), (10, &first.map(Path::to_owned)[..]));
    }

    #[test]
    fn windows_that_open_folders_at_once_keep_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recent.json");
        std::thread::scope(|scope| {
            for number in 0..MAX_FOLDERS {
                let file = &file;
                scope.spawn(move || add(file, Path::new(&format!("/{number}"))).unwrap());
            }
        });
        assert_eq!(read(&file).unwrap().len(), MAX_FOLDERS);
    }

    #[test]
    fn unreadable_list_is_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recent.json");
        fs::write(&file, "no list").unwrap();
        let message = add(&file, Path::new("/a")).unwrap_err().to_string();
        let moved = folder.path().join("recent.unread-1.json");
        assert!(message.starts_with("cannot read the list of recent folders ("), "{message}");
        assert!(message.ends_with(&format!("moved to {}", moved.display())), "{message}");
        assert_eq!(fs::read_to_string(moved).unwrap(), "no list");
        assert_eq!(read(&file), Ok(vec![PathBuf::from("/a")]));
    }
}
