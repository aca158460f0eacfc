//! The clock of animated generators, whose result depends on time.

use std::time::Duration;

use noise_playground::generator::Domain;

use super::{CompiledGenerator, Workbench};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AnimationClock {
    pub(crate) seconds: f64,
    /// Seconds of animation time per second.
    pub(crate) speed: f64,
    /// Animation time since the previous frame, in seconds.
    pub(crate) delta: f64,
    /// Frames in which the time has advanced.
    pub(crate) frame: u32,
    pub(crate) paused: bool,
}

impl Default for AnimationClock {
    fn default() -> Self {
        Self { seconds: 0.0, speed: 1.0, delta: 0.0, frame: 0, paused: false }
    }
}

/// Maximum seconds per frame, so that animations do not jump after a pause without frames.
const MAX_TIME_STEP: f64 = 0.1;

impl Workbench {
    /// `since_last` is the real time since the previous frame.
    pub(crate) fn advance(&mut self, since_last: Duration) {
        self.0.clock.delta = self.clock.speed * since_last.as_secs_f64().min(MAX_TIME_STEP);
        if self.is_animated() {
            self.0.clock.seconds += self.clock.delta;
            self.0.clock.frame = self.clock.frame.wrapping_add(1);
        }
    }

    /// Returns true if a cell shows an animated generator and the clock is not paused.
    pub(crate) fn is_animated(&self) -> bool {
        let is_animated = |compiled: &CompiledGenerator| {
            let generator = &compiled.generator;
            generator.uniform().is_animated() || generator.domain() == Domain::VolumeTime
        };
        !self.clock.paused
            && self
                .document
                .cells
                .iter()
                .filter_map(|cell| self.compiled.shown(cell))
                .any(|(_, compiled)| is_animated(compiled))
    }
}
