//! The desktop's setting that turns animations of user interfaces off.

use std::path::Path;
use std::{env, fs};

/// Reads `PLAYGROUND_REDUCED_MOTION`, and the settings that GTK and KDE write for applications.
pub(crate) fn is_requested() -> bool {
    let by_desktop = || {
        let folder = dirs::config_dir()?;
        let versions = ["gtk-4.0", "gtk-3.0"].map(|version| folder.join(version));
        versions.iter().find_map(|folder| animations(folder))
    };
    env::var_os("PLAYGROUND_REDUCED_MOTION").is_some() || by_desktop() == Some(false)
}

/// Reads the settings of a GTK folder; `None` if they do not say.
fn animations(folder: &Path) -> Option<bool> {
    let text = fs::read_to_string(folder.join("settings.ini")).ok()?;
    let mut settings = text.lines().filter_map(|line| line.split_once('='));
    let (_, value) = settings.find(|(name, _)| name.trim() == "gtk-enable-animations")?;
    match value.trim() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_of_the_desktop_is_read() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(animations(folder.path()), None);
        let file = folder.path().join("settings.ini");
        fs::write(&file, "[Settings]\ngtk-theme-name=X\ngtk-enable-animations = false\n").unwrap();
        assert_eq!(animations(folder.path()), Some(false));
        fs::write(&file, "gtk-enable-animations=1").unwrap();
        assert_eq!(animations(folder.path()), Some(true));
    }
}
