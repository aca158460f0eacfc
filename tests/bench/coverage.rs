//! Coverage of the 95 % intervals of an analysis, and rejections of surrogates at the level 0.05: `cargo bench --bench
//! coverage [spectra] [seeds] [holes] [surrogates] [replicates] [side=N] [COUNT]`. Without names, all parts run. COUNT fields (default:
//! 400) of each kind are measured one by one; with several seeds, COUNT groups. `side` limits the surrogates to one size.
//! Printed are percentages: of the intervals that contain the truth, which of Gaussian fields is known, and of noises the
//! mean of all; and of the Gaussian fields that differ from their surrogates.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use noise_playground::analysis::{
    Analysis, AnalysisSettings, HeightGrid, Replicates, SpectrumWindow, SurrogateTest, Surrogates,
    Trend, analyze_grids,
};
use noise_playground::field::Channel;
use noise_playground::field::files::Fill;
use noise_playground::generator::find_generator;
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::{SampleGrid, Subject, Values, evaluate};
use rayon::prelude::*;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

type Error = Box<dyn std::error::Error>;

const SIDE: usize = 256;

/// Gaussian fields are cut out of fields that are this many times as wide, so that they do not tile.
const MARGIN: usize = 2;

/// View of the noises: four cells of the first octave.
const GRID: SampleGrid = SampleGrid { center: [0.5; 2], span: 4.0, size: [SIDE as u32; 2] };

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(400);
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let runs_all =
        !["spectra", "seeds", "holes", "surrogates", "replicates"].into_iter().any(named);
    let runs = |name| runs_all || named(name);
    if runs("spectra") {
        spectra(count)?;
    }
    if runs("seeds") {
        seeds(count);
    }
    if runs("holes") {
        holes(count);
    }
    let side = arguments.iter().find_map(|argument| argument.strip_prefix("side="));
    let side = side.map(str::parse).transpose()?;
    if runs("surrogates") {
        surrogates(count, side);
    }
    if runs("replicates") {
        replicates(count, side)?;
    }
    Ok(())
}

/// Kind of Gaussian fields: P ∝ |(x, stretch · y)|^slope.
#[derive(Clone, Copy)]
struct Kind {
    slope: f64,
    size: [usize; 2],
    stretch: f64,
}

impl Kind {
    fn square(slope: f64, side: usize) -> Self {
        Self { slope, size: [side; 2], stretch: 1.0 }
    }

    fn name(&self) -> String {
        let [width, height] = self.size;
        let stretch = if self.stretch == 1.0 {
            String::new()
        } else {
            format!(", stretched {}", self.stretch)
        };
        format!("f^{} {width}x{height}{stretch}", self.slope)
    }

    fn fields(self, count: u32) -> Vec<HeightGrid> {
        (1..=count).into_par_iter().map(|seed| self.gaussian(seed.into())).collect()
    }

    /// Anisotropy in decibels.
    fn anisotropy(&self) -> f64 {
        let mean = |middle: f64| {
            let angles = (0..4000).map(|step| {
                let within = (f64::from(step % 1000) + 0.5) / 1000.0 - 0.5;
                middle + f64::from(step / 1000) * FRAC_PI_2 + within * PI / 8.0
            });
            angles.map(|angle| angle.cos().hypot(self.stretch * angle.sin()).powf(self.slope)).sum()
        };
        let [axes, diagonals]: [f64; 2] = [0.0, FRAC_PI_4].map(mean);
        10.0 * (axes / diagonals).log10()
    }

    fn gaussian(self, seed: u64) -> HeightGrid {
        let side = MARGIN * self.size[0].max(self.size[1]);
        // Seeds far apart: neighboring states of splitmix64 give the same numbers, shifted.
        let mut state = (seed + ((-self.slope) as u64) * 65_536) << 40;
        let mut values: Vec<Complex<f64>> =
            (0..side * side).map(|_| Complex::new(normal(&mut state), 0.0)).collect();
        let mut planner = FftPlanner::new();
        transform(&mut values, &*planner.plan_fft_forward(side));
        let signed = |index: usize| (index as f64).min((side - index) as f64);
        for (index, value) in values.iter_mut().enumerate() {
            // Transposed.
            let [x, y] = [signed(index / side), self.stretch * signed(index % side)];
            *value *= if index == 0 { 0.0 } else { (x.hypot(y) / 64.0).powf(self.slope / 2.0) };
        }
        transform(&mut values, &*planner.plan_fft_inverse(side));
        let rows = values.chunks_exact(side).take(self.size[1]);
        let samples = rows.flat_map(|row| row[..self.size[0]].iter().map(|value| value.re as f32));
        HeightGrid { size: self.size, spacing: [1.0; 2], z_factor: 1.0, values: samples.collect() }
    }
}

const WINDOWS: [(&str, SpectrumWindow); 2] =
    [("Hann", SpectrumWindow::Hann), ("sine 4", SpectrumWindow::Sine(4))];

