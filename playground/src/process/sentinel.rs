//! The run sentinel: a locked file that lists the shaders on the GPU. Found unlocked, it means that the last process on
//! this folder crashed or the machine stopped, and these shaders are quarantined.
//!
//! A separate thread writes and syncs the file, so that a slow disk delays neither frames nor compilations.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use noise_playground::gpu::Gpu;
use noise_playground::source::ModulePath;

/// The file is removed when the process exits normally. The default sentinel has no file.
#[derive(Debug, Default)]
pub(crate) struct RunSentinel(Mutex<SentinelState>);

#[derive(Debug, Default)]
struct SentinelState {
    /// Files with the number of [`RunningShaders`] that list each.
    running: BTreeMap<ModulePath, usize>,
    #[cfg(test)]
    ever_listed: Files,
    /// `None` if the file could not be locked, and once it is closed.
    written: Option<WrittenFile>,
}

#[derive(Debug)]
struct WrittenFile {
    path: PathBuf,
    /// To the writer thread.
    lists: Sender<Files>,
    /// Returns the file, which it has locked.
    writer: JoinHandle<File>,
}

/// Files that are listed until this value is dropped. If the device was lost meanwhile, they stay listed, since they
/// may be the cause, until [`RunSentinel::take_lost`] is called.
#[derive(Debug)]
pub(crate) struct RunningShaders {
    sentinel: Arc<RunSentinel>,
    gpu: Gpu,
    files: Files,
}

type Files = BTreeSet<ModulePath>;

const MAX_BYTES: u64 = 64 << 10;

/// An animation, whose shader starts again with every frame, is thus written and synced once.
const REMOVAL_DELAY: Duration = Duration::from_millis(100);

impl RunSentinel {
    /// Returns the files that a crashed process left; `None` if locked or not writable: crashes go undetected.
    pub(crate) fn lock(path: PathBuf) -> Option<(Self, Vec<ModulePath>)> {
        fs::create_dir_all(path.parent()?).ok()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = loop {
            let file = options.open(&path).ok()?;
            file.try_lock().ok()?;
            // A process that exits may have removed it meanwhile.
            if path.exists() {
                break file;
            }
        };
        let mut crashed = String::new();
        // A file that is not UTF-8 was not written by a sentinel, so nothing is quarantined then.
        let _ = (&file).take(MAX_BYTES).read_to_string(&mut crashed);
        let crashed = crashed.lines().map(ModulePath::new).collect();
        let (lists, received) = mpsc::channel();
        let writer = thread::Builder::new().name("sentinel".to_owned());
        let writer = writer.spawn(move || {
            write_all(&file, &received);
            file
        });
        let writer = writer.ok()?;
        let state = SentinelState {
            written: Some(WrittenFile { path, lists, writer }),
            ..SentinelState::default()
        };
        Some((Self(Mutex::new(state)), crashed))
    }

    /// Lists files until the returned value is dropped.
    pub(crate) fn list(self: &Arc<Self>, gpu: &Gpu, files: Files) -> RunningShaders {
        // A lost device runs nothing.
        let files = match gpu.lost() {
            Some(_) => Files::new(),
            None => files,
        };
        self.state().change(|running| {
            for file in &files {
                *running.entry(file.clone()).or_default() += 1;
            }
        });
        RunningShaders { sentinel: Arc::clone(self), gpu: gpu.clone(), files }
    }

    /// Called after the device was lost.
    pub(crate) fn take_lost(&self) -> Files {
        let mut lost = Files::new();
        self.state().change(|running| lost.extend(mem::take(running).into_keys()));
        lost
    }

    /// Waits for the last write and removes the file, since the process exits normally.
    pub(crate) fn close(&self) {
        if let Some((path, _locked)) = self.state().finish() {
            let _ = fs::remove_file(path);
        }
    }

    #[cfg(test)]
    pub(crate) fn ever_listed(&self) -> Files {
        self.state().ever_listed.clone()
    }

    fn state(&self) -> MutexGuard<'_, SentinelState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SentinelState {
    /// Sends the list to the writer thread if it then has other files.
    fn change(&mut self, change: impl FnOnce(&mut BTreeMap<ModulePath, usize>)) {
        let before: Files = self.running.keys().cloned().collect();
        change(&mut self.running);
        let files: Files = self.running.keys().cloned().collect();
        #[cfg(test)]
        self.ever_listed.extend(files.iter().cloned());
        if let Some(written) = &self.written
            && files != before
        {
            let _ = written.lists.send(files);
        }
    }

    /// Joins the writer thread, and returns the file, which stays locked, and its path.
    fn finish(&mut self) -> Option<(PathBuf, Option<File>)> {
        let WrittenFile { path, lists, writer } = self.written.take()?;
        drop(lists);
        Some((path, writer.join().ok()))
    }
}

