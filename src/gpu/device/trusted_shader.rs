//! Creates shader modules without the loop bounds that wgpu adds: guard code already bounds all loops.

use std::borrow::Cow;

use crate::gpu::Gpu;

#[allow(unsafe_code, reason = "wgpu has no safe way to omit one of its checks")]
pub(crate) fn bounded_shader(gpu: &Gpu, label: &str, module: naga::Module) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Naga(Cow::Owned(module)),
    };
    let checks = wgpu::ShaderRuntimeChecks {
        force_loop_bounding: false,
        ..wgpu::ShaderRuntimeChecks::checked()
    };
    // SAFETY: only the termination of loops is not checked. The guard has bounded them, or the caller of
    // `EvaluatePipeline::new_unguarded` guarantees it.
    unsafe { gpu.device.create_shader_module_trusted(descriptor, checks) }
}
