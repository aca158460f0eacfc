//! Data of a planet that are evaluated for a moved camera while the present data stay visible.

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::ProgressivePicture;

impl ProgressivePicture {
    /// Creates empty data of the same planet, to be evaluated with finely sampled tiles near a moved camera. `self`
    /// stays visible until they are complete.
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

    /// Returns true if the data are complete, and other inputs differ from theirs only in the finely sampled tiles near
    /// the camera.
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

    /// Returns true once the data are complete, so that rays can be traced to them.
    pub(crate) fn is_ready(&self) -> bool {
        self.remaining.is_done() && self.is_prepared
    }

    /// Marks the data as the visible ones. When their inputs change, coarse data may be shown again.
    pub(crate) fn in_place(self) -> Self {
        Self {
            is_replacement: false,
            ..self
        }
    }

    /// Returns the inputs that the field is evaluated with; `None` before the first update.
    pub(crate) fn evaluated(&self) -> Option<&EvaluateInputs> {
        self.inputs.as_ref().map(|(_, inputs)| inputs)
    }
}
