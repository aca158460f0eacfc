// The values of a field that are counted: one channel of a region, in several rounds. Each workgroup counts a block.

import super::samples::channel_value;

struct Selection {
    // Index of the channel (x, y, z, w, y-x, length), and number of channels of the field.
    channel: u32,
    channels: u32,
    // Number of the round: 0, 1 or 2.
    round: u32,
    // 1 for the lowest and the highest value, 0 for the percentiles.
    extremes: u32,
    // Region of the counted texels.
    first_x: u32,
    first_y: u32,
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var field: texture_2d<f32>;

/// Columns and rows of invocations of a workgroup. @hidden
const SIDE = 16u;

/// Width and height of a block in texels. @hidden
const BLOCK = 128u;

/// First texel of a block, and the one after the last, limited to the region. @hidden
struct Block {
    first: vec2u,
    end: vec2u,
}

/// The block of a workgroup. @hidden
fn block_of(workgroup: vec3u) -> Block {
    let first = BLOCK * workgroup.xy;
    return Block(first, min(first + BLOCK, vec2u(selection.width, selection.height)));
}

/// Value of a texel of the region. @hidden
fn value_at(texel: vec2u) -> f32 {
    let at = texel + vec2u(selection.first_x, selection.first_y);
    return channel_value(textureLoad(field, at, 0), selection.channel, selection.channels);
}
