//! The samples of a planet: on the six faces of a cube around the unit sphere.
//!
//! A position on a face is (1, tan(π/4 s), tan(π/4 t)) along the axes of the face, with s and t from −1 to 1: columns and
//! rows of samples enclose equal angles. Neighboring faces share the positions on their edge.

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
