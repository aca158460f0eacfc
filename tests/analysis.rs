//! Tests of the field analysis: all measured numbers against numpy, and sums that theory prescribes.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[path = "analysis/drainage.rs"]
mod drainage;
#[path = "analysis/fields.rs"]
mod fields;
#[path = "analysis/reference.rs"]
mod reference;
#[path = "analysis/sizes.rs"]
mod sizes;
#[path = "analysis/spectra.rs"]
mod spectra;
mod support;

use std::fs;
use std::path::PathBuf;

use noise_playground::analysis::{
    AnalysisSettings, HeightGrid, PowerSpectrum, SpectrumWindow, Trend, analyze_seeds,
};
use noise_playground::field::Channel;
use noise_playground::{Field, SampleGrid, analyze};

/// Width of the analyzed fields in world units.
const SPAN: f64 = 8.0;

fn grid(size: [u32; 2]) -> SampleGrid {
    SampleGrid { center: [0.0, 0.0], span: SPAN, size }
}

/// Returns a field whose samples are the values of a function of the world position.
fn field(size: [u32; 2], value: impl Fn([f64; 2]) -> f64) -> Field {
    let grid = grid(size);
    let positions = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| [x, y].map(f64::from)));
    let samples = positions.map(|sample| value(grid.world_from_sample(sample)) as f32);
    Field { size, channels: 1, samples: samples.collect() }
}

/// Returns a field of white noise: uncorrelated samples of variance 1/12, from the finalizer of splitmix64.
fn white_noise(size: [u32; 2], seed: u64) -> Field {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1 << 24) as f32
    };
    let samples = (0..size[0] * size[1]).map(|_| next()).collect();
    Field { size, channels: 1, samples }
}

fn shipped(file: &str, function: &str, set: &[(&str, &str)], grid: SampleGrid) -> Field {
    support::evaluate(&support::shipped(), file, function, set, grid)
}

#[test]
fn numbers_do_not_depend_on_the_number_of_threads() {
    let fields = [1, 2].map(|seed| white_noise([131, 150], seed));
    let in_pool = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let analysis = pool.install(|| analyze_seeds(&fields, grid([131, 150])));
        serde_json::to_string(&analysis).unwrap()
    };
    assert_eq!(in_pool(1), in_pool(7));
}

#[test]
fn every_number_agrees_with_numpy() {
    let with_gaps = |mut field: Field| {
        for (index, gap) in [(1000, f32::NAN), (2345, f32::INFINITY), (2346, f32::NAN)] {
            field.samples[index] = gap;
        }
        field
    };
    let perlin = shipped("noise/perlin.wgsl", "perlin", &[], grid([96; 2]));
    let fbm = shipped("generators/fbm.wgsl", "height", &[], grid([128; 2]));
    let wave = |[x, y]: [f64; 2]| 3.0 * (std::f64::consts::TAU * (2.0 * x + y)).cos();
    let seeds: Vec<Field> = ["1", "2", "3"]
        .map(|seed| {
            let set = [("seed", seed)];
            shipped("generators/fbm.wgsl", "height", &set, grid([96; 2]))
        })
        .into();
    let one = |(name, field, window)| (name, vec![field], window);
    let cases = [
        ("white", white_noise([96; 2], 1), SpectrumWindow::Hann),
        ("white_without_window", white_noise([64; 2], 2), SpectrumWindow::None),
        ("wide", white_noise([81, 50], 3), SpectrumWindow::Hann),
        ("cosine", field([64; 2], wave), SpectrumWindow::None),
        ("plane", field([64; 2], |[x, y]| 0.5 * x - 0.25 * y), SpectrumWindow::Hann),
        ("perlin_with_gaps", with_gaps(perlin.clone()), SpectrumWindow::Hann),
        ("perlin", perlin, SpectrumWindow::Hann),
        ("fbm", fbm, SpectrumWindow::Hann),
    ];
    let averaged = ("fbm_of_seeds", seeds, SpectrumWindow::Hann);
    let cases = cases.map(one).into_iter().chain([averaged]);
    let folder = tempfile::tempdir().unwrap();
    let paths = cases.map(|(name, fields, window)| {
        // Elevation models in degrees have other distances along x than along y.
        let spacing =
            if name == "wide" { [0.75, 1.0] } else { [grid(fields[0].size).spacing(); 2] };
        let settings = AnalysisSettings { window, ..spacing.into() };
        let mut json = serde_json::to_value(analyze_seeds(&fields, settings)).unwrap();
        json["window"] = if window == SpectrumWindow::Hann { "hann" } else { "none" }.into();
        let path = folder.path().join(name).with_extension("json");
        fs::write(&path, json.to_string()).unwrap();
        let samples = fields.iter().flat_map(|field| &field.samples);
        let bytes: Vec<u8> = samples.flat_map(|value| value.to_le_bytes()).collect();
        fs::write(path.with_extension("r32"), bytes).unwrap();
        path
    });
    support::compare_with_reference("analysis.py", paths.map(PathBuf::into_os_string));
}

