//! Names, bind groups and sizes of the host's WGSL entry points, for the code that runs these on the GPU.

/// Name of the host's entry point that evaluates a generator, in `stages/evaluate.wgsl`.
pub(crate) const ENTRY_POINT: &str = "evaluate";

/// Width and height of a workgroup of the shader that evaluates a generator, in samples.
pub(crate) const WORKGROUP: u32 = 8;

/// Index of the bind group of the host's own resources: the sample grid, the texture for results, the arguments of the
/// generator. The author's uniform is in group 0; the buffers of grid programs are in group 1.
pub(crate) const HOST_GROUP: u32 = 2;

/// Bindings in the host's bind group for `stages/evaluate_points.wgsl`: the buffer of positions at which a generator is
/// evaluated, and the buffer of results.
pub(crate) const POSITIONS_BINDING: u32 = 0;
pub(crate) const RESULTS_BINDING: u32 = 1;

/// Binding in the host's bind group of the uniform that selects an intermediate value (tap), in `stages/tap.wgsl`.
pub(crate) const TAP_BINDING: u32 = 4;

/// Binding in the host's bind group of the buffer for an intermediate value (tap) of a grid program's passes, in
/// `stages/tap_passes.wgsl`. The next constant is the binding of the buffer that counts the runs of each tap, in
/// `stages/count_passes.wgsl`.
pub(crate) const TAP_GRID_BINDING: u32 = 5;
pub(crate) const TAP_COUNTS_BINDING: u32 = 1;

/// Binding in the host's bind group of the buffer for the values that an invocation of a grid program's pass has
/// recorded, in `stages/trace_passes.wgsl`.
pub(crate) const TAP_ROWS_BINDING: u32 = 5;

/// Number of invocations in a workgroup of the shader that evaluates a generator at given points.
pub(crate) const POINTS_WORKGROUP: u32 = 64;

/// Index of the bind group of a grid program's storage buffers.
pub(crate) const GRID_GROUP: u32 = 1;

/// Returns the WGSL texel format of a texture for `channels` floats per texel, 1 to 4.
pub(crate) fn texture_format(channels: u32) -> &'static str {
    match channels {
        1 => "r32float",
        2 => "rg32float",
        _ => "rgba32float",
    }
}
