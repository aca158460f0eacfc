//! Coarse pictures, which are shown until the full ones are complete.

use noise_playground::gpu::Gpu;

use super::field::{PictureField, ShownFrom};
use super::{FrameInputs, Presentation, ProgressivePicture, SharedPipelines, UpdateResult};
use crate::window::{CoarsePicture, WINDOW_STEPS};

/// One sample per `step` × `step` pixels.
pub(super) struct Coarse {
    pub(super) step: u32,
    /// Step that the frame's time budget allowed. Only a smaller one, or the full picture, follows.
    pub(super) affordable: u32,
    pub(super) field: PictureField,
    /// Inputs of the pixels that were last enlarged into the full picture; `None` if none were.
    pub(super) enlarged: Option<ShownFrom>,
}

impl Coarse {
    /// Returns true until all samples are evaluated.
    pub(super) fn is_incomplete(&self) -> bool {
        !self.field.remaining.is_done()
    }

    /// Returns true until the pixels of the full picture are replaced by the shaded coarse ones, enlarged.
    fn awaits_enlarging(&self) -> bool {
        let shown = self.field.shown;
        matches!(shown, Some(ShownFrom::Shading { .. })) && shown != self.enlarged
    }
}

impl ProgressivePicture {
    /// Returns the coarse picture that the window must enlarge to show the newest pixels.
    pub(crate) fn coarse(&self) -> Option<CoarsePicture<'_>> {
        let coarse = self.coarse.as_ref().filter(|coarse| coarse.awaits_enlarging())?;
        let targets = &coarse.field.targets;
        let step = coarse.step;
        Some(CoarsePicture { picture: &targets.picture, field: &targets.field, step })
    }

    pub(super) fn hide_coarse(&mut self) {
        if let Some(Coarse { field, .. }) = self.coarse.take() {
            self.spare = Some(field);
        }
    }

    /// Enlarges the picture to the size of the pane, unless the window does.
    pub(super) fn shade_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        frame: &FrameInputs,
    ) -> UpdateResult {
        let Some(Coarse { step, field, .. }) = &mut self.coarse else {
            return UpdateResult::default();
        };
        let frame = &FrameInputs { counts_non_finite: false, ..*frame };
        let Some(mut work) = field.prepare(gpu, shared, encoder, frame) else {
            return UpdateResult::default();
        };
        // Any picture but a map of the sky is replaced before its light from the sky would be measured.
        let inputs = field.horizon_inputs(frame).filter(|_| frame.is_sky_map());
        let horizons = &mut self.horizons;
        if let Some(inputs) = inputs {
            // Without enough memory, nothing is shown before the full picture.
            _ = horizons.measure_coarse(gpu, shared, encoder, &field.targets.field, inputs);
        }
        let (visible, count) = (horizons.coarse().filter(|_| inputs.is_some()), horizons.count());
        work.shaded = field.show(gpu, shared, encoder, frame, visible, count);
        let is_early = shared.presentation == Presentation::EarlyEnlarged;
        if !(is_early && WINDOW_STEPS.contains(step)) {
            self.enlarge_coarse(gpu, shared, encoder);
        }
        work
    }

    /// Replaces the pixels by the coarse ones, enlarged, if only the window has shown them so far.
    pub(crate) fn enlarge_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let coarse = self.coarse.as_mut();
        let Some(coarse) = coarse.filter(|coarse| coarse.awaits_enlarging()) else {
            return;
        };
        let targets = &coarse.field.targets;
        let (picture, field, whole) =
            (&targets.picture, &targets.field, &self.full.targets.picture);
        let upsample = shared.host.upsample(gpu);
        upsample.upsample(gpu, encoder, picture, field, coarse.step, whole);
        coarse.enlarged = coarse.field.shown;
    }
}
