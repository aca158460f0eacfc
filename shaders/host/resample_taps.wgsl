// The numbers that `resample.wgsl` resamples: values inside of passes, as `tap_passes.wgsl` stores them.

alias Sample = vec4f;

@group(0) @binding(1) var<storage, read> heights: array<vec4u>;
@group(0) @binding(2) var field: texture_storage_2d<rgba32float, write>;

/// The sample for stored bits; NaN if no pass has computed it.
fn sample_of(stored: vec4u) -> Sample {
    return bitcast<vec4f>(stored ^ vec4u(0x7fc00000u));
}

/// Weighted sum of four neighbors.
fn blended(weights: vec4f, first: Sample, second: Sample, third: Sample, fourth: Sample) -> Sample {
    return mat4x4f(first, second, third, fourth) * weights;
}

// The result of resampling, given the nearest sample: that one beside samples without a value.
fn resampled(sample: Sample, nearest: Sample) -> Sample {
    let bits = bitcast<vec4u>(sample) & vec4u(0x7fffffffu);
    return select(sample, nearest, bits > vec4u(0x7f800000u));
}

/// Texel of the field: the numbers of the value.
fn texel(sample: Sample) -> vec4f {
    return sample;
}
