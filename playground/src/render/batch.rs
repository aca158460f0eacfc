//! Batches of pictures that each fit a texture, such as the variants of a sweep or the pair of a comparison.
//!
//! The pictures share their textures; only uniforms differ. The GPU evaluates one while the previous one is read back.

use std::mem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use noise_playground::RenderSettings;
use noise_playground::camera::Scene;
use noise_playground::capture::{Format, Strip};
use noise_playground::gpu::{
    DeriveInput, DerivePipeline, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError,
    HostPipelines, PendingPicture, PictureTargets, RayInputs, SceneData, TimeSlicer,
    ValueRangeBuffer,
};
use noise_playground::grid::{Region, SampleGrid};
use noise_playground::scene::Pass;
use noise_playground::shading::{Shading, ValueRange};

use super::{CALIBRATION_TIMEOUT, DataSettings, count_non_finite, wait};
use crate::process::error::CommandError;

pub(crate) struct RenderedPicture {
    /// Samples, pixels, or both, as requested.
    pub(crate) rows: Strip,
    /// Fixed or measured; 0 and 1 if it was not measured.
    pub(crate) value_range: [f64; 2],
    /// Rays that reached the step limit; 0 for a view from above.
    pub(crate) rays_at_limit: u32,
    /// Among the values that were read back or measured.
    pub(crate) non_finite_count: u64,
}

/// What is read back or measured for each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestedOutputs {
    pub(crate) samples: bool,
    pub(crate) pixels: bool,
    /// True even if the shading does not use the range.
    pub(crate) range: bool,
}

impl RequestedOutputs {
    /// Returns what a file of the format needs.
    pub(crate) fn of(format: Format) -> Self {
        Self {
            samples: !format.holds_picture(),
            pixels: format.holds_picture(),
            range: format.is_scaled(),
        }
    }
}

/// Reuses the textures of the previous picture.
pub(crate) struct BatchRenderer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    settings: RenderSettings,
    requested: RequestedOutputs,
    /// For what is read back in place of the field.
    derive: Option<DerivePipeline>,
    /// True if several channels are scaled to integers by one range.
    has_vectors: bool,
    host: HostPipelines,
    /// Textures of the previous picture, which the next one reuses if they fit.
    targets: Option<PictureTargets>,
    /// Ground of the previous three-dimensional view, for the next one of the same.
    data: Option<SceneData>,
    evaluated: Option<EvaluateInputs>,
    /// `None` before the first picture.
    slicer: Option<TimeSlicer<'a>>,
    /// Time of submitting and waiting. A software driver executes the work during submission.
    pub(crate) waited: Duration,
}

/// Width and height, number of samples, and readback.
type Pending = ([u32; 2], u64, PendingPicture);

impl<'a> BatchRenderer<'a> {
    pub(crate) fn new(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        settings: RenderSettings,
        requested: RequestedOutputs,
    ) -> Self {
        Self {
            gpu,
            pipeline,
            settings,
            requested,
            derive: None,
            has_vectors: false,
            host: HostPipelines::new(gpu),
            targets: None,
            data: None,
            evaluated: None,
            slicer: None,
            waited: Duration::ZERO,
        }
    }

    /// Sets what is read back in place of the field.
    pub(crate) fn of_data(self, data: &DataSettings, format: Format) -> Self {
        let derived = data.derived.as_ref().filter(|_| !format.holds_picture());
        let (shading, channels) = (&self.settings.shading, self.pipeline.generator.channels);
        let derive =
            derived.map(|derived| DerivePipeline::new(self.gpu, derived, shading, channels));
        let has_vectors = format == Format::PngVector;
        // The value range of a derived quantity or of vectors is measured from the samples that are read back.
        let is_of_samples = derive.is_some() || has_vectors;
        Self {
            requested: RequestedOutputs {
                range: self.requested.range && !is_of_samples,
                ..self.requested
            },
            derive,
            has_vectors,
            ..self
        }
    }

    /// Passes each picture to `on_finished` with its name; a `Break` stops the batch.
    pub(crate) fn render<T>(
        &mut self,
        pictures: impl IntoIterator<Item = Result<(T, EvaluateInputs), CommandError>>,
        on_finished: impl FnMut(
            T,
            Result<RenderedPicture, CommandError>,
        ) -> Result<ControlFlow<()>, CommandError>,
    ) -> Result<(), CommandError> {
        let settings = self.settings;
        let with_settings = |picture: Result<(T, EvaluateInputs), CommandError>| {
            picture.map(|(name, inputs)| (name, inputs, settings))
        };
        let pictures = pictures.into_iter().map(with_settings);
        self.render_views(pictures, on_finished)
    }

