//! Stamps of files (times and size), by which unchanged files are recognized without reading them.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// If two stamps of a file are equal, it has not changed in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: SystemTime,
    #[cfg(unix)]
    status_changed: SystemTime,
    bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileState {
    Missing,
    /// Changed so recently that another change may not alter its stamp.
    Recent,
    Settled(Stamp),
}

impl FileState {
    pub(super) fn of(file: &Path) -> Self {
        if !file.is_file() {
            return Self::Missing;
        }
        Stamp::of(file).map_or(Self::Recent, Self::Settled)
    }
}

/// Coarsest of common file systems. A file that changed more recently may change again with the same stamp.
const TIME_RESOLUTION: Duration = Duration::from_secs(2);

impl Stamp {
    /// Returns `None` if the file changed so recently that another change may not alter the stamp.
    pub(super) fn of(file: &Path) -> Option<Self> {
        Self::at(file, SystemTime::now())
    }

    fn at(file: &Path, now: SystemTime) -> Option<Self> {
        let metadata = fs::metadata(file).ok()?;
        let stamp = Self {
            modified: metadata.modified().ok()?,
            #[cfg(unix)]
            status_changed: status_changed(&metadata)?,
            bytes: metadata.len(),
        };
        // Programs can set the time of modification, but each change sets the time of the status change.
        #[cfg(unix)]
        let latest = stamp.status_changed;
        #[cfg(not(unix))]
        let latest = stamp.modified;
        // A time in the future is that of another clock, or was set by a program: the file is not new for ever.
        let (Ok(distance) | Err(distance)) =
            now.duration_since(latest).map_err(|error| error.duration());
        (distance > TIME_RESOLUTION).then_some(stamp)
    }
}

/// Last change of contents, name or attributes; `None` if it is not known.
#[cfg(unix)]
fn status_changed(metadata: &fs::Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_with_a_time_in_the_future_has_a_stamp_that_stays_equal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        let file = fs::File::create(&path).unwrap();
        let now = SystemTime::now();
        let (hour, year) = (Duration::from_secs(3600), Duration::from_secs(365 * 86400));
        assert_eq!(Stamp::at(&path, now), None, "it may change again");
        file.set_modified(now + year).unwrap();
        let stamp = Stamp::at(&path, now + hour).unwrap();
        assert_eq!(Stamp::at(&path, now + hour), Some(stamp.clone()));
        // The clock of a server may be ahead.
        assert_eq!(Stamp::at(&path, now - hour), Some(stamp.clone()));
        file.set_modified(now + hour).unwrap();
        assert_ne!(Stamp::at(&path, now + 2 * hour), Some(stamp));
    }
}
