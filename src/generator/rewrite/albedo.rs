//! Wraps a file's function `surface`, which returns the albedo, as compute shaders: for heights, and for hits of rays.

use std::sync::LazyLock;

use super::wrap::{host_module, merged};
use crate::generator::{Generator, host_shaders};
use crate::wgsl::diagnostic::Diagnostic;

/// In `host/evaluate_surface.wgsl`.
pub(crate) const SURFACE_ENTRY_POINT: &str = "evaluate_surface";

/// In `host/evaluate_hits.wgsl`.
pub(crate) const HIT_SURFACE_ENTRY_POINT: &str = "evaluate_hits";

/// Name of the author's function, and of the stub for it in the host's WGSL.
pub(crate) const SURFACE: &str = "surface";

pub(crate) const STRUCT: &str = "Surface";

/// Reads heights and writes sRGB-encoded colors. Fails if `surface` cannot run in a compute shader, or reads a resource
/// that the host does not provide.
pub(crate) fn wrap_surface(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static HOSTS: [LazyLock<naga::Module>; 2] = [
        LazyLock::new(|| host_module(&host_shaders::of_domain("evaluate_surface.wgsl", false))),
        LazyLock::new(|| host_module(&host_shaders::of_domain("evaluate_surface.wgsl", true))),
    ];
    match generator.normals_at() {
        None => wrap_in(&HOSTS[usize::from(generator.domain.is_volume())], generator),
        Some(first) => wrap_in(&host_module(&host_shaders::of_exact_ground(first)), generator),
    }
}

pub(crate) fn wrap_surface_at_hits(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static HOST: LazyLock<naga::Module> =
        LazyLock::new(|| host_module(&host_shaders::linked("evaluate_hits.wgsl")));
    wrap_in(&HOST, generator)
}

fn wrap_in(host: &naga::Module, generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    let module = generator.linked.valid_module()?.clone();
    let note = || format!("`{SURFACE}` runs in a compute shader to color the relief");
    merged(generator, module, host, [SURFACE, SURFACE], note, |_| Ok(()))
}
