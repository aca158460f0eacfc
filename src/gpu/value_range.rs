//! A field → the values at its palette's ends, on the GPU.

use std::sync::Arc;

use super::binding::{Binding, BindingCache, create_buffer, layout, storage, texture, uniform};
use super::compute::{dispatch, stage};
use super::uniform::SelectionUniform;
use super::{FieldTexture, Gpu};
use crate::grid::Region;
use crate::shading::Channel;

/// The stage's text.
pub(super) const SOURCE: &str = include_str!("../../shaders/stages/range.wgsl");

/// Bytes of the stage's `Range`: ends, keys, ranks, finite, padding, bins.
pub(super) const RANGE_BYTES: u64 = 8 + 8 + 8 + 8 + 4096 * 4;

/// The most workgroups that share a field's samples.
const MAX_GROUPS: u32 = 64;

/// Samples that are worth a workgroup, which has as many bins to clear and to add up.
const GROUP_SAMPLES: u32 = 4096;

/// Finds the 0.1 and 99.9 percentiles of a field.
#[derive(Debug)]
pub struct ValueRangePipeline {
    count: wgpu::ComputePipeline,
    select: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// Bytes of the stage's `Range` that [`MeasuredRange`] is read from.
pub(super) const FOUND_BYTES: u64 = 28;

/// What the stage found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredRange {
    /// Values at the palette's ends.
    pub ends: [f32; 2],
    /// How many values are neither NaN nor infinite.
    pub finite: u32,
}

impl MeasuredRange {
    /// Reads what [`request_range`](super::request_range) copied out.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok();
        Some(Self {
            ends: [f32::from_le_bytes(word(0)?), f32::from_le_bytes(word(4)?)],
            finite: u32::from_le_bytes(word(24)?),
        })
    }
}

/// The value range of a picture, in a buffer that shading reads, so that nothing waits for it. Clones share the
/// buffer.
#[derive(Clone, Debug)]
pub struct ValueRangeBuffer {
    pub(super) buffer: wgpu::Buffer,
    bindings: Arc<BindingCache>,
}

impl ValueRangeBuffer {
    /// Creates a value range of 0 to 0, to be filled by [`ValueRangePipeline`].
    pub fn new(gpu: &Gpu) -> Self {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Self {
            buffer: create_buffer(gpu, "RangeBuffer", RANGE_BYTES, usage),
            bindings: Arc::default(),
        }
    }

    /// Resets the selection, ahead of its first round.
    pub fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(&self.buffer, 0, None);
    }
}

/// Rounds of the selection: in each, all pieces of a picture are counted before bits are selected.
pub const SELECT_ROUNDS: std::ops::Range<u32> = 0..3;

/// Each round has its own uniform, since all may be in one submission.
const ROUND_LABELS: [&str; 3] = ["round 0", "round 1", "round 2"];

/// What a round looks at.
#[derive(Clone, Copy, Debug)]
pub struct ValueRangeInput<'a> {
    /// A piece of a picture.
    pub field: &'a FieldTexture,
    /// Its texels that count.
    pub region: Region,
    /// The number of a result.
    pub channel: Channel,
    /// One of [`SELECT_ROUNDS`].
    pub round: u32,
}

impl ValueRangePipeline {
    /// Builds the stage. It is the host's own and always fits.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [(0, uniform()), (1, texture(false)), (2, storage(false))];
        let layout = layout(gpu, "RangePipeline::layout", &bindings);
        Self {
            count: stage(gpu, SOURCE, "count", &layout, &[]),
            select: stage(gpu, SOURCE, "select_bits", &layout, &[]),
            layout,
        }
    }

    /// Fills `range` from one channel of a whole field.
    pub fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        channel: Channel,
        range: &ValueRangeBuffer,
    ) {
        range.clear(encoder);
        for round in SELECT_ROUNDS {
            let piece = ValueRangeInput {
                field,
                region: Region {
                    first: [0, 0],
                    size: field.size(),
                },
                channel,
                round,
            };
            self.count(gpu, encoder, piece, range);
            self.select(gpu, encoder, piece, range);
        }
    }

    /// Counts the values of one piece of a picture.
    pub fn count(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        piece: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) {
        self.pass(gpu, encoder, &self.count, piece, range);
    }

    /// Ends a round, once all pieces are counted; `piece` is any of them.
    pub fn select(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        piece: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) {
        self.pass(gpu, encoder, &self.select, piece, range);
    }

    fn pass(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        piece: ValueRangeInput<'_>,
        range: &ValueRangeBuffer,
    ) {
        let [width, height] = piece.region.size;
        let groups = (width * height / GROUP_SAMPLES).clamp(1, MAX_GROUPS);
        let selection = SelectionUniform {
            channel: piece.channel as u32,
            channels: piece.field.channels,
            stride: groups * 256,
            round: piece.round,
            first_x: piece.region.first[0],
            first_y: piece.region.first[1],
            width,
            height,
        };
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&selection)),
            Binding::Texture(&piece.field.view),
            Binding::Buffer(&range.buffer),
        ];
        let label = ROUND_LABELS[piece.round as usize];
        let group = range.bindings.bind(gpu, label, &self.layout, &bindings);
        let groups = if *pipeline == self.select { 1 } else { groups };
        dispatch(encoder, pipeline, "range", &[&group], [groups, 1], None);
    }
}
