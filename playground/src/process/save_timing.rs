//! Timing of the steps from saving a shader to its picture, for the log.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Logs, when it is dropped, the duration on level trace.
#[derive(Debug)]
pub(crate) struct TimedStep {
    name: &'static str,
    started: Instant,
}

impl TimedStep {
    pub(crate) fn start(name: &'static str) -> Self {
        Self { name, started: Instant::now() }
    }
}

impl Drop for TimedStep {
    /// Logs milliseconds, and the time of the end in seconds since 1970.
    fn drop(&mut self) {
        let ms = 1e3 * self.started.elapsed().as_secs_f64();
        let ended = SystemTime::now().duration_since(UNIX_EPOCH);
        let ended = ended.unwrap_or_default().as_secs_f64();
        tracing::trace!("stage {}: {ms:.3} ms, ended at {ended:.6}", self.name);
    }
}
