//! Tests of the difference of two fields, which the GPU computes, against an implementation on the CPU.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::field::grid::SampleGrid;
use noise_playground::field::{Channel, Field, RangeRule};
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    DifferenceField, DifferencePipeline, EvaluateInputs, EvaluatePipeline, FieldTexture,
    MeasuredRange, ValueRangeBuffer, ValueRangePipeline, read_field, read_report, request_range,
};

/// Sample grid of the subtracted fields. Its odd width and height make workgroups extend beyond the edges.
const GRID: SampleGrid = SampleGrid { center: [0.4, -0.7], span: 5.0, size: [61, 43] };

fn evaluated(text: &str) -> FieldTexture {
    evaluated_on(GRID, text)
}

fn evaluated_on(grid: SampleGrid, text: &str) -> FieldTexture {
    let gpu = support::gpu();
    let generator = &support::main_generator(text);
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    let host = HostInputs::default();
    let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host).unwrap();
    let field = FieldTexture::new(gpu, grid.size, generator.channels()).unwrap();
    let mut encoder = gpu.encoder();
    pipeline.evaluate(gpu, &mut encoder, &inputs, grid.region(), &field, None).unwrap();
    gpu.queue.submit([encoder.finish()]);
    field
}

/// Subtracts two fields on the GPU. Returns the difference with its value range and its guard report.
fn subtracted(sides: [(&FieldTexture, Channel); 2]) -> (Field, MeasuredRange, Vec<u8>) {
    let gpu = support::gpu();
    let difference = DifferenceField::new(gpu, sides[0].0).unwrap();
    let mut encoder = gpu.encoder();
    let percentiles = ValueRangePipeline::new(gpu);
    let stage = DifferencePipeline::new(gpu);
    stage.run(gpu, &mut encoder, &percentiles, sides, &difference);
    let pending = request_range(gpu, &mut encoder, &difference.range);
    let submission = gpu.queue.submit([encoder.finish()]);
    let bytes = pending.wait(gpu, submission).unwrap();
    (
        read_field(gpu, &difference.field).unwrap(),
        MeasuredRange::read(&bytes).unwrap(),
        read_report(gpu, &difference.field).unwrap(),
    )
}

#[test]
fn difference_is_second_minus_first_in_the_selected_channels() {
    let one = evaluated("fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y); }");
    let other = evaluated("fn height(p: vec2f) -> vec2f { return vec2f(p.x * p.y, 0.3 * p.y); }");
    let (difference, range, report) = subtracted([(&one, Channel::X), (&other, Channel::YMinusX)]);
    let gpu = support::gpu();
    let [one, other] = [&one, &other].map(|field| read_field(gpu, field).unwrap());
    let expected: Vec<f32> = one
        .channel(Channel::X)
        .zip(other.channel(Channel::YMinusX))
        .map(|(one, other)| other - one)
        .collect();
    assert!(difference.samples == expected);
    let reach = difference.auto_range(Channel::X).map(f32::abs).into_iter().fold(0.0, f32::max);
    assert_eq!((range.ends, range.finite), ([-reach, reach], 61 * 43));
    assert!(reach > 1.0 && report == [0; 4]);
}

#[test]
fn symmetric_range_of_constants_and_non_finite_fields() {
    let zero = evaluated("fn height(p: vec2f) -> f32 { return p.x; }");
    let ends = |text: &str| {
        let other = evaluated(text);
        let (difference, range, _) = subtracted([(&zero, Channel::X), (&other, Channel::X)]);
        (difference.samples[7], range.ends)
    };
    assert_eq!(ends("fn height(p: vec2f) -> f32 { return p.x; }"), (0.0, [-1.0, 1.0]));
    let non_finite = "fn height(p: vec2f) -> f32 { return sqrt(-1.0 - p.x * p.x); }";
    let (sample, range) = ends(non_finite);
    assert_eq!((sample.is_finite(), range), (false, [-1.0, 1.0]));
}

#[test]
fn runaway_loop_in_one_field_invalidates_the_difference() {
    let good = evaluated("fn height(p: vec2f) -> f32 { return p.x; }");
    let endless = evaluated(
        "fn height(p: vec2f) -> f32 { var x = p.x; for (var i = 0; i < 1; i += 0) { x += 1.0; } return x; }",
    );
    for sides in [[&good, &endless], [&endless, &good]] {
        let (_, _, report) = subtracted(sides.map(|field| (field, Channel::X)));
        assert_ne!(report, [0; 4]);
    }
}

#[test]
fn automatic_range_on_the_cpu_equals_that_of_the_gpu() {
    let gpu = support::gpu();
    let texts = [
        "fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y) + p.x; }",
        "fn height(p: vec2f) -> f32 { return 0.25 + p.x * 0.0; }",
        "fn height(p: vec2f) -> f32 { return -7.0 + p.x * 0.0; }",
        "fn height(p: vec2f) -> f32 { return p.x * 0.0; }",
        "fn height(p: vec2f) -> f32 { return sqrt(-1.0 - p.x * p.x); }",
    ];
    for text in texts {
        let field = evaluated(text);
        let read = read_field(gpu, &field).unwrap();
        for rule in [RangeRule::Percentiles, RangeRule::Extremes, RangeRule::Symmetric] {
            let found = measured(&field, rule);
            assert_eq!(read.measured_range(Channel::X, rule), found, "{text} {rule:?}");
        }
    }
}

#[test]
fn highest_value_is_found_among_more_samples_than_a_float_counts_exactly() {
    let peak = "fn height(p: vec2f) -> f32 { return select(sin(p.x), 9.0, p.x > 1.9995 && p.y < -1.5994); }";
    let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [5000, 4000] };
    let [low, high] = measured(&evaluated_on(grid, peak), RangeRule::Extremes);
    assert!((low + 1.0).abs() < 1e-6 && high == 9.0, "{low} {high}");
}

/// Measures the value range of a field on the GPU. Returns its lowest and highest value.
fn measured(field: &FieldTexture, rule: RangeRule) -> [f32; 2] {
    let gpu = support::gpu();
    let range = ValueRangeBuffer::new(gpu);
    let mut encoder = gpu.encoder();
    ValueRangePipeline::new(gpu).run(gpu, &mut encoder, field, Channel::X, rule, &range);
    let pending = request_range(gpu, &mut encoder, &range);
    let submission = gpu.queue.submit([encoder.finish()]);
    let bytes = pending.wait(gpu, submission).unwrap();
    MeasuredRange::read(&bytes).unwrap().ends
}
