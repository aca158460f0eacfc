//! The ground of a terrain view on the CPU: its height at a position, and where a ray hits it.
//!
//! The surface equals that on the screen: bilinear between the samples, with walls down to a base below the lowest
//! sample. A non-finite sample makes holes of the four squares around it.

use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};
use crate::view::space::mesh::BLOCK_DEPTH;
use crate::view::space::vector::{Vector, add, scale};

/// A field of heights with their grid and exaggeration.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    field: &'a Field,
    grid: SampleGrid,
    channel: Channel,
    exaggeration: f64,
    /// Lowest and highest value of the height channel, before the exaggeration.
    values: [f64; 2],
}

/// Hit of a ray with the surface of a three-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// World position, z with the exaggeration applied.
    pub position: [f64; 3],
    /// Interpolated value of the generator; `None` on a wall.
    pub value: Option<f64>,
}

impl<'a> Ground<'a> {
    /// Returns the lowest and the highest value; `None` if no sample is finite.
    pub fn extremes(field: &Field, channel: Channel) -> Option<[f64; 2]> {
        field.extremes(channel).map(|ends| ends.map(f64::from))
    }

    /// `values` are the [extremes](Self::extremes) of the field.
    pub fn new(
        field: &'a Field,
        grid: SampleGrid,
        values: [f64; 2],
        channel: Channel,
        exaggeration: f64,
    ) -> Self {
        Self { field, grid, channel, exaggeration, values }
    }

    /// Returns the lowest and the highest value of the height channel, before the exaggeration.
    pub fn values(&self) -> [f64; 2] {
        self.values
    }

    /// Returns the camera's default target: the center of the grid, halfway between the lowest and the highest sample.
    pub fn target(&self) -> [f64; 3] {
        let [x, y] = self.grid.center;
        let [low, high] = self.values;
        [x, y, self.exaggeration * (0.5 * low + 0.5 * high)]
    }

    /// Returns the height at a world position; `None` beside the terrain and in holes.
    pub fn height(&self, position: [f64; 2]) -> Option<f64> {
        let at = self.grid.sample_from_world(position);
        let inside =
            [0, 1].map(|axis| (0.0..=f64::from(self.grid.size[axis] - 1)).contains(&at[axis]));
        let cell = [0, 1].map(|axis| (at[axis].max(0.0) as i64).min(self.last_cell(axis)));
        let patch = self.patch(cell).filter(|_| inside == [true; 2])?;
        Some(patch.height([at[0] - cell[0] as f64, at[1] - cell[1] as f64]))
    }

    /// Returns the height above the ground in world units; infinite beside the terrain and over holes.
    pub fn height_above(&self, [x, y, z]: [f64; 3]) -> f64 {
        self.height([x, y]).map_or(f64::INFINITY, |ground| z - ground)
    }

