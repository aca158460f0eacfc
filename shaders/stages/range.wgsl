// The values at a palette's ends: the 0.1 and 99.9 percentiles of a field, without leaving the GPU.
//
// A radix selection. The bits of a float can be turned so that they sort as integers; three rounds find
// eleven, eleven and ten of them, the highest first. A round counts the values that begin with the bits
// found so far by their next bits (`count`, for each piece of a picture), then walks the counts to the
// wanted rank (`select`). Only integers are added, so the outcome is exact, and the same for any order.

const BINS = 2048u;
const THREADS = 256u;

struct Selection {
    // Index of the channel: x, y, z, w, y-x, length; and how many numbers a result has.
    channel: u32,
    channels: u32,
    // Invocations that share the texels.
    stride: u32,
    // 0, 1, 2.
    round: u32,
    // The texels that count.
    first_x: u32,
    first_y: u32,
    width: u32,
    height: u32,
}

struct Range {
    // Values at the palette's ends.
    ends: vec2f,
    // Of both ends: the bits found so far, and how many values with these bits come before the wanted one.
    keys: array<u32, 2>,
    ranks: array<u32, 2>,
    // How many values are finite.
    finite: atomic<u32>,
    padding: u32,
    // Counts by the next bits, for each end.
    bins: array<atomic<u32>, 4096>,
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var field: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> range: Range;

var<workgroup> group_bins: array<atomic<u32>, 4096>;
var<workgroup> group_sums: array<array<u32, THREADS>, 2>;

/// The number of a result that is looked at. @hidden
fn channel_of(texel: vec4f) -> f32 {
    switch selection.channel {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(select(vec4f(0.0), texel, vec4u(0u, 1u, 2u, 3u) < vec4u(selection.channels))); }
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

fn round_bits() -> u32 {
    return select(11u, 10u, selection.round == 2u);
}

@compute @workgroup_size(THREADS)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
    let bits = round_bits();
    // Bits below those of this round.
    let below = select(select(0u, 10u, selection.round == 1u), 21u, selection.round == 0u);
    let low = range.keys[0];
    let high = range.keys[1];
    let texels = selection.width * selection.height;
    for (var index = id.x; index < texels; index += selection.stride) {
        let texel = vec2u(selection.first_x + index % selection.width, selection.first_y + index / selection.width);
        let value = channel_of(textureLoad(field, texel, 0));
        let key = ordered(value);
        // Nothing in the first round, as are the bits found so far.
        let found = (key >> below) >> bits;
        let is_low = found == low;
        // A software adapter does every atomic for every value, whether it is wanted or not: there is but one.
        if is_finite(value) && (is_low || found == high) {
            atomicAdd(&group_bins[select(BINS, 0u, is_low) + extractBits(key, below, bits)], 1u);
        }
    }
    workgroupBarrier();
    for (var bin = local; bin < 2u * BINS; bin += THREADS) {
        let counted = atomicLoad(&group_bins[bin]);
        if counted > 0u {
            atomicAdd(&range.bins[bin], counted);
        }
    }
}

// Sums of eight bins for each invocation; then one invocation for each end walks them to its rank.
@compute @workgroup_size(THREADS)
fn select_bits(@builtin(local_invocation_index) local: u32) {
    let each = BINS / THREADS;
    // While the bits found so far are the same, both ends share their counts.
    let high_counts = select(BINS, 0u, range.keys[0] == range.keys[1]);
    var counts = array(0u, high_counts);
    for (var end = 0u; end < 2u; end += 1u) {
        var sum = 0u;
        for (var bin = local * each; bin < (local + 1u) * each; bin += 1u) {
            sum += atomicLoad(&range.bins[counts[end] + bin]);
        }
        group_sums[end][local] = sum;
    }
    workgroupBarrier();
    if local < 2u {
        walk(local, counts[local]);
    }
    storageBarrier();
    workgroupBarrier();
    if selection.round == 2u {
        if local == 0u {
            finish();
        }
        return;
    }
    for (var bin = local; bin < 2u * BINS; bin += THREADS) {
        atomicStore(&range.bins[bin], 0u);
    }
}

// Walks the counts that begin at `counts` to one end's rank.
fn walk(end: u32, counts: u32) {
    var before = range.ranks[end];
    if selection.round == 0u {
        var finite = 0u;
        for (var sum = 0u; sum < THREADS; sum += 1u) {
            finite += group_sums[0][sum];
        }
        if end == 0u {
            atomicStore(&range.finite, finite);
        }
        let share = select(0.999, 0.001, end == 0u);
        before = u32(round(share * f32(max(finite, 1u) - 1u)));
    }
    var sum = 0u;
    while sum < THREADS - 1u && before >= group_sums[end][sum] {
        before -= group_sums[end][sum];
        sum += 1u;
    }
    let each = BINS / THREADS;
    var bin = sum * each;
    while bin < (sum + 1u) * each - 1u {
        let inside = atomicLoad(&range.bins[counts + bin]);
        if before < inside {
            break;
        }
        before -= inside;
        bin += 1u;
    }
    range.ranks[end] = before;
    range.keys[end] = (range.keys[end] << round_bits()) | bin;
}

fn finish() {
    let low = number(range.keys[0]);
    let high = number(range.keys[1]);
    if atomicLoad(&range.finite) == 0u {
        range.ends = vec2f(0.0, 1.0);
    } else if high > low {
        range.ends = vec2f(low, high);
    } else {
        // One value everywhere: two different constants should not look alike.
        let unit = low >= 0.0 && low <= 1.0;
        range.ends = select(vec2f(low - 0.5, low + 0.5), vec2f(0.0, 1.0), unit);
    }
}
