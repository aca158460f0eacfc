// Difference of two fields: a channel of the second minus a channel of the first, with a value range symmetric about 0.

struct Channels {
    // Indices of the channels: x, y, z, w, y-x, length.
    first: u32,
    second: u32,
    // Numbers of channels of both fields.
    first_count: u32,
    second_count: u32,
}

// The first members of `Range` of value_range.wgsl.
struct Range {
    ends: vec2f,
    // The percentiles, as integers of the same order as the floats.
    keys: array<u32, 2>,
    ranks: array<u32, 2>,
    finite: u32,
}

@group(0) @binding(0) var<uniform> channels: Channels;
@group(0) @binding(1) var first: texture_2d<f32>;
@group(0) @binding(2) var second: texture_2d<f32>;
@group(0) @binding(3) var difference: texture_storage_2d<r32float, write>;
// Guard reports: the runaway loop of each evaluation, 0 for none. The difference takes over one of them.
@group(0) @binding(4) var<storage, read> first_runaway: u32;
@group(0) @binding(5) var<storage, read> second_runaway: u32;
@group(0) @binding(6) var<storage, read_write> runaway: u32;
@group(0) @binding(7) var<storage, read_write> range: Range;

/// Channel of a sample that is subtracted. @hidden
fn channel_of(texel: vec4f, channel: u32, count: u32) -> f32 {
    switch channel {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(select(vec4f(0.0), texel, vec4u(0u, 1u, 2u, 3u) < vec4u(count))); }
        default: { return texel.x; }
    }
}

/// One invocation per texel. The first also merges the guard reports.
@compute @workgroup_size(8, 16)
fn subtract(@builtin(global_invocation_id) id: vec3u) {
    if all(id.xy == vec2u(0u)) {
        runaway = max(first_runaway, second_runaway);
    }
    if any(id.xy >= textureDimensions(difference)) {
        return;
    }
    let one = channel_of(textureLoad(first, id.xy, 0), channels.first, channels.first_count);
    let other = channel_of(textureLoad(second, id.xy, 0), channels.second, channels.second_count);
    textureStore(difference, id.xy, vec4f(other - one, 0.0, 0.0, 1.0));
}

/// The float that a key stands for, as in value_range.wgsl.
fn float_from_key(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u));
}

// Sets the range to the percentile that is farther from 0, and its negative.
@compute @workgroup_size(1)
fn symmetric_range() {
    let limit = max(abs(float_from_key(range.keys[0])), abs(float_from_key(range.keys[1])));
    // Equal fields have the center color for any range.
    let is_valid = range.finite > 0u && limit > 0.0;
    range.ends = select(vec2f(-1.0, 1.0), vec2f(-limit, limit), is_valid);
}
