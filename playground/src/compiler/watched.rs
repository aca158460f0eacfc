//! The folder under watch: what became of it, and how its changes come to be known.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::sync::mpsc::Sender;
use std::time::{Duration, SystemTime};

use noise_playground::source::SourceTree;

use super::CompilerRequest;
use crate::compiler::watch::FolderWatcher;

/// How often a folder is looked through whose changes the system does not tell of, or not all.
const POLL: Duration = Duration::from_millis(400);

/// How often a watched folder is asked whether it is still itself. Nobody tells of a move of the folder around it.
const CHECK: Duration = Duration::from_secs(2);

/// A folder, watched while it is there.
pub(super) struct WatchedFolder {
    pub(super) path: PathBuf,
    wakes: Weak<Sender<CompilerRequest>>,
    watcher: Option<FolderWatcher>,
    /// Which folder it is that was found at the path; none while there is none.
    identity: Option<Identity>,
    /// Whether it has to be looked through besides.
    is_polled: bool,
    /// Why it could not be read last time.
    complaint: Option<String>,
}

impl WatchedFolder {
    /// The folder at a path. Watching begins when it is first read.
    pub(super) fn new(path: PathBuf, wakes: Weak<Sender<CompilerRequest>>) -> Self {
        Self {
            path,
            wakes,
            watcher: None,
            identity: None,
            is_polled: false,
            complaint: None,
        }
    }

    /// How long nothing may happen before [`needs_a_look`](Self::should_rescan) is asked.
    pub(super) fn wait_timeout(&self) -> Duration {
        if self.watcher.is_none() || self.is_polled {
            POLL
        } else {
            CHECK
        }
    }

    /// Whether something may have changed that nobody told of.
    pub(super) fn should_rescan(&self) -> bool {
        self.watcher.is_none() || self.is_polled || Identity::of(&self.path) != self.identity
    }

    /// Returns once new folders are watched.
    pub(super) fn catch_up(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            watcher.sync();
        }
    }

    /// Reads the shaders, if it can be done, and gives what there is to say.
    pub(super) fn read(
        &mut self,
        before: &SourceTree,
        changed: &[PathBuf],
    ) -> (Option<SourceTree>, Option<String>) {
        let identity = Identity::of(&self.path);
        let mut notice = None;
        if identity != self.identity {
            self.watcher = None;
            if identity.is_some() {
                notice = self.watch();
            }
            self.identity = identity;
        }
        match SourceTree::read(&self.path, before, changed) {
            Ok(tree) => {
                self.complaint = None;
                (Some(tree), notice)
            }
            Err(error) => {
                let complaint = Some(format!("cannot read {:?}: {error}", self.path));
                let is_new = complaint != self.complaint;
                self.complaint.clone_from(&complaint);
                (None, complaint.filter(|_| is_new))
            }
        }
    }

    /// Looks through the folder now and then from now on. Gives what to say of it.
    pub(super) fn start_polling(&mut self, reason: String) -> Option<String> {
        let is_new = !std::mem::replace(&mut self.is_polled, true);
        is_new.then(|| format!("looking for changes now and then: {reason}"))
    }

    fn watch(&mut self) -> Option<String> {
        let wakes = self.wakes.clone();
        let watcher = FolderWatcher::new(&self.path, move |change| {
            if let Some(wakes) = wakes.upgrade() {
                let _ = wakes.send(
                    change.map_or_else(CompilerRequest::WatchDegraded, CompilerRequest::Changed),
                );
            }
        });
        self.is_polled = false;
        match watcher {
            Ok(watcher) => {
                self.watcher = Some(watcher);
                let remote = remote_file_system(&self.path)?;
                self.start_polling(format!("{remote} does not tell of changes made elsewhere"))
            }
            Err(reason) => self.start_polling(reason),
        }
    }
}

/// What tells a folder from another that took its name.
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

/// The kind of a folder's file system, if others may write to it than this system: it does not tell of that.
#[cfg(target_os = "linux")]
fn remote_file_system(folder: &Path) -> Option<&'static str> {
    remote_name(rustix::fs::statfs(folder).ok()?.f_type as u32)
}

/// Other systems have no number for it.
#[cfg(not(target_os = "linux"))]
fn remote_file_system(_folder: &Path) -> Option<&'static str> {
    None
}

/// File systems by their numbers, as `<linux/magic.h>` and their own sources have them.
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
    fn network_mounts_are_told_from_disks() {
        assert_eq!(remote_name(0x6969), Some("NFS"));
        // What a disk, memory and the kernel's own tables have.
        for folder in [env!("CARGO_MANIFEST_DIR"), "/dev/shm", "/proc"] {
            assert_eq!(remote_file_system(Path::new(folder)), None, "{folder}");
        }
    }
}
