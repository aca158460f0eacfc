//! Replacement of a planet's field, evaluated for a moved camera while the present field stays visible.

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::ProgressivePicture;

impl ProgressivePicture {
    /// Creates an empty picture of the same planet for a moved camera. Fails without memory, or beyond size limits.
    pub(crate) fn replacement(
        &self,
        gpu: &Gpu,
        generator: &Generator,
        inputs: &EvaluateInputs,
    ) -> Result<Self, GpuError> {
        let mut new = Self::new(gpu, inputs.grid.size, generator)?;
        new.inherit_costs(self);
        Ok(new)
    }

    /// Returns true if the field is complete, and its inputs differ only in the finely sampled tiles near the camera.
    pub(crate) fn has_faces_of(
        &self,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: &EvaluateInputs,
    ) -> bool {
        let present = self.evaluated().filter(|_| self.is_ready() && self.full.uses(pipeline));
        present.is_some_and(|present| {
            present.planet() != inputs.planet() && present.has_same_faces(inputs)
        })
    }

    /// Returns true once rays can be traced to the field.
    pub(crate) fn is_ready(&self) -> bool {
        self.full.remaining.is_done() && self.full.is_prepared()
    }

    pub(crate) fn uses(&self, pipeline: &Arc<EvaluatePipeline>) -> bool {
        self.full.uses(pipeline)
    }

    pub(crate) fn evaluated(&self) -> Option<&EvaluateInputs> {
        self.full.inputs.as_ref().map(|(_, inputs)| inputs)
    }
}
