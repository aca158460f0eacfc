//! Variogram of a field: half the mean squared difference of values by the distance between them.

use rayon::prelude::*;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;

use super::fourier::{signed, transform};
use super::heights::HeightGrid;

/// Returns the variogram as pairs (lag, γ) by increasing lag: γ = ½ · mean of (z(x + h) − z(x))² over all pairs of
/// finite samples in all directions whose distance |h| is in a bin, and the mean of their distances. A bin is √2 times
/// as far away as the one before; the first is around the spacing, the last ends at half of the shorter side. A surface
/// with Hurst exponent H has γ ∝ h^(2H). This estimate of H needs no window function and no filled gaps, unlike that by
/// the slope of the spectrum.
pub(super) fn variogram(grids: &[HeightGrid]) -> Vec<[f64; 2]> {
    let bins = grids.first().map_or_else(Vec::new, |first| Pairs::of(grids).by_distance(first));
    let filled = bins.into_iter().filter(|[_, _, count]| *count > 0.0);
    filled.map(|[squares, lags, count]| [lags / count, 0.5 * squares / count]).collect()
}

/// Products of sample counts and spacing have rounding errors.
const TOLERANCE: f64 = 1e-9;

/// Half of the shorter side.
pub(super) fn longest(grid: &HeightGrid) -> f64 {
    let sides = [0, 1].map(|axis| grid.size[axis] as f64 * grid.spacing[axis]);
    sides[0].min(sides[1]) / 2.0 * (1.0 + TOLERANCE)
}

/// Sums over all pairs of finite samples by their lag: of the squared differences, the real part, and of ones.
struct Pairs {
    size: [usize; 2],
    sums: Vec<Complex<f64>>,
}

impl Pairs {
    /// With m = 1 where a sample is finite and 0 elsewhere, Σ m m' (z − z')² are correlations: z²m with m in both
    /// directions, minus twice that of zm with itself. Zeros follow the values so that no opposite edges are joined.
    fn of(grids: &[HeightGrid]) -> Self {
        let first = &grids[0];
        let size = std::array::from_fn(|axis| {
            let reach = (longest(first) / first.spacing[axis]) as usize;
            fast_length(first.size[axis] + reach.min(first.size[axis]))
        });
        let mut sums = Vec::new();
        for grid in grids {
            add_spectrum(grid, size, &mut sums);
        }
        transform(&mut sums, &size, FftDirection::Inverse);
        let scale = 1.0 / sums.len() as f64;
        sums.par_iter_mut().for_each(|sum| *sum *= scale);
        Self { size, sums }
    }

    /// Returns the sums of squared differences, distances and ones in each bin.
    fn by_distance(&self, grid: &HeightGrid) -> Vec<[f64; 3]> {
        let ([width, height], longest) = (self.size, longest(grid));
        let nearest = grid.spacing[0].min(grid.spacing[1]);
        let bin = |lag: f64| (2.0 * (lag / nearest).log2() + 0.5).max(0.0) as usize;
        let mut bins = vec![[0.0; 3]; bin(longest) + 1];
        for (y, row) in self.sums.chunks_exact(width).enumerate() {
            let down = signed(y, height) * grid.spacing[1];
            for (x, sum) in row.iter().enumerate() {
                let lag = down.hypot(signed(x, width) * grid.spacing[0]);
                let count = sum.im.round();
                if count > 0.0 && lag > 0.0 && lag <= longest {
                    let terms = [sum.re.max(0.0), lag * count, count];
                    bins[bin(lag)].iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
            }
        }
        bins
    }
}

/// Adds the transforms of the sums of [`Pairs`], which are both real, to none or those of other grids.
fn add_spectrum(grid: &HeightGrid, size: [usize; 2], sums: &mut Vec<Complex<f64>>) {
    let finite = || grid.values.iter().filter(|value| value.is_finite());
    // A common constant cancels, but not its rounding errors.
    let mean =
        finite().map(|value| f64::from(*value)).sum::<f64>() / finite().count().max(1) as f64;
    let transformed = |of: fn(f64) -> Complex<f64>| {
        let mut padded = vec![Complex::default(); size[0] * size[1]];
        for (target, row) in padded.chunks_exact_mut(size[0]).zip(grid.rows()) {
            for (target, value) in target.iter_mut().zip(row).filter(|(_, value)| value.is_finite())
            {
                *target = of(f64::from(*value) - mean);
            }
        }
        transform(&mut padded, &size, FftDirection::Forward);
        padded
    };
    let both = transformed(|value| Complex::new(value, value * value));
    let mask = transformed(|_| 1.0.into());
    let [width, height] = size;
    // Not before the transforms, which need memory too.
    sums.resize(width * height, Complex::default());
    sums.par_iter_mut().enumerate().for_each(|(index, sum)| {
        let [x, y] = [index % width, index / width];
        let opposite = (height - y) % height * width + (width - x) % width;
        // The transforms of the real and of the imaginary part.
        let (one, other) = (both[index], both[opposite].conj());
        let (values, squares) = ((one + other) / 2.0, (one - other) / Complex::new(0.0, 2.0));
        let differences = 2.0 * ((squares * mask[index].conj()).re - values.norm_sqr());
        *sum += Complex::new(differences, mask[index].norm_sqr());
    });
}

/// Returns the least length from `count` on without a prime factor above 5.
fn fast_length(count: usize) -> usize {
    let is_fast = |length: &usize| {
        let rest = [2, 3, 5].into_iter().fold(*length, |mut rest, factor| {
            while rest.is_multiple_of(factor) {
                rest /= factor;
            }
            rest
        });
        rest == 1
    };
    (count.max(1)..).find(is_fast).unwrap_or(count)
}
