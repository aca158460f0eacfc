// Slopes of a height field, as `gdaldem -compute_edges` computes them.

/// Rise from sample to sample, to the east and to the north: Horn's weights over 3×3 samples (Horn 1981).
///
/// The rows above a sample, at it and below it hold the heights to the west of it, in its column and to the east,
/// repeated beyond the ends of the field, whose last sample is `last`. Beyond an edge the ground is extrapolated
/// linearly; the first and the last row repeat their ends to the west and to the east.
fn rise(above: vec3f, here: vec3f, below: vec3f, at: vec2i, last: vec2i) -> vec2f {
    let north_end = at.y == 0 && last.y > 0;
    let south_end = at.y == last.y && last.y > 0;
    let continues = last.x > 0 && !north_end && !south_end;
    let west_end = continues && at.x == 0;
    let east_end = continues && at.x == last.x;
    let north = select(extended(above, west_end, east_end), 2.0 * here - below, north_end);
    let center = extended(here, west_end, east_end);
    let south = select(extended(below, west_end, east_end), 2.0 * here - above, south_end);
    return rise_inside(north, center, south);
}

/// The same for a sample that is not at an edge. @hidden
fn rise_inside(above: vec3f, here: vec3f, below: vec3f) -> vec2f {
    let eastward = (above.z + 2.0 * here.z + below.z) - (above.x + 2.0 * here.x + below.x);
    let northward = (above.x + 2.0 * above.y + above.z) - (below.x + 2.0 * below.y + below.z);
    return vec2f(eastward, northward) / 8.0;
}

/// Heights of a row, extrapolated linearly beyond its ends. @hidden
fn extended(heights: vec3f, at_west_end: bool, at_east_end: bool) -> vec3f {
    let west = select(heights.x, 2.0 * heights.y - heights.z, at_west_end);
    let east = select(heights.z, 2.0 * heights.y - heights.x, at_east_end);
    return vec3f(west, heights.y, east);
}
