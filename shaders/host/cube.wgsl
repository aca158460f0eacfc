// The faces of a cube around the unit sphere: +x, -x, +y, -y, +z, -z. On a face, a direction is (1, right, up), seen
// from outside; the columns and rows of its samples enclose equal angles.

const QUARTER_PI = 0.7853981633974483;
const HALF_PI = 1.5707963267948966;

/// Components of a vector along the axes of a face: outward, right, up. @hidden
fn to_face(face: u32, v: vec3f) -> vec3f {
    let side = select(1.0, -1.0, (face & 1u) == 1u);
    switch face >> 1u {
        case 0u: { return vec3f(side * v.x, side * v.y, v.z); }
        case 1u: { return vec3f(side * v.y, -side * v.x, v.z); }
        default: { return vec3f(side * v.z, v.y, -side * v.x); }
    }
}

/// The inverse of `to_face`. @hidden
fn from_face(face: u32, v: vec3f) -> vec3f {
    let side = select(1.0, -1.0, (face & 1u) == 1u);
    switch face >> 1u {
        case 0u: { return vec3f(side * v.x, side * v.y, v.z); }
        case 1u: { return vec3f(-side * v.y, side * v.x, v.z); }
        default: { return vec3f(-side * v.z, v.y, side * v.x); }
    }
}

/// The face that a direction goes through. @hidden
fn face_of(v: vec3f) -> u32 {
    let size = abs(v);
    var axis = select(1u, 0u, size.x >= size.y);
    axis = select(axis, 2u, size.z > max(size.x, size.y));
    let along = select(select(v.z, v.y, axis == 1u), v.x, axis == 0u);
    return 2u * axis + u32(along < 0.0);
}

/// Direction of a point of a layer of a cube texture, by the graphics interfaces: s to the right and t down, -1 to 1,
/// in the pictures of +x, -x, +y, -y, +z and -z. @hidden
fn cube_texture_direction(layer: u32, s: f32, t: f32) -> vec3f {
    switch layer {
        case 0u: { return vec3f(1.0, -t, -s); }
        case 1u: { return vec3f(-1.0, -t, s); }
        case 2u: { return vec3f(s, 1.0, t); }
        case 3u: { return vec3f(s, -1.0, -t); }
        case 4u: { return vec3f(s, -t, 1.0); }
        default: { return vec3f(-s, -t, -1.0); }
    }
}

/// tan(π/4 x) for |x| up to 1.3, exact at -1, 0 and 1. @hidden
fn tangent(x: vec2f) -> vec2f {
    let y = x * QUARTER_PI;
    let s = y * y;
    let sine = y * (1.0 + s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s / 362880.0))));
    let cosine = 1.0 + s * (-0.5 + s * (1.0 / 24.0 + s * (-1.0 / 720.0 + s * (1.0 / 40320.0 - s / 3628800.0))));
    return select(sine / cosine, x, abs(x) == vec2f(1.0));
}

/// atan(x) for |x| below 0.2. @hidden
fn small_angle(x: vec2f) -> vec2f {
    let s = x * x;
    return x * (1.0 + s * (-1.0 / 3.0 + s * (0.2 + s * (-1.0 / 7.0 + s / 9.0))));
}

/// Direction from the center of a face's tangents to the right and up. @hidden
fn direction_at(face: u32, tangents: vec2f) -> vec3f {
    return from_face(face, vec3f(1.0, tangents)) / sqrt(1.0 + dot(tangents, tangents));
}

/// Gradient on the unit sphere, per radian, of a value that rises by `rise` from sample to sample, to the right and up,
/// on a face of `cells` × `cells` cells. @hidden
fn sphere_gradient(face: u32, tangents: vec2f, cells: u32, rise: vec2f) -> vec3f {
    let k = tangents;
    let size = sqrt(1.0 + dot(k, k));
    let out = from_face(face, vec3f(1.0, k)) / size;
    // Steps on the sphere from sample to sample.
    let turn = HALF_PI / f32(cells) * (1.0 + k * k) / size;
    let right = turn.x * (from_face(face, vec3f(0.0, 1.0, 0.0)) - out * k.x / size);
    let up = turn.y * (from_face(face, vec3f(0.0, 0.0, 1.0)) - out * k.y / size);
    return gradient_along(out, right, up, rise);
}

/// Gradient on the unit sphere at `out` of a value that rises by `rise` along two steps. @hidden
fn gradient_along(out: vec3f, right: vec3f, up: vec3f, rise: vec2f) -> vec3f {
    return (rise.x * cross(up, out) + rise.y * cross(out, right)) / dot(out, cross(right, up));
}
