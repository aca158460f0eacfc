//! Waiting for threads when the process exits, for a limited time.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A graphics driver may never return from a call.
const JOIN_TIMEOUT: Duration = Duration::from_secs(3);

/// Threads whose results are no longer needed.
static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Waits at most [`JOIN_TIMEOUT`].
pub(crate) fn join_with_timeout(thread: &JoinHandle<()>) {
    let started = Instant::now();
    while !thread.is_finished() && started.elapsed() < JOIN_TIMEOUT {
        thread::sleep(Duration::from_millis(5));
    }
}

/// [`join_threads`] waits for the thread.
pub(crate) fn join_at_exit(thread: JoinHandle<()>) {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    threads.retain(|thread| !thread.is_finished());
    threads.push(thread);
}

/// Waits at most [`JOIN_TIMEOUT`] in all. Some graphics drivers crash if they are in use while the process exits.
pub(crate) fn join_threads() {
    let threads = std::mem::take(&mut *THREADS.lock().unwrap_or_else(PoisonError::into_inner));
    let waiting = thread::spawn(move || threads.into_iter().for_each(|thread| _ = thread.join()));
    join_with_timeout(&waiting);
}
