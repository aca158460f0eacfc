//! Readback of the histogram of a picture's values, which the legend shows.

use noise_playground::field::{Channel, Histogram};
use noise_playground::gpu::{Gpu, HistogramPipeline, PendingReadback};

use crate::app::progressive::{ProgressivePicture, SharedPipelines};

#[derive(Default)]
pub(super) struct HistogramReader {
    pending: Option<PendingReadback>,
    /// Evaluation and channel that were requested last.
    requested: Option<(u64, Channel)>,
}

impl HistogramReader {
    /// Requests the histogram of a complete, measured picture, unless it was requested last or another is pending.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        picture: &ProgressivePicture,
    ) {
        let Some(present) = picture.evaluation().zip(picture.measured_channel()) else {
            return;
        };
        if self.requested == Some(present) || self.pending.is_some() || picture.progress().is_some()
        {
            return;
        }
        let targets = picture.targets();
        let pipeline = shared.host.histogram(gpu);
        let pending =
            pipeline.request(gpu, encoder, &targets.field, present.1, &targets.value_range);
        self.pending = Some(pending);
        self.requested = Some(present);
    }

    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns `None` while the readback is pending or if the device was lost.
    pub(super) fn try_take(&mut self, gpu: &Gpu) -> Option<Histogram> {
        let bytes = self.pending.as_ref()?.try_take(gpu)?;
        self.pending = None;
        HistogramPipeline::read(&bytes?)
    }
}
