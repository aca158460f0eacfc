//! Hashes
//! One random number per lattice cell, by good and by bad hashes. Drop the top bits to see the quality of the low ones;
//! move far from the origin.
//! Mark Jarzynski and Marc Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020. Cost and quality:
//! noise/hash.wgsl.
//! @view(0, 0, 256)
//! @mode(texture)

import package::noise::hash::{cell2, cheap2, lattice2, pcg, pcg2d, unit};

struct Params {
    /// @group("Hash")
    /// Hash function. Avoid the sine hash: it depends on the device and shows a lattice.
    /// @enum("pcg, nested", "pcg2d", "pcg3d", "lattice2", "cheap2", "sine") @default(3)
    kind: u32,
    /// Number of top bits dropped before the rest is shown. @range(0, 31, 1, 26)
    dropped: u32,
    /// Random seed. @seed(0)
    seed: u32,
    /// Distance from the origin, in cells. @range(0, 1000000, 1, 0)
    offset: i32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return unit(hashed(vec2i(floor(p)) + params.offset) << params.dropped);
}

/// @hidden
fn hashed(cell: vec2i) -> u32 {
    let c = bitcast<vec2u>(cell);
    switch params.kind {
        case 0u: { return pcg(c.x + pcg(c.y + pcg(params.seed))); }
        case 1u: { return pcg2d(c + params.seed).x; }
        case 2u: { return cell2(cell, params.seed).x; }
        case 3u: { return lattice2(cell, params.seed); }
        case 4u: { return cheap2(cell, params.seed); }
        default: { return u32(fract(sin(dot(vec2f(cell), vec2f(12.9898, 78.233))
            + f32(params.seed)) * 43758.5453) * 4294967040.0); }
    }
}
