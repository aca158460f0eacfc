//! Render pipelines that draw pictures: one triangle covers the target.

use super::Gpu;
use super::compute::pipeline_layout;

/// WGSL of the vertex shader of all cover pipelines.
const VERTEX: &str = include_str!("../../shaders/stages/cover.wgsl");

/// Builds the pipeline of the fragment shader `entry_point` of `source`, for targets of `format`. `constants` are the
/// values of its `override` declarations.
pub(super) fn cover_pipeline(
    gpu: &Gpu,
    (source, entry_point): (&str, &str),
    constants: &[(&str, f64)],
    layouts: &[Option<&wgpu::BindGroupLayout>],
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let [vertex, fragment] = [VERTEX, source].map(|source| {
        gpu.device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(entry_point),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
    });
    let layout = pipeline_layout(gpu, entry_point, layouts);
    gpu.device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(entry_point),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &vertex,
                entry_point: Some("cover"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &fragment,
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants,
                    ..Default::default()
                },
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        })
}

/// Records a render pass that draws a whole picture. Pixels that the fragment shader discards are unchanged. `groups` are
/// bound at 0, 1, …
pub(super) fn cover(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::RenderPipeline,
    label: &str,
    groups: &[&wgpu::BindGroup],
    picture: &wgpu::TextureView,
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: picture,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Load,
                store: wgpu::StoreOp::Store,
            },
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.set_pipeline(pipeline);
    for (index, group) in (0..).zip(groups) {
        pass.set_bind_group(index, *group, &[]);
    }
    pass.draw(0..3, 0..1);
}
