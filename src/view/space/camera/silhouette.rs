//! What a three-dimensional view draws, as far as the bounds of its picture depend on it, and the camera that fits it.

use super::{BodyShape, CameraSetting, Ground, MAX_DISTANCE, MIN_DISTANCE, Pose, Viewpoint};
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};
use crate::view::space::mesh::BLOCK_DEPTH;
use crate::view::space::vector::{Vector, add, dot, scale, subtract};

/// Part of the picture's width or height that remains free on each side of the bounds that are tighter.
const MARGIN: f64 = 0.06;

/// Blocks along each side of a terrain; the highest sample of each counts.
const BLOCKS: u32 = 128;

/// Density of samples that are not finite, as if far below the threshold.
const EMPTY: f64 = -3.4e38;

/// Steps that center the bounds on the looser axis; the error shrinks about tenfold in each.
const CENTERING_STEPS: usize = 12;

/// Balls of one radius, 0 for points, whose projections have the bounds of the picture of what is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    /// In world units, z with the exaggeration applied.
    centers: Vec<Vector>,
    radius: f64,
}

impl Silhouette {
    /// Returns the silhouette of terrain: `field` on `grid`, maybe coarser than `data`, whose edge is the outline.
    pub fn of_terrain(
        field: &Field,
        grid: SampleGrid,
        data: SampleGrid,
        channel: Channel,
        exaggeration: f64,
    ) -> Self {
        let values = Ground::extremes(field, channel).unwrap_or([0.0; 2]);
        let ends = values.map(|value| value * exaggeration);
        let base = ends[0].min(ends[1]) - BLOCK_DEPTH * data.span;
        let outline = Outline::new(data);
        let mut centers = outline.corners(base).to_vec();
        let [columns, rows] = field.size.map(|count| count.min(BLOCKS));
        let sign = exaggeration.signum() as f32;
        for block in (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row])) {
            let first =
                [0, 1].map(|axis| start(block[axis], [columns, rows][axis], field.size[axis]));
            let end =
                [0, 1].map(|axis| start(block[axis] + 1, [columns, rows][axis], field.size[axis]));
            let samples = (first[1]..end[1]).flat_map(|y| (first[0]..end[0]).map(move |x| [x, y]));
            let heights = samples.map(|at| (at, sign * channel.of(field.sample(at[0], at[1]))));
            let highest = heights
                .filter(|(_, height)| height.is_finite())
                .reduce(|a, b| if b.1 > a.1 { b } else { a });
            if let Some(([x, y], height)) = highest {
                let position = grid.world_from_sample([x.into(), y.into()]);
                let is_last = [x + 1 == field.size[0], y + 1 == field.size[1]];
                let position = outline.reached(position, [x == 0, y == 0], is_last);
                centers.push([position[0], position[1], f64::from(height) * exaggeration.abs()]);
            }
        }
        Self { centers, radius: 0.0 }
    }

    /// Returns the silhouette of a solid: where lines along the axes through samples enter and leave it, or the cube's
    /// if it is empty. `field` has `side` samples along each side of the cube of `shape`, and may be coarser.
    pub fn of_solid(field: &Field, side: u32, shape: &BodyShape) -> Self {
        let [low, high] = shape.bounds();
        let lattice = Lattice::new(field, side, shape);
        let mut centers = Vec::new();
        for axis in 0..3 {
            for line in (0..side).flat_map(|u| (0..side).map(move |v| [u, v])) {
                centers.extend(lattice.ends(axis, line).into_iter().flatten());
            }
        }
        if centers.is_empty() {
            let corner = |index: usize| {
                std::array::from_fn(|axis| [low[axis], high[axis]][index >> axis & 1])
            };
            centers.extend((0..8).map(corner));
        }
        Self { centers, radius: 0.0 }
    }

    /// Returns the silhouette of a planet. `values` are the lowest and the highest value.
    pub fn of_planet(values: [f64; 2], exaggeration: f64, sea: Option<f64>) -> Self {
        let above = |value: f64| exaggeration * sea.map_or(value, |sea| value.max(sea));
        let highest = values.map(above).into_iter().fold(-0.9, f64::max);
        Self { centers: vec![[0.0; 3]], radius: 1.0 + highest }
    }

    /// Returns the nearest view from the direction of `camera` whose bounds leave 6 % of `size` pixels free on the
    /// tighter side and are centered; with a `target`, only the distance is chosen. `unit` is that of the distance.
    pub fn fit(
        &self,
        camera: &CameraSetting,
        target: Option<[f64; 3]>,
        unit: f64,
        size: [u32; 2],
    ) -> Viewpoint {
        let frame = Frame::new(camera, size);
        let middle = self.middle();
        let (target, distance) = match target {
            Some(target) => (target, frame.distance(self, target)),
            None => {
                let eye = frame.eye(self);
                let distance = dot(subtract(middle, eye), frame.pose.forward);
                (add(eye, scale(frame.pose.forward, distance)), distance)
            }
        };
        let distance = (distance / unit).clamp(MIN_DISTANCE, MAX_DISTANCE);
        Viewpoint { camera: camera.at(distance), target, unit }
    }

    /// Returns target and distance in world units at which the bounds stay inside of the pictures from all directions of
    /// `cameras`, whose distances are equal.
    pub fn fit_all(
        &self,
        cameras: &[CameraSetting],
        target: Option<[f64; 3]>,
        size: [u32; 2],
    ) -> ([f64; 3], f64) {
        let target = target.unwrap_or_else(|| self.middle());
        let distances =
            cameras.iter().map(|camera| Frame::new(camera, size).distance(self, target));
        (target, distances.fold(0.0, f64::max))
    }

    /// Returns the silhouette of several views, which one picture shows in turn or beside each other.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let radius = self.radius.max(other.radius);
        Self { centers: [self.centers, other.centers].concat(), radius }
    }

    fn middle(&self) -> Vector {
        std::array::from_fn(|axis| {
            let coordinates = self.centers.iter().map(|center| center[axis]);
            let low = coordinates.clone().fold(f64::INFINITY, f64::min);
            0.5 * (low + coordinates.fold(f64::NEG_INFINITY, f64::max))
        })
    }
}

