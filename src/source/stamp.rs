//! Stamps of files (times and size), by which unchanged files are recognized without reading them.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Stamp of a file: its times and size. If two stamps of a file are equal, it has not changed in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: SystemTime,
    #[cfg(unix)]
    status_changed: SystemTime,
    bytes: u64,
}

/// Coarsest time resolution of common file systems. A file that changed more recently may change again with the same
/// stamp.
const TIME_RESOLUTION: Duration = Duration::from_secs(2);

impl Stamp {
    /// Returns the stamp of a file, or `None` if the file changed so recently that another change may not alter it.
    pub(super) fn of(file: &Path) -> Option<Self> {
        let metadata = fs::metadata(file).ok()?;
        let stamp = Self {
            modified: metadata.modified().ok()?,
            #[cfg(unix)]
            status_changed: status_changed(&metadata)?,
            bytes: metadata.len(),
        };
        #[cfg(unix)]
        let latest = stamp.modified.max(stamp.status_changed);
        #[cfg(not(unix))]
        let latest = stamp.modified;
        let age = SystemTime::now().duration_since(latest).ok()?;
        (age > TIME_RESOLUTION).then_some(stamp)
    }
}

/// Returns the time at which the contents, name or attributes of a file last changed; `None` if it is not known.
#[cfg(unix)]
fn status_changed(metadata: &fs::Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))
}
