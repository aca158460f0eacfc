//! Simplification of a height field by greedy insertion (Garland and Heckbert 1995): starts with a triangulation of the
//! corners, and adds the sample with the largest error until the bound is reached.

use std::collections::{BTreeSet, BinaryHeap};

use spade::handles::{FixedVertexHandle, VertexHandle};
use spade::{DelaunayTriangulation, HierarchyHintGenerator, Point2, Triangulation as _};

use crate::field::total::Total;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// All samples are at most this far above or below the triangles, in world units.
    Error(f64),
    /// The next vertex would exceed this number of triangles.
    Triangles(usize),
}

/// Heights, row by row from the north. Those that are not finite are holes.
pub(super) struct HeightField {
    /// Columns and rows.
    pub(super) size: [usize; 2],
    pub(super) heights: Vec<f64>,
}

impl HeightField {
    pub(super) fn at(&self, column: usize, row: usize) -> f64 {
        self.heights[row * self.size[0] + column]
    }

    /// Returns true if one of the four corners of the cell with this northwestern corner is missing.
    fn is_hole(&self, [column, row]: [usize; 2]) -> bool {
        corners([column, row]).iter().any(|[column, row]| !self.at(*column, *row).is_finite())
    }

    /// Returns the corners of cells with holes that have heights. Sides of cells between them are edges of every
    /// Delaunay triangulation of these and other samples, since no sample is within a circle around such a side.
    fn rims(&self) -> BTreeSet<[usize; 2]> {
        let [columns, rows] = self.size;
        let cells = (1..rows).flat_map(|row| (1..columns).map(move |column| [column - 1, row - 1]));
        let holes = cells.filter(|cell| self.is_hole(*cell));
        holes.flat_map(corners).filter(|[column, row]| self.at(*column, *row).is_finite()).collect()
    }
}

fn corners([column, row]: [usize; 2]) -> [[usize; 2]; 4] {
    [[column, row], [column + 1, row], [column, row + 1], [column + 1, row + 1]]
}

/// Columns are x and negative rows are y, so that triangles are also counterclockwise from above.
type Delaunay = DelaunayTriangulation<Point2<f64>, (), (), (), HierarchyHintGenerator<f64>>;

/// Candidate for the next vertex: the sample with the largest error in a triangle. Of equal errors, the sample decides,
/// so that the result does not depend on the order of insertion.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    error: Total,
    sample: [usize; 2],
    corners: [FixedVertexHandle; 3],
}

/// Returns the vertices as columns and rows, and the triangles as indices of these, counterclockwise from above.
pub(super) fn triangulate(field: &HeightField, bound: Bound) -> (Vec<[usize; 2]>, Vec<[u32; 3]>) {
    let has_holes = field.heights.iter().any(|height| !height.is_finite());
    let mut delaunay = Delaunay::new();
    let [last_column, last_row] = field.size.map(|side| side - 1);
    let corners = [[0, 0], [last_column, 0], [0, last_row], [last_column, last_row]];
    let rims = if has_holes { field.rims() } else { BTreeSet::new() };
    for sample in corners.into_iter().chain(rims) {
        // Coordinates of samples are always valid.
        let _ = delaunay.insert(point(sample));
    }
    let faces = delaunay.inner_faces();
    let mut candidates: BinaryHeap<_> =
        faces.filter_map(|face| worst(field, face.vertices())).collect();
    while let Some(worst) = candidates.pop() {
        let is_done = match bound {
            Bound::Error(error) => worst.error.0 <= error,
            Bound::Triangles(count) => delaunay.num_inner_faces() + 2 > count,
        };
        if is_done {
            break;
        }
        if is_current(&delaunay, &worst) {
            insert(field, &mut delaunay, &mut candidates, worst.sample);
        }
    }
    let vertices = delaunay.vertices().map(sample_of).collect();
    let faces = delaunay.inner_faces().map(|face| face.vertices());
    let triangles = faces
        .filter(|corners| !has_holes || !field.is_hole(middle_cell(corners.map(sample_of))))
        .map(|corners| corners.map(|vertex| vertex.fix().index() as u32));
    (vertices, triangles.collect())
}

/// Returns the cell in which the center of a triangle is. Triangles do not cross the rims of holes.
fn middle_cell(corners: [[usize; 2]; 3]) -> [usize; 2] {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<usize>() / 3)
}

/// The sample with the largest error in each new triangle becomes a candidate.
fn insert(
    field: &HeightField,
    delaunay: &mut Delaunay,
    candidates: &mut BinaryHeap<Candidate>,
    sample: [usize; 2],
) {
    let Ok(vertex) = delaunay.insert(point(sample)) else {
        return; // Coordinates of samples are always valid.
    };
    let edges = delaunay.vertex(vertex).out_edges();
    let faces = edges.filter_map(|edge| edge.face().as_inner());
    candidates.extend(faces.filter_map(|face| worst(field, face.vertices())));
}

fn point([column, row]: [usize; 2]) -> Point2<f64> {
    Point2::new(column as f64, -(row as f64))
}

fn is_current(delaunay: &Delaunay, candidate: &Candidate) -> bool {
    let [a, b, c] = candidate.corners;
    let edge = delaunay.get_edge_from_neighbors(a, b);
    let face = edge.and_then(|edge| edge.face().as_inner());
    face.is_some_and(|face| face.vertices().iter().any(|vertex| vertex.fix() == c))
}

fn sample_of(vertex: VertexHandle<'_, Point2<f64>>) -> [usize; 2] {
    let position = vertex.position();
    [position.x as usize, -position.y as usize]
}

/// Sample farthest from the triangle's plane; `None` if only corners and holes, or without a corner of the field.
fn worst(field: &HeightField, corners: [VertexHandle<'_, Point2<f64>>; 3]) -> Option<Candidate> {
    let samples = corners.map(sample_of);
    let [a, b, c] = samples.map(|[column, row]| [column as i64, row as i64]);
    let heights = samples.map(|[column, row]| field.at(column, row));
    if heights.iter().any(|height| !height.is_finite()) {
        return None;
    }
    // Rows grow downward, so that counterclockwise corners have a negative area.
    let area = -doubled_area(a, b, c);
    let [low, high] = [0, 1].map(|axis| {
        let along = [a[axis], b[axis], c[axis]];
        (along.iter().min().copied(), along.iter().max().copied())
    });
    let ((Some(left), Some(right)), (Some(top), Some(bottom))) = (low, high) else {
        return None;
    };
    let mut worst: Option<(f64, [usize; 2])> = None;
    for row in top..=bottom {
        for column in left..=right {
            let at = [column, row];
            let weights = [[b, c], [c, a], [a, b]].map(|[from, to]| -doubled_area(from, to, at));
            let is_inside = weights.iter().all(|weight| *weight >= 0);
            let is_corner = weights.iter().filter(|weight| **weight == 0).count() > 1;
            if !is_inside || is_corner {
                continue;
            }
            let plane: f64 =
                weights.iter().zip(heights).map(|(weight, height)| *weight as f64 * height).sum();
            let sample = [column as usize, row as usize];
            if !field.at(sample[0], sample[1]).is_finite() {
                continue;
            }
            let error = (field.at(sample[0], sample[1]) - plane / area as f64).abs();
            if worst.is_none_or(|(largest, _)| error > largest) {
                worst = Some((error, sample));
            }
        }
    }
    let (error, sample) = worst.filter(|(error, _)| *error > 0.0)?;
    let corners = corners.map(|vertex| vertex.fix());
    Some(Candidate { error: Total(error), sample, corners })
}

/// Positive if the corners are counterclockwise with y up.
fn doubled_area(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
