//! Tests of shading against its formulas: Horn's slopes, hillshade, relief, palettes, the automatic value range.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, HostPipelines, PictureTargets, read_field, read_picture,
};
use noise_playground::view::palette;
use noise_playground::view::shading::{Light, Palette, Shading, ValueRange, ViewMode};

/// WGSL of heights with steep and flat regions.
const GROUND: &str =
    "fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y) + 0.3 * p.x * p.y; }";
const GRID: SampleGrid = SampleGrid { center: [0.4, -0.7], span: 5.0, size: [61, 43] };

/// Evaluates and shades a WGSL generator. Returns its samples, and the red, green and blue bytes of its picture.
fn shaded(text: &str, grid: SampleGrid, view: &Shading) -> (Field, Vec<[u8; 3]>) {
    let gpu = support::gpu();
    let generator = &support::main_generator(text);
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    let inputs =
        EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &HostInputs::default())
            .unwrap();
    let targets = PictureTargets::new(gpu, grid.size, generator).unwrap();
    let mut encoder = gpu.encoder();
    let mut host = HostPipelines::new(gpu);
    targets.record(gpu, &mut encoder, &mut host, &pipeline, &inputs, view).unwrap();
    gpu.queue.submit([encoder.finish()]);
    let bytes = read_picture(gpu, &targets.picture).unwrap();
    let pixels = bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (read_field(gpu, &targets.field).unwrap(), pixels)
}

/// Returns a height of a field. Outside the field, heights are extrapolated as by gdaldem's `-compute_edges`: linearly,
/// except in the first and last row, where the last sample repeats.
fn height(field: &Field, x: i64, y: i64, repeats: bool) -> f64 {
    let [width, rows] = field.size.map(i64::from);
    let (inside_x, inside_y) = (x.clamp(0, width - 1), y.clamp(0, rows - 1));
    let at = |x: i64, y: i64| f64::from(field.sample(x as u32, y as u32)[0]);
    if y != inside_y {
        2.0 * at(inside_x, inside_y) - at(inside_x, 2 * inside_y - y)
    } else if x != inside_x && !repeats {
        2.0 * at(inside_x, inside_y) - at(2 * inside_x - x, inside_y)
    } else {
        at(inside_x, inside_y)
    }
}

/// Returns the slope of a field to the east and to the north at a sample, by Horn's formula.
fn slope(field: &Field, spacing: f64, factor: f64, x: i64, y: i64) -> (f64, f64) {
    let repeats = y == 0 || y == i64::from(field.size[1]) - 1;
    let z = |dx: i64, dy: i64| height(field, x + dx, y + dy, repeats);
    let east = (z(1, -1) + 2.0 * z(1, 0) + z(1, 1)) - (z(-1, -1) + 2.0 * z(-1, 0) + z(-1, 1));
    let north = (z(-1, -1) + 2.0 * z(0, -1) + z(1, -1)) - (z(-1, 1) + 2.0 * z(0, 1) + z(1, 1));
    (factor * east / (8.0 * spacing), factor * north / (8.0 * spacing))
}

/// Returns the hillshade of a slope, 0 to 255, before rounding.
fn hillshade((east, north): (f64, f64), light: Light) -> f64 {
    let ((sin_az, cos_az), (sin_alt, cos_alt)) =
        (light.azimuth.to_radians().sin_cos(), light.altitude.to_radians().sin_cos());
    let c = (sin_alt - cos_alt * (east * sin_az + north * cos_az))
        / (1.0 + east * east + north * north).sqrt();
    1.0 + 254.0 * c.max(0.0)
}

fn every_sample(field: &Field) -> impl Iterator<Item = (usize, i64, i64)> {
    let [width, height] = field.size.map(i64::from);
    (0..height).flat_map(move |y| (0..width).map(move |x| ((y * width + x) as usize, x, y)))
}

#[test]
fn hillshade_follows_its_formula() {
    for (azimuth, altitude, exaggeration) in
        [(315.0, 45.0, 1.0), (60.0, 30.0, 2.0), (181.0, 5.0, 0.3), (0.0, 90.0, 1.0)]
    {
        let light = Light { azimuth, altitude };
        let view = Shading { mode: ViewMode::Hillshade, light, exaggeration, ..Shading::default() };
        let (field, pixels) = shaded(GROUND, GRID, &view);
        for (index, x, y) in every_sample(&field) {
            let wanted = hillshade(slope(&field, GRID.spacing(), exaggeration, x, y), light);
            let found = f64::from(pixels[index][0]);
            assert!((found - wanted).abs() <= 1.0, "({x}, {y}) {light:?}: {found}, not {wanted}");
            assert!(pixels[index].iter().all(|byte| *byte == pixels[index][0]), "grey");
        }
    }
}

