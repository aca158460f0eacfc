//! Counts the histogram of a field's values on the GPU.

use std::sync::Arc;

use super::host_uniforms::SelectionUniform;
use super::value_range::counted_blocks;
use crate::field::{Channel, Histogram};
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, storage, texture, uniform,
};
use crate::gpu::device::compute::{HostStages, dispatch};
use crate::gpu::{FieldTexture, Gpu, PendingReadback, ValueRangeBuffer};

/// As in `host/histogram.wgsl`.
const BINS: usize = 128;

/// Struct `Histogram` in `host/histogram.wgsl`: the two ends of its domain, then the counts of the bins.
const BYTES: u64 = 8 + 4 * BINS as u64;

/// Counts how many values of a field are in each bin.
#[derive(Debug)]
pub struct HistogramPipeline {
    stages: HostStages,
    buffer: wgpu::Buffer,
    bindings: Arc<BindingCache>,
}

impl HistogramPipeline {
    /// Creates the buffer of the counts.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings =
            [(0, uniform()), (1, texture(false)), (2, storage(true)), (3, storage(false))];
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Self {
            stages: HostStages::new(gpu, "histogram.wgsl", &bindings, &[]),
            buffer: create_buffer(gpu, "HistogramPipeline::buffer", BYTES, usage),
            bindings: Arc::default(),
        }
    }

    /// Parses the bytes of [`Self::request`]. Returns `None` if their number is wrong.
    pub fn read(bytes: &[u8]) -> Option<Histogram> {
        let words = bytes.chunks_exact(4);
        let words: Vec<[u8; 4]> = words.filter_map(|word| word.try_into().ok()).collect();
        let [low, high, counts @ ..] = words.as_slice() else {
            return None;
        };
        (counts.len() == BINS).then(|| Histogram {
            domain: [*low, *high].map(f32::from_le_bytes),
            counts: counts.iter().copied().map(u32::from_le_bytes).collect(),
        })
    }

    /// Records the counting of one channel, from slightly below to slightly above the measured value range, and a
    /// readback. A submission can contain only one request, since all use one buffer.
    pub fn request(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        channel: Channel,
        range: &ValueRangeBuffer,
    ) -> PendingReadback {
        encoder.clear_buffer(&self.buffer, 0, None);
        let [width, height] = field.counted_size();
        let selection = SelectionUniform {
            channel: channel as u32,
            channels: field.channels,
            width,
            height,
            ..SelectionUniform::default()
        };
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&selection)),
            Binding::Texture(&field.view),
            Binding::Buffer(&range.buffer),
            Binding::Buffer(&self.buffer),
        ];
        let group = self.bindings.bind(gpu, "histogram", &self.stages.layout, &bindings);
        dispatch(
            encoder,
            &self.stages.get(gpu, "count"),
            "histogram",
            &[&group],
            counted_blocks(gpu, field.counted_size()),
            None,
        );
        PendingReadback::of_buffers(gpu, encoder, &[(&self.buffer, BYTES)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::RangeRule;
    use crate::generator::control::Values;
    use crate::gpu::testing::{inputs, pipeline};
    use crate::gpu::{ValueRangePipeline, read_field};

    #[test]
    fn values_are_counted_in_their_bins() {
        let text = "fn height(p: vec2f) -> f32 { return select(p.x, 0.5, p.y > 0.0); }";
        let gpu = Gpu::headless(None).unwrap();
        let pipeline = pipeline(&gpu, text);
        let inputs = inputs(&pipeline, &Values::default());
        let field = FieldTexture::new(&gpu, inputs.grid.size, 1).unwrap();
        let range = ValueRangeBuffer::new(&gpu);
        let mut encoder = gpu.encoder();
        let region = inputs.grid.region();
        let evaluation = pipeline.evaluate(&gpu, &mut encoder, &inputs, region, &field, None);
        evaluation.unwrap();
        let ranges = ValueRangePipeline::new(&gpu);
        let rule = RangeRule::Percentiles;
        ranges.run(&gpu, &mut encoder, &field, Channel::X, rule, &range);
        let histograms = HistogramPipeline::new(&gpu);
        let pending = histograms.request(&gpu, &mut encoder, &field, Channel::X, &range);
        let submission = gpu.queue.submit([encoder.finish()]);
        let bytes = pending.wait(&gpu, submission).unwrap();
        let found = HistogramPipeline::read(&bytes).unwrap();
        let [low, high] = found.domain;
        let mut counts = vec![0; BINS];
        for sample in read_field(&gpu, &field).unwrap().samples {
            counts[((sample - low) / (high - low) * BINS as f32) as usize] += 1;
        }
        assert_eq!(found.counts, counts);
        let most = counts.iter().max();
        assert!(most > Some(&10_000), "half of the field is 0.5: {most:?}");
    }
}
