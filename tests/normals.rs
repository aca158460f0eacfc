//! Tests of exact normals: the light of relief and terrain by a generator's own gradient.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use std::sync::Arc;

use noise_playground::field::{Channel, Field};
use noise_playground::generator::Generator;
use noise_playground::view::shading::{Light, LightModel, Normals, Palette, ValueRange, ViewMode};
use noise_playground::view::space::settings::Pass;
use noise_playground::{RenderSettings, SampleGrid, Subject, render, trace};
use support::main_generator;

const GROUND: &str =
    "fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y) + 0.3 * p.x * p.y; }";
const CREASE: &str = "fn height(p: vec2f) -> f32 { return abs(p.x - 0.013); }";
const CREASE_AND_COUNT: &str =
    "fn height(p: vec2f) -> vec2f { return vec2f(0.5 * p.y, abs(p.x - 0.013)); }";
/// The position that a sample of an odd number has.
const MIDDLE: [f64; 2] = [0.0, 0.0];

/// One color of the palette, so that pixels differ by their light only.
fn settings(mode: ViewMode, grid: SampleGrid, normals: Normals) -> RenderSettings {
    let mut settings = RenderSettings::from(grid);
    settings.shading.set_mode(mode);
    settings.shading.palette = Some(Palette::Grey);
    settings.shading.value_range = ValueRange::Fixed(-1e6, 3e6);
    settings.shading.light = Light { azimuth: 250.0, altitude: 30.0 };
    settings.shading.normals = normals;
    settings
}

fn relief(generator: &Arc<Generator>, side: u32, normals: Normals) -> Vec<[u8; 3]> {
    let grid = SampleGrid { center: MIDDLE, span: 4.0, size: [side; 2] };
    pixels(&Subject::new(generator, settings(ViewMode::Relief, grid, normals)))
}

