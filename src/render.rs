//! The calls for other programs: a [`Playground`] opens [`Program`]s; functions do the same for one [`Subject`] at once.

mod job;
mod playground;
mod program;

use std::path::Path;

use crate::capture::{CaptureError, CaptureFile, Manifest};
use crate::field::Field;
use crate::field::files::Format;
use crate::generator::control::{Setting, SettingError, Settings};
use crate::generator::{DeriveError, Generator, ScheduleError};
use crate::gpu::measure::MeasureError;
use crate::gpu::{BuildError, EvaluatePipeline, Gpu, GpuError, PointsError};
use crate::subject::Subject;
use crate::view::space::settings::Pass;
use crate::view::view_mode::ViewMode;
use crate::wgsl::diagnostic::Diagnostic;
pub use job::batch::{BatchRenderer, RenderedPicture, RequestedOutputs};
pub use job::volume::VolumeJob;
pub use job::{
    DataSettings, DifferencePixels, FileSamples, ProgressFn, RangeEnds, RenderJob, SIGNED_COLORS,
    SecondField, TILE_SAMPLES, header_of_data, note_signed_colors, precision_note, uses_range,
};
pub use playground::{OpenError, Playground};
pub use program::Program;

/// Error of the calls of a [`Program`], and of [`evaluate`], [`render`] and [`trace`].
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No device is available, it was lost, memory does not suffice, or a submission takes too long.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The generator does not compile for this device, or one of its loops exceeded its budget.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
    /// The generator has no gradient for exact normals.
    #[error(transparent)]
    Derive(#[from] DeriveError),
    /// The passes of a grid program cannot be scheduled with these values.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The view mode has no camera whose rays could be traced.
    #[error("the view mode {} has no camera; terrain, solid and planet have", .0.name())]
    NoCamera(ViewMode),
    /// The size in samples or pixels, which has a 0.
    #[error("{} × {} samples are none", .0[0], .0[1])]
    Empty([u32; 2]),
    /// A file cannot be written.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The thread that compresses a file panicked.
    #[error("an encoder thread panicked")]
    Encoder,
    /// The caller's progress function has canceled the work.
    #[error("canceled")]
    Canceled,
    /// A control cannot have the value, or there is no such control.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl From<PointsError> for RenderError {
    fn from(error: PointsError) -> Self {
        match error {
            PointsError::Runaway(diagnostic) => Self::Shader(diagnostic),
            PointsError::Gpu(error) => Self::Gpu(error),
        }
    }
}

impl From<MeasureError> for RenderError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::Build(error) => error.into(),
            MeasureError::Points(error) => error.into(),
            MeasureError::Schedule(error) => error.into(),
            MeasureError::NoDerivative(reason) => {
                Self::Shader(Box::new(Diagnostic::error(None, reason)))
            }
        }
    }
}

impl From<BuildError> for RenderError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Shader(diagnostic) => Self::Shader(diagnostic),
            BuildError::Gpu(error) => Self::Gpu(error),
        }
    }
}

/// Pixels, and the manifest from which they can be rendered again.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB-encoded red, green, blue and alpha bytes, row by row from the top.
    pub pixels: Vec<u8>,
    /// Shader text, values and settings.
    pub manifest: Manifest,
}

impl Picture {
    /// Writes a PNG file with the manifest, replacing an existing one.
    ///
    /// # Errors
    /// Fails if the folder does not exist or cannot be written, or if the disk is full.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CaptureError> {
        let mut file = CaptureFile::create(path.as_ref(), Format::Png)?;
        file.write_picture(self.size, self.pixels.clone(), &self.manifest)?;
        file.commit()
    }
}

