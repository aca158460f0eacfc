//! Tests of shading that depends on horizons: sky visibility and cast shadows, against geometric computations.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::view::shading::{
    Light, Lighting, Normals, Palette, Shading, ValueRange, ViewMode,
};
use noise_playground::{RenderSettings, SampleGrid, Subject, evaluate, render};

/// Renders a WGSL generator with given shading. Returns the red byte of each pixel.
fn pixels(text: &str, grid: SampleGrid, shading: Shading) -> Vec<u8> {
    let generator = support::main_generator(text);
    let settings = RenderSettings { shading, ..grid.into() };
    let picture = render(&Subject::new(&generator, settings)).unwrap();
    picture.pixels.chunks_exact(4).map(|pixel| pixel[0]).collect()
}

fn grid(span: f64, size: [u32; 2]) -> SampleGrid {
    SampleGrid { center: [0.0, 0.0], span, size }
}

const SKY: Shading = Shading { mode: ViewMode::Sky, ..RELIEF };

/// Relief shading in which a height of 0 is white.
const RELIEF: Shading = Shading {
    z_factor: None,
    mode: ViewMode::Relief,
    channel: noise_playground::field::Channel::X,
    light: Light { azimuth: 270.0, altitude: 30.0 },
    shadow: Some(true),
    normals: Normals::Samples,
    exaggeration: 1.0,
    palette: Some(Palette::Grey),
    value_range: ValueRange::Fixed(-2.0, 0.0),
    lighting: Lighting::DEFAULT,
};

#[test]
fn a_level_plane_sees_all_of_the_sky() {
    let text = "fn height(p: vec2f) -> f32 { return 0.7; }";
    let sky = pixels(text, grid(8.0, [70, 43]), SKY);
    assert!(sky.iter().all(|pixel| *pixel == 255));
}

#[test]
fn the_bottom_of_a_conical_pit_sees_1_minus_the_sine_of_its_slope() {
    for degrees in [5.0, 20.0, 45.0, 70.0_f64] {
        let slope = degrees.to_radians().tan();
        let text =
            format!("fn height(p: vec2f) -> f32 {{ return {slope} * min(length(p), 3.0); }}");
        let sky = pixels(&text, grid(8.0, [257, 257]), SKY);
        let bottom = f64::from(sky[128 * 257 + 128]) / 255.0;
        let expected = 1.0 - degrees.to_radians().sin();
        assert!((bottom - expected).abs() < 0.01, "{degrees}: {bottom}");
        assert_eq!(sky[0], 255, "outside the pit");
        // The exaggeration makes the pit steeper.
        let shading = Shading { exaggeration: 2.0, ..SKY };
        let sky = pixels(&text, grid(8.0, [257, 257]), shading);
        let bottom = f64::from(sky[128 * 257 + 128]) / 255.0;
        let expected = 1.0 - (2.0 * slope).atan().sin();
        assert!((bottom - expected).abs() < 0.01, "{degrees}: {bottom}");
    }
}

/// Adapters with small buffers divide this field into several chunks of lines.
#[test]
fn lines_that_no_buffer_holds_at_once_have_the_same_shadows() {
    let text = "fn height(p: vec2f) -> f32 { return 2.0 * f32(abs(p.x) < 0.1); }";
    let size = [3840, 2160];
    let shadows = pixels(text, grid(8.0, size), RELIEF);
    let rows: Vec<&[u8]> = shadows.chunks_exact(size[0] as usize).collect();
    assert!(rows.iter().all(|row| *row == rows[0]));
    let lit = |x: usize| rows[0][x] > rows[0][2100];
    assert!(lit(1500) && !lit(2200) && lit(3700), "behind the wall is a shadow");
}

/// WGSL of heights with hills and pits of several sizes.
const HILLS: &str = "fn height(p: vec2f) -> f32 {
    return sin(1.3 * p.x) * cos(0.9 * p.y) + 0.3 * sin(4.1 * p.x + 1.7 * p.y) + 0.1 * cos(7.3 * p.y);
}";

