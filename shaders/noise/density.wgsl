//! Densities and surfaces
//! From noise to ground: surfaces, caves, and densities that are solid above a threshold.
//! After blackmagic919, "Base Generation", 2024. Inputs called coarse and fine are noises of 0 .. 1.

/// A peak of 1 where value = center, falling on straight lines to 0 at low and at high. Range 0 .. 1; a sharp bend at the peak.
fn centered(value: f32, center: f32, low: f32, high: f32) -> f32 {
    let v = clamp(value, low, high);
    if v > center {
        return 1.0 - (v - center) / (high - center);
    }
    return select(1.0, (v - low) / (center - low), center > low);
}

/// Density with winding caves: low where both noises are near `shape`. Range 0 .. 1, solid ground near 1.
/// @param size Share of the fine noise: 0 wide caverns, 1 narrow tunnels. @range(0, 1, 0.01, 0.5)
/// @param shape Noise value at the heart of the caves. @range(0, 1, 0.01, 0.5)
/// @param frequency Exponent: 0 fills every cave, above 1 they open wide. @range(0, 4, 0.01, 0.5)
fn caves(coarse: f32, fine: f32, size: f32, shape: f32, frequency: f32) -> f32 {
    let c = centered(coarse, shape, 0.0, 1.0);
    let f = centered(fine, shape, 0.0, 1.0);
    let solid = abs(1.0 - mix(c, f, size));
    return select(1.0, pow(max(solid, 1e-20), frequency), frequency > 0.0);
}

/// Factor on a density that closes it toward the surface: 1 at depth >= squash_height, `iso` at the surface and above it.
/// Solid is where density > iso: multiply noise of 0 .. 1 by this, and nothing solid is left at the surface except full noise.
fn squash(height: f32, surface: f32, squash_height: f32, iso: f32) -> f32 {
    return saturate((surface - height) / max(squash_height, 1e-4)) * (1.0 - iso) + iso;
}

/// Height of the ground: detail on top of the coarse shape, coarse + (2 fine - 1) blend. Range -blend .. 1 + blend.
fn surface_height(coarse: f32, fine: f32, blend: f32) -> f32 {
    return coarse + (2.0 * fine - 1.0) * blend;
}
