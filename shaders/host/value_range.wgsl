// A measured value range of a field: the 0.1 and 99.9 percentiles, or the lowest and the highest value.
//
// This is a radix selection. The bits of a float can be mapped to integers of the same order; three rounds find
// eleven, eleven and ten of them, the highest first. A round counts the values that start with the bits found so
// far by their next bits (`count`, for each tile of a picture), then selects the bin with the requested rank
// (`select_bits`). Only integers are added, so the result is exact and independent of the order.

import super::samples::is_finite;
import super::selection::{THREADS, column_of, numbers_at, selection, value_of};

const BINS = 2048u;

// Values of `selection.rule`.
const EXTREMES = 1u;
const SYMMETRIC = 2u;

struct Range {
    // Values at the ends of the palette.
    ends: vec2f,
    // For both ends: the bits found so far, and the rank among the values with these bits.
    keys: array<u32, 2>,
    ranks: array<u32, 2>,
    // Number of finite values, and of samples with a negative number among the first three: 0 for fields of one or two
    // channels.
    finite: atomic<u32>,
    negative: atomic<u32>,
    // Counts by the next bits, for both ends.
    bins: array<atomic<u32>, 4096>,
}

@group(0) @binding(2) var<storage, read_write> range: Range;

var<workgroup> group_bins: array<atomic<u32>, 4096>;
var<workgroup> group_sums: array<vec2u, THREADS>;
var<workgroup> group_negative: atomic<u32>;

// A number below it is negative by more than rounding.
const NEGATIVE = -1.0 / 255.0;

// Maps floats to integers of the same order.
fn key_from_float(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}

// Inverse of key_from_float.
fn float_from_key(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u));
}

/// Number of bits that this round finds.
fn round_bits() -> u32 {
    return select(11u, 10u, selection.round == 2u);
}

// What `count` does in this round.
struct Round {
    // Number of bits that it finds, and of those below them.
    bits: u32,
    shift: u32,
    // The bits found so far, for both ends.
    low: u32,
    high: u32,
    // Signs are counted once, and of colors only.
    counts_signs: bool,
}

/// The same for all invocations.
fn this_round() -> Round {
    let shift = select(select(0u, 10u, selection.round == 1u), 21u, selection.round == 0u);
    let counts_signs = selection.round == 0u && selection.channels > 2u;
    return Round(round_bits(), shift, range.keys[0], range.keys[1], counts_signs);
}

// Texels of a column that are read together, since a read takes long.
const BATCH = 8u;

/// One workgroup per block: adds its values to `range.bins`.
@compute @workgroup_size(THREADS)
fn count(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let round = this_round();
    let column = column_of(workgroup, workgroups, local);
    let last = column.end - 1u;
    var negative = 0u;
    for (var y = column.first; y < column.end; y += BATCH) {
        let texel0 = numbers_at(vec2u(column.x, y));
        let texel1 = numbers_at(vec2u(column.x, min(y + 1u, last)));
        let texel2 = numbers_at(vec2u(column.x, min(y + 2u, last)));
        let texel3 = numbers_at(vec2u(column.x, min(y + 3u, last)));
        let texel4 = numbers_at(vec2u(column.x, min(y + 4u, last)));
        let texel5 = numbers_at(vec2u(column.x, min(y + 5u, last)));
        let texel6 = numbers_at(vec2u(column.x, min(y + 6u, last)));
        let texel7 = numbers_at(vec2u(column.x, min(y + 7u, last)));
        negative += count_texel(round, texel0, true);
        negative += count_texel(round, texel1, y + 1u < column.end);
        negative += count_texel(round, texel2, y + 2u < column.end);
        negative += count_texel(round, texel3, y + 3u < column.end);
        negative += count_texel(round, texel4, y + 4u < column.end);
        negative += count_texel(round, texel5, y + 5u < column.end);
        negative += count_texel(round, texel6, y + 6u < column.end);
        negative += count_texel(round, texel7, y + 7u < column.end);
    }
    if round.counts_signs {
        atomicAdd(&group_negative, negative);
    }
    workgroupBarrier();
    if local == 0u && round.counts_signs {
        atomicAdd(&range.negative, atomicLoad(&group_negative));
    }
    for (var bin = local; bin < 2u * BINS; bin += THREADS) {
        let counted = atomicLoad(&group_bins[bin]);
        if counted > 0u {
            atomicAdd(&range.bins[bin], counted);
        }
    }
}

