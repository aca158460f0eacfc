//! Render pipelines whose fragment shader runs for every pixel: they draw a single triangle that covers the target.

use crate::gpu::Gpu;
use crate::gpu::device::compute::pipeline_layout;

/// The text of a fragment shader is appended.
const VERTEX: &str = include_str!("../../../shaders/host/full_screen_triangle.wgsl");

pub(crate) fn full_screen_pipeline(
    gpu: &Gpu,
    source: &str,
    entry_point: &str,
    layout: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let shader = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(entry_point),
        source: wgpu::ShaderSource::Wgsl(format!("{VERTEX}{source}").into()),
    });
    let layout = pipeline_layout(gpu, entry_point, &[Some(layout)]);
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(entry_point),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("cover"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
