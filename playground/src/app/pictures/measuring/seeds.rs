//! Analysis of a cell with several seeds: their mean spectrum fluctuates less than that of one seed.

use std::sync::Arc;
use std::time::Duration;

use noise_playground::field::Field;
use noise_playground::gpu::{FieldTexture, Gpu, TimeSlicer, read_field};

use super::{Measurable, SEEDS};
use crate::workbench::analysis::CellAnalysis;
use crate::workbench::placed_field::PlacedField;
use crate::workbench::{CellId, PaneContent};

pub(super) struct SeedsJob {
    pub(super) cell: CellId,
    pub(super) content: PaneContent,
    /// Field with the present seed, which has been analyzed already.
    pub(super) samples: Arc<PlacedField>,
    pub(super) measurable: Measurable,
}

/// Time limit of one submission.
const TIMEOUT: Duration = Duration::from_secs(10);

impl SeedsJob {
    /// Returns the analysis of all seeds. `is_wanted` is called before each evaluation, may wait, and cancels by false.
    pub(super) fn measure(
        &self,
        gpu: &Gpu,
        is_wanted: impl Fn() -> bool,
    ) -> anyhow::Result<Option<CellAnalysis>> {
        let mut fields = Vec::new();
        for seed in 1..=SEEDS {
            if !is_wanted() {
                return Ok(None);
            }
            fields.extend(self.field(gpu, seed)?);
        }
        let analysis = CellAnalysis::of_seeds(&self.content, Arc::clone(&self.samples), &fields);
        Ok(is_wanted().then_some(analysis))
    }

    /// Returns `None` if the generator has no control for seeds.
    fn field(&self, gpu: &Gpu, seed: u32) -> anyhow::Result<Option<Field>> {
        let Measurable { pipeline, subject, .. } = &self.measurable;
        let generator = &pipeline.generator;
        let Some(control) = generator.seed_control() else {
            return Ok(None);
        };
        let mut subject = subject.clone();
        subject.values.set(control, f64::from(seed).into());
        let grid = self.samples.grid;
        let inputs = subject.inputs(grid)?;
        let field = FieldTexture::of_generator(gpu, grid.size, generator)?;
        let mut slicer = TimeSlicer::new(gpu, pipeline, &inputs, TIMEOUT)?;
        let mut encoder = gpu.encoder();
        slicer.evaluate(&mut encoder, &inputs, grid.region(), &field)?;
        gpu.queue.submit([encoder.finish()]);
        Ok(Some(read_field(gpu, &field)?))
    }
}
