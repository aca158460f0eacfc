//! What a tile's work takes, and so how much of it a frame has time for.

use noise_playground::gpu::{Gpu, Pace};

use super::Clock;
use super::clock::Time;

/// What one kind of work takes.
#[derive(Debug, Default)]
pub(super) struct Cost {
    /// What a sample takes.
    pub(super) pace: Pace,
    /// What the parts so far took.
    pub(super) spent_ms: f64,
    /// What is not known yet, one at a time.
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    time: Time,
    samples: u64,
    of: Of,
}

/// What a time is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// Samples that are spread over all of the picture.
    Spread,
    /// A part of what there is to do.
    Part,
    /// Work of another kind, which comes on top.
    Other,
}

impl Cost {
    /// Begins anew. What spread samples of the same pipeline take is worth knowing whatever the inputs.
    pub(super) fn begin(&mut self, is_same_pipeline: bool) {
        self.asked
            .take_if(|asked| asked.of != Of::Spread || !is_same_pipeline);
        self.spent_ms = 0.0;
    }

    /// Whether nothing is on its way.
    pub(super) fn is_known(&self) -> bool {
        self.asked.is_none()
    }

    /// Will take in a time, unless another is on its way.
    pub(super) fn ask(&mut self, time: Time, samples: u64, of: Of) {
        self.asked.get_or_insert(Asked { time, samples, of });
    }

    /// Takes over what another waits for, where it does not wait itself.
    pub(super) fn inherit(&mut self, other: &mut Self) {
        self.asked = self.asked.take().or(other.asked.take());
    }

    /// Asks for the time of what was submitted.
    pub(super) fn submitted(&mut self) {
        if let Some(Asked {
            time: Time::Later(read),
            ..
        }) = &mut self.asked
        {
            read.submitted();
        }
    }

    /// Takes in a time, if it has come back. `whole` is how many samples there are, and `is_done` whether all were done.
    pub(super) fn receive(&mut self, gpu: &Gpu, clock: &Clock, whole: u64, is_done: bool) {
        let asked = self.asked.as_ref();
        let ms = asked.and_then(|asked| clock.read(gpu, &asked.time));
        let Some((ms, Asked { samples, of, .. })) = ms.zip(self.asked.take_if(|_| ms.is_some()))
        else {
            return;
        };
        tracing::trace!("{samples} samples in {ms:.2} ms");
        match of {
            Of::Spread => {
                self.pace = Pace::new(samples, ms);
                if samples == whole {
                    self.spent_ms = ms;
                }
            }
            Of::Part => {
                self.pace = self.pace.after(Pace::new(samples, ms));
                self.spent_ms += ms;
                if is_done {
                    self.pace = Pace::new(whole, self.spent_ms);
                }
            }
            Of::Other => self.spent_ms += ms,
        }
    }
}
