//! Readback of the sample under the pointer.

use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::{Gpu, PendingReadback, f32s_from_bytes, request_sample};

use crate::app::progressive::ProgressivePicture;

/// One request at a time is pending, so that samples arrive even while the picture or the pointer moves.
#[derive(Default)]
pub(super) struct ProbeReader {
    pending: Option<PendingReadback>,
    /// Channels of the pending sample.
    channels: u32,
    /// World position that was last requested; `None` if there was no request since the field changed.
    requested: Option<[f64; 2]>,
}

impl ProbeReader {
    /// Requests the sample at a world position, unless another is pending. `grid` has one sample per pixel of the
    /// picture. Returns false if the position is outside of the picture.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        picture: &ProgressivePicture,
        grid: SampleGrid,
        world: [f64; 2],
    ) -> bool {
        if self.pending.is_some() {
            return true;
        }
        let [width, height] = grid.size.map(f64::from);
        let from_center = |axis: usize| (world[axis] - grid.center[axis]) / grid.spacing();
        let x = (width / 2.0 + from_center(0)).floor();
        let y = (height / 2.0 - from_center(1)).floor();
        if x < 0.0 || y < 0.0 || x >= width || y >= height {
            return false;
        }
        // A sample of a coarse picture covers several pixels.
        let (visible, step) = picture.visible();
        let texel = [x, y].map(|pixel| pixel as u32 / step);
        let field = &visible.targets.field;
        self.pending = Some(request_sample(gpu, encoder, field, texel));
        self.channels = field.channels;
        self.requested = Some(world);
        true
    }

    pub(super) fn has_requested(&self, world: [f64; 2]) -> bool {
        self.requested == Some(world)
    }

    /// The field has changed: its sample is read again.
    pub(super) fn invalidate(&mut self) {
        self.requested = None;
    }

    pub(super) fn cancel(&mut self) {
        self.pending = None;
    }

    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns no channels if the device was lost; `None` while the readback is pending.
    pub(super) fn try_take(&mut self, gpu: &Gpu) -> Option<Vec<f32>> {
        let bytes = self.pending.as_ref()?.try_take(gpu)?;
        self.pending = None;
        let mut sample = bytes.map(|bytes| f32s_from_bytes(&bytes)).unwrap_or_default();
        sample.truncate(self.channels as usize);
        Some(sample)
    }
}