#[test]
fn white_noise_has_a_flat_spectrum_that_sums_to_its_variance() {
    let fields: Vec<Field> = (0..8).map(|seed| white_noise([128; 2], seed)).collect();
    let settings = AnalysisSettings { window: SpectrumWindow::None, ..grid([128; 2]).into() };
    let analysis = analyze_seeds(&fields, settings);
    let power = analysis.power.as_ref().unwrap();
    // Parseval's theorem: exact, but each field has its own mean.
    assert!((power.variance() - analysis.statistics.std.powi(2)).abs() < 1e-5);
    assert!((power.variance() * 12.0 - 1.0).abs() < 0.01);
    let spacing = SPAN / 128.0;
    for ring in &analysis.spectrum.radial {
        let expected = spacing * spacing / 12.0;
        let [low, high] = ring.interval.map(|bound| bound / ring.power * expected);
        // Twice as far as the 95 % interval: none of 63 rings is expected outside.
        let (low, high) = (expected - 2.0 * (expected - low), expected + 2.0 * (high - expected));
        assert!((low..high).contains(&ring.power), "{ring:?} {expected}");
    }
    let [low, high] = analysis.spectrum.slope_interval.unwrap();
    assert!(low < 0.0 && 0.0 < high && high - low < 0.2, "{low} … {high}");
    let outside = analysis.anisotropy_db.iter().filter(|ring| ring.db.abs() > ring.floor_db);
    assert!(outside.count() < analysis.anisotropy_db.len() / 5);
}

#[test]
fn power_sums_to_the_mean_square_weighted_by_the_squared_window() {
    let field = field([64, 48], |[x, y]| (3.0 * x).sin() + 0.5 * x - y * y);
    let heights = HeightGrid::new(&field, Channel::X, [0.5, 0.75]);
    let grids = std::slice::from_ref(&heights);
    let count = heights.values.len() as f64;
    let mean = heights.values.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
    // Sine tapers: Σ sin²(πk(t + 1) / (n + 1)) over their orders k.
    type Squares = fn(f64, f64) -> f64;
    let windows: [(SpectrumWindow, Squares); 3] = [
        (SpectrumWindow::None, |_, _| 1.0),
        (SpectrumWindow::Hann, |t, n| (std::f64::consts::PI * (t + 0.5) / n).sin().powi(4)),
        (SpectrumWindow::Sine(3), |t, n| {
            let sine = |order: f64| (std::f64::consts::PI * order * (t + 1.0) / (n + 1.0)).sin();
            [1.0, 2.0, 3.0].map(|order| sine(order).powi(2)).iter().sum()
        }),
    ];
    for (window, squares) in windows {
        let mut sums = [0.0; 2];
        for (index, value) in heights.values.iter().enumerate() {
            let weight = squares((index % 64) as f64, 64.0) * squares((index / 64) as f64, 48.0);
            sums[0] += weight * (f64::from(*value) - mean).powi(2);
            sums[1] += weight;
        }
        let power = PowerSpectrum::new(grids, window, Trend::Mean).unwrap();
        let expected = sums[0] / sums[1];
        assert!((power.variance() / expected - 1.0).abs() < 1e-9, "{window:?}");
    }
}

#[test]
fn window_keeps_the_variance_in_the_mean() {
    let fields = (0..8).map(|seed| white_noise([64; 2], seed));
    let grids: Vec<HeightGrid> =
        fields.map(|field| HeightGrid::new(&field, Channel::X, [0.5; 2])).collect();
    let power = PowerSpectrum::new(&grids, SpectrumWindow::Hann, Trend::Mean).unwrap();
    assert!((power.variance() * 12.0 - 1.0).abs() < 0.03, "{}", power.variance());
    assert_eq!(power.centered().len(), 64 * 64);
}

