//! Tests of views of solids, isosurfaces of a density: depth against formulas, convergence, clip planes.

use noise_playground::field::Field;
use noise_playground::view::shading::{Palette, ViewMode};
use noise_playground::view::space::camera::{Body, Viewpoint};
use noise_playground::view::space::mesh::Clip;
use noise_playground::view::space::settings::Pass;
use noise_playground::{RenderSettings, Subject, render, trace};

use crate::{bisect, support};

/// A density as a function of the position, in double precision.
type Density = fn([f64; 3]) -> f64;

const SIZE: [u32; 2] = [96, 96];
const CAMERA: &str = "200,25,2.2,40";

fn settings(samples: u32) -> RenderSettings {
    let generator = support::main_generator("fn density(p: vec3f) -> f32 { return p.x; }");
    let mut settings = RenderSettings::new(&generator, 1);
    settings.grid.size = SIZE;
    settings.shading.mode = ViewMode::Solid;
    settings.scene.samples = Some(samples);
    settings.scene.camera = Some(CAMERA.parse().unwrap());
    settings
}

fn pass(text: &str, mut settings: RenderSettings, pass: Pass) -> Field {
    settings.scene.pass = pass;
    trace(&Subject::new(&support::main_generator(text), settings)).unwrap()
}

/// Returns the distance, in world units, at which a ray first meets the surface of a density, by small steps and
/// bisection.
fn first_root(density: Density, origin: [f64; 3], ray: [f64; 3]) -> Option<f64> {
    let at = |t: f64| density([0, 1, 2].map(|axis| origin[axis] + ray[axis] * t));
    let step = 0.02;
    // The cube is 8 wide and 17.6 away.
    let near = (450..1250).map(|index| f64::from(index) * step);
    let start = near.into_iter().find(|t| at(*t) <= 0.0 && at(t + step) > 0.0)?;
    Some(bisect(|t| -at(t), start, start + step))
}

/// Renders the depths of a solid and compares them with its density formula. Returns the median error in world units,
/// and the number of pixels that hit in the picture or in the formula only.
fn errors(text: &str, density: Density, samples: u32) -> (f64, usize) {
    let depth = pass(text, settings(samples), Pass::Depth);
    let pose = Viewpoint { camera: CAMERA.parse().unwrap(), target: [0.0; 3], unit: 8.0 }.pose();
    let (mut errors, mut silhouettes) = (Vec::new(), 0);
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], SIZE);
            let found = f64::from(depth.sample(x, y)[0]) * 8.0;
            match first_root(density, pose.position, ray) {
                Some(expected) if found >= 0.0 => errors.push((found - expected).abs()),
                expected => silhouettes += usize::from(expected.is_some() != (found >= 0.0)),
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    (errors[errors.len() / 2], silhouettes)
}

#[test]
fn surfaces_converge_at_second_order() {
    let sphere = "fn density(p: vec3f) -> f32 { return 3.0 - length(p); }";
    let torus =
        "fn density(p: vec3f) -> f32 { return 0.9 - length(vec2f(length(p.xy) - 2.2, p.z)); }";
    let gyroid = "fn density(p: vec3f) -> f32 {
        return min(sin(p.x) * cos(p.y) + sin(p.y) * cos(p.z) + sin(p.z) * cos(p.x) - 0.2, 3.4 - length(p));
    }";
    let shapes: [(&str, Density); 3] = [
        (sphere, |[x, y, z]| 3.0 - (x * x + y * y + z * z).sqrt()),
        (torus, |[x, y, z]| 0.9 - (x.hypot(y) - 2.2).hypot(z)),
        (gyroid, |[x, y, z]| {
            let waves = x.sin() * y.cos() + y.sin() * z.cos() + z.sin() * x.cos() - 0.2;
            waves.min(3.4 - (x * x + y * y + z * z).sqrt())
        }),
    ];
    for (text, density) in shapes {
        let (coarse, _) = errors(text, density, 32);
        let (fine, silhouettes) = errors(text, density, 64);
        println!("{coarse:.5} {fine:.5} {silhouettes}");
        assert!((0.15..0.4).contains(&(fine / coarse)), "{coarse} {fine}");
        assert!(fine < 0.005 && silhouettes < 60, "{fine} {silhouettes}");
    }
}

