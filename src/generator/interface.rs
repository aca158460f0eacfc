//! Names, bind groups and sizes that the host's entry points share with the GPU layer.

/// Entry point that evaluates a generator, in `stages/evaluate.wgsl`.
pub(crate) const ENTRY_POINT: &str = "evaluate";

/// Width and height of a workgroup that evaluates, in samples.
pub(crate) const WORKGROUP: u32 = 8;

/// Bind group of the host's own resources: the grid, the texture that results go to, the arguments of the generator.
/// The author's uniform is in group 0; the buffers of grid programs are in group 1.
pub(crate) const HOST_GROUP: u32 = 2;

/// Bindings in the host's group of the points that `stages/evaluate_points.wgsl` evaluates, and of the results.
pub(crate) const POSITIONS_BINDING: u32 = 0;
pub(crate) const RESULTS_BINDING: u32 = 1;

/// Binding in the host's group of the selected tap, in `stages/tap.wgsl`.
pub(crate) const TAP_BINDING: u32 = 4;

/// Binding in the host's group of the values of an intermediate value (tap) in the passes of a grid program, in
/// `stages/tap_passes.wgsl`; and below, of the number of runs of each tap, in `stages/count_passes.wgsl`.
pub(crate) const TAP_GRID_BINDING: u32 = 5;
pub(crate) const TAP_COUNTS_BINDING: u32 = 1;

/// Binding in the host's group of the recorded values of an invocation, in `stages/trace_passes.wgsl`.
pub(crate) const TAP_ROWS_BINDING: u32 = 5;

/// Number of invocations in a workgroup that evaluates given points.
pub(crate) const POINTS_WORKGROUP: u32 = 64;

/// Bind group of the buffers of a grid program.
pub(crate) const GRID_GROUP: u32 = 1;

/// Returns the WGSL format of a texture with `channels` numbers per texel, 1 to 4.
pub(crate) fn texture_format(channels: u32) -> &'static str {
    match channels {
        1 => "r32float",
        2 => "rg32float",
        _ => "rgba32float",
    }
}
