//! Waiting for a thread when the program ends: a while, not for ever.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a thread is waited for. A driver may never come back from what it was given.
const FAREWELL: Duration = Duration::from_secs(3);

/// Waits until a thread has ended, but no longer than [`FAREWELL`].
pub(crate) fn wait_for(thread: &JoinHandle<()>) {
    let begun = Instant::now();
    while !thread.is_finished() && begun.elapsed() < FAREWELL {
        thread::sleep(Duration::from_millis(5));
    }
}
