// The values of a field that are counted: one channel of a region, in several rounds.

import super::samples::channel_value;

struct Selection {
    // Index of the channel (x, y, z, w, y-x, length), and number of channels of the field.
    channel: u32,
    channels: u32,
    // Number of invocations, each of which processes every `stride`th texel.
    stride: u32,
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

/// Number of values. @hidden
fn value_count() -> u32 {
    return selection.width * selection.height;
}

/// Value of a texel of the region, by its index. @hidden
fn value_at(index: u32) -> f32 {
    let texel = vec2u(selection.first_x + index % selection.width, selection.first_y + index / selection.width);
    return channel_value(textureLoad(field, texel, 0), selection.channel, selection.channels);
}
