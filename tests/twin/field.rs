//! Tests of fields that are evaluated in double precision.

use std::sync::Arc;

use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{Derivative, Generator, Precision, derive};
use noise_playground::view::shading::ViewMode;
use noise_playground::{RenderSettings, Subject, evaluate};

use super::support::{evaluate_points, main_generator, shipped};

/// Neither center nor spacing is an `f32`.
const FAR: SampleGrid = SampleGrid { center: [1_000_000.123, -0.3], span: 0.013, size: [24, 16] };

const Z: f64 = 1_000_000.3;

fn in_double_precision(generator: &Generator) -> Arc<Generator> {
    generator.with_precision(Precision::Double).unwrap().into()
}

/// Compares a field with the twin at the positions of its samples.
fn assert_is_twin(generator: &Arc<Generator>) {
    let settings = RenderSettings { z: Z, ..FAR.into() };
    let field = evaluate(&Subject::new(&in_double_precision(generator), settings)).unwrap();
    let positions = (0..24 * 16).map(|index| {
        let [x, y] = FAR.world_from_sample([f64::from(index % 24), f64::from(index / 24)]);
        [x, y, Z, 0.0]
    });
    let expected = evaluate_points(generator, Precision::Double, &positions.collect::<Vec<_>>());
    let channels = generator.channels() as usize;
    assert_eq!(field.samples.len(), expected.len() * channels);
    for (found, expected) in field.samples.chunks_exact(channels).zip(&expected) {
        for (found, expected) in found.iter().zip(expected) {
            let error = (f64::from(*found) - expected).abs() / expected.abs().max(1.0);
            assert!(error < 1e-5, "{}: {found}, not {expected}", generator.address());
        }
    }
}

#[test]
fn field_in_double_precision_is_that_of_the_twin() {
    // The slopes are so large that positions must be right to 1e-7; single precision has steps of 0.06.
    let plane = "fn f(p: vec2f) -> vec2f { return vec2f(sin(90.0 * p.x), cos(70.0 * p.y) * p.x); }";
    assert_is_twin(&main_generator(plane));
    let volume = "fn f(p: vec3f) -> f32 { return sin(90.0 * (p.x + p.y - p.z)); }";
    assert_is_twin(&main_generator(volume));
    let gradient = derive(&main_generator(plane), &Derivative::Gradient, Channel::X).unwrap();
    assert_is_twin(&gradient.into());
}

#[test]
fn generator_in_double_precision_shows_no_errors() {
    let generator = main_generator("fn f(p: vec2f) -> f32 { return p.x; }");
    assert!(generator.supports(ViewMode::Error));
    assert!(!in_double_precision(&generator).supports(ViewMode::Error));
    let back = in_double_precision(&generator).with_precision(Precision::Single).unwrap();
    assert_eq!(back, *generator);
}

#[test]
fn generator_without_version_in_double_precision_is_refused() {
    let text = "fn f(p: vec2f) -> f32 {\n    return frexp(p.x).fract;\n}";
    let error = main_generator(text).with_precision(Precision::Double).unwrap_err();
    assert_eq!(error.short(), "a.wgsl:2:12: error: `frexp` cannot be computed in double precision");
    let file = "generators/diamond_square.wgsl";
    let program = super::support::generator(&shipped(), file, None);
    let error = program.with_precision(Precision::Double).unwrap_err();
    assert!(error.message.contains("a grid program"), "{error}");
}

/// The samples of a grid program, 16 x 16 squares one unit apart, with the value of the squared column.
const SQUARES: &str = "//! @view(8, 8, 16)
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 16u + id.x] = f32(id.x * id.x);
}";

const READER: &str = "import package::noise::field::field_bilinear;
struct Params {
    /// @auto(placement ground)
    at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @field(squares.wgsl)
@group(0) @binding(1) var ground: texture_2d<f32>;
fn height(p: vec2f) -> f32 { return field_bilinear(ground, params.at, p); }";

#[test]
fn field_is_interpolated_in_double_precision() {
    let shipped = shipped();
    let shipped = shipped.iter().map(|file| (file.path.as_str().to_owned(), file.text.clone()));
    let own = [("squares.wgsl", SQUARES), ("reader.wgsl", READER)];
    let own = own.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let tree = shipped.chain(own).collect();
    let reader = super::support::generator(&tree, "reader.wgsl", None);
    // Positions that are equal in single precision.
    let positions: Vec<[f64; 4]> =
        (0..20).map(|index| [9.7 + 1e-9 * f64::from(index), 5.3, 0.0, 0.0]).collect();
    let found = evaluate_points(&reader, Precision::Double, &positions);
    for ([x, ..], [found, ..]) in positions.iter().zip(found) {
        let column = (x - 0.5).floor();
        let expected = column * column + (x - 0.5 - column) * (2.0 * column + 1.0);
        assert!((found - expected).abs() < 1e-12, "at {x}: {found}, not {expected}");
    }
    let grid = SampleGrid { center: [9.7, 5.3], span: 1.0, size: [8, 8] };
    let field = evaluate(&Subject::new(&in_double_precision(&reader), grid)).unwrap();
    let single = evaluate(&Subject::new(&reader, grid)).unwrap();
    for (double, single) in field.samples.iter().zip(&single.samples) {
        assert!((double - single).abs() < 1e-4 * single, "{double}, not {single}");
    }
}
