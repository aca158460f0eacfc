//! Coverage of the 95 % intervals of an analysis: `cargo bench --bench coverage [COUNT]`. COUNT fields (default: 400) of
//! each kind are measured one by one, with a Hann window and with tapers. Printed are the mean and the standard
//! deviation of the slope, and the percentage of the intervals that contain the truth: of Gaussian fields their exponent
//! and an anisotropy of 0, of noises the means of all seeds.

use std::f64::consts::TAU;

use noise_playground::analysis::{Analysis, AnalysisSettings, SpectrumWindow, analyze_seeds};
use noise_playground::generator::find_generator;
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::{Field, SampleGrid, Subject, Values, evaluate};
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

type Error = Box<dyn std::error::Error>;

const SIDE: usize = 256;

/// Gaussian fields are cut out of fields that are this many times as wide, so that they do not tile.
const MARGIN: usize = 2;

/// View of the noises: four cells of the first octave.
const GRID: SampleGrid = SampleGrid { center: [0.5; 2], span: 4.0, size: [SIDE as u32; 2] };

fn main() -> Result<(), Error> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let count: u32 = numbers.next_back().unwrap_or(400);
    println!(
        "{:18}{:6}{:>9}{:>9}{:>9}{:>12}{:>9}",
        "field", "", "slope", "std", "covered", "anisotropy", "weighted"
    );
    for exponent in 0..=5 {
        let fields = (1..=count).map(|seed| gaussian(f64::from(exponent), u64::from(seed)));
        let fields: Vec<Field> = fields.collect();
        print(&format!("Gaussian, f^-{exponent}"), &fields, Some(-f64::from(exponent)));
    }
    for name in ["fbm", "swiss"] {
        print(name, &noises(name, count)?, None);
    }
    Ok(())
}

const WINDOWS: [(&str, SpectrumWindow); 2] =
    [("Hann", SpectrumWindow::Hann), ("sine 4", SpectrumWindow::Sine(4))];

fn print(name: &str, fields: &[Field], truth: Option<f64>) {
    for (of_window, window) in WINDOWS {
        let settings = AnalysisSettings { window, ..[1.0 / SIDE as f64; 2].into() };
        let analyses: Vec<Analysis> = fields
            .iter()
            .map(|field| analyze_seeds(std::slice::from_ref(field), settings))
            .collect();
        print_coverage(&format!("{name:18}{of_window:6}"), &analyses, truth);
    }
}

/// Fields without a slope or an interval do not count.
fn print_coverage(name: &str, analyses: &[Analysis], truth: Option<f64>) {
    let slopes = analyses.iter().map(|analysis| analysis.spectrum.slope);
    let slopes: Vec<f64> = slopes.filter(|slope| slope.is_finite()).collect();
    let mean = slopes.iter().sum::<f64>() / slopes.len() as f64;
    let squares: f64 = slopes.iter().map(|slope| (slope - mean).powi(2)).sum();
    let covered = |interval: &dyn Fn(&Analysis) -> Option<[f64; 2]>, truth: Option<f64>| {
        let intervals: Vec<[f64; 2]> = analyses.iter().filter_map(interval).collect();
        let count = intervals.len() as f64;
        let center = intervals.iter().map(|[low, high]| (low + high) / 2.0).sum::<f64>() / count;
        let truth = truth.unwrap_or(center);
        let hits = intervals.iter().filter(|[low, high]| (*low..=*high).contains(&truth));
        100.0 * hits.count() as f64 / count
    };
    let isotropic = truth.map(|_| 0.0);
    println!(
        "{name}{mean:9.3}{:9.3}{:8.1}%{:11.1}%{:8.1}%",
        (squares / (slopes.len() as f64 - 1.0)).sqrt(),
        covered(&|analysis| analysis.spectrum.slope_interval, truth),
        covered(&|analysis| Some(analysis.anisotropy_mean?.interval), isotropic),
        covered(&|analysis| Some(analysis.anisotropy_mean?.weighted_interval), isotropic),
    );
}

/// Evaluates a built-in generator for the seeds 1 to `count`.
fn noises(name: &str, count: u32) -> Result<Vec<Field>, Error> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let path = ModulePath::new(format!("generators/{name}.wgsl"));
    let generator = find_generator(&SourceTree::open(&folder)?, &path, None)?;
    let control = generator.seed_control().ok_or("there is no seed")?;
    let fields = (1..=count).map(|seed| {
        let mut values = Values::default();
        values.set(control, f64::from(seed).into());
        Ok(evaluate(&Subject { values, ..Subject::new(&generator, GRID) })?)
    });
    fields.collect()
}

/// Returns part of a periodic Gaussian field with the power spectrum f^−exponent.
fn gaussian(exponent: f64, seed: u64) -> Field {
    let side = MARGIN * SIDE;
    // Seeds far apart: neighboring states of splitmix64 give the same numbers, shifted.
    let mut state = (seed + ((exponent as u64) << 16)) << 40;
    let mut values: Vec<Complex<f64>> =
        (0..side * side).map(|_| Complex::new(normal(&mut state), 0.0)).collect();
    let mut planner = FftPlanner::new();
    transform(&mut values, &*planner.plan_fft_forward(side));
    let signed = |index: usize| (index as f64).min((side - index) as f64);
    for (index, value) in values.iter_mut().enumerate() {
        let frequency = signed(index % side).hypot(signed(index / side));
        *value *= if index == 0 { 0.0 } else { (frequency / 64.0).powf(-exponent / 2.0) };
    }
    transform(&mut values, &*planner.plan_fft_inverse(side));
    let rows = values.chunks_exact(side).take(SIDE);
    let samples = rows.flat_map(|row| row.iter().take(SIDE).map(|value| value.re as f32)).collect();
    Field { size: [SIDE as u32; 2], channels: 1, samples }
}

/// Transforms the rows, then the columns of a square, and leaves it transposed.
fn transform(values: &mut [Complex<f64>], fft: &dyn rustfft::Fft<f64>) {
    let side = fft.len();
    for _ in 0..2 {
        fft.process(values);
        for y in 0..side {
            for x in 0..y {
                values.swap(y * side + x, x * side + y);
            }
        }
    }
}

/// Box–Muller transform of numbers of splitmix64.
fn normal(state: &mut u64) -> f64 {
    let mut uniform = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let [radius, angle] = [uniform(), uniform()];
    (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
}
