//! A generator with its values on a device, and what is computed of it.

mod parts;
mod variants;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::job::{DataSettings, ProgressFn, RenderJob, TILE_SAMPLES};
use super::{Picture, RenderError, picture_of, trace_of};
use crate::analysis::{Analysis, AnalysisSettings, analyze};
use crate::field::grid::{Region, SampleGrid};
use crate::field::{Channel, Field};
use crate::generator::control::{Control, Setting, Settings};
use crate::generator::{Derivative, Generator, Precision, derive};
use crate::gpu::measure::{Reference, measure};
use crate::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, PointPipeline, TimeSlicer, request_field,
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

/// A generator with its values and settings, on a device.
///
/// [`grid`](Self::grid), [`volume`](Self::volume) and [`points`](Self::points) keep the pipelines that their first call
/// builds: a further evaluation of a function at up to 4096 samples is a dispatch and a copy; larger ones measure their cost
/// first. The other calls build their pipelines anew. Clones share these pipelines, so that each can have other values.
#[derive(Clone, Debug)]
pub struct Program {
    gpu: Gpu,
    subject: Subject,
    kept: Arc<Mutex<Kept>>,
}

/// What the next evaluation reuses.
#[derive(Debug, Default)]
struct Kept {
    evaluate: Option<EvaluatePipeline>,
    points: Option<(Arc<Generator>, Arc<PointPipeline>)>,
    field: Option<FieldTexture>,
}

impl Program {
    /// Returns the program of a subject, on a device.
    pub fn new(gpu: Gpu, subject: Subject) -> Self {
        Self { gpu, subject, kept: Arc::default() }
    }

    /// Returns the generator, its values and the settings of its picture.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns the controls, in the order of the file.
    pub fn controls(&self) -> &[Control] {
        &self.subject.generator.controls
    }

    /// Returns the settings of the picture, in which view mode, light and camera can be changed; also z and time, which all
    /// evaluations use.
    pub fn settings_mut(&mut self) -> &mut RenderSettings {
        &mut self.subject.settings
    }

    /// Sets a control: to a number, an array of its components, a flag, or a text as in the option `--set`, which names an
    /// option, a color or the source of a field input.
    ///
    /// # Errors
    /// There is no such control, it cannot have the value, or the generator does not compile with it. The values remain
    /// as they were.
    pub fn set(&mut self, name: &str, value: impl Into<Setting>) -> Result<(), RenderError> {
        self.apply(&Settings::from([(name.to_owned(), value.into())]))
    }

    /// Sets several controls. Features and sources come first, since they add controls.
    ///
    /// # Errors
    /// As for [`Self::set`].
    pub fn apply(&mut self, settings: &Settings) -> Result<(), RenderError> {
        let mut subject = self.subject.clone();
        subject.apply(settings)?;
        self.adopt(subject);
        Ok(())
    }

    /// Clones keep the pipelines of the generator that they have.
    fn adopt(&mut self, subject: Subject) {
        if !Arc::ptr_eq(&subject.generator, &self.subject.generator) {
            self.kept = Arc::default();
        }
        self.subject = subject;
    }

    /// Evaluates all samples of a grid, whatever view mode and camera the settings have.
    ///
    /// # Errors
    /// The grid has no samples or does not fit into memory, a field input cannot be read, passes cannot be scheduled, the
    /// driver rejects the shader, a submission takes longer than a minute, or a loop exceeds its budget.
    pub fn grid(&self, grid: SampleGrid) -> Result<Field, RenderError> {
        self.grid_at(grid, self.subject.settings.z)
    }

    /// Evaluates horizontal slices, from the lowest, as far apart as the samples of the grid, around the settings' z.
    ///
    /// # Errors
    /// As for [`Self::grid`].
    pub fn volume(&self, grid: SampleGrid, slices: u32) -> Result<Vec<Field>, RenderError> {
        let middle = (f64::from(slices) - 1.0) / 2.0;
        let z = |slice: u32| self.subject.settings.z + (f64::from(slice) - middle) * grid.spacing();
        (0..slices).map(|slice| self.grid_at(grid, z(slice))).collect()
    }

    /// Evaluates at positions of 2 to 4 coordinates x, y, z and time; missing ones are those of the settings. Returns the
    /// numbers of each position one after the other, as many as the generator has channels.
    ///
    /// # Errors
    /// The generator is a grid program, which has no value between its samples, or as for [`Self::grid`].
    pub fn points<const N: usize>(&self, positions: &[[f64; N]]) -> Result<Vec<f64>, RenderError> {
        const { assert!(N >= 2 && N <= 4, "2 to 4 coordinates") };
        let Subject { generator, settings, .. } = &self.subject;
        let pipeline = self.point_pipeline()?;
        // Octaves fade by the distance of samples. Single positions have none, so that all octaves are kept.
        let inputs =
            self.inputs(SampleGrid { span: 0.0, ..generator.initial_grid(1) }, settings.z)?;
        let whole = |position: &[f64; N]| {
            let mut whole = [0.0, 0.0, settings.z, settings.time];
            whole[..N].copy_from_slice(position);
            whole
        };
        let positions: Vec<[f64; 4]> = positions.iter().map(whole).collect();
        let results = pipeline.evaluate(&self.gpu, &inputs, &positions)?;
        let channels = generator.channels as usize;
        Ok(results.iter().flat_map(|result| &result[..channels]).copied().collect())
    }

