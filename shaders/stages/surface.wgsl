// What a file beside a generator's `height` may import to paint its relief:
//
//     import playground::surface::Surface;
//     fn surface(s: Surface) -> vec3f { … }    // linear red, green and blue

/// A place of the ground, as a file's own `surface` gets it.
struct Surface {
    /// World x and y, and the height.
    position: vec3f,
    /// Away from the ground, of length 1; straight up is z.
    normal: vec3f,
    /// The generator's value.
    height: f32,
    /// Angle to the horizontal in radians; 0 is flat.
    slope: f32,
}
