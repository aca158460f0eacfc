//! Position and axes of a camera, rays through its pixels, and projection of positions to pixels.

use super::Camera;
use crate::view::space::vector::{Vector, add, cross, dot, normalize, scale, subtract};

/// Camera of a three-dimensional view with its target in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Direction, distance and field of view.
    pub camera: Camera,
    /// World position, z with the exaggeration applied.
    pub target: [f64; 3],
    /// Length of the camera's unit of distance, in world units.
    pub unit: f64,
}

/// Position of a camera in the world, and the axes of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// In world units.
    pub position: [f64; 3],
    /// Unit vector toward the target.
    pub forward: [f64; 3],
    /// Unit vector to the right of the picture; horizontal.
    pub right: [f64; 3],
    /// Unit vector to the top of the picture.
    pub up: [f64; 3],
    /// Height of the picture on a plane at a distance of 1 in front of the camera.
    pub height_at_one: f64,
}

impl Viewpoint {
    /// Returns position and axes of the camera.
    pub fn pose(&self) -> Pose {
        let (sine, cosine) = sine_and_cosine(self.camera.azimuth);
        let (rise, run) = sine_and_cosine(self.camera.altitude);
        let back = [sine * run, cosine * run, rise];
        let forward = scale(back, -1.0);
        let right = [-cosine, sine, 0.0];
        Pose {
            position: add(self.target, scale(back, self.camera.distance * self.unit)),
            forward,
            right,
            up: cross(right, forward),
            height_at_one: 2.0 * (0.5 * self.camera.field_of_view.to_radians()).tan(),
        }
    }
}

impl Pose {
    /// Returns the unit direction through a point, from the picture's top left; pixel (0, 0) has its middle at (½, ½).
    pub fn ray(&self, point: [f64; 2], size: [u32; 2]) -> [f64; 3] {
        normalize(self.unnormalized_ray(point, size))
    }

    /// Returns the direction scaled to a length of 1 along the forward axis.
    pub(super) fn unnormalized_ray(&self, [x, y]: [f64; 2], size: [u32; 2]) -> Vector {
        let [width, height] = size.map(f64::from);
        let per_pixel = self.height_at_one / height;
        let across = scale(self.right, (x - 0.5 * width) * per_pixel);
        let down = scale(self.up, (y - 0.5 * height) * per_pixel);
        subtract(add(self.forward, across), down)
    }

    /// The inverse of [`Self::ray`]; `None` if the position is not in front of the camera.
    pub fn project(&self, position: [f64; 3], size: [u32; 2]) -> Option<[f64; 2]> {
        let [right, up, forward] = self.to_camera(position);
        let [width, height] = size.map(f64::from);
        let pixels = height / (self.height_at_one * forward);
        (forward > 0.0).then_some([0.5 * width + right * pixels, 0.5 * height - up * pixels])
    }

    /// Returns coordinates to the right, up, and forward.
    pub(super) fn to_camera(self, position: Vector) -> Vector {
        let offset = subtract(position, self.position);
        [self.right, self.up, self.forward].map(|axis| dot(offset, axis))
    }

    /// The inverse of [`Self::to_camera`] without the camera's position.
    pub(super) fn offset(self, [right, up, forward]: Vector) -> Vector {
        let plane = add(scale(self.right, right), scale(self.up, up));
        add(plane, scale(self.forward, forward))
    }
}

/// Exact at multiples of 90.
fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    let quarter = (degrees / 90.0).round();
    let (sine, cosine) = (degrees - 90.0 * quarter).to_radians().sin_cos();
    match quarter.rem_euclid(4.0) as u8 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}
