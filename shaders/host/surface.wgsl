// The module that a file with a `surface` imports:
//
//     import playground::surface::Surface;
//     fn surface(s: Surface) -> vec3f { … }    // albedo: linear red, green and blue

/// A point on the ground, as `surface` receives it.
struct Surface {
    /// World x and y, and the value of the generator as z; for a solid, world x, y and z; for a planet x, y and z from
    /// its center, in radii.
    position: vec3f,
    /// Unit normal, outward; z is up, for a planet away from its center.
    normal: vec3f,
    /// Value of the generator; for a solid, world z.
    height: f32,
    /// Angle between the ground and the horizontal plane, in radians; 0 is flat, and more than π/2 hangs over.
    slope: f32,
}
