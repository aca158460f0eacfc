//! Tests of terrain views: depth, silhouettes, walls, holes, shadows.

use std::sync::Arc;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::view::shading::{LightModel, ViewMode};
use noise_playground::view::space::settings::Pass;
use noise_playground::{RenderSettings, Subject, evaluate, render, trace};

use crate::block::Block;
use crate::support;

/// WGSL of a terrain with hills of several sizes.
const HILLS: &str = "fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    var size = 1.0;
    for (var octave = 0; octave < 6; octave++) {
        let q = p / size + vec2f(f32(octave) * 1.7, 0.3);
        sum += 0.35 * size * sin(1.3 * q.x + 0.6 * q.y) * cos(1.1 * q.y - 0.4 * q.x);
        size *= 0.47;
    }
    return sum;
}";

fn settings(
    generator: &Generator,
    picture: [u32; 2],
    samples: u32,
    camera: &str,
) -> RenderSettings {
    let mut settings = RenderSettings::new(generator, 1);
    settings.grid.size = picture;
    settings.shading.mode = ViewMode::Terrain;
    settings.scene.samples = Some(samples);
    settings.scene.camera = Some(camera.parse().unwrap());
    settings
}

fn passes(generator: &Arc<Generator>, settings: RenderSettings, pass: Pass) -> Field {
    let mut settings = settings;
    settings.scene.pass = pass;
    trace(&Subject::new(generator, settings)).unwrap()
}

/// Evaluates the data of a terrain view. Returns the field of heights and its sample grid.
fn data(generator: &Arc<Generator>, settings: &RenderSettings) -> (Field, SampleGrid) {
    let grid = settings.scene.data_grid(settings.grid);
    (evaluate(&Subject::new(generator, grid)).unwrap(), grid)
}

/// Renders the depths of a terrain and compares them with the reference. Returns the number of pixels that hit in only
/// one of them, and the largest difference of the others in cells.
fn compare(text: &str, samples: u32, camera: &str) -> (usize, f64) {
    const SIZE: [u32; 2] = [64, 64];
    let generator = &support::main_generator(text);
    let settings = settings(generator, SIZE, samples, camera);
    let (field, grid) = data(generator, &settings);
    let block = Block::new(&field, grid, 1.0);
    let pose = block.pose(camera);
    let depth = passes(generator, settings, Pass::Depth);
    let (mut silhouettes, mut largest) = (0, 0.0_f64);
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], SIZE);
            let expected = block.first_hit(pose.position, ray);
            let found = f64::from(depth.sample(x, y)[0]);
            match expected {
                Some(hit) if found >= 0.0 => {
                    let difference = (found * grid.span - hit.t).abs() / grid.spacing();
                    // At a silhouette, rounding decides between the near and the far ground.
                    if difference > 1.0 {
                        silhouettes += 1;
                    } else {
                        largest = largest.max(difference);
                    }
                }
                Some(_) => silhouettes += 1,
                None => silhouettes += usize::from(found >= 0.0),
            }
        }
    }
    (silhouettes, largest)
}

#[test]
fn depth_equals_rays_followed_in_double_precision() {
    for samples in [257, 512, 1000] {
        for altitude in [35, 8, 88] {
            let camera = format!("205,{altitude},1.4,40");
            let (silhouettes, largest) = compare(HILLS, samples, &camera);
            println!("{samples} samples, {altitude}°: {silhouettes} pixels, {largest:.5} cells");
            assert!(
                silhouettes == 0 && largest < 0.01,
                "{samples} {altitude}: {silhouettes} {largest}"
            );
        }
    }
}

#[test]
fn samples_that_are_not_finite_are_holes() {
    let holes = HILLS
        .replace("return sum;", "return select(sum, sqrt(-1.0 - p.x * p.x), length(p) < 1.5);");
    let generator = &support::main_generator(&holes);
    let settings = settings(generator, [64, 64], 128, "180,60,1.4");
    let (field, _) = data(generator, &settings);
    assert!(field.samples.iter().any(|value| value.is_nan()));
    let (silhouettes, largest) = compare(&holes, 128, "180,60,1.4");
    assert!(silhouettes == 0 && largest < 0.01, "{silhouettes} {largest}");
    // Straight down the hole nothing is hit.
    let above = settings_above(generator, 128);
    let depth = passes(generator, above, Pass::Depth);
    assert_eq!(depth.sample(64, 64)[0], -1.0);
    let position = passes(generator, above, Pass::Position);
    assert!(position.sample(64, 64).iter().all(|number| number.is_nan()));
}

/// Returns the settings of a terrain view from straight above, with one pixel per sample.
fn settings_above(generator: &Generator, side: u32) -> RenderSettings {
    let distance = 0.5 / 0.5_f64.to_radians().tan();
    settings(generator, [side; 2], side, &format!("180,90,{distance},1"))
}

