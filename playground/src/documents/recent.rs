//! The list of recently opened folders, in one file for all windows.

use std::fs;
use std::path::{Path, PathBuf};

use super::session::{state_folder, write_json};

const MAX_FOLDERS: usize = 10;

/// Returns `None` if the system has no directory for application state.
pub(crate) fn file() -> Option<PathBuf> {
    Some(state_folder()?.join("recent.json"))
}

/// Returns the last folder first; none if the file cannot be read.
pub(crate) fn read(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut folders: Vec<PathBuf> = serde_json::from_str(&text).unwrap_or_default();
    folders.truncate(MAX_FOLDERS);
    folders
}

/// Moves or adds a folder to the front, and returns the others. Fails if the file cannot be written.
pub(crate) fn add(file: &Path, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = read(file);
    folders.retain(|other| other != folder);
    let others = folders.clone();
    folders.insert(0, folder.to_owned());
    folders.truncate(MAX_FOLDERS);
    write_json(file, &folders)?;
    Ok(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_opened_last_is_the_first_of_ten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/recent.json");
        assert_eq!(read(&file), [""; 0].map(PathBuf::from));
        for number in 0..12 {
            add(&file, Path::new(&format!("/{number}"))).unwrap();
        }
        let others = add(&file, Path::new("/5")).unwrap();
        assert_eq!(others[0], Path::new("/11"));
        let folders = read(&file);
        assert_eq!((folders.len(), folders[0].as_path()), (10, Path::new("/5")));
        fs::write(&file, "no list").unwrap();
        assert!(read(&file).is_empty());
    }
}
