//! Evaluation of samples and points by pipelines that are kept for the next call.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use super::super::RenderError;
use super::super::job::{DataSettings, ProgressFn, RenderJob, TILE_SAMPLES};
use super::Program;
use crate::field::Field;
use crate::field::grid::{Region, SampleGrid};
use crate::generator::{Generator, Precision};
use crate::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, PointPipeline, TimeSlicer, request_field,
    request_report,
};
use crate::subject::Subject;
use crate::subject::render_settings::RenderSettings;
use crate::wgsl::diagnostic::Diagnostic;

/// For one submission.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Samples that are evaluated in one submission, without measuring their cost first.
const SMALL: u64 = 1 << 12;

/// Larger fields are evaluated in tiles.
const MAX_TEXELS: u64 = 1 << 24;

/// What the next evaluation reuses.
#[derive(Debug, Default)]
pub(super) struct Kept {
    evaluate: Option<EvaluatePipeline>,
    points: Option<(Arc<Generator>, Arc<PointPipeline>)>,
    field: Option<FieldTexture>,
}

impl Program {
    /// Without the positions that a view mode would need.
    pub(super) fn inputs(&self, grid: SampleGrid, z: f64) -> Result<EvaluateInputs, RenderError> {
        let settings = Self::flat(&self.subject.settings, grid, z);
        Ok(Subject { settings, ..self.subject.clone() }.inputs(grid)?)
    }

    /// Settings for samples alone.
    pub(super) fn flat(settings: &RenderSettings, grid: SampleGrid, z: f64) -> RenderSettings {
        let mut flat = RenderSettings { z, time: settings.time, ..grid.into() };
        flat.shading.channel = settings.shading.channel;
        flat.shading.z_factor = settings.shading.z_factor;
        flat
    }

    pub(super) fn grid_at(&self, grid: SampleGrid, z: f64) -> Result<Field, RenderError> {
        if grid.size.contains(&0) {
            return Err(RenderError::Empty(grid.size));
        }
        let inputs = self.inputs(grid, z)?;
        let (size, channels) = (grid.size, self.subject.generator.channels);
        let samples = if self.fits_texture(size) {
            self.samples(&inputs, grid.region())?
        } else {
            let settings = Self::flat(&self.subject.settings, grid, z);
            self.tiled_samples(&inputs, &settings, &DataSettings::default(), &mut |_| Ok(()))?
        };
        Ok(Field { size, channels, samples })
    }

    pub(super) fn fits_texture(&self, size: [u32; 2]) -> bool {
        let count: u64 = size.map(u64::from).iter().product();
        size.iter().all(|count| *count <= self.max_side()) && count <= MAX_TEXELS
    }

    /// Of a texture, in samples.
    pub(super) fn max_side(&self) -> u32 {
        self.gpu.device.limits().max_texture_dimension_2d
    }

    pub(super) fn tiled_samples(
        &self,
        inputs: &EvaluateInputs,
        settings: &RenderSettings,
        data: &DataSettings,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Vec<f32>, RenderError> {
        let job = RenderJob {
            gpu: &self.gpu,
            pipeline: &self.evaluate_pipeline()?,
            inputs,
            settings,
            data,
            manifest: &self.subject.manifest(&self.gpu.name()),
            tile_samples: TILE_SAMPLES,
        };
        job.samples(progress)
    }

    pub(super) fn samples(
        &self,
        inputs: &EvaluateInputs,
        region: Region,
    ) -> Result<Vec<f32>, RenderError> {
        let gpu = &self.gpu;
        let pipeline = self.evaluate_pipeline()?;
        let read = gpu.with_error_scope("samples", || {
            let field = self.field_texture(region.size)?;
            let mut encoder = gpu.encoder();
            if self.is_small(region) {
                pipeline.evaluate(gpu, &mut encoder, inputs, region, &field, None)?;
            } else {
                let mut slicer = TimeSlicer::new(gpu, &pipeline, inputs, TIMEOUT)?;
                slicer.evaluate(&mut encoder, inputs, region, &field)?;
                pipeline.keep_run(slicer.into_run());
            }
            let report = request_report(gpu, &mut encoder, &field);
            let samples = request_field(gpu, &mut encoder, &field, region.at_origin())?;
            let submission = gpu.queue.submit([encoder.finish()]);
            let report = report.wait(gpu, submission.clone())?;
            let samples = samples.wait(gpu, submission)?;
            self.kept().field = Some(field);
            Ok::<_, RenderError>((report, samples))
        });
        let (report, samples) = read??;
        match pipeline.runaway(&report) {
            Some(runaway) => Err(RenderError::Shader(Box::new(runaway))),
            None => Ok(samples),
        }
    }

    /// Returns true if one submission is short whatever the values are: functions of a position have a budget of loops.
    fn is_small(&self, region: Region) -> bool {
        let generator = &self.subject.generator;
        let is_function = generator.program.is_none() && generator.inputs.is_empty();
        is_function && u64::from(region.size[0]) * u64::from(region.size[1]) <= SMALL
    }

    /// Returns the pipeline of the present generator; that of an earlier one is replaced.
    pub(super) fn evaluate_pipeline(&self) -> Result<EvaluatePipeline, RenderError> {
        let generator = &self.subject.generator;
        let mut kept = self.kept();
        let is_present = |kept: &&EvaluatePipeline| Arc::ptr_eq(&kept.generator, generator);
        if let Some(pipeline) = kept.evaluate.as_ref().filter(is_present) {
            return Ok(pipeline.clone());
        }
        let pipeline = EvaluatePipeline::new(&self.gpu, generator)?;
        (kept.evaluate, kept.field) = (Some(pipeline.clone()), None);
        Ok(pipeline)
    }

    pub(super) fn point_pipeline(&self) -> Result<Arc<PointPipeline>, RenderError> {
        let generator = &self.subject.generator;
        let mut kept = self.kept();
        if let Some((_, pipeline)) =
            kept.points.as_ref().filter(|(of, _)| Arc::ptr_eq(of, generator))
        {
            return Ok(Arc::clone(pipeline));
        }
        let precision = generator.precision;
        if precision == Precision::Double
            && let Err(reason) = self.gpu.check_f64()
        {
            let message = format!("no double precision: {reason}");
            return Err(RenderError::Shader(Box::new(Diagnostic::error(None, message))));
        }
        let pipeline = Arc::new(PointPipeline::new(&self.gpu, generator, precision)?);
        kept.points = Some((Arc::clone(generator), Arc::clone(&pipeline)));
        Ok(pipeline)
    }

    /// The kept one is taken, so that another thread creates its own.
    fn field_texture(&self, size: [u32; 2]) -> Result<FieldTexture, RenderError> {
        let kept = self.kept().field.take().filter(|field| field.size() == size);
        match kept {
            Some(field) => Ok(field),
            None => Ok(FieldTexture::of_generator(&self.gpu, size, &self.subject.generator)?),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
