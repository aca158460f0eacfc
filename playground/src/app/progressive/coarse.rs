//! Coarse pictures, which are shown until the full ones are complete.

use noise_playground::gpu::{Gpu, GpuError};
use noise_playground::shading::Shading;

use super::{Presentation, ProgressivePicture, SharedPipelines, UpdateResult};
use crate::window::CoarsePicture;

/// One sample per `step` × `step` pixels.
pub(super) struct Coarse {
    pub(super) step: u32,
    pub(super) picture: Box<ProgressivePicture>,
    /// A hidden coarse picture is kept so that the next drag reuses its textures.
    pub(super) is_visible: bool,
    /// True until the pixels of the full picture are replaced by the shaded coarse ones, enlarged.
    pub(super) awaits_enlarging: bool,
}

/// Pixels along a side of each sample in a coarse picture whose size the window can double.
const DOUBLING_STEP: u32 = 2;

impl Coarse {
    pub(super) fn visible(&self) -> Option<&Self> {
        self.is_visible.then_some(self)
    }
}

impl ProgressivePicture {
    /// Returns the coarse picture whose size the window must double to show the newest pixels.
    pub(crate) fn coarse(&self) -> Option<CoarsePicture<'_>> {
        let coarse = self.coarse.as_ref();
        let coarse = coarse.filter(|coarse| coarse.awaits_enlarging)?;
        let targets = &coarse.picture.targets;
        Some(CoarsePicture { picture: &targets.picture, field: &targets.field })
    }

    pub(super) fn visible_coarse(&mut self) -> Option<&mut Coarse> {
        self.coarse.as_mut().filter(|coarse| coarse.is_visible)
    }

    pub(super) fn hide_coarse(&mut self) {
        if let Some(coarse) = &mut self.coarse {
            coarse.is_visible = false;
        }
    }

    /// Enlarges the picture to the size of the pane, unless the window does.
    pub(super) fn shade_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        shading: &Shading,
    ) -> Result<UpdateResult, GpuError> {
        let coarse = self.coarse.as_mut().filter(|coarse| coarse.is_visible);
        let Some(coarse) = coarse else {
            return Ok(UpdateResult::default());
        };
        let picture = &mut coarse.picture;
        (picture.is_data, picture.is_coarse_data) = (self.is_data, self.is_data);
        picture.deviation = self.deviation;
        let work = picture.shade(gpu, shared, encoder, shading)?;
        coarse.awaits_enlarging |= work.shaded;
        let is_doubled = shared.presentation == Presentation::EarlyDoubled;
        if !(is_doubled && coarse.step == DOUBLING_STEP) {
            self.enlarge_coarse(gpu, shared, encoder);
        }
        Ok(work)
    }

    /// Replaces the pixels by the coarse ones, enlarged, if only the window has shown them so far.
    pub(crate) fn enlarge_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let coarse = self.coarse.as_mut();
        let Some(coarse) = coarse.filter(|coarse| coarse.awaits_enlarging) else {
            return;
        };
        let targets = &coarse.picture.targets;
        let textures = (&targets.picture, &targets.field);
        let upsample = shared.host.upsample(gpu);
        upsample.upsample(gpu, encoder, textures, coarse.step, &self.targets.picture);
        coarse.awaits_enlarging = false;
    }
}
