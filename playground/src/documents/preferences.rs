//! The preferences, in one file for all folders and windows.

use std::fs;
use std::path::{Path, PathBuf};

use super::session::{state_folder, write_json};
use crate::workbench::preferences::Preferences;

/// Returns `None` if the system has no directory for application state.
pub(crate) fn file() -> Option<PathBuf> {
    Some(state_folder()?.join("preferences.json"))
}

/// Returns those of the first run if there is no file, and the defaults if it cannot be read.
pub(crate) fn read(file: &Path) -> Preferences {
    match fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text).unwrap_or_default(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Preferences::first(),
        Err(_) => Preferences::default(),
    }
}

pub(crate) fn write(file: &Path, preferences: &Preferences) -> anyhow::Result<()> {
    write_json(file, preferences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::preferences::Hint;

    #[test]
    fn written_preferences_are_read_and_first_run_has_all_hints() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/preferences.json");
        let mut preferences = read(&file);
        assert_eq!((preferences.dark, preferences.hints.len()), (true, 3));
        preferences.dark = false;
        preferences.hints.remove(&Hint::Drag);
        write(&file, &preferences).unwrap();
        assert_eq!(read(&file), preferences);
        fs::write(&file, "no preferences").unwrap();
        assert_eq!(read(&file), Preferences::default());
    }
}
