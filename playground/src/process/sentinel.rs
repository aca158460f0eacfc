//! The run sentinel: a locked file that lists the shaders on the GPU. Found unlocked, it means that the last process on
//! this folder crashed or the machine stopped, and these shaders are quarantined.
//!
//! A separate thread writes and syncs the file, so that a slow disk delays neither frames nor compilations.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use noise_playground::source::ModulePath;

/// Run sentinel of one window: the locked file that lists its running shaders, and the thread that writes it. The file
/// is removed when the process exits normally.
#[derive(Debug)]
pub(crate) struct RunSentinel {
    path: PathBuf,
    state: Mutex<SentinelState>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct SentinelState {
    /// Shader files that are running on the GPU, one list for each [`ShaderThread`].
    running: [Files; 2],
    /// Channel that sends new lists of running files to the writer thread; `None` once that thread must finish.
    lists: Option<Sender<Files>>,
}

type Files = BTreeSet<ModulePath>;

/// Thread of the program that runs shaders, each with its own list of running files: the window's or the compile
/// thread.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShaderThread {
    Window,
    Compiler,
}

const MAX_BYTES: u64 = 64 << 10;

/// Time for which the sentinel still lists a file after its shaders finished. An animation, whose shader starts again
/// with every frame, is thus written and synced once.
const REMOVAL_DELAY: Duration = Duration::from_millis(100);

impl RunSentinel {
    /// Locks the sentinel file at `path`, and returns it with the shader files that a crashed process left in it.
    /// Returns `None` if another process holds the lock or the file cannot be written: a crash then goes undetected.
    pub(crate) fn lock(path: PathBuf) -> Option<(Self, Vec<ModulePath>)> {
        fs::create_dir_all(path.parent()?).ok()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).ok()?;
        file.try_lock().ok()?;
        let mut crashed = String::new();
        // A file that is not UTF-8 was not written by a sentinel, so nothing is quarantined then.
        let _ = (&file).take(MAX_BYTES).read_to_string(&mut crashed);
        let crashed = crashed.lines().map(ModulePath::new).collect();
        let (lists, received) = mpsc::channel();
        let writer = thread::Builder::new().name("sentinel".to_owned());
        let writer = writer.spawn(move || write_all(&file, &received)).ok();
        let state = SentinelState {
            running: <[Files; 2]>::default(),
            lists: Some(lists),
        };
        let sentinel = Self {
            path,
            state: Mutex::new(state),
            writer: Some(writer?),
        };
        Some((sentinel, crashed))
    }

    /// Sets the list of files whose shaders the given thread is running.
    pub(crate) fn set_running(&self, thread: ShaderThread, running: Files) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let previous = mem::replace(&mut state.running[thread as usize], running);
        if previous != state.running[thread as usize]
            && let Some(lists) = &state.lists
        {
            let files = state.running.iter().flatten().cloned().collect();
            let _ = lists.send(files);
        }
    }

    /// Joins the thread that writes the sentinel file, after its last write.
    fn finish(&mut self) {
        let state = self.state.get_mut();
        state.unwrap_or_else(PoisonError::into_inner).lists = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Writes each received list of running files that differs from the written one: with added files at once, without
/// removed ones after [`REMOVAL_DELAY`].
fn write_all(file: &File, lists: &Receiver<Files>) {
    let mut written = Files::new();
    while let Ok(mut newest) = lists.recv() {
        while newest != written {
            let mut listed = newest.clone();
            let deadline = Instant::now() + REMOVAL_DELAY;
            while listed.is_subset(&written)
                && let Ok(next) = lists.recv_timeout(deadline - Instant::now())
            {
                listed.extend(next.iter().cloned());
                newest = next;
            }
            if listed != written
                && let Err(error) = write(file, &listed)
            {
                tracing::debug!("cannot write the run sentinel: {error}");
            }
            written = listed;
        }
    }
}

/// Overwrites the list in the sentinel file and then truncates the file, so that it is never empty while a shader runs.
/// Syncs the file, since a shader that stops the machine leaves no time for the system to do so.
fn write(mut file: &File, listed: &Files) -> io::Result<()> {
    let lines: String = listed.iter().map(|path| format!("{path}\n")).collect();
    file.rewind()?;
    file.write_all(lines.as_bytes())?;
    file.set_len(lines.len() as u64)?;
    file.sync_data()
}

impl Drop for RunSentinel {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.finish();
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the path of a folder's sentinel file, derived from the path of the folder's session file.
pub(crate) fn path(session: &Path) -> Option<PathBuf> {
    let state = session.parent()?.parent()?;
    Some(state.join("running").join(session.file_stem()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentinel_of_crashed_run_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = super::path(&folder.path().join("sessions/a.json")).unwrap();
        let running = ModulePath::new("generators/a.wgsl");
        let (mut sentinel, crashed) = RunSentinel::lock(path.clone()).unwrap();
        assert_eq!(crashed, []);
        let other = ModulePath::new("b.wgsl");
        sentinel.set_running(ShaderThread::Compiler, [running.clone(), other].into());
        sentinel.set_running(ShaderThread::Window, [running.clone()].into());
        sentinel.set_running(ShaderThread::Compiler, BTreeSet::new());
        assert!(
            RunSentinel::lock(path.clone()).is_none(),
            "another process holds the lock"
        );
        // As after a killed process, the file is unlocked but not removed.
        sentinel.finish();
        let (after, crashed) = RunSentinel::lock(path.clone()).unwrap();
        assert_eq!(crashed, [running]);
        drop(after);
        assert!(!path.exists());
        let (_sentinel, crashed) = RunSentinel::lock(path).unwrap();
        assert_eq!(crashed, []);
    }

    #[test]
    fn sentinel_is_never_empty_while_a_shader_runs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("running");
        let (sentinel, _) = RunSentinel::lock(path.clone()).unwrap();
        let read = || fs::read_to_string(&path).unwrap();
        let files = ["a.wgsl", "a/longer/path.wgsl"].map(ModulePath::new);
        for (round, file) in files.iter().cycle().take(2000).enumerate() {
            sentinel.set_running(ShaderThread::Window, [file.clone()].into());
            let line = format!("{file}\n");
            while read() != line {
                assert!(round == 0 || !read().is_empty());
            }
        }
    }

    #[test]
    fn finished_file_is_removed_while_another_is_animated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("running");
        let (sentinel, _) = RunSentinel::lock(path.clone()).unwrap();
        let [animated, other] = ["a.wgsl", "b.wgsl"].map(ModulePath::new);
        sentinel.set_running(ShaderThread::Compiler, [other].into());
        sentinel.set_running(ShaderThread::Window, [animated.clone()].into());
        let mut is_running = true;
        let mut wait_for = |lines: &str, is_animated: bool| {
            let started = Instant::now();
            while fs::read_to_string(&path).unwrap() != lines {
                assert!(started.elapsed() < Duration::from_secs(10), "not {lines:?}");
                thread::sleep(Duration::from_millis(2));
                is_running = is_animated && !is_running;
                let running = is_running.then(|| animated.clone());
                sentinel.set_running(ShaderThread::Window, running.into_iter().collect());
            }
        };
        wait_for("a.wgsl\nb.wgsl\n", true);
        sentinel.set_running(ShaderThread::Compiler, BTreeSet::new());
        wait_for("a.wgsl\n", true);
        wait_for("", false);
    }
}
