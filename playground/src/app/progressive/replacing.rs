//! Data of a planet that are evaluated while those of another camera are visible.

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::ProgressivePicture;

impl ProgressivePicture {
    /// Creates the data of rays to the same planet with other tiles near the camera. This picture is visible until they are
    /// complete.
    ///
    /// # Errors
    /// The size exceeds the adapter's limit or its memory.
    pub(crate) fn replacement(
        &self,
        gpu: &Gpu,
        (generator, inputs): (&Generator, &EvaluateInputs),
    ) -> Result<Self, GpuError> {
        let mut new = Self::new(gpu, inputs.grid.size, generator)?;
        new.cost.sample = self.cost.sample;
        new.albedo_cost.sample = self.albedo_cost.sample;
        new.counts_non_finite = self.counts_non_finite;
        new.deviation = self.deviation;
        (new.is_data, new.is_replacement) = (true, true);
        Ok(new)
    }

    /// Returns true if the data are complete, and other inputs differ in the tiles of a planet near the camera alone.
    pub(crate) fn has_faces_of(
        &self,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: &EvaluateInputs,
    ) -> bool {
        let present = self.inputs.as_ref();
        let is_complete = self.remaining.is_done() && self.is_prepared;
        is_complete
            && present.is_some_and(|(other, present)| {
                Arc::ptr_eq(other, pipeline)
                    && present.planet() != inputs.planet()
                    && present.has_same_faces(inputs)
            })
    }

    /// Returns true once the data of rays are complete.
    pub(crate) fn is_ready(&self) -> bool {
        self.remaining.is_done() && self.is_prepared
    }

    /// Returns the data in the place of those that they replace: they may be coarse from now on.
    pub(crate) fn in_place(self) -> Self {
        Self {
            is_replacement: false,
            ..self
        }
    }

    /// Returns the inputs of the field; `None` before the first update.
    pub(crate) fn evaluated(&self) -> Option<&EvaluateInputs> {
        self.inputs.as_ref().map(|(_, inputs)| inputs)
    }
}
