//! Measured costs of work on the GPU, and the sizes of the slices into which long work is split.

/// GPU time that a pipeline takes per sample, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct SampleCost {
    ms_per_sample: f64,
}

impl SampleCost {
    /// For work that does not exist or is too cheap to measure.
    pub const FREE: Self = Self { ms_per_sample: 0.0 };

    /// From the time of `samples` samples together.
    pub fn new(samples: u64, ms: f64) -> Self {
        Self { ms_per_sample: ms.max(0.0) / samples.max(1) as f64 }
    }

    /// From a measured time. A time that is too short to be measured counts as the shortest that is not.
    pub fn measured(samples: u64, ms: f64) -> Self {
        Self::new(samples, ms.max(MIN_MEASURED_MS))
    }

    /// Returns the number of samples in `ms` milliseconds; `u64::MAX` for free work.
    pub fn samples_within(self, ms: f64) -> u64 {
        (ms / self.ms_per_sample) as u64
    }

    /// Returns the milliseconds that `samples` samples take.
    pub fn ms_of(self, samples: u64) -> f64 {
        self.ms_per_sample * samples as f64
    }

    /// Returns the cost of a sample that needs other work too.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { ms_per_sample: self.ms_per_sample + other.ms_per_sample }
    }

    /// Returns the cost of work that takes `factor` times as long.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { ms_per_sample: factor * self.ms_per_sample }
    }

    /// Returns the cost of a measured chunk, but at least half of this one, since later chunks may cost more.
    #[must_use]
    pub fn updated_with(self, chunk: Self) -> Self {
        Self { ms_per_sample: chunk.ms_per_sample.max(self.ms_per_sample / 2.0) }
    }
}

/// Cost assumed before the first measurement: that of a heavy shader on a slow machine.
impl Default for SampleCost {
    fn default() -> Self {
        Self::new(4096, 8.0)
    }
}

/// Shortest time that can be told from 0: the start of a dispatch, and a tick of some GPUs, take microseconds.
const MIN_MEASURED_MS: f64 = 0.01;

/// Largest coarse picture of a calibration, in samples. Mesa's software driver compiles a shader once more for textures
/// whose sides are powers of two; those of the window's pictures seldom are.
pub(crate) const MAX_COARSE_SIDE: u32 = 63;

/// Time limit of a submission. Drivers abort submissions that take seconds, and the device is then lost.
pub(crate) const MAX_SLICE_MS: f64 = 100.0;

/// Largest ratio of a slice to the largest timed before, in samples. A calibration with few samples can miss most of
/// the cost of many: they fit the idle units of a large GPU, or the time of the submission hides theirs.
const MAX_GROWTH: u64 = 16;

/// Sizes of successive slices. The measured time of each corrects the size of the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    cost: SampleCost,
    /// Samples of the largest timed slice.
    timed: u64,
}

/// For work whose cost is not known.
impl Default for Pace {
    fn default() -> Self {
        Self::new(SampleCost::default())
    }
}

impl Pace {
    pub(crate) fn new(cost: SampleCost) -> Self {
        let timed = u64::from(MAX_COARSE_SIDE * MAX_COARSE_SIDE);
        Self { cost, timed }
    }

    pub(crate) fn next_count(&self) -> u64 {
        let affordable = self.cost.samples_within(MAX_SLICE_MS);
        affordable.min(self.timed.saturating_mul(MAX_GROWTH))
    }

    /// Returns the samples that take a share of a slice, if the cost is known to a factor of 1 / `share`.
    pub(crate) fn count_of_share(&self, share: f64) -> u64 {
        self.cost.samples_within(share * MAX_SLICE_MS)
    }

    pub(crate) fn add(&mut self, slice: TimedSamples) {
        self.cost = self.cost.updated_with(slice.cost());
        self.timed = self.timed.max(slice.samples);
    }
}

/// Measured costs of a generator's pipelines.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct PipelineCost {
    /// Per sample; for a grid program, per invocation of a pass.
    pub evaluate: SampleCost,
    /// Per sample of the albedo; [`SampleCost::FREE`] if there is none.
    pub surface: SampleCost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedSamples {
    pub(crate) samples: u64,
    pub(crate) ms: f64,
}

impl TimedSamples {
    pub(crate) fn cost(self) -> SampleCost {
        SampleCost::measured(self.samples, self.ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of samples in each slice of work that takes `ms_per_sample`, as long as `total` samples last.
    fn slices(mut pace: Pace, ms_per_sample: f64, total: u64) -> Vec<u64> {
        let (mut slices, mut rest) = (Vec::new(), total);
        while rest > 0 {
            let samples = pace.next_count().min(rest);
            let ms = ms_per_sample * samples as f64;
            pace.add(TimedSamples { samples, ms });
            slices.push(samples);
            rest -= samples;
        }
        slices
    }

    #[test]
    fn cost_that_was_too_short_to_measure_is_not_free() {
        for ms in [0.0, -0.3, 1e-6] {
            let count = SampleCost::measured(3905, ms).samples_within(MAX_SLICE_MS);
            assert_eq!(count, 39_050_000, "{ms}");
        }
        assert_eq!(SampleCost::measured(1000, 2.0), SampleCost::new(1000, 2.0));
    }

    #[test]
    fn slices_follow_the_measured_times_if_the_calibration_missed_the_cost() {
        let (total, missed) = (8192 * 8192, Pace::new(SampleCost::measured(3905, 0.0)));
        // A picture that takes 17 s.
        let heavy = slices(missed, 1.0 / 3905.0, total);
        let longest = *heavy.iter().max().unwrap() as f64 / 3905.0;
        assert!(longest < 1.01 * MAX_SLICE_MS, "{longest} ms");
        assert!(heavy.len() < 200, "{}", heavy.len());
        // A picture that takes less than a slice.
        let light = slices(missed, 1e-7, total);
        assert_eq!(light.len(), 4, "{light:?}");
    }
}
