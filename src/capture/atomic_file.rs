//! Atomic writing of files: a file appears complete at its path or not at all.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

/// Path that stands for the standard output in place of a file.
pub const STDOUT: &str = "-";

/// Start of the temporary name that a file has for the moment in which it is moved to its path.
const PREFIX: &str = ".playground-writing-";

/// Age from which a file with a temporary name counts as left by a killed process, rather than as just being written.
const MIN_AGE: Duration = Duration::from_secs(60);

/// Error while writing a capture: the path, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path:?}: {reason}")]
pub struct CaptureError {
    path: PathBuf,
    reason: io::Error,
}

impl CaptureError {
    pub(super) fn new(path: &Path, reason: io::Error) -> Self {
        Self { path: path.to_owned(), reason }
    }
}

/// Removes files with temporary names that killed processes left. Those of running processes are locked, and stay.
pub fn remove_abandoned_files(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_temporary = |name: &str| name.starts_with(PREFIX);
    for entry in entries.filter(|entry| is_temporary(&entry.file_name().to_string_lossy())) {
        let modified = entry.metadata().and_then(|file| file.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        let is_locked = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_err());
        if age.is_some_and(|age| age > MIN_AGE) && !is_locked() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file for writing that has no name until it is [committed](Self::commit), so that an earlier crash leaves no file.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    folder: PathBuf,
    file: File,
}

impl AtomicFile {
    /// Creates an unnamed file in the folder of `path`. An existing file stays until [`Self::commit`]. For [`STDOUT`]
    /// the content is written to the standard output once it is complete.
    ///
    /// # Errors
    /// Fails if the folder is missing or not writable, if `path` is a folder, or if the standard output is a terminal.
    pub fn create(path: &Path) -> Result<Self, CaptureError> {
        if path == Path::new(STDOUT) {
            if io::stdout().is_terminal() {
                let reason =
                    "the terminal cannot show the file; write it to a pipe or to a named file";
                return Err(CaptureError::new(path, io::Error::other(reason)));
            }
            let file = tempfile::tempfile().map_err(|error| CaptureError::new(path, error))?;
            return Ok(Self { path: path.to_owned(), folder: PathBuf::new(), file });
        }
        let folder =
            path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let refused = |kind, reason| CaptureError::new(path, io::Error::new(kind, reason));
        if !folder.is_dir() {
            return Err(refused(io::ErrorKind::NotFound, "the folder does not exist"));
        }
        if path.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory, "the path is a folder"));
        }
        let file = unnamed_file(folder).map_err(|error| CaptureError::new(path, error))?;
        Ok(Self { path: path.to_owned(), folder: folder.to_owned(), file })
    }

    /// Returns the path that the file has after [`Self::commit`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn rename(&mut self, path: &Path) {
        path.clone_into(&mut self.path);
    }

    /// Returns the unnamed file, to which the content is written.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Moves the finished file to its path, in place of an existing file, or writes it to the standard output.
    ///
    /// # Errors
    /// Fails if the folder or the standard output cannot be written. A closed pipe is not an error.
    pub fn commit(self) -> Result<(), CaptureError> {
        self.stage()?.publish()
    }

    pub(super) fn stage(mut self) -> Result<StagedFile, CaptureError> {
        let is_stdout = self.path == Path::new(STDOUT);
        let named = (!is_stdout).then(|| self.named()).transpose();
        Ok(StagedFile {
            named: named.map_err(|error| CaptureError::new(&self.path, error))?,
            path: self.path,
            file: self.file,
        })
    }

    fn named(&mut self) -> io::Result<NamedTempFile<()>> {
        // File systems without locks protect a file with a temporary name only by its age.
        let _ = self.file.try_lock();
        let mut name = tempfile::Builder::new();
        name.prefix(PREFIX);
        name.make_in(&self.folder, |path| link_or_copy(&mut self.file, path))
    }
}

/// A finished file on the disk, not yet at its path. It is removed if it is dropped.
#[derive(Debug)]
pub(super) struct StagedFile {
    path: PathBuf,
    /// Temporary name of the file; `None` for the standard output.
    named: Option<NamedTempFile<()>>,
    /// Locked as long as it has a temporary name.
    file: File,
}

impl StagedFile {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn publish(mut self) -> Result<(), CaptureError> {
        let published = match self.named {
            Some(named) => named.persist(&self.path).map_err(io::Error::from),
            None => print(&mut self.file),
        };
        published.map_err(|error| CaptureError::new(&self.path, error))
    }
}

fn print(file: &mut File) -> io::Result<()> {
    file.rewind()?;
    let mut stdout = io::stdout().lock();
    match io::copy(file, &mut stdout).and_then(|_| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// In the folder of its final path, so that it is on the same file system.
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

/// Gives an unnamed file the name `path` by a link, or by a copy if the system cannot link it. The data are on the disk
/// before the file can be moved to its final path, so that even after a power failure it is complete there. The folder
/// is not synchronized: its entry is then that of the old file or of the new one.
fn link_or_copy(file: &mut File, path: &Path) -> io::Result<()> {
    file.sync_data()?;
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
    let mut copy = File::create_new(path)?;
    let _ = copy.try_lock();
    let copied = io::copy(file, &mut copy).and_then(|_| copy.sync_data());
    copied.inspect_err(|_| _ = fs::remove_file(path))
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
    fn files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let create = |name: &str, age: Duration| {
            let file = File::create(folder.path().join(name)).unwrap();
            let modified = std::time::SystemTime::now() - age;
            file.set_modified(modified).unwrap();
            file
        };
        let [young, old] = [Duration::ZERO, 2 * MIN_AGE];
        drop(create(".playground-writing-old", old));
        drop(create(".playground-writing-young", young));
        drop(create(".playground-ignore", old));
        let locked = create(".playground-writing-locked", old);
        locked.try_lock().unwrap();
        remove_abandoned_files(folder.path());
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(
            names,
            [".playground-ignore", ".playground-writing-locked", ".playground-writing-young"]
        );
    }

    #[test]
    fn failed_copy_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".playground-writing-a");
        // A folder can be opened, but neither linked nor copied.
        let mut unreadable = File::open(folder.path()).unwrap();
        assert!(link_or_copy(&mut unreadable, &path).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn folders_are_neither_created_nor_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::create(&folder.path().join("no/a.png")).is_err());
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}