#[test]
fn sky_of_hills_equals_a_search_along_all_directions() {
    let grid = grid(12.0, [120, 90]);
    let field = evaluate(&Subject::new(&support::main_generator(HILLS), grid)).unwrap();
    let sky = pixels(HILLS, grid, SKY);
    let (mut worst, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
    for y in (3..87).step_by(7) {
        for x in (3..117).step_by(7) {
            let found = f64::from(sky[y * 120 + x]) / 255.0;
            let expected = searched_sky(&field, grid.spacing(), [x as f64, y as f64]);
            worst = worst.max((found - expected).abs());
            sum += (found - expected).abs();
            count += 1.0;
        }
    }
    // The sweep interpolates between two lines beside the sample.
    assert!(worst < 0.02 && sum / count < 0.004, "{worst} {}", sum / count);
}

/// Returns the visible fraction of the sky at a sample, computed on the CPU: the horizons in 16 directions, found by a
/// search along all samples.
fn searched_sky(field: &noise_playground::Field, spacing: f64, [x, y]: [f64; 2]) -> f64 {
    let [width, height] = field.size.map(f64::from);
    let at = |x: f64, y: f64| f64::from(field.sample(x as u32, y as u32)[0]);
    let bilinear = |x: f64, y: f64| {
        let (left, top) = (x.floor(), y.floor());
        let (right, bottom) = ((left + 1.0).min(width - 1.0), (top + 1.0).min(height - 1.0));
        let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let upper = mix(at(left, top), at(right, top), x - left);
        mix(upper, mix(at(left, bottom), at(right, bottom), x - left), y - top)
    };
    let mut hidden = 0.0;
    for direction in 0..16 {
        let (east, north) = (f64::from(direction) * 22.5).to_radians().sin_cos();
        // Exact along the axes.
        let [east, north] = [east, north].map(|part| (part * 1e12).round() / 1e12);
        let longer = east.abs().max(north.abs());
        let mut highest = 0.0_f64;
        for step in 1.. {
            let distance = f64::from(step) / longer;
            let [far_x, far_y] = [x + east * distance, y - north * distance];
            if !(0.0..=width - 1.0).contains(&far_x) || !(0.0..=height - 1.0).contains(&far_y) {
                break;
            }
            let tangent = (bilinear(far_x, far_y) - bilinear(x, y)) / (distance * spacing);
            highest = highest.max(tangent.atan().sin());
        }
        hidden += highest / 16.0;
    }
    1.0 - hidden
}

#[test]
fn shadow_of_a_wall_has_the_length_of_its_geometry() {
    // A wall of height 1 along y; the sun in the west.
    let text = "fn height(p: vec2f) -> f32 { return select(0.0, 1.0, abs(p.x + 12.0) < 0.1); }";
    let size = [1024, 1024];
    let grid = grid(32.0, size);
    for altitude in [5.0, 10.0, 20.0, 35.0, 50.0, 65.0, 80.0_f64] {
        for azimuth in [270.0, 300.0, 225.0_f64] {
            let light = Light { azimuth, altitude };
            let shaded = pixels(text, grid, Shading { light, ..RELIEF });
            let row = &shaded[512 * 1024..513 * 1024];
            let wall = row.len() / 8;
            let wall_end =
                (wall..).find(|x| grid.world_from_sample([*x as f64 + 1.0, 0.0])[0] >= -11.9);
            let wall_end = wall_end.unwrap();
            let half_lit = (f64::from(row[wall_end + 1]) + f64::from(row[1023])) / 2.0;
            let shadow_end = (wall_end + 1..1024).find(|x| f64::from(row[*x]) > half_lit);
            let length = (shadow_end.unwrap() - wall_end) as f64 * grid.spacing();
            let expected = azimuth.to_radians().sin().abs() / altitude.to_radians().tan();
            let is_within_a_cell = (length - expected).abs() <= grid.spacing() * 1.0001;
            assert!(is_within_a_cell, "{altitude} {azimuth}: {length} for {expected}");
        }
    }
}

#[test]
fn a_plane_has_no_shadow_and_the_shallowest_ridge_has_one() {
    let grid = grid(8.0, [300, 200]);
    let plane = "fn height(p: vec2f) -> f32 { return 0.3 * p.x - 0.1 * p.y - 2.0; }";
    let unshadowed = Shading { shadow: None, ..RELIEF };
    for azimuth in [270.0, 17.0, 131.0] {
        let light = Light { azimuth, altitude: 30.0 };
        let lit = pixels(plane, grid, Shading { light, ..unshadowed });
        assert_eq!(pixels(plane, grid, Shading { light, ..RELIEF }), lit);
    }
    // A ten-thousandth of the span high.
    let ridge = "fn height(p: vec2f) -> f32 { return select(0.0, 0.0008, abs(p.x) < 0.02); }";
    let light = Light { azimuth: 270.0, altitude: 0.6 };
    let lit = pixels(ridge, grid, Shading { light, ..unshadowed });
    let shaded = pixels(ridge, grid, Shading { light, ..RELIEF });
    let darker =
        |row: usize| (150..300).filter(move |x| shaded[row * 300 + x] < lit[row * 300 + x]);
    // 0.0764 world units, of 0.0267 a sample; the sun's disk blurs the end.
    assert!((2..=3).contains(&darker(100).count()));
}

#[test]
fn shadows_are_off_by_default_in_relief() {
    let grid = grid(8.0, [64, 48]);
    let light = Light { azimuth: 300.0, altitude: 10.0 };
    let of = |shadow| {
        pixels(HILLS, grid, Shading { light, shadow, value_range: ValueRange::Auto, ..RELIEF })
    };
    assert_eq!(of(None), of(Some(false)));
    assert_ne!(of(None), of(Some(true)));
}

#[test]
fn holes_cast_no_shadow_and_hide_no_sky() {
    let text = "fn height(p: vec2f) -> f32 {
        return select(0.0, sqrt(-1.0 - p.y * p.y), abs(p.x - 1.0) < 0.5);
    }";
    let sky = pixels(text, grid(8.0, [80, 60]), SKY);
    // Ground is white, the hole is magenta: red is 255 in both.
    assert!(sky.iter().all(|pixel| *pixel == 255), "{sky:?}");
}