#[test]
fn flat_ground_has_hillshade_181() {
    let view = Shading { mode: ViewMode::Hillshade, ..Shading::default() };
    let (_, pixels) = shaded("fn height(p: vec2f) -> f32 { return 7.0; }", GRID, &view);
    assert!(pixels.iter().all(|pixel| *pixel == [181; 3]));
}

#[test]
fn relief_is_the_palette_times_sun_and_sky_light() {
    let view = Shading {
        mode: ViewMode::Relief,
        value_range: ValueRange::Fixed(-1.5, 2.0),
        ..Shading::default()
    };
    let (field, pixels) = shaded(GROUND, GRID, &view);
    let ramp = palette::colors(Palette::Terrain);
    for (index, x, y) in every_sample(&field) {
        let sun = hillshade(slope(&field, GRID.spacing(), 1.0, x, y), view.light) / 255.0;
        let shade = 0.25 + 0.75 * sun;
        let place = ((f64::from(field.samples[index]) + 1.5) / 3.5).clamp(0.0, 1.0) * 255.0;
        // Single precision may round to a neighboring palette entry.
        let near = |color: [u8; 3]| {
            (0..3).all(|c| (f64::from(pixels[index][c]) - f64::from(color[c]) * shade).abs() <= 1.0)
        };
        let entries = [(place - 0.001).round() as usize, (place + 0.001).round() as usize];
        assert!(
            entries.iter().any(|at| near(ramp[(*at).min(255)])),
            "({x}, {y}): {:?}",
            pixels[index]
        );
    }
}

#[test]
fn automatic_range_equals_the_percentiles() {
    let ramp = "fn height(p: vec2f) -> f32 { return p.x; }";
    let grid = SampleGrid { center: [0.0, 0.0], span: 2.0, size: [1000, 7] };
    let auto =
        Shading { mode: ViewMode::Texture, palette: Some(Palette::Grey), ..Shading::default() };
    let fixed = Shading { value_range: ValueRange::Fixed(-0.998, 0.998), ..auto };
    let (_, by_percentiles) = shaded(ramp, grid, &auto);
    let (_, by_hand) = shaded(ramp, grid, &fixed);
    let worst =
        by_percentiles.iter().zip(&by_hand).map(|(a, b)| a[0].abs_diff(b[0])).max().unwrap();
    assert!(worst <= 1, "{worst}");
}

#[test]
fn different_constants_have_different_colors() {
    let view = Shading { mode: ViewMode::Texture, ..Shading::default() };
    let color = |text: &str| shaded(text, GRID, &view).1[0];
    let low = color("fn height(p: vec2f) -> f32 { return 0.2; }");
    assert_ne!(low, color("fn height(p: vec2f) -> f32 { return 0.8; }"));
}

#[test]
fn non_finite_samples_are_marked_and_excluded_from_the_range() {
    let text =
        "fn height(p: vec2f) -> f32 { return select(p.x, 1.0 / max(p.x * 0.0, 0.0), p.x > 0.9); }";
    let grid = SampleGrid { center: [0.0, 0.0], span: 2.0, size: [200, 3] };
    let view =
        Shading { mode: ViewMode::Texture, palette: Some(Palette::Grey), ..Shading::default() };
    let (field, pixels) = shaded(text, grid, &view);
    assert!(!field.sample(199, 0)[0].is_finite());
    assert_eq!(pixels[199], [255, 0, 255]);
    assert!(pixels[0][0] <= 1 && pixels[188][0] >= 254, "{:?} {:?}", pixels[0], pixels[188]);
}

#[test]
fn slopes_beside_non_finite_samples_are_marked() {
    let text = "fn height(p: vec2f) -> f32 { return select(p.x, 1.0 / max(p.x * 0.0, 0.0), all(abs(p) < vec2f(0.5))); }";
    let grid = SampleGrid { center: [0.0, 0.0], span: 7.0, size: [7, 7] };
    for mode in [
        ViewMode::Relief,
        ViewMode::Hillshade,
        ViewMode::Slope,
        ViewMode::Aspect,
        ViewMode::Contour,
    ] {
        let view = Shading { mode, ..Shading::default() };
        let (_, pixels) = shaded(text, grid, &view);
        for (index, pixel) in pixels.iter().enumerate() {
            let beside = (2..5).contains(&(index % 7)) && (2..5).contains(&(index / 7));
            assert_eq!(*pixel == [255, 0, 255], beside, "{mode:?}: {index} {pixel:?}");
        }
    }
}

#[test]
fn colors_are_encoded_once() {
    let view = Shading { mode: ViewMode::Texture, ..Shading::default() };
    let (_, pixels) =
        shaded("fn color(p: vec2f) -> vec4f { return vec4f(1.0, 0.5, 0.0, 1.0); }", GRID, &view);
    assert_eq!(pixels[0], [255, 188, 0]);
}
