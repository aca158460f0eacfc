//! A planet as a mesh: six faces of a cube, projected onto the sphere and displaced.

use super::{Mesh, MeshError};
use crate::view::space::planet::{FACES, direction, tangent};

/// Directions in a grid on each face of a cube. Neighboring grid lines enclose equal angles.
#[derive(Clone, Debug)]
pub struct PlanetGrid {
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl PlanetGrid {
    /// Creates a grid of `side` cells along the edge of each face. Faces share the positions on their edges.
    ///
    /// # Errors
    /// There is no cell, or there are too many positions.
    pub fn new(side: u32) -> Result<Self, MeshError> {
        let corners = u64::from(side) + 1;
        if side == 0 {
            return Err(MeshError::TooSmall);
        }
        if 6 * corners * corners > u64::from(u32::MAX) {
            return Err(MeshError::TooLarge);
        }
        let mut indices = std::collections::HashMap::new();
        let mut grid = Self { positions: Vec::new(), triangles: Vec::new() };
        for face in FACES {
            let mut index = |column: u32, row: u32| {
                let key = lattice(face, [column, row], side);
                *indices.entry(key).or_insert_with(|| {
                    let at = [column, row].map(|at| tangent(f64::from(at), side));
                    grid.positions.push(direction(face, at));
                    (grid.positions.len() - 1) as u32
                })
            };
            for row in 0..side {
                for column in 0..side {
                    let [a, b, c, d] = [
                        index(column, row),
                        index(column + 1, row),
                        index(column + 1, row + 1),
                        index(column, row + 1),
                    ];
                    grid.triangles.push([a, b, c]);
                    grid.triangles.push([a, c, d]);
                }
            }
        }
        Ok(grid)
    }

    /// Returns positions on the unit sphere.
    pub fn positions(&self) -> &[[f64; 3]] {
        &self.positions
    }

    /// Returns a closed mesh with the positions at the distances `radii` from the center.
    ///
    /// # Errors
    /// A radius is not finite or not above 0.
    pub fn surface(self, radii: &[f64]) -> Result<Mesh, MeshError> {
        let is_valid = |radius: &f64| radius.is_finite() && *radius > 0.0;
        if !radii.iter().all(is_valid) {
            return Err(MeshError::Empty("a radius, 1 + exaggeration × value, is not above 0"));
        }
        let positions = self.positions.iter().zip(radii);
        Ok(Mesh {
            positions: positions
                .map(|(position, radius)| position.map(|coordinate| coordinate * radius))
                .collect(),
            triangles: self.triangles,
        })
    }
}

/// From −`side` to `side` on the cube; equal for two faces at their common edge, so that they share vertices.
fn lattice([out, right, up]: [[f64; 3]; 3], [column, row]: [u32; 2], side: u32) -> [i64; 3] {
    let side = i64::from(side);
    let [s, t] = [column, row].map(|at| 2 * i64::from(at) - side);
    [0, 1, 2].map(|axis| {
        let of = |direction: [f64; 3]| direction[axis] as i64;
        of(out) * side + of(right) * s + of(up) * t
    })
}
