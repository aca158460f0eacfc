//! How often the device is lost.

use std::time::{Duration, Instant};

/// So many losses in so short a time are no accident.
const MOST: usize = 3;
const LOSS_WINDOW: Duration = Duration::from_secs(10);

/// When devices were lost of late.
#[derive(Debug, Default)]
pub(super) struct DeviceLosses(Vec<Instant>);

impl DeviceLosses {
    /// Takes in a loss. Whether it is worth it to go on with another device.
    pub(super) fn record(&mut self, now: Instant) -> bool {
        self.0
            .retain(|before| now.duration_since(*before) < LOSS_WINDOW);
        self.0.push(now);
        self.0.len() < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_losses_in_ten_seconds_are_too_many() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let mut losses = DeviceLosses::default();
        let worth = [0, 6, 11, 15, 30].map(|seconds| losses.record(after(seconds)));
        assert_eq!(worth, [true, true, true, false, true]);
    }
}
