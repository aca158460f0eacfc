//! Replacement of a planet's samples near the ground: after the camera has moved, other tiles are finely sampled.

use std::sync::Arc;

use noise_playground::capture::RenderSettings;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::picture::PanePicture;
use crate::app::progressive::{ProgressivePicture, SharedPipelines};

impl PanePicture {
    /// Evaluates the data of a planet again if `inputs` differ from the present data only in the finely sampled tiles
    /// near the camera. Until the new data are complete, the present ones stay visible. Returns the inputs of the
    /// visible data, and true if they were replaced now.
    ///
    /// # Errors
    /// The new data exceed the adapter's memory.
    pub(super) fn replace(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        (pipeline, inputs): (&Arc<EvaluatePipeline>, EvaluateInputs),
        settings: &RenderSettings,
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
            None => picture.replacement(gpu, (&pipeline.generator, &inputs))?,
        };
        let present = picture.evaluated().unwrap_or(&inputs).clone();
        let shading = &settings.shading;
        new.update(gpu, shared, encoder, pipeline, inputs.clone(), shading)?;
        if new.is_ready() {
            self.picture = Some(new.in_place());
            return Ok((inputs, true));
        }
        self.replacement = Some(new);
        Ok((present, false))
    }
}