/// Intervals of the slope and of the anisotropy, unweighted and weighted.
fn spectra(count: u32) -> Result<(), Error> {
    println!("{:32}{:7}{:>7}{:>12}{:>10}", "field", "window", "slope", "anisotropy", "weighted");
    let wide = Kind { size: [128, 64], ..Kind::square(-2.0, 64) };
    let squares = [0.0, -2.0, -3.0].map(|slope| Kind::square(slope, 64));
    let large = [0, 1, 2, 3, 4, 5].map(|slope| Kind::square(-f64::from(slope), SIDE));
    let stretched = [2.0, 3.0, 8.0].map(|stretch| Kind { stretch, ..Kind::square(-3.0, SIDE / 2) });
    for kind in squares.into_iter().chain([wide]).chain(large).chain(stretched) {
        print(&kind.name(), &kind.fields(count), Some((kind.slope, kind.anisotropy())));
    }
    for name in ["fbm", "swiss"] {
        print(name, &noises(name, count)?, None);
    }
    Ok(())
}

fn print(name: &str, fields: &[HeightGrid], truth: Option<(f64, f64)>) {
    for (of_window, window) in WINDOWS {
        let spacing = fields[0].spacing;
        let settings = AnalysisSettings { window, is_terrain: false, ..spacing.into() };
        let analyses: Vec<Analysis> = fields
            .par_iter()
            .map(|field| analyze_grids(std::slice::from_ref(field), settings))
            .collect();
        let covered = |interval: &dyn Fn(&Analysis) -> Option<[f64; 2]>, truth: Option<f64>| {
            covered(analyses.iter().filter_map(interval).collect(), truth)
        };
        let (slope, anisotropy) = truth.unzip();
        println!(
            "{name:32}{of_window:7}{:>7}{:>12}{:>10}",
            covered(&|analysis| analysis.spectrum.slope_interval, slope),
            covered(&|analysis| Some(analysis.anisotropy_mean?.interval), anisotropy),
            covered(&|analysis| Some(analysis.anisotropy_mean?.weighted_interval), anisotropy),
        );
    }
}

/// Percentage of the intervals that contain the truth, by default the mean of their middles.
fn covered(intervals: Vec<[f64; 2]>, truth: Option<f64>) -> String {
    let count = intervals.len() as f64;
    let center = intervals.iter().map(|[low, high]| (low + high) / 2.0).sum::<f64>() / count;
    let truth = truth.unwrap_or(center);
    let hits = intervals.iter().filter(|[low, high]| (*low..=*high).contains(&truth)).count();
    if intervals.is_empty() {
        "-".to_owned()
    } else {
        format!("{:.1}", 100.0 * hits as f64 / count)
    }
}

/// Intervals of means over seeds, and of the shortest and the longest lag of the variogram.
fn seeds(groups: u32) {
    const NAMES: [&str; 5] =
        ["skewness", "kurtosis", "mean_deg", "p95_deg", "hypsometric_integral"];
    println!("\n{:32}{}  variogram", "seeds", NAMES.join("  "));
    for (slope, seeds) in [(-2.0, 8), (-3.0, 4), (-3.0, 8), (-3.0, 16)] {
        let fields = Kind::square(slope, 64).fields(groups * seeds);
        let groups = fields.par_chunks(seeds as usize);
        let analyses: Vec<Analysis> =
            groups.map(|group| analyze_grids(group, [1.0; 2].into())).collect();
        print!("{:32}", format!("f^{slope} 64x64, {seeds} seeds"));
        for name in NAMES {
            let intervals = analyses.iter().map(|one| one.over_seeds[name].interval);
            print!("{:>width$}  ", covered(intervals.collect(), None), width = name.len());
        }
        for point in [0, analyses[0].variogram.len() - 1] {
            let intervals = analyses.iter().map(|analysis| {
                let [_, low, high] = analysis.variogram_intervals[point];
                [low, high]
            });
            print!("{:>5}", covered(intervals.collect(), None));
        }
        println!();
    }
}

/// Intervals of the slope of fields of which 40 % are filled: samples at random, and parts below a level of another field.
fn holes(count: u32) {
    println!("\n{:32}slope", "holes");
    for slope in [-2.0, -3.0, -4.0] {
        for level_slope in [-0.0, -2.5] {
            let levels = Kind::square(level_slope, 128).fields(count);
            let fields = Kind::square(slope, 128).fields(2 * count).split_off(count as usize);
            let settings =
                AnalysisSettings { is_terrain: false, fill: Some(Fill::Smooth), ..[1.0; 2].into() };
            let intervals = fields.into_par_iter().zip(&levels).map(|(mut field, levels)| {
                let mut sorted = levels.values.clone();
                sorted.sort_by(f32::total_cmp);
                let level = sorted[sorted.len() * 2 / 5 - 1];
                let holes = field.values.iter_mut().zip(&levels.values);
                holes.filter(|(_, other)| **other < level).for_each(|(value, _)| *value = f32::NAN);
                analyze_grids(&[field], settings).spectrum.slope_interval
            });
            let intervals: Vec<[f64; 2]> = intervals.flatten().collect();
            let name = format!(
                "f^{slope} 128x128, {} 40 %",
                ["parts", "samples"][usize::from(level_slope == 0.0)]
            );
            println!("{name:32}{:>5}", covered(intervals, Some(slope)));
        }
    }
}

