// The numbers that `resample.wgsl` resamples: heights.

alias Sample = f32;

@group(0) @binding(1) var<storage, read> heights: array<f32>;
@group(0) @binding(2) var field: texture_storage_2d<r32float, write>;

/// The sample for a stored number: the height itself.
fn sample_of(stored: f32) -> Sample {
    return stored;
}

/// Weighted sum of four neighbors.
fn blended(weights: vec4f, first: Sample, second: Sample, third: Sample, fourth: Sample) -> Sample {
    return dot(weights, vec4f(first, second, third, fourth));
}

// The result of resampling, given the nearest sample.
fn resampled(sample: Sample, nearest: Sample) -> Sample {
    return sample;
}

/// Texel of the field: the height as x.
fn texel(sample: Sample) -> vec4f {
    return vec4f(sample, 0.0, 0.0, 0.0);
}
