//! Files that appear whole or not at all.

use std::fs::File;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};

use super::CaptureError;

/// A file in the making. It has no name until it is [published](Self::commit): whatever ends the program
/// before, nothing is left behind.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    folder: PathBuf,
    file: File,
}

impl AtomicFile {
    /// Begins a file in the folder of `path`. What stands there stays as it is.
    ///
    /// # Errors
    /// The folder is missing or takes no writing, or `path` is a folder itself.
    pub fn create(path: &Path) -> Result<Self, CaptureError> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let refused = |kind, why| CaptureError::new(path, io::Error::new(kind, why));
        if !folder.is_dir() {
            return Err(refused(
                io::ErrorKind::NotFound,
                "its folder does not exist",
            ));
        }
        if path.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let file = unnamed_file(folder).map_err(|error| CaptureError::new(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            folder: folder.to_owned(),
            file,
        })
    }

    /// Where it will stand.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets it stand elsewhere in the same folder.
    pub(super) fn rename(&mut self, path: &Path) {
        path.clone_into(&mut self.path);
    }

    /// Its content, to write to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the finished file in its place, over what stands there.
    ///
    /// # Errors
    /// The place takes no writing.
    pub fn commit(mut self) -> Result<(), CaptureError> {
        let mut name = tempfile::Builder::new();
        name.prefix(".playground-");
        let named = name.make_in(&self.folder, |path| link_or_copy(&mut self.file, path));
        let published = named.and_then(|named| Ok(named.persist(&self.path)?));
        published
            .map(drop)
            .map_err(|error| CaptureError::new(&self.path, error))
    }
}

/// A file without a name in this folder, on the same disk as what it becomes.
fn unnamed_file(folder: &Path) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags, open};
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        if let Ok(file) = open(folder, flags, Mode::from_raw_mode(0o666)) {
            return Ok(file.into());
        }
    }
    tempfile::tempfile_in(folder)
}

/// Links a nameless file where the system can, and copies it else.
fn link_or_copy(file: &mut File, path: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, linkat};
        use std::os::fd::AsRawFd as _;
        let source = format!("/proc/self/fd/{}", file.as_raw_fd());
        if linkat(CWD, source, CWD, path, AtFlags::SYMLINK_FOLLOW).is_ok() {
            return Ok(());
        }
    }
    file.rewind()?;
    io::copy(file, &mut File::create_new(path)?).map(drop)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    #[test]
    fn nothing_is_seen_of_a_file_until_it_is_published() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let mut dropped = AtomicFile::create(&path).unwrap();
        dropped.file().write_all(b"half").unwrap();
        assert_eq!(count(), 0);
        drop(dropped);

        fs::write(&path, "before").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.file().write_all(b"after").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(count(), 1);
    }

    #[test]
    fn folders_are_neither_made_nor_written_over() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::create(&folder.path().join("no/a.png")).is_err());
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}
