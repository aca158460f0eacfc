//! Everything that a cell's picture is rendered from, as it was when a capture was requested.

use std::sync::Arc;

use noise_playground::RenderSettings;
use noise_playground::capture::{CaptureFile, Format, Manifest};
use noise_playground::control::{HostInputs, Values};
use noise_playground::derived::Derived;
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::shading::ValueRange;

use crate::process::error::CommandError;
use crate::render::{
    DataSettings, DifferencePixels, ProgressFn, RenderJob, SecondField, data_grid,
};
use crate::workbench::View;

#[derive(Clone)]
pub(in crate::app) struct CaptureSource {
    /// Name that the user gave the cell; may be empty.
    pub(super) name: String,
    pub(super) pipeline: Arc<EvaluatePipeline>,
    pub(super) values: Values,
    pub(super) view: View,
    pub(super) host: HostInputs,
    pub(super) size: [u32; 2],
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
        &self.pipeline.generator
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
    ) -> Result<(), CommandError> {
        let format = file.format();
        self.render(gpu, format, |job| job.write(vec![(file, None)], progress).map(drop))
    }

    /// Returns red, green, blue and alpha bytes, row by row from the top.
    pub(super) fn pixels(
        &self,
        gpu: &Gpu,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Vec<u8>, CommandError> {
        self.render(gpu, Format::Png, |job| job.pixels(progress))
    }

    /// Evaluates the generator at each pixel of the picture as seen from above.
    pub(super) fn field(
        &self,
        gpu: &Gpu,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Field, CommandError> {
        let settings = self.settings().seen_from_above();
        let samples = self.render_with(gpu, Format::Png, &settings, |job| job.samples(progress));
        Ok(Field { size: self.size, channels: self.generator().channels, samples: samples? })
    }

    /// Renders the cell's three-dimensional view, colored by the difference; `None` if it is seen from above.
    pub(super) fn difference(
        &self,
        gpu: &Gpu,
        second: &Self,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<DifferencePixels>, CommandError> {
        let mut settings = self.settings();
        if settings.shading.mode.info().scene.is_none() {
            return Ok(None);
        }
        let inputs = second.inputs(Format::Png, &second.settings())?;
        let second = SecondField {
            pipeline: &second.pipeline,
            inputs: &inputs,
            channels: [settings, second.settings()].map(|settings| settings.shading.channel),
        };
        settings.shading = settings.shading.of_difference();
        let render = |job: &RenderJob<'_>| job.difference(&second, progress);
        let rendered = self.render_with(gpu, Format::Png, &settings, render);
        rendered.map(Some)
    }

    fn render<T>(
        &self,
        gpu: &Gpu,
        format: Format,
        execute: impl FnOnce(&RenderJob<'_>) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        self.render_with(gpu, format, &self.settings(), execute)
    }

    fn inputs(
        &self,
        format: Format,
        settings: &RenderSettings,
    ) -> Result<EvaluateInputs, CommandError> {
        let (generator, values) = (self.generator(), &self.values);
        let grid = data_grid(generator, values, format, settings)?;
        let inputs = EvaluateInputs::new(generator, values, grid, self.view.z, &self.host)?;
        let inputs = inputs.of_errors(settings.shading.mode.info().shows_errors);
        Ok(inputs.of_view(settings))
    }

    fn render_with<T>(
        &self,
        gpu: &Gpu,
        format: Format,
        settings: &RenderSettings,
        execute: impl FnOnce(&RenderJob<'_>) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let inputs = self.inputs(format, settings)?;
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

    pub(super) fn settings(&self) -> RenderSettings {
        self.view.settings(self.generator(), self.size, self.host.time)
    }

    /// Returns the size of a tile that takes at most [`TILE_MS`].
    fn tile_samples(&self, gpu: &Gpu) -> u32 {
        let max = if gpu.is_software() { MAX_TILE_SAMPLES / 8 } else { MAX_TILE_SAMPLES };
        let cost = self.pipeline.cost.unwrap_or_default().evaluate;
        cost.samples_within(TILE_MS).min(max) as u32
    }

    pub(super) fn manifest(&self, gpu: &Gpu) -> Manifest {
        let settings = self.settings();
        let mut manifest = Manifest::new(&gpu.name(), self.generator(), &self.values, &settings);
        manifest.name.clone_from(&self.name);
        manifest
    }
}
