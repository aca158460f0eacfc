//! The surface of a solid as a mesh, by marching tetrahedra: always closed, and each edge has two triangles.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Mesh, MeshError};

/// Smallest distance of a vertex from the ends of its sample edge, which keeps the positions of vertices different.
const MARGIN: f64 = 0.005;

/// Distance of the vertices of a cut from the samples inside, as a fraction of the edges. Smaller than that on edges in
/// the plane of the cut, so that no two vertices have one position.
const CUT_MARGIN: f64 = 0.5 * MARGIN;

/// Half space beyond a coordinate on one axis, which is cut away from a solid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clip {
    /// 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// World coordinate. Positions with a greater one are cut away.
    pub limit: f64,
}

/// Densities in a cube, which is solid where they are above the threshold.
#[derive(Clone, Debug)]
pub struct SolidMesh {
    /// World position of the center of the cube.
    pub center: [f64; 3],
    /// Width of the cube in world units.
    pub span: f64,
    /// Number of samples on each side of the cube, N.
    pub side: usize,
    /// N³ densities: x fastest from west to east, then y from south to north, then z upward. Non-finite ones are empty.
    pub densities: Vec<f32>,
    /// Density at the surface of the solid, which is denser inside.
    pub threshold: f64,
    /// Half space that is cut away; `None` for the whole cube.
    pub clip: Option<Clip>,
}

/// They share a diagonal of the cube between eight samples. Four corners each: bit 0 for x, 1 for y, 2 for z.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 6, 4, 7], [0, 4, 5, 7], [0, 5, 1, 7]];

impl SolidMesh {
    /// Returns the surface as a closed mesh, with the faces of the cube and the cut.
    ///
    /// # Errors
    /// There are fewer than 2 samples on a side, too many vertices, or nothing is solid.
    pub fn surface(&self) -> Result<Mesh, MeshError> {
        if self.side < 2 {
            return Err(MeshError::TooSmall);
        }
        let mut surface = Surface {
            solid: self,
            cut: self.cut(),
            scale: self.largest(),
            mesh: Mesh::default(),
            vertices: HashMap::new(),
        };
        // A layer of empty samples around the cube closes the surface.
        let last = self.side as i64;
        for z in -1..last {
            for y in -1..last {
                for x in -1..last {
                    surface.add_cell([x, y, z])?;
                }
            }
        }
        if surface.mesh.triangles.is_empty() {
            Err(MeshError::Empty("nothing is above the threshold"))
        } else {
            Ok(surface.mesh)
        }
    }

    /// Largest distance of a density from the threshold, at least 1e-30.
    fn largest(&self) -> f64 {
        let finite = self.densities.iter().filter(|density| density.is_finite());
        let distances = finite.map(|density| (f64::from(*density) - self.threshold).abs());
        distances.fold(1e-30, f64::max)
    }

    fn spacing(&self) -> f64 {
        self.span / self.side as f64
    }

    /// Returns `None` if the clip is beyond the samples.
    fn cut(&self) -> Option<Cut> {
        let Clip { axis, limit } = self.clip?;
        let last = self.side as f64 - 1.0;
        let at = (limit - self.center[axis]) / self.spacing() + 0.5 * last;
        let layer = if at > 0.0 { (at - 2.0 * MARGIN).ceil() as i64 } else { -1 };
        (at < last).then_some(Cut { axis, limit, at, layer })
    }

    fn world(&self, sample: [i64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| {
            let from_center = sample[axis] as f64 + 0.5 - self.side as f64 / 2.0;
            self.center[axis] + from_center * self.spacing()
        })
    }

    /// Density minus threshold, within ± `scale`, the largest finite one; far below for what is empty.
    fn depth(&self, sample: [i64; 3], scale: f64) -> f64 {
        let side = self.side as i64;
        if sample.iter().any(|at| *at < 0 || *at >= side) {
            return -1e6 * scale;
        }
        let [x, y, z] = sample.map(|at| at as usize);
        let density = self.densities[(z * self.side + y) * self.side + x];
        if density.is_finite() {
            (f64::from(density) - self.threshold).clamp(-scale, scale)
        } else {
            -1e6 * scale
        }
    }
}

/// The first layer of samples beyond the plane is moved to it, with interpolated densities, and all layers beyond are
/// empty. Samples before the plane are as without the clip.
#[derive(Clone, Copy)]
struct Cut {
    axis: usize,
    /// World coordinate of the plane.
    limit: f64,
    /// The same in samples.
    at: f64,
    /// Layer that is moved to the plane; −1 if nothing is left. A layer barely before the plane is moved in place of
    /// the next, so that no two vertices have one position.
    layer: i64,
}

