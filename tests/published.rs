//! Tests of the analysis of built-in noises against values that were published, follow from theory, or were measured by
//! other programs: variances and shapes of the distributions, spectra, isotropy, slopes.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::analysis::{Analysis, AnalysisSettings, analyze_seeds};
use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, read_field};
use noise_playground::{Field, SampleGrid};

use support::{generator, gpu, shipped, values};

/// Analyzes several distant windows of a library function together.
fn analyzed(
    (file, function): (&str, &str),
    set: &[(&str, &str)],
    (span, side): (f64, u32),
    fit: Option<[f64; 2]>,
) -> Analysis {
    const WINDOWS: u32 = 6;
    let generator = generator(&shipped(), file, Some(function));
    let values = values(&generator, set);
    let pipeline = EvaluatePipeline::new(gpu(), &generator).unwrap();
    let window = |index: u32| -> Field {
        let grid = SampleGrid {
            center: [137.3 * f64::from(index), -61.7 * f64::from(index)],
            span,
            size: [side; 2],
        };
        let host = HostInputs::default();
        let inputs = EvaluateInputs::new(&generator, &values, grid, 0.0, &host).unwrap();
        let field = FieldTexture::new(gpu(), grid.size, generator.channels()).unwrap();
        let mut encoder = gpu().encoder();
        let region = grid.region();
        let evaluation = pipeline.evaluate(gpu(), &mut encoder, &inputs, region, &field, None);
        evaluation.unwrap();
        gpu().queue.submit([encoder.finish()]);
        read_field(gpu(), &field).unwrap()
    };
    let fields: Vec<Field> = (0..WINDOWS).map(window).collect();
    let settings =
        AnalysisSettings { fit, is_terrain: false, ..[span / f64::from(side); 2].into() };
    analyze_seeds(&fields, settings)
}

/// Returns the total power of a spectrum, its mean squared frequency, and the fraction of the power in a band of
/// frequencies.
fn moments(analysis: &Analysis, band: [f64; 2]) -> [f64; 3] {
    let power = analysis.power.as_ref().unwrap();
    let [width, height] = power.size;
    let area = power.step[0] * power.step[1];
    let [mut sum, mut squares, mut within] = [0.0; 3];
    for y in 0..height {
        for x in 0..width {
            let at = |index: usize, axis: usize| {
                (index as f64 - (power.size[axis] / 2) as f64) * power.step[axis]
            };
            let frequency = at(x, 0).hypot(at(y, 1));
            let density = power.at_centered([x, y]) * area;
            sum += density;
            squares += density * frequency * frequency;
            if (band[0]..band[1]).contains(&frequency) {
                within += density;
            }
        }
    }
    [sum, squares / sum, within / sum]
}

/// Returns the mean anisotropy of the frequency rings in a band, weighted by their energy, in decibels.
fn anisotropy(analysis: &Analysis, low: f64, high: f64) -> f64 {
    let rings = analysis.anisotropy_db.iter();
    let rings = rings.filter(|ring| (low..high).contains(&ring.frequency));
    let [sum, total] = rings
        .fold([0.0; 2], |[sum, total], ring| [sum + ring.energy * ring.db, total + ring.energy]);
    sum / total
}

#[test]
fn bases_have_the_variance_the_shape_and_the_bands_of_theory() {
    // Variance and excess kurtosis; fraction of the power from .5 to 1 cycles per unit.
    let cases = [
        (("noise/perlin.wgsl", "perlin"), 0.104_695, -0.47, Some(0.653)),
        (("noise/simplex.wgsl", "simplex"), 0.2905, -1.20, Some(0.444)),
        (("noise/value.wgsl", "value"), 0.2047, -0.84, None),
    ];
    for (noise, variance, kurtosis, share) in cases {
        let analysis = analyzed(noise, &[], (64.0, 320), None);
        let all = &analysis.statistics;
        let ratio = all.std.powi(2) / variance;
        assert!((ratio - 1.0).abs() < 0.04, "{noise:?}: variance {ratio}");
        assert!(all.mean.abs() < 0.02 && all.skewness.abs() < 0.06, "{noise:?}: {all:?}");
        assert!((all.kurtosis - kurtosis).abs() < 0.08, "{noise:?}: {all:?}");
        let [power, _, within] = moments(&analysis, [0.5, 1.0]);
        // Parseval: the power sums to the variance, as far as the window sees it.
        assert!((power / all.std.powi(2) - 1.0).abs() < 0.05, "{noise:?}: {power}");
        if let Some(share) = share {
            assert!((within - share).abs() < 0.02, "{noise:?}: {within}");
        }
    }
}

#[test]
fn perlin_noise_has_its_rms_frequency_and_simplex_noise_no_axes() {
    let perlin = analyzed(("noise/perlin.wgsl", "perlin"), &[], (64.0, 320), None);
    // √(E|∇n|² / E n²) / 2π; the window spreads each frequency a little.
    let [_, squares, _] = moments(&perlin, [0.0, 0.0]);
    assert!((squares.sqrt() - 0.6517).abs() < 0.01, "{}", squares.sqrt());
    let centroid = perlin.spectrum.centroid;
    assert!(centroid > 0.56 && centroid < squares.sqrt(), "{centroid}");
    let simplex = analyzed(("noise/simplex.wgsl", "simplex"), &[], (64.0, 320), None);
    let bands = [[0.4, 0.6], [0.6, 0.9], [0.9, 1.3], [1.3, 1.8]];
    let published = [(&perlin, [0.65, 0.68, 0.58, 10.8]), (&simplex, [0.31, -0.13, -0.26, -0.02])];
    for (analysis, decibels) in published {
        for ([low, high], expected) in bands.into_iter().zip(decibels) {
            let found = anisotropy(analysis, low, high);
            let tolerance = if expected > 2.0 { 1.5 } else { 0.6 };
            assert!((found - expected).abs() < tolerance, "{low}: {found}, not {expected}");
        }
    }
}

#[test]
fn octave_sums_have_the_slopes_of_their_gain() {
    // The expected slope, and the one that was measured with these settings: 4 cells wide at octave 0, rings 6 to
    // 96; here to 64, with half the samples.
    for (gain, expected, measured) in [
        ("0.35", -5.03, -5.11),
        ("0.5", -4.0, -4.07),
        ("0.6", -3.47, -3.54),
        ("0.7071", -3.0, -3.07),
    ] {
        let set = [("gain", gain), ("lacunarity", "2"), ("octaves", "6")];
        let noise = ("noise/turbulence.wgsl", "fbm");
        let analysis = analyzed(noise, &set, (4.0, 256), Some([1.5, 16.0]));
        let slope = analysis.spectrum.slope;
        assert!((slope - measured).abs() < 0.12, "{gain}: {slope}, not {measured}");
        assert!((slope - expected).abs() < 0.2, "{gain}: {slope}, expected {expected}");
        let hurst = (-slope - 2.0) / 2.0;
        if (0.0..=1.0).contains(&hurst) {
            assert!((analysis.spectrum.hurst - hurst).abs() < 1e-12);
        } else {
            assert!(analysis.spectrum.hurst.is_nan() && analysis.notes.contains_key("hurst"));
        }
    }
}
