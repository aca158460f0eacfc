//! Tests of planet views: depth, silhouettes, normals, sea, shadows, air, tiles.

use noise_playground::field::{Channel, Field};
use noise_playground::view::shading::{Light, LightModel, Palette, ValueRange, ViewMode};
use noise_playground::view::space::camera;
use noise_playground::view::space::settings::Pass;
use noise_playground::{RenderSettings, Subject, Values, render, trace};

use crate::globe::{Globe, dot, length};
use crate::support;

const SIZE: [u32; 2] = [96, 96];
const CAMERA: &str = "200,20,3.2,40";

const SPHERE: &str = "fn density(p: vec3f) -> f32 { return 0.0; }";
const WAVES: &str = "fn density(p: vec3f) -> f32 { return cos(5.0 * p.x) * cos(4.0 * p.y + 1.0) * sin(3.0 * p.z + 0.5); }";

fn waves([x, y, z]: [f64; 3]) -> f64 {
    (5.0 * x).cos() * (4.0 * y + 1.0).cos() * (3.0 * z + 0.5).sin()
}

fn settings(cells: u32) -> RenderSettings {
    let generator = support::main_generator(SPHERE);
    let mut settings = RenderSettings::new(&generator, 1);
    settings.grid.size = SIZE;
    settings.shading.set_mode(ViewMode::Planet);
    settings.shading.exaggeration = 0.1;
    settings.scene.samples = Some(cells);
    settings.scene.camera = Some(CAMERA.parse().unwrap());
    settings
}

fn pass(text: &str, mut settings: RenderSettings, pass: Pass) -> Field {
    settings.scene.pass = pass;
    trace(&Subject::new(&support::main_generator(text), settings)).unwrap()
}

fn pixels(text: &str, settings: RenderSettings) -> Vec<u8> {
    let generator = support::main_generator(text);
    render(&Subject::new(&generator, settings)).unwrap().pixels
}

/// Differences between a depth picture of a planet and the reference that was traced in double precision.
struct Errors {
    median: f64,
    largest: f64,
    /// Number of pixels that hit the planet in the picture or in the reference only, although the ray is farther from
    /// the ground than the error of interpolation.
    silhouettes: usize,
    hits: usize,
}