#[test]
fn properties_agree_with_each_other() {
    let generator = &support::main_generator(HILLS);
    let camera = "120,30,1.2";
    let mut settings = settings(generator, [96, 64], 300, camera);
    settings.shading.exaggeration = 1.5;
    let (field, grid) = data(generator, &settings);
    let block = Block::new(&field, grid, 1.5);
    let pose = block.pose(camera);
    let [depth, position, normal, value, steps] =
        [Pass::Depth, Pass::Position, Pass::Normal, Pass::Value, Pass::Steps]
            .map(|pass| passes(generator, settings, pass));
    let mut walls = 0;
    for y in 0..64 {
        for x in 0..96 {
            assert!(steps.sample(x, y)[0] >= 0.0);
            let t = f64::from(depth.sample(x, y)[0]) * grid.span;
            if t < 0.0 {
                assert!(value.sample(x, y)[0].is_nan() && normal.sample(x, y)[0].is_nan());
                continue;
            }
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], [96, 64]);
            let at = position.sample(x, y).iter().copied().map(f64::from);
            let expected = [0, 1, 2].map(|axis| pose.position[axis] + ray[axis] * t);
            assert!(at.clone().zip(expected).all(|(at, expected)| (at - expected).abs() < 1e-4));
            let normal: Vec<f64> = normal.sample(x, y).iter().copied().map(f64::from).collect();
            let length = normal.iter().map(|number| number * number).sum::<f64>();
            assert!((length - 1.0).abs() < 1e-5);
            let height = f64::from(value.sample(x, y)[0]) * 1.5;
            if normal[2] == 0.0 {
                walls += 1;
                assert!(height > at.clone().nth(2).unwrap() - 1e-4);
            } else {
                assert!((height - at.clone().nth(2).unwrap()).abs() < 1e-4, "{height} {at:?}");
            }
        }
    }
    assert!(walls > 100, "{walls}");
}

/// Renders a terrain from straight above. Returns for each pixel whether it is in shadow, by the brightness of the
/// sunlight.
fn shadows(text: &str, side: u32, light: [f64; 2]) -> Vec<bool> {
    let generator = &support::main_generator(text);
    let mut settings = settings_above(generator, side);
    settings.shading.light.azimuth = light[0];
    settings.shading.light.altitude = light[1];
    settings.scene.rays = 1;
    settings.shading.lighting.color = ViewMode::Hillshade;
    settings.shading.lighting.air = Some(0.0);
    settings.shading.lighting.sky = false;
    let [with, without] = [true, false].map(|shadow| {
        settings.shading.shadow = Some(shadow);
        render(&Subject::new(generator, settings)).unwrap().pixels
    });
    let pixels = with.chunks_exact(4).zip(without.chunks_exact(4));
    pixels.map(|(with, without)| with[0] < without[0]).collect()
}

#[test]
fn a_plane_has_no_shadow() {
    for text in ["0.0", "0.31 * p.x - 0.17 * p.y + 5.0", "1000.0 + 0.4 * p.y"] {
        let text = format!("fn height(p: vec2f) -> f32 {{ return {text}; }}");
        for light in [[315.0, 45.0], [70.0, 25.0], [180.0, 30.0]] {
            let dark = shadows(&text, 200, light).into_iter().filter(|dark| *dark).count();
            assert_eq!(dark, 0, "{text} {light:?}");
        }
    }
}

#[test]
fn shadow_of_a_wall_is_as_long_as_the_sun_is_low() {
    // Ground at 0, a step of half a unit at x = 0; 8 world units and 400 samples: 50 cells per unit.
    let wall = "fn height(p: vec2f) -> f32 { return select(0.0, 0.5, abs(p.x + 2.0) < 0.1); }";
    for altitude in [5.0_f64, 10.0, 20.0, 40.0, 60.0, 80.0] {
        let dark = shadows(wall, 400, [270.0, altitude]);
        let row = &dark[200 * 400..201 * 400];
        // The last sample on the wall is at x = -1.91, cell 304.5 from the west.
        let first = 105;
        let length = row[first..].iter().take_while(|dark| **dark).count() as f64;
        let expected = (0.5 * 50.0 / altitude.to_radians().tan()).min(400.0 - first as f64);
        assert!((length - expected).abs() <= 1.0, "{altitude}: {length} {expected}");
    }
}

#[test]
fn shallow_relief_casts_shadows() {
    // Steps of 1e-4 of the span, lit from 1 degree above the horizon.
    let steps = "fn height(p: vec2f) -> f32 { return select(0.0, 0.0008, fract(p.x) < 0.5); }";
    let dark = shadows(steps, 512, [90.0, 1.0]);
    let share = dark.iter().filter(|dark| **dark).count() as f64 / dark.len() as f64;
    // 0.0008 / tan 1° = 0.046 of each unit, next to the flank of one cell (1/64).
    assert!((0.03..0.08).contains(&share), "{share}");
}

#[test]
fn bare_light_from_above_is_hillshade() {
    let low = HILLS.replace("return sum;", "return 0.02 * sum;");
    let generator = &support::main_generator(&low);
    let mut settings = settings_above(generator, 256);
    settings.shading.exaggeration = 1.0;
    settings.shading.lighting.model = LightModel::Hillshade;
    settings.scene.rays = 1;
    let terrain = render(&Subject::new(generator, settings)).unwrap().pixels;
    settings.shading.mode = ViewMode::Hillshade;
    let hillshade = render(&Subject::new(generator, settings)).unwrap().pixels;
    let differences = terrain.iter().zip(&hillshade).map(|(one, other)| one.abs_diff(*other));
    let count = differences.clone().filter(|difference| *difference > 1).count();
    // The outermost samples are on the outline of the block, where a ray may miss.
    assert!(count <= 4 * 4 * 256, "{count}");
    let inside = |index: usize| {
        let (x, y) = (index / 4 % 256, index / 4 / 256);
        (1..255).contains(&x) && (1..255).contains(&y)
    };
    let worst =
        differences.enumerate().filter(|(index, _)| inside(*index)).map(|(_, worst)| worst).max();
    assert!(worst.unwrap() <= 1, "{worst:?}");
}
