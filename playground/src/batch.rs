//! Pictures that fit a texture, made one after another in the same textures: a sweep's, a comparison's.
//!
//! Between them only the uniform changes. The GPU evaluates the next while the last one is taken back.

use std::mem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use noise_playground::capture::{Format, Strip};
use noise_playground::generator::Returns;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, MeasuredRange, PendingReadback,
    PendingTexels, PictureTexture, ShadeInputs, ShadePipeline, TimeSlicer, ValueRangeBuffer,
    ValueRangePipeline, f32s_from_bytes, request_field, request_picture, request_report_and_range,
};
use noise_playground::shading::{Shading, ValueRange};

use crate::process::error::CommandError;
use crate::rendering::FIRST_RUN;

/// A picture as it came back.
pub(crate) struct RenderedPicture {
    /// All its rows: samples, pixels, or both, as was asked for.
    pub(crate) rows: Strip,
    /// The values at the palette's ends; 0 and 1 where nobody needs them.
    pub(crate) value_range: [f64; 2],
    /// How many of the values that were looked at are NaN or infinite.
    pub(crate) non_finite_count: u64,
}

/// What is wanted of each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestedOutputs {
    pub(crate) samples: bool,
    pub(crate) pixels: bool,
    /// The percentiles, whatever the view shows.
    pub(crate) range: bool,
}

impl RequestedOutputs {
    /// What a file of this format needs.
    pub(crate) fn of(format: Format) -> Self {
        Self {
            samples: !format.holds_picture(),
            pixels: format.holds_picture(),
            range: format.is_scaled(),
        }
    }
}

/// Makes pictures of one generator in one view.
pub(crate) struct BatchRenderer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    view: Shading,
    wants: RequestedOutputs,
    ranges: ValueRangePipeline,
    shades: ShadePipeline,
    range: ValueRangeBuffer,
    textures: Option<Textures>,
    /// Keeps each submission short, once a picture was begun.
    turns: Option<TimeSlicer<'a>>,
    /// How long nothing was done but wait for the GPU. A software driver works while it is handed the work.
    pub(crate) waited: Duration,
}

struct Textures {
    field: FieldTexture,
    picture: PictureTexture,
    /// The colours that the generator's own file gives its relief.
    albedo: Option<PictureTexture>,
}

/// A picture whose numbers are on their way.
struct PendingPicture {
    submission: wgpu::SubmissionIndex,
    size: [u32; 2],
    report: PendingReadback,
    samples: Option<PendingTexels>,
    pixels: Option<PendingTexels>,
}

impl<'a> BatchRenderer<'a> {
    pub(crate) fn new(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        view: Shading,
        wants: RequestedOutputs,
    ) -> Self {
        Self {
            gpu,
            pipeline,
            view,
            wants,
            ranges: ValueRangePipeline::new(gpu),
            shades: ShadePipeline::new(gpu),
            range: ValueRangeBuffer::new(gpu),
            textures: None,
            turns: None,
            waited: Duration::ZERO,
        }
    }

