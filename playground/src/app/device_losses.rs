//! Counting of recent losses of the graphics device: after repeated ones, the window does not open another by itself.

use std::time::{Duration, Instant};

const MAX_LOSSES: usize = 3;
const LOSS_WINDOW: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub(super) struct DeviceLosses(Vec<Instant>);

impl DeviceLosses {
    /// Returns false for the third loss within 10 s: the window then waits for the user instead of recovering.
    pub(super) fn record(&mut self, now: Instant) -> bool {
        self.0.retain(|loss| now.duration_since(*loss) < LOSS_WINDOW);
        self.0.push(now);
        self.0.len() < MAX_LOSSES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn third_loss_within_ten_seconds_is_not_recovered() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let mut losses = DeviceLosses::default();
        let recovers = [0, 6, 11, 15, 30].map(|seconds| losses.record(after(seconds)));
        assert_eq!(recovers, [true, true, true, false, true]);
    }
}
