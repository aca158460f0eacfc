//! Creates shader modules without the loop bounds that wgpu adds, which cost time in every iteration.

use std::borrow::Cow;

use crate::gpu::Gpu;

/// For a generator: guard code bounds its loops.
pub(crate) fn bounded_shader(gpu: &Gpu, label: &str, module: naga::Module) -> wgpu::ShaderModule {
    without_loop_bounds(gpu, label, wgpu::ShaderSource::Naga(Cow::Owned(module)))
}

/// For a text in `shaders/host`, whose loops all end.
pub(crate) fn host_shader(gpu: &Gpu, label: &str, text: &str) -> wgpu::ShaderModule {
    without_loop_bounds(gpu, label, wgpu::ShaderSource::Wgsl(text.into()))
}

#[allow(unsafe_code, reason = "wgpu has no safe way to omit one of its checks")]
fn without_loop_bounds(
    gpu: &Gpu,
    label: &str,
    source: wgpu::ShaderSource<'_>,
) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(label), source };
    let checks = wgpu::ShaderRuntimeChecks {
        force_loop_bounding: false,
        ..wgpu::ShaderRuntimeChecks::checked()
    };
    // SAFETY: only the termination of loops is not checked. The guard has bounded those of a generator, or the caller
    // of `EvaluatePipeline::new_unguarded` guarantees it; those of the host end.
    unsafe { gpu.device.create_shader_module_trusted(descriptor, checks) }
}
