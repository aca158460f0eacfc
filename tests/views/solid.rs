//! Solids: depth against formulas, convergence, cuts.

use noise_playground::camera::Viewpoint;
use noise_playground::field::Field;
use noise_playground::scene::{Clip, Pass};
use noise_playground::shading::ViewMode;
use noise_playground::{RenderSettings, Values, trace};

use crate::support;

/// A density, as a formula in double precision.
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
    trace(&support::main_generator(text), &Values::default(), settings).unwrap()
}

/// Returns the first root of a density along a ray, in world units, by small steps and bisection.
fn first_root(density: Density, origin: [f64; 3], ray: [f64; 3]) -> Option<f64> {
    let at = |t: f64| density([0, 1, 2].map(|axis| origin[axis] + ray[axis] * t));
    let step = 0.02;
    // The cube is 8 wide and 17.6 away.
    let near = (450..1250).map(|index| f64::from(index) * step);
    let start = near
        .into_iter()
        .find(|t| at(*t) <= 0.0 && at(t + step) > 0.0)?;
    let (mut low, mut high) = (start, start + step);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if at(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Returns the median error of the depth, in world units, and the number of pixels of which only one hits.
fn errors(text: &str, density: Density, samples: u32) -> (f64, usize) {
    let depth = pass(text, settings(samples), Pass::Depth);
    let pose = Viewpoint {
        camera: CAMERA.parse().unwrap(),
        target: [0.0; 3],
        unit: 8.0,
    }
    .pose();
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
    let shapes: [(&str, Density); 2] = [
        (sphere, |[x, y, z]| 3.0 - (x * x + y * y + z * z).sqrt()),
        (torus, |[x, y, z]| 0.9 - (x.hypot(y) - 2.2).hypot(z)),
    ];
    for (text, density) in shapes {
        let (coarse, _) = errors(text, density, 32);
        let (fine, silhouettes) = errors(text, density, 64);
        println!("{coarse:.5} {fine:.5} {silhouettes}");
        assert!((0.15..0.4).contains(&(fine / coarse)), "{coarse} {fine}");
        assert!(fine < 0.005 && silhouettes < 30, "{fine} {silhouettes}");
    }
}

#[test]
fn cut_is_at_its_coordinate_and_shows_the_value() {
    let ball = "fn density(p: vec3f) -> f32 { return 3.0 - length(p); }";
    let mut settings = settings(64);
    settings.scene.clip = Some(Clip {
        axis: 1,
        limit: -1.0,
    });
    settings.scene.camera = Some("0,10,2.2,40".parse().unwrap());
    let [position, normal, value] =
        [Pass::Position, Pass::Normal, Pass::Value].map(|of| pass(ball, settings, of));
    // From the north, beyond the cut, the middle pixel is on the plane y = -1.
    let [x, y, z] = [0, 1, 2].map(|axis| position.sample(48, 48)[axis]);
    assert!((y + 1.0).abs() < 1e-4, "{y}");
    assert_eq!(normal.sample(48, 48), [0.0, 1.0, 0.0]);
    let expected = 3.0 - (x * x + y * y + z * z).sqrt();
    assert!((value.sample(48, 48)[0] - expected).abs() < 0.01);
    assert!(
        position
            .samples
            .iter()
            .skip(1)
            .step_by(3)
            .all(|y| y.is_nan() || *y < -0.999)
    );
    // The threshold moves the surface.
    settings.scene.clip = None;
    let depth = |threshold| {
        let moved = RenderSettings {
            threshold,
            ..settings
        };
        pass(ball, moved, Pass::Depth).sample(48, 48)[0]
    };
    assert!((depth(1.0) - depth(0.0) - 1.0 / 8.0).abs() < 1e-3);
}
