//! Optional capabilities of shaders, such as 16-bit or 64-bit floats, and the wgpu features that they need.

use naga::valid::Capabilities;

use crate::gpu::Gpu;

const SHADER_FEATURES: [(Capabilities, wgpu::Features); 8] = {
    use wgpu::Features;
    [
        (Capabilities::SHADER_FLOAT16, Features::SHADER_F16),
        (Capabilities::FLOAT64, Features::SHADER_F64),
        (Capabilities::SHADER_INT64, Features::SHADER_INT64),
        (Capabilities::SHADER_INT64_ATOMIC_MIN_MAX, Features::SHADER_INT64_ATOMIC_MIN_MAX),
        (Capabilities::SHADER_INT64_ATOMIC_ALL_OPS, Features::SHADER_INT64_ATOMIC_ALL_OPS),
        (Capabilities::SHADER_FLOAT32_ATOMIC, Features::SHADER_FLOAT32_ATOMIC),
        (Capabilities::SUBGROUP, Features::SUBGROUP),
        (Capabilities::SUBGROUP_BARRIER, Features::SUBGROUP_BARRIER),
    ]
};

/// Enabled on a device if its adapter has them.
pub(crate) fn optional() -> wgpu::Features {
    let shaders = SHADER_FEATURES.iter().map(|(_, feature)| *feature);
    let others = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::BGRA8UNORM_STORAGE;
    shaders.fold(others, wgpu::Features::union)
}

impl Gpu {
    pub(crate) fn has(&self, capability: Capabilities) -> bool {
        let features = self.device.features();
        SHADER_FEATURES
            .iter()
            .filter(|(other, _)| capability.intersects(*other))
            .all(|(_, feature)| features.contains(*feature))
    }
}
