//! What a tile's work takes, and so how much of it a frame has time for.

use noise_playground::gpu::{Gpu, SampleCost};

use super::EvaluationTimer;
use super::timer::TimingResult;

/// What one kind of work takes.
#[derive(Debug, Default)]
pub(super) struct CostTracker {
    /// What a sample takes.
    pub(super) pace: SampleCost,
    /// What the parts so far took.
    pub(super) spent_ms: f64,
    /// What is not known yet, one at a time.
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    time: TimingResult,
    samples: u64,
    of: TimedWork,
}

/// What a time is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimedWork {
    /// Samples that are spread over all of the picture.
    Spread,
    /// A part of what there is to do.
    Part,
    /// Work of another kind, which comes on top.
    Other,
}

impl CostTracker {
    /// Begins anew. What spread samples of the same pipeline take is worth knowing whatever the inputs.
    pub(super) fn begin(&mut self, is_same_pipeline: bool) {
        self.asked
            .take_if(|asked| asked.of != TimedWork::Spread || !is_same_pipeline);
        self.spent_ms = 0.0;
    }

    /// Whether nothing is on its way.
    pub(super) fn is_known(&self) -> bool {
        self.asked.is_none()
    }

    /// Will take in a time, unless another is on its way.
    pub(super) fn ask(&mut self, time: TimingResult, samples: u64, of: TimedWork) {
        self.asked.get_or_insert(Asked { time, samples, of });
    }

    /// Takes over what another waits for, where it does not wait itself.
    pub(super) fn inherit(&mut self, other: &mut Self) {
        self.asked = self.asked.take().or(other.asked.take());
    }

    /// Asks for the time of what was submitted.
    pub(super) fn submitted(&mut self) {
        if let Some(Asked {
            time: TimingResult::Later(read),
            ..
        }) = &mut self.asked
        {
            read.start_mapping();
        }
    }

    /// Takes in a time, if it has come back. `whole` is how many samples there are, and `is_done` whether all were done.
    pub(super) fn receive(
        &mut self,
        gpu: &Gpu,
        clock: &EvaluationTimer,
        whole: u64,
        is_done: bool,
    ) {
        let asked = self.asked.as_ref();
        let ms = asked.and_then(|asked| clock.read(gpu, &asked.time));
        let Some((ms, Asked { samples, of, .. })) = ms.zip(self.asked.take_if(|_| ms.is_some()))
        else {
            return;
        };
        tracing::trace!("{samples} samples in {ms:.2} ms");
        match of {
            TimedWork::Spread => {
                self.pace = SampleCost::new(samples, ms);
                if samples == whole {
                    self.spent_ms = ms;
                }
            }
            TimedWork::Part => {
                self.pace = self.pace.updated_with(SampleCost::new(samples, ms));
                self.spent_ms += ms;
                if is_done {
                    self.pace = SampleCost::new(whole, self.spent_ms);
                }
            }
            TimedWork::Other => self.spent_ms += ms,
        }
    }
}
