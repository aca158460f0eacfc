//! Time slices: long GPU work is split into submissions, each short enough for the time limit of any driver.

use std::time::Duration;

use super::targets::shade_inputs;
use crate::field::Returns;
use crate::field::grid::Region;
use crate::gpu::device::cost::Pace;
use crate::gpu::pipelines::calibration::CalibrationTimer;
use crate::gpu::{
    Chunks, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, HostPipelines,
    PictureTargets, PictureTexture, RayInputs, RayRegion, Run, SceneData, ShadeInputs, SunInputs,
    TimestampQuery,
};
use crate::view::shading::Shading;
use crate::view::space::settings::Pass;

/// Rays that take at most about 0.1 s on the slowest software adapter.
const RAYS_PER_SLICE: u64 = 1 << 17;

/// Submits the evaluation and shading of one generator in time slices, sized by its measured sample cost.
#[derive(Debug)]
pub struct TimeSlicer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    timer: CalibrationTimer<'a>,
    evaluate: Pace,
    surface: Pace,
    /// Evaluation of field inputs, and grid run; `None` if none is needed.
    run: Option<Run>,
    /// Of the values with the current inputs, for pictures of rounding errors; `None` until it is measured.
    deviation: Option<f32>,
}

impl<'a> TimeSlicer<'a> {
    /// Calibrates a pipeline. A grid program already executes all of its passes.
    ///
    /// # Errors
    /// Fails if a submission takes longer than `limit`, or if a grid program's buffers exceed the adapter's memory.
    pub fn new(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        inputs: &EvaluateInputs,
        limit: Duration,
    ) -> Result<Self, GpuError> {
        let cost = pipeline.calibrate(gpu, inputs, limit)?;
        let mut slicer = Self {
            gpu,
            pipeline,
            timer: CalibrationTimer::new(gpu, limit),
            evaluate: Pace::new(cost.evaluate),
            surface: Pace::new(cost.surface),
            run: None,
            deviation: None,
        };
        slicer.set_inputs(inputs)?;
        Ok(slicer)
    }

    /// Evaluates the field inputs and executes a grid program for other inputs.
    ///
    /// # Errors
    /// Fails like [`Self::new`].
    pub fn set_inputs(&mut self, inputs: &EvaluateInputs) -> Result<(), GpuError> {
        self.deviation = None;
        let previous = self.pipeline.take_kept_run().or(self.run.take());
        self.run = self.pipeline.run(self.gpu, inputs, previous)?;
        let Some(run) = &mut self.run else {
            return Ok(());
        };
        self.timer.finish(run, &mut self.evaluate)
    }

    /// Returns the samples whose evaluation takes a share of a slice; 0 if field inputs or a grid are evaluated before.
    pub(super) fn count_of_share(&self, share: f64) -> u64 {
        if self.run.is_some() { 0 } else { self.evaluate.count_of_share(share) }
    }

    pub(crate) fn into_run(self) -> Option<Run> {
        self.run
    }

    /// Evaluates the samples of a region, like [`EvaluatePipeline::evaluate`], in time slices. Submits the contents of
    /// `encoder` and waits for all slices except the last, which remains in `encoder`.
    ///
    /// # Errors
    /// Fails if a submission takes longer than the limit of [`Self::new`].
    pub fn evaluate(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
    ) -> Result<(), GpuError> {
        if let Some(run) = self.run.as_mut().filter(|run| run.has_program()) {
            run.resample(self.gpu, encoder, inputs.grid, region, field, None);
            return Ok(());
        }
        let inputs = &inputs.with_fields(self.run.as_ref());
        let mut pace = self.evaluate;
        let record = |encoder: &mut _, chunk, timestamps: Option<&_>| {
            let placed = (region, chunk);
            self.pipeline.evaluate_chunk(self.gpu, encoder, inputs, placed, field, timestamps);
        };
        let submitted = self.submit_slices(encoder, region, &mut pace, record);
        self.evaluate = pace;
        submitted
    }

