//! Reference for planet views: traces rays to a displaced sphere in double precision, without acceleration structures.

use noise_playground::view::space::camera::{Pose, Viewpoint};

use crate::bisect;

/// A planet: a sphere whose radius is 1 plus a value that depends on the direction.
pub(crate) struct Globe {
    /// Function that returns the value at a position on the unit sphere.
    pub(crate) value: fn([f64; 3]) -> f64,
    /// Factor by which values are multiplied before they are added to the radius.
    pub(crate) exaggeration: f64,
    /// Upper bound of the heights of the planet above the unit sphere.
    pub(crate) highest: f64,
    /// Level of the planet's sea; `None` without a sea.
    pub(crate) sea: Option<f64>,
}

impl Globe {
    /// Returns the pose of a camera that turns around the center of the planet.
    pub(crate) fn pose(camera: &str) -> Pose {
        Viewpoint { camera: camera.parse().unwrap(), target: [0.0; 3], unit: 1.0 }.pose()
    }

    /// Returns the height of a position above the ground or the sea of the planet.
    pub(crate) fn clearance(&self, position: [f64; 3]) -> f64 {
        let radius = length(position);
        let value = (self.value)(position.map(|coordinate| coordinate / radius));
        let value = self.sea.map_or(value, |sea| value.max(sea));
        radius - 1.0 - self.exaggeration * value
    }

    /// Traces a ray in small steps. Returns the distance of its first hit, and its smallest height above the ground
    /// before that.
    pub(crate) fn first_hit(&self, origin: [f64; 3], ray: [f64; 3]) -> (Option<f64>, f64) {
        let along = dot(origin, ray);
        let top = 1.0 + self.highest;
        let half = along * along - dot(origin, origin) + top * top;
        if half < 0.0 {
            return (None, f64::INFINITY);
        }
        let (start, end) = ((-along - half.sqrt()).max(0.0), -along + half.sqrt());
        let above = |t: f64| self.clearance([0, 1, 2].map(|axis| origin[axis] + ray[axis] * t));
        let step = 2e-3;
        let mut least = f64::INFINITY;
        let mut t = start;
        while t < end {
            least = least.min(above(t));
            if above(t + step) <= 0.0 {
                return (Some(bisect(above, t, t + step)), least);
            }
            t += step;
        }
        (None, least)
    }
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn length(v: [f64; 3]) -> f64 {
    dot(v, v).sqrt()
}