    /// Returns the program of the exact gradient of the first channel, with the same values.
    ///
    /// # Errors
    /// The shader contains something that cannot be differentiated.
    pub fn gradient(&self) -> Result<Self, RenderError> {
        self.derivative(&Derivative::Gradient)
    }

    /// Returns the program of an exact derivative of the first channel, with the same values.
    ///
    /// # Errors
    /// As for [`Self::gradient`].
    pub fn derivative(&self, derivative: &Derivative) -> Result<Self, RenderError> {
        Ok(self.of_generator(derive(&self.subject.generator, derivative, Channel::X)?))
    }

    /// Returns the program with another precision: in double precision [`Self::points`] has all digits, and samples are
    /// rounded once.
    ///
    /// # Errors
    /// The generator is a grid program, or calls something that has no version in double precision.
    pub fn with_precision(&self, precision: Precision) -> Result<Self, RenderError> {
        let precise = self.subject.generator.with_precision(precision);
        Ok(self.of_generator(precise.map_err(RenderError::Shader)?))
    }

    fn of_generator(&self, generator: Generator) -> Self {
        let subject = Subject { generator: Arc::new(generator), ..self.subject.clone() };
        Self::new(self.gpu.clone(), subject)
    }

    /// Renders the settings' view: `size` pixels wide and high, `settings.grid.span` world units wide.
    ///
    /// # Errors
    /// As for [`render`](super::render()).
    pub fn render(&self, size: [u32; 2]) -> Result<Picture, RenderError> {
        picture_of(&self.gpu, &self.subject_of_size(size))
    }

    /// Traces the rays of a three-dimensional view, as [`trace`](super::trace).
    ///
    /// # Errors
    /// As for [`trace`](super::trace).
    pub fn trace(&self, size: [u32; 2]) -> Result<Field, RenderError> {
        trace_of(&self.gpu, &self.subject_of_size(size))
    }

    /// Analyzes the values on a grid, and measures what needs the generator itself: errors, gradient and period.
    ///
    /// # Errors
    /// As for [`Self::grid`].
    pub fn measure(&self, grid: SampleGrid) -> Result<Analysis, RenderError> {
        let mut subject = self.subject.clone();
        subject.settings.grid = grid;
        let mut analysis = analyze(&self.grid(grid)?, AnalysisSettings::of_subject(&subject));
        analysis.describe(&subject);
        measure(&self.gpu, &subject, Reference::Best)?.add_to(&mut analysis);
        Ok(analysis)
    }

    fn subject_of_size(&self, size: [u32; 2]) -> Subject {
        let mut subject = self.subject.clone();
        subject.settings.grid.size = size;
        subject
    }

    /// Without the positions that a view mode would need.
    fn inputs(&self, grid: SampleGrid, z: f64) -> Result<EvaluateInputs, RenderError> {
        let settings = Self::flat(&self.subject.settings, grid, z);
        Ok(Subject { settings, ..self.subject.clone() }.inputs(grid)?)
    }

    /// Settings for samples alone.
    fn flat(settings: &RenderSettings, grid: SampleGrid, z: f64) -> RenderSettings {
        let mut flat = RenderSettings { z, time: settings.time, ..grid.into() };
        flat.shading.channel = settings.shading.channel;
        flat.shading.z_factor = settings.shading.z_factor;
        flat
    }

    fn grid_at(&self, grid: SampleGrid, z: f64) -> Result<Field, RenderError> {
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

    fn fits_texture(&self, size: [u32; 2]) -> bool {
        let count: u64 = size.map(u64::from).iter().product();
        size.iter().all(|count| *count <= self.max_side()) && count <= MAX_TEXELS
    }

    /// Of a texture, in samples.
    fn max_side(&self) -> u32 {
        self.gpu.device.limits().max_texture_dimension_2d
    }

    fn tiled_samples(
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

    fn samples(&self, inputs: &EvaluateInputs, region: Region) -> Result<Vec<f32>, RenderError> {
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
    fn evaluate_pipeline(&self) -> Result<EvaluatePipeline, RenderError> {
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

    fn point_pipeline(&self) -> Result<Arc<PointPipeline>, RenderError> {
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

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
