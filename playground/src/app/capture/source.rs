//! Everything that a cell's picture is rendered from, as it was when a capture was requested.

use std::sync::Arc;

use noise_playground::Subject;
use noise_playground::capture::{CaptureFile, Manifest};
use noise_playground::field::Field;
use noise_playground::field::files::Format;
use noise_playground::generator::Generator;
use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::subject::derived::Derived;
use noise_playground::view::shading::ValueRange;

use noise_playground::render::{
    DataSettings, DifferencePixels, ProgressFn, RenderError, RenderJob, SecondField,
};

#[derive(Clone)]
pub(in crate::app) struct CaptureSource {
    /// Name that the user gave the cell; may be empty.
    pub(super) name: String,
    /// Built from the generator of `subject`.
    pub(super) pipeline: Arc<EvaluatePipeline>,
    pub(super) subject: Subject,
    pub(super) host: HostInputs,
    /// Quantity that a captured data file contains instead of the field; `None` for the field itself.
    pub(super) derived: Option<Derived>,
}

/// Longest expected time to evaluate one tile, in milliseconds: the next frame of the window waits for up to two tiles.
/// Most take much less, since the calibrated sample cost includes waiting for the GPU.
const TILE_MS: f64 = 100.0;

/// Limits the tile even if the evaluation is fast, since shading and readback take time.
const MAX_TILE_SAMPLES: u64 = 1 << 18;

impl CaptureSource {
    pub(super) fn generator(&self) -> &Generator {
        &self.subject.generator
    }

    /// Returns a PNG format with all channels for normals, otherwise `selected`.
    pub(super) fn format(&self, selected: Format) -> Format {
        let data = DataSettings::new(self.derived.clone(), ValueRange::Full);
        data.format(selected, self.generator(), true)
    }

    /// Renders picture or field, depending on the format, into the temporary `file`, which the caller commits.
    pub(super) fn write(
        &self,
        gpu: &Gpu,
        file: &mut CaptureFile,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), RenderError> {
        let format = file.format();
        self.render(gpu, format, |job| job.write(vec![(file, None)], progress).map(drop))
    }

    /// Returns red, green, blue and alpha bytes, row by row from the top.
    pub(super) fn pixels(
        &self,
        gpu: &Gpu,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Vec<u8>, RenderError> {
        self.render(gpu, Format::Png, |job| job.pixels(progress))
    }

    /// Evaluates the generator at each pixel of the picture as seen from above.
    pub(super) fn field(
        &self,
        gpu: &Gpu,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Field, RenderError> {
        let mut flat = self.clone();
        flat.subject.settings = self.subject.settings.seen_from_above();
        let samples = flat.render(gpu, Format::Png, |job| job.samples(progress))?;
        let (size, channels) = (flat.size(), self.generator().channels());
        Ok(Field { size, channels, samples })
    }

    /// Renders the cell's three-dimensional view, colored by the difference; `None` if it is seen from above.
    pub(super) fn difference(
        &self,
        gpu: &Gpu,
        second: &Self,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<DifferencePixels>, RenderError> {
        let shading = [self, second].map(|source| source.subject.settings.shading);
        if shading[0].mode.info().scene.is_none() {
            return Ok(None);
        }
        let inputs = second.inputs(Format::Png)?;
        let second = SecondField {
            pipeline: &second.pipeline,
            inputs: &inputs,
            channels: shading.map(|shading| shading.channel),
        };
        let mut reference = self.clone();
        reference.subject.settings.shading = shading[0].of_difference();
        let render = |job: &RenderJob<'_>| job.difference(&second, progress);
        reference.render(gpu, Format::Png, render).map(Some)
    }

    fn inputs(&self, format: Format) -> Result<EvaluateInputs, RenderError> {
        Ok(self.subject.inputs_with(self.subject.data_grid(format)?, &self.host)?)
    }

    fn render<T>(
        &self,
        gpu: &Gpu,
        format: Format,
        execute: impl FnOnce(&RenderJob<'_>) -> Result<T, RenderError>,
    ) -> Result<T, RenderError> {
        let (inputs, settings) = (self.inputs(format)?, &self.subject.settings);
        self.pipeline.prepare(gpu, settings.shading.mode)?;
        execute(&RenderJob {
            gpu,
            pipeline: &self.pipeline,
            inputs: &inputs,
            settings,
            data: &DataSettings::new(
                self.derived.clone(),
                settings.shading.value_range.of_scaled_data(),
            ),
            manifest: &self.manifest(gpu),
            tile_samples: self.tile_samples(gpu),
        })
    }

    /// Returns width and height of the picture in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        self.subject.settings.grid.size
    }

    /// Returns the size of a tile that takes at most [`TILE_MS`].
    fn tile_samples(&self, gpu: &Gpu) -> u32 {
        let max = if gpu.is_software() { MAX_TILE_SAMPLES / 8 } else { MAX_TILE_SAMPLES };
        let cost = self.pipeline.cost.unwrap_or_default().evaluate;
        cost.samples_within(TILE_MS).min(max) as u32
    }

    pub(super) fn manifest(&self, gpu: &Gpu) -> Manifest {
        let mut manifest = self.subject.manifest(&gpu.name());
        manifest.name.clone_from(&self.name);
        manifest
    }
}
