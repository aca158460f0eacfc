//! Fields: the evaluated samples of a grid, on the CPU.

mod resample;

use crate::field::grid::{Region, SampleGrid};
use crate::field::{Channel, RangeRule};

/// The evaluated samples of a grid, H rows of W samples of C numbers, row 0 at the top (north).
///
/// ```
/// use noise_playground::field::Field;
/// use noise_playground::field::Channel;
///
/// let field = Field { size: [2, 1], channels: 2, samples: vec![1.0, 2.0, 3.0, 4.0] };
/// assert_eq!(field.sample(1, 0), [3.0, 4.0]);
/// assert_eq!(field.channel(Channel::Y).collect::<Vec<f32>>(), [2.0, 4.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Width and height in samples, (W, H).
    pub size: [u32; 2],
    /// Channels of a sample, C: 1 to 4.
    pub channels: u32,
    /// W·H·C numbers: row by row from north to south, sample by sample from west to east.
    pub samples: Vec<f32>,
}

impl Field {
    /// Returns the channels of sample (x, y), counted from 0 at the upper left.
    ///
    /// # Panics
    /// Panics if the sample is outside of the field.
    pub fn sample(&self, x: u32, y: u32) -> &[f32] {
        let start = self.sample_offset(x, y);
        &self.samples[start..start + self.channels as usize]
    }

    /// A field may have more than 2³² numbers.
    fn sample_offset(&self, x: u32, y: u32) -> usize {
        let [x, y, width, channels] = [x, y, self.size[0], self.channels].map(|n| n as usize);
        (y * width + x) * channels
    }

    pub(crate) fn cropped(&self, region: Region) -> Self {
        let [x, y] = region.origin;
        let [width, height] = region.size;
        let row = |row: u32| {
            let start = self.sample_offset(x, y + row);
            &self.samples[start..start + (width * self.channels) as usize]
        };
        let samples = (0..height).flat_map(row).copied().collect();
        Self { size: region.size, channels: self.channels, samples }
    }

    pub(crate) fn paste(&mut self, part: &Self, [x, y]: [u32; 2]) {
        let rows = part.samples.chunks_exact((part.size[0] * part.channels) as usize);
        for (row, samples) in (y..).zip(rows) {
            let start = self.sample_offset(x, row);
            self.samples[start..start + samples.len()].copy_from_slice(samples);
        }
    }

    /// Interpolates a channel bilinearly at a world position. `grid` is the grid of this field. NaN outside of the
    /// centers of the outermost samples, and next to a sample that is NaN.
    pub fn interpolated(&self, grid: &SampleGrid, channel: Channel, world: [f64; 2]) -> f64 {
        self.between_samples(channel, grid.sample_from_world(world))
    }

    /// Like [`Self::interpolated`]; (0, 0) is the center of the first sample.
    fn between_samples(&self, channel: Channel, [x, y]: [f64; 2]) -> f64 {
        let [last_x, last_y] = self.size.map(|count| f64::from(count) - 1.0);
        if !(x >= 0.0 && y >= 0.0 && x <= last_x && y <= last_y) {
            return f64::NAN;
        }
        let (west, north) = (x.floor(), y.floor());
        let at = |x: f64, y: f64| {
            let sample = self.sample(x.min(last_x) as u32, y.min(last_y) as u32);
            f64::from(channel.of(sample))
        };
        let row = |y: f64| {
            let fraction = x - west;
            at(west, y) * (1.0 - fraction) + at(west + 1.0, y) * fraction
        };
        let fraction = y - north;
        row(north) * (1.0 - fraction) + row(north + 1.0) * fraction
    }

    /// Returns `count` values interpolated evenly between two world positions, both included; NaN outside of `grid`.
    pub fn profile(
        &self,
        grid: &SampleGrid,
        channel: Channel,
        [from, to]: [[f64; 2]; 2],
        count: usize,
    ) -> Vec<f64> {
        let [from, to] = [from, to].map(|world| grid.sample_from_world(world));
        let last = count.saturating_sub(1).max(1) as f64;
        let positions = (0..count).map(|index| {
            let fraction = index as f64 / last;
            [0, 1].map(|axis| from[axis] * (1.0 - fraction) + to[axis] * fraction)
        });
        positions.map(|position| self.between_samples(channel, position)).collect()
    }

