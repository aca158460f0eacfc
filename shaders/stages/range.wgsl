// The values at a palette's ends: the 0.1 and 99.9 percentiles of a field, without leaving the GPU.
//
// Passes over one buffer, the first two for each piece of a picture: `extent` finds minimum and maximum, `histogram` counts into bins
// between them, `percentiles` walks the bins. Only integers are added up, so the outcome does not
// depend on the order of invocations. A percentile is exact to a bin: 1/2048 of the extent.

const BINS = 2048u;
const THREADS = 256u;

struct Selection {
    channel: u32,
    stride: u32,
    // The texels that count.
    first: vec2u,
    size: vec2u,
}

struct Range {
    // Values at the palette's ends.
    ends: vec2f,
    // Smallest and largest finite value, as ordered integers.
    low: atomic<u32>,
    high: atomic<u32>,
    // Finite values, and those that are not.
    finite: atomic<u32>,
    strange: atomic<u32>,
    bins: array<atomic<u32>, BINS>,
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var field: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> range: Range;

var<workgroup> group_low: atomic<u32>;
var<workgroup> group_high: atomic<u32>;
var<workgroup> group_finite: atomic<u32>;
var<workgroup> group_strange: atomic<u32>;
var<workgroup> group_bins: array<atomic<u32>, BINS>;

/// The number of a result that is looked at. @hidden
fn channel_of(texel: vec4f, channel: u32) -> f32 {
    switch channel {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(texel); }
        default: { return texel.x; }
    }
}

fn is_finite(value: f32) -> bool {
    return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

// Integers in the order of the numbers they stand for.
fn ordered(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}

fn number(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u));
}

fn sample_count() -> u32 {
    return selection.size.x * selection.size.y;
}

fn value_at(index: u32) -> f32 {
    let width = selection.size.x;
    let texel = selection.first + vec2u(index % width, index / width);
    return channel_of(textureLoad(field, texel, 0), selection.channel);
}

@compute @workgroup_size(THREADS)
fn extent(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
    if local == 0u {
        atomicStore(&group_low, 0xffffffffu);
    }
    workgroupBarrier();
    var low = 0xffffffffu;
    var high = 0u;
    var finite = 0u;
    var strange = 0u;
    let count = sample_count();
    for (var index = id.x; index < count; index += selection.stride) {
        let value = value_at(index);
        if is_finite(value) {
            low = min(low, ordered(value));
            high = max(high, ordered(value));
            finite += 1u;
        } else {
            strange += 1u;
        }
    }
    atomicMin(&group_low, low);
    atomicMax(&group_high, high);
    atomicAdd(&group_finite, finite);
    atomicAdd(&group_strange, strange);
    workgroupBarrier();
    if local == 0u {
        atomicMin(&range.low, atomicLoad(&group_low));
        atomicMax(&range.high, atomicLoad(&group_high));
        atomicAdd(&range.finite, atomicLoad(&group_finite));
        atomicAdd(&range.strange, atomicLoad(&group_strange));
    }
}

@compute @workgroup_size(THREADS)
fn histogram(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
    let low = number(atomicLoad(&range.low));
    let high = number(atomicLoad(&range.high));
    let per_unit = f32(BINS) / max(high - low, 1e-30);
    let count = sample_count();
    for (var index = id.x; index < count; index += selection.stride) {
        let value = value_at(index);
        if is_finite(value) {
            let bin = min(u32(max((value - low) * per_unit, 0.0)), BINS - 1u);
            atomicAdd(&group_bins[bin], 1u);
        }
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += THREADS) {
        atomicAdd(&range.bins[bin], atomicLoad(&group_bins[bin]));
    }
}

// The value below which `share` of the finite values lie, evenly spread inside a bin.
fn percentile(share: f32, low: f32, high: f32) -> f32 {
    let wanted = share * f32(atomicLoad(&range.finite));
    var below = 0u;
    for (var bin = 0u; bin < BINS; bin += 1u) {
        let inside = atomicLoad(&range.bins[bin]);
        if f32(below + inside) >= wanted && inside > 0u {
            let part = clamp((wanted - f32(below)) / f32(inside), 0.0, 1.0);
            return mix(low, high, (f32(bin) + part) / f32(BINS));
        }
        below += inside;
    }
    return high;
}

@compute @workgroup_size(1)
fn percentiles() {
    let low = number(atomicLoad(&range.low));
    let high = number(atomicLoad(&range.high));
    if atomicLoad(&range.finite) == 0u {
        range.ends = vec2f(0.0, 1.0);
    } else if high > low {
        range.ends = vec2f(percentile(0.001, low, high), percentile(0.999, low, high));
    } else {
        // One value everywhere: two different constants should not look alike.
        let unit = low >= 0.0 && low <= 1.0;
        range.ends = select(vec2f(low - 0.5, low + 0.5), vec2f(0.0, 1.0), unit);
    }
}
