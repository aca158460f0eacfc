//! Graphics adapters: selection by name or power, their names, and a check of the needed capabilities.

use super::texture;
use crate::gpu::GpuError;

pub(crate) fn best_adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<wgpu::Adapter, GpuError> {
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        compatible_surface: surface,
        ..wgpu::RequestAdapterOptions::default()
    };
    pollster::block_on(instance.request_adapter(&options)).map_err(|_| GpuError::NoAdapter)
}

pub(crate) fn named_adapter(
    instance: &wgpu::Instance,
    name: &str,
) -> Result<wgpu::Adapter, GpuError> {
    let adapters = all_adapters(instance);
    if adapters.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let requested = name.to_lowercase();
    let available = adapters.iter().map(adapter_name).collect::<Vec<_>>().join(", ");
    let found = adapters
        .into_iter()
        .find(|adapter| adapter_name(adapter).to_lowercase().contains(&requested));
    found.ok_or_else(|| GpuError::NoSuchAdapter { requested: name.to_owned(), available })
}

/// Returns the names of all adapters of the system.
pub fn adapter_names() -> Vec<String> {
    adapters().iter().map(adapter_name).collect()
}

/// Returns all adapters of the system.
pub fn adapters() -> Vec<wgpu::Adapter> {
    all_adapters(&wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle()))
}

fn all_adapters(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

pub(crate) fn adapter_name(adapter: &wgpu::Adapter) -> String {
    let info = adapter.get_info();
    format!("{} ({:?})", info.name, info.backend)
}

/// The first capability that rendering pictures needs and the adapter lacks.
pub(crate) fn missing_capability(
    flags: wgpu::DownlevelFlags,
    is_writable: impl Fn(wgpu::TextureFormat) -> bool,
) -> Option<&'static str> {
    if !flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return Some("run compute shaders");
    }
    let fields = (1..=4).map(texture::field_format);
    let mut formats = fields.chain([texture::ALBEDO_FORMAT]);
    let all = formats.all(is_writable);
    (!all).then_some("write textures of floats or colors in compute shaders")
}

pub(crate) fn is_writable(adapter: &wgpu::Adapter, format: wgpu::TextureFormat) -> bool {
    let usages = adapter.get_texture_format_features(format).allowed_usages;
    usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_missing_capability_is_named() {
        use wgpu::{DownlevelFlags, TextureFormat};
        let all = DownlevelFlags::all();
        assert_eq!(missing_capability(all, |_| true), None);
        let without = all - DownlevelFlags::COMPUTE_SHADERS;
        assert_eq!(missing_capability(without, |_| true), Some("run compute shaders"));
        let missing = missing_capability(all, |format| format != TextureFormat::Rg32Float);
        assert!(missing.unwrap().contains("textures"));
    }
}
