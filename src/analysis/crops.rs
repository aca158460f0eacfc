//! Gaussian fields with the radial and angular spectrum of a field: tiles, or parts of wider tiles.

use std::f64::consts::TAU;

use rayon::prelude::*;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;

use super::anisotropy::Rose;
use super::fourier::{signed, transform};
use super::heights::HeightGrid;
use super::spectrum::PowerSpectrum;
use super::trend::Trend;
use super::window::SpectrumWindow;

/// Tiles are this many times as wide and as high as their parts.
const MARGIN: usize = 2;

/// Most bytes of the fields that are made at the same time, unless a single group needs more.
const MEMORY: usize = 2 << 30;

/// Fewest waves across the shorter side of a field that keep their power if its best plane is subtracted.
const FEWEST_WAVES: f64 = 2.5;

/// Number of rings with the lowest frequencies that determine the line below them.
const LINE_POINTS: usize = 5;

/// Limits of the slope of this line.
const LOWEST_SLOPES: [f64; 2] = [-6.0, 0.0];

/// Tiles with the spectrum of a field but for a factor, of which parts are cut out.
#[derive(Clone, Debug)]
pub(super) struct Crops {
    size: [usize; 2],
    tile: [usize; 2],
    /// Of the tile; single precision for less memory.
    amplitudes: Vec<f32>,
}

impl Crops {
    /// `None` if a value is not finite.
    pub(super) fn new(grid: &HeightGrid, trend: Trend) -> Option<Self> {
        let power = PowerSpectrum::new(std::slice::from_ref(grid), SpectrumWindow::Hann, trend)?;
        let lowest = match trend {
            Trend::Plane => FEWEST_WAVES * power.step[0].max(power.step[1]),
            Trend::None | Trend::Mean => 0.0,
        };
        Some(Self::with_power(grid, &power, MARGIN, lowest))
    }

    /// Whole tiles, like the field. `None` if a value is not finite.
    pub(super) fn tiles(grid: &HeightGrid) -> Option<Self> {
        let grids = std::slice::from_ref(grid);
        let power = PowerSpectrum::new(grids, SpectrumWindow::None, Trend::Mean)?;
        Some(Self::with_power(grid, &power, 1, 0.0))
    }

    /// Rings below `lowest` follow the line through those above.
    fn with_power(grid: &HeightGrid, power: &PowerSpectrum, margin: usize, lowest: f64) -> Self {
        let rings = power.radial();
        let first = rings.partition_point(|ring| ring.frequency < lowest);
        // In a small field, too few rings would be left.
        let first = if rings.len() - first < LINE_POINTS { 0 } else { first };
        let points = rings[first..].iter().filter(|ring| ring.power > 0.0);
        // Only the shape of the spectrum matters.
        let highest = rings.iter().map(|ring| ring.power).fold(0.0, f64::max);
        let points: Vec<[f64; 2]> =
            points.map(|ring| [ring.frequency.ln(), (ring.power / highest).ln()]).collect();
        let directions: Vec<f64> =
            power.angular(&rings, [0.0, f64::INFINITY]).iter().map(|one| one.power).collect();
        let tile = grid.size.map(|count| margin * count);
        let steps = power.step.map(|step| step / margin as f64);
        let amplitude = |index: usize| {
            let x = signed(index % tile[0], tile[0]) * steps[0];
            let y = signed(index / tile[0], tile[1]) * steps[1];
            let direction =
                directions.get(Rose::sector_of([x, y])).filter(|power| power.is_finite());
            let power = log_power(&points, x.hypot(y).ln()).exp() * direction.unwrap_or(&1.0);
            if index == 0 { 0.0 } else { power.sqrt() as f32 }
        };
        let amplitudes = (0..tile[0] * tile[1]).into_par_iter().map(amplitude).collect();
        Self { size: grid.size, tile, amplitudes }
    }

    /// Returns two independent fields, the real and the imaginary part of a complex one; `state` is that of [`normal`].
    pub(super) fn pair(&self, mut state: u64) -> [Vec<f64>; 2] {
        let tile = self.tile;
        let bins = self.amplitudes.iter().map(|amplitude| {
            let [re, im] = [normal(&mut state), normal(&mut state)];
            Complex::new(re, im) * f64::from(*amplitude)
        });
        let mut values: Vec<Complex<f64>> = bins.collect();
        transform(&mut values, &tile, FftDirection::Inverse);
        let part = |of: fn(&Complex<f64>) -> f64| -> Vec<f64> {
            let rows = values.chunks_exact(tile[0]).take(self.size[1]);
            rows.flat_map(|row| row[..self.size[0]].iter().map(of)).collect()
        };
        [part(|value| value.re), part(|value| value.im)]
    }

    /// Expected square of the difference between neighboring samples along x plus that along y.
    pub(super) fn mean_square_step(&self) -> f64 {
        let [width, height] = self.tile;
        let cosine = |index: usize, count: usize| (TAU * index as f64 / count as f64).cos();
        let rows = self.amplitudes.chunks_exact(width).enumerate().map(|(y, row)| {
            let terms = row.iter().enumerate().map(|(x, amplitude)| {
                f64::from(*amplitude).powi(2) * (2.0 - cosine(x, width) - cosine(y, height))
            });
            2.0 * terms.sum::<f64>()
        });
        rows.sum()
    }
}

/// Calls `of` with 1 to `count`, at most as many at a time as there is memory for, and joins the results in order.
pub(super) fn in_groups<T: Send, Group: IntoIterator<Item = T>>(
    count: u64,
    group_bytes: usize,
    of: impl Fn(u64) -> Group + Sync,
) -> Vec<T>
where
    Group::IntoIter: Send,
{
    let seeds: Vec<u64> = (1..=count).collect();
    let mut all = Vec::new();
    for seeds in seeds.chunks((MEMORY / group_bytes).max(1)) {
        all.par_extend(seeds.par_iter().flat_map_iter(|seed| of(*seed)));
    }
    all
}

/// Interpolates between pairs of logarithms of frequency and power. Below the first, the line through the first few is
/// continued; above the last, power is constant.
fn log_power(points: &[[f64; 2]], at: f64) -> f64 {
    let above = points.partition_point(|[frequency, _]| *frequency < at);
    let between = |[low, high]: [[f64; 2]; 2]| (high[1] - low[1]) / (high[0] - low[0]);
    match points {
        [] => 0.0,
        [.., last] if above == points.len() => last[1],
        [only] => only[1],
        [..] if above == 0 => line_through(&points[..points.len().min(LINE_POINTS)], at),
        _ => {
            let pair = [points[above - 1], points[above]];
            pair[0][1] + between(pair) * (at - pair[0][0])
        }
    }
}

/// Value of the line of least squares.
fn line_through(points: &[[f64; 2]], at: f64) -> f64 {
    let mean =
        |of: &dyn Fn(&[f64; 2]) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let center = [mean(&|[x, _]| *x), mean(&|[_, y]| *y)];
    let product = mean(&|[x, y]| (x - center[0]) * (y - center[1]));
    let square = mean(&|[x, _]| (x - center[0]).powi(2));
    let slope = (product / square).clamp(LOWEST_SLOPES[0], LOWEST_SLOPES[1]);
    center[1] + slope * (at - center[0])
}

/// Box–Muller transform of numbers of splitmix64.
pub(super) fn normal(state: &mut u64) -> f64 {
    let mut uniform = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let [radius, angle] = [uniform(), uniform()];
    (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
}