fn errors(text: &str, globe: &Globe, settings: RenderSettings, camera: &str) -> Errors {
    let depth = pass(text, settings, Pass::Depth);
    let pose = Globe::pose(camera);
    let [width, height] = settings.grid.size;
    let (mut errors, mut silhouettes) = (Vec::new(), 0);
    for y in 0..height {
        for x in 0..width {
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], [width, height]);
            let found = f64::from(depth.sample(x, y)[0]);
            match globe.first_hit(pose.position, ray) {
                (Some(expected), _) if found >= 0.0 => errors.push((found - expected).abs()),
                (expected, _) => silhouettes += usize::from(expected.is_some() != (found >= 0.0)),
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    Errors {
        median: errors[errors.len() / 2],
        largest: errors[errors.len() - 1],
        silhouettes,
        hits: errors.len(),
    }
}

#[test]
fn sphere_is_exact() {
    let globe = Globe { value: |_| 0.0, exaggeration: 0.1, highest: 1e-9, sea: None };
    for camera in [CAMERA, "20,-70,1.4,60", "120,5,60,2"] {
        let mut settings = settings(64);
        settings.scene.camera = Some(camera.parse().unwrap());
        let Errors { median, largest, silhouettes, hits } =
            errors(SPHERE, &globe, settings, camera);
        println!("{camera}: {median:.1e} {largest:.1e} {silhouettes} of {hits}");
        let ulp = 1.2e-7 * settings.scene.camera.unwrap().distance.unwrap();
        assert!(hits > 3000 && silhouettes == 0, "{camera}: {silhouettes}");
        assert!(median < 1e-6 + ulp && largest < 1e-3, "{median} {largest}");
    }
    let normal = pass(SPHERE, settings(64), Pass::Normal);
    let position = pass(SPHERE, settings(64), Pass::Position);
    for (normal, position) in normal.samples.chunks(3).zip(position.samples.chunks(3)) {
        let difference = normal.iter().zip(position).map(|(a, b)| (a - b).abs());
        let largest = difference.fold(0.0, f32::max);
        assert!(position[0].is_nan() || largest < 2e-6, "{normal:?} {position:?}");
    }
}

#[test]
fn displaced_sphere_converges_at_second_order() {
    let globe = Globe { value: waves, exaggeration: 0.1, highest: 0.1, sea: None };
    let [coarse, fine, odd] =
        [32, 64, 100].map(|cells| errors(WAVES, &globe, settings(cells), CAMERA));
    for Errors { median, silhouettes, hits, .. } in [&coarse, &fine, &odd] {
        println!("{median:.2e} {silhouettes} of {hits}");
    }
    let ratio = fine.median / coarse.median;
    assert!((0.2..0.32).contains(&ratio), "{ratio}");
    assert!(fine.median < 1e-4 && fine.silhouettes <= 12, "{}", fine.silhouettes);
    assert!(odd.median < fine.median && odd.silhouettes <= 6, "{}", odd.silhouettes);
}

#[test]
fn normals_and_values_are_those_of_the_formula() {
    let settings = settings(256);
    let [normal, value, position] =
        [Pass::Normal, Pass::Value, Pass::Position].map(|of| pass(WAVES, settings, of));
    let radius = |p: [f64; 3]| 1.0 + 0.1 * waves(p.map(|x| x / length(p)));
    let mut count = 0;
    for index in 0..(SIZE[0] * SIZE[1]) as usize {
        let of = |field: &Field| [0, 1, 2].map(|axis| f64::from(field.samples[3 * index + axis]));
        let (at, found) = (of(&position), of(&normal));
        if at[0].is_nan() {
            continue;
        }
        count += 1;
        let unit = at.map(|x| x / length(at));
        assert!((f64::from(value.samples[index]) - waves(unit)).abs() < 2e-4);
        assert!((length(at) - radius(at)).abs() < 2e-5, "{at:?}");
        // The gradient of the distance above the ground.
        let step = 1e-5;
        let gradient = [0, 1, 2].map(|axis| {
            let moved = |by: f64| {
                let mut p = at;
                p[axis] += by;
                length(p) - radius(p)
            };
            (moved(step) - moved(-step)) / (2.0 * step)
        });
        let cosine = dot(gradient, found) / length(gradient);
        assert!(cosine > 1.0 - 2e-5, "{at:?}: {found:?} {gradient:?}");
    }
    assert!(count > 4000, "{count}");
}

#[test]
fn sea_is_a_sphere_above_the_floor() {
    let globe = Globe { value: waves, exaggeration: 0.1, highest: 0.1, sea: Some(0.1) };
    let mut settings = settings(128);
    settings.scene.sea = Some(0.1);
    let Errors { median, silhouettes, .. } = errors(WAVES, &globe, settings, CAMERA);
    assert!(median < 1e-5 && silhouettes <= 4, "{median} {silhouettes}");
    let [value, position, normal] =
        [Pass::Value, Pass::Position, Pass::Normal].map(|of| pass(WAVES, settings, of));
    let mut water = 0;
    for (index, value) in value.samples.iter().enumerate() {
        let of = |field: &Field| [0, 1, 2].map(|axis| f64::from(field.samples[3 * index + axis]));
        let (at, normal) = (of(&position), of(&normal));
        if *value < 0.099 {
            water += 1;
            assert!((length(at) - 1.01).abs() < 2e-6, "{at:?}");
            assert!((dot(at, normal) - length(at)).abs() < 2e-6, "{normal:?}");
        }
    }
    assert!(water > 1000, "{water}");
}

#[test]
fn water_seen_from_straight_above_and_along_the_sun_has_no_stray_pixels() {
    let floor = "fn density(p: vec3f) -> f32 { return -0.1; }";
    let mut settings = settings(16);
    settings.grid.size = [9, 9];
    settings.scene.rays = 1;
    settings.scene.sea = Some(0.0);
    for number in 0..6 {
        let (azimuth, altitude) = (7 + 14 * number, 3 * number);
        // The camera is at the zenith of the middle, and so is the sun.
        let camera = format!("{azimuth},{altitude},3,0.5");
        settings.scene.camera = Some(camera.parse().unwrap());
        settings.shading.light =
            Light { azimuth: f64::from(azimuth), altitude: f64::from(altitude) };
        let pixels = pixels(floor, settings);
        for channel in 0..3 {
            let values = pixels.iter().skip(channel).step_by(4);
            let (low, high) = (values.clone().min().unwrap(), values.max().unwrap());
            assert!(high - low < 40, "{camera}: {low} to {high}");
        }
    }
}

/// Returns the settings of a planet view in the light of the sun alone, on white ground.
fn bare(light: Light) -> RenderSettings {
    let mut settings = settings(64);
    settings.shading.light = light;
    settings.shading.lighting.model = LightModel::Hillshade;
    settings.scene.rays = 1;
    settings
}

#[test]
fn bare_light_is_that_of_the_sun_on_the_normal() {
    let light = Light { azimuth: 120.0, altitude: 5.0 };
    let picture = pixels(WAVES, bare(light));
    let normal = pass(WAVES, bare(light), Pass::Normal);
    let (azimuth, altitude) = (120.0_f64.to_radians(), 5.0_f64.to_radians());
    let sun = [azimuth.sin() * altitude.cos(), azimuth.cos() * altitude.cos(), altitude.sin()];
    let (mut day, mut night) = (0, 0);
    for (pixel, normal) in picture.chunks(4).zip(normal.samples.chunks(3)) {
        let lambert = dot(sun, [0, 1, 2].map(|axis| f64::from(normal[axis])));
        if lambert.is_nan() {
            assert_eq!(pixel[0], 0);
            continue;
        }
        let expected = 1.0 + 254.0 * lambert.max(0.0);
        assert!((f64::from(pixel[0]) - expected).abs() <= 1.5, "{pixel:?} {expected}");
        (day, night) = (day + i32::from(lambert > 0.1), night + i32::from(lambert < -0.1));
    }
    assert!(day > 500 && night > 500, "{day} {night}");
}

#[test]
fn air_brightens_the_limb_by_day_and_not_by_night() {
    let light = Light { azimuth: 110.0, altitude: 10.0 };
    let mut settings = settings(64);
    settings.shading.light = light;
    settings.shading.palette = Some(Palette::Grey);
    settings.shading.value_range = ValueRange::Fixed(-1.0, 1.0);
    let brightness = |air: f64| {
        let mut settings = settings;
        settings.shading.lighting.air = Some(air);
        pixels(SPHERE, settings)
    };
    let [air, vacuum] = [1.0, 0.0].map(brightness);
    let at = |picture: &[u8], x: u32, y: u32| {
        let start = 4 * (y * SIZE[0] + x) as usize;
        [0, 1, 2].map(|color| i32::from(picture[start + color]))
    };
    // The sphere is 43 pixels in radius around the middle; the sun is on the right.
    let (day, night) = ((48 + 45, 48), (48 - 45, 48));
    assert_eq!(at(&vacuum, day.0, day.1), [0; 3]);
    let glow = at(&air, day.0, day.1);
    assert!(glow[2] > glow[0] && glow[2] > 30, "{glow:?}");
    assert!(at(&air, night.0, night.1).iter().all(|light| *light < 12));
    // The ground at the middle of the day is seen through the air: bluer than in a vacuum.
    let [clear, hazy] = [&vacuum, &air].map(|picture| at(picture, 75, 48));
    assert!(hazy[2] - hazy[0] > clear[2] - clear[0] + 5, "{clear:?} {hazy:?}");
}

#[test]
fn mountains_cast_shadows_and_a_sphere_none() {
    let light = Light { azimuth: 200.0, altitude: 20.0 };
    let lit = |text: &str, shadow: bool, light: Light| {
        let mut settings = settings(128);
        settings.shading.light = light;
        settings.shading.shadow = Some(shadow);
        settings.shading.lighting.air = Some(0.0);
        pixels(text, settings)
    };
    // The sun is behind the camera: a sphere has no shadows, and none by rounding.
    assert!(lit(SPHERE, true, light) == lit(SPHERE, false, light));
    let low = Light { azimuth: 120.0, altitude: 5.0 };
    assert!(lit(SPHERE, true, low) == lit(SPHERE, false, low));
    let steep = WAVES.replace("cos(5.0", "3.0 * cos(5.0");
    let [with, without] = [true, false].map(|shadow| lit(&steep, shadow, low));
    let pixels = with.chunks(4).zip(without.chunks(4));
    let darker = pixels.clone().filter(|(with, without)| with[1] < without[1]).count();
    let brighter = pixels.filter(|(with, without)| with[1] > without[1]).count();
    assert!(darker > 100 && brighter == 0, "{darker} {brighter}");
}

#[test]
fn holes_and_constant_data_end() {
    let holes =
        "fn density(p: vec3f) -> f32 { return select(0.0, sqrt(-1.0 - p.x * p.x), p.z > 0.5); }";
    let depth = pass(holes, settings(32), Pass::Depth);
    assert!(depth.samples.iter().all(|depth| depth.is_finite()));
    let nothing = "fn density(p: vec3f) -> f32 { return sqrt(-1.0 - p.x * p.x); }";
    let depth = pass(nothing, settings(32), Pass::Depth);
    assert!(depth.samples.iter().all(|depth| *depth == -1.0));
}

#[test]
fn rays_in_the_planes_between_faces_hit_in_few_steps() {
    let globe = Globe { value: |_| 0.0, exaggeration: 0.1, highest: 1e-9, sea: None };
    // On the diagonals of an even picture, and on the middle row of an odd one from above an edge of the cube.
    for (camera, size) in [
        ("0,0,3.2,40", [240, 180]),
        ("90,0,3.2,40", [240, 180]),
        ("0,45,3.2,40", [241, 181]),
        ("45,0,3.2,40", [241, 181]),
    ] {
        let mut settings = settings(512);
        settings.grid.size = size;
        settings.scene.camera = Some(camera.parse().unwrap());
        let Errors { silhouettes, hits, .. } = errors(SPHERE, &globe, settings, camera);
        assert!(hits > 20_000 && silhouettes == 0, "{camera}: {silhouettes}");
        let steps = pass(SPHERE, settings, Pass::Steps).samples;
        let most = steps.into_iter().fold(0.0, f32::max);
        assert!(most <= 16.0, "{camera}: {most} steps");
    }
}

#[test]
fn globes_on_the_cpu_are_those_of_the_view() {
    let pierced = "fn density(p: vec3f) -> f32 {
        let wave = cos(5.0 * p.x) * cos(4.0 * p.y + 1.0) * sin(3.0 * p.z + 0.5);
        let hole = sin(7.0 * p.x) * sin(6.0 * p.y) > 0.4;
        return select(wave, sqrt(-1.0 - p.x * p.x), hole);
    }";
    let settings = settings(32);
    let layout = settings.scene.planet_layout();
    let field = data(pierced, settings);
    let extremes = layout.extremes(&field, Channel::X).unwrap();
    let surface = camera::Globe::new(&field, &layout, Channel::X, extremes, 0.1, None).unwrap();
    let pose = Globe::pose(CAMERA);
    let depth = pass(pierced, settings, Pass::Depth);
    let (mut hits, mut behind, mut wrong) = (0, 0, 0);
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], SIZE);
            let expected = f64::from(depth.sample(x, y)[0]);
            let found = surface.hit(pose.position, ray).map_or(-1.0, |hit| {
                length([0, 1, 2].map(|axis| hit.position[axis] - pose.position[axis]))
            });
            wrong += usize::from((found - expected).abs() > 2e-3);
            hits += usize::from(expected >= 0.0);
            // Deeper than the lowest ground.
            let position = [0, 1, 2].map(|axis| pose.position[axis] + expected * ray[axis]);
            behind += usize::from(expected >= 0.0 && length(position) < 0.89);
        }
    }
    assert!(hits > 4000 && behind > 200, "{hits} {behind}");
    // The steps on the CPU pass over corners of ground and of holes.
    assert!(wrong < 60, "{wrong}");
}

/// Evaluates a generator on the samples of a planet.
fn data(text: &str, settings: RenderSettings) -> Field {
    let generator = support::main_generator(text);
    let inputs = noise_playground::gpu::EvaluateInputs::new(
        &generator,
        &Values::default(),
        settings.data_grid(),
        0.0,
        &noise_playground::generator::control::HostInputs::default(),
    );
    support::evaluate_inputs(&generator, &inputs.unwrap().of_view(&settings))
}

#[test]
fn data_are_the_generator_on_the_sphere() {
    let text = "fn density(p: vec3f) -> f32 { return p.x + 10.0 * p.y + 100.0 * p.z; }";
    let mut settings = settings(20);
    settings.shading.exaggeration = 1e-4;
    let layout = settings.scene.planet_layout();
    let field = data(text, settings);
    let mut largest = 0.0_f64;
    for row in 0..field.size[1] {
        for column in 0..field.size[0] {
            let [x, y, z] = layout.position([column, row]);
            let expected = x + 10.0 * y + 100.0 * z;
            largest = largest.max((f64::from(field.sample(column, row)[0]) - expected).abs());
        }
    }
    assert!(largest < 3e-5, "{largest}");
}
