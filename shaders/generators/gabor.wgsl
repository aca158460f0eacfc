//! Gabor noise
//! Wind ripples in sand: a random sum of wavelets of one frequency, of one direction or of all.
//! Ares Lagae et al., "Procedural Noise using Sparse Gabor Convolution", SIGGRAPH 2009.
//! @view(0.5, 0.5, 8)
//! @mode(relief)

import package::noise::gabor::gabor_smooth_deriv;
import package::noise::octaves::visible_octaves;

struct Params {
    /// @group("Ripples")
    /// Height in world units where the noise is 1; its standard deviation is a third of that. @range(0, 1, 0.01, 0.25)
    amplitude: f32,
    /// Ripples per world unit. @range(0.1, 16) @log @default(1.5)
    frequency: f32,
    /// Width of the spectrum, relative to the frequency: narrow gives long even ripples, wide gives blobs.
    /// @range(0.1, 2) @log @default(0.4)
    bandwidth: f32,
    /// Spread of the wavelets' directions: 0 is one direction, 1 is all of them. @range(0, 1, 0.01, 0.08)
    spread: f32,
    /// Direction across the ripples, from east toward north. @angle @default(30)
    angle: f32,
    /// Wavelets per cell: few give patches, many approach a Gaussian process. @range(1, 32, 1, 8)
    impulses: i32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// World units per sample. Ripples too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let n = gabor_smooth_deriv(
        p * params.frequency, params.seed, 1.0, params.angle, params.spread, params.bandwidth, params.impulses,
    );
    let finest = params.frequency * (1.0 + params.bandwidth);
    return saturate(visible_octaves(1.0, finest, 2.0, params.pixel_size)) * params.amplitude * n.x;
}
