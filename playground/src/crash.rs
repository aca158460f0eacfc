//! What was running when the program ended without saying so: a crash, or a machine that stopped.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use noise_playground::source::ModulePath;

/// A file with the names of the shaders that run on the GPU just now. It is there as long as the program is, which
/// keeps it locked; found unlocked, it was left behind. A thread of its own writes it: a disk that is slow holds
/// nobody up.
#[derive(Debug)]
pub(crate) struct Marker {
    path: PathBuf,
    noted: Mutex<Noted>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Noted {
    /// What the window runs, and what the compile thread tries.
    running: [Files; 2],
    /// The way to the thread, which ends with it.
    notes: Option<Sender<Files>>,
}

type Files = BTreeSet<ModulePath>;

/// Who runs shaders.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    Window,
    Compiler,
}

/// The longest that is read of a marker.
const MAX_BYTES: u64 = 64 << 10;

impl Marker {
    /// Takes the marker at a path, and says what another run left in it. `None` where another window has it, or it
    /// cannot be written: then nothing is marked.
    pub(crate) fn take(path: PathBuf) -> Option<(Self, Vec<ModulePath>)> {
        fs::create_dir_all(path.parent()?).ok()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).ok()?;
        file.try_lock().ok()?;
        let mut left = String::new();
        // What is no marker left nothing behind.
        let _ = (&file).take(MAX_BYTES).read_to_string(&mut left);
        let left = left.lines().map(ModulePath::new).collect();
        let (notes, received) = mpsc::channel();
        let writer = thread::Builder::new().name("marker".to_owned());
        let writer = writer.spawn(move || write_all(&file, &received)).ok();
        let noted = Noted {
            running: <[Files; 2]>::default(),
            notes: Some(notes),
        };
        let marker = Self {
            path,
            noted: Mutex::new(noted),
            writer: Some(writer?),
        };
        Some((marker, left))
    }

    /// Notes what is running from now on. Where it cannot be written the next start does not know of it.
    pub(crate) fn note(&self, by: By, running: Files) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let before = mem::replace(&mut noted.running[by as usize], running);
        if before != noted.running[by as usize]
            && let Some(notes) = &noted.notes
        {
            let files = noted.running.iter().flatten().cloned().collect();
            let _ = notes.send(files);
        }
    }

    /// Waits until all is written.
    fn end(&mut self) {
        let noted = self.noted.get_mut();
        noted.unwrap_or_else(PoisonError::into_inner).notes = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Writes what is noted, the newest where several notes wait.
fn write_all(file: &File, notes: &Receiver<Files>) {
    let mut written = None;
    while let Ok(note) = notes.recv() {
        let newest = Some(notes.try_iter().last().unwrap_or(note));
        if newest != written {
            if let Err(error) = write(file, newest.iter().flatten()) {
                tracing::debug!("cannot note what is running: {error}");
            }
            written = newest;
        }
    }
}

fn write<'a>(mut file: &File, running: impl Iterator<Item = &'a ModulePath>) -> io::Result<()> {
    let lines: String = running.map(|path| format!("{path}\n")).collect();
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(lines.as_bytes())
}

impl Drop for Marker {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.end();
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The place of a folder's marker, by that of its session.
pub(crate) fn place(session: &Path) -> Option<PathBuf> {
    let state = session.parent()?.parent()?;
    Some(state.join("running").join(session.file_stem()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crash_leaves_is_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = place(&folder.path().join("sessions/a.json")).unwrap();
        let running = ModulePath::new("generators/a.wgsl");
        let (mut marker, left) = Marker::take(path.clone()).unwrap();
        assert_eq!(left, []);
        let other = ModulePath::new("b.wgsl");
        marker.note(By::Compiler, [running.clone(), other].into());
        marker.note(By::Window, [running.clone()].into());
        marker.note(By::Compiler, BTreeSet::new());
        assert!(
            Marker::take(path.clone()).is_none(),
            "another window has it"
        );
        // As the end of a process does: unlocked, not removed.
        marker.end();
        let (after, left) = Marker::take(path.clone()).unwrap();
        assert_eq!(left, [running]);
        drop(after);
        assert!(!path.exists());
        let (_marker, left) = Marker::take(path).unwrap();
        assert_eq!(left, []);
    }
}
