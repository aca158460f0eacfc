//! Difference of two fields on the surface of the reference.

use noise_playground::camera::Scene;
use noise_playground::comparison::Difference;
use noise_playground::gpu::{
    DifferenceField, DifferencePipeline, EvaluateInputs, EvaluatePipeline, FieldTexture,
    MeasuredRange, TimeSlicer, ValueRangePipeline, read_report, request_range,
};
use noise_playground::shading::Channel;

use super::headers::RangeEnds;
use super::scene_render::{SceneRender, encoder};
use super::sink::Sink;
use super::strips::Writers;
use super::{CALIBRATION_TIMEOUT, ProgressFn, RenderJob};
use crate::process::error::CommandError;

/// Its samples have the positions of the reference, which is subtracted.
pub(crate) struct SecondField<'a> {
    pub(crate) pipeline: &'a EvaluatePipeline,
    pub(crate) inputs: &'a EvaluateInputs,
    /// Channels of the reference and of the second field.
    pub(crate) channels: [Channel; 2],
}

pub(crate) struct DifferencePixels {
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
    /// At the upper end of the palette; its negative is at the lower end.
    pub(crate) limit: f32,
}

impl From<&Difference> for DifferencePixels {
    fn from(difference: &Difference) -> Self {
        Self { pixels: difference.pixels(), limit: difference.limit }
    }
}

impl RenderJob<'_> {
    /// Colors the view of this job, the reference. The shading of the job must be that of a difference.
    pub(crate) fn difference(
        &self,
        scene: Scene,
        second: &SecondField<'_>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<DifferencePixels, CommandError> {
        self.gpu.with_error_scope("difference", || {
            let slicer =
                TimeSlicer::new(self.gpu, self.pipeline, self.inputs, CALIBRATION_TIMEOUT)?;
            let mut rendered = SceneRender::new(self, scene, slicer)?;
            let (difference, limit) = self.subtracted(rendered.field(), second)?;
            rendered.color_by(difference);
            let mut pixels = Vec::new();
            let sinks = vec![Sink::Pixels(&mut pixels)];
            let ends = RangeEnds { scaled: None, picture: Some([-limit, limit].map(f64::from)) };
            let headers = self.headers(&[(sinks[0].format(), None)], ends);
            let render = |writers: &Writers, progress: &mut ProgressFn<'_>| {
                rendered.render_strips(writers, progress)
            };
            let size = self.settings.grid.size;
            self.write_strips(render, (&headers, size), sinks, progress)?;
            Ok(DifferencePixels { pixels, limit })
        })?
    }

    /// Returns the difference on the GPU, and the value at the upper end of its palette.
    fn subtracted(
        &self,
        reference: &FieldTexture,
        second: &SecondField<'_>,
    ) -> Result<(DifferenceField, f32), CommandError> {
        let SecondField { pipeline, inputs, channels } = *second;
        let gpu = self.gpu;
        let mut field = FieldTexture::of_generator(gpu, inputs.grid.size, &pipeline.generator)?;
        field.counted = reference.counted;
        let mut encoder = encoder(self);
        let mut slicer = TimeSlicer::new(gpu, pipeline, inputs, CALIBRATION_TIMEOUT)?;
        slicer.evaluate(&mut encoder, inputs, inputs.grid.region(), &field)?;
        let difference = DifferenceField::new(gpu, reference)?;
        let operands = [(reference, channels[0]), (&field, channels[1])];
        let percentiles = ValueRangePipeline::new(gpu);
        DifferencePipeline::new(gpu).run(gpu, &mut encoder, &percentiles, operands, &difference);
        let range = request_range(gpu, &mut encoder, &difference.range);
        let bytes = range.wait(gpu, gpu.queue.submit([encoder.finish()]))?;
        if let Some(runaway) = pipeline.runaway(&read_report(gpu, &field)?) {
            return Err(CommandError::Shader(vec![runaway]));
        }
        let limit = MeasuredRange::read(&bytes).map_or(1.0, |measured| measured.ends[1]);
        Ok((difference, limit))
    }
}
