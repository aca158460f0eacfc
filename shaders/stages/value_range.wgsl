// A measured value range of a field: the 0.1 and 99.9 percentiles, or the lowest and the highest value.
//
// This is a radix selection. The bits of a float can be mapped to integers of the same order; three rounds find
// eleven, eleven and ten of them, the highest first. A round counts the values that start with the bits found so
// far by their next bits (`count`, for each tile of a picture), then selects the bin with the requested rank
// (`select_bits`). Only integers are added, so the result is exact and independent of the order.

import super::samples::is_finite;
import super::selection::{SIDE, block_of, selection, value_at};

const BINS = 2048u;
const THREADS = 256u;

struct Range {
    // Values at the ends of the palette.
    ends: vec2f,
    // For both ends: the bits found so far, and the rank among the values with these bits.
    keys: array<u32, 2>,
    ranks: array<u32, 2>,
    // Number of finite values.
    finite: atomic<u32>,
    padding: u32,
    // Counts by the next bits, for both ends.
    bins: array<atomic<u32>, 4096>,
}

@group(0) @binding(2) var<storage, read_write> range: Range;

var<workgroup> group_bins: array<atomic<u32>, 4096>;
var<workgroup> group_sums: array<array<u32, THREADS>, 2>;

// Maps floats to integers of the same order.
fn key_from_float(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}

// Inverse of key_from_float.
fn float_from_key(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u));
}

fn round_bits() -> u32 {
    return select(11u, 10u, selection.round == 2u);
}

@compute @workgroup_size(SIDE, SIDE)
fn count(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(local_invocation_id) at: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let bits = round_bits();
    // Number of bits below those of this round.
    let shift = select(select(0u, 10u, selection.round == 1u), 21u, selection.round == 0u);
    let low = range.keys[0];
    let high = range.keys[1];
    let block = block_of(workgroup);
    for (var y = block.first.y + at.y; y < block.end.y; y += SIDE) {
        for (var x = block.first.x + at.x; x < block.end.x; x += SIDE) {
            let value = value_at(vec2u(x, y));
            let key = key_from_float(value);
            // 0 in the first round, like the bits found so far.
            let found = (key >> shift) >> bits;
            let is_low = found == low;
            // Software adapters execute every atomic for every value, regardless of conditions, so there is only one.
            if is_finite(value) && (is_low || found == high) {
                atomicAdd(&group_bins[select(BINS, 0u, is_low) + extractBits(key, shift, bits)], 1u);
            }
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

// Adds up eight bins per invocation; then one invocation for each end selects the bin with its rank.
@compute @workgroup_size(THREADS)
fn select_bits(@builtin(local_invocation_index) local: u32) {
    let each = BINS / THREADS;
    // While the bits found so far are equal, both ends share their counts.
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
        select_rank(local, counts[local]);
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

// Finds the bin with the rank of one end in the counts from `counts` on.
fn select_rank(end: u32, counts: u32) {
    var before = range.ranks[end];
    if selection.round == 0u {
        var finite = 0u;
        for (var sum = 0u; sum < THREADS; sum += 1u) {
            finite += group_sums[0][sum];
        }
        if end == 0u {
            atomicStore(&range.finite, finite);
        }
        let last = max(finite, 1u) - 1u;
        let fraction = select(0.999, 0.001, end == 0u);
        // The rank of the highest value is exact: floats have only 24 bits.
        before = select(u32(round(fraction * f32(last))), select(last, 0u, end == 0u), selection.extremes != 0u);
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
    let low = float_from_key(range.keys[0]);
    let high = float_from_key(range.keys[1]);
    if atomicLoad(&range.finite) == 0u {
        range.ends = vec2f(0.0, 1.0);
    } else if high > low {
        range.ends = vec2f(low, high);
    } else {
        // A constant field: a range that gives different constants different colors.
        let unit = low >= 0.0 && low <= 1.0;
        range.ends = select(vec2f(low - 0.5, low + 0.5), vec2f(0.0, 1.0), unit);
    }
}
