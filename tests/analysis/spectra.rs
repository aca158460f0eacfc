//! Tapers, trends, gaps, directions, coherence, autocorrelation, volumes, surrogates.

use std::f64::consts::TAU;

use noise_playground::analysis::{
    AnalysisSettings, Autocorrelation, BlueNoise, CoherenceRing, HeightGrid, PowerSpectrum,
    Replicates, SpectrumWindow, Surrogates, Trend, VolumeSpectrum, analyze_grids, analyze_seeds,
    coherence,
};
use noise_playground::field::Field;
use noise_playground::field::files::Fill;

use crate::fields::{cut_out, gaussian, grid, normal};

fn white(side: usize, seed: u64) -> HeightGrid {
    let values = gaussian(side, 2, seed, |_| 1.0);
    grid(side, |[x, y]| values[y * side + x])
}

fn spectrum(grid: &HeightGrid, window: SpectrumWindow, trend: Trend) -> PowerSpectrum {
    PowerSpectrum::new(std::slice::from_ref(grid), window, trend).unwrap()
}

fn field(grid: &HeightGrid) -> Field {
    Field { size: grid.size.map(|side| side as u32), channels: 1, samples: grid.values.clone() }
}

#[test]
fn tapers_keep_the_variance_and_calm_the_rings() {
    let spread = |window: SpectrumWindow| {
        let power = spectrum(&white(128, 1), window, Trend::Mean);
        assert!((power.variance() - 1.0).abs() < 0.05, "{window:?} {}", power.variance());
        let rings = power.radial();
        let squares = rings[4..].iter().map(|ring| (ring.power - 1.0).powi(2));
        // Relative to that of the intervals, which are 3.92 standard deviations wide.
        let expected = rings[4..]
            .iter()
            .map(|ring| ((ring.interval[1] - ring.interval[0]) / ring.power / 3.92).powi(2));
        (squares.sum::<f64>(), expected.sum::<f64>())
    };
    let (hann, _) = spread(SpectrumWindow::Hann);
    let (sine, expected) = spread(SpectrumWindow::Sine(4));
    assert!(sine < 0.5 * hann, "{sine} {hann}");
    assert!((0.4..2.5).contains(&(sine / expected)), "{sine} {expected}");
}

#[test]
fn intervals_of_slopes_by_tapers_contain_the_exponent() {
    let settings = AnalysisSettings { window: SpectrumWindow::Sine(4), ..[1.0; 2].into() };
    let hits = (0..24).filter(|seed| {
        let field = field(&cut_out(96, 3.0, *seed));
        let analysis = analyze_seeds(&[field], settings);
        let [low, high] = analysis.spectrum.slope_interval.unwrap();
        (low..=high).contains(&-3.0)
    });
    let hits = hits.count();
    assert!(hits >= 20, "{hits} of 24");
}

#[test]
fn tapers_have_no_intervals_where_they_leak() {
    let field = field(&cut_out(96, 5.0, 1));
    let settings = AnalysisSettings { window: SpectrumWindow::Sine(4), ..[1.0; 2].into() };
    let analysis = analyze_seeds(&[field], settings);
    assert_eq!((analysis.spectrum.slope_interval, analysis.anisotropy_mean), (None, None));
    for member in ["slope_interval", "anisotropy_mean"] {
        assert!(analysis.notes[member].contains("tapers leak"), "{member}");
    }
}

#[test]
fn plane_is_removed_exactly_and_the_mean_only_on_request() {
    let plane = grid(64, |[x, y]| 3.0 * x as f64 - 0.5 * y as f64 + 7.0);
    let without = spectrum(&plane, SpectrumWindow::Hann, Trend::Plane);
    assert!(without.variance() < 1e-8, "{}", without.variance());
    let with = spectrum(&plane, SpectrumWindow::Hann, Trend::Mean);
    assert!(with.variance() > 100.0);
    let constant = grid(32, |_| 5.0);
    let all = spectrum(&constant, SpectrumWindow::None, Trend::None);
    assert!((all.variance() - 25.0).abs() < 1e-9);
}

