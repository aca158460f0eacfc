//! A field → the values at its palette's ends, on the GPU.

use super::evaluate::{bind, buffer, layout, uniform};
use super::texture::whole;
use super::uniform::SelectionUniform;
use super::{FieldTexture, Gpu};
use crate::grid::Region;
use crate::view::Channel;

/// The stage's text.
pub(super) const SOURCE: &str = include_str!("../../shaders/stages/range.wgsl");

/// Bytes of the stage's `Range`: ends, extent, counts, bins.
const RANGE_BYTES: u64 = 8 + 4 * 4 + 2048 * 4;

/// Where `finite` and `low` lie, for starting values.
const LOW_OFFSET: u64 = 8;

/// Workgroups that share a field's samples.
const GROUPS: u32 = 64;

/// Finds the 0.1 and 99.9 percentiles of a field.
#[derive(Debug)]
pub struct RangePipeline {
    passes: [wgpu::ComputePipeline; 3],
    layout: wgpu::BindGroupLayout,
}

/// What the stage does, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangePass {
    /// Finds the smallest and the largest value.
    Extent,
    /// Counts the values between them.
    Histogram,
    /// Finds the percentiles by the counts.
    Percentiles,
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
}

impl RangePipeline {
    /// Builds the stage. It is the host's own and always fits.
    pub fn new(gpu: &Gpu) -> Self {
        let field = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let range = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: false },
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let layout = layout(
            gpu,
            "RangePipeline::layout",
            &[(0, uniform()), (1, field), (2, range)],
        );
        let passes = ["extent", "histogram", "percentiles"]
            .map(|entry| stage(gpu, SOURCE, entry, &layout, &[]));
        Self { passes, layout }
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
        self.clear(gpu, encoder, range);
        for pass in [
            RangePass::Extent,
            RangePass::Histogram,
            RangePass::Percentiles,
        ] {
            let whole = Region {
                first: [0, 0],
                size: field.size(),
            };
            self.pass(gpu, encoder, pass, field, whole, channel, range);
        }
    }

    /// Begins anew.
    pub fn clear(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, range: &RangeBuffer) {
        encoder.clear_buffer(&range.0, 0, None);
        let highest = buffer_of_ones(gpu);
        encoder.copy_buffer_to_buffer(&highest, 0, &range.0, LOW_OFFSET, 4);
    }

    /// One pass over the texels of `region`, one piece of a picture. All pieces have one pass behind them
    /// before the first has the next; the percentiles need it once, with any piece.
    #[expect(clippy::too_many_arguments, reason = "what a pass reads and writes")]
    pub fn pass(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pass: RangePass,
        field: &FieldTexture,
        region: Region,
        channel: Channel,
        range: &RangeBuffer,
    ) {
        let selection = SelectionUniform {
            channel: channel as u32,
            stride: GROUPS * 256,
            first: region.first,
            size: region.size,
        };
        let selection = buffer(
            gpu,
            "RangePipeline::selection",
            bytemuck::bytes_of(&selection),
        );
        let view = whole(&field.texture);
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
        let groups = if pass == RangePass::Percentiles {
            1
        } else {
            GROUPS
        };
        let mut recorded = encoder.begin_compute_pass(&descriptor);
        recorded.set_pipeline(&self.passes[pass as usize]);
        recorded.set_bind_group(0, &group, &[]);
        recorded.dispatch_workgroups(groups, 1, 1);
    }
}

/// The key above all numbers, which the smallest starts from.
fn buffer_of_ones(gpu: &Gpu) -> wgpu::Buffer {
    use wgpu::util::DeviceExt as _;
    gpu.device
        .create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("RangePipeline::highest"),
            contents: &u32::MAX.to_le_bytes(),
            usage: wgpu::BufferUsages::COPY_SRC,
        })
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
