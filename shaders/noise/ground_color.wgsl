//! Ground colors
//! Water, sand, grass, rock and snow by height and slope, for a file's own `surface`. After the altitude and slope
//! limits of Terragen's surface layers (Planetside, 1999) as Giliam de Carpentier uses them to show Scape's terrain,
//! 2012.
//! Formula: rock, then grass, sand, snow and water blended over it in this order, each weighted by a product of
//! smoothsteps of height and of slope.
//! Range: linear colors of 0.01 .. 0.92. Cost: five smoothsteps and an exponential per sample.
//! Pitfalls: heights and lines are in the units of `height`, so scale both together; the slope is measured between
//! samples and flattens as their distance grows.

/// Linear color of the ground at a height and a slope in radians. Every border is soft: heights fade over `softness`,
/// slopes over 0.15 radians. Snow is above the snow line where the slope can hold it; grass is below the tree line
/// where the slope can hold soil; sand is near the sea; the rest is rock.
/// @param sea Height of the water. @param snow Height of the snow line.
/// @param trees Height above which no grass grows.
/// @param steep Slope above which neither grass nor snow holds, in radians.
fn ground_color(height: f32, slope: f32, sea: f32, trees: f32, snow: f32, steep: f32, softness: f32) -> vec3f {
    let rock = vec3f(0.34, 0.3, 0.26);
    let grass = vec3f(0.17, 0.25, 0.07);
    let sand = vec3f(0.42, 0.34, 0.2);
    let white = vec3f(0.85, 0.88, 0.92);
    // Subtracted first: with a sea level far below, `sea` and `sea + softness` round to the same number.
    let soft = max(softness, 1e-6);
    let flat = 1.0 - smoothstep(steep - 0.15, steep + 0.15, slope);
    var color = rock;
    color = mix(color, grass, flat * (1.0 - smoothstep(-soft, soft, height - trees)));
    color = mix(color, sand, flat * (1.0 - smoothstep(0.0, soft, height - sea)));
    color = mix(color, white, flat * smoothstep(-soft, soft, height - snow));
    return mix(color, water_color(sea - height, soft), step(height, sea));
}

/// Linear color of water of this depth; shallow water shows the sand. `clearness` is the depth, above 0, at which about
/// a third of the sand's color remains.
fn water_color(depth: f32, clearness: f32) -> vec3f {
    let shallow = vec3f(0.12, 0.3, 0.28);
    let deep = vec3f(0.01, 0.05, 0.12);
    return mix(deep, shallow, exp(-max(depth, 0.0) / clearness));
}
