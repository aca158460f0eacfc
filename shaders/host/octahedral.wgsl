// Unit vectors as two numbers from -1 to 1: the sphere is projected to an octahedron, whose lower half is folded
// outward (Meyer et al. 2010, "On Floating-Point Normal Vectors").

/// Code of a unit vector: two numbers from -1 to 1.
fn octahedral(normal: vec3f) -> vec2f {
    let flat = normal.xy / (abs(normal.x) + abs(normal.y) + abs(normal.z));
    return select(folded(flat), flat, normal.z >= 0.0);
}

/// Unit vector of a code: the inverse of `octahedral`.
fn from_octahedral(encoded: vec2f) -> vec3f {
    let z = 1.0 - abs(encoded.x) - abs(encoded.y);
    return normalize(vec3f(select(folded(encoded), encoded, z >= 0.0), z));
}

/// Mirrors a code at the line |x| + |y| = 1, the edge between the halves of the octahedron.
fn folded(encoded: vec2f) -> vec2f {
    return (1.0 - abs(encoded.yx)) * select(vec2f(-1.0), vec2f(1.0), encoded >= vec2f(0.0));
}