/// Adds the value of a texel to `group_bins`. Returns 1 for a color with a negative part.
fn count_texel(round: Round, numbers: vec4f, is_inside: bool) -> u32 {
    let value = value_of(numbers);
    let key = key_from_float(value);
    // 0 in the first round, like the bits found so far.
    let found = (key >> round.shift) >> round.bits;
    let is_low = found == round.low;
    // Software adapters execute every atomic for every value, regardless of conditions, so there is only one.
    if is_inside && is_finite(value) && (is_low || found == round.high) {
        let bin = extractBits(key, round.shift, round.bits);
        atomicAdd(&group_bins[select(BINS, 0u, is_low) + bin], 1u);
    }
    return u32(is_inside && round.counts_signs && any(numbers.xyz < vec3f(NEGATIVE)));
}

// Adds up eight bins per invocation, and the sums of the invocations before it. The invocation whose bins contain the
// rank of an end selects one of them.
@compute @workgroup_size(THREADS)
fn select_bits(@builtin(local_invocation_index) local: u32) {
    // While the bits found so far are equal, both ends share their counts.
    let counts = vec2u(0u, select(BINS, 0u, range.keys[0] == range.keys[1]));
    let first = local * (BINS / THREADS);
    var own = vec2u();
    for (var bin = first; bin < first + BINS / THREADS; bin += 1u) {
        own.x += atomicLoad(&range.bins[counts.x + bin]);
        own.y += atomicLoad(&range.bins[counts.y + bin]);
    }
    let through = sum_through(local, own);
    let ranks = ranks_among(workgroupUniformLoad(&group_sums[THREADS - 1u]).x);
    // All invocations have read keys and ranks before one invocation replaces them.
    storageBarrier();
    for (var end = 0u; end < 2u; end += 1u) {
        let before = through[end] - own[end];
        if ranks[end] >= before && ranks[end] < through[end] {
            select_bin(end, counts[end] + first, ranks[end] - before);
        }
    }
    if local == THREADS - 1u && selection.round == 0u {
        atomicStore(&range.finite, through.x);
    }
    storageBarrier();
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

// Sum of the `own` of this invocation and of all with a lower index; the sum of all is then the last of `group_sums`.
fn sum_through(local: u32, own: vec2u) -> vec2u {
    var sum = own;
    for (var distance = 1u; distance < THREADS; distance *= 2u) {
        group_sums[local] = sum;
        workgroupBarrier();
        if local >= distance {
            sum += group_sums[local - distance];
        }
        workgroupBarrier();
    }
    group_sums[local] = sum;
    workgroupBarrier();
    return sum;
}

// Ranks of both ends among the values with the bits found so far: in the first round, among all finite values.
fn ranks_among(finite: u32) -> vec2u {
    if selection.round > 0u {
        return vec2u(range.ranks[0], range.ranks[1]);
    }
    let last = max(finite, 1u) - 1u;
    // The rank of the highest value is exact: floats have only 24 bits.
    let percentiles = vec2u(round(vec2f(0.001, 0.999) * f32(last)));
    return select(percentiles, vec2u(0u, last), selection.rule == EXTREMES);
}

// Selects the bin with a rank among the bins from `first` on.
fn select_bin(end: u32, first: u32, rank: u32) {
    var bin = first;
    var rank_in_bin = rank;
    while rank_in_bin >= atomicLoad(&range.bins[bin]) {
        rank_in_bin -= atomicLoad(&range.bins[bin]);
        bin += 1u;
    }
    range.ranks[end] = rank_in_bin;
    range.keys[end] = (range.keys[end] << round_bits()) | (bin % BINS);
}

/// Sets the ends to the values found; 0 and 1 if there is no finite value.
fn finish() {
    let low = float_from_key(range.keys[0]);
    let high = float_from_key(range.keys[1]);
    if atomicLoad(&range.finite) == 0u {
        range.ends = vec2f(0.0, 1.0);
    } else if selection.rule == SYMMETRIC {
        let end = max(abs(low), abs(high));
        range.ends = select(1.0, end, end > 0.0) * vec2f(-1.0, 1.0);
    } else if high > low {
        range.ends = vec2f(low, high);
    } else {
        // A constant field: a range that gives different constants different colors.
        let unit = low >= 0.0 && low <= 1.0;
        range.ends = select(vec2f(low - 0.5, low + 0.5), vec2f(0.0, 1.0), unit);
    }
}
