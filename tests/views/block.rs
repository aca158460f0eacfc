//! Reference for terrain views: traces rays to a block of terrain in double precision, without acceleration structures.

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::view::space::camera::{Pose, Viewpoint};

use crate::bisect;

/// A block of terrain: a height field that is bilinear between samples. x is east, y is north, z is up, in world units.
pub(crate) struct Block<'a> {
    pub(crate) field: &'a Field,
    pub(crate) grid: SampleGrid,
    pub(crate) exaggeration: f64,
    /// Lowest and highest height of the terrain.
    pub(crate) extremes: [f64; 2],
}

/// The end of a ray: its distance, and whether it hit a wall at the side of the block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) t: f64,
    pub(crate) is_wall: bool,
}

impl<'a> Block<'a> {
    pub(crate) fn new(field: &'a Field, grid: SampleGrid, exaggeration: f64) -> Self {
        let heights = field.samples.iter().map(|value| f64::from(*value) * exaggeration);
        let finite = heights.filter(|height| height.is_finite());
        let low = finite.clone().fold(f64::INFINITY, f64::min);
        Self {
            field,
            grid,
            exaggeration,
            extremes: [low, finite.fold(f64::NEG_INFINITY, f64::max)],
        }
    }

    fn height(&self, column: i64, row: i64) -> f64 {
        f64::from(self.field.sample(column as u32, row as u32)[0]) * self.exaggeration
    }

    /// Returns the pose of a camera that turns around the center of the block.
    pub(crate) fn pose(&self, camera: &str) -> Pose {
        let [low, high] = self.extremes;
        let [x, y] = self.grid.center;
        Viewpoint {
            camera: camera.parse().unwrap(),
            target: [x, y, 0.5 * (low + high)],
            unit: self.grid.span,
        }
        .pose()
    }

    /// Traces a ray from cell to cell. Returns its first hit of the terrain or a wall.
    pub(crate) fn first_hit(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<Hit> {
        // In cells: columns to the east, rows to the south.
        let spacing = self.grid.spacing();
        let [column, row] = self.grid.sample_from_world([origin[0], origin[1]]);
        let o = [column, row, origin[2] / spacing];
        let d = [direction[0], -direction[1], direction[2]];
        let cells = i64::from(self.field.size[0]) - 1;
        let plane = |axis: usize, at: i64| (at as f64 - o[axis]) / d[axis];
        let forward = [0, 1].map(|axis| i64::from(d[axis] > 0.0));
        let near = [0, 1].map(|axis| plane(axis, (1 - forward[axis]) * cells));
        let far = [0, 1].map(|axis| plane(axis, forward[axis] * cells));
        let start = near[0].max(near[1]).max(0.0);
        let floor = self.extremes[0] / spacing - 0.04 * self.grid.span / spacing;
        if start >= far[0].min(far[1]) || o[2] + d[2] * start < floor {
            return None;
        }
        let mut cell = [0, 1].map(|axis| {
            let at = (o[axis] + d[axis] * start).floor() as i64;
            at.clamp(0, cells - 1)
        });
        let mut entry = start;
        let mut after_hole = false;
        loop {
            let exits = [0, 1].map(|axis| plane(axis, cell[axis] + forward[axis]));
            let axis = usize::from(exits[1] < exits[0]);
            let found = self.in_cell(cell, (o, d), [entry, exits[axis]]);
            if let Some((t, is_below_at_entry)) = found {
                let is_wall = is_below_at_entry && (entry == start || after_hole);
                if is_wall && o[2] + d[2] * t < floor {
                    return None;
                }
                return Some(Hit { t: t * spacing, is_wall });
            }
            after_hole = !self.corners(cell).iter().all(|height| height.is_finite());
            cell[axis] += 2 * forward[axis] - 1;
            entry = exits[axis];
            if !(0..cells).contains(&cell[axis]) {
                return None;
            }
        }
    }

    fn corners(&self, [x, y]: [i64; 2]) -> [f64; 4] {
        [[0, 0], [1, 0], [0, 1], [1, 1]]
            .map(|[i, j]| self.height(x + i, y + j) / self.grid.spacing())
    }

    /// Returns the distance of the first intersection of a ray with the terrain in one cell, and true if the ray enters
    /// the cell below the terrain.
    fn in_cell(
        &self,
        cell: [i64; 2],
        (o, d): ([f64; 3], [f64; 3]),
        [entry, exit]: [f64; 2],
    ) -> Option<(f64, bool)> {
        let corners @ [a, b, c, e] = self.corners(cell);
        let lowest = o[2] + (d[2] * entry).min(d[2] * exit);
        if corners.iter().all(|corner| *corner < lowest - 1e-6) {
            return None;
        }
        let above = |t: f64| {
            let [u, v] = [0, 1].map(|axis| o[axis] + d[axis] * t - cell[axis] as f64);
            let ground = a + (b - a) * u + (c - a) * v + (a - b - c + e) * u * v;
            o[2] + d[2] * t - ground
        };
        if !above(entry).is_finite() {
            return None;
        }
        if above(entry) <= 0.0 {
            return Some((entry, true));
        }
        // The height above the ground is a parabola: its lowest point divides the interval.
        let (at_start, middle, at_end) = (above(entry), above(0.5 * (entry + exit)), above(exit));
        let half = 0.5 * (exit - entry);
        let curvature = (at_start - 2.0 * middle + at_end) / (half * half);
        let slope = (at_end - at_start) / (2.0 * half);
        let lowest = (0.5 * (entry + exit) - slope / curvature).clamp(entry, exit);
        let turn = if curvature > 1e-9 { lowest } else { exit };
        let end = if above(turn) <= 0.0 { turn } else { exit };
        (above(end) <= 0.0).then(|| (bisect(above, entry, end), false))
    }
}
