//! Joining threads when the process exits, for a limited time.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longest wait for one thread: a graphics driver may never return from a call.
const JOIN_TIMEOUT: Duration = Duration::from_secs(3);

/// Waits until a thread has finished, for at most [`JOIN_TIMEOUT`].
pub(crate) fn join_with_timeout(thread: &JoinHandle<()>) {
    let started = Instant::now();
    while !thread.is_finished() && started.elapsed() < JOIN_TIMEOUT {
        thread::sleep(Duration::from_millis(5));
    }
}