#[test]
fn missing_samples_up_to_a_share_are_filled_for_the_spectrum() {
    let whole = field(&cut_out(128, 3.0, 5));
    let with_holes = |share: u64| {
        let mut holes = whole.clone();
        let mut state = 9;
        for sample in &mut holes.samples {
            let chance = (normal(&mut state).abs() * 1e6) as u64 % 100;
            *sample = if chance < share { f32::NAN } else { *sample };
        }
        holes
    };
    let settings = AnalysisSettings { fill: Some(Fill::Smooth), ..[1.0; 2].into() };
    let slope = |field: Field| analyze_seeds(&[field], settings).spectrum.slope;
    let difference = slope(with_holes(5)) - slope(whole.clone());
    assert!(difference.abs() < 0.1, "{difference}");
    let refused = analyze_seeds(&[with_holes(45)], settings);
    assert!(refused.spectrum.slope.is_nan());
    assert!(refused.notes["spectrum"].contains("more than 40 %"), "{}", refused.notes["spectrum"]);
    let unfilled = analyze_seeds(&[with_holes(5)], [1.0; 2]);
    assert!(unfilled.spectrum.radial.is_empty());
}

/// Without the correction, the slopes are 0.2 too steep.
#[test]
fn interval_of_the_slope_is_corrected_for_filled_samples() {
    let settings =
        AnalysisSettings { fill: Some(Fill::Smooth), is_terrain: false, ..[1.0; 2].into() };
    let slopes = (1..=6).map(|seed| {
        let mut holes = field(&cut_out(96, 3.0, seed));
        let mut state = seed << 40;
        for sample in &mut holes.samples {
            *sample = if normal(&mut state) < -0.3 { f32::NAN } else { *sample };
        }
        let spectrum = analyze_seeds(&[holes], settings).spectrum;
        let [low, high] = spectrum.slope_interval.unwrap();
        [spectrum.slope, f64::midpoint(low, high)]
    });
    let [plain, corrected] = slopes
        .fold([0.0; 2], |sums, slopes| [sums[0] + slopes[0] / 6.0, sums[1] + slopes[1] / 6.0]);
    assert!(corrected - plain > 0.1 && (corrected + 3.0).abs() < 0.2, "{plain} {corrected}");
}

#[test]
fn angular_power_is_that_of_the_direction() {
    let values = white(128, 3);
    let isotropic = spectrum(&values, SpectrumWindow::Hann, Trend::Mean);
    let directions = isotropic.angular(&isotropic.radial(), [0.1, 0.4]);
    assert_eq!(directions.len(), 36);
    let contains = |interval: [f64; 2]| (interval[0]..=interval[1]).contains(&1.0);
    let outside = directions.iter().filter(|direction| !contains(direction.interval)).count();
    assert!(outside <= 6, "{outside} of 36");
    // A wave whose frequency points 45° north of east; y is toward the south.
    let wave = grid(128, |[x, y]| {
        (TAU * 0.2 * (x as f64 - y as f64) / 2f64.sqrt()).cos()
            + 0.01 * f64::from(values.values[y * 128 + x])
    });
    let power = spectrum(&wave, SpectrumWindow::Hann, Trend::Mean);
    let directions = power.angular(&power.radial(), [0.15, 0.25]);
    let most = directions.iter().max_by(|one, other| one.power.total_cmp(&other.power)).unwrap();
    assert!(most.degrees == 45.0 && most.power > 2.0, "{most:?}");
}

#[test]
fn coherence_is_1_of_equal_fields_and_its_bias_of_independent_ones() {
    for window in [SpectrumWindow::Hann, SpectrumWindow::Sine(3)] {
        let one = [white(128, 1), white(128, 2)];
        let rings = |others: &[HeightGrid]| coherence(&one, others, window, Trend::Mean).unwrap();
        for ring in rings(&one) {
            assert!((ring.coherence - 1.0).abs() < 1e-9 && ring.phase_deg.abs() < 1e-6);
        }
        let opposite: Vec<HeightGrid> = one
            .iter()
            .map(|grid| crate::fields::grid(128, |[x, y]| -f64::from(grid.values[y * 128 + x])))
            .collect();
        for ring in rings(&opposite) {
            assert!(
                (ring.coherence - 1.0).abs() < 1e-9 && (ring.phase_deg.abs() - 180.0).abs() < 1e-6
            );
        }
        let independent: Vec<CoherenceRing> = (20..25)
            .flat_map(|seed| rings(&[white(128, 2 * seed), white(128, 2 * seed + 1)]))
            .filter(|ring| ring.frequency > 0.05)
            .collect();
        let count = independent.len() as f64;
        let ratios = independent.iter().map(|ring| ring.coherence / ring.bias);
        let ratio = ratios.sum::<f64>() / count;
        assert!((0.8..1.25).contains(&ratio), "{window:?} {ratio}");
        let above = independent.iter().filter(|ring| ring.coherence > ring.threshold).count();
        let share = above as f64 / count;
        assert!((0.01..0.1).contains(&share), "{window:?} {share}");
    }
    let small = [white(64, 1)];
    assert_eq!(coherence(&small, &[white(32, 1)], SpectrumWindow::Hann, Trend::Mean), None);
}