/// Evaluates a generator at all positions of a sample grid, and returns the field of its samples.
///
/// View mode, camera and light of the settings are not used. Each call builds the pipeline of the generator, on the
/// device of [`Gpu::shared`]; to evaluate one generator many times, or on another device, use a [`Program`].
///
/// ```
/// use noise_playground::{SampleGrid, Subject, compile, evaluate};
///
/// let generators = compile("fn height(position: vec2f) -> f32 { return position.x; }")?;
/// let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [4, 1] };
/// let field = evaluate(&Subject::new(&generators[0], grid))?;
/// assert_eq!(field.samples, [-1.5, -0.5, 0.5, 1.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails without a graphics device or enough memory, for a too slow generator, or if a loop exceeds its budget.
pub fn evaluate(subject: &Subject) -> Result<Field, RenderError> {
    Program::new(Gpu::shared()?, compiled(subject)?).grid(subject.settings.grid)
}

/// Evaluates a generator, shades its samples, and returns the picture.
///
/// [`RenderSettings::new`](crate::RenderSettings::new) returns the settings that the generator's file requests. As in
/// [`evaluate`], each call builds the pipeline, on the device of [`Gpu::shared`].
///
/// ```
/// use noise_playground::view::shading::ViewMode;
/// use noise_playground::{RenderSettings, Subject, compile, render};
///
/// let generators = compile("fn height(position: vec2f) -> f32 { return position.x; }")?;
/// let mut settings = RenderSettings::new(&generators[0], 64);
/// settings.shading.mode = ViewMode::Texture;
/// let picture = render(&Subject::new(&generators[0], settings))?;
/// assert_eq!((picture.size, picture.pixels.len()), ([64, 64], 64 * 64 * 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails like [`evaluate`].
pub fn render(subject: &Subject) -> Result<Picture, RenderError> {
    picture_of(&Gpu::shared()?, &compiled(subject)?)
}

/// Evaluates a generator, traces the camera rays of a three-dimensional view through its samples, one through the
/// center of each pixel, and returns a property of the hits as a field: the one that `settings.scene.pass` selects,
/// such as depth or normal; the depth for [`Pass::Color`], since [`render`] returns colors.
///
/// ```
/// use noise_playground::view::space::settings::Pass;
/// use noise_playground::view::shading::ViewMode;
/// use noise_playground::{RenderSettings, Subject, compile, trace};
///
/// let generators = compile("fn height(position: vec2f) -> f32 { return 0.0; }")?;
/// let mut settings = RenderSettings::new(&generators[0], 64);
/// settings.shading.mode = ViewMode::Terrain;
/// settings.scene.camera = Some("180,90,2".parse()?);
/// settings.scene.pass = Pass::Depth;
/// let depth = trace(&Subject::new(&generators[0], settings))?;
/// assert!((depth.sample(32, 32)[0] - 2.0).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails like [`evaluate`], or if the view mode is not a three-dimensional one.
pub fn trace(subject: &Subject) -> Result<Field, RenderError> {
    trace_of(&Gpu::shared()?, &compiled(subject)?)
}

fn picture_of(gpu: &Gpu, subject: &Subject) -> Result<Picture, RenderError> {
    let mut subject = subject.clone();
    subject.settings.scene.pass = Pass::Color;
    let pixels = with_job(gpu, &mut subject, |job| job.pixels(&mut |_| Ok(())))?;
    let manifest = subject.manifest(&gpu.name());
    Ok(Picture { size: subject.settings.grid.size, pixels, manifest })
}

fn trace_of(gpu: &Gpu, subject: &Subject) -> Result<Field, RenderError> {
    let mut subject = subject.clone();
    let settings = &mut subject.settings;
    if settings.scene.pass == Pass::Color {
        settings.scene.pass = Pass::Depth;
    }
    let (size, channels) = (settings.grid.size, settings.scene.pass.channels());
    let mode = settings.shading.mode;
    if mode.info().scene.is_none() {
        return Err(RenderError::NoCamera(mode));
    }
    let samples = with_job(gpu, &mut subject, |job| job.samples(&mut |_| Ok(())))?;
    Ok(Field { size, channels, samples })
}

fn compiled(subject: &Subject) -> Result<Subject, RenderError> {
    subject.clone().compiled().map_err(|errors| {
        let mut errors = errors.into_iter().filter(Diagnostic::is_error);
        let unknown =
            || Diagnostic::error(None, "the generator does not compile with these values");
        RenderError::Shader(Box::new(errors.next().unwrap_or_else(unknown)))
    })
}