fn start(block: u32, blocks: u32, samples: u32) -> u32 {
    (u64::from(block) * u64::from(samples) / u64::from(blocks.max(1))) as u32
}

/// Samples of a solid's cube, counted to the east, north and up.
struct Lattice<'a> {
    field: &'a Field,
    shape: &'a BodyShape,
    side: u32,
    columns: u32,
    /// Lowest and highest position that is not cut away.
    bounds: [Vector; 2],
    first: Vector,
    spacing: f64,
}

impl<'a> Lattice<'a> {
    fn new(field: &'a Field, side: u32, shape: &'a BodyShape) -> Self {
        let span = shape.grid.spacing() * f64::from(shape.side);
        let spacing = span / f64::from(side);
        let [x, y] = shape.grid.center;
        Self {
            columns: (field.size[0] / side).max(1),
            bounds: shape.bounds(),
            first: [x, y, shape.z].map(|at| at + 0.5 * (spacing - span)),
            field,
            shape,
            side,
            spacing,
        }
    }

    /// Returns where a line along `axis` enters the solid first, and where it leaves it last; `None` beside the solid.
    fn ends(&self, axis: usize, line: [u32; 2]) -> Option<[Vector; 2]> {
        let at = |step: u32| {
            let mut index = [step; 3];
            (index[(axis + 1) % 3], index[(axis + 2) % 3]) = (line[0], line[1]);
            index
        };
        let density = |step: u32| self.density(at(step));
        let first = (0..self.side).find(|step| density(*step) > 0.0)?;
        let last = (first..self.side).rfind(|step| density(*step) > 0.0)?;
        let outside = [first.checked_sub(1), Some(last + 1).filter(|step| *step < self.side)];
        let [low, high] = self.bounds;
        Some([0, 1].map(|end| {
            let inside = [first, last][end];
            let mut position = self.position(at(inside));
            position[axis] = match outside[end] {
                Some(outside) => {
                    let (from, to) = (density(inside), density(outside));
                    let beyond = self.position(at(outside))[axis];
                    position[axis] + (beyond - position[axis]) * from / (from - to)
                }
                // The solid reaches the face of the cube.
                None => self.bounds[end][axis],
            };
            std::array::from_fn(|axis| position[axis].clamp(low[axis], high[axis]))
        }))
    }

    fn position(&self, index: [u32; 3]) -> Vector {
        std::array::from_fn(|axis| self.first[axis] + f64::from(index[axis]) * self.spacing)
    }

    /// Above 0 inside of the solid.
    fn density(&self, [x, y, z]: [u32; 3]) -> f64 {
        let corner = [z % self.columns, z / self.columns].map(|at| at * self.side);
        let sample = self.field.sample(corner[0] + x, corner[1] + self.side - 1 - y);
        let value = f64::from(self.shape.channel.of(sample));
        if value.is_finite() { value - self.shape.threshold } else { EMPTY }
    }
}

struct Outline {
    west_south: [f64; 2],
    east_north: [f64; 2],
}

