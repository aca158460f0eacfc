//! Shaders of modules whose loops are bounded, so that wgpu need not bound them once more.

use std::borrow::Cow;

use super::Gpu;

/// A compute pipeline of an author's module.
pub(super) fn compute_pipeline(
    gpu: &Gpu,
    label: &str,
    module: naga::Module,
    layouts: &[Option<&wgpu::BindGroupLayout>],
    entry_point: &str,
) -> wgpu::ComputePipeline {
    let shader = bounded_shader(gpu, label, module);
    let device = &gpu.device;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: layouts,
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        module: &shader,
        entry_point: Some(entry_point),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

/// A shader of an author's module, with all of wgpu's checks but that of loops.
#[allow(
    unsafe_code,
    reason = "wgpu has no safe way to leave out one of its checks"
)]
pub(super) fn bounded_shader(gpu: &Gpu, label: &str, module: naga::Module) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Naga(Cow::Owned(module)),
    };
    let checks = wgpu::ShaderRuntimeChecks {
        force_loop_bounding: false,
        ..wgpu::ShaderRuntimeChecks::checked()
    };
    // SAFETY: all loops end, which is what is no longer checked: they were bounded, or the caller of
    // `EvaluatePipeline::without_guard` vouches for them.
    unsafe { gpu.device.create_shader_module_trusted(descriptor, checks) }
}