impl Subject {
    /// Sets several controls, and compiles the generator with them. Features and sources come first, since they add
    /// controls.
    ///
    /// # Errors
    /// There is no such control, it cannot have the value, or the generator does not compile with it. The values remain
    /// as they were.
    pub fn apply(&mut self, settings: &Settings) -> Result<(), RenderError> {
        let mut changed = self.clone();
        let mut rest = settings.clone();
        while let Some((name, setting)) = take_compiled(&mut rest, &changed.generator) {
            changed.set_all(&Settings::from([(name, setting)]))?;
            changed = compiled(&changed)?;
        }
        changed.set_all(&rest)?;
        *self = compiled(&changed)?;
        Ok(())
    }

    fn set_all(&mut self, settings: &Settings) -> Result<(), RenderError> {
        match self.values.apply(&self.generator.controls, settings).pop() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

/// Takes out a setting that compiles the generator again; `None` if there is no further one.
fn take_compiled(settings: &mut Settings, generator: &Generator) -> Option<(String, Setting)> {
    let mut controls = generator.controls.iter();
    let compiled =
        controls.find(|control| control.is_compiled() && settings.contains_key(&control.name))?;
    settings.remove_entry(&compiled.name)
}

fn pipeline(gpu: &Gpu, subject: &mut Subject) -> Result<EvaluatePipeline, RenderError> {
    let pipeline = EvaluatePipeline::new(gpu, &subject.picture_generator()?)?;
    pipeline.prepare(gpu, subject.settings.shading.mode)?;
    let settings = subject.settings;
    if settings.scene_to_fit().is_some() {
        let inputs = subject.inputs(settings.data_grid())?;
        subject.settings = pipeline.fitted(gpu, &settings, &inputs, &[])?;
    }
    Ok(pipeline)
}

fn with_job<T>(
    gpu: &Gpu,
    subject: &mut Subject,
    run: impl FnOnce(&RenderJob<'_>) -> Result<T, RenderError>,
) -> Result<T, RenderError> {
    let size = subject.settings.grid.size;
    if size.contains(&0) {
        return Err(RenderError::Empty(size));
    }
    let pipeline = pipeline(gpu, subject)?;
    let settings = &subject.settings;
    run(&RenderJob {
        gpu,
        pipeline: &pipeline,
        inputs: &subject.inputs(settings.data_grid())?,
        settings,
        data: &DataSettings::default(),
        manifest: &subject.manifest(&gpu.name()),
        tile_samples: TILE_SAMPLES,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::Manifest;
    use crate::{RenderSettings, SampleGrid, compile};

    const GRID: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [4, 1] };

    #[test]
    fn slice_and_time_reach_the_generator() {
        let generator = &compile("fn f(p: vec4f) -> vec4f { return p; }").unwrap()[0];
        let settings = RenderSettings { z: 0.5, time: 7.0, ..GRID.into() };
        let field = evaluate(&Subject::new(generator, settings)).unwrap();
        assert_eq!(field.sample(3, 0), [1.5, 0.0, 0.5, 7.0]);
    }

    #[test]
    fn runaway_loop_is_an_error_with_location() {
        let text = "fn f(p: vec2f) -> f32 { var x = p.x; loop { x += 1.0; } return x; }";
        let generator = &compile(text).unwrap()[0];
        let error = evaluate(&Subject::new(generator, GRID)).unwrap_err();
        assert!(error.to_string().starts_with("main.wgsl:1:38: error:"), "{error}");
    }

    #[test]
    fn saved_picture_has_its_manifest() {
        let generator = &compile("fn f(p: vec2f) -> f32 { return p.x; }").unwrap()[0];
        let picture = render(&Subject::new(generator, GRID)).unwrap();
        assert_ne!(picture.pixels[..3], picture.pixels[12..15]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.png");
        picture.save(&path).unwrap();
        assert_eq!(Manifest::read_png(&path).unwrap(), picture.manifest);
    }
}
