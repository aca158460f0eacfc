//! Replacement of a planet's field, evaluated for a moved camera while the present field stays visible.

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError};

use super::ProgressivePicture;

impl ProgressivePicture {
    /// Creates an empty picture of the same planet for a moved camera. Fails if the size exceeds the adapter's limit or
    /// its memory.
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

    /// Returns true if the field is complete, and its inputs differ only in the finely sampled tiles near the camera.
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

    /// Returns true once rays can be traced to the field.
    pub(crate) fn is_ready(&self) -> bool {
        self.remaining.is_done() && self.is_prepared
    }

    /// As the visible picture of its pane, it may show a coarse picture again when its inputs change.
    pub(crate) fn in_place(self) -> Self {
        Self { is_replacement: false, ..self }
    }

    pub(crate) fn is_evaluated_with(&self, pipeline: &Arc<EvaluatePipeline>) -> bool {
        let last = self.inputs.as_ref().filter(|_| self.evaluation != 0);
        last.is_some_and(|(last, _)| Arc::ptr_eq(last, pipeline))
    }

    pub(crate) fn evaluated(&self) -> Option<&EvaluateInputs> {
        self.inputs.as_ref().map(|(_, inputs)| inputs)
    }
}
