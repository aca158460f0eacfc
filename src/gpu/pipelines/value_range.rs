//! Measurement of the value range of a field: its 0.1 and 99.9 percentiles, also made symmetric about 0, or its extremes.

use std::sync::Arc;

use super::host_uniforms::SelectionUniform;
use crate::field::grid::Region;
use crate::field::{Channel, RangeRule};
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, storage, texture, uniform,
};
use crate::gpu::device::compute::{HostStages, dispatch};
use crate::gpu::{FieldTexture, Gpu, PendingReadback};

/// Struct `Range` in `host/value_range.wgsl`: ends, keys, ranks, counts of finite and negative samples, bins.
pub(crate) const RANGE_BYTES: u64 = 8 + 8 + 8 + 8 + 4096 * 4;

/// Width of the block that one workgroup counts: `BLOCK` in `host/selection.wgsl`.
const BLOCK: u32 = 128;

/// Smallest and largest height of a block on a GPU: workgroups clear and add up counts, and all should run at once.
const BLOCK_HEIGHTS: [u32; 2] = [32, 256];

const WORKGROUPS: u32 = 1024;

/// Measures the value range of a field.
#[derive(Debug)]
pub struct ValueRangePipeline(HostStages);

/// Leading bytes of `Range` that are read back as a [`MeasuredRange`].
const MEASURED_BYTES: u64 = 32;

/// Value range measured from the samples of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredRange {
    /// Values at the lower and the upper end of the palette.
    pub ends: [f32; 2],
    /// Number of finite values.
    pub finite: u32,
    /// The value at both ends if they are equal; `ends` are then chosen around it. `None` if they differ.
    pub constant: Option<f32>,
    /// Number of samples with a negative number among the first three; 0 for fields of one or two channels.
    pub negative: u32,
}

impl MeasuredRange {
    /// Parses the bytes of [`request_range`]. Returns `None` if there are too few.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok();
        let finite = u32::from_le_bytes(word(24)?);
        let [low, high] = [u32::from_le_bytes(word(8)?), u32::from_le_bytes(word(12)?)];
        Some(Self {
            ends: [f32::from_le_bytes(word(0)?), f32::from_le_bytes(word(4)?)],
            finite,
            constant: (low == high && finite > 0).then(|| float_from_key(low)),
            negative: u32::from_le_bytes(word(28)?),
        })
    }

    /// Returns true if most samples, as colors, have a negative part, and so are shown as 0.5 + 0.5 c.
    pub fn has_signed_colors(&self) -> bool {
        self.negative > self.finite / 2
    }

    /// Returns the smallest range that contains all of `ranges`. One constant is treated as in [`Self::ends`].
    pub fn union(ranges: &[Self]) -> [f32; 2] {
        let values = |range: &Self| range.constant.map_or(range.ends, |value| [value; 2]);
        let finite = ranges.iter().filter(|range| range.finite > 0);
        let spanned = finite.map(values);
        let spanned = spanned.reduce(|[low, high], [first, last]| [low.min(first), high.max(last)]);
        match (spanned, ranges.first()) {
            (Some([low, high]), _) if low < high => [low, high],
            (_, Some(first)) => first.ends,
            (_, None) => [0.0, 1.0],
        }
    }
}

/// The inverse of `key_from_float` in `host/value_range.wgsl`.
fn float_from_key(key: u32) -> f32 {
    f32::from_bits(if key >> 31 == 1 { key & 0x7fff_ffff } else { !key })
}

/// Measured value range that shading reads without waiting for the CPU. Clones share the buffer.
#[derive(Clone, Debug)]
pub struct ValueRangeBuffer {
    pub(crate) buffer: wgpu::Buffer,
    bindings: Arc<BindingCache>,
}

impl ValueRangeBuffer {
    /// Creates a range that is initially from 0 to 0, for [`ValueRangePipeline`].
    pub fn new(gpu: &Gpu) -> Self {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Self {
            buffer: create_buffer(gpu, "ValueRangeBuffer", RANGE_BYTES, usage),
            bindings: Arc::default(),
        }
    }

    /// Resets the buffer before the first round of a measurement.
    pub fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(&self.buffer, 0, None);
    }
}

/// Requests a readback, which [`MeasuredRange::read`] parses.
pub fn request_range(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    range: &ValueRangeBuffer,
) -> PendingReadback {
    PendingReadback::of_buffers(gpu, encoder, &[(&range.buffer, MEASURED_BYTES)])
}

