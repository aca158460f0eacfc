//! Two fields → the second less the first, and a range about 0 for its colours.

use super::binding::{bind, buffer, layout, storage, uniform, written};
use super::range::{RangeBuffer, RangePipeline, stage};
use super::texture::whole;
use super::uniform::ChannelsUniform;
use super::{FieldTexture, Gpu};
use crate::view::Channel;

/// The stage's text.
pub(super) const SOURCE: &str = include_str!("../../shaders/stages/difference.wgsl");

/// Subtracts fields.
#[derive(Debug)]
pub struct DifferencePipeline {
    subtract: wgpu::ComputePipeline,
    balance: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl DifferencePipeline {
    /// Builds the stage. It is the host's own and always fits.
    pub fn new(gpu: &Gpu) -> Self {
        let field = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let bindings = [
            (0, uniform()),
            (1, field),
            (2, field),
            (3, written(wgpu::TextureFormat::R32Float)),
            (4, storage(true)),
            (5, storage(true)),
            (6, storage(false)),
            (7, storage(false)),
        ];
        let layout = layout(gpu, "DifferencePipeline::layout", &bindings);
        Self {
            subtract: stage(gpu, SOURCE, "subtract", &layout, &[]),
            balance: stage(gpu, SOURCE, "balance", &layout, &[]),
            layout,
        }
    }

    /// Fills `difference`, a field of one channel, with the second less the first, and `range` with values about
    /// 0: the percentile of the difference that is farther from 0, and its negative. All three fields have the
    /// same size. If a loop ran away in one of the two, so it did in the difference.
    pub fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        percentiles: &RangePipeline,
        [first, second]: [(&FieldTexture, Channel); 2],
        difference: &FieldTexture,
        range: &RangeBuffer,
    ) {
        let channels = ChannelsUniform {
            first: first.1 as u32,
            second: second.1 as u32,
            first_count: first.0.channels,
            second_count: second.0.channels,
        };
        let channels = buffer(
            gpu,
            "DifferencePipeline::channels",
            bytemuck::bytes_of(&channels),
        );
        let views = [first.0, second.0, difference].map(|field| whole(&field.texture));
        let [first_view, second_view, written_view] = &views;
        let resources = [
            channels.as_entire_binding(),
            wgpu::BindingResource::TextureView(first_view),
            wgpu::BindingResource::TextureView(second_view),
            wgpu::BindingResource::TextureView(written_view),
            first.0.runaway.as_entire_binding(),
            second.0.runaway.as_entire_binding(),
            difference.runaway.as_entire_binding(),
            range.0.as_entire_binding(),
        ];
        let group = bind(gpu, "DifferencePipeline::group", &self.layout, &resources);
        let [width, height] = difference.size();
        let groups = [width.div_ceil(8), height.div_ceil(8)];
        dispatch(encoder, &self.subtract, &group, groups);
        percentiles.run(gpu, encoder, difference, Channel::X, range);
        dispatch(encoder, &self.balance, &group, [1, 1]);
    }
}

fn dispatch(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::ComputePipeline,
    group: &wgpu::BindGroup,
    [across, down]: [u32; 2],
) {
    let descriptor = wgpu::ComputePassDescriptor {
        label: Some("difference"),
        timestamp_writes: None,
    };
    let mut pass = encoder.begin_compute_pass(&descriptor);
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, group, &[]);
    pass.dispatch_workgroups(across, down, 1);
}
