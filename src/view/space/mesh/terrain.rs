//! Terrain as a mesh, with every sample as a vertex, or with few triangles by a bound of their error or number.

use std::collections::BTreeMap;

use super::triangulation::{Bound, HeightField, triangulate};
use super::{Mesh, MeshError};
use crate::Field;
use crate::field::Channel;
use crate::field::grid::Raster;

/// Depth of the base of a terrain below the lowest sample, as a fraction of the width.
pub const BLOCK_DEPTH: f64 = 0.04;

/// Level of detail of a terrain mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Detail {
    /// Two triangles for every four neighboring samples.
    Full,
    /// As few triangles as needed so that each sample is at most this far above or below the mesh, in world units.
    Error(f64),
    /// At most this many triangles, or more for the samples beside holes, with vertices that reduce the error most.
    Triangles(usize),
}

/// A height field with its grid and exaggeration.
#[derive(Clone, Copy, Debug)]
pub struct TerrainMesh<'a> {
    /// Positions of the samples.
    pub raster: Raster,
    /// Heights. Samples that are not finite are holes.
    pub field: &'a Field,
    /// Channel of the height.
    pub channel: Channel,
    /// Factor of the heights.
    pub exaggeration: f64,
}

impl TerrainMesh<'_> {
    /// Returns an open mesh between the outermost samples.
    ///
    /// # Errors
    /// There are fewer than 2 samples on a side, or no finite ones.
    pub fn surface(&self, detail: Detail) -> Result<Mesh, MeshError> {
        if self.field.size.iter().any(|side| *side < 2) {
            return Err(MeshError::TooSmall);
        }
        let heights = self.heights();
        let mesh = match detail {
            Detail::Full => self.full(&heights)?,
            Detail::Error(error) => self.simplified(heights, Bound::Error(error)),
            Detail::Triangles(count) => self.simplified(heights, Bound::Triangles(count)),
        };
        if mesh.triangles.is_empty() {
            Err(MeshError::Empty("no four neighboring samples are finite"))
        } else {
            Ok(mesh.without_unused_vertices())
        }
    }

    /// Adds walls, also around holes, and an underside at height `base`, else [`BLOCK_DEPTH`] below the lowest vertex.
    ///
    /// # Errors
    /// The underside is not below the lowest vertex.
    pub fn closed(&self, surface: Mesh, base: Option<f64>) -> Result<Mesh, MeshError> {
        let boundary = surface.boundary();
        let heights = surface.positions.iter().map(|position| position[2]);
        let lowest = heights.fold(f64::INFINITY, f64::min);
        let base = base.unwrap_or(lowest - BLOCK_DEPTH * self.raster.extent()[0]);
        if base >= lowest {
            return Err(MeshError::HighBase { base, lowest });
        }
        let has_holes = surface.triangles.len() < self.full_count() && self.has_holes();
        let mut mesh = surface;
        let underside = mesh.triangles.clone();
        let mut lowered = Lowered { base, below: BTreeMap::new() };
        for [from, to] in &boundary {
            let [below_from, below_to] = [from, to].map(|vertex| lowered.index(&mut mesh, *vertex));
            mesh.triangles.push([*to, *from, below_from]);
            mesh.triangles.push([*to, below_from, below_to]);
        }
        if has_holes {
            for corners in underside {
                let [a, b, c] = corners.map(|vertex| lowered.index(&mut mesh, vertex));
                mesh.triangles.push([c, b, a]);
            }
        } else {
            let [x, y] = self.raster.center;
            let middle = mesh.add([x, y, base]);
            for [from, to] in boundary {
                let [from, to] = [from, to].map(|vertex| lowered.index(&mut mesh, vertex));
                mesh.triangles.push([to, from, middle]);
            }
        }
        Ok(mesh)
    }

    fn heights(&self) -> Vec<f64> {
        let values = self.field.channel(self.channel);
        values.map(|value| f64::from(value) * self.exaggeration).collect()
    }

    fn has_holes(&self) -> bool {
        let mut values = self.field.channel(self.channel);
        values.any(|value| !value.is_finite())
    }

    fn full_count(&self) -> usize {
        let [columns, rows] = self.field.size.map(|side| side as usize - 1);
        2 * columns * rows
    }

    fn position(&self, column: usize, row: usize, height: f64) -> [f64; 3] {
        let [x, y] = self.raster.world_from_sample([column as f64, row as f64]);
        [x, y, height]
    }

    fn full(&self, heights: &[f64]) -> Result<Mesh, MeshError> {
        let [columns, rows] = self.field.size.map(|side| side as usize);
        if u32::try_from(heights.len()).is_err() {
            return Err(MeshError::TooLarge);
        }
        let vertices = heights.iter().enumerate();
        let mut mesh = Mesh {
            positions: vertices
                .map(|(index, height)| self.position(index % columns, index / columns, *height))
                .collect(),
            triangles: Vec::with_capacity(self.full_count()),
        };
        for row in 1..rows {
            for column in 1..columns {
                let southeast = row * columns + column;
                let corners =
                    [southeast - 1, southeast, southeast - columns, southeast - columns - 1];
                if corners.iter().all(|corner| heights[*corner].is_finite()) {
                    let [southwest, southeast, northeast, northwest] =
                        corners.map(|corner| corner as u32);
                    mesh.triangles.push([southwest, southeast, northeast]);
                    mesh.triangles.push([southwest, northeast, northwest]);
                }
            }
        }
        Ok(mesh)
    }

    fn simplified(&self, heights: Vec<f64>, bound: Bound) -> Mesh {
        let size = self.field.size.map(|side| side as usize);
        let field = HeightField { size, heights };
        let (vertices, triangles) = triangulate(&field, bound);
        let position =
            |[column, row]: &[usize; 2]| self.position(*column, *row, field.at(*column, *row));
        Mesh { positions: vertices.iter().map(position).collect(), triangles }
    }
}

/// Walls and underside: copies of surface vertices at the height of the base.
struct Lowered {
    base: f64,
    /// Vertices of the underside, by the surface vertex above.
    below: BTreeMap<u32, u32>,
}

impl Lowered {
    /// Adds the vertex of the underside at the first call.
    fn index(&mut self, mesh: &mut Mesh, vertex: u32) -> u32 {
        let [x, y, _] = mesh.positions[vertex as usize];
        let base = self.base;
        let lowered = self.below.entry(vertex);
        *lowered.or_insert_with(|| mesh.add([x, y, base]))
    }
}
