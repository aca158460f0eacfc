//! Drainage of a terrain: where water flows to, how much area drains through each sample, and how slopes fall with it.
//!
//! Water flows to the lowest of the eight neighbors by slope, D8 (O'Callaghan and Mark, "The extraction of drainage
//! networks from digital elevation data", Computer Vision, Graphics, and Image Processing 28, 1984). Depressions are
//! filled from the border inward in the order of height (Barnes, Lehman and Mulla, "Priority-flood", Computers &
//! Geosciences 62, 2014); in a filled one water flows back the way that it was flooded. It leaves at the border and at
//! samples without data.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::heights::HeightGrid;
use crate::field::total::Total;

/// Offsets in samples (east, south) to the eight neighbors.
pub(super) const NEIGHBORS: [[isize; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Directions of flow, and the drained areas.
#[derive(Clone, Debug, PartialEq)]
pub struct Drainage {
    /// Width and height in samples.
    pub size: [usize; 2],
    /// Area that drains through each sample, with its own, in squared world units. NaN without data.
    pub area: Vec<f64>,
    /// Height of each sample after the depressions are filled.
    pub filled: Vec<f64>,
    /// Index of the sample that the water flows to; `None` where it leaves the field.
    pub receiver: Vec<Option<usize>>,
    /// Distance in world units to the receiver; 0 without one.
    pub distance: Vec<f64>,
    z_factor: f64,
}

impl Drainage {
    /// Computes the drainage of a grid.
    pub fn of(grid: &HeightGrid) -> Self {
        let count = grid.values.len();
        let mut drainage = Self {
            size: grid.size,
            area: vec![f64::NAN; count],
            filled: grid.values.iter().map(|value| f64::from(*value)).collect(),
            receiver: vec![None; count],
            distance: vec![0.0; count],
            z_factor: grid.z_factor,
        };
        let order = drainage.flood(grid);
        drainage.descend(grid, &order);
        let sample = grid.spacing[0] * grid.spacing[1];
        for index in &order {
            drainage.area[*index] = sample;
        }
        // A receiver is flooded before its givers.
        for index in order.iter().rev() {
            if let Some(receiver) = drainage.receiver[*index] {
                drainage.area[receiver] += drainage.area[*index];
            }
        }
        drainage
    }

    /// Fills depressions, with flooding samples as receivers. Returns samples with data in the order of filled heights.
    fn flood(&mut self, grid: &HeightGrid) -> Vec<usize> {
        let mut queue = BinaryHeap::new();
        let mut is_queued: Vec<bool> =
            self.filled.iter().map(|height| !height.is_finite()).collect();
        for (index, is_queued) in is_queued.iter_mut().enumerate() {
            let leaves = neighbors(grid, index)
                .any(|(other, _)| other.is_none_or(|other| !grid.values[other].is_finite()));
            if leaves && !*is_queued {
                *is_queued = true;
                queue.push(Reverse((Total(self.filled[index]), index)));
            }
        }
        let mut order = Vec::with_capacity(self.filled.len());
        while let Some(Reverse((Total(height), index))) = queue.pop() {
            order.push(index);
            for (other, distance) in neighbors(grid, index) {
                let Some(other) = other.filter(|other| !is_queued[*other]) else { continue };
                is_queued[other] = true;
                self.filled[other] = self.filled[other].max(height);
                (self.receiver[other], self.distance[other]) = (Some(index), distance);
                queue.push(Reverse((Total(self.filled[other]), other)));
            }
        }
        order
    }

    fn descend(&mut self, grid: &HeightGrid, order: &[usize]) {
        for index in order {
            let mut steepest = 0.0;
            for (other, distance) in neighbors(grid, *index) {
                let Some(other) = other.filter(|other| self.filled[*other].is_finite()) else {
                    continue;
                };
                let slope = (self.filled[*index] - self.filled[other]) / distance;
                if slope > steepest {
                    steepest = slope;
                    (self.receiver[*index], self.distance[*index]) = (Some(other), distance);
                }
            }
        }
    }

    /// Returns the slope of the filled surface to the receiver; 0 where it is level or the water leaves.
    pub fn slope(&self, index: usize) -> f64 {
        self.receiver[index].map_or(0.0, |receiver| {
            let fall = self.z_factor * (self.filled[index] - self.filled[receiver]);
            fall / self.distance[index]
        })
    }
}

/// Indices of the eight neighbors, `None` outside, with their distances in world units.
fn neighbors(grid: &HeightGrid, index: usize) -> impl Iterator<Item = (Option<usize>, f64)> {
    let ([width, height], [dx, dy]) = (grid.size, grid.spacing);
    let at = [index % width, index / width];
    NEIGHBORS.into_iter().map(move |[east, south]| {
        let x = at[0].checked_add_signed(east).filter(|x| *x < width);
        let y = at[1].checked_add_signed(south).filter(|y| *y < height);
        let distance = (dx * east as f64).hypot(dy * south as f64);
        (x.zip(y).map(|(x, y)| y * width + x), distance)
    })
}
