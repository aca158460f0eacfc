//! Wraps a file's `surface`, which computes the albedo of a field of heights.

use std::sync::LazyLock;

use super::Generator;
use super::wrap::{host_module, wrap_function};
use crate::diagnostic::Diagnostic;
use crate::stages;

/// Entry point that evaluates `surface`, in `stages/evaluate_surface.wgsl`.
pub(crate) const SURFACE_ENTRY_POINT: &str = "evaluate_surface";

/// Name of an author's function that returns the color of the ground, and of the stub for it.
pub(super) const SURFACE: &str = "surface";

/// Name of the host's struct that `surface` takes.
pub(super) const STRUCT: &str = "Surface";

/// Wraps a file's `surface` as a compute shader that reads heights and writes sRGB-encoded colors.
///
/// # Errors
/// `surface` cannot run in a compute shader, or it reads a resource that the host does not provide.
pub(super) fn wrap_surface(generator: &Generator) -> Result<naga::Module, Box<Diagnostic>> {
    static HOST: LazyLock<naga::Module> =
        LazyLock::new(|| host_module(&stages::linked("evaluate_surface.wgsl")));
    let note = || format!("`{SURFACE}` runs in a compute shader to color the relief");
    wrap_function(generator, &HOST, [SURFACE, SURFACE], note, |_| Ok(()))
}
