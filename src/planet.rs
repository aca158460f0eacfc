//! The samples of a planet: on the six faces of a cube around the unit sphere.
//!
//! A position on a face is (1, tan(π/4 s), tan(π/4 t)) along the axes of the face, with s and t from −1 to 1: columns
//! and rows of samples enclose equal angles. Neighboring faces share the positions on their edge.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use crate::grid::SampleGrid;

/// Fewest and most cells along the edge of a face.
pub const PLANET_CELLS: (u32, u32) = (8, 2048);

/// Directions of the faces' axes: outward, right and up, seen from outside. The faces are +x, −x, +y, −y, +z, −z.
pub(crate) const FACES: [[[f64; 3]; 3]; 6] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
    [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
];

/// Faces in a row of the data.
pub(crate) const FACE_COLUMNS: u32 = 3;

/// Samples of a face beyond each of its edges, for slopes at the edge.
pub(crate) const FACE_MARGIN: u32 = 1;

/// Returns the tangent of the grid line `at` of a face with `cells` cells along its edge.
pub(crate) fn tangent(at: f64, cells: u32) -> f64 {
    (FRAC_PI_4 * (2.0 * at / f64::from(cells) - 1.0)).tan()
}

/// The arrangement of the samples of a planet in a rectangle: three faces in a row, each with a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanetLayout {
    /// Cells along the edge of a face.
    pub cells: u32,
}

impl PlanetLayout {
    /// Returns the arrangement of samples with this width and height; `None` if they are not those of a planet.
    pub(crate) fn of_size(size: [u32; 2]) -> Option<Self> {
        let cells = (size[0] / FACE_COLUMNS).checked_sub(1 + 2 * FACE_MARGIN)?;
        let layout = Self { cells };
        (cells > 0 && layout.grid().size == size).then_some(layout)
    }

    /// Returns the samples in width and height of a face with its margin.
    pub fn face_side(self) -> u32 {
        self.cells + 1 + 2 * FACE_MARGIN
    }

    /// Returns the grid of all samples. Its spacing is the angle between neighboring samples in radians, which is the
    /// distance on the unit sphere in the middle of a face.
    pub fn grid(self) -> SampleGrid {
        let size = [FACE_COLUMNS, FACES.len() as u32 / FACE_COLUMNS].map(|n| n * self.face_side());
        SampleGrid {
            center: [0.0, 0.0],
            span: FRAC_PI_2 / f64::from(self.cells) * f64::from(size[0]),
            size,
        }
    }

    /// Returns the layout with one cell per `step` × `step` cells of this one, and at least the fewest cells.
    #[must_use]
    pub fn coarse(self, step: u32) -> Self {
        let cells = self.cells.div_ceil(step).max(PLANET_CELLS.0);
        Self { cells }
    }

    /// Returns the face that a direction goes through, and its position there in samples, to the right and up.
    pub(crate) fn on_face(self, direction: [f64; 3]) -> (u32, [f64; 2]) {
        let along = |axis: [f64; 3]| {
            (0..3)
                .map(|index| axis[index] * direction[index])
                .sum::<f64>()
        };
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

    /// Returns the column and row in the grid of a sample of a face.
    pub fn sample(self, face: u32, at: [u32; 2]) -> [u32; 2] {
        let corner = [face % FACE_COLUMNS, face / FACE_COLUMNS].map(|tile| tile * self.face_side());
        [0, 1].map(|axis| corner[axis] + FACE_MARGIN + at[axis])
    }

    /// Returns the position of a sample of the grid on the unit sphere.
    pub fn position(self, [column, row]: [u32; 2]) -> [f64; 3] {
        let side = self.face_side();
        let [out, right, up] = FACES[(row / side * FACE_COLUMNS + column / side) as usize];
        let [s, t] = [column, row]
            .map(|at| tangent(f64::from(at % side) - f64::from(FACE_MARGIN), self.cells));
        let length = (1.0 + s * s + t * t).sqrt();
        [0, 1, 2].map(|axis| (out[axis] + s * right[axis] + t * up[axis]) / length)
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
        let layout = PlanetLayout { cells: 10 };
        for face in 0..6 {
            let [column, row] = layout.sample(face, [3, 9]);
            let (found, at) = layout.on_face(layout.position([column, row]));
            assert_eq!(found, face);
            assert!(
                (at[0] - 3.0).abs() < 1e-9 && (at[1] - 9.0).abs() < 1e-9,
                "{at:?}"
            );
        }
    }

    #[test]
    fn corners_of_faces_are_corners_of_the_cube() {
        let layout = PlanetLayout { cells: 8 };
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