    /// Makes pictures in turn, and gives each to `finished` with what it is called: the GPU works on the next
    /// while the last is taken back.
    pub(crate) fn make<T>(
        &mut self,
        wanted: impl IntoIterator<Item = Result<(T, EvaluateInputs), CommandError>>,
        mut finished: impl FnMut(
            T,
            Result<RenderedPicture, CommandError>,
        ) -> Result<ControlFlow<()>, CommandError>,
    ) -> Result<(), CommandError> {
        let mut before: Option<(T, PendingPicture)> = None;
        for next in wanted.into_iter().map(Some).chain([None]) {
            let next = match next.transpose()? {
                Some((name, inputs)) => Some((name, self.submit(&inputs)?)),
                None => None,
            };
            if let Some((name, underway)) = mem::replace(&mut before, next) {
                let asked = Instant::now();
                let cell = self.finish(underway);
                self.waited += asked.elapsed();
                if finished(name, cell)?.is_break() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Makes one picture.
    pub(crate) fn one(&mut self, inputs: &EvaluateInputs) -> Result<RenderedPicture, CommandError> {
        let underway = self.submit(inputs)?;
        self.finish(underway)
    }

    /// Begins a picture. Those before it need not be back yet.
    fn submit(&mut self, inputs: &EvaluateInputs) -> Result<PendingPicture, GpuError> {
        let gpu = self.gpu;
        gpu.with_error_scope("a picture", || self.submit_unchecked(inputs))?
    }

    fn submit_unchecked(&mut self, inputs: &EvaluateInputs) -> Result<PendingPicture, GpuError> {
        let gpu = self.gpu;
        let textures = self.textures(inputs.grid.size)?;
        let descriptor = wgpu::CommandEncoderDescriptor {
            label: Some("Cells"),
        };
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        let mut turns = match self.turns.take() {
            Some(mut turns) => {
                turns.set_inputs(inputs)?;
                turns
            }
            None => TimeSlicer::begin(gpu, self.pipeline, inputs, FIRST_RUN)?,
        };
        self.draw(&mut encoder, inputs, &textures, &mut turns);
        self.turns = Some(turns);
        let Textures { field, picture, .. } = &textures;
        let wants = self.wants;
        let region = inputs.grid.region();
        let mut samples = wants
            .samples
            .then(|| request_field(gpu, &mut encoder, field, region))
            .transpose()?;
        let mut pixels = wants
            .pixels
            .then(|| request_picture(gpu, &mut encoder, picture))
            .transpose()?;
        let mut report = request_report_and_range(gpu, &mut encoder, field, &self.range);
        let handed = Instant::now();
        let submission = gpu.queue.submit([encoder.finish()]);
        self.waited += handed.elapsed();
        report.start_mapping();
        samples
            .iter_mut()
            .chain(&mut pixels)
            .for_each(PendingTexels::start_mapping);
        self.textures = Some(textures);
        Ok(PendingPicture {
            submission,
            size: inputs.grid.size,
            report,
            samples,
            pixels,
        })
    }

    /// The textures of the last picture, or others if they do not fit.
    fn textures(&mut self, size: [u32; 2]) -> Result<Textures, GpuError> {
        let before = self.textures.take();
        if let Some(fitting) = before.filter(|before| before.field.size() == size) {
            return Ok(fitting);
        }
        let generator = &self.pipeline.generator;
        let is_painted = self.wants.pixels && generator.uses_surface(&self.view);
        let tints = is_painted.then(|| PictureTexture::new(self.gpu, size));
        Ok(Textures {
            field: FieldTexture::new(self.gpu, size, generator.channels)?,
            picture: PictureTexture::new(self.gpu, size)?,
            albedo: tints.transpose()?,
        })
    }

    fn draw(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        textures: &Textures,
        turns: &mut TimeSlicer<'_>,
    ) {
        let (gpu, pipeline) = (self.gpu, self.pipeline);
        let Textures {
            field,
            picture,
            albedo: tints,
        } = textures;
        let region = inputs.grid.region();
        turns.evaluate(encoder, inputs, region, field);
        if self.finds_range() {
            let channel = self.view.channel;
            self.ranges.run(gpu, encoder, field, channel, &self.range);
        }
        if !self.wants.pixels {
            return;
        }
        if let Some(tints) = tints {
            turns.paint(encoder, inputs, region, (field, tints));
        }
        let is_color = pipeline.generator.returns == Returns::Color;
        let shade = ShadeInputs::new(&self.view, inputs.grid.spacing(), is_color);
        let colors = (field, tints.as_ref());
        self.shades
            .shade(gpu, encoder, &shade, colors, &self.range, picture);
    }

    fn finds_range(&self) -> bool {
        let is_needed = self.wants.range
            || (self.wants.pixels && self.pipeline.generator.needs_percentiles(&self.view));
        is_needed && self.view.value_range == ValueRange::Auto
    }

    /// Waits for a picture. Fails if a loop ran away in it.
    fn finish(&self, underway: PendingPicture) -> Result<RenderedPicture, CommandError> {
        let PendingPicture {
            submission,
            size,
            report,
            samples,
            pixels,
        } = underway;
        let report = report.wait(self.gpu, submission.clone())?;
        if let Some(runaway) = self.pipeline.runaway(&report) {
            return Err(CommandError::Shader(vec![runaway]));
        }
        let take = |texels: Option<PendingTexels>| match texels {
            Some(texels) => texels.wait(self.gpu, submission.clone()),
            None => Ok(Vec::new()),
        };
        let samples = f32s_from_bytes(&take(samples)?);
        let pixels = take(pixels)?;
        let lost = || GpuError::Device("the value range did not come back".to_owned());
        let found = MeasuredRange::read(&report[4..]).ok_or_else(lost)?;
        let strange = if self.finds_range() {
            size.map(u64::from).iter().product::<u64>() - u64::from(found.finite)
        } else {
            samples.iter().filter(|value| !value.is_finite()).count() as u64
        };
        Ok(RenderedPicture {
            rows: Strip {
                rows: size[1],
                samples,
                pixels,
            },
            value_range: match self.view.value_range {
                ValueRange::Fixed(min, max) => [min, max],
                ValueRange::Auto if self.finds_range() => found.ends.map(f64::from),
                ValueRange::Auto => [0.0, 1.0],
            },
            non_finite_count: strange,
        })
    }
}
