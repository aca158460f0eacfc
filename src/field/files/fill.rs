//! Fills samples without data, for uses that need a height everywhere.

use rayon::prelude::*;

use crate::field::Field;
use crate::field::named::named_enum;

/// Number of times that each filled sample of a level becomes the mean of its neighbors.
const SWEEPS: usize = 24;

named_enum! {
    /// Rule by which samples without data are filled. Samples with data keep their bits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Fill {
        /// The nearest sample with data, by the distance in samples.
        Nearest = "nearest",
        /// A membrane between the samples with data: each filled sample is about the mean of its neighbors.
        Smooth = "smooth",
    }
}

impl Fill {
    /// Returns the number of samples that were filled, counted in each channel; `None` if a channel has no data.
    pub(crate) fn apply(self, field: &mut Field) -> Option<u64> {
        let channels = field.channels as usize;
        let size = field.size.map(|side| side as usize);
        let mut filled = 0;
        for channel in 0..channels {
            let values = field.samples.iter().skip(channel).step_by(channels).copied();
            let mut layer = Layer { size, values: values.collect() };
            let missing = layer.missing();
            if missing.is_empty() {
                continue;
            }
            if missing.len() == layer.values.len() {
                return None;
            }
            match self {
                Self::Nearest => layer.fill_nearest(&missing),
                Self::Smooth => layer.fill_smooth(&missing),
            }
            filled += missing.len() as u64;
            for index in missing {
                field.samples[index * channels + channel] = layer.values[index];
            }
        }
        Some(filled)
    }
}

/// No row of a column has data.
const NO_ROW: u32 = u32::MAX;

/// Samples with data that are the nearest ones of some place in a row, each by its column and the square of its distance
/// from the row, in the order of the columns. Each is a parabola of squared distances over the columns of the row.
struct Envelope(Vec<[i64; 2]>);

impl Envelope {
    /// `nearest_rows` are those of the columns.
    fn of(nearest_rows: &[u32], y: usize) -> Self {
        let mut hull: Vec<[i64; 2]> = Vec::new();
        for (x, row) in nearest_rows.iter().enumerate().filter(|(_, row)| **row != NO_ROW) {
            let parabola = [x as i64, (i64::from(*row) - y as i64).pow(2)];
            while let [.., first, second] = hull[..] {
                if !is_later(Crossing::of(first, second), Crossing::of(second, parabola)) {
                    break;
                }
                hull.pop();
            }
            hull.push(parabola);
        }
        Self(hull)
    }

    /// Returns the column of the nearest sample for increasing columns.
    fn nearest(&self, columns: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut current = 0;
        let of_column = |column: usize| {
            let order = |index: usize| {
                let [x, square] = self.0[index];
                let away = (column as i64 - x).abs();
                (away * away + square, away)
            };
            let mut nearest = current;
            while current + 1 < self.0.len() && order(current + 1).0 <= order(current).0 {
                current += 1;
                if order(current) < order(nearest) {
                    nearest = current;
                }
            }
            self.0[nearest][0] as usize
        };
        columns.map(of_column).collect()
    }
}

/// Column where two parabolas cross, as twice a fraction.
struct Crossing {
    numerator: i128,
    denominator: i128,
}

impl Crossing {
    fn of([one, one_square]: [i64; 2], [other, other_square]: [i64; 2]) -> Self {
        let numerator = other * other + other_square - one * one - one_square;
        Self { numerator: numerator.into(), denominator: (other - one).into() }
    }
}

fn is_later(one: Crossing, other: Crossing) -> bool {
    one.numerator * other.denominator > other.numerator * one.denominator
}

struct Layer {
    size: [usize; 2],
    values: Vec<f32>,
}

impl Layer {
    fn missing(&self) -> Vec<usize> {
        let values = self.values.iter().enumerate();
        values.filter(|(_, value)| !value.is_finite()).map(|(index, _)| index).collect()
    }

    /// Exact, in two passes: along the columns, and then along the rows (Felzenszwalb and Huttenlocher, "Distance
    /// Transforms of Sampled Functions", Theory of Computing 8, 2012). Of equally near samples, that of the nearest
    /// column is taken, then the western, then the northern one.
    fn fill_nearest(&mut self, missing: &[usize]) {
        let width = self.size[0];
        let rows = self.nearest_rows();
        let filled: Vec<f32> = missing
            .par_chunk_by(|one, other| one / width == other / width)
            .flat_map_iter(|missing| {
                let y = missing[0] / width;
                let row = &rows[y * width..][..width];
                let envelope = Envelope::of(row, y);
                let columns = missing.iter().map(|index| index % width);
                let nearest = envelope.nearest(columns);
                nearest.into_iter().map(|x| self.values[row[x] as usize * width + x])
            })
            .collect();
        for (index, value) in missing.iter().zip(filled) {
            self.values[*index] = value;
        }
    }

    /// Returns, for each sample, the row of the nearest one with data in its column; [`NO_ROW`] without one.
    fn nearest_rows(&self) -> Vec<u32> {
        let [width, height] = self.size;
        let mut rows = vec![NO_ROW; width * height];
        let mut last = vec![NO_ROW; width];
        let mut visit = |y: usize| {
            for (x, last) in last.iter_mut().enumerate() {
                let index = y * width + x;
                if self.values[index].is_finite() {
                    *last = y as u32;
                }
                let distance =
                    |row: u32| if row == NO_ROW { NO_ROW } else { row.abs_diff(y as u32) };
                if distance(*last) < distance(rows[index]) {
                    rows[index] = *last;
                }
            }
        };
        (0..height).for_each(&mut visit);
        // The last row with data is the nearest one from below, too.
        (0..height).rev().for_each(visit);
        rows
    }

