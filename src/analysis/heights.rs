//! One channel of a field as a grid of numbers, the input of an analysis.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::field::files::Fill;
use crate::field::{Channel, Field, parallel};

/// Largest share of samples without data that are filled for a power spectrum. The power at wavelengths below the size of
/// the holes is too low by at most this share; the interval of the slope is corrected.
pub const MAX_FILLED: f64 = 0.4;

/// One channel of a field, with the distance between its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    /// Width and height in samples, both at least 1.
    pub size: [usize; 2],
    /// Distance between neighboring samples along x and y, in world units. Both above 0.
    pub spacing: [f64; 2],
    /// World units in a unit of the values, by which slopes are computed.
    pub z_factor: f64,
    /// The values of all W·H samples, row by row from north to south.
    pub values: Vec<f32>,
}

impl HeightGrid {
    /// Creates the grid from one channel of a field, whose samples are `spacing` apart. Values are in world units.
    pub fn new(field: &Field, channel: Channel, spacing: [f64; 2]) -> Self {
        let samples = field.samples.par_chunks_exact(field.channels as usize);
        Self {
            size: field.size.map(|count| count as usize),
            spacing,
            z_factor: 1.0,
            values: samples.map(|sample| channel.of(sample)).collect(),
        }
    }

    /// Returns the number of values that are not finite.
    pub fn missing(&self) -> usize {
        self.values.par_iter().filter(|value| !value.is_finite()).count()
    }

    /// Fills values that are not finite, if they are at most [`MAX_FILLED`] of all; otherwise returns the grid itself.
    pub fn filled(&self, fill: Option<Fill>) -> Cow<'_, Self> {
        let missing = self.missing();
        let fill = fill.filter(|_| missing as f64 <= MAX_FILLED * self.values.len() as f64);
        let Some(fill) = fill.filter(|_| missing > 0) else {
            return Cow::Borrowed(self);
        };
        let size = self.size.map(|count| count as u32);
        let mut field = Field { size, channels: 1, samples: self.values.clone() };
        fill.apply(&mut field);
        Cow::Owned(Self { values: field.samples, ..self.clone() })
    }

    pub(super) fn at(&self, x: usize, y: usize) -> f64 {
        f64::from(self.values[y * self.size[0] + x])
    }

    /// Distances between neighboring samples along x and y, in units of the values: slopes are ratios to these.
    pub(super) fn runs(&self) -> [f64; 2] {
        self.spacing.map(|spacing| spacing / self.z_factor)
    }

    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.size[0])
    }

    /// Calls `visit` with each 3 × 3 neighborhood of finite values: rows from the upper left, the sample at index 4.
    /// Returns what it made of the parts of the grid, in order.
    pub(super) fn neighborhoods<T: Default + Send>(
        &self,
        visit: impl Fn(&mut T, [f64; 9]) + Sync,
    ) -> Vec<T> {
        let [width, height] = self.size;
        parallel::in_parts(height.saturating_sub(2), |part| {
            let mut of_part = T::default();
            for y in part {
                let rows = [y, y + 1, y + 2].map(|y| &self.values[y * width..][..width]);
                for x in 0..width.saturating_sub(2) {
                    let values =
                        std::array::from_fn(|index| f64::from(rows[index / 3][x + index % 3]));
                    if values.iter().all(|value| value.is_finite()) {
                        visit(&mut of_part, values);
                    }
                }
            }
            of_part
        })
    }
}
