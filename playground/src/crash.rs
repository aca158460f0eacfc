//! What was running when the program ended without saying so: a crash, or a machine that stopped.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use noise_playground::source::ModulePath;

/// A file with the names of the shaders that run on the GPU just now. It is there as long as the program is, which
/// keeps it locked; found unlocked, it was left behind.
#[derive(Debug)]
pub(crate) struct Marker {
    path: PathBuf,
    noted: Mutex<Noted>,
}

#[derive(Debug)]
struct Noted {
    file: File,
    /// What the window runs, and what the compile thread tries.
    running: [BTreeSet<ModulePath>; 2],
}

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
        let mut file = options.open(&path).ok()?;
        file.try_lock().ok()?;
        let mut left = String::new();
        // What is no marker left nothing behind.
        let _ = (&mut file).take(MAX_BYTES).read_to_string(&mut left);
        let left = left.lines().map(ModulePath::new).collect();
        let running = Default::default();
        let noted = Mutex::new(Noted { file, running });
        Some((Self { path, noted }, left))
    }

    /// Notes what is running from now on. Where it cannot be written the next start does not know of it.
    pub(crate) fn note(&self, by: By, running: BTreeSet<ModulePath>) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.running[by as usize] == running {
            return;
        }
        noted.running[by as usize] = running;
        let files: BTreeSet<&ModulePath> = noted.running.iter().flatten().collect();
        let lines: String = files.iter().map(|file| format!("{file}\n")).collect();
        let mut file = &noted.file;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(lines.as_bytes()));
        if let Err(error) = written {
            tracing::debug!("cannot write {:?}: {error}", self.path);
        }
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        if !thread::panicking() {
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
        let (marker, left) = Marker::take(path.clone()).unwrap();
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
        marker.noted.lock().unwrap().file.unlock().unwrap();
        let (after, left) = Marker::take(path.clone()).unwrap();
        assert_eq!(left, [running]);
        drop(after);
        assert!(!path.exists());
        let (_marker, left) = Marker::take(path).unwrap();
        assert_eq!(left, []);
    }
}
