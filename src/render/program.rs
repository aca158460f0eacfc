//! A generator with its values on a device, and what is computed of it.

mod evaluation;
mod parts;
mod variants;

use std::sync::{Arc, Mutex};

use self::evaluation::Kept;
use super::{Picture, RenderError, picture_of, trace_of};
use crate::analysis::{Analysis, AnalysisSettings, analyze};
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};
use crate::generator::control::{Control, Setting, Settings};
use crate::generator::{Derivative, Generator, Precision, derive};
use crate::gpu::Gpu;
use crate::gpu::measure::{Reference, measure};
use crate::subject::Subject;
use crate::subject::render_settings::RenderSettings;

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
}
