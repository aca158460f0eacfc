//! The program's own GPU pipelines, which all pictures share.

use super::air::PlanetAir;
use super::ray_tracing::TracePipelines;
use crate::gpu::{
    FieldTexture, Gpu, GpuError, HistogramPipeline, HorizonInputs, HorizonPipelines, HorizonRun,
    HorizonTexture, ShadePipeline, UpsamplePipeline, ValueRangeBuffer, ValueRangePipeline,
};
use crate::view::shading::Shading;

/// Points of one submission of [`HostPipelines::measure_horizons`] in software: far below time limits.
const SOFTWARE_POINTS: u64 = 1 << 20;

/// The program's own pipelines. Each is built when it is first used.
#[derive(Debug)]
pub struct HostPipelines {
    pub(crate) shade: ShadePipeline,
    value_range: Option<ValueRangePipeline>,
    upsample: Option<UpsamplePipeline>,
    horizons: Option<HorizonPipelines>,
    histogram: Option<HistogramPipeline>,
    pub(crate) trace: Option<TracePipelines>,
    pub(crate) air: Option<PlanetAir>,
}

impl HostPipelines {
    /// Builds no pipeline yet.
    pub fn new(gpu: &Gpu) -> Self {
        Self {
            shade: ShadePipeline::new(gpu),
            value_range: None,
            upsample: None,
            horizons: None,
            histogram: None,
            trace: None,
            air: None,
        }
    }

    /// Returns the pipeline of value ranges.
    pub fn value_range(&mut self, gpu: &Gpu) -> &ValueRangePipeline {
        self.value_range.get_or_insert_with(|| ValueRangePipeline::new(gpu))
    }

    /// Records the measurement by the rule of a shading. With a fixed range, the 0.1 and 99.9 percentiles are measured.
    pub fn measure_range(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        shading: &Shading,
        field: &FieldTexture,
        measured: &ValueRangeBuffer,
    ) {
        let rule = shading.range_rule().unwrap_or_default();
        let pipeline = self.value_range(gpu);
        pipeline.run(gpu, encoder, field, shading.channel, rule, measured);
    }

    /// Returns the pipeline of histograms.
    pub fn histogram(&mut self, gpu: &Gpu) -> &HistogramPipeline {
        self.histogram.get_or_insert_with(|| HistogramPipeline::new(gpu))
    }

    /// Returns the pipelines of horizons.
    pub fn horizons(&mut self, gpu: &Gpu) -> &HorizonPipelines {
        self.horizons.get_or_insert_with(|| HorizonPipelines::new(gpu))
    }

    /// Submits `encoder` and all chunks but the last, which stays in it. `None` if the shading needs no horizons.
    pub(crate) fn measure_horizons(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        shading: &Shading,
        spacing: f64,
    ) -> Result<Option<HorizonTexture>, GpuError> {
        let Some(inputs) = HorizonInputs::new(shading, spacing) else {
            return Ok(None);
        };
        let pipelines = self.horizons(gpu);
        let texture = HorizonTexture::new(gpu, pipelines, field.size(), 1)?;
        let mut run = HorizonRun::new(inputs, texture);
        // A GPU measures all chunks of a dispatch in some milliseconds.
        let points = if gpu.is_software() { SOFTWARE_POINTS } else { u64::MAX };
        loop {
            run.advance(gpu, encoder, pipelines, field, points, None);
            if run.is_done() {
                return Ok(Some(run.into_target()));
            }
            gpu.submit_recorded(encoder);
        }
    }

    /// Returns the pipeline that enlarges coarse pictures.
    pub fn upsample(&mut self, gpu: &Gpu) -> &UpsamplePipeline {
        self.upsample.get_or_insert_with(|| UpsamplePipeline::new(gpu))
    }

    pub(crate) fn trace(&mut self, gpu: &Gpu) -> &mut TracePipelines {
        self.trace.get_or_insert_with(|| TracePipelines::new(gpu))
    }
}
