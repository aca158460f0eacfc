//! Features of adapters that shaders may need.

use naga::valid::Capabilities;

use super::Gpu;

/// Capabilities of shaders that not all adapters have, with the features that a device is opened with for them.
const SHADER_FEATURES: [(Capabilities, wgpu::Features); 8] = {
    use wgpu::Features;
    [
        (Capabilities::SHADER_FLOAT16, Features::SHADER_F16),
        (Capabilities::FLOAT64, Features::SHADER_F64),
        (Capabilities::SHADER_INT64, Features::SHADER_INT64),
        (
            Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
            Features::SHADER_INT64_ATOMIC_MIN_MAX,
        ),
        (
            Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
            Features::SHADER_INT64_ATOMIC_ALL_OPS,
        ),
        (
            Capabilities::SHADER_FLOAT32_ATOMIC,
            Features::SHADER_FLOAT32_ATOMIC,
        ),
        (Capabilities::SUBGROUP, Features::SUBGROUP),
        (Capabilities::SUBGROUP_BARRIER, Features::SUBGROUP_BARRIER),
    ]
};

/// Returns the optional features with which a device is opened if its adapter has them.
pub(super) fn optional() -> wgpu::Features {
    let shaders = SHADER_FEATURES.iter().map(|(_, feature)| *feature);
    let others = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::BGRA8UNORM_STORAGE;
    shaders.fold(others, wgpu::Features::union)
}

impl Gpu {
    /// Returns true if shaders can use an optional capability.
    pub(super) fn has(&self, capability: Capabilities) -> bool {
        let features = self.device.features();
        SHADER_FEATURES
            .iter()
            .filter(|(other, _)| capability.intersects(*other))
            .all(|(_, feature)| features.contains(*feature))
    }
}