#[test]
fn cosine_has_half_its_squared_amplitude_at_its_frequency() {
    let wave = field([64; 2], |[x, _]| 3.0 * (std::f64::consts::TAU * 2.0 * x).cos());
    let settings = AnalysisSettings { window: SpectrumWindow::None, ..grid([64; 2]).into() };
    let analysis = analyze(&wave, settings);
    assert!((analysis.power.unwrap().variance() - 4.5).abs() < 1e-5);
    assert!((analysis.spectrum.centroid - 2.0).abs() < 1e-5);
}

#[test]
fn tilted_plane_has_one_slope_and_one_landform() {
    let plane = field([64; 2], |[x, y]| 0.6 * x + 0.8 * y);
    let analysis = analyze(&plane, grid([64; 2]));
    let slopes = analysis.slopes.unwrap();
    assert!((slopes.mean_deg - 45.0).abs() < 1e-3 && (slopes.p95_deg - 45.0).abs() < 1e-3);
    assert!((analysis.hypsometric_integral - 0.5).abs() < 1e-6);
    assert_eq!(analysis.local_minima_share, 0.0);
    // The landform "slope" is the sixth.
    assert_eq!(analysis.geomorphons.unwrap()[5], 1.0);
}

#[test]
fn a_number_that_cannot_be_had_is_null_with_a_reason() {
    let json = |field: &Field| serde_json::to_value(analyze(field, grid(field.size))).unwrap();
    let constant = json(&field([16; 2], |_| 0.25));
    assert_eq!(constant["statistics"]["mean"], 0.25);
    assert!(
        constant["statistics"]["skewness"].is_null() && constant["spectrum"]["slope"].is_null()
    );
    assert!(
        constant["notes"]["spectrum"].is_string() && constant["notes"]["statistics"].is_string()
    );
    let empty = json(&field([3, 2], |_| f64::NAN));
    assert!(
        empty["statistics"]["mean"].is_null()
            && empty["histogram"]["edges"].as_array().unwrap().is_empty()
    );
    assert_eq!(empty["statistics"]["nan"], 6);
    let single = json(&field([1; 2], |_| 1.0));
    assert_eq!((&single["size"], &single["variogram"]), (&1.into(), &serde_json::json!([])));
    assert!(single["geomorphons"].is_null() && single["notes"]["geomorphons"].is_string());
}

#[test]
fn seeds_have_mean_and_deviation_and_a_calmer_spectrum() {
    let fields: Vec<Field> = (0..4).map(|seed| white_noise([64; 2], seed)).collect();
    let analysis = analyze_seeds(&fields, grid([64; 2]));
    let means: Vec<f64> = fields
        .iter()
        .map(|field| field.samples.iter().copied().map(f64::from).sum::<f64>() / 4096.0)
        .collect();
    let mean = means.iter().sum::<f64>() / 4.0;
    let deviation = (means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
    let found = analysis.over_seeds["mean"];
    assert!((found.mean - mean).abs() < 1e-12 && (found.std - deviation).abs() < 1e-12);
    // The 97.5 % quantile of Student's t with 3 degrees of freedom.
    let half = 3.182_446_305 * deviation / 2.0;
    assert!((found.interval[1] - mean - half).abs() < 1e-9);
    let single = fields.iter().map(|field| analyze(field, grid([64; 2])).variogram[2][1]);
    let single: Vec<f64> = single.collect();
    let gamma = single.iter().sum::<f64>() / 4.0;
    let deviation = (single.iter().map(|one| (one - gamma).powi(2)).sum::<f64>() / 3.0).sqrt();
    let [lag, low, high] = analysis.variogram_intervals[2];
    assert!((lag - analysis.variogram[2][0]).abs() < 1e-12);
    assert!((high - low - 3.182_446_305 * deviation).abs() < 1e-9);
    assert!((f64::midpoint(low, high) - gamma).abs() < 1e-12);
    assert!((analysis.statistics.mean - mean).abs() < 1e-12);
    let single = analyze(&fields[0], grid([64; 2]));
    assert!(single.over_seeds.is_empty());
    let width = |analysis: &noise_playground::analysis::Analysis| {
        let ring = analysis.spectrum.radial[20];
        (ring.interval[1] - ring.interval[0]) / ring.power
    };
    // Four times the degrees of freedom halve the band; a skewed distribution narrows a little faster.
    let ratio = width(&single) / width(&analysis);
    assert!((2.0..2.25).contains(&ratio), "{ratio}");
}
