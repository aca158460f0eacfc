//! A file's own `surface` → the colours of its relief.

use super::binding::{bind, buffer, layout, storage, uniform, written};
use super::bounded::compute_pipeline;
use super::texture::whole;
use super::uniform::GridUniform;
use super::{FieldTexture, Gpu, PictureTexture, Stopwatch};
use crate::generator::{HOST_GROUP, PAINT_ENTRY_POINT, RUNAWAY_BINDING, WORKGROUP};

/// The pipeline of a `surface`.
#[derive(Debug)]
pub(super) struct PaintPipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_layout: wgpu::BindGroupLayout,
    host_layout: wgpu::BindGroupLayout,
}

impl PaintPipeline {
    /// Builds a wrapped `surface`. Errors go to the error scope around the call.
    pub(super) fn new(gpu: &Gpu, label: &str, module: naga::Module) -> Self {
        let author_layout = layout(gpu, "PaintPipeline::author_layout", &[(0, uniform())]);
        let empty_layout = layout(gpu, "PaintPipeline::empty_layout", &[]);
        let heights = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let tints = written(wgpu::TextureFormat::Rgba8Unorm);
        let host_layout = layout(
            gpu,
            "PaintPipeline::host_layout",
            &[
                (0, uniform()),
                (1, heights),
                (2, tints),
                (RUNAWAY_BINDING, storage(false)),
            ],
        );
        let layouts = [
            Some(&author_layout),
            Some(&empty_layout),
            Some(&host_layout),
        ];
        let pipeline = compute_pipeline(gpu, label, module, &layouts, PAINT_ENTRY_POINT);
        Self {
            pipeline,
            author_layout,
            empty_layout,
            host_layout,
        }
    }

    /// Paints the samples of a field that `grid` says.
    pub(super) fn paint(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (grid, uniform): (GridUniform, &[u8]),
        (field, tints): (&FieldTexture, &PictureTexture),
        stopwatch: Option<&Stopwatch>,
    ) {
        let [width, height] = grid.size;
        let grid = buffer(gpu, "PaintPipeline::grid", bytemuck::bytes_of(&grid));
        let uniform = buffer(gpu, "PaintPipeline::uniform", uniform);
        let (heights, colors) = (whole(&field.texture), whole(&tints.texture));
        let author = [uniform.as_entire_binding()];
        let author = bind(gpu, "PaintPipeline::author", &self.author_layout, &author);
        let empty = bind(gpu, "PaintPipeline::empty", &self.empty_layout, &[]);
        let host = [
            grid.as_entire_binding(),
            wgpu::BindingResource::TextureView(&heights),
            wgpu::BindingResource::TextureView(&colors),
            field.runaway.as_entire_binding(),
        ];
        let host = bind(gpu, "PaintPipeline::host", &self.host_layout, &host);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("paint"),
            timestamp_writes: stopwatch.map(Stopwatch::writes),
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &author, &[]);
        pass.set_bind_group(1, &empty, &[]);
        pass.set_bind_group(HOST_GROUP, &host, &[]);
        pass.dispatch_workgroups(width.div_ceil(WORKGROUP), height.div_ceil(WORKGROUP), 1);
    }
}
