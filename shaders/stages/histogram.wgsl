// Histogram of a channel of a field, over the measured value range and a quarter of it on both sides.

import super::samples::{channel_value, is_finite};

const BINS = 128u;
const THREADS = 256u;

/// What is counted: the `Selection` of `value_range.wgsl`.
struct Selection {
    channel: u32,
    channels: u32,
    // Number of invocations, each of which processes every `stride`th texel.
    stride: u32,
    round: u32,
    extremes: u32,
    // Region of the counted texels.
    first_x: u32,
    first_y: u32,
    width: u32,
    height: u32,
}

/// The histogram: bin i counts the values of its part of the domain, ends excluded.
struct Histogram {
    domain: vec2f,
    bins: array<atomic<u32>, BINS>,
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var field: texture_2d<f32>;
// The start of `Range` of `value_range.wgsl`.
@group(0) @binding(2) var<storage, read> ends: vec2f;
@group(0) @binding(3) var<storage, read_write> histogram: Histogram;

var<workgroup> group_bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(THREADS)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
    let margin = (ends.y - ends.x) / 4.0;
    let low = ends.x - margin;
    let high = ends.y + margin;
    if id.x == 0u {
        histogram.domain = vec2f(low, high);
    }
    let texels = selection.width * selection.height;
    for (var index = id.x; index < texels; index += selection.stride) {
        let texel = vec2u(selection.first_x + index % selection.width, selection.first_y + index / selection.width);
        let value = channel_value(textureLoad(field, texel, 0), selection.channel, selection.channels);
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