    /// Returns the first hit with the ground or the walls; `None` if the ray misses.
    pub fn hit(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<GroundHit> {
        let hit = self.hit_distance(origin, direction)?;
        let position = add(origin, scale(direction, hit.distance));
        let value =
            (!hit.is_wall && self.exaggeration != 0.0).then(|| position[2] / self.exaggeration);
        Some(GroundHit { position, value })
    }

    fn hit_distance(&self, origin: Vector, direction: Vector) -> Option<Distance> {
        let ray = self.ray(origin, direction);
        let ends = [0, 1].map(|axis| f64::from(self.grid.size[axis] - 1));
        let near = [0, 1].map(|axis| if ray.way[axis] > 0 { 0.0 } else { ends[axis] });
        let far = [0, 1].map(|axis| ends[axis] - near[axis]);
        let entry = ray.crossing(0, near[0]).max(ray.crossing(1, near[1])).max(0.0);
        let exit = ray.crossing(0, far[0]).min(ray.crossing(1, far[1]));
        let mut cell = [0, 1].map(|axis| {
            let at = ray.origin[axis] + ray.direction[axis] * entry;
            (at.max(0.0) as i64).min(self.last_cell(axis))
        });
        let mut start = entry;
        // At the outline of the terrain and behind holes, the ray may hit a wall.
        let mut is_beside_air = true;
        while start <= exit
            && [0, 1].iter().all(|axis| (0..=self.last_cell(*axis)).contains(&cell[*axis]))
        {
            let next = [0, 1].map(|axis| {
                let plane = cell[axis] + i64::from(ray.way[axis] > 0);
                ray.crossing(axis, plane as f64)
            });
            let end = next[0].min(next[1]);
            let patch = self.patch(cell);
            if let Some(distance) =
                patch.as_ref().and_then(|patch| patch.hit(&ray, cell, [start, end]))
            {
                let is_wall = is_beside_air && distance <= start;
                let z = ray.origin[2] + ray.direction[2] * distance;
                return (!is_wall || z >= self.base()).then_some(Distance { distance, is_wall });
            }
            is_beside_air = patch.is_none();
            let axis = usize::from(next[1] < next[0]);
            cell[axis] += ray.way[axis];
            start = start.max(end);
        }
        None
    }

    fn ray(&self, origin: Vector, direction: Vector) -> Ray {
        let [column, row] = self.grid.sample_from_world([origin[0], origin[1]]);
        let spacing = self.grid.spacing();
        let step = |number: f64| if number.abs() < 1e-12 { 1e-12 } else { number };
        let horizontal = [step(direction[0] / spacing), step(-direction[1] / spacing)];
        Ray {
            origin: [column, row, origin[2]],
            direction: [horizontal[0], horizontal[1], direction[2]],
            way: horizontal.map(|number| if number > 0.0 { 1 } else { -1 }),
        }
    }

    fn base(&self) -> f64 {
        let ends = self.values.map(|value| value * self.exaggeration);
        ends[0].min(ends[1]) - BLOCK_DEPTH * self.grid.span
    }

    fn last_cell(&self, axis: usize) -> i64 {
        i64::from(self.grid.size[axis]) - 2
    }

    fn patch(&self, [column, row]: [i64; 2]) -> Option<Patch> {
        let at = |dx: i64, dy: i64| {
            let sample = self.field.sample((column + dx) as u32, (row + dy) as u32);
            f64::from(self.channel.of(sample)) * self.exaggeration
        };
        let (northwest, northeast) = (at(0, 0), at(1, 0));
        let (southwest, southeast) = (at(0, 1), at(1, 1));
        let twist = (southeast - southwest) - (northeast - northwest);
        twist.is_finite().then_some(Patch {
            corner: northwest,
            east: northeast - northwest,
            south: southwest - northwest,
            twist,
        })
    }
}

struct Distance {
    distance: f64,
    is_wall: bool,
}

/// In sample coordinates: x to the east, y to the south, z in world units.
struct Ray {
    origin: Vector,
    direction: Vector,
    /// Signs of the direction along x and y: 1 or −1.
    way: [i64; 2],
}

impl Ray {
    fn crossing(&self, axis: usize, coordinate: f64) -> f64 {
        (coordinate - self.origin[axis]) / self.direction[axis]
    }
}

/// Bilinear surface between four samples: height at the northwestern corner, coefficients of u (east), v (south), uv.
struct Patch {
    corner: f64,
    east: f64,
    south: f64,
    twist: f64,
}

impl Patch {
    fn height(&self, [u, v]: [f64; 2]) -> f64 {
        self.corner + self.east * u + self.south * v + self.twist * u * v
    }

    fn hit(&self, ray: &Ray, cell: [i64; 2], [start, end]: [f64; 2]) -> Option<f64> {
        let [dx, dy, dz] = ray.direction;
        let uv =
            [0, 1].map(|axis| ray.origin[axis] + ray.direction[axis] * start - cell[axis] as f64);
        // Height of the ground above the ray at a distance s from the start: (a s + b) s + c.
        let a = self.twist * dx * dy;
        let b = (self.east + self.twist * uv[1]) * dx + (self.south + self.twist * uv[0]) * dy - dz;
        let c = self.height(uv) - (ray.origin[2] + dz * start);
        if c >= 0.0 {
            return Some(start);
        }
        let discriminant = b * b - 4.0 * a * c;
        if discriminant < 0.0 {
            return None;
        }
        let w = -0.5 * (b + b.signum() * discriminant.sqrt());
        let roots = [w / a, c / w].into_iter();
        let within = roots.filter(|root| (0.0..=end - start).contains(root));
        within.reduce(f64::min).map(|root| start + root)
    }
}

#[cfg(test)]
mod tests;
