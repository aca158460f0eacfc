//! Tracking of measured GPU costs, which limit the work of a frame.

use noise_playground::field::grid::Region;
use noise_playground::gpu::{Gpu, SampleCost};

use super::EvaluationTimer;
use super::shared::FRAME_BUDGET_MS;
use super::timer::TimingResult;

/// The window reacts to input between two chunks, so that its frames may take this many times the budget at most.
const MAX_PATIENCE: f64 = 8.0;

/// Cost per sample of one stage: evaluation, albedo, horizons or rays.
#[derive(Debug, Default)]
pub(super) struct CostTracker {
    /// Present estimate, from which the size of the next chunk is computed.
    pub(super) sample: SampleCost,
    /// Milliseconds of all work measured since the inputs last changed.
    pub(super) spent_ms: f64,
    /// Samples and milliseconds of the chunk measured last.
    last: Option<(u64, f64)>,
    /// Number of chunks measured since the inputs last changed.
    chunks: u32,
    /// At most one readback is pending.
    pending: Option<PendingTime>,
}

#[derive(Debug)]
struct PendingTime {
    time: TimingResult,
    samples: u64,
    work: TimedWork,
}

/// Decides how a measured time changes the estimated cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimedWork {
    /// Samples spread over the whole picture: their time replaces the estimate.
    Spread,
    /// A chunk, which may cost more or less per sample than others.
    Chunk,
    /// Other work: its time is added to the total, but does not change the cost per sample.
    Other,
}

impl TimedWork {
    /// Returns [`Self::Spread`] if the chunk is the whole picture.
    pub(super) fn of_chunk(chunk: Region, size: [u32; 2]) -> Self {
        if chunk.size == size { Self::Spread } else { Self::Chunk }
    }
}

impl CostTracker {
    /// Forgets times of previous inputs. A pending time of the whole picture stays valid for the same pipeline.
    pub(super) fn restart(&mut self, is_same_pipeline: bool) {
        self.pending.take_if(|pending| pending.work != TimedWork::Spread || !is_same_pipeline);
        self.spent_ms = 0.0;
        self.last = None;
        self.chunks = 0;
    }

    /// Replaces the estimate when work of another kind starts.
    pub(super) fn reset(&mut self, sample: SampleCost) {
        self.sample = sample;
        self.last = None;
    }

    /// Returns the samples of a chunk that takes about `budget_ms` milliseconds. After a chunk of less than half a
    /// frame's budget, the number at least doubles: a small chunk's time is mostly that of the submission.
    pub(super) fn next_count(&self, budget_ms: f64) -> u64 {
        let is_short = |(_, ms): &(u64, f64)| *ms < FRAME_BUDGET_MS / 2.0;
        let doubled = self.last.filter(is_short).map(|(samples, _)| 2 * samples);
        let affordable = self.sample.samples_within(budget_ms);
        affordable.max(doubled.unwrap_or_default())
    }

    /// Returns the factor on a frame's budget: 1 unless the processor computes the chunks. On a busy machine each waits
    /// for it, however small; without the factor they would shrink to nothing, and the picture stay coarse.
    pub(super) fn patience(&self, timer: &EvaluationTimer) -> f64 {
        if !timer.includes_waiting() {
            return 1.0;
        }
        (1.0 + f64::from(self.chunks) / 2.0).min(MAX_PATIENCE)
    }

    /// Returns true once the time of a chunk was measured.
    pub(super) fn was_measured(&self) -> bool {
        self.last.is_some()
    }

    pub(super) fn is_known(&self) -> bool {
        self.pending.is_none()
    }

    /// Ignores the time if another is pending already.
    pub(super) fn request(&mut self, time: TimingResult, samples: u64, work: TimedWork) {
        self.pending.get_or_insert(PendingTime { time, samples, work });
    }

    /// Moves the pending time of another tracker into this one, unless it has one.
    pub(super) fn inherit(&mut self, other: &mut Self) {
        self.pending = self.pending.take().or(other.pending.take());
    }

    /// Updates the estimate from the readback. `total` counts the samples; `is_done` says that all are evaluated.
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
                self.sample = SampleCost::measured(samples, ms);
                if samples == total {
                    self.spent_ms = ms;
                }
            }
            TimedWork::Chunk => {
                let cost = SampleCost::measured(samples, ms);
                // The time of a small rest of a row of tiles may be mostly that for which it waited.
                let is_rest = self.last.is_some_and(|(last, _)| samples < last / 2);
                let affordable_ms = self.patience(timer) * FRAME_BUDGET_MS;
                let has_waited = (FRAME_BUDGET_MS / 2.0..=affordable_ms).contains(&ms);
                if !(is_rest && has_waited) || cost < self.sample {
                    self.last = Some((samples, ms));
                    self.sample = self.sample.updated_with(cost);
                }
                self.chunks += 1;
                self.spent_ms += ms;
                if is_done {
                    self.sample = SampleCost::measured(total, self.spent_ms);
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
        // The driver compiles in the first chunk; then a submission takes a millisecond, and a sample a microsecond.
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