#[test]
fn coherence_of_a_sum_is_the_share_of_the_common_power() {
    let [common, own] = [white(128, 1), white(128, 2)];
    let sum = grid(128, |[x, y]| {
        f64::from(common.values[y * 128 + x]) + f64::from(own.values[y * 128 + x])
    });
    let rings = coherence(&[common], &[sum], SpectrumWindow::Hann, Trend::Mean).unwrap();
    let mean = rings[8..].iter().map(|ring| ring.coherence).sum::<f64>() / (rings.len() - 8) as f64;
    assert!((mean - 0.5).abs() < 0.05, "{mean}");
}

#[test]
fn autocorrelation_of_a_cosine_is_a_cosine() {
    let wave = grid(128, |[x, _]| (TAU * x as f64 / 16.0).cos());
    let found = Autocorrelation::of(&[wave], Trend::Mean).unwrap();
    let at = |x: usize, y: usize| found.image[y * 128 + x];
    assert!((at(64, 64) - 1.0).abs() < 1e-12);
    assert!((at(64 + 8, 64) + 1.0).abs() < 0.01 && (at(64 + 16, 30) - 1.0).abs() < 0.01);
    let noise = Autocorrelation::of(&[white(64, 4)], Trend::Mean).unwrap();
    assert!(noise.radial[1][1].abs() < 0.1 && noise.length < 1.0, "{:?}", noise.radial[1]);
    assert_eq!(Autocorrelation::of(&[grid(8, |_| 2.0)], Trend::Mean), None);
}

#[test]
fn power_of_a_volume_sums_to_its_variance_and_has_its_slope() {
    let side = 32;
    let wave: Vec<f32> = (0..side * side * side)
        .map(|index| (3.0 * (TAU * 4.0 * (index / side / side) as f64 / side as f64).cos()) as f32)
        .collect();
    let found = VolumeSpectrum::of(&wave, side, 2.0, SpectrumWindow::None, None).unwrap();
    assert!((found.variance - 4.5).abs() < 1e-5, "{}", found.variance);
    let most = found.radial.iter().max_by(|one, other| one[1].total_cmp(&other[1])).unwrap();
    // Four waves over two units.
    assert_eq!(most[0], 2.0);
    let values = gaussian(side, 3, 1, |frequency| frequency.powi(-2));
    let values: Vec<f32> = values.iter().map(|value| 1e4 * *value as f32).collect();
    let fit = Some([3.0, 12.0]);
    let found = VolumeSpectrum::of(&values, side, 1.0, SpectrumWindow::None, fit).unwrap();
    assert!((found.slope + 4.0).abs() < 0.2, "{}", found.slope);
    assert!((found.hurst - 0.5).abs() < 0.1);
    let hann = VolumeSpectrum::of(&values, side, 1.0, SpectrumWindow::Hann, fit).unwrap();
    assert!((hann.slope + 4.0).abs() < 0.4, "{}", hann.slope);
}

/// Fields cut out of wider ones are no tiles.
#[test]
fn surrogates_of_gaussian_fields_have_uniform_probabilities() {
    const FIELDS: usize = 24;
    let test = |trend: Trend, grid: &HeightGrid, count: u32| {
        let settings = AnalysisSettings { trend, ..[1.0; 2].into() };
        Surrogates::new(grid, &settings).unwrap().test(count)
    };
    for (exponent, trend) in [(2.0, Trend::Plane), (3.0, Trend::Mean)] {
        let fields = (0..FIELDS).map(|seed| cut_out(40, exponent, 100 + seed as u64));
        let tests: Vec<_> = fields.map(|grid| test(trend, &grid, 19)).collect();
        for name in ["skewness", "kurtosis", "mean_deg", "local_minima_share"] {
            let mut ps: Vec<f64> = tests.iter().map(|test| test.measures[name].p).collect();
            ps.sort_by(f64::total_cmp);
            let steps = ps.iter().enumerate();
            let distance = steps
                .map(|(index, p)| (p - (index as f64 + 0.5) / FIELDS as f64).abs())
                .fold(0.0, f64::max);
            // Kolmogorov and Smirnov at 1 %: 1.63 / √24 = 0.33.
            assert!(distance < 0.34, "f^-{exponent} {name}: {distance} {ps:?}");
        }
    }
    let skewed = cut_out(40, 3.0, 1);
    let deviation = skewed.values.iter().map(|value| value * value).sum::<f32>().sqrt() / 40.0;
    let skewed = grid(40, |[x, y]| f64::from(skewed.values[y * 40 + x] / deviation).exp());
    let found = test(Trend::Mean, &skewed, 39);
    assert!(found.differing.contains(&"skewness".to_owned()), "{found:?}");
    assert_eq!(found, test(Trend::Mean, &skewed, 39));
}

