//! The solid of a three-dimensional view on the CPU: the position where a ray hits its surface, and the values there.
//!
//! The surface equals that on the screen: densities are trilinear between samples, the inside is above the threshold,
//! and the clip plane and the faces of the cube cut the solid. Non-finite samples are empty.

use super::bisected;
use super::ground::GroundHit;
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};
use crate::view::space::mesh::Clip;
use crate::view::space::vector::{Vector, add, scale};

const HALVINGS: u32 = 32;

/// Stands for non-finite values: below every threshold.
const EMPTY: f64 = -3.4e38;

/// A field of densities with the threshold and the clip plane that bound the solid.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    field: &'a Field,
    channel: Channel,
    side: u32,
    columns: u32,
    /// World position of the northwestern sample in the lowest slice.
    corner: Vector,
    spacing: f64,
    threshold: f64,
    /// Visible part of the cube, in samples to the east, south and up: `low` to `high`.
    low: Vector,
    high: Vector,
}

/// The grid of a solid's samples, and the conditions for a position to be inside.
#[derive(Clone, Copy, Debug)]
pub struct BodyShape {
    /// Number of samples on each side.
    pub side: u32,
    /// Grid of the field, with all slices side by side, from the lowest.
    pub grid: SampleGrid,
    /// World z of the center of the cube.
    pub z: f64,
    /// Channel that holds the density.
    pub channel: Channel,
    /// Density above which a position is inside the solid.
    pub threshold: f64,
    /// Half space that is cut away; `None` for the whole cube.
    pub clip: Option<Clip>,
}

impl BodyShape {
    /// Returns the corners of the part of the cube that is not cut away, in world units.
    pub(super) fn bounds(&self) -> [Vector; 2] {
        let half = (f64::from(self.side) / 2.0 - 0.5) * self.grid.spacing();
        let [x, y] = self.grid.center;
        let (low, mut high) =
            ([x, y, self.z].map(|at| at - half), [x, y, self.z].map(|at| at + half));
        if let Some(Clip { axis, limit }) = self.clip {
            let axis = axis.min(2);
            high[axis] = limit.clamp(low[axis], high[axis]);
        }
        [low, high]
    }
}

impl<'a> Body<'a> {
    /// `None` if the field is not of the size of the shape's grid.
    pub fn new(field: &'a Field, shape: &BodyShape) -> Option<Self> {
        let BodyShape { side, grid, .. } = *shape;
        if field.size != grid.size {
            return None;
        }
        let spacing = grid.spacing();
        let half = (f64::from(side) / 2.0 - 0.5) * spacing;
        let [x, y] = grid.center;
        let mut body = Self {
            field,
            channel: shape.channel,
            side,
            columns: grid.size[0] / side,
            corner: [x - half, y + half, shape.z - half],
            spacing,
            threshold: shape.threshold,
            low: [0.0; 3],
            high: [f64::from(side - 1); 3],
        };
        if let Some(Clip { axis, limit }) = shape.clip {
            let at = body.local([limit; 3])[axis];
            // Rows run to the south, so that positions with greater y have lower rows.
            match axis {
                1 => body.low[1] = at.max(0.0),
                _ => body.high[axis] = at.min(body.high[axis]),
            }
        }
        Some(body)
    }

