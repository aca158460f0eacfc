//! Colours of ground
//! Water, sand, grass, rock and snow by height and slope, for a file's own `surface`. After the altitude and slope
//! limits of Terragen's surface layers (Planetside, 1999) as Giliam de Carpentier uses them to show Scape's terrain, 2012.
//! Formula: rock, over which lie grass, sand, snow and water in turn, each by a product of smoothsteps of height and of slope.
//! Range: linear colours of 0.01 .. 0.92. Cost: five smoothsteps and an exponential a sample.
//! Pitfalls: heights and lines are in the units of `height`, so scale both alike; the slope is that of the samples, and flattens with their distance.

/// Linear colour of the ground at a height above the sea, as a part of the highest, and a slope in radians. Every
/// border is soft: heights fade over `softness`, slopes over 0.15 radians. Snow lies above the snow line where it is
/// not too steep to hold it; grass grows below the tree line where it is not too steep for soil; sand lies near the sea; all else is rock.
/// @param sea Height of the water. @param snow Height above which snow lies.
/// @param trees Height above which no grass grows.
/// @param steep Slope that holds neither grass nor snow, in radians.
fn ground_color(height: f32, slope: f32, sea: f32, trees: f32, snow: f32, steep: f32, softness: f32) -> vec3f {
    let rock = vec3f(0.34, 0.3, 0.26);
    let grass = vec3f(0.17, 0.25, 0.07);
    let sand = vec3f(0.42, 0.34, 0.2);
    let white = vec3f(0.85, 0.88, 0.92);
    // Differences before the borders: a sea far below leaves no room between `sea` and `sea + softness`.
    let soft = max(softness, 1e-6);
    let flat = 1.0 - smoothstep(steep - 0.15, steep + 0.15, slope);
    var color = rock;
    color = mix(color, grass, flat * (1.0 - smoothstep(-soft, soft, height - trees)));
    color = mix(color, sand, flat * (1.0 - smoothstep(0.0, soft, height - sea)));
    color = mix(color, white, flat * smoothstep(-soft, soft, height - snow));
    return mix(color, water_color(sea - height, soft), step(height, sea));
}

/// Linear colour of water of this depth: a shallow shows its sand. `clearness` is the depth, above 0, to which a third of it is seen.
fn water_color(depth: f32, clearness: f32) -> vec3f {
    let shallow = vec3f(0.12, 0.3, 0.28);
    let deep = vec3f(0.01, 0.05, 0.12);
    return mix(deep, shallow, exp(-max(depth, 0.0) / clearness));
}
