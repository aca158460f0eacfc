//! Sampling of a planet: the samples are on the six faces of a cube around the unit sphere.
//!
//! A position on a face is (1, tan(π/4 s), tan(π/4 t)) along the axes of the face, with s and t from −1 to 1, so that
//! neighboring columns and rows of samples enclose equal angles. Neighboring faces share the positions on their edge.
//!
//! Near the camera, a quadtree of squares is sampled more finely, each with as many samples as a face.

mod map;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::sync::Arc;

use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};

/// Fewest and most grid cells along the edge of a face.
pub const PLANET_CELLS: (u32, u32) = (8, 2048);

/// Unit vectors outward, to the right and up, as viewed from outside. The faces are +x, −x, +y, −y, +z, −z.
pub(crate) const FACES: [[[f64; 3]; 3]; 6] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
    [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
];

/// Number of squares in a row of the field, unless there are finer ones.
const FACE_COLUMNS: u32 = 3;

/// Samples beyond each edge of a face or finer square, for slopes at the edge.
pub(crate) const FACE_MARGIN: u32 = 1;

/// Coordinate, −1 to 1, of grid line `at` on the plane of a face. Grid lines are counted from 0 to `cells`.
pub(crate) fn tangent(at: f64, cells: u32) -> f64 {
    (FRAC_PI_4 * (2.0 * at / f64::from(cells) - 1.0)).tan()
}

/// Unit vector to a point on the plane of a face, by its coordinates from −1 to 1.
pub(crate) fn direction([out, right, up]: [[f64; 3]; 3], [s, t]: [f64; 2]) -> [f64; 3] {
    let length = (1.0 + s * s + t * t).sqrt();
    [0, 1, 2].map(|axis| (out[axis] + s * right[axis] + t * up[axis]) / length)
}

/// Squares with samples of their own, including the six faces.
pub(crate) const MAX_TILES: usize = 96;

/// A face, or one of the 4^depth squares of equal angles into which it is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile {
    /// How often the edge of the face is halved; 0 for a face.
    pub(crate) depth: u32,
    pub(crate) face: u32,
    /// Squares of this depth to the left, and below.
    pub(crate) corner: [u32; 2],
}

impl Tile {
    pub(crate) fn of_face(face: u32) -> Self {
        Self { depth: 0, face, corner: [0, 0] }
    }

    /// 0 lower left, 1 lower right, 2 upper left, 3 upper right.
    pub(crate) fn child(self, index: u32) -> Self {
        let [x, y] = self.corner.map(|at| 2 * at);
        Self { depth: self.depth + 1, corner: [x + index % 2, y + index / 2], ..self }
    }
}

/// Layout of the samples in a field: squares side by side, each with a margin, starting with the six faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanetLayout {
    /// Grid cells along the edge of a face, and of each finer square.
    pub cells: u32,
    /// Each follows the larger square that contains it.
    near: Arc<[Tile]>,
}

impl PlanetLayout {
    /// Creates the layout of the faces alone.
    pub fn new(cells: u32) -> Self {
        Self { cells, near: Arc::default() }
    }

    /// Replaces the finer squares. Each must follow the larger square that contains it.
    pub(crate) fn with_near(&self, near: Vec<Tile>) -> Self {
        Self { cells: self.cells, near: near.into() }
    }