    /// Shades an evaluated region, after its albedo and horizons if used; with horizons it must be the whole picture.
    /// The upper left pixel shows the sample `origin` of the region. Submits slices like [`Self::evaluate`].
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`], or if the horizons exceed the adapter's memory.
    pub fn shade(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        inputs: &EvaluateInputs,
        (region, origin): (Region, [u32; 2]),
        shading: &Shading,
        targets: &PictureTargets,
    ) -> Result<(), GpuError> {
        let uses_albedo = self.pipeline.generator.uses_surface(shading);
        if let Some(albedo) = targets.albedo.as_ref().filter(|_| uses_albedo) {
            self.evaluate_albedo(encoder, inputs, region, (&targets.field, albedo))?;
        }
        let (field, spacing) = (&targets.field, inputs.grid.spacing());
        let horizons = host.measure_horizons(self.gpu, encoder, field, shading, spacing)?;
        let ground = targets.ground(uses_albedo, horizons.as_ref());
        let shade = shade_inputs(self.pipeline, inputs, shading).with_origin(origin);
        let inputs = if inputs.are_errors {
            shade.with_deviation(self.deviation_of(inputs, shading)?)
        } else {
            shade
        };
        targets.shade(self.gpu, encoder, host, &inputs, ground);
        Ok(())
    }

    fn deviation_of(
        &mut self,
        inputs: &EvaluateInputs,
        shading: &Shading,
    ) -> Result<f32, GpuError> {
        if let Some(known) = self.deviation {
            return Ok(known);
        }
        let measured = self.pipeline.deviation(self.gpu, inputs, shading.channel)?;
        self.deviation = Some(measured);
        Ok(measured)
    }

    /// Evaluates the albedo of an evaluated region. Submits slices like [`Self::evaluate`].
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`].
    pub fn evaluate_albedo(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        targets: (&FieldTexture, &PictureTexture),
    ) -> Result<(), GpuError> {
        let inputs = &inputs.with_fields(self.run.as_ref());
        let mut pace = self.surface;
        let record = |encoder: &mut _, chunk, timestamps: Option<&_>| {
            let placed = (region, chunk);
            self.pipeline
                .evaluate_surface_chunk(self.gpu, encoder, inputs, placed, targets, timestamps);
        };
        let submitted = self.submit_slices(encoder, region, &mut pace, record);
        self.surface = pace;
        submitted
    }

    /// Evaluates samples, value range, albedo, bounds, and horizons for colors, in slices like [`Self::evaluate`].
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`], or if the horizons exceed the adapter's memory.
    pub fn evaluate_scene(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        inputs: &EvaluateInputs,
        scene: (&RayInputs, &Shading),
        data: &mut SceneData,
    ) -> Result<(), GpuError> {
        let ((rays, shading), region) = (scene, inputs.grid.region());
        self.evaluate(encoder, inputs, region, &data.field)?;
        if self.pipeline.generator.needs_measured_range(shading) {
            host.measure_range(self.gpu, encoder, shading, &data.field, &data.value_range);
        }
        data.compute_bounds(self.gpu, encoder, host, rays);
        if let Some(albedo) = &data.albedo {
            self.evaluate_albedo(encoder, inputs, region, (&data.field, albedo))?;
        }
        if rays.pass == Pass::Color {
            let (field, spacing) = (&data.field, rays.spacing());
            data.horizons = host.measure_horizons(self.gpu, encoder, field, shading, spacing)?;
        }
        Ok(())
    }

    /// Traces camera rays and shades their hits. `targets` hold the whole picture, or a tile whose upper left pixel is
    /// `origin`. Submits slices like [`Self::evaluate`].
    ///
    /// # Errors
    /// Fails if the tables of a planet's atmosphere exceed the adapter's memory.
    pub fn trace(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        inputs: &EvaluateInputs,
        (rays, shading, origin): (&RayInputs, &Shading, [u32; 2]),
        targets: &PictureTargets,
    ) -> Result<(), GpuError> {
        let (gpu, inputs) = (self.gpu, &inputs.with_fields(self.run.as_ref()));
        let Some(scene) = &targets.scene else {
            return Ok(());
        };
        let whole = RayRegion::whole(&scene.hits, origin, rays.rays_per_side());
        let sun = shading.casts_shadows().then(|| SunInputs::new(shading.light));
        self.submit_chunks(encoder, whole.chunk, RAYS_PER_SLICE, |encoder, chunk| {
            let region = RayRegion { chunk, ..whole };
            targets.trace(gpu, encoder, host, rays, region, None);
            let evaluated = (self.pipeline, inputs);
            targets.color_hits(gpu, encoder, evaluated, rays, region, None);
            if let Some(sun) = sun {
                targets.cast_shadows(gpu, encoder, host, (rays, sun), region, None);
            }
        });
        if scene.output.is_some() {
            targets.read_hits(gpu, encoder, host, rays, whole);
            return Ok(());
        }
        let uses_albedo = self.pipeline.generator.uses_surface(shading);
        let is_color = self.pipeline.generator.returns == Returns::Color;
        let inputs = ShadeInputs::new(shading, [rays.spacing(); 2], is_color);
        targets.shade_hits(gpu, encoder, host, (rays, &inputs), whole, uses_albedo)
    }

    /// Waits for each chunk except the last, which remains in `encoder`.
    fn submit_slices(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        region: Region,
        pace: &mut Pace,
        mut record: impl FnMut(&mut wgpu::CommandEncoder, Region, Option<&TimestampQuery>),
    ) -> Result<(), GpuError> {
        let mut remaining = Chunks::new(region.size);
        while let Some(chunk) = remaining.next_chunk(pace.next_count()) {
            if remaining.is_done() {
                record(encoder, chunk, None);
                break;
            }
            self.gpu.submit_recorded(encoder);
            let slice = self.timer.time(|encoder, timestamps| {
                record(encoder, chunk, timestamps);
                chunk.size.map(u64::from).iter().product()
            })?;
            pace.add(slice);
        }
        Ok(())
    }

    fn submit_chunks(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        region: Region,
        count: u64,
        mut record: impl FnMut(&mut wgpu::CommandEncoder, Region),
    ) {
        let mut remaining = Chunks::new(region.size);
        while let Some(chunk) = remaining.next_chunk(count) {
            record(encoder, chunk);
            if !remaining.is_done() {
                self.gpu.submit_recorded(encoder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::Values;
    use crate::gpu::SampleCost;
    use crate::gpu::testing::{inputs, pipeline};

    const FUNCTION: &str = "fn height(p: vec2f) -> f32 { return sin(p.x) * p.y; }";

    const PROGRAM: &str = "
        /// @grid(33)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;

        /// @pass
        @compute @workgroup_size(8, 8)
        fn fill(@builtin(global_invocation_id) id: vec3u) {
            if all(id.xy < vec2u(33u)) { heights[id.y * 33u + id.x] += f32(id.x * id.y); }
        }

        /// @pass(40)
        @compute @workgroup_size(8, 8)
        fn grow(@builtin(global_invocation_id) id: vec3u) {
            if all(id.xy < vec2u(33u)) { heights[id.y * 33u + id.x] *= 1.01; }
        }
    ";

    fn samples(
        gpu: &Gpu,
        region: Region,
        record: impl FnOnce(&mut wgpu::CommandEncoder, &FieldTexture),
    ) -> Vec<f32> {
        let field = FieldTexture::new(gpu, region.size, 1).unwrap();
        let mut encoder = gpu.encoder();
        record(&mut encoder, &field);
        gpu.queue.submit([encoder.finish()]);
        crate::gpu::read_field(gpu, &field).unwrap().samples
    }

    #[test]
    fn sliced_evaluation_equals_single_dispatch() {
        let gpu = Gpu::headless(None).unwrap();
        let region = Region { origin: [3, 5], size: [150, 90] };
        for text in [FUNCTION, PROGRAM] {
            let pipeline = pipeline(&gpu, text);
            let inputs = inputs(&pipeline, &Values::default());
            let whole = samples(&gpu, region, |encoder, field| {
                let evaluated = pipeline.evaluate(&gpu, encoder, &inputs, region, field, None);
                evaluated.unwrap();
            });
            assert!(whole.iter().any(|sample| *sample > 1.0));
            // One slice; slices of about 1000 samples, of 100, and of a single square.
            for ms in [0.0, 0.1, 1.0, 1e9] {
                let limit = Duration::from_secs(60);
                let mut slicer = TimeSlicer::new(&gpu, &pipeline, &inputs, limit).unwrap();
                slicer.evaluate = Pace::new(SampleCost::new(1, ms));
                // A run with equal inputs would be returned unchanged.
                slicer.run = None;
                slicer.set_inputs(&inputs).unwrap();
                slicer.evaluate = Pace::new(SampleCost::new(1, ms));
                let sliced = samples(&gpu, region, |encoder, field| {
                    slicer.evaluate(encoder, &inputs, region, field).unwrap();
                });
                assert_eq!(sliced, whole, "{ms}");
            }
        }
    }

    #[test]
    fn grid_run_resumes_with_equal_inputs_and_restarts_with_another_pipeline() {
        let gpu = Gpu::headless(None).unwrap();
        let first = pipeline(&gpu, PROGRAM);
        let other = pipeline(&gpu, &PROGRAM.replace("1.01", "1.02"));
        let inputs = inputs(&first, &Values::default());
        let mut encoder = gpu.encoder();
        let mut run = first.run(&gpu, &inputs, None).unwrap().unwrap();
        let of_pass = 8 * 8 * 25;
        assert_eq!(run.advance(&gpu, &mut encoder, 0, None), of_pass);
        assert_eq!(run.advance(&gpu, &mut encoder, 3 * of_pass, None), 3 * of_pass);
        assert!(!run.is_done() && run.passes() == [4, 41]);
        let run = first.run(&gpu, &inputs, Some(run)).unwrap().unwrap();
        assert!(run.passes()[0] > 0);
        let run = other.run(&gpu, &inputs, Some(run)).unwrap().unwrap();
        assert_eq!(run.passes()[0], 0);
    }
}