#[test]
fn intervals_of_white_noise_are_as_wide_as_theory_says() {
    let noise = white(64, 3);
    let count: f64 = 64.0 * 64.0;
    for window in [SpectrumWindow::Hann, SpectrumWindow::None] {
        let settings = AnalysisSettings { window, ..[1.0; 2].into() };
        let found = Replicates::of(&noise, &settings, 99).unwrap();
        assert_eq!(found.count, 99);
        let own = analyze_grids(std::slice::from_ref(&noise), settings);
        // Standard errors of the moments of a normal distribution.
        for (name, error, value) in [
            ("skewness", (6.0 / count).sqrt(), own.statistics.skewness),
            ("kurtosis", (24.0 / count).sqrt(), own.statistics.kurtosis),
        ] {
            let [low, high] = found.intervals[name];
            let width = (high - low) / (2.0 * 1.96 * error);
            assert!((0.8..1.6).contains(&width), "{name}: {width}");
            assert!(low < value && value < high, "{name}: {low} {value} {high}");
        }
        let points = found.variogram.iter().zip(&own.variogram);
        assert!(points.clone().count() > 5);
        for ([lag, low, high], [own_lag, value]) in points {
            assert!(lag == own_lag && *lag <= 16.0 && low < value && value < high, "{lag}");
        }
    }
    let hole = grid(16, |[x, y]| if [x, y] == [3, 4] { f64::NAN } else { 1.0 });
    assert_eq!(Replicates::of(&hole, &[1.0; 2].into(), 39), None);
}

#[test]
fn surrogate_of_a_tile_has_its_spectrum() {
    let tile = white(32, 6);
    let settings = AnalysisSettings { window: SpectrumWindow::None, ..[1.0; 2].into() };
    let surrogate = Surrogates::new(&tile, &settings).unwrap().surrogates(1).remove(0);
    assert_ne!(tile.values, surrogate.values);
    let [one, other] = [&tile, &surrogate]
        .map(|grid| spectrum(grid, SpectrumWindow::None, Trend::Mean).centered());
    for (one, other) in one.iter().zip(&other) {
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

#[test]
fn blue_noise_has_little_power_below_its_principal_frequency() {
    let measured = |grid: &HeightGrid| {
        let grids = std::slice::from_ref(grid);
        BlueNoise::of(grids, &spectrum(grid, SpectrumWindow::None, Trend::Mean))
    };
    let binary = |threshold: f32, grid: &HeightGrid| {
        crate::fields::grid(128, |[x, y]| f64::from(u8::from(grid.values[y * 128 + x] > threshold)))
    };
    let white_points = white(128, 1);
    let white = measured(&binary(0.0, &white_points));
    assert!(white.is_binary && (white.principal_frequency - 0.5f64.sqrt()).abs() < 0.02);
    assert!((white.low_power - 1.0).abs() < 0.1, "{white:?}");
    // No power below 32 of 64 bins, equal power above.
    let values = gaussian(128, 2, 2, |frequency| f64::from(u8::from(frequency >= 32.0)));
    let deviation = (values.iter().map(|value| value * value).sum::<f64>() / 128f64.powi(2)).sqrt();
    let high = grid(128, |[x, y]| values[y * 128 + x] / deviation);
    let blue = measured(&high);
    // The power is 1.24 above; it is a tenth of white noise within f where 1 − (32/f)² = 0.1/1.24.
    assert!((blue.effective_nyquist * 128.0 - 33.4).abs() < 1.5, "{blue:?}");
    // A tenth of the samples are points; those of the second field keep apart.
    let [white, blue] = [&white_points, &high].map(|grid| measured(&binary(1.28, grid)));
    assert!((white.principal_frequency - 0.1f64.sqrt()).abs() < 0.02, "{white:?}");
    assert!((white.low_power - 1.0).abs() < 0.1 && blue.low_power < 0.9, "{white:?} {blue:?}");
}
