//! Evaluating without a window, in submissions that are short enough for any driver.

use std::mem;
use std::time::Duration;

use super::cost::{CalibrationTimer, MAX_SLICE_MS};
use super::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, GridRun, PictureTexture,
    PipelineCost, SampleCost,
};
use crate::chunks::Chunks;
use crate::grid::Region;

/// Work of one pipeline, in turns by a pace that was measured.
#[derive(Debug)]
pub struct TimeSlicer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    paces: PipelineCost,
    /// A turn takes no longer than this, or the work is given up.
    limit: Duration,
    /// What a grid program's samples come from.
    run: Option<GridRun>,
}

impl<'a> TimeSlicer<'a> {
    /// Runs a pipeline for the first time; a grid program from its first pass to its last.
    ///
    /// # Errors
    /// Something took longer than `limit`, or there is no room for a grid program's buffers.
    pub fn begin(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        inputs: &EvaluateInputs,
        limit: Duration,
    ) -> Result<Self, GpuError> {
        let mut turns = Self {
            gpu,
            pipeline,
            paces: pipeline.calibrate(gpu, inputs, limit)?,
            limit,
            run: None,
        };
        turns.set_inputs(inputs)?;
        Ok(turns)
    }

    /// Gets ready for other inputs: a grid program runs with its new values.
    ///
    /// # Errors
    /// As for [`Self::begin`].
    pub fn set_inputs(&mut self, inputs: &EvaluateInputs) -> Result<(), GpuError> {
        self.run = self.pipeline.run(self.gpu, inputs, self.run.take())?;
        let Some(run) = &mut self.run else {
            return Ok(());
        };
        let timing = CalibrationTimer::new(self.gpu, self.limit);
        let pace = &mut self.paces.evaluate;
        while !run.is_done() {
            let room = pace.samples_within(MAX_SLICE_MS);
            let turn = timing.time(|encoder, stopwatch| run.advance(encoder, room, stopwatch))?;
            *pace = pace.updated_with(turn.pace());
        }
        Ok(())
    }

    /// Does what [`EvaluatePipeline::evaluate`] does. What is in `encoder` goes ahead; the last part is left in it.
    pub fn evaluate(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
    ) {
        if let Some(run) = &mut self.run {
            return run.resample(self.gpu, encoder, (inputs.grid, region), field, None);
        }
        self.submit_slices(encoder, region, self.paces.evaluate, |encoder, part| {
            let placed = (region, part);
            self.pipeline
                .evaluate_chunk(self.gpu, encoder, inputs, placed, field, None);
        });
    }

    /// Does what [`EvaluatePipeline::paint`] does, in the same way.
    pub fn paint(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        (field, tints): (&FieldTexture, &PictureTexture),
    ) {
        self.submit_slices(encoder, region, self.paces.paint, |encoder, part| {
            let placed = (region, part);
            self.pipeline
                .paint_part(self.gpu, encoder, inputs, placed, (field, tints), None);
        });
    }

    fn submit_slices(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        region: Region,
        pace: SampleCost,
        record: impl Fn(&mut wgpu::CommandEncoder, Region),
    ) {
        let mut parts = Chunks::new(region.size);
        let room = pace.samples_within(MAX_SLICE_MS);
        while let Some(part) = parts.next_chunk(room) {
            record(encoder, part);
            if !parts.is_done() {
                let next = wgpu::CommandEncoderDescriptor {
                    label: Some("Turns"),
                };
                let next = self.gpu.device.create_command_encoder(&next);
                let turn = mem::replace(encoder, next);
                self.gpu.queue.submit([turn.finish()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Values;
    use crate::generator::WORKGROUP;
    use crate::gpu::testing::{inputs, pipeline};

    const FUNCTION: &str = "fn height(p: vec2f) -> f32 { return sin(p.x) * p.y; }";

    const PROGRAM: &str = "
        /// @grid(33)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;

        /// @pass
        @compute @workgroup_size(8, 8)
        fn begin(@builtin(global_invocation_id) id: vec3u) {
            if all(id.xy < vec2u(33u)) { heights[id.y * 33u + id.x] += f32(id.x * id.y); }
        }

        /// @pass(40)
        @compute @workgroup_size(8, 8)
        fn set_inputs(@builtin(global_invocation_id) id: vec3u) {
            if all(id.xy < vec2u(33u)) { heights[id.y * 33u + id.x] *= 1.01; }
        }
    ";

    /// The samples of a region, by what records them.
    fn samples(
        gpu: &Gpu,
        region: Region,
        record: impl FnOnce(&mut wgpu::CommandEncoder, &FieldTexture),
    ) -> Vec<f32> {
        let field = FieldTexture::new(gpu, region.size, 1).unwrap();
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        record(&mut encoder, &field);
        gpu.queue.submit([encoder.finish()]);
        crate::gpu::read_field(gpu, &field).unwrap().samples
    }

    #[test]
    fn turns_leave_what_one_evaluation_leaves() {
        let gpu = Gpu::headless(None).unwrap();
        let region = Region {
            first: [3, 5],
            size: [150, 90],
        };
        for text in [FUNCTION, PROGRAM] {
            let pipeline = pipeline(&gpu, text);
            let inputs = inputs(&pipeline, &Values::default());
            let whole = samples(&gpu, region, |encoder, field| {
                let evaluated = pipeline.evaluate(&gpu, encoder, &inputs, region, field, None);
                evaluated.unwrap();
            });
            assert!(whole.iter().any(|sample| *sample > 1.0));
            // All at once, turns of 1000 samples, of 100, and of the fewest.
            for ms in [0.0, 0.1, 1.0, 1e9] {
                let limit = Duration::from_secs(60);
                let mut turns = TimeSlicer::begin(&gpu, &pipeline, &inputs, limit).unwrap();
                turns.paces.evaluate = SampleCost::new(1, ms);
                // A run with the same values would be taken up.
                turns.run = None;
                turns.set_inputs(&inputs).unwrap();
                turns.paces.evaluate = SampleCost::new(1, ms);
                let in_turns = samples(&gpu, region, |encoder, field| {
                    turns.evaluate(encoder, &inputs, region, field);
                });
                assert_eq!(in_turns, whole, "{ms}");
            }
        }
    }

    #[test]
    fn a_run_is_taken_up_where_it_is_and_begun_anew_by_another_pipeline() {
        let gpu = Gpu::headless(None).unwrap();
        let [first, other] = [(); 2].map(|()| pipeline(&gpu, PROGRAM));
        let inputs = inputs(&first, &Values::default());
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut run = first.run(&gpu, &inputs, None).unwrap().unwrap();
        let of_pass = u64::from(WORKGROUP * WORKGROUP) * 25;
        assert_eq!(run.advance(&mut encoder, 0, None), of_pass);
        assert_eq!(run.advance(&mut encoder, 3 * of_pass, None), 3 * of_pass);
        assert!(!run.is_done() && (run.progress() - 4.0 / 41.0).abs() < 1e-6);
        let run = first.run(&gpu, &inputs, Some(run)).unwrap().unwrap();
        assert!(run.progress() > 0.0);
        let run = other.run(&gpu, &inputs, Some(run)).unwrap().unwrap();
        assert_eq!(run.progress(), 0.0);
    }
}
