// Histogram of a channel of a field, over the measured value range and a quarter of it on both sides.

import super::samples::is_finite;
import super::selection::{THREADS, column_of, numbers_at, value_of};

const BINS = 128u;

/// The histogram: bin i counts the values of its part of the domain, ends excluded.
struct Histogram {
    domain: vec2f,
    bins: array<atomic<u32>, BINS>,
}

// The start of `Range` of `value_range.wgsl`.
@group(0) @binding(2) var<storage, read> ends: vec2f;
@group(0) @binding(3) var<storage, read_write> histogram: Histogram;

var<workgroup> group_bins: array<atomic<u32>, BINS>;

/// One workgroup per block: counts its values in `group_bins`, then adds the counts to the histogram.
@compute @workgroup_size(THREADS)
fn count(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let margin = (ends.y - ends.x) / 4.0;
    let low = ends.x - margin;
    let high = ends.y + margin;
    if local == 0u && all(workgroup.xy == vec2u()) {
        histogram.domain = vec2f(low, high);
    }
    let column = column_of(workgroup, workgroups, local);
    for (var y = column.first; y < column.end; y += 1u) {
        let value = value_of(numbers_at(vec2u(column.x, y)));
        if is_finite(value) && value > low && value < high {
            let bin = u32((value - low) / (high - low) * f32(BINS));
            atomicAdd(&group_bins[min(bin, BINS - 1u)], 1u);
        }
    }
    workgroupBarrier();
    if local < BINS {
        let counted = atomicLoad(&group_bins[local]);
        if counted > 0u {
            atomicAdd(&histogram.bins[local], counted);
        }
    }
}