    /// Returns the first hit of a ray with the surface, the clip plane or a face of the cube; `None` if the ray misses.
    pub fn hit(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<GroundHit> {
        let start = self.local(origin);
        let [east, north, up] = scale(direction.map(nonzero), 1.0 / self.spacing);
        let way = [east, -north, up];
        let crossing = |axis: usize, at: f64| (at - start[axis]) / way[axis];
        let ends = |nearer: bool| {
            [0, 1, 2].map(|axis| {
                let is_low = (way[axis] > 0.0) == nearer;
                crossing(axis, if is_low { self.low } else { self.high }[axis])
            })
        };
        let entry = ends(true).into_iter().fold(0.0, f64::max);
        let exit = ends(false).into_iter().fold(f64::INFINITY, f64::min);
        // The second condition is false if the clip plane cuts the whole cube away.
        let is_through = entry < exit && (0..3).all(|axis| self.low[axis] < self.high[axis]);
        let t = self.first_inside(start, way, [entry, exit])?;
        let local = add(start, scale(way, t));
        is_through.then(|| GroundHit {
            position: add(origin, scale(direction, t)),
            value: Some(self.interpolated(self.channel, local)),
        })
    }

    /// Returns all channels at a world position, interpolated trilinearly.
    pub fn values_at(&self, position: [f64; 3]) -> Vec<f32> {
        let local = self.local(position);
        let channels = [Channel::X, Channel::Y, Channel::Z, Channel::W].into_iter();
        let channels = channels.take(self.field.channels as usize);
        channels.map(|channel| self.interpolated(channel, local) as f32).collect()
    }

    /// First distance at which the ray is inside. Tests the ends and the middle of each cube between eight samples that
    /// it crosses, as the shader does. No component of `way`, the direction in samples, may be 0.
    fn first_inside(&self, start: Vector, way: Vector, [entry, exit]: [f64; 2]) -> Option<f64> {
        let depth =
            |t: f64| self.interpolated(self.channel, add(start, scale(way, t))) - self.threshold;
        let mut t = entry;
        if t < exit && depth(t) > 0.0 {
            return Some(t);
        }
        while t < exit {
            let next = [0, 1, 2].map(|axis| {
                let at = start[axis] + way[axis] * t;
                let plane = if way[axis] > 0.0 {
                    (at + 1e-9).floor() + 1.0
                } else {
                    (at - 1e-9).ceil() - 1.0
                };
                (plane - start[axis]) / way[axis]
            });
            let end = next.into_iter().fold(exit, f64::min).max(t + 1e-9);
            let middle = 0.5 * (t + end);
            if depth(middle) > 0.0 {
                return Some(bisected([t, middle], HALVINGS, |t| depth(t) > 0.0)[1]);
            }
            if depth(end) > 0.0 {
                return Some(bisected([middle, end], HALVINGS, |t| depth(t) > 0.0)[1]);
            }
            t = end;
        }
        None
    }

    /// To sample coordinates: to the east, to the south, and up.
    fn local(&self, [x, y, z]: Vector) -> Vector {
        let [west, north, bottom] = self.corner;
        scale([x - west, north - y, z - bottom], 1.0 / self.spacing)
    }

    fn interpolated(&self, channel: Channel, local: Vector) -> f64 {
        let last = i64::from(self.side) - 2;
        let cell = local.map(|at| (at.floor() as i64).clamp(0, last.max(0)));
        let at = [0, 1, 2].map(|axis| (local[axis] - cell[axis] as f64).clamp(0.0, 1.0));
        let mix = |from: f64, to: f64, axis: usize| from * (1.0 - at[axis]) + to * at[axis];
        let row = |y: i64, z: i64| {
            let value = |x: i64| self.value(channel, [cell[0] + x, cell[1] + y, cell[2] + z]);
            mix(value(0), value(1), 0)
        };
        let slice = |z: i64| mix(row(0, z), row(1, z), 1);
        mix(slice(0), slice(1), 2)
    }

    fn value(&self, channel: Channel, sample: [i64; 3]) -> f64 {
        let [x, y, z] = sample.map(|at| at.clamp(0, i64::from(self.side) - 1) as u32);
        let slice = [z % self.columns, z / self.columns].map(|count| count * self.side);
        let value = channel.of(self.field.sample(slice[0] + x, slice[1] + y));
        if value.is_finite() { f64::from(value) } else { EMPTY }
    }
}

/// Replaces numbers near 0 by 1e-12, so that the result can be a divisor.
fn nonzero(number: f64) -> f64 {
    if number.abs() < 1e-12 { 1e-12 } else { number }
}