impl Drop for RunningShaders {
    fn drop(&mut self) {
        if thread::panicking() || self.gpu.lost().is_some() {
            return;
        }
        self.sentinel.state().change(|running| {
            for file in &self.files {
                if let Some(count) = running.get_mut(file) {
                    *count -= 1;
                }
            }
            running.retain(|_, count| *count > 0);
        });
    }
}

/// Writes added files at once, removed ones after [`REMOVAL_DELAY`].
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

/// Overwrites and then truncates, so that the file is never empty while a shader runs. Syncs, since a shader that stops
/// the machine leaves no time for the system to do so.
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
            self.close();
        }
    }
}

/// Derived from the path of the session file.
pub(crate) fn path(session: &Path) -> Option<PathBuf> {
    let state = session.parent()?.parent()?;
    Some(state.join("running").join(session.file_stem()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locked(path: &Path) -> (Arc<RunSentinel>, Vec<ModulePath>) {
        let (sentinel, crashed) = RunSentinel::lock(path.to_owned()).unwrap();
        (Arc::new(sentinel), crashed)
    }

    fn files<const N: usize>(names: [&str; N]) -> Files {
        names.map(ModulePath::new).into()
    }

    #[test]
    fn sentinel_of_crashed_run_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let gpu = Gpu::headless(None).unwrap();
        let path = super::path(&folder.path().join("sessions/a.json")).unwrap();
        let (sentinel, crashed) = locked(&path);
        assert_eq!(crashed, []);
        let both = sentinel.list(&gpu, files(["b.wgsl", "generators/a.wgsl"]));
        let running = sentinel.list(&gpu, files(["generators/a.wgsl"]));
        drop(both);
        assert!(RunSentinel::lock(path.clone()).is_none(), "another process holds the lock");
        // As after a killed process, the file is unlocked but not removed.
        sentinel.state().finish();
        let (after, crashed) = locked(&path);
        assert_eq!(crashed, [ModulePath::new("generators/a.wgsl")]);
        drop(running);
        drop(after);
        assert!(!path.exists());
        let (_sentinel, crashed) = locked(&path);
        assert_eq!(crashed, []);
    }

    #[test]
    fn sentinel_is_never_empty_while_a_shader_runs() {
        let folder = tempfile::tempdir().unwrap();
        let gpu = Gpu::headless(None).unwrap();
        let path = folder.path().join("running");
        let (sentinel, _) = locked(&path);
        let mut running = None;
        for round in 0..2000 {
            // The next file is listed before the last one is removed.
            let name = format!("{}{round}.wgsl", ["a", "a/longer/path"][round % 2]);
            let next = sentinel.list(&gpu, files([&name]));
            drop(running.replace(next));
            loop {
                let listed = fs::read_to_string(&path).unwrap();
                if listed.lines().any(|line| line == name) {
                    break;
                }
                assert!(round == 0 || !listed.is_empty());
            }
        }
    }

    #[test]
    fn finished_file_is_removed_while_another_is_animated() {
        let folder = tempfile::tempdir().unwrap();
        let gpu = Gpu::headless(None).unwrap();
        let path = folder.path().join("running");
        let (sentinel, _) = locked(&path);
        let other = sentinel.list(&gpu, files(["b.wgsl"]));
        let mut animated = None;
        let mut wait_for = |lines: &str, is_animated: bool| {
            while fs::read_to_string(&path).unwrap() != lines {
                let is_running = is_animated && animated.is_none();
                animated = is_running.then(|| sentinel.list(&gpu, files(["a.wgsl"])));
                thread::yield_now();
            }
        };
        wait_for("a.wgsl\nb.wgsl\n", true);
        drop(other);
        wait_for("a.wgsl\n", true);
        wait_for("", false);
    }

    #[test]
    fn shader_that_ran_when_the_device_was_lost_stays_listed_until_it_is_taken() {
        let sentinel = Arc::new(RunSentinel::default());
        let [gpu, next] = [(), ()].map(|()| Gpu::headless(None).unwrap());
        let finished = sentinel.list(&gpu, files(["finished.wgsl"]));
        let running = sentinel.list(&gpu, files(["running.wgsl"]));
        drop(finished);
        gpu.device.destroy();
        let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        drop(running);
        assert_eq!(sentinel.take_lost(), files(["running.wgsl"]));
        drop(sentinel.list(&gpu, files(["late.wgsl"])));
        let _after = sentinel.list(&next, files(["after.wgsl"]));
        assert_eq!(sentinel.take_lost(), files(["after.wgsl"]));
    }
}
