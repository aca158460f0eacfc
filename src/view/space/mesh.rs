//! Triangle meshes of terrain, solids and planets, for other programs and for printing.
//!
//! ```
//! use noise_playground::view::space::mesh::{Detail, MeshFormat, TerrainMesh};
//! use noise_playground::field::Channel;
//! use noise_playground::{Field, SampleGrid};
//!
//! let grid = SampleGrid { center: [0.0, 0.0], span: 2.0, size: [2, 2] };
//! let field = Field { size: [2, 2], channels: 1, samples: vec![0.0, 1.0, 0.0, 1.0] };
//! let terrain = TerrainMesh { raster: grid.into(), field: &field, channel: Channel::X, exaggeration: 1.0 };
//! let surface = terrain.surface(Detail::Full)?;
//! assert_eq!((surface.positions.len(), surface.triangles.len()), (4, 2));
//! let block = terrain.closed(surface, None)?;
//! let mut file = Vec::new();
//! MeshFormat::Stl.write(&block, &mut file)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod format;
mod planet;
mod solid;
mod terrain;
mod triangulation;

use std::collections::BTreeSet;

use crate::view::space::vector::{cross, dot, subtract};

pub use format::MeshFormat;
pub use planet::PlanetGrid;
pub use solid::{Clip, SolidMesh};
pub use terrain::{BLOCK_DEPTH, Detail, TerrainMesh};

/// Triangles in world units, with z up. As viewed from outside, corners are counterclockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// x, y and z of the vertices.
    pub positions: Vec<[f64; 3]>,
    /// Indices of three corners in `positions`.
    pub triangles: Vec<[u32; 3]>,
}

/// Reason why a mesh cannot be created.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// There would be no triangle: all values are NaN, or a solid is empty or too small. The text is the reason.
    #[error("there is no surface: {0}")]
    Empty(&'static str),
    /// The grid has fewer than two samples on a side.
    #[error("a mesh needs at least 2 samples on each side")]
    TooSmall,
    /// The underside would not be below the lowest vertex.
    #[error("the underside at {base} is not below the lowest point, {lowest}")]
    HighBase {
        /// Height of the underside.
        base: f64,
        /// Height of the lowest vertex.
        lowest: f64,
    },
    /// There would be more vertices than a 32-bit index can count.
    #[error("the mesh would have more than 4,294,967,295 vertices")]
    TooLarge,
}

impl Mesh {
    /// Returns edges of one triangle only, each as two vertices in its direction; none for a closed mesh.
    pub fn boundary(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = self.triangles.iter().flat_map(edges_of).collect();
        edges.sort_unstable();
        let is_single = |[from, to]: &[u32; 2]| edges.binary_search(&[*to, *from]).is_err();
        edges.iter().copied().filter(is_single).collect()
    }

    /// Returns the enclosed volume of a closed mesh, in cubic world units.
    pub fn volume(&self) -> f64 {
        let Some(origin) = self.positions.first() else {
            return 0.0;
        };
        let corner = |index: u32| subtract(self.positions[index as usize], *origin);
        let sixfold = self.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(corner);
            dot(a, cross(b, c))
        });
        sixfold.sum::<f64>() / 6.0
    }

    /// Makes a world position the origin.
    pub fn shift(&mut self, origin: [f64; 3]) {
        for position in &mut self.positions {
            *position = subtract(*position, origin);
        }
    }

    /// Returns true if rounding to `f32` moves vertices by more than a hundredth of the first triangle's width.
    pub fn is_coarse(&self) -> bool {
        let corners = |triangle: &[u32; 3]| triangle.map(|index| self.positions[index as usize]);
        let Some([a, b, c]) = self.triangles.first().map(corners) else {
            return false;
        };
        let from_a =
            |to: [f64; 3]| (0..2).map(|axis| (to[axis] - a[axis]).abs()).fold(0.0, f64::max);
        let largest = a[0].abs().max(a[1].abs());
        largest * f64::from(f32::EPSILON) > 0.01 * from_a(b).max(from_a(c))
    }

    fn add(&mut self, position: [f64; 3]) -> u32 {
        self.positions.push(position);
        (self.positions.len() - 1) as u32
    }

    fn without_unused_vertices(mut self) -> Self {
        let used: BTreeSet<u32> = self.triangles.iter().flatten().copied().collect();
        if used.len() == self.positions.len() {
            return self;
        }
        let mut renumbered = vec![0; self.positions.len()];
        let mut positions = Vec::with_capacity(used.len());
        for index in used {
            renumbered[index as usize] = positions.len() as u32;
            positions.push(self.positions[index as usize]);
        }
        for corner in self.triangles.iter_mut().flatten() {
            *corner = renumbered[*corner as usize];
        }
        Self { positions, ..self }
    }
}

fn edges_of(&[a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

#[cfg(test)]
mod tests;
