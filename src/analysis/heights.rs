//! One channel of a field as a grid of numbers, the input of an analysis.

use crate::field::Field;
use crate::shading::Channel;

/// One channel of a field, with the distance between its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    /// Width and height in samples, both at least 1.
    pub size: [usize; 2],
    /// Distance between neighboring samples along x and y, in world units. Both above 0.
    pub spacing: [f64; 2],
    /// The values of all W·H samples, row by row from north to south.
    pub values: Vec<f32>,
}

impl HeightGrid {
    /// Creates the grid from one channel of a field, whose samples are `spacing` apart.
    pub fn new(field: &Field, channel: Channel, spacing: [f64; 2]) -> Self {
        Self {
            size: field.size.map(|count| count as usize),
            spacing,
            values: field.channel(channel).collect(),
        }
    }

    pub(super) fn at(&self, x: usize, y: usize) -> f64 {
        f64::from(self.values[y * self.size[0] + x])
    }

    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.size[0])
    }

    /// Calls `visit` with each 3 × 3 neighborhood of finite values: rows from the upper left, the sample at index 4.
    pub(super) fn for_each_neighborhood(&self, mut visit: impl FnMut([f64; 9])) {
        let [width, height] = self.size;
        for y in 1..height.saturating_sub(1) {
            for x in 1..width.saturating_sub(1) {
                let values =
                    std::array::from_fn(|index| self.at(x + index % 3 - 1, y + index / 3 - 1));
                if values.iter().all(|value| value.is_finite()) {
                    visit(values);
                }
            }
        }
    }
}