/// Requests the guard report (4 bytes), followed by the measured value range, which is invalid unless the report is 0.
pub fn request_report_and_range(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    field: &FieldTexture,
    range: &ValueRangeBuffer,
) -> PendingReadback {
    let sources = [(&field.runaway, 4), (&range.buffer, MEASURED_BYTES)];
    PendingReadback::of_buffers(gpu, encoder, &sources)
}

/// Rounds of a measurement. Each counts values in all tiles of a picture, the first also negative numbers, then selects
/// further bits of both ends.
pub const SELECT_ROUNDS: std::ops::Range<u32> = 0..3;

/// Each round has its own uniform, because all may be recorded in one submission.
const ROUND_LABELS: [&str; 3] = ["round 0", "round 1", "round 2"];

/// Field and settings of one round of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct ValueRangeInput<'a> {
    /// Field of the picture, or of one of its tiles.
    pub field: &'a FieldTexture,
    /// Counted values; for a tile, without the neighboring samples around it.
    pub region: Region,
    /// Measured channel.
    pub channel: Channel,
    /// Selects the ends.
    pub rule: RangeRule,
    /// One of [`SELECT_ROUNDS`].
    pub round: u32,
}

impl ValueRangePipeline {
    /// Builds no pipeline yet.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [(0, uniform()), (1, texture(false)), (2, storage(false))];
        Self(HostStages::new(gpu, "value_range.wgsl", &bindings, &[]))
    }

    /// Records the measurement of a whole field.
    pub fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        channel: Channel,
        rule: RangeRule,
        range: &ValueRangeBuffer,
    ) {
        range.clear(encoder);
        let region = Region { origin: [0, 0], size: field.counted_size() };
        let groups = SELECT_ROUNDS.map(|round| {
            let input = ValueRangeInput { field, region, channel, rule, round };
            self.group(gpu, input, range)
        });
        let groups: Vec<wgpu::BindGroup> = groups.collect();
        // Each pass costs some microseconds, which small pictures notice.
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("range"),
            timestamp_writes: None,
        });
        let [columns, rows] = counted_blocks(gpu, region.size);
        let (count, select) = (self.0.get(gpu, "count"), self.0.get(gpu, "select_bits"));
        for group in &groups {
            pass.set_bind_group(0, group, &[]);
            pass.set_pipeline(&count);
            pass.dispatch_workgroups(columns, rows, 1);
            pass.set_pipeline(&select);
            pass.dispatch_workgroups(1, 1, 1);
        }
    }

    /// Records the first half of a round: counts the values in one tile.
    pub fn count(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        input: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) {
        let group = self.group(gpu, input, range);
        let blocks = counted_blocks(gpu, input.region.size);
        dispatch(encoder, &self.0.get(gpu, "count"), "range", &[&group], blocks, None);
    }

    /// Records the second half of a round, after all tiles: selects further bits of the ends. `input` is any tile's.
    pub fn select(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        input: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) {
        let group = self.group(gpu, input, range);
        dispatch(encoder, &self.0.get(gpu, "select_bits"), "range", &[&group], [1, 1], None);
    }

    fn group(
        &self,
        gpu: &Gpu,
        input: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) -> wgpu::BindGroup {
        let [width, height] = input.region.size;
        let selection = SelectionUniform {
            channel: input.channel as u32,
            channels: input.field.channels,
            round: input.round,
            rule: input.rule as u32,
            first_x: input.region.origin[0],
            first_y: input.region.origin[1],
            width,
            height,
        };
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&selection)),
            Binding::Texture(&input.field.view),
            Binding::Buffer(&range.buffer),
        ];
        let label = ROUND_LABELS[input.round as usize];
        range.bindings.bind(gpu, label, &self.0.layout, &bindings)
    }
}

pub(crate) fn counted_blocks(gpu: &Gpu, [width, height]: [u32; 2]) -> [u32; 2] {
    let columns = width.div_ceil(BLOCK);
    let rows = if gpu.is_software() {
        height.div_ceil(BLOCK)
    } else {
        let [most, fewest] = BLOCK_HEIGHTS.map(|side| height.div_ceil(side));
        (WORKGROUPS / columns.max(1)).clamp(fewest, most)
    };
    [columns, rows]
}