    /// Returns the width in samples of a face or finer square with its margins.
    pub fn face_side(&self) -> u32 {
        self.cells + 1 + 2 * FACE_MARGIN
    }

    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..FACES.len() as u32).map(Tile::of_face).chain(self.near.iter().copied())
    }

    /// 0 if only the faces are sampled.
    pub(crate) fn depth(&self) -> u32 {
        self.near.iter().map(|tile| tile.depth).max().unwrap_or(0)
    }

    pub(crate) fn tile_count(&self) -> u32 {
        (FACES.len() + self.near.len()) as u32
    }

    /// Squares in a row of the field. With finer squares, all faces are in the first row.
    pub(crate) fn columns(&self) -> u32 {
        if self.near.is_empty() {
            FACE_COLUMNS
        } else {
            (1..).find(|n| n * n >= self.tile_count()).map_or(6, |n| n.max(6))
        }
    }

    /// Returns the size in samples of the faces and their margins, at the upper left of the field.
    pub fn faces_size(&self) -> [u32; 2] {
        let faces = FACES.len() as u32;
        let columns = self.columns().min(faces);
        [columns, faces / columns].map(|n| n * self.face_side())
    }

    /// Returns the grid of the field. Its spacing is the angle between neighboring samples of the faces in radians,
    /// which is the distance on the unit sphere in the middle of a face.
    pub fn grid(&self) -> SampleGrid {
        let columns = self.columns();
        let rows = self.tile_count().div_ceil(columns);
        let size = [columns, rows].map(|n| n * self.face_side());
        SampleGrid {
            center: [0.0, 0.0],
            span: FRAC_PI_2 / f64::from(self.cells) * f64::from(size[0]),
            size,
        }
    }

    /// Returns a layout of the faces with one cell for `step` × `step` cells, but at least the fewest allowed.
    #[must_use]
    pub fn coarse(&self, step: u32) -> Self {
        Self::new(self.cells.div_ceil(step).max(PLANET_CELLS.0))
    }

    /// First sample of a square, its margin included.
    pub(crate) fn tile_origin(&self, index: u32) -> [u32; 2] {
        let columns = self.columns();
        [index % columns, index / columns].map(|n| n * self.face_side())
    }

    /// Indices of finer squares: lower left, lower right, upper left, upper right; 0 for one that is not sampled.
    pub(crate) fn children(&self) -> Vec<[u32; 4]> {
        let tiles: Vec<Tile> = self.tiles().collect();
        let index_of = |tile: Tile| tiles.iter().position(|other| *other == tile);
        let child = |tile: Tile, index| index_of(tile.child(index)).map_or(0, |index| index as u32);
        let of_tile = |tile: &Tile| [0, 1, 2, 3].map(|index| child(*tile, index));
        tiles.iter().map(of_tile).collect()
    }

    /// Returns the smallest sampled square that a direction from the planet's center hits, and the position in cells
    /// from its lower left corner, to the right and up.
    pub fn on_tile(&self, direction: [f64; 3]) -> (u32, [f64; 2]) {
        let (face, at) = self.on_face(direction);
        let cells = f64::from(self.cells);
        let (mut index, mut tile, mut at) = (face, Tile::of_face(face), at);
        loop {
            let right = u32::from(at[0] >= 0.5 * cells);
            let up = u32::from(at[1] >= 0.5 * cells);
            let child = tile.child(right + 2 * up);
            let Some(found) = self.near.iter().position(|other| *other == child) else {
                return (index, at);
            };
            at = [2.0 * at[0] - f64::from(right) * cells, 2.0 * at[1] - f64::from(up) * cells];
            (index, tile) = ((FACES.len() + found) as u32, child);
        }
    }

    /// Like [`Self::on_tile`], among the faces.
    pub(crate) fn on_face(&self, direction: [f64; 3]) -> (u32, [f64; 2]) {
        let along =
            |axis: [f64; 3]| (0..3).map(|index| axis[index] * direction[index]).sum::<f64>();
        let faces = (0..).zip(FACES);
        let outward = faces.map(|(face, axes)| (face, axes, along(axes[0])));
        let (face, [_, right, up], outward) = outward
            .reduce(|one, other| if other.2 > one.2 { other } else { one })
            .unwrap_or((0, FACES[0], 1.0));
        let at = [right, up].map(|axis| {
            let angle = (along(axis) / outward).atan() / FRAC_PI_4;
            0.5 * (angle + 1.0) * f64::from(self.cells)
        });
        (face, at)
    }

    /// Returns the lowest and the highest value of a channel in all squares; `None` if no sample is finite.
    pub fn extremes(&self, field: &Field, channel: Channel) -> Option<[f64; 2]> {
        let side = self.face_side() as usize;
        let of_tile = (0..self.tile_count()).flat_map(|index| {
            let [column, row] = self.tile_origin(index);
            (row..row + side as u32).flat_map(move |row| {
                (column..column + side as u32)
                    .map(move |column| channel.of(field.sample(column, row)))
            })
        });
        let finite = of_tile.filter(|value| value.is_finite()).map(f64::from);
        finite.fold(None, |ends, value| {
            let [low, high]: [f64; 2] = ends.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        })
    }

    /// In radians.
    pub(crate) fn spacing_at(&self, direction: [f64; 3]) -> f64 {
        let (index, _) = self.on_tile(direction);
        let depth = self.tiles().nth(index as usize).map_or(0, |tile| tile.depth);
        FRAC_PI_2 / f64::from(self.cells << depth)
    }

    /// Returns the column and row in the field. `at` counts from the square's lower left corner, to the right and up.
    pub fn sample(&self, index: u32, at: [u32; 2]) -> [u32; 2] {
        let corner = self.tile_origin(index);
        [0, 1].map(|axis| corner[axis] + FACE_MARGIN + at[axis])
    }

    /// Returns the position on the unit sphere of a sample of the field.
    pub fn position(&self, [column, row]: [u32; 2]) -> [f64; 3] {
        let side = self.face_side();
        let index = row / side * self.columns() + column / side;
        let tile = self.tiles().nth(index as usize);
        let Tile { face, depth, corner } = tile.unwrap_or(Tile::of_face(0));
        let cells = self.cells << depth;
        let at = [column, row].map(|at| f64::from(at % side) - f64::from(FACE_MARGIN));
        let [s, t] = [0, 1].map(|axis| {
            let corner = corner[axis] * self.cells;
            tangent(f64::from(corner) + at[axis], cells)
        });
        direction(FACES[face as usize], [s, t])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_have_right_handed_axes() {
        for [out, right, up] in FACES {
            let cross = [0, 1, 2].map(|axis| {
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                right[next] * up[last] - right[last] * up[next]
            });
            assert_eq!(cross, out);
        }
    }

    #[test]
    fn samples_are_found_by_their_position() {
        let layout = PlanetLayout::new(10);
        for face in 0..6 {
            let [column, row] = layout.sample(face, [3, 9]);
            let (found, at) = layout.on_face(layout.position([column, row]));
            assert_eq!(found, face);
            assert!((at[0] - 3.0).abs() < 1e-9 && (at[1] - 9.0).abs() < 1e-9, "{at:?}");
        }
    }

    #[test]
    fn corners_of_faces_are_corners_of_the_cube() {
        let layout = PlanetLayout::new(8);
        let grid = layout.grid();
        assert_eq!(grid.size, [33, 22]);
        assert!((grid.spacing() - FRAC_PI_2 / 8.0).abs() < 1e-12);
        let third = 1.0 / 3.0_f64.sqrt();
        for (corner, expected) in [
            ([1, 1], [third, -third, -third]),
            ([9, 9], [third, third, third]),
            ([12, 20], [-third, -third, third]),
        ] {
            let found = layout.position(corner);
            let error = (0..3).map(|axis| (found[axis] - expected[axis]).abs());
            assert!(error.fold(0.0, f64::max) < 1e-12, "{found:?} {expected:?}");
        }
    }
}
