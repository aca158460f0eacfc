//! Normals: analytic or by differences
//! Swiss and Jordan turbulence with slopes by the chain rule (second derivatives of the noise) or by central
//! differences of any step.
//! `color` lights the ground by the chosen method; `ground` is its value and slope; `disagreement` shows how far the
//! two methods differ.
//! Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012, left this question open.
//! @view(0.5, 0.5, 3)
//! @mode(texture)

import package::noise::octaves::visible_octaves;
import package::noise::turbulence::{jordan_turbulence, swiss_turbulence};
import package::noise::turbulence_deriv::{jordan_turbulence_deriv, swiss_turbulence_deriv};

struct Params {
    /// @group("Terrain")
    /// Kind of turbulence. @enum("Swiss", "Jordan")
    kind: u32,
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.2)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.55)
    gain: f32,
    /// Displacement of finer octaves by coarser ones. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Normals")
    /// Method for slopes: one evaluation with second derivatives, or four evaluations of the height.
    /// @enum("Analytic", "Central differences")
    method: u32,
    /// Step of the differences, in samples: below 1 rounding is visible, above 1 slopes blur. @range(0.01, 8) @log
    /// @default(1)
    step: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The ground lit from the northwest by its slope only, so that only the method matters. @returns(color)
fn color(p: vec2f) -> vec3f {
    let slope = ground(p).yz;
    let normal = normalize(vec3f(-slope, 1.0));
    let light = saturate(dot(normal, vec3f(-0.5, 0.5, 0.70710678)));
    return mix(vec3f(0.01, 0.015, 0.03), vec3f(1.0, 0.95, 0.85), light * light);
}

/// Height and slope by the chosen method. @returns(gradient)
fn ground(p: vec2f) -> vec3f {
    if params.method == 0u {
        return analytic(p);
    }
    return by_differences(p);
}

/// Length of the difference between both methods' slopes.
fn disagreement(p: vec2f) -> f32 {
    return distance(analytic(p).yz, by_differences(p).yz);
}

/// @hidden
fn analytic(p: vec2f) -> vec3f {
    let q = p * params.frequency;
    let slope = params.amplitude * vec3f(1.0, vec2f(params.frequency));
    if params.kind == 0u {
        return slope * swiss_turbulence_deriv(q, params.seed, octaves(), params.lacunarity, params.gain, params.warp);
    }
    return slope * jordan_turbulence_deriv(
        q, params.seed, octaves(), params.lacunarity, 0.8, params.gain, params.warp, params.warp, 1.0, 0.8, 1.0,
    );
}

/// @hidden
fn by_differences(p: vec2f) -> vec3f {
    let h = params.step * max(params.pixel_size, 1e-6);
    let east = value(p + vec2f(h, 0.0)) - value(p - vec2f(h, 0.0));
    let north = value(p + vec2f(0.0, h)) - value(p - vec2f(0.0, h));
    return vec3f(value(p), vec2f(east, north) / (2.0 * h));
}

/// @hidden
fn value(p: vec2f) -> f32 {
    let q = p * params.frequency;
    if params.kind == 0u {
        return params.amplitude
            * swiss_turbulence(q, params.seed, octaves(), params.lacunarity, params.gain, params.warp);
    }
    return params.amplitude * jordan_turbulence(
        q, params.seed, octaves(), params.lacunarity, 0.8, params.gain, params.warp, params.warp, 1.0, 0.8, 1.0,
    );
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
