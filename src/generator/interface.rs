//! Names, bind groups and sizes of the host's WGSL entry points, for the code that runs these on the GPU.

/// In `host/evaluate.wgsl`.
pub(crate) const ENTRY_POINT: &str = "evaluate";

/// The sample grid, the texture for results, the arguments. Group 0 has the author's uniform, group 1 grid buffers.
pub(crate) const HOST_GROUP: u32 = 2;

/// `host/evaluate_points.wgsl`: positions, and the buffer of results.
pub(crate) const POSITIONS_BINDING: u32 = 0;
pub(crate) const RESULTS_BINDING: u32 = 1;

/// The uniform with the arguments of a generator after its position.
pub(crate) const ARGUMENTS_BINDING: u32 = 2;

/// `host/tap.wgsl`: the uniform that selects a tap.
pub(crate) const TAP_BINDING: u32 = 4;

/// `host/tap_passes.wgsl`: the tap of a grid program's passes; then `host/count_passes.wgsl`: the runs of each tap.
pub(crate) const TAP_GRID_BINDING: u32 = 5;
pub(crate) const TAP_COUNTS_BINDING: u32 = 1;

/// `host/trace_passes.wgsl`: the values that an invocation of a pass has recorded.
pub(crate) const TAP_ROWS_BINDING: u32 = 5;

pub(crate) const POINTS_WORKGROUP: u32 = 64;

pub(crate) const GRID_GROUP: u32 = 1;

pub(crate) fn texture_format(channels: u32) -> &'static str {
    match channels {
        1 => "r32float",
        2 => "rg32float",
        _ => "rgba32float",
    }
}
