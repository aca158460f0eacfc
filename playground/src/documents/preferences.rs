//! The preferences, in one file for all folders and windows.

use std::path::{Path, PathBuf};

use super::state;
use crate::workbench::preferences::Preferences;

/// Returns `None` if the system has no directory for application state.
pub(crate) fn file() -> Option<PathBuf> {
    Some(state::folder()?.join("preferences.json"))
}

/// Returns those of the first run without a file. Fails if it is unreadable: it was renamed, as the message says.
pub(crate) fn read(file: &Path) -> Result<Preferences, String> {
    let read = state::read(file, "the preferences", state::parse_json)?;
    Ok(read.unwrap_or_else(Preferences::first))
}

/// Writes the changes from `before` to `now`; those that other windows have written meanwhile remain. Fails if the file
/// cannot be written, or could not be read before: it was renamed then, and holds `now`.
pub(crate) fn write(file: &Path, before: &Preferences, now: &Preferences) -> anyhow::Result<()> {
    let _lock = state::lock(file);
    let read = state::read(file, "the preferences", state::parse_json);
    let written = read.as_ref().ok().and_then(Option::as_ref);
    let written =
        written.map_or_else(|| now.clone(), |other: &Preferences| other.changed(before, now));
    state::write(file, &written)?;
    read.map(|_| ()).map_err(anyhow::Error::msg)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workbench::preferences::Hint;

    #[test]
    fn written_preferences_are_read_and_first_run_has_all_hints() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/preferences.json");
        let first = read(&file).unwrap();
        assert_eq!((first.dark, first.hints.len()), (true, 3));
        let mut preferences = first.clone();
        preferences.dark = false;
        preferences.hints.remove(&Hint::Drag);
        write(&file, &first, &preferences).unwrap();
        assert_eq!(read(&file), Ok(preferences));
    }

    #[test]
    fn two_windows_keep_the_changes_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("preferences.json");
        let first = Preferences::first();
        let without = |hint| {
            let mut preferences = first.clone();
            preferences.hints.remove(&hint);
            preferences
        };
        let light = Preferences { dark: false, ..without(Hint::Drag) };
        write(&file, &first, &light).unwrap();
        write(&file, &first, &without(Hint::Save)).unwrap();
        let expected = Preferences { dark: false, hints: [Hint::NextView].into() };
        assert_eq!(read(&file), Ok(expected));
    }

    #[test]
    fn unreadable_preferences_are_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("preferences.json");
        let broken = "{\"dark\":false,";
        let check = |message: &str, number: u32| {
            let moved = folder.path().join(format!("preferences.unread-{number}.json"));
            assert!(message.starts_with("cannot read the preferences ("), "{message}");
            assert!(message.ends_with(&format!("moved to {}", moved.display())), "{message}");
            assert_eq!(fs::read_to_string(moved).unwrap(), broken);
        };
        fs::write(&file, broken).unwrap();
        check(&read(&file).unwrap_err(), 1);
        assert!(!file.exists());
        // The file may be damaged while the window is open, too.
        fs::write(&file, broken).unwrap();
        let (first, now) = (Preferences::first(), Preferences::default());
        check(&write(&file, &first, &now).unwrap_err().to_string(), 2);
        assert_eq!(read(&file), Ok(now));
    }
}