#[test]
fn cut_is_at_its_coordinate_and_shows_the_value() {
    let ball = "fn density(p: vec3f) -> f32 { return 3.0 - length(p); }";
    let mut settings = settings(64);
    settings.scene.clip = Some(Clip { axis: 1, limit: -1.0 });
    settings.scene.camera = Some("0,10,2.2,40".parse().unwrap());
    let [position, normal, value] =
        [Pass::Position, Pass::Normal, Pass::Value].map(|of| pass(ball, settings, of));
    // From the north, beyond the cut, the middle pixel is on the plane y = -1.
    let [x, y, z] = [0, 1, 2].map(|axis| position.sample(48, 48)[axis]);
    assert!((y + 1.0).abs() < 1e-4, "{y}");
    assert_eq!(normal.sample(48, 48), [0.0, 1.0, 0.0]);
    let expected = 3.0 - (x * x + y * y + z * z).sqrt();
    assert!((value.sample(48, 48)[0] - expected).abs() < 0.01);
    assert!(position.samples.iter().skip(1).step_by(3).all(|y| y.is_nan() || *y < -0.999));
    // The threshold moves the surface.
    settings.scene.clip = None;
    let depth = |threshold| {
        let moved = RenderSettings { threshold, ..settings };
        pass(ball, moved, Pass::Depth).sample(48, 48)[0]
    };
    assert!((depth(1.0) - depth(0.0) - 1.0 / 8.0).abs() < 1e-3);
}

#[test]
fn surface_of_the_file_colors_the_hits() {
    let text = "import playground::surface::Surface;
        fn density(p: vec3f) -> f32 { return 3.0 - length(p); }
        // Red is the height, green the slope over pi, blue the west.
        fn surface(s: Surface) -> vec3f {
            return vec3f(0.5 + s.height / 8.0, s.slope / 3.14159265, select(0.0, 1.0, s.position.x < 0.0));
        }";
    let mut settings = settings(48);
    settings.scene.rays = 1;
    settings.shading.lighting.air = Some(0.0);
    settings.shading.shadow = Some(false);
    let colored = render(&Subject::new(&support::main_generator(text), settings)).unwrap();
    let plain = text.replace("fn surface(", "fn other(");
    let plain = render(&Subject::new(&support::main_generator(&plain), settings)).unwrap();
    let [position, normal] = [Pass::Position, Pass::Normal].map(|of| pass(text, settings, of));
    let encoded = |linear: f32| {
        if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
    };
    let mut compared = 0;
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let at = position.sample(x, y);
            let [west, _, height] = [at[0], at[1], at[2]];
            if west.is_nan() || west.abs() < 0.01 {
                continue;
            }
            let slope = normal.sample(x, y)[2].clamp(-1.0, 1.0).acos();
            let albedo =
                [0.5 + height / 8.0, slope / std::f32::consts::PI, f32::from(u8::from(west < 0.0))];
            let pixel = |picture: &[u8], channel: usize| {
                f32::from(picture[4 * (y * SIZE[0] + x) as usize + channel]) / 255.0
            };
            // The light is that of the plain solid, whose color is known.
            let plain_color = [0.88, 0.84, 0.78];
            for channel in 0..3 {
                let light = pixel(&plain.pixels, channel) / plain_color[channel];
                let expected = encoded(albedo[channel]) * light;
                let found = pixel(&colored.pixels, channel);
                assert!((found - expected).abs() < 0.012, "{x} {y} {channel}: {found} {expected}");
            }
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn surfaces_without_a_color_of_their_own_are_colored_by_their_height() {
    let ball = "fn density(p: vec3f) -> f32 { return 3.0 - length(p); }";
    let mut settings = settings(48);
    settings.scene.rays = 1;
    settings.shading.lighting.air = Some(0.0);
    settings.shading.palette = Some(Palette::Grey);
    let generator = support::main_generator(ball);
    let mut picture = |color| {
        settings.shading.lighting.color = color;
        render(&Subject::new(&generator, settings)).unwrap().pixels
    };
    let modes = [ViewMode::Hillshade, ViewMode::Texture, ViewMode::Slope];
    let [plain, height, slope] = modes.map(&mut picture);
    let [position, normal] = [Pass::Position, Pass::Normal].map(|of| pass(ball, settings, of));
    let mut compared = 0;
    for index in 0..SIZE[0] * SIZE[1] {
        let [x, y] = [index % SIZE[0], index / SIZE[0]];
        let (z, up) = (position.sample(x, y)[2], normal.sample(x, y)[2]);
        let red = |picture: &[u8]| f32::from(picture[4 * index as usize]);
        // The light, by the color without it.
        let light = red(&plain) / 0.88;
        if z.is_nan() || light < 60.0 {
            continue;
        }
        let expected = z / (8.0 * 47.0 / 48.0) + 0.5;
        let found = red(&height) / light;
        assert!((found - expected).abs() < 0.02, "{x} {y}: {found} {expected}");
        let expected = up.max(0.0).acos() / std::f32::consts::FRAC_PI_2;
        let found = red(&slope) / light;
        assert!((found - expected).abs() < 0.02, "{x} {y}: {found} {expected}");
        compared += 1;
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn solids_on_the_cpu_are_those_of_the_view() {
    let ball = "fn density(p: vec3f) -> f32 { return 3.0 - length(p - vec3f(0.3, -0.2, 1.5)); }";
    let mut settings = settings(40);
    settings.z = 1.0;
    settings.threshold = 0.25;
    settings.scene.clip = Some(Clip { axis: 0, limit: 1.25 });
    let camera = "120,25,2.2,40";
    settings.scene.camera = Some(camera.parse().unwrap());
    let grid = settings.scene.volume_grid(settings.grid);
    let columns = grid.size[0] / 40;
    let coordinate = |index: u32| (f64::from(index) + 0.5 - 20.0) * 8.0 / 40.0;
    let density = |index: u32| {
        let [x, y] = [index % grid.size[0], index / grid.size[0]];
        let slice = y / 40 * columns + x / 40;
        let position = [coordinate(x % 40), -coordinate(y % 40), coordinate(slice) + 1.0];
        let offset = [position[0] - 0.3, position[1] + 0.2, position[2] - 1.5];
        (3.0 - offset.iter().map(|number| number * number).sum::<f64>().sqrt()) as f32
    };
    let field = Field {
        size: grid.size,
        channels: 1,
        samples: (0..grid.size[0] * grid.size[1]).map(density).collect(),
    };
    let body = Body::new(&field, &settings.body_shape()).unwrap();
    let pose =
        Viewpoint { camera: camera.parse().unwrap(), target: [0.0, 0.0, 1.0], unit: 8.0 }.pose();
    let [position, value] = [Pass::Position, Pass::Value].map(|of| pass(ball, settings, of));
    let (mut hits, mut cuts) = (0, 0);
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], SIZE);
            let expected = position.sample(x, y);
            let Some(hit) = body.hit(pose.position, ray) else {
                assert!(expected[0].is_nan(), "{x} {y}");
                continue;
            };
            for (found, expected) in hit.position.iter().zip(expected) {
                let error = found - f64::from(*expected);
                assert!(error.abs() < 2e-3, "{x} {y}: {error}");
            }
            let error = hit.value.unwrap() - f64::from(value.sample(x, y)[0]);
            assert!(error.abs() < 2e-3, "{x} {y}: {error}");
            hits += 1;
            cuts += usize::from((hit.position[0] - 1.25).abs() < 1e-6);
        }
    }
    assert!(hits > 1000 && cuts > 200 && cuts < hits, "{hits} {cuts}");
    assert_eq!(body.values_at([0.3, -0.2, 1.5]).len(), 1);
}