impl Outline {
    fn new(data: SampleGrid) -> Self {
        let last = data.size.map(|count| f64::from(count) - 1.0);
        let [west, north] = data.world_from_sample([0.0, 0.0]);
        let [east, south] = data.world_from_sample(last);
        Self { west_south: [west, south], east_north: [east, north] }
    }

    fn corners(&self, z: f64) -> [Vector; 4] {
        let ([west, south], [east, north]) = (self.west_south, self.east_north);
        [[west, south, z], [east, south, z], [west, north, z], [east, north, z]]
    }

    /// Moves positions of the outermost samples of a coarse field to the outline. Rows begin in the north.
    fn reached(&self, [x, y]: [f64; 2], is_first: [bool; 2], is_last: [bool; 2]) -> [f64; 2] {
        let ([west, south], [east, north]) = (self.west_south, self.east_north);
        let x = if is_first[0] {
            west
        } else if is_last[0] {
            east
        } else {
            x
        };
        let y = if is_first[1] {
            north
        } else if is_last[1] {
            south
        } else {
            y
        };
        [x, y]
    }
}

/// Directions of a camera, and the slopes of the lines from the eye that bound the picture without its margin.
struct Frame {
    pose: Pose,
    /// To the right and up, for a distance of 1 ahead.
    slopes: [f64; 2],
}

impl Frame {
    fn new(camera: &CameraSetting, [width, height]: [u32; 2]) -> Self {
        let pose = Viewpoint { camera: camera.at(1.0), target: [0.0; 3], unit: 1.0 }.pose();
        let up = (1.0 - 2.0 * MARGIN) * 0.5 * pose.height_at_one;
        let aspect = f64::from(width.max(1)) / f64::from(height.max(1));
        Self { slopes: [up * aspect, up], pose }
    }

    /// Returns coordinates to the right, up and ahead, from the world's origin.
    fn local(&self, position: Vector) -> Vector {
        [self.pose.right, self.pose.up, self.pose.forward].map(|axis| dot(position, axis))
    }

    /// A ball of this radius touches a line of the slope as a point does that is farther aside by this length.
    fn reach(&self, axis: usize, radius: f64) -> f64 {
        radius * self.slopes[axis].hypot(1.0)
    }

    fn distance(&self, silhouette: &Silhouette, target: Vector) -> f64 {
        let target = self.local(target);
        let needed = silhouette.centers.iter().flat_map(|center| {
            let at = subtract(self.local(*center), target);
            [0, 1].map(|axis| {
                let aside = at[axis].abs() + self.reach(axis, silhouette.radius);
                aside / self.slopes[axis] - at[2]
            })
        });
        needed.fold(0.0, f64::max)
    }

    fn eye(&self, silhouette: &Silhouette) -> Vector {
        let points: Vec<Vector> =
            silhouette.centers.iter().map(|center| self.local(*center)).collect();
        // A line of slope s from the eye bounds the points if eye - s * ahead of it is at least each point's.
        let ends = [0, 1].map(|axis| {
            let (slope, reach) = (self.slopes[axis], self.reach(axis, silhouette.radius));
            let right = points.iter().map(|at| at[axis] - slope * at[2] + reach);
            let left = points.iter().map(|at| at[axis] + slope * at[2] - reach);
            [left.fold(f64::INFINITY, f64::min), right.fold(f64::NEG_INFINITY, f64::max)]
        });
        let ahead = [0, 1].map(|axis| (ends[axis][0] - ends[axis][1]) / (2.0 * self.slopes[axis]));
        let tight = usize::from(ahead[1] < ahead[0]);
        let mut eye = [0.0, 0.0, ahead[tight]];
        for axis in [0, 1] {
            eye[axis] = 0.5 * (ends[axis][0] + ends[axis][1]);
        }
        self.center(&points, &mut eye, 1 - tight);
        let [right, up, ahead] = eye;
        self.pose.offset([right, up, ahead])
    }

    /// Moves the eye along an axis until the points that appear outermost are equally far from the picture's middle.
    fn center(&self, points: &[Vector], eye: &mut Vector, axis: usize) {
        for _ in 0..CENTERING_STEPS {
            let slope = |at: &&Vector| (at[axis] - eye[axis]) / (at[2] - eye[2]);
            let by_slope = |a: &&Vector, b: &&Vector| slope(a).total_cmp(&slope(b));
            let ends = (points.iter().min_by(by_slope), points.iter().max_by(by_slope));
            let (Some(low), Some(high)) = ends else { return };
            let (to_low, to_high) = (low[2] - eye[2], high[2] - eye[2]);
            let next = (low[axis] * to_high + high[axis] * to_low) / (to_low + to_high);
            if next == eye[axis] || !next.is_finite() {
                return;
            }
            eye[axis] = next;
        }
    }
}

#[cfg(test)]
mod tests;
