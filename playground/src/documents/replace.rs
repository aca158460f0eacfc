//! Replaces text files in the folder of the user's shaders.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::capture::AtomicFile;
use noise_playground::generator::control::TextEdit;
use noise_playground::source::Source;

/// Writes a file, or the target of a link, in one step, with its permissions. Fails if it is not writable.
pub(crate) fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    let target = dunce::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let permissions = fs::metadata(&target).map(|metadata| metadata.permissions());
    let mut written = AtomicFile::create(&target)?;
    if let Ok(permissions) = permissions {
        if permissions.readonly() {
            bail!("{}: write-protected", name(file));
        }
        written.file().set_permissions(permissions)?;
    }
    written.file().write_all(text.as_bytes())?;
    Ok(written.commit()?)
}

/// Preserves a byte-order mark. Fails if the text is not the one of the edit, or the file cannot be read or written.
pub(crate) fn apply(folder: &Path, edit: &TextEdit) -> anyhow::Result<()> {
    let file = folder.join(edit.file.as_str());
    let text = fs::read_to_string(&file).with_context(|| edit.file.to_string())?;
    let without_mark = Source::new(edit.file.as_str(), text.as_str()).text;
    if without_mark != edit.before {
        bail!("{} has changed since", edit.file);
    }
    let mark = &text[..text.len() - without_mark.len()];
    replace(&file, &format!("{mark}{}", edit.after))
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(before: &str, after: &str) -> TextEdit {
        TextEdit {
            file: noise_playground::source::ModulePath::new("a.wgsl"),
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    #[test]
    fn edit_replaces_the_text_it_was_made_for_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.wgsl");
        fs::write(&file, "\u{feff}one\r\n").unwrap();
        apply(folder.path(), &edit("one\r\n", "two\r\n")).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "\u{feff}two\r\n");
        let error = apply(folder.path(), &edit("one\r\n", "three")).unwrap_err();
        assert_eq!(error.to_string(), "a.wgsl has changed since");
        assert_eq!(fs::read_to_string(&file).unwrap(), "\u{feff}two\r\n");
        fs::remove_file(&file).unwrap();
        let error = apply(folder.path(), &edit("two\r\n", "three")).unwrap_err();
        assert_eq!(error.to_string(), "a.wgsl");
        assert!(!file.exists());
    }

    #[cfg(unix)]
    #[test]
    fn replaced_file_keeps_its_permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("b.wgsl"), folder.path().join("a.wgsl"));
        fs::write(&file, "one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        apply(folder.path(), &edit("one", "two")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
        let error = apply(folder.path(), &edit("two", "three")).unwrap_err();
        assert_eq!(error.to_string(), "a.wgsl: write-protected");
    }
}
