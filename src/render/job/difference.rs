//! Difference of two fields on the surface of the reference.

use crate::field::Channel;
use crate::field::files::Format;
use crate::gpu::{
    DifferenceField, DifferencePipeline, EvaluateInputs, EvaluatePipeline, FieldTexture,
    MeasuredRange, Outputs, PictureTile, Renderer, TileFields, read_report, request_range,
};
use crate::subject::comparison::Difference;

use super::headers::RangeEnds;
use super::sink::Sink;
use super::tiled::TiledRender;
use super::{ProgressFn, RenderJob};
use crate::render::RenderError;

/// Its samples have the positions of the reference, which is subtracted.
pub struct SecondField<'a> {
    /// Pipeline of the second generator.
    pub pipeline: &'a EvaluatePipeline,
    /// Inputs on the grid of the reference.
    pub inputs: &'a EvaluateInputs,
    /// Channels of the reference and of the second field.
    pub channels: [Channel; 2],
}

/// Picture of a difference, with the ends of its color scale.
pub struct DifferencePixels {
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub pixels: Vec<u8>,
    /// At the upper end of the palette; its negative is at the lower end.
    pub limit: f32,
}

impl From<&Difference> for DifferencePixels {
    fn from(difference: &Difference) -> Self {
        Self { pixels: difference.pixels(), limit: difference.limit }
    }
}

impl RenderJob<'_> {
    /// Colors the view of this job, the reference. The shading of the job must be that of a difference.
    pub fn difference(
        &self,
        second: &SecondField<'_>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<DifferencePixels, RenderError> {
        self.gpu.with_error_scope("difference", || {
            let mut tiled = TiledRender::new(self, self.tiling(&[Format::Png]), &[Format::Png])?;
            let mut limit = 1.0;
            if let Some(ground) = tiled.renderer.ground()? {
                let difference = self.subtracted(&ground.field, second)?;
                limit = difference.1;
                ground.difference = Some(difference.0);
            }
            let mut pixels = Vec::new();
            let ends = RangeEnds {
                scaled: None,
                picture: Some([-limit, limit].map(f64::from)),
                has_signed_colors: false,
            };
            self.write_strips(tiled, ends, vec![Sink::Pixels(&mut pixels)], progress)?;
            Ok(DifferencePixels { pixels, limit })
        })?
    }

    /// Returns the difference on the GPU, and the value at the upper end of its palette.
    fn subtracted(
        &self,
        reference: &FieldTexture,
        second: &SecondField<'_>,
    ) -> Result<(DifferenceField, f32), RenderError> {
        let SecondField { pipeline, inputs, channels } = *second;
        let gpu = self.gpu;
        let mut renderer = Renderer::new(gpu, pipeline, self.settings, inputs, Outputs::default())?;
        let mut encoder = gpu.encoder();
        let whole = PictureTile::whole(inputs.grid.region());
        let TileFields { field, .. } = renderer.evaluate(&mut encoder, whole)?;
        let difference = DifferenceField::new(gpu, reference)?;
        let operands = [(reference, channels[0]), (&field, channels[1])];
        let percentiles = renderer.value_range().0;
        DifferencePipeline::new(gpu).run(gpu, &mut encoder, percentiles, operands, &difference);
        let range = request_range(gpu, &mut encoder, &difference.range);
        let bytes = range.wait(gpu, gpu.queue.submit([encoder.finish()]))?;
        if let Some(runaway) = pipeline.runaway(&read_report(gpu, &field)?) {
            return Err(RenderError::Shader(Box::new(runaway)));
        }
        let limit = MeasuredRange::read(&bytes).map_or(1.0, |measured| measured.ends[1]);
        Ok((difference, limit))
    }
}
