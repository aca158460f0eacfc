//! Replacement of a planet's samples after the camera has moved: ground near the camera is sampled more finely.

use std::sync::Arc;

use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::picture::PanePicture;
use crate::app::progressive::{FrameInputs, ProgressivePicture, SharedPipelines};

impl PanePicture {
    /// Evaluates a planet again if `inputs` differ only in the finely sampled tiles near the camera. Returns the inputs
    /// of the visible field, and true if the new one, now complete, replaced it. Fails without memory on the adapter.
    pub(super) fn replace(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        frame: &FrameInputs,
    ) -> Result<(EvaluateInputs, bool), GpuError> {
        let previous = self.replacement.take();
        let Some(picture) = &self.picture else {
            return Ok((inputs, false));
        };
        if !picture.has_faces_of(pipeline, &inputs) {
            return Ok((inputs, false));
        }
        let fits =
            |previous: &ProgressivePicture| previous.fits(inputs.grid.size, &pipeline.generator);
        let mut new = match previous.filter(fits) {
            Some(previous) => previous,
            None => picture.replacement(gpu, &pipeline.generator, &inputs)?,
        };
        let present = picture.evaluated().unwrap_or(&inputs).clone();
        new.update(gpu, shared, encoder, pipeline, inputs.clone(), frame)?;
        if new.is_ready() {
            self.picture = Some(new);
            return Ok((inputs, true));
        }
        self.replacement = Some(new);
        Ok((present, false))
    }
}
