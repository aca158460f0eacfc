//! Tests of albedo, the color that a shader file's function `surface` returns: its inputs and its results.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use std::sync::Arc;

use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, PictureTexture, read_picture,
};
use noise_playground::source::SourceTree;
use noise_playground::view::shading::ViewMode;
use noise_playground::{Picture, RenderSettings, Subject, compile, render};

use support::{gpu, main_generator};

/// WGSL of a plane that rises by 3 in 4 to the east, with a function `surface` that returns the expression substituted
/// for `ANSWER`.
const SLOPE: &str = "
import playground::surface::Surface;
fn height(p: vec2f) -> f32 { return 0.75 * p.x; }
fn surface(s: Surface) -> vec3f { return ANSWER; }
";

const GRID: SampleGrid = SampleGrid { center: [2.0, 1.0], span: 4.0, size: [8, 4] };

/// Returns the albedo of all samples as sRGB bytes, if the function `surface` returns the WGSL expression `answer`.
fn albedo(answer: &str) -> Vec<[u8; 3]> {
    albedo_of(&SLOPE.replace("ANSWER", answer))
}

/// Returns the albedo of all samples of the generator of a text as sRGB bytes.
fn albedo_of(text: &str) -> Vec<[u8; 3]> {
    let generator = &main_generator(text);
    assert!(generator.has_surface());
    let gpu = gpu();
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    let (values, host) = (Values::default(), HostInputs::default());
    let inputs = EvaluateInputs::new(generator, &values, GRID, 0.0, &host).unwrap();
    let field = FieldTexture::new(gpu, GRID.size, generator.channels()).unwrap();
    let albedo = PictureTexture::albedo(gpu, GRID.size).unwrap();
    let mut encoder = gpu.encoder();
    let region = GRID.region();
    pipeline.evaluate(gpu, &mut encoder, &inputs, region, &field, None).unwrap();
    pipeline.evaluate_surface(gpu, &mut encoder, &inputs, region, &field, &albedo);
    gpu.queue.submit([encoder.finish()]);
    let bytes = read_picture(gpu, &albedo).unwrap();
    bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Converts a linear color value, 0 to 1, to an sRGB byte.
fn byte(linear: f64) -> u8 {
    let encoded = match linear {
        small if small <= 0.003_130_8 => 12.92 * small,
        large => 1.055 * large.powf(1.0 / 2.4) - 0.055,
    };
    (encoded.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Returns the slope to the east at a sample of the tilted plane, as shading computes it: half of the slope at the
/// corners of the field, where heights are repeated to the west and to the east as by `gdaldem -compute_edges`.
fn rise(index: usize) -> f64 {
    let is_corner = [0, 7, 24, 31].contains(&index);
    if is_corner { 0.375 } else { 0.75 }
}

fn assert_near(found: [u8; 3], expected: [f64; 3]) {
    let near =
        found.iter().zip(expected.map(byte)).all(|(found, wanted)| found.abs_diff(wanted) <= 1);
    assert!(near, "{found:?} for {expected:?}");
}

#[test]
fn surface_receives_position_height_and_slope() {
    let positions = albedo("s.position / 4.0");
    let heights = albedo("vec3f(s.height / 4.0, s.slope, 0.0)");
    for (index, (position, height)) in positions.iter().zip(&heights).enumerate() {
        let sample = [(index % 8) as f64, (index / 8) as f64];
        let [x, y] = GRID.world_from_sample(sample);
        assert_near(*position, [x / 4.0, y / 4.0, 0.75 * x / 4.0]);
        assert_near(*height, [0.75 * x / 4.0, rise(index).atan(), 0.0]);
    }
}

#[test]
fn surface_receives_the_slope_in_world_units() {
    let text = SLOPE.replace("ANSWER", "vec3f(s.height / 4.0, s.slope, s.normal.z)");
    let colors = albedo_of(&format!("//! @z_factor(0.5)\n{text}"));
    for (index, color) in colors.into_iter().enumerate() {
        let [x, _] = GRID.world_from_sample([(index % 8) as f64, 0.0]);
        let slope = 0.5 * rise(index);
        assert_near(color, [0.75 * x / 4.0, slope.atan(), 1.0 / slope.hypot(1.0)]);
    }
}

#[test]
fn surface_receives_the_unit_normal() {
    let normals = albedo("vec3f(-s.normal.x, 1.0 - abs(s.normal.y), s.normal.z)");
    for (index, normal) in normals.into_iter().enumerate() {
        let up = 1.0 / rise(index).hypot(1.0);
        assert_near(normal, [rise(index) * up, 1.0, up]);
    }
}

/// Renders a generator's initial view, 32 pixels wide and high.
fn picture(generator: &Arc<Generator>, mode: ViewMode, channel: Channel) -> Picture {
    let mut settings = RenderSettings::new(generator, 32);
    settings.shading.mode = mode;
    settings.shading.channel = channel;
    render(&Subject::new(generator, settings)).unwrap()
}

#[test]
fn surface_receives_the_shown_channel() {
    let text = "
        import playground::surface::Surface;
        fn height(p: vec2f) -> HEIGHT
        fn surface(s: Surface) -> vec3f { return vec3f(saturate(s.height), s.slope, s.normal.z); }
    ";
    let one = main_generator(&text.replace("HEIGHT", "f32 { return p.x; }"));
    let two = main_generator(&text.replace("HEIGHT", "vec2f { return vec2f(0.3 * p.y, p.x); }"));
    let expected = picture(&one, ViewMode::Relief, Channel::X);
    assert_eq!(picture(&two, ViewMode::Relief, Channel::Y).pixels, expected.pixels);
    assert_ne!(picture(&two, ViewMode::Relief, Channel::X).pixels, expected.pixels);
}

#[test]
fn surface_of_a_solid_reads_the_grid_of_a_field_input() {
    let solid = "
        import playground::surface::Surface;
        /// @field(grid.wgsl)
        @group(0) @binding(1) var grid: texture_2d<f32>;
        fn density(p: vec3f) -> f32 { return 0.5 - length(p); }
        fn surface(s: Surface) -> vec3f { return vec3f(textureLoad(grid, vec2i(3), 0).x, 0.0, 0.0); }
    ";
    let grid = "
        /// @grid(8)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;
        /// @pass
        @compute @workgroup_size(8, 8)
        fn fill(@builtin(global_invocation_id) id: vec3u) { heights[id.y * 8u + id.x] = 1.0; }
    ";
    let tree = SourceTree::from_iter([("solid.wgsl", solid), ("grid.wgsl", grid)]);
    let generator = support::generator(&tree, "solid.wgsl", None);
    let picture = picture(&generator, ViewMode::Solid, Channel::X);
    let center = picture.pixels.chunks_exact(4).nth(16 * 32 + 16).unwrap();
    let [red, green, blue] = [center[0], center[1], center[2]];
    assert!(red > 2 * green.max(blue), "{center:?}");
}

#[test]
fn surface_with_another_parameter_is_not_used() {
    let other =
        "fn surface(p: vec2f) -> f32 { return p.x; }\nfn height(p: vec2f) -> f32 { return p.y; }";
    let generators = compile(other).unwrap();
    assert!(generators.iter().all(|generator| !generator.has_surface()));
}
