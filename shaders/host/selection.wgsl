// The values of a field that are counted: one channel of a region, in several rounds. Each workgroup counts a block.

import super::samples::channel_value;

struct Selection {
    // Index of the channel (x, y, z, w, y-x, length), and number of channels of the field.
    channel: u32,
    channels: u32,
    // Number of the round: 0, 1 or 2.
    round: u32,
    // 0 for the percentiles, 1 for the lowest and the highest value, 2 for a range that is symmetric about 0.
    rule: u32,
    // Region of the counted texels.
    first_x: u32,
    first_y: u32,
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var field: texture_2d<f32>;

/// Invocations of a workgroup. @hidden
const THREADS = 256u;

/// Width in texels of the block that a workgroup counts. @hidden
const BLOCK = 128u;

/// Texels that one invocation counts: in column `x`, the rows from `first` to before `end`. @hidden
struct Column {
    x: u32,
    first: u32,
    end: u32,
}

/// The column of an invocation of one of `workgroups`, whose rows of blocks divide the height; empty outside the region.
/// Neighboring invocations read neighboring texels of a row, and each goes down its column: on GPUs this is a third
/// faster than steps of the size of a workgroup. @hidden
fn column_of(workgroup: vec3u, workgroups: vec3u, local: u32) -> Column {
    let columns = THREADS / BLOCK;
    let rows = (selection.height + columns * workgroups.y - 1u) / (columns * workgroups.y);
    let x = BLOCK * workgroup.x + local % BLOCK;
    let first = (columns * workgroup.y + local / BLOCK) * rows;
    return Column(x, first, select(first, min(first + rows, selection.height), x < selection.width));
}

/// Numbers of a texel of the region. @hidden
fn numbers_at(texel: vec2u) -> vec4f {
    return textureLoad(field, texel + vec2u(selection.first_x, selection.first_y), 0);
}

/// The counted one of the numbers of a texel. @hidden
fn value_of(numbers: vec4f) -> f32 {
    // The usual channel first: `channel_value` takes as long as a read.
    if selection.channel == 0u {
        return numbers.x;
    }
    return channel_value(numbers, selection.channel, selection.channels);
}
