//! Batches of pictures that each fit a texture, such as the variants of a sweep or the pair of a comparison.
//!
//! Several are submitted together, if the GPU evaluates them side by side. It evaluates these while the previous ones are
//! read back, whose textures the next ones reuse.

use std::mem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::RenderSettings;
use crate::field::files::{Format, Strip};
use crate::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, Outputs, PendingPicture, Renderer,
};
use crate::view::shading::ValueRange;

use super::{DataSettings, count_non_finite, note_signed_colors, wait};
use crate::render::RenderError;

/// Picture of a batch, in memory.
pub struct RenderedPicture {
    /// Samples, pixels, or both, as requested.
    pub rows: Strip,
    /// Fixed or measured; 0 and 1 if it was not measured.
    pub value_range: [f64; 2],
    /// Rays that reached the step limit; 0 for a view from above.
    pub rays_at_limit: u32,
    /// Among the values that were read back or measured.
    pub non_finite_count: u64,
}

/// What is read back or measured for each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedOutputs {
    /// True to read back samples.
    pub samples: bool,
    /// True to read back pixels.
    pub pixels: bool,
    /// True even if the shading does not use the range.
    pub range: bool,
}

impl RequestedOutputs {
    /// Returns what a file of the format needs.
    pub fn of(format: Format) -> Self {
        Self {
            samples: !format.holds_picture(),
            pixels: format.holds_picture(),
            range: format.is_scaled(),
        }
    }
}

/// Renders some pictures while the previous ones are read back.
pub struct BatchRenderer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    settings: RenderSettings,
    outputs: Outputs,
    /// True if the range of several channels, or of a derived quantity, is that of the samples that are read back.
    has_range_of_samples: bool,
    /// `None` before the first picture.
    renderer: Option<Renderer<'a>>,
    /// True once the user was told that colors are signed.
    has_noted_signs: bool,
    /// Time of submitting and waiting. A software driver executes the work during submission.
    pub waited: Duration,
}

/// Width and height, number of samples, and readback.
type Pending = ([u32; 2], u64, PendingPicture);

impl<'a> BatchRenderer<'a> {
    /// Creates the renderer of pictures with these settings, but for values and placement.
    pub fn new(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        settings: RenderSettings,
        RequestedOutputs { samples, pixels, range }: RequestedOutputs,
    ) -> Self {
        let shading = &settings.shading;
        let is_used = pixels && pipeline.generator.needs_measured_range(shading);
        let range = is_used || (range && shading.value_range.is_measured());
        Self {
            gpu,
            pipeline,
            settings,
            outputs: Outputs { samples, pixels, range, derived: None },
            has_range_of_samples: false,
            renderer: None,
            has_noted_signs: false,
            waited: Duration::ZERO,
        }
    }

    /// Sets what is read back in place of the field.
    pub fn of_data(mut self, data: &DataSettings, format: Format) -> Self {
        self.outputs.derived = data.derived.clone().filter(|_| !format.holds_picture());
        self.has_range_of_samples = self.outputs.derived.is_some() || format == Format::PngVector;
        let shading = &self.settings.shading;
        let is_used = self.outputs.pixels && self.pipeline.generator.needs_measured_range(shading);
        self.outputs.range &= is_used || !self.has_range_of_samples;
        self
    }

