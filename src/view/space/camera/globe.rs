//! The planet of a three-dimensional view on the CPU: the position where a ray hits its surface, and the values there.
//!
//! The surface equals that on the screen: bilinear between the samples on each face of a cube, and covered by the sea
//! where it is below sea level.

use super::bisected;
use super::ground::GroundHit;
use crate::field::{Channel, Field};
use crate::view::space::planet::PlanetLayout;
use crate::view::space::vector::{Vector, add, dot, length, scale};

const HALVINGS: u32 = 40;

/// Steps after which a ray counts as missing the planet.
const MAX_STEPS: u32 = 20_000;

/// A field of heights, with an optional sea.
#[derive(Clone, Copy, Debug)]
pub struct Globe<'a> {
    field: &'a Field,
    channel: Channel,
    layout: &'a PlanetLayout,
    exaggeration: f64,
    sea: Option<f64>,
    /// Highest ground or sea above the unit sphere, in radii.
    top: f64,
}

impl<'a> Globe<'a> {
    /// `values` are extremes of the heights, `sea` is the value at sea level. `None` for a field of another size.
    pub fn new(
        field: &'a Field,
        layout: &'a PlanetLayout,
        channel: Channel,
        values: [f64; 2],
        exaggeration: f64,
        sea: Option<f64>,
    ) -> Option<Self> {
        if field.size != layout.grid().size {
            return None;
        }
        let heights = values.into_iter().chain(sea);
        let heights = heights.map(|value| value * exaggeration);
        Some(Self { field, channel, layout, exaggeration, sea, top: heights.fold(-1.0, f64::max) })
    }

    /// Returns the first hit with the ground or the sea. `direction` is a unit vector.
    pub fn hit(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<GroundHit> {
        let along = dot(origin, direction);
        let top = 1.0 + self.top + 1e-9;
        let half = top * top - dot(origin, origin) + along * along;
        if half < 0.0 {
            return None;
        }
        let (start, end) = ((-along - half.sqrt()).max(0.0), -along + half.sqrt());
        let t = self.first_below(|t| add(origin, scale(direction, t)), [start, end])?;
        let position = add(origin, scale(direction, t));
        Some(GroundHit { position, value: Some(self.interpolated(self.channel, position)) })
    }

    /// First distance from `start` to `end` at which the position `at` is not above the ground or the sea.
    fn first_below(&self, at: impl Fn(f64) -> Vector, [start, end]: [f64; 2]) -> Option<f64> {
        let mut t = start;
        for _ in 0..MAX_STEPS {
            let position = at(t);
            let cell = self.layout.spacing_at(position);
            let above = self.height_above(position);
            if above <= 0.0 {
                return Some(t);
            }
            if t >= end {
                return None;
            }
            // Ground is assumed to rise by less than 5 times a distance, except within a third of a cell. A hole says
            // nothing of the ground around it.
            let safe = if above.is_finite() { 0.2 * above } else { 0.0 };
            let step = safe.max(0.3 * cell);
            let next = (t + step).min(end);
            let is_below = |t: f64| self.height_above(at(t)) <= 0.0;
            if is_below(next) {
                return Some(bisected([t, next], HALVINGS, is_below)[1]);
            }
            t = next;
        }
        None
    }

    /// Returns the height above the ground or sea, in radii; infinite above non-finite samples.
    pub fn height_above(&self, position: [f64; 3]) -> f64 {
        let value = self.interpolated(self.channel, position);
        let value = self.sea.map_or(value, |sea| value.max(sea));
        let above = length(position) - 1.0 - self.exaggeration * value;
        if above.is_nan() { f64::INFINITY } else { above }
    }

    /// Returns all channels in the direction of a position, interpolated bilinearly.
    pub fn values_at(&self, position: [f64; 3]) -> Vec<f32> {
        let channels = [Channel::X, Channel::Y, Channel::Z, Channel::W].into_iter();
        let channels = channels.take(self.field.channels as usize);
        channels.map(|channel| self.interpolated(channel, position) as f32).collect()
    }

    fn interpolated(&self, channel: Channel, position: Vector) -> f64 {
        self.layout.interpolated(self.field, channel, position)
    }
}

/// Stands for a planet whose samples are not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Radius in radii of the planet, above 0.
    pub radius: f64,
}

impl Sphere {
    /// Returns the first hit of a ray from outside. `direction` is a unit vector.
    pub fn hit(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<[f64; 3]> {
        let along = dot(origin, direction);
        let square = self.radius * self.radius - dot(origin, origin) + along * along;
        let t = -along - square.max(0.0).sqrt();
        (square >= 0.0 && t >= 0.0).then(|| add(origin, scale(direction, t)))
    }

    /// Returns the height above the sphere in radii; negative inside.
    pub fn height_above(&self, position: [f64; 3]) -> f64 {
        length(position) - self.radius
    }
}

/// Relative to the planet's center, in degrees.
pub fn longitude_latitude([x, y, z]: [f64; 3]) -> [f64; 2] {
    [y.atan2(x), z.atan2(x.hypot(y))].map(f64::to_degrees)
}
