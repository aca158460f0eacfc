//! Small pictures that are submitted together: a GPU evaluates several side by side, and each submission costs time.

use super::{Lane, PictureTile, Renderer};
use crate::RenderSettings;
use crate::gpu::{EvaluateInputs, GpuError, PendingPicture};

/// Most pictures in a batch. With more, a GPU gains nothing.
const MAX_BATCH: u64 = 8;

/// In all pictures of a batch; more samples than a GPU evaluates at once.
const MAX_BATCH_SAMPLES: u64 = 1 << 19;

fn batch_of(affordable_samples: u64, samples_of_picture: u64) -> usize {
    let samples = affordable_samples.min(MAX_BATCH_SAMPLES);
    (samples / samples_of_picture.max(1)).clamp(1, MAX_BATCH) as usize
}

impl Renderer<'_> {
    /// Returns how many pictures [`Self::submit_batch`] may record together: those of which the GPU evaluates several at
    /// once, in less time than a slice. 1 for a three-dimensional view, and if field inputs or a grid are evaluated.
    pub fn max_batch(&self) -> usize {
        if self.is_scene() {
            return 1;
        }
        // Later pictures may cost several times as much.
        let affordable = self.slicer.count_of_share(1.0 / MAX_BATCH as f64);
        batch_of(affordable, self.inputs.sample_count())
    }

    /// Records pictures, whose shading must be the same, and submits them together.
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`].
    pub fn submit_batch(
        &mut self,
        pictures: &[(RenderSettings, EvaluateInputs)],
    ) -> Result<Vec<PendingPicture>, GpuError> {
        let mut encoder = self.gpu.encoder();
        let mut written = Vec::new();
        for (lane, (settings, inputs)) in pictures.iter().enumerate() {
            self.set_picture(settings, inputs)?;
            self.lane = lane;
            if lane == self.lanes.len() {
                self.lanes.push(Lane::new(self.gpu));
            }
            let grid = if self.is_scene() { settings.grid } else { inputs.grid };
            let tile = PictureTile::whole(grid.region());
            written.push(self.record(&mut encoder, tile, None)?);
        }
        // All copies come last: one between two evaluations would make the second wait for the first.
        let mut readbacks = Vec::new();
        for (lane, written) in written.into_iter().enumerate() {
            self.lane = lane;
            readbacks.push(self.read_back(&mut encoder, written)?);
        }
        self.lane = 0;
        let submission = self.gpu.queue.submit([encoder.finish()]);
        let pending = |readback| PendingPicture { submission: submission.clone(), readback };
        Ok(readbacks.into_iter().map(pending).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::device::cost::{Pace, SampleCost, TimedSamples};

    #[test]
    fn batches_of_cheap_pictures_do_not_depend_on_the_largest_slice() {
        let mut pace = Pace::new(SampleCost::measured(3905, 0.0));
        for side in [64, 128, 200, 256] {
            assert_eq!(batch_of(pace.count_of_share(0.125), side * side), 8, "{side}");
        }
        assert_eq!(batch_of(pace.count_of_share(0.125), 512 * 512), 2);
        pace.add(TimedSamples { samples: 256 * 256, ms: 50.0 });
        assert_eq!(batch_of(pace.count_of_share(0.125), 256 * 256), 1);
    }
}
