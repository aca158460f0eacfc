//! Fields of known statistics.

use std::f64::consts::TAU;

use noise_playground::analysis::HeightGrid;
use rustfft::num_complex::Complex;
use rustfft::{FftDirection, FftPlanner};

/// Box–Muller transform of numbers of splitmix64.
pub(crate) fn normal(state: &mut u64) -> f64 {
    let mut uniform = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let [radius, angle] = [uniform(), uniform()];
    (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
}

/// Values of a Gaussian tile of side^axes samples, whose amplitude at a frequency in bins is given.
pub(crate) fn gaussian(
    side: usize,
    axes: u32,
    seed: u64,
    amplitude: impl Fn(f64) -> f64,
) -> Vec<f64> {
    let mut state = (seed + 1) << 40;
    let count = side.pow(axes);
    let mut values: Vec<Complex<f64>> =
        (0..count).map(|_| Complex::new(normal(&mut state), 0.0)).collect();
    transform(&mut values, side, FftDirection::Forward);
    for (index, value) in values.iter_mut().enumerate() {
        let along = |axis: u32| {
            let index = index / side.pow(axis) % side;
            index.min(side - index) as f64
        };
        let frequency = (0..axes).map(|axis| along(axis).powi(2)).sum::<f64>().sqrt();
        *value *= if index == 0 { 0.0 } else { amplitude(frequency) };
    }
    transform(&mut values, side, FftDirection::Inverse);
    values.iter().map(|value| value.re / count as f64).collect()
}

fn transform(values: &mut [Complex<f64>], side: usize, direction: FftDirection) {
    let plan = FftPlanner::new().plan_fft(side, direction);
    let count = values.len();
    let mut stride = 1;
    while stride < count {
        for start in (0..count).filter(|index| index / stride % side == 0) {
            let mut line: Vec<_> = (0..side).map(|step| values[start + step * stride]).collect();
            plan.process(&mut line);
            line.iter()
                .enumerate()
                .for_each(|(step, value)| values[start + step * stride] = *value);
        }
        stride *= side;
    }
}

/// A square part of a Gaussian field with the power f^−exponent, which is twice as wide so that the part is no tile.
pub(crate) fn cut_out(side: usize, exponent: f64, seed: u64) -> HeightGrid {
    let whole = gaussian(2 * side, 2, seed, |frequency| frequency.powf(-exponent / 2.0));
    grid(side, |[x, y]| 1e3 * whole[y * 2 * side + x])
}

/// A square grid whose samples are 1 apart.
pub(crate) fn grid(side: usize, value: impl Fn([usize; 2]) -> f64) -> HeightGrid {
    let samples = (0..side).flat_map(|y| (0..side).map(move |x| [x, y]));
    HeightGrid {
        size: [side; 2],
        spacing: [1.0; 2],
        z_factor: 1.0,
        values: samples.map(|sample| value(sample) as f32).collect(),
    }
}
