// Placement of a field in the world.

struct Placement {
    // World position of the first sample of the whole picture.
    corner: vec2f,
    // Sample of the picture at the first texel of the field, which may be a tile.
    first: vec2u,
    // Distances between neighboring texels along x and y.
    spacing: vec2f,
    // Bits of the number where a result is missing.
    missing: u32,
    // Added to the values of the field, which are relative to it.
    base: f32,
}

@group(0) @binding(8) var<uniform> placement: Placement;

/// The number that is written where a result is missing.
fn missing() -> f32 {
    return bitcast<f32>(placement.missing);
}

// World position of a texel.
fn position_of(at: vec2i) -> vec2f {
    return placement.corner + vec2f(1.0, -1.0) * vec2f(vec2u(at) + placement.first) * placement.spacing;
}
