//! A field → the values at its palette's ends, on the GPU.

use super::binding::{bind, buffer, layout, storage, uniform};
use super::texture::whole;
use super::uniform::SelectionUniform;
use super::{FieldTexture, Gpu};
use crate::grid::Region;
use crate::view::Channel;

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
pub struct RangePipeline {
    count: wgpu::ComputePipeline,
    select: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// Bytes of the stage's `Range` that [`FoundRange`] is read from.
pub(super) const FOUND_BYTES: u64 = 28;

/// What the stage found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundRange {
    /// Values at the palette's ends.
    pub ends: [f32; 2],
    /// How many values are neither NaN nor infinite.
    pub finite: u32,
}

impl FoundRange {
    /// Reads what [`request_range`](super::request_range) copied out.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok();
        Some(Self {
            ends: [f32::from_le_bytes(word(0)?), f32::from_le_bytes(word(4)?)],
            finite: u32::from_le_bytes(word(24)?),
        })
    }
}

/// Values at a palette's ends, on the GPU: shading reads them there, so that nothing waits.
#[derive(Clone, Debug)]
pub struct RangeBuffer(pub(super) wgpu::Buffer);

impl RangeBuffer {
    /// A buffer whose ends are 0 and 0 until a pass fills them.
    pub fn new(gpu: &Gpu) -> Self {
        Self(gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("RangeBuffer"),
            size: RANGE_BYTES,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::COPY_SRC
                | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        }))
    }

    /// Begins anew.
    pub fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(&self.0, 0, None);
    }
}

/// Rounds of the selection: in each, all pieces of a picture are counted before bits are selected.
pub const RANGE_ROUNDS: std::ops::Range<u32> = 0..3;

/// What a round looks at.
#[derive(Clone, Copy, Debug)]
pub struct RangePiece<'a> {
    /// A piece of a picture.
    pub field: &'a FieldTexture,
    /// Its texels that count.
    pub region: Region,
    /// The number of a result.
    pub channel: Channel,
    /// One of [`RANGE_ROUNDS`].
    pub round: u32,
}

impl RangePipeline {
    /// Builds the stage. It is the host's own and always fits.
    pub fn new(gpu: &Gpu) -> Self {
        let field = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let layout = layout(
            gpu,
            "RangePipeline::layout",
            &[(0, uniform()), (1, field), (2, storage(false))],
        );
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
        range: &RangeBuffer,
    ) {
        range.clear(encoder);
        for round in RANGE_ROUNDS {
            let piece = RangePiece {
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
        piece: RangePiece<'_>,
        range: &RangeBuffer,
    ) {
        self.pass(gpu, encoder, &self.count, piece, range);
    }

    /// Ends a round, once all pieces are counted; `piece` is any of them.
    pub fn select(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        piece: RangePiece<'_>,
        range: &RangeBuffer,
    ) {
        self.pass(gpu, encoder, &self.select, piece, range);
    }

    fn pass(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        piece: RangePiece<'_>,
        range: &RangeBuffer,
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
        let selection = buffer(
            gpu,
            "RangePipeline::selection",
            bytemuck::bytes_of(&selection),
        );
        let view = whole(&piece.field.texture);
        let resources = [
            selection.as_entire_binding(),
            wgpu::BindingResource::TextureView(&view),
            range.0.as_entire_binding(),
        ];
        let group = bind(gpu, "RangePipeline::group", &self.layout, &resources);
        let descriptor = wgpu::ComputePassDescriptor {
            label: Some("range"),
            timestamp_writes: None,
        };
        let groups = if *pipeline == self.select { 1 } else { groups };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups, 1, 1);
    }
}

/// A compute pipeline of one of the host's own stages, with these values of its `override` constants.
pub(super) fn stage(
    gpu: &Gpu,
    source: &str,
    entry: &str,
    layout: &wgpu::BindGroupLayout,
    constants: &[(&str, f64)],
) -> wgpu::ComputePipeline {
    let shader = gpu
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
    let pipeline_layout = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(entry),
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
    gpu.device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&pipeline_layout),
            module: &shader,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..Default::default()
            },
            cache: None,
        })
}
