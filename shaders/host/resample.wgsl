// Resamples a grid of heights for a view. The host adds the kind of the samples: `resample_heights.wgsl`, or
// `resample_taps.wgsl`.

struct Resampling {
    // Width and height of the grid in samples.
    size: vec2u,
    // Position of the upper left texel in the grid, in samples: whole samples, and the rest.
    base: vec2i,
    first: vec2f,
    // Grid samples per texel.
    step: f32,
}

@group(0) @binding(0) var<uniform> resampling: Resampling;

// Maximum width and height, in samples, of the region that a texel averages.
const MAX_STEP = 8.0;

/// One invocation per texel of the field.
@compute @workgroup_size(8, 16)
fn resample(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= textureDimensions(field)) {
        return;
    }
    let at = resampling.first + vec2f(id.xy) * resampling.step;
    var height = Sample();
    if all(at == round(at)) && resampling.step == 1.0 {
        height = height_at(vec2i(at));
    } else if resampling.step > 1.0 {
        height = mean(at);
    } else {
        height = cubic(at);
    }
    textureStore(field, id.xy, texel(resampled(height, height_at(vec2i(round(at))))));
}

// Sample of the grid, counted from `base`; outside the grid, the nearest one of its edge.
fn height_at(at: vec2i) -> Sample {
    let inside = clamp(resampling.base + at, vec2i(0), vec2i(resampling.size) - 1);
    return sample_of(heights[u32(inside.y) * resampling.size.x + u32(inside.x)]);
}

/// Mean over a texel that is larger than a grid sample; samples are weighted by their overlap. @hidden
fn mean(at: vec2f) -> Sample {
    let radius = 0.5 * min(resampling.step, MAX_STEP);
    let first = vec2i(floor(at - radius + 0.5));
    let last = vec2i(ceil(at + radius - 0.5));
    var sum = Sample();
    var weights = 0.0;
    for (var y = first.y; y <= last.y; y++) {
        let down = inside(f32(y), at.y, radius);
        for (var x = first.x; x <= last.x; x++) {
            let weight = down * inside(f32(x), at.x, radius);
            sum += weight * height_at(vec2i(x, y));
            weights += weight;
        }
    }
    return sum / weights;
}

// Overlap of the sample at `k` with the interval of radius `radius` around `center`.
fn inside(k: f32, center: f32, radius: f32) -> f32 {
    return max(min(k + 0.5, center + radius) - max(k - 0.5, center - radius), 0.0);
}

/// Catmull-Rom interpolation: it passes through the samples and has no creases, so that enlarged relief is
/// smooth. @hidden
fn cubic(at: vec2f) -> Sample {
    let corner = vec2i(floor(at));
    let along = weights(fract(at.x));
    let down = weights(fract(at.y));
    var sum = Sample();
    for (var row = 0; row < 4; row++) {
        let y = corner.y + row - 1;
        let mixed = blended(
            along,
            height_at(vec2i(corner.x - 1, y)),
            height_at(vec2i(corner.x, y)),
            height_at(vec2i(corner.x + 1, y)),
            height_at(vec2i(corner.x + 2, y)),
        );
        sum += down[row] * mixed;
    }
    return sum;
}

// Weights of the samples at -1, 0, 1 and 2 for a position t between 0 and 1.
fn weights(t: f32) -> vec4f {
    let t2 = t * t;
    let t3 = t2 * t;
    return 0.5 * vec4f(-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2);
}
