//! Debouncing of file changes: waits until editors and other programs have finished writing.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::queue::RequestQueue;
use super::watch::{Change, DEBOUNCE};

/// Changes are collected at most this long while further ones arrive.
const MAX_DELAY: Duration = Duration::from_millis(300);

/// Waits until files are written, or none changes for [`DEBOUNCE`]; merges changes, so that the folder is read once.
pub(super) fn debounce(change: Change, requests: &mut RequestQueue) -> Vec<PathBuf> {
    let deadline = Instant::now() + MAX_DELAY;
    let mut is_finished = matches!(change, Change::Finished(_));
    let (Change::Finished(mut paths) | Change::InProgress(mut paths)) = change;
    loop {
        let timeout = if is_finished { Duration::ZERO } else { DEBOUNCE };
        match requests.next_change(timeout) {
            Some(Change::Finished(files)) => {
                is_finished = true;
                paths.extend(files);
            }
            Some(Change::InProgress(files)) => {
                is_finished |= Instant::now() >= deadline;
                paths.extend(files);
            }
            None => return paths,
        }
    }
}