    /// Returns the 0.1 to 99.9 [percentile](Self::percentiles), as the GPU measures it. For equal ends, the range is 0
    /// to 1 if that contains them, else an interval of length 1 around them; 0 to 1 without finite values.
    pub fn auto_range(&self, channel: Channel) -> [f32; 2] {
        self.measured_range(channel, RangeRule::Percentiles)
    }

    /// Returns the ends that a rule selects. Ranges without width are treated as in [`Self::auto_range`]; a symmetric
    /// one is −1 to 1 if all values are 0.
    pub fn measured_range(&self, channel: Channel, rule: RangeRule) -> [f32; 2] {
        let measured = match rule {
            RangeRule::Percentiles | RangeRule::Symmetric => self.percentiles(channel),
            RangeRule::Extremes => self.extremes(channel),
        };
        let Some([low, high]) = measured else {
            return [0.0, 1.0];
        };
        if rule == RangeRule::Symmetric {
            let end = low.abs().max(high.abs());
            if end > 0.0 { [-end, end] } else { [-1.0, 1.0] }
        } else if high > low {
            [low, high]
        } else if (0.0..=1.0).contains(&low) {
            [0.0, 1.0]
        } else {
            [low - 0.5, low + 0.5]
        }
    }

    /// Returns the 0.1 and 99.9 percentiles of the finite values; `None` if there are none.
    pub fn percentiles(&self, channel: Channel) -> Option<[f32; 2]> {
        percentiles(self.channel(channel))
    }

    /// Returns the lowest and the highest finite value; `None` if there are none.
    pub fn extremes(&self, channel: Channel) -> Option<[f32; 2]> {
        let finite = self.channel(channel).filter(|value| value.is_finite());
        let ends = finite.map(|value| [value; 2]);
        ends.reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
    }

    /// Multiplies all numbers, in double precision.
    #[must_use]
    pub(crate) fn scaled(&self, factor: f64) -> Self {
        let scaled = |number: &f32| (f64::from(*number) * factor) as f32;
        Self { samples: self.samples.iter().map(scaled).collect(), ..*self }
    }

    /// Returns the values of all samples, row by row.
    pub fn channel(&self, channel: Channel) -> impl Iterator<Item = f32> {
        self.samples.chunks_exact(self.channels as usize).map(move |sample| channel.of(sample))
    }
}

/// Of the finite numbers; `None` if there are none.
pub(crate) fn percentiles(values: impl Iterator<Item = f32>) -> Option<[f32; 2]> {
    let mut finite: Vec<f32> = values.filter(|value| value.is_finite()).collect();
    let ranks = percentile_ranks(finite.len())?;
    Some(ranks.map(|rank| *finite.select_nth_unstable_by(rank, f32::total_cmp).1))
}

/// Indices of the 0.1 and 99.9 percentiles among `count` sorted numbers; `None` for no number.
pub(crate) fn percentile_ranks(count: usize) -> Option<[usize; 2]> {
    let last = count.checked_sub(1)?;
    Some([0.001, 0.999].map(|fraction: f32| (fraction * last as f32).round_ties_even() as usize))
}

/// Histogram with bins of equal width.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Lower end of the first bin and upper end of the last. Values outside are not counted.
    pub domain: [f32; 2],
    /// Number of samples in each bin, the lowest first.
    pub counts: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_interpolates_between_samples() {
        let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [4, 3] };
        // Linear in x and y, so that interpolation is exact.
        let samples = (0..12)
            .map(|index| grid.world_from_sample([f64::from(index % 4), f64::from(index / 4)]));
        let field = Field {
            size: grid.size,
            channels: 1,
            samples: samples.map(|[x, y]| (x + 10.0 * y) as f32).collect(),
        };
        let along = |line, count| field.profile(&grid, Channel::X, line, count);
        assert_eq!(along([[-3.0, -2.0], [1.0, 2.0]], 5), [-23.0, -12.0, -1.0, 10.0, 21.0]);
        assert_eq!(along([[3.0, 2.0], [3.0, 2.0]], 1), [23.0]);
        let beyond = along([[-4.0, 0.0], [4.0, 0.0]], 3);
        assert!(beyond[0].is_nan() && beyond[1] == 0.0 && beyond[2].is_nan());
    }

    #[test]
    fn offset_of_sample_exceeds_32_bits() {
        let field = Field { size: [100_000, 20_000], channels: 4, samples: Vec::new() };
        assert_eq!(field.sample_offset(99_999, 19_999), 7_999_999_996);
    }
}