/// Percentage of fields that differ from 39 surrogates, by measure.
fn surrogates(count: u32, only: Option<usize>) {
    println!("\nsurrogates: percentage that differs");
    let kinds =
        [64, 96, 128, 256, 512].into_iter().zip([Trend::Mean, Trend::Plane].into_iter().cycle());
    for (side, trend) in kinds.filter(|(side, _)| only.is_none_or(|only| only == *side)) {
        for slope in [-1.0, -2.0, -3.0, -4.0] {
            let settings = AnalysisSettings { trend, ..[1.0; 2].into() };
            let fields = Kind::square(slope, side).fields(count);
            let tests = fields
                .par_iter()
                .filter_map(|field| Some(Surrogates::new(field, &settings)?.test(39)));
            let tests: Vec<SurrogateTest> = tests.collect();
            print!("f^{slope} {side}x{side} {trend:?}:");
            for name in tests.first().into_iter().flat_map(|test| test.measures.keys()) {
                let differing = tests.iter().filter(|test| test.differing.contains(name)).count();
                print!(" {name} {:.1}", 100.0 * differing as f64 / tests.len() as f64);
            }
            println!();
        }
    }
}

/// Intervals of single fields from 39 Gaussian fields with their spectrum.
fn replicates(count: u32, only: Option<usize>) -> Result<(), Error> {
    println!("\nreplicates: measures, then some lags of the variogram");
    for side in [64, 128, SIDE].into_iter().filter(|side| only.is_none_or(|only| only == *side)) {
        let wide = Kind { size: [side, side / 2], ..Kind::square(-2.0, side) };
        let stretched = Kind { stretch: 3.0, ..Kind::square(-3.0, side) };
        let slopes = [0.0, -1.0, -2.0, -3.0, -4.0].map(|slope| Kind::square(slope, side));
        for kind in slopes.into_iter().chain([wide, stretched]) {
            print_replicates(&kind.name(), &kind.fields(count));
        }
    }
    for name in ["fbm", "billowed", "ridged", "swiss"] {
        if only.is_none() {
            print_replicates(name, &noises(name, count)?);
        }
    }
    Ok(())
}

type Number = fn(&Analysis) -> f64;

fn print_replicates(name: &str, fields: &[HeightGrid]) {
    let settings: AnalysisSettings = fields[0].spacing.into();
    let analyses: Vec<Analysis> = fields
        .par_iter()
        .map(|field| analyze_grids(std::slice::from_ref(field), settings))
        .collect();
    let all: Vec<Replicates> =
        fields.par_iter().filter_map(|field| Replicates::of(field, &settings, 39)).collect();
    let mean = |value: &dyn Fn(&Analysis) -> f64| {
        analyses.iter().map(value).sum::<f64>() / analyses.len() as f64
    };
    let measures: [(&str, Number); 6] = [
        ("skewness", |one| one.statistics.skewness),
        ("kurtosis", |one| one.statistics.kurtosis),
        ("mean_deg", |one| one.slopes.as_ref().map_or(f64::NAN, |slopes| slopes.mean_deg)),
        ("p95_deg", |one| one.slopes.as_ref().map_or(f64::NAN, |slopes| slopes.p95_deg)),
        ("hypsometric_integral", |one| one.hypsometric_integral),
        ("roughness", |one| one.roughness),
    ];
    print!("{name}:");
    for (name, value) in measures {
        let intervals = all.iter().map(|one| one.intervals[name]).collect();
        print!(" {name} {}", covered(intervals, Some(mean(&value))));
    }
    let last = all[0].variogram.len() - 1;
    for point in [0, last / 3, 2 * last / 3, last] {
        let intervals = all.iter().map(|one| {
            let [_, low, high] = one.variogram[point];
            [low, high]
        });
        let truth = mean(&|one| one.variogram[point][1]);
        print!(" {}", covered(intervals.collect(), Some(truth)));
    }
    println!();
}

/// Evaluates a built-in generator for the seeds 1 to `count`.
fn noises(name: &str, count: u32) -> Result<Vec<HeightGrid>, Error> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let path = ModulePath::new(format!("generators/{name}.wgsl"));
    let generator = find_generator(&SourceTree::open(&folder)?, &path, None)?;
    let control = generator.seed_control().ok_or("there is no seed")?;
    let fields = (1..=count).map(|seed| {
        let mut values = Values::default();
        values.set(control, f64::from(seed).into());
        let field = evaluate(&Subject { values, ..Subject::new(&generator, GRID) })?;
        Ok(HeightGrid::new(&field, Channel::X, [GRID.spacing(); 2]))
    });
    fields.collect()
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
