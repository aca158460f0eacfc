//! A generator with its values on a device, and what is computed of it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::job::{DataSettings, RenderJob, TILE_SAMPLES};
use super::{Picture, RenderError, picture_of, trace_of};
use crate::analysis::{Analysis, AnalysisSettings, analyze};
use crate::field::grid::SampleGrid;
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

/// For one submission.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Larger fields are evaluated in tiles.
const MAX_TEXELS: u64 = 1 << 24;

/// A generator with its values and settings, on a device. Its pipelines are built by the first call that needs them, and
/// kept: a further evaluation is a dispatch and a copy.
#[derive(Debug)]
pub struct Program {
    gpu: Gpu,
    subject: Subject,
    kept: Mutex<Kept>,
}

/// What the next evaluation reuses.
#[derive(Clone, Debug, Default)]
struct Kept {
    evaluate: Option<EvaluatePipeline>,
    points: Option<(Arc<Generator>, Arc<PointPipeline>)>,
    field: Option<FieldTexture>,
}

impl Clone for Program {
    fn clone(&self) -> Self {
        Self::new(self.gpu.clone(), self.subject.clone())
    }
}

impl Program {
    pub(crate) fn new(gpu: Gpu, subject: Subject) -> Self {
        Self { gpu, subject, kept: Mutex::default() }
    }

    /// Returns the generator, its values and the settings of its picture.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns the controls, in the order of the file.
    pub fn controls(&self) -> &[Control] {
        &self.subject.generator.controls
    }

    /// Returns the settings of the picture, in which view mode, light and camera can be changed.
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
        let mut changed = self.subject.clone();
        let settings = Settings::from([(name.to_owned(), value.into())]);
        if let Some(error) = changed.values.apply(&changed.generator.controls, &settings).pop() {
            return Err(error.into());
        }
        self.subject = super::compiled(&changed)?;
        Ok(())
    }

    /// Evaluates all samples of a grid.
    ///
    /// # Errors
    /// There is not enough memory, a submission takes longer than a minute, or a loop exceeds its budget.
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
    /// The generator is a grid program, or as for [`Self::grid`].
    pub fn points<const N: usize>(&self, positions: &[[f64; N]]) -> Result<Vec<f64>, RenderError> {
        const { assert!(N >= 2 && N <= 4, "2 to 4 coordinates") };
        let Subject { generator, settings, .. } = &self.subject;
        let pipeline = self.point_pipeline()?;
        let inputs = self.subject.inputs(settings.grid)?;
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
        let derived = derive(&self.subject.generator, &Derivative::Gradient, Channel::X)?;
        let subject = Subject { generator: Arc::new(derived), ..self.subject.clone() };
        Ok(Self::new(self.gpu.clone(), subject))
    }

    /// Returns the picture with its own settings, as wide and high as `size` in pixels; their span becomes its width.
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

    fn grid_at(&self, grid: SampleGrid, z: f64) -> Result<Field, RenderError> {
        let mut subject = self.subject.clone();
        subject.settings.z = z;
        let inputs = subject.inputs(grid)?;
        let (size, channels) = (grid.size, subject.generator.channels);
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        let samples =
            if size.iter().all(|count| *count <= limit) && inputs.sample_count() <= MAX_TEXELS {
                self.samples(&inputs)?
            } else {
                subject.settings.grid = grid;
                let job = RenderJob {
                    gpu: &self.gpu,
                    pipeline: &self.evaluate_pipeline(&inputs)?,
                    inputs: &inputs,
                    settings: &subject.settings,
                    data: &DataSettings::default(),
                    manifest: &subject.manifest(&self.gpu.name()),
                    tile_samples: TILE_SAMPLES,
                };
                job.samples(&mut |_| Ok(()))?
            };
        Ok(Field { size, channels, samples })
    }

    fn samples(&self, inputs: &EvaluateInputs) -> Result<Vec<f32>, RenderError> {
        let (gpu, region) = (&self.gpu, inputs.grid.region());
        let pipeline = self.evaluate_pipeline(inputs)?;
        let read = gpu.with_error_scope("samples", || {
            let field = self.field_texture(region.size)?;
            let mut slicer = TimeSlicer::new(gpu, &pipeline, inputs, TIMEOUT)?;
            let mut encoder = gpu.encoder();
            slicer.evaluate(&mut encoder, inputs, region, &field)?;
            pipeline.keep_run(slicer.into_run());
            let report = request_report(gpu, &mut encoder, &field);
            let samples = request_field(gpu, &mut encoder, &field, region)?;
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

    /// Of the present generator, and calibrated.
    fn evaluate_pipeline(&self, inputs: &EvaluateInputs) -> Result<EvaluatePipeline, RenderError> {
        let generator = &self.subject.generator;
        let mut kept = self.kept();
        let is_present = |kept: &&EvaluatePipeline| Arc::ptr_eq(&kept.generator, generator);
        if let Some(pipeline) = kept.evaluate.as_ref().filter(is_present) {
            return Ok(pipeline.clone());
        }
        let mut pipeline = EvaluatePipeline::new(&self.gpu, generator)?;
        pipeline.cost = Some(pipeline.calibrate(&self.gpu, inputs, TIMEOUT)?);
        *kept = Kept { evaluate: Some(pipeline.clone()), ..Kept::default() };
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
        let precision =
            if generator.precision.is_single() { Precision::Single } else { Precision::Double };
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
