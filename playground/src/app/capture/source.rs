//! The cell that a capture renders: all inputs of its picture, and its size.

use std::sync::Arc;

use noise_playground::capture::{CaptureFile, Format, Manifest, RenderSettings};
use noise_playground::control::{HostInputs, Values};
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};

use crate::process::error::CommandError;
use crate::render::{ProgressFn, RenderJob, samples_of};
use crate::workbench::View;

/// All inputs of a captured picture.
#[derive(Clone)]
pub(in crate::app) struct CaptureSource {
    /// The user's name of the cell; empty for the title of its generator.
    pub(super) name: String,
    pub(super) pipeline: Arc<EvaluatePipeline>,
    pub(super) values: Values,
    pub(super) view: View,
    pub(super) host: HostInputs,
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
}

/// Milliseconds that a tile may take: the window's next frame waits for two of them. The cost is that of a calibration,
/// which includes waiting, so that most tiles take much less.
const MAX_TILE_MS: f64 = 100.0;

/// Maximum number of samples of a tile, which are also shaded and read back.
const MAX_TILE_SAMPLES: u64 = 1 << 18;

impl CaptureSource {
    pub(super) fn generator(&self) -> &Generator {
        &self.pipeline.generator
    }

    /// Renders to a file, which the caller commits.
    pub(super) fn write(
        &self,
        gpu: &Gpu,
        output: &mut CaptureFile,
        tell: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        let format = output.format();
        self.make(gpu, format, |job| {
            job.write(std::slice::from_mut(output), tell)
        })
    }

    /// Renders the picture as red, green, blue and alpha bytes.
    pub(super) fn pixels(
        &self,
        gpu: &Gpu,
        tell: &mut ProgressFn<'_>,
    ) -> Result<Vec<u8>, CommandError> {
        self.make(gpu, Format::Png, |job| job.pixels(tell))
    }

    /// Evaluates the field at the pixels of the picture.
    pub(super) fn field(
        &self,
        gpu: &Gpu,
        tell: &mut ProgressFn<'_>,
    ) -> Result<Field, CommandError> {
        Ok(Field {
            size: self.size,
            channels: self.generator().channels,
            samples: self.make(gpu, Format::Png, |job| job.samples(tell))?,
        })
    }

    fn make<T>(
        &self,
        gpu: &Gpu,
        format: Format,
        make: impl FnOnce(&RenderJob<'_>) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let Self {
            pipeline,
            values,
            view,
            host,
            size,
            ..
        } = self;
        let grid = samples_of(self.generator(), values, format, view.grid(*size))?;
        let inputs = EvaluateInputs::new(&pipeline.generator, values, grid, view.z, host)?;
        make(&RenderJob {
            gpu,
            pipeline,
            inputs: &inputs,
            shading: &view.shading_for(self.generator()),
            manifest: &self.manifest(gpu),
            tile_samples: self.tile_samples(gpu),
        })
    }

    fn tile_samples(&self, gpu: &Gpu) -> u32 {
        let most = if gpu.is_software() {
            MAX_TILE_SAMPLES / 8
        } else {
            MAX_TILE_SAMPLES
        };
        let cost = self.pipeline.cost.unwrap_or_default().evaluate;
        cost.samples_within(MAX_TILE_MS).min(most) as u32
    }

    /// Returns the manifest of the capture.
    pub(super) fn manifest(&self, gpu: &Gpu) -> Manifest {
        let scene = RenderSettings {
            grid: self.view.grid(self.size),
            z: self.view.z,
            time: self.host.time,
            threshold: 0.0,
            view: self.view.shading_for(self.generator()),
        };
        let mut manifest = Manifest::new(&gpu.name(), self.generator(), &self.values, &scene);
        manifest.name.clone_from(&self.name);
        manifest
    }
}