fn pixels(subject: &Subject) -> Vec<[u8; 3]> {
    let bytes = render(subject).unwrap().pixels;
    bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

fn distinct<T: Ord + Clone>(items: &[T]) -> usize {
    let mut sorted = items.to_vec();
    sorted.sort();
    sorted.dedup();
    sorted.len()
}

/// World positions of the hits of rays from above, and the normals there.
fn normals_from_above(
    generator: &Arc<Generator>,
    shading: impl Fn(&mut RenderSettings),
) -> [Field; 2] {
    [Pass::Position, Pass::Normal].map(|pass| {
        let grid = SampleGrid { center: [0.4, -0.7], span: 0.05, size: [64, 64] };
        let mut settings = settings(ViewMode::Terrain, grid, Normals::Exact);
        settings.scene.camera = Some("180,90,1".parse().unwrap());
        settings.scene.samples = Some(1024);
        settings.scene.pass = pass;
        shading(&mut settings);
        trace(&Subject::new(generator, settings)).unwrap()
    })
}

/// The largest difference of normals from those of an analytic gradient.
fn largest_error(
    [positions, normals]: &[Field; 2],
    gradient: impl Fn(f64, f64) -> [f64; 2],
) -> f64 {
    let samples = positions.samples.chunks_exact(3).zip(normals.samples.chunks_exact(3));
    let errors =
        samples.filter(|(position, _)| position[0].is_finite()).map(|(position, normal)| {
            let [x, y] = gradient(f64::from(position[0]), f64::from(position[1]));
            let length = (1.0 + x * x + y * y).sqrt();
            let expected = [-x / length, -y / length, 1.0 / length];
            let apart = |axis: usize| (f64::from(normal[axis]) - expected[axis]).abs();
            (0..3).map(apart).fold(0.0, f64::max)
        });
    let errors: Vec<f64> = errors.collect();
    assert!(errors.len() > 3000, "{}", errors.len());
    errors.into_iter().fold(0.0, f64::max)
}

fn ground_gradient(x: f64, y: f64) -> [f64; 2] {
    let east = 3.0 * (3.0 * x).cos() * (2.0 * y).cos() + 0.3 * y;
    [east, 0.3 * x - 2.0 * (3.0 * x).sin() * (2.0 * y).sin()]
}

#[test]
fn exact_normals_are_those_of_the_analytic_gradient_where_differences_only_show_rounding() {
    let ground = main_generator(GROUND);
    let exact = largest_error(&normals_from_above(&ground, |_| ()), ground_gradient);
    let samples = |settings: &mut RenderSettings| settings.shading.normals = Normals::Samples;
    let of_samples = largest_error(&normals_from_above(&ground, samples), ground_gradient);
    assert!(exact < 1e-5, "{exact}");
    assert!(of_samples > 30.0 * exact, "{of_samples} {exact}");
}

#[test]
fn light_of_hillshades_is_that_of_the_samples() {
    let ground = main_generator(CREASE);
    let are_equal = |model| {
        let [samples, exact] = [Normals::Samples, Normals::Exact].map(|normals| {
            let grid = SampleGrid { center: MIDDLE, span: 5.0, size: [48, 32] };
            let mut settings = settings(ViewMode::Terrain, grid, normals);
            settings.scene.samples = Some(33);
            settings.shading.lighting.model = model;
            pixels(&Subject::new(&ground, settings))
        });
        samples == exact
    };
    assert_eq!([LightModel::Hillshade, LightModel::Surface].map(are_equal), [true, false]);
}

#[test]
fn a_crease_is_sharp() {
    let crease = main_generator(CREASE);
    assert_eq!(distinct(&relief(&crease, 50, Normals::Exact)), 2);
    assert!(distinct(&relief(&crease, 50, Normals::Samples)) > 2);
}

#[test]
fn each_of_two_values_has_normals() {
    let two = main_generator(CREASE_AND_COUNT);
    let count = |channel: Channel| {
        let grid = SampleGrid { center: MIDDLE, span: 4.0, size: [50; 2] };
        let mut settings = settings(ViewMode::Relief, grid, Normals::Exact);
        settings.shading.channel = channel;
        distinct(&pixels(&Subject::new(&two, settings)))
    };
    assert_eq!([Channel::X, Channel::Y, Channel::YMinusX].map(count), [1, 2, 2]);
    let difference = |settings: &mut RenderSettings| settings.shading.channel = Channel::YMinusX;
    let normals = normals_from_above(&two, difference);
    assert!(largest_error(&normals, |_, _| [1.0, -0.5]) < 1e-6);
}

#[test]
fn a_gradient_by_hand_is_used_as_it_is() {
    let text =
        "/// @returns(gradient)\nfn height(p: vec2f) -> vec3f { return vec3f(p.x, 0.25, 2.0); }";
    let normals = normals_from_above(&main_generator(text), |_| ());
    assert!(largest_error(&normals, |_, _| [0.25, 2.0]) < 1e-6);
}

#[test]
fn surface_receives_exact_slopes() {
    let text = format!(
        "import playground::surface::Surface;\n{CREASE}\n\
         fn surface(s: Surface) -> vec3f {{ return vec3f(0.5 * s.slope, s.normal.z, s.height * 0.0); }}"
    );
    let ground = main_generator(&text);
    assert!(ground.has_surface());
    assert_eq!(distinct(&relief(&ground, 50, Normals::Exact)), 2);
    assert!(distinct(&relief(&ground, 50, Normals::Samples)) > 2);
}

#[test]
fn a_slice_of_a_volume_has_exact_normals() {
    let volume =
        main_generator("fn density(p: vec3f) -> f32 { return abs(p.x - 0.013) - 7.0 * p.z; }");
    assert_eq!(distinct(&relief(&volume, 50, Normals::Exact)), 2);
}

#[test]
fn a_gradient_that_is_not_finite_is_shown_as_such() {
    let magenta = [255, 0, 255];
    for (pole, text) in [
        ("sqrt", "fn height(p: vec2f) -> f32 { return sqrt(abs(p.x)); }"),
        ("pow", "fn height(p: vec2f) -> f32 { return pow(abs(p.x), 0.5); }"),
        ("length", "fn height(p: vec2f) -> f32 { return length(vec2f(p.x, 0.0)); }"),
        (
            "normalize",
            "fn height(p: vec2f) -> f32 { return dot(normalize(vec2f(p.x, 0.0)), vec2f(1.0)); }",
        ),
    ] {
        let ground = main_generator(text);
        let exact = relief(&ground, 33, Normals::Exact);
        let poles = exact.iter().enumerate().filter(|(_, pixel)| **pixel == magenta);
        let columns: Vec<usize> = poles.map(|(index, _)| index % 33).collect();
        assert_eq!(columns, [16; 33], "{pole}");
    }
    let ground = main_generator("fn height(p: vec2f) -> f32 { return sqrt(abs(p.x)); }");
    let grid = SampleGrid { center: MIDDLE, span: 4.0, size: [65, 65] };
    let mut settings = settings(ViewMode::Terrain, grid, Normals::Exact);
    settings.scene.camera = Some("180,90,1".parse().unwrap());
    (settings.scene.samples, settings.scene.rays) = (Some(65), 1);
    let terrain = pixels(&Subject::new(&ground, settings));
    assert!(terrain.contains(&magenta));
}

#[test]
fn captures_come_back() {
    let grid = SampleGrid { center: [0.4, -0.7], span: 5.0, size: [48, 32] };
    for mode in [ViewMode::Relief, ViewMode::Terrain] {
        let subject = Subject::new(&main_generator(GROUND), settings(mode, grid, Normals::Exact));
        let picture = render(&subject).unwrap();
        let again = Subject::from_manifest(&picture.manifest, &picture.manifest.tree()).unwrap();
        assert_eq!(again.settings.shading.normals, Normals::Exact);
        assert_eq!(render(&again).unwrap().pixels, picture.pixels);
        let json: serde_json::Value = serde_json::from_str(&picture.manifest.to_json()).unwrap();
        assert_eq!(json["view"]["normals"], "exact");
    }
}

#[test]
fn what_has_no_gradient_says_why() {
    let error = |text: &str| {
        let error = main_generator(text).with_exact_normals(Channel::X).unwrap_err();
        error.to_string()
    };
    let grid = "/// @grid(9)\n@group(1) @binding(0) var<storage, read_write> heights: array<f32>;\n\
                /// @pass\n@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {\n\
                heights[id.x] = 1.0;\n}";
    assert_eq!(error(grid), "a grid program has no derivative");
    let color = "/// @returns(color)\nfn height(p: vec2f) -> vec3f { return p.xyx; }";
    assert!(error(color).contains("returns a color, which has no derivative"), "{}", error(color));
    let three = "struct R { a: f32, b: f32, c: f32 }\nfn height(p: vec2f) -> R { return R(p.x, p.y, 1.0); }";
    assert!(error(three).contains("one of at most two values"), "{}", error(three));
}
