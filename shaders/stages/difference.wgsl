// Two fields → the second less the first, in a channel of each; and for its colours a range about 0.

struct Channels {
    // Indices of the channels: x, y, z, w, y-x, length.
    first: u32,
    second: u32,
    // How many numbers a result has.
    first_count: u32,
    second_count: u32,
}

// The beginning of `Range` of range.wgsl.
struct Range {
    ends: vec2f,
    // The percentiles, as integers that sort like them.
    keys: array<u32, 2>,
    ranks: array<u32, 2>,
    finite: u32,
}

@group(0) @binding(0) var<uniform> channels: Channels;
@group(0) @binding(1) var first: texture_2d<f32>;
@group(0) @binding(2) var second: texture_2d<f32>;
@group(0) @binding(3) var difference: texture_storage_2d<r32float, write>;
// What evaluations say of a loop that ran away; 0 for none. The difference is worth what both are.
@group(0) @binding(4) var<storage, read> first_runaway: u32;
@group(0) @binding(5) var<storage, read> second_runaway: u32;
@group(0) @binding(6) var<storage, read_write> runaway: u32;
@group(0) @binding(7) var<storage, read_write> range: Range;

/// The number of a result that is looked at. @hidden
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

@compute @workgroup_size(8, 8)
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

fn number(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u));
}

// The ends become the percentile that is farther from 0, and its negative.
@compute @workgroup_size(1)
fn balance() {
    let reach = max(abs(number(range.keys[0])), abs(number(range.keys[1])));
    // Equal fields have the middle's colour, whatever the range.
    let is_known = range.finite > 0u && reach > 0.0;
    range.ends = select(vec2f(-1.0, 1.0), vec2f(-reach, reach), is_known);
}
