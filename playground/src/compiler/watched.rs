//! Watched folder of shaders: detects changes, and whether another folder has replaced it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use noise_playground::source::SourceTree;

use super::watch::{Change, FolderWatcher};

/// For a folder whose changes the system does not report, or not all.
const POLL_INTERVAL: Duration = Duration::from_millis(400);

/// The system does not report a move of a folder's parent.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Called on the thread of `notify`; an error states why changes may be missed from then on.
pub(crate) type OnChange = Arc<dyn Fn(Result<Change, String>) + Send + Sync>;

/// Watched while it exists.
pub(crate) struct WatchedFolder {
    /// Absolute, without links.
    pub(super) path: PathBuf,
    /// As it was opened: a link may lead elsewhere later.
    opened: PathBuf,
    on_change: OnChange,
    watcher: Option<FolderWatcher>,
    /// Directory last found at the path, by which a replacement is detected.
    identity: Option<Identity>,
    /// True if the watcher may miss changes.
    is_polled: bool,
    /// Error of the last read, so that it is reported only once.
    error: Option<String>,
}

impl WatchedFolder {
    /// The first [`read`](Self::read) starts the watcher. `opened` is absolute, and may have links.
    pub(crate) fn new(opened: PathBuf, on_change: OnChange) -> Self {
        let path = dunce::canonicalize(&opened).unwrap_or_else(|_| opened.clone());
        Self {
            path,
            opened,
            on_change,
            watcher: None,
            identity: None,
            is_polled: false,
            error: None,
        }
    }

    /// Returns the folder to which the opened path leads now, if that is another one.
    fn moved_to(&self) -> Option<PathBuf> {
        dunce::canonicalize(&self.opened).ok().filter(|target| *target != self.path)
    }

    /// Returns the time after which [`should_rescan`](Self::should_rescan) must be called.
    pub(crate) fn wait_timeout(&self) -> Duration {
        if self.watcher.is_none() || self.is_polled { POLL_INTERVAL } else { CHECK_INTERVAL }
    }

    /// Returns true if the folder may have changed without an event.
    pub(crate) fn should_rescan(&self) -> bool {
        self.watcher.is_none()
            || self.is_polled
            || self.moved_to().is_some()
            || Identity::of(&self.path) != self.identity
    }

    pub(crate) fn exists(&self) -> bool {
        self.path.is_dir()
    }

    pub(crate) fn sync(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            watcher.sync();
        }
    }

    /// Reads files in `changed`, and others whose metadata differ from `previous`. The path changes if the folder was
    /// opened by a link that leads elsewhere now. Returns `None` for an unreadable folder, and a notice, if any.
    pub(crate) fn read(
        &mut self,
        previous: &SourceTree,
        changed: &[PathBuf],
    ) -> (Option<SourceTree>, Option<String>) {
        self.path = self.moved_to().unwrap_or_else(|| self.path.clone());
        let identity = Identity::of(&self.path);
        let mut notice = None;
        if identity != self.identity {
            self.watcher = None;
            if identity.is_some() {
                notice = self.watch();
            }
            self.identity = identity;
        }
        match SourceTree::read(&self.path, previous, changed) {
            Ok(tree) => {
                self.error = None;
                (Some(tree), notice)
            }
            Err(error) => {
                let error = Some(format!("cannot read {:?}: {error}", self.path));
                let is_new = error != self.error;
                self.error.clone_from(&error);
                (None, error.filter(|_| is_new))
            }
        }
    }

    /// Returns a notice; `None` if scans were started before.
    pub(crate) fn start_polling(&mut self, reason: String) -> Option<String> {
        let is_new = !std::mem::replace(&mut self.is_polled, true);
        is_new.then(|| format!("polling the folder for changes: {reason}"))
    }

    fn watch(&mut self) -> Option<String> {
        let on_change = Arc::clone(&self.on_change);
        let watcher = FolderWatcher::new(&self.path, move |change| on_change(change));
        self.is_polled = false;
        match watcher {
            Ok(watcher) => {
                self.watcher = Some(watcher);
                let remote = remote_file_system(&self.path)?;
                self.start_polling(format!(
                    "{remote} does not report changes made on other machines"
                ))
            }
            Err(reason) => self.start_polling(reason),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    created: Option<SystemTime>,
    #[cfg(unix)]
    inode: (u64, u64),
}

impl Identity {
    fn of(folder: &Path) -> Option<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        let metadata = fs::metadata(folder).ok()?;
        Some(Self {
            created: metadata.created().ok(),
            #[cfg(unix)]
            inode: (metadata.dev(), metadata.ino()),
        })
    }
}

/// Returns the file system if it may be remote: changes by other machines are not reported.
#[cfg(target_os = "linux")]
fn remote_file_system(folder: &Path) -> Option<&'static str> {
    remote_name(rustix::fs::statfs(folder).ok()?.f_type as u32)
}

/// Only Linux tells the kind of a file system by a portable number.
#[cfg(not(target_os = "linux"))]
fn remote_file_system(_folder: &Path) -> Option<&'static str> {
    None
}

/// `magic` is a number in `<linux/magic.h>`; `None` for a local file system.
#[cfg(target_os = "linux")]
fn remote_name(magic: u32) -> Option<&'static str> {
    Some(match magic {
        0x6969 => "NFS",
        0x517b | 0xfe53_4d42 | 0xff53_4d42 => "SMB",
        0x0102_1997 => "9P",
        0x6573_5546 => "FUSE",
        0x5346_414f => "AFS",
        0x7375_7245 => "Coda",
        0x00c3_6400 => "Ceph",
        0x0bd0_0bd0 => "Lustre",
        0x4750_4653 => "GPFS",
        0x1983_0326 => "BeeGFS",
        0x0116_1970 => "GFS2",
        0x7461_636f => "OCFS2",
        0x786f_4256 => "a shared folder of VirtualBox",
        _ => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn local_file_systems_are_not_remote() {
        assert_eq!(remote_name(0x6969), Some("NFS"));
        // The source directory is on a disk, `/dev/shm` in memory, and `/proc` in the kernel.
        for folder in [env!("CARGO_MANIFEST_DIR"), "/dev/shm", "/proc"] {
            assert_eq!(remote_file_system(Path::new(folder)), None, "{folder}");
        }
    }
}
