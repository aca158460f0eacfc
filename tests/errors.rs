//! Tests of the precision errors of a generator: one pipeline evaluates the generator and its double-precision twin.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::sync::Arc;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, Precision};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, read_field, read_report,
};
use noise_playground::view::shading::{Palette, ViewMode};
use noise_playground::{RenderSettings, Subject, render};

use support::{evaluate_points, gpu, main_generator, shipped};

const GRID: SampleGrid = SampleGrid { center: [0.25, -0.25], span: 8.0, size: [64, 48] };

/// Evaluates the precision error of a generator at each sample of a grid.
fn errors(generator: &Arc<Generator>, grid: SampleGrid) -> Vec<f32> {
    let (gpu, values) = (gpu(), Values::default());
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    pipeline.prepare(gpu, ViewMode::Error).unwrap();
    let host = HostInputs::default();
    let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &host).unwrap();
    let inputs = inputs.of_errors(true);
    let field = FieldTexture::new(gpu, grid.size, generator.channels()).unwrap();
    let mut encoder = gpu.encoder();
    let evaluation = pipeline.evaluate(gpu, &mut encoder, &inputs, grid.region(), &field, None);
    evaluation.unwrap();
    gpu.queue.submit([encoder.finish()]);
    assert_eq!(pipeline.runaway(&read_report(gpu, &field).unwrap()), None);
    read_field(gpu, &field).unwrap().samples
}

fn rms(numbers: &[f32]) -> f64 {
    let squares: f64 = numbers.iter().map(|number| f64::from(*number).powi(2)).sum();
    (squares / numbers.len() as f64).sqrt()
}

#[test]
fn errors_are_those_of_the_twin() {
    // Constants, private variables and members of structs have wide versions beside the narrow ones.
    let text = "
        const WEIGHTS = array<f32, 3>(0.1, 0.7, 0.3);
        var<private> sum: f32 = 0.1;
        struct Wave { value: f32, at: vec2f }
        fn wave(p: vec2f, weight: f32) -> Wave { return Wave(weight * sin(p.x * 17.0 / 3.0), p); }
        fn f(p: vec2f) -> vec2f {
            for (var i = 0; i < 3; i++) { sum += wave(p * f32(i + 1), WEIGHTS[i]).value; }
            return vec2f(sum, p.y);
        }";
    let generator = main_generator(text);
    let found = errors(&generator, GRID);
    let positions: Vec<[f64; 4]> = (0..64 * 48)
        .map(|index| {
            let sample = [f64::from(index % 64), f64::from(index / 64)];
            let [x, y] = GRID.world_from_sample(sample);
            [x, y, 0.0, 0.0]
        })
        .collect();
    let [single, double] = [Precision::Single, Precision::Double]
        .map(|precision| evaluate_points(&generator, precision, &positions));
    let (mut largest, mut difference) = (0.0f64, 0.0f64);
    for ((found, single), double) in found.chunks_exact(2).zip(&single).zip(&double) {
        let expected = single[0] - double[0];
        largest = largest.max(expected.abs());
        difference = difference.max((f64::from(found[0]) - expected).abs());
    }
    assert!(largest > 1e-7 && largest < 1e-5, "{largest}");
    assert!(difference < 1e-9, "{difference}");
}

#[test]
fn errors_of_perlin_follow_the_rounding_of_positions() {
    let generator = support::generator(&shipped(), "noise/perlin.wgsl", Some("perlin"));
    for exponent in [10, 14, 16] {
        let offset = 2.0f64.powi(exponent);
        let grid =
            SampleGrid { center: [offset + 20.0, offset + 20.0], span: 31.7, size: [128, 128] };
        let law = 0.3825 * offset * 2.0f64.powi(-23);
        let ratio = rms(&errors(&generator, grid)) / law;
        assert!((ratio - 1.0).abs() < 0.2, "2^{exponent}: {ratio}");
    }
}

#[test]
fn integers_have_no_errors_and_both_runs_share_a_budget_for_two() {
    let text = "fn height(p: vec2f) -> f32 {
        var n = u32(p.x + 64.0);
        for (var i = 0u; i < 20000u; i++) { n = n * 747796405u + 1u; if n == 0u { break; } }
        return f32(n >> 16u);
    }";
    let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [16, 4] };
    assert_eq!(errors(&main_generator(text), grid), [0.0; 64]);
}

#[test]
fn picture_is_bright_where_digits_are_lost() {
    let generator = main_generator("fn f(p: vec2f) -> f32 { return fract(p.x * p.x); }");
    let brightness = |center: f64| {
        let grid = SampleGrid { center: [center, 0.0], ..GRID };
        let mut settings = RenderSettings::from(grid);
        settings.shading.mode = ViewMode::Error;
        settings.shading.palette = Some(Palette::Grey);
        let picture = render(&Subject::new(&generator, settings)).unwrap();
        let pixels = picture.pixels.iter().map(|byte| u64::from(*byte));
        pixels.sum::<u64>()
    };
    assert!(brightness(900.3) > brightness(0.3) + 64 * 48 * 3 * 20);
}

#[test]
fn what_has_no_errors_says_why() {
    let reason = |generator: &Arc<Generator>| {
        let pipeline = EvaluatePipeline::new(gpu(), generator).unwrap();
        let error = pipeline.prepare(gpu(), ViewMode::Error).unwrap_err();
        error.to_string()
    };
    let program = support::generator(&shipped(), "generators/diamond_square.wgsl", None);
    assert!(!program.supports(ViewMode::Error));
    assert!(reason(&program).contains("grid program"));
    let quantized = main_generator("fn f(p: vec2f) -> f32 { return quantizeToF16(p.x); }");
    let reason = reason(&quantized);
    assert!(reason.starts_with("a.wgsl:1:") && reason.contains("double precision"), "{reason}");
}