#[test]
fn cut_is_dark_rock_with_faint_lines_or_colored_by_value() {
    let generator = support::main_generator("fn density(p: vec3f) -> f32 { return p.x; }");
    let mut settings = settings(48);
    settings.scene.camera = Some("180,90,2.2,40".parse().unwrap());
    settings.scene.clip = Some(Clip { axis: 2, limit: 0.5 });
    settings.shading.lighting.air = Some(0.0);
    // The east half of the cube, from its middle to near its edge.
    let row = |settings: RenderSettings| {
        let picture = render(&Subject::new(&generator, settings)).unwrap();
        let start = 4 * (48 * SIZE[0] as usize + 50);
        let row = picture.pixels[start..][..4 * 22].chunks_exact(4);
        row.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect::<Vec<_>>()
    };
    let spread = |pixel: &[u8; 3]| pixel.iter().max().unwrap() - pixel.iter().min().unwrap();
    let plain = row(settings);
    assert!(plain.iter().all(|pixel| pixel[0] < 130 && spread(pixel) < 40), "{plain:?}");
    let reds = plain.iter().map(|pixel| pixel[0]);
    let contrast = reds.clone().max().unwrap() - reds.min().unwrap();
    assert!((4..40).contains(&contrast), "{plain:?}");
    assert!(!generator.uses_value_range(&settings.shading));
    settings.shading.lighting.colors_cut = true;
    let colored = row(settings);
    assert!(colored.iter().filter(|pixel| spread(pixel) > 60).count() > 11, "{colored:?}");
    assert!(generator.uses_value_range(&settings.shading));
}