struct Surface<'a> {
    solid: &'a SolidMesh,
    cut: Option<Cut>,
    scale: f64,
    mesh: Mesh,
    /// Vertices of the mesh by the two samples of an edge, in increasing order.
    vertices: HashMap<[[i64; 3]; 2], u32>,
}

impl Surface<'_> {
    /// `origin` is the lowest of eight samples.
    fn add_cell(&mut self, origin: [i64; 3]) -> Result<(), MeshError> {
        let corners: [[i64; 3]; 8] = std::array::from_fn(|corner| {
            [0, 1, 2].map(|axis| origin[axis] + (corner as i64 >> axis & 1))
        });
        let values = corners.map(|corner| self.value(corner));
        let inside = values.iter().filter(|value| **value > 0.0).count();
        if inside == 0 || inside == 8 {
            return Ok(());
        }
        for tetrahedron in TETRAHEDRA {
            let ends = tetrahedron.map(|corner| (corners[corner], values[corner]));
            self.add_tetrahedron(ends)?;
        }
        Ok(())
    }

    fn value(&self, sample: [i64; 3]) -> f64 {
        let depth = |sample| self.solid.depth(sample, self.scale);
        let Some(Cut { axis, at, layer, .. }) = self.cut else {
            return depth(sample);
        };
        match sample[axis].cmp(&layer) {
            Ordering::Less => depth(sample),
            Ordering::Equal => {
                let below = at.floor();
                let [low, high] = [0, 1].map(|offset| {
                    let mut end = sample;
                    end[axis] = below as i64 + offset;
                    depth(end)
                });
                low + (at - below) * (high - low)
            }
            Ordering::Greater => -1e6 * self.scale,
        }
    }

    /// On the plane of the cut for samples that are not before it.
    fn world(&self, sample: [i64; 3]) -> [f64; 3] {
        let mut position = self.solid.world(sample);
        if let Some(cut) = self.cut.filter(|cut| sample[cut.axis] >= cut.layer) {
            position[cut.axis] = cut.limit;
        }
        position
    }

    /// Adds one or two triangles between corners inside and outside: samples with values, positively oriented.
    fn add_tetrahedron(&mut self, corners: [([i64; 3], f64); 4]) -> Result<(), MeshError> {
        let is_inside = |corner: &usize| corners[*corner].1 > 0.0;
        let (inner, outer): (Vec<usize>, Vec<usize>) = (0..4).partition(is_inside);
        // An even permutation of the corners keeps the orientation.
        let order: Vec<usize> = inner.iter().chain(&outer).copied().collect();
        let is_flipped = is_odd(&order);
        let mut vertex = |inner: usize, outer: usize| self.vertex(corners[inner], corners[outer]);
        let triangles = match (&inner[..], &outer[..]) {
            ([a], [b, c, d]) => vec![[vertex(*a, *b)?, vertex(*a, *c)?, vertex(*a, *d)?]],
            ([a, b, c], [d]) => vec![[vertex(*a, *d)?, vertex(*b, *d)?, vertex(*c, *d)?]],
            ([a, b], [c, d]) => {
                let quad = [vertex(*a, *c)?, vertex(*a, *d)?, vertex(*b, *d)?, vertex(*b, *c)?];
                vec![[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]
            }
            _ => Vec::new(),
        };
        for [a, b, c] in triangles {
            let triangle = if is_flipped { [a, c, b] } else { [a, b, c] };
            self.mesh.triangles.push(triangle);
        }
        Ok(())
    }

    fn vertex(
        &mut self,
        (inner, depth): ([i64; 3], f64),
        (outer, height): ([i64; 3], f64),
    ) -> Result<u32, MeshError> {
        let mut edge = [inner, outer];
        edge.sort_unstable();
        if let Some(vertex) = self.vertices.get(&edge) {
            return Ok(*vertex);
        }
        if u32::try_from(self.mesh.positions.len()).is_err() {
            return Err(MeshError::TooLarge);
        }
        let is_across_cut = self.cut.is_some_and(|cut| outer[cut.axis] > cut.layer);
        let margin = if is_across_cut { CUT_MARGIN } else { MARGIN };
        let fraction = (depth / (depth - height)).clamp(margin, 1.0 - margin);
        let [from, to] = [inner, outer].map(|sample| self.world(sample));
        let position = [0, 1, 2].map(|axis| from[axis] + fraction * (to[axis] - from[axis]));
        let vertex = self.mesh.add(position);
        self.vertices.insert(edge, vertex);
        Ok(vertex)
    }
}

fn is_odd(order: &[usize]) -> bool {
    let pairs = (0..order.len())
        .flat_map(|first| (first + 1..order.len()).map(move |second| (first, second)));
    pairs.filter(|(first, second)| order[*first] > order[*second]).count() % 2 == 1
}
