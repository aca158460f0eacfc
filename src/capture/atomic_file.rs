//! Files that appear complete or not at all.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::CaptureError;

/// Path that stands for the standard output.
pub const STDOUT: &str = "-";

/// A file without a name until it is [committed](Self::commit), so that an earlier crash leaves no file.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    folder: PathBuf,
    file: File,
}

impl AtomicFile {
    /// Creates a file in the folder of `path`. An existing file stays until [`Self::commit`]. For [`STDOUT`] the content
    /// is written to the standard output once it is complete.
    ///
    /// # Errors
    /// Fails if the folder does not exist or cannot be written, or if `path` is a folder.
    pub fn create(path: &Path) -> Result<Self, CaptureError> {
        if path == Path::new(STDOUT) {
            let file = tempfile::tempfile().map_err(|error| CaptureError::new(path, error))?;
            return Ok(Self {
                path: path.to_owned(),
                folder: PathBuf::new(),
                file,
            });
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let refused = |kind, reason| CaptureError::new(path, io::Error::new(kind, reason));
        if !folder.is_dir() {
            return Err(refused(
                io::ErrorKind::NotFound,
                "the folder does not exist",
            ));
        }
        if path.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory, "the path is a folder"));
        }
        let file = unnamed_file(folder).map_err(|error| CaptureError::new(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            folder: folder.to_owned(),
            file,
        })
    }

    /// Returns the path after [`Self::commit`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Changes the path, within the same folder.
    pub(super) fn rename(&mut self, path: &Path) {
        path.clone_into(&mut self.path);
    }

    /// Returns the file for writing.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Moves the file to its path, over an existing file, or writes it to the standard output.
    ///
    /// # Errors
    /// Fails if the folder or the standard output cannot be written. A closed pipe is not an error.
    pub fn commit(mut self) -> Result<(), CaptureError> {
        if self.path == Path::new(STDOUT) {
            return print(&mut self.file).map_err(|error| CaptureError::new(&self.path, error));
        }
        let mut name = tempfile::Builder::new();
        name.prefix(".playground-");
        let named = name.make_in(&self.folder, |path| link_or_copy(&mut self.file, path));
        let committed = named.and_then(|named| Ok(named.persist(&self.path)?));
        committed
            .map(drop)
            .map_err(|error| CaptureError::new(&self.path, error))
    }
}

/// Copies a file to the standard output.
fn print(file: &mut File) -> io::Result<()> {
    file.rewind()?;
    let mut stdout = io::stdout().lock();
    match io::copy(file, &mut stdout).and_then(|_| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Opens a file without a name in this folder, so that it is on the file system of its final path.
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

/// Links an unnamed file to `path`, or copies it if the system cannot link it.
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

    use super::*;

    #[test]
    fn file_is_not_visible_until_committed() {
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
    fn folders_are_neither_created_nor_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::create(&folder.path().join("no/a.png")).is_err());
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}