    /// Passes each picture to `on_finished` with its name; a `Break` stops the batch.
    pub fn render<T, E: From<RenderError>>(
        &mut self,
        pictures: impl IntoIterator<Item = Result<(T, EvaluateInputs), E>>,
        on_finished: impl FnMut(T, Result<RenderedPicture, RenderError>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let settings = self.settings;
        let with_settings = |picture: Result<(T, EvaluateInputs), E>| {
            picture.map(|(name, inputs)| (name, inputs, settings))
        };
        let pictures = pictures.into_iter().map(with_settings);
        self.render_views(pictures, on_finished)
    }

    /// Each picture has its own slice and camera; the other settings are those of the batch.
    pub fn render_views<T, E: From<RenderError>>(
        &mut self,
        pictures: impl IntoIterator<Item = Result<(T, EvaluateInputs, RenderSettings), E>>,
        mut on_finished: impl FnMut(
            T,
            Result<RenderedPicture, RenderError>,
        ) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut pictures = pictures.into_iter();
        let mut previous = Vec::new();
        loop {
            let count = self.renderer.as_ref().map_or(1, Renderer::max_batch);
            let (mut names, mut batch) = (Vec::new(), Vec::new());
            for picture in pictures.by_ref().take(count) {
                let (name, inputs, settings) = picture?;
                (self.settings.z, self.settings.scene) = (settings.z, settings.scene);
                names.push(name);
                batch.push((self.placed(&inputs), inputs));
            }
            let is_last = batch.is_empty();
            let submitted =
                names.into_iter().zip(self.submit(&batch).map_err(RenderError::from)?).collect();
            for (name, pending) in mem::replace(&mut previous, submitted) {
                let started = Instant::now();
                let picture = self.finish(pending);
                self.waited += started.elapsed();
                if on_finished(name, picture)?.is_break() {
                    return Ok(());
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Renders a picture by itself, and waits for it.
    pub fn render_one(&mut self, inputs: &EvaluateInputs) -> Result<RenderedPicture, RenderError> {
        let pending = self.submit(&[(self.placed(inputs), inputs.clone())])?.pop();
        self.finish(pending.expect("one picture was submitted"))
    }

    /// The previous readbacks may still be pending.
    fn submit(
        &mut self,
        batch: &[(RenderSettings, EvaluateInputs)],
    ) -> Result<Vec<Pending>, GpuError> {
        let Some((settings, inputs)) = batch.first() else {
            return Ok(Vec::new());
        };
        let gpu = self.gpu;
        gpu.with_error_scope("pictures", || {
            let started = Instant::now();
            let mut renderer = match self.renderer.take() {
                Some(renderer) => renderer,
                None => Renderer::new(gpu, self.pipeline, settings, inputs, self.outputs.clone())?,
            };
            let pending = renderer.submit_batch(batch)?;
            let size = |(settings, inputs): &(RenderSettings, EvaluateInputs)| {
                let grid = if renderer.is_scene() { settings.grid } else { inputs.grid };
                (grid.size, inputs.sample_count())
            };
            let sizes = batch.iter().map(size).zip(pending);
            let submitted = sizes.map(|((size, count), pending)| (size, count, pending)).collect();
            self.renderer = Some(renderer);
            self.waited += started.elapsed();
            Ok(submitted)
        })?
    }

    /// Returns the settings at the position of the inputs: variants of a sweep may differ in center and span.
    fn placed(&self, inputs: &EvaluateInputs) -> RenderSettings {
        let mut settings = self.settings;
        let columns = settings.volume(inputs.grid).map_or(1, |side| inputs.grid.size[0] / side);
        settings.grid.center = inputs.grid.center;
        settings.grid.span = inputs.grid.span / f64::from(columns);
        settings
    }

    /// Returns an error for a runaway loop.
    fn finish(
        &mut self,
        (size, sample_count, pending): Pending,
    ) -> Result<RenderedPicture, RenderError> {
        let read = wait(self.gpu, self.pipeline, pending)?;
        let measured = self.outputs.range;
        let measures_signs =
            self.outputs.pixels && self.pipeline.generator.measures_signs(&self.settings.shading);
        if measures_signs && read.value_range.has_signed_colors() && !self.has_noted_signs {
            self.has_noted_signs = true;
            note_signed_colors();
        }
        Ok(RenderedPicture {
            rays_at_limit: read.gave_up,
            value_range: match self.settings.shading.value_range {
                ValueRange::Fixed(min, max) => [min, max],
                _ if self.has_range_of_samples => full_range(&read.samples),
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
