//! Tracking of measured costs, which limit the work of a frame.

use noise_playground::gpu::{Gpu, SampleCost};
use noise_playground::grid::Region;

use super::EvaluationTimer;
use super::shared::FRAME_BUDGET_MS;
use super::timer::TimingResult;

/// Measured cost per sample of one stage of a picture: evaluation, albedo, horizons or rays.
#[derive(Debug, Default)]
pub(super) struct CostTracker {
    /// Present estimate of the cost.
    pub(super) sample: SampleCost,
    /// Milliseconds of all chunks since the inputs last changed.
    pub(super) spent_ms: f64,
    /// Samples and milliseconds of the last chunk; `None` before it.
    last: Option<(u64, f64)>,
    /// The pending time; at most one.
    pending: Option<PendingTime>,
}

#[derive(Debug)]
struct PendingTime {
    time: TimingResult,
    samples: u64,
    work: TimedWork,
}

/// Kind of the work that a measured time covers, which decides how the time changes the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimedWork {
    /// Samples spread over the whole picture.
    Spread,
    /// A chunk of the picture, which may cost more or less per sample than others.
    Chunk,
    /// Work other than evaluating samples: its time counts, but not toward the cost of a sample.
    Other,
}

impl TimedWork {
    /// Returns the kind of a chunk of a picture: [`Self::Spread`] if the chunk is the whole picture, which has this
    /// size.
    pub(super) fn of_chunk(chunk: Region, size: [u32; 2]) -> Self {
        if chunk.size == size {
            Self::Spread
        } else {
            Self::Chunk
        }
    }
}

impl CostTracker {
    /// Forgets what was measured for previous inputs. A pending time of samples spread over the whole picture stays
    /// valid if the pipeline is the same.
    pub(super) fn restart(&mut self, is_same_pipeline: bool) {
        self.pending
            .take_if(|pending| pending.work != TimedWork::Spread || !is_same_pipeline);
        self.spent_ms = 0.0;
        self.last = None;
    }

    /// Forgets the measured times, for work of another kind.
    pub(super) fn reset(&mut self, sample: SampleCost) {
        self.sample = sample;
        self.last = None;
    }

    /// Returns the number of samples of the next chunk. After one that took less than half of a frame's budget, it is twice
    /// as large even if the cost of a sample seems too high: of few samples, most of the time is that of the submission.
    pub(super) fn next_count(&self, budget_ms: f64) -> u64 {
        let is_short = |(_, ms): &(u64, f64)| *ms < FRAME_BUDGET_MS / 2.0;
        let doubled = self.last.filter(is_short).map(|(samples, _)| 2 * samples);
        let affordable = self.sample.samples_within(budget_ms);
        affordable.max(doubled.unwrap_or_default())
    }

    /// Returns true if no readback of a time is pending.
    pub(super) fn is_known(&self) -> bool {
        self.pending.is_none()
    }

    /// Stores a time to be read back, unless another is pending.
    pub(super) fn request(&mut self, time: TimingResult, samples: u64, work: TimedWork) {
        self.pending.get_or_insert(PendingTime {
            time,
            samples,
            work,
        });
    }

    /// Moves the pending time of `other` into this tracker, unless this tracker has a pending time.
    pub(super) fn inherit(&mut self, other: &mut Self) {
        self.pending = self.pending.take().or(other.pending.take());
    }

    /// Starts to map the readback of the submitted time.
    pub(super) fn start_mapping(&mut self) {
        if let Some(PendingTime {
            time: TimingResult::Pending(readback),
            ..
        }) = &mut self.pending
        {
            readback.start_mapping();
        }
    }

    /// Updates the cost if the pending time was read back. `total` is the number of samples of the picture; `is_done`
    /// is true if all of them are evaluated.
    pub(super) fn receive(
        &mut self,
        gpu: &Gpu,
        timer: &EvaluationTimer,
        total: u64,
        is_done: bool,
    ) {
        let pending = self.pending.as_ref();
        let ms = pending.and_then(|pending| timer.read(gpu, &pending.time));
        let received = ms.zip(self.pending.take_if(|_| ms.is_some()));
        let Some((ms, PendingTime { samples, work, .. })) = received else {
            return;
        };
        tracing::trace!("{samples} samples in {ms:.2} ms");
        match work {
            TimedWork::Spread => {
                self.sample = SampleCost::new(samples, ms);
                if samples == total {
                    self.spent_ms = ms;
                }
            }
            TimedWork::Chunk => {
                self.last = Some((samples, ms));
                self.sample = self.sample.updated_with(SampleCost::new(samples, ms));
                self.spent_ms += ms;
                if is_done {
                    self.sample = SampleCost::new(total, self.spent_ms);
                }
            }
            TimedWork::Other => self.spent_ms += ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_grow_although_each_submission_takes_its_time() {
        let gpu = Gpu::headless(None).unwrap();
        let mut cost = CostTracker::default();
        let chunk = |cost: &mut CostTracker, samples: u64, ms: f64| {
            cost.request(TimingResult::Known(ms), samples, TimedWork::Chunk);
            cost.receive(&gpu, &EvaluationTimer::Wall, u64::MAX, false);
        };
        // The driver compiles the shader in the first chunk; then a submission takes a millisecond, and a sample a microsecond.
        chunk(&mut cost, 4096, 2000.0);
        let mut frames = 0;
        let mut samples = 0;
        while samples < 66_049 {
            let count = cost.next_count(1.0).max(64);
            chunk(&mut cost, count, 1.0 + 0.001 * count as f64);
            samples += count;
            frames += 1;
        }
        // With 64 samples in each it would be 1,000.
        assert!(frames < 60, "{frames}");
        let count = cost.next_count(1.0);
        assert!((500..10_000).contains(&count), "{count}");
    }
}
