//! Folder for captures until the user chooses another.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

/// Name of the folder for captures in the working directory.
const CAPTURES: &str = "captures";

/// Name of the folder for captures in the user's folder of pictures.
const PICTURES: &str = "noise-playground";

/// Returns `captures` in the working directory, or a folder of the user's pictures. A desktop starts programs in the
/// root or in the home folder, where the user would not look for captures.
pub(crate) fn default_folder() -> PathBuf {
    let working = env::current_dir().unwrap_or_default();
    let home = dirs::home_dir();
    if is_suitable(&working, home.as_deref(), io::stdin().is_terminal()) {
        return working.join(CAPTURES);
    }
    let pictures = dirs::picture_dir().or(home);
    pictures.unwrap_or_else(env::temp_dir).join(PICTURES)
}

/// Returns true if the working directory is writable and chosen: in a terminal, the home folder may be on purpose.
fn is_suitable(working: &Path, home: Option<&Path>, has_terminal: bool) -> bool {
    let is_chosen = working.parent().is_some() && (has_terminal || home != Some(working));
    let captures = working.join(CAPTURES);
    let written = if captures.exists() { &captures } else { working };
    is_chosen && tempfile::tempfile_in(written).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn captures_are_saved_where_the_user_started_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let home = Some(folder.path());
        let project = folder.path().join("project");
        assert!(!is_suitable(&project, home, true), "it does not exist");
        fs::create_dir(&project).unwrap();
        assert!(is_suitable(&project, home, false));
        assert!(is_suitable(&project, None, true));
        // A desktop starts programs without a terminal.
        assert!(is_suitable(folder.path(), home, true));
        assert!(!is_suitable(folder.path(), home, false));
        assert!(!is_suitable(Path::new("/"), home, true));
        assert!(!is_suitable(Path::new(""), home, true));
        // What has the name of the folder is a file.
        fs::write(project.join(CAPTURES), "").unwrap();
        assert!(!is_suitable(&project, home, true));
    }
}