    /// Each picture has its own slice and camera; the other settings are those of the batch.
    pub(crate) fn render_views<T>(
        &mut self,
        pictures: impl IntoIterator<Item = Result<(T, EvaluateInputs, RenderSettings), CommandError>>,
        mut on_finished: impl FnMut(
            T,
            Result<RenderedPicture, CommandError>,
        ) -> Result<ControlFlow<()>, CommandError>,
    ) -> Result<(), CommandError> {
        let mut previous: Option<(T, Pending)> = None;
        for next in pictures.into_iter().map(Some).chain([None]) {
            let next = match next.transpose()? {
                Some((name, inputs, settings)) => {
                    (self.settings.z, self.settings.scene) = (settings.z, settings.scene);
                    Some((name, self.submit(&inputs)?))
                }
                None => None,
            };
            if let Some((name, pending)) = mem::replace(&mut previous, next) {
                let started = Instant::now();
                let picture = self.finish(pending);
                self.waited += started.elapsed();
                if on_finished(name, picture)?.is_break() {
                    break;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn render_one(
        &mut self,
        inputs: &EvaluateInputs,
    ) -> Result<RenderedPicture, CommandError> {
        let pending = self.submit(inputs)?;
        self.finish(pending)
    }

    /// The previous readback may still be pending.
    fn submit(&mut self, inputs: &EvaluateInputs) -> Result<Pending, GpuError> {
        let gpu = self.gpu;
        gpu.with_error_scope("a picture", || {
            let scene = self.scene();
            let size = if scene.is_some() { self.settings.grid.size } else { inputs.grid.size };
            let mut targets = match scene {
                Some(kind) => self.scene_targets(kind, inputs)?,
                None => self.targets(size)?,
            };
            let pending = self.submit_to(&mut targets, inputs);
            self.targets = Some(targets);
            Ok((size, inputs.sample_count(), pending?))
        })?
    }

    fn submit_to(
        &mut self,
        targets: &mut PictureTargets,
        inputs: &EvaluateInputs,
    ) -> Result<PendingPicture, GpuError> {
        let gpu = self.gpu;
        let mut slicer = match self.slicer.take() {
            Some(mut slicer) => {
                slicer.set_inputs(inputs)?;
                slicer
            }
            None => TimeSlicer::new(gpu, self.pipeline, inputs, CALIBRATION_TIMEOUT)?,
        };
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("BatchRenderer") };
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        let region = match self.scene() {
            Some(scene) => {
                self.record_scene(&mut slicer, &mut encoder, scene, (inputs, targets))?
            }
            None => self.record(&mut slicer, &mut encoder, (inputs, targets))?,
        };
        self.slicer = Some(slicer);
        let started = Instant::now();
        let samples = self.requested.samples.then_some(region);
        let pending = targets.submit(gpu, encoder, samples, self.requested.pixels);
        self.waited += started.elapsed();
        pending
    }

    /// Evaluates and shades a picture from above. Returns the region to be read back.
    fn record(
        &mut self,
        slicer: &mut TimeSlicer<'_>,
        encoder: &mut wgpu::CommandEncoder,
        (inputs, targets): (&EvaluateInputs, &mut PictureTargets),
    ) -> Result<Region, GpuError> {
        let (gpu, host, shading) = (self.gpu, &mut self.host, &self.settings.shading);
        let region = inputs.grid.region();
        slicer.evaluate(encoder, inputs, region, &targets.field)?;
        if measures_range(self.pipeline, shading, self.requested) {
            targets.measure_range(gpu, encoder, host, shading);
        }
        if self.requested.pixels {
            let placed = (region, [0, 0]);
            slicer.shade(encoder, host, inputs, placed, shading, targets)?;
        }
        if let Some(derive) = &self.derive {
            let derived = match targets.derived.take() {
                Some(derived) => derived,
                None => FieldTexture::new(gpu, region.size, derive.channels())?,
            };
            let input =
                DeriveInput { field: &targets.field, grid: inputs.grid, region, origin: [0, 0] };
            derive.run(gpu, encoder, host, input, &derived)?;
            targets.derived = Some(derived);
        }
        Ok(region)
    }

    /// Evaluates data and traces rays. Returns the region to be read back.
    fn record_scene(
        &mut self,
        slicer: &mut TimeSlicer<'_>,
        encoder: &mut wgpu::CommandEncoder,
        scene: Scene,
        (inputs, targets): (&EvaluateInputs, &mut PictureTargets),
    ) -> Result<Region, GpuError> {
        // Variants of a sweep may differ in center and span.
        let mut settings = self.settings;
        let columns = settings.volume(inputs.grid).map_or(1, |side| inputs.grid.size[0] / side);
        settings.grid = SampleGrid {
            center: inputs.grid.center,
            span: inputs.grid.span / f64::from(columns),
            size: settings.grid.size,
        };
        let rays = RayInputs::new(&settings, scene, inputs.grid);
        let scene = (&rays, &self.settings.shading);
        let host = &mut self.host;
        if let Some((data, targets)) = self.data.as_mut().zip(targets.scene.as_mut()) {
            // Moving the camera alone leaves the data valid.
            if self.evaluated.as_ref() != Some(inputs) {
                slicer.evaluate_scene(encoder, host, inputs, scene, data)?;
                self.evaluated = Some(inputs.clone());
            }
            targets.horizons.clone_from(&data.horizons);
        }
        let scene = (&rays, &self.settings.shading, [0, 0]);
        slicer.trace(encoder, host, inputs, scene, targets)?;
        Ok(self.settings.grid.region())
    }

    /// Returns `None` for a view from above, or if only samples are requested.
    fn scene(&self) -> Option<Scene> {
        let is_requested = self.requested.pixels || self.settings.scene.pass != Pass::Color;
        self.settings.shading.mode.info().scene.filter(|_| is_requested)
    }

    /// Reuses the textures of the previous view if possible.
    fn scene_targets(
        &mut self,
        kind: Scene,
        inputs: &EvaluateInputs,
    ) -> Result<PictureTargets, GpuError> {
        if let Some(previous) = self.targets.take() {
            return Ok(previous);
        }
        let (gpu, generator) = (self.gpu, &self.pipeline.generator);
        let RenderSettings { grid, shading, scene, .. } = &self.settings;
        let uses_albedo = self.requested.pixels && generator.uses_surface(shading);
        let rays = RayInputs::new(&self.settings, kind, inputs.grid);
        let data = SceneData::new(gpu, inputs.grid.size, generator, (&rays, uses_albedo))?;
        let outputs = (scene.rays_per_side(), scene.pass);
        let targets = PictureTargets::of_scene(gpu, &data, grid.size, outputs)?;
        self.data = Some(data);
        Ok(targets)
    }

    /// Reuses the textures of the previous picture if the size is equal.
    fn targets(&mut self, size: [u32; 2]) -> Result<PictureTargets, GpuError> {
        let previous = self.targets.take();
        if let Some(previous) = previous.filter(|previous| previous.field.size() == size) {
            return Ok(previous);
        }
        let (gpu, generator) = (self.gpu, &self.pipeline.generator);
        let uses_albedo = self.requested.pixels && generator.uses_surface(&self.settings.shading);
        let field = FieldTexture::of_generator(gpu, size, generator)?;
        let field = (field, ValueRangeBuffer::new(gpu));
        PictureTargets::of_field(gpu, field, size, uses_albedo)
    }

    /// Returns an error for a runaway loop.
    fn finish(
        &self,
        (size, sample_count, pending): Pending,
    ) -> Result<RenderedPicture, CommandError> {
        let read = wait(self.gpu, self.pipeline, pending)?;
        let measured = measures_range(self.pipeline, &self.settings.shading, self.requested);
        Ok(RenderedPicture {
            rays_at_limit: read.gave_up,
            value_range: match self.settings.shading.value_range {
                ValueRange::Fixed(min, max) => [min, max],
                _ if self.derive.is_some() || self.has_vectors => full_range(&read.samples),
                _ if measured => read.value_range.ends.map(f64::from),
                _ => [0.0, 1.0],
            },
            non_finite_count: if measured {
                sample_count - u64::from(read.value_range.finite)
            } else {
                count_non_finite(&read.samples)
            },
            rows: Strip { rows: size[1], samples: read.samples, pixels: read.pixels },
        })
    }
}

/// Returns 0 and 1 if no sample is finite.
fn full_range(samples: &[f32]) -> [f64; 2] {
    let finite = samples.iter().copied().filter(|sample| sample.is_finite());
    let ends = finite.fold(None, |ends: Option<[f32; 2]>, sample| {
        let [low, high] = ends.unwrap_or([sample; 2]);
        Some([low.min(sample), high.max(sample)])
    });
    ends.map_or([0.0, 1.0], |ends| ends.map(f64::from))
}

fn measures_range(
    pipeline: &EvaluatePipeline,
    shading: &Shading,
    requested: RequestedOutputs,
) -> bool {
    let is_used = requested.pixels && pipeline.generator.uses_value_range(shading);
    (requested.range || is_used) && shading.value_range.is_measured()
}