    /// Starts from a filled field of half the size, so that wide holes need few sweeps.
    fn fill_smooth(&mut self, missing: &[usize]) {
        let mut half = self.half();
        let holes = half.missing();
        if !holes.is_empty() {
            half.fill_smooth(&holes);
        }
        let [width, _] = self.size;
        for index in missing {
            self.values[*index] = half.between([index % width, index / width]);
        }
        for _ in 0..SWEEPS {
            for index in missing {
                self.values[*index] = self.mean_of_neighbors(*index);
            }
        }
    }

    /// Means of 2 × 2 samples, of those that have data.
    fn half(&self) -> Self {
        let [width, height] = self.size;
        let size = self.size.map(|side| side.div_ceil(2));
        let mean = |x: usize, y: usize| {
            let rows = 2 * y..(2 * y + 2).min(height);
            let block = rows.flat_map(|y| (2 * x..(2 * x + 2).min(width)).map(move |x| (x, y)));
            let values = block.map(|(x, y)| self.values[y * width + x]);
            let (sum, count) = values
                .filter(|value| value.is_finite())
                .fold((0.0, 0), |(sum, count), value| (sum + f64::from(value), count + 1));
            (sum / f64::from(count)) as f32
        };
        let positions = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        Self { size, values: positions.map(|(x, y)| mean(x, y)).collect() }
    }

    /// Interpolates bilinearly at a sample of the layer of twice the size.
    fn between(&self, sample: [usize; 2]) -> f32 {
        let [columns, rows] = [0, 1].map(|axis| {
            let at = (sample[axis] as f64 + 0.5) / 2.0 - 0.5;
            let at = at.clamp(0.0, (self.size[axis] - 1) as f64);
            let first = at.floor() as usize;
            [(first, 1.0 - at.fract()), ((first + 1).min(self.size[axis] - 1), at.fract())]
        });
        let weighted = |(y, down): (usize, f64)| {
            let row = columns
                .iter()
                .map(|(x, across)| down * across * f64::from(self.values[y * self.size[0] + x]));
            row.sum::<f64>()
        };
        rows.into_iter().map(weighted).sum::<f64>() as f32
    }

    fn mean_of_neighbors(&self, index: usize) -> f32 {
        let [width, height] = self.size;
        let (x, y) = (index % width, index / width);
        let neighbors = [
            (x > 0).then(|| index - 1),
            (x + 1 < width).then(|| index + 1),
            (y > 0).then(|| index - width),
            (y + 1 < height).then(|| index + width),
        ];
        let values: Vec<f64> =
            neighbors.iter().flatten().map(|index| f64::from(self.values[*index])).collect();
        (values.iter().sum::<f64>() / values.len() as f64) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(size: [u32; 2], value: impl Fn(u32, u32) -> f32) -> Field {
        let samples = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        Field { size, channels: 1, samples: samples.map(|(x, y)| value(x, y)).collect() }
    }

    #[test]
    fn membrane_over_a_hole_in_a_plane_is_the_plane() {
        let plane = |x: u32, y: u32| 3.0 * x as f32 - 2.0 * y as f32 + 100.0;
        let whole = field([61, 47], plane);
        let is_hole = |x: u32, y: u32| (20..45).contains(&x) && (12..30).contains(&y);
        let mut holes = field([61, 47], |x, y| if is_hole(x, y) { f32::NAN } else { plane(x, y) });
        assert_eq!(Fill::Smooth.apply(&mut holes), Some(25 * 18));
        for (filled, expected) in holes.samples.iter().zip(&whole.samples) {
            assert!((filled - expected).abs() < 1.0, "{filled} {expected}");
        }
    }

    #[test]
    fn nearest_sample_is_that_of_the_least_distance() {
        let is_present = |x: u32, y: u32| (x * 7 + y * 5).is_multiple_of(23);
        let mut holes =
            field([31, 17], |x, y| if is_present(x, y) { (100 * y + x) as f32 } else { f32::NAN });
        let before = holes.clone();
        Fill::Nearest.apply(&mut holes).unwrap();
        for y in 0..17 {
            for x in 0..31 {
                let found = holes.sample(x, y)[0] as u32;
                let distance = |u: u32, v: u32| u.abs_diff(x).pow(2) + v.abs_diff(y).pow(2);
                let all = || (0..17).flat_map(|v| (0..31).map(move |u| (u, v)));
                let present = || all().filter(|(u, v)| before.sample(*u, *v)[0].is_finite());
                let least = present().map(|(u, v)| distance(u, v)).min().unwrap();
                assert_eq!(distance(found % 100, found / 100), least, "{x} {y}");
                // Among samples at the same distance: in the nearest column, then to the west, then to the north.
                let nearest = present().filter(|(u, v)| distance(*u, *v) == least);
                let first = nearest.min_by_key(|(u, v)| (u.abs_diff(x), *u, *v)).unwrap();
                assert_eq!([found % 100, found / 100], [first.0, first.1], "{x} {y}");
            }
        }
    }

    #[test]
    fn field_without_data_is_not_filled() {
        let mut nothing = field([3, 2], |_, _| f32::NAN);
        assert_eq!(Fill::Nearest.apply(&mut nothing), None);
        let mut whole = field([3, 2], |x, _| x as f32);
        assert_eq!(Fill::Smooth.apply(&mut whole), Some(0));
    }
}
