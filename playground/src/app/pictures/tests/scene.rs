//! Tests of three-dimensional views: the same bytes as a render, and no evaluation while the camera moves.

mod difference;
mod soak;

use noise_playground::view::shading::{Light, Palette};
use noise_playground::view::space::camera::Camera;
use noise_playground::view::space::mesh::Clip;
use noise_playground::{RenderSettings, render};

use super::*;
use crate::workbench::View;
use crate::workbench::camera::CameraMotion;

const HILLS: &str =
    "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(1.7 * p.x) * cos(1.1 * p.y); }";

impl Frames {
    fn hills() -> Self {
        let mut frames = Self::new();
        frames.save(HILLS);
        let mut view = frames.workbench.view_mut();
        view.shading.mode = ViewMode::Terrain;
        view.scene.samples = Some(128);
        drop(view);
        frames
    }

    fn rendered(&self) -> Vec<u8> {
        let content = self.workbench.pane_content(self.key()).unwrap();
        render(&content.subject(self.size, 0.0)).unwrap().pixels
    }

    fn evaluation(&self) -> Option<u64> {
        let picture = &self.pictures.pictures[&self.key()];
        picture.picture.as_ref().unwrap().evaluation()
    }
}

#[test]
fn terrain_at_rest_equals_its_render() {
    let mut frames = Frames::hills();
    let first = frames.visible_pixels();
    assert!(first == frames.rendered());
    // After each change of camera, light, palette and value, the picture equals a newly rendered one.
    let id = frames.workbench.document.selected;
    let about = frames.workbench.viewpoint(id).unwrap().target;
    let by = [70.0, 10.0];
    frames.workbench.move_camera(id, CameraMotion::Orbit { about, by });
    let turned = frames.visible_pixels();
    assert!(turned != first && turned == frames.rendered());
    let before = frames.workbench.document.clone();
    frames.workbench.view_mut().shading.light = Light { azimuth: 80.0, altitude: 12.0 };
    assert!(frames.visible_pixels() == frames.rendered());
    frames.workbench.view_mut().shading.palette = Some(Palette::Vik);
    assert!(frames.visible_pixels() == frames.rendered());
    frames.workbench.view_mut().scene.rays = 9;
    assert!(frames.visible_pixels() == frames.rendered());
    frames.workbench.document = before;
    assert!(frames.visible_pixels() == turned, "back again");
    frames.workbench.view_mut().shading.mode = ViewMode::Texture;
    assert!(frames.visible_pixels() == frames.rendered());
}

#[test]
fn orbiting_evaluates_nothing() {
    let mut frames = Frames::hills();
    frames.visible_pixels();
    let evaluation = frames.evaluation();
    assert!(evaluation.is_some());
    let id = frames.workbench.document.selected;
    let about = frames.workbench.viewpoint(id).unwrap().target;
    for _ in 0..12 {
        let by = [30.0, 1.0];
        let motion = CameraMotion::Orbit { about, by };
        frames.workbench.move_camera(id, motion);
        frames.draw();
        assert_eq!(frames.evaluation(), evaluation);
    }
    frames.workbench.view_mut().shading.light.azimuth = 10.0;
    frames.workbench.view_mut().shading.palette = Some(Palette::Magma);
    frames.visible_pixels();
    assert_eq!(frames.evaluation(), evaluation);
    let generator = frames.workbench.shown().unwrap().clone();
    let values = frames.workbench.values_mut().unwrap();
    values.set(&generator.controls()[0], 0.9.into());
    assert!(frames.visible_pixels() == frames.rendered());
    assert_ne!(frames.evaluation(), evaluation);
}

#[test]
fn ground_is_read_back_for_the_cursor() {
    let mut frames = Frames::hills();
    frames.visible_pixels();
    let id = frames.workbench.document.selected;
    let hit = frames.workbench.position_at(id, [20.0, 15.0], [40, 30]);
    let hit = hit.unwrap();
    let [x, y, z] = hit.position;
    let expected = 0.5 * (1.7 * x).sin() * (1.1 * y).cos();
    assert!((z - expected).abs() < 0.01, "{hit:?} for {expected}");
    let samples = frames.workbench.samples_at(id, hit.position);
    assert!((f64::from(samples[0]) - z).abs() < 1e-5, "{samples:?}");
    // The camera never goes below the ground.
    let toward = hit.position;
    for _ in 0..40 {
        let factor = 0.5;
        let motion = CameraMotion::Zoom { toward, factor };
        frames.workbench.move_camera(id, motion);
    }
    let camera = frames.workbench.viewpoint(id).unwrap().pose().position;
    let ground = frames.workbench.ground(id).unwrap();
    assert!(ground.height_above(camera) > 0.0);
    let camera = frames.workbench.view().scene.camera.unwrap();
    assert!(camera.distance.unwrap() < 0.1, "{camera}");
}

const CAVES: &str = "fn density(p: vec3f, level: f32) -> f32 {
    return sin(1.7 * p.x) * cos(1.1 * p.y) + sin(1.3 * p.z) * cos(0.7 * p.x) - level;
}";

/// Source text of a `surface` function that colors the ground by height and slope.
const SURFACE: &str = "import playground::surface::Surface;
fn surface(s: Surface) -> vec3f { return vec3f(0.5 + 0.1 * s.height, 0.3 * s.slope, 0.2); }
";

impl Frames {
    fn caves(text: &str) -> Self {
        let mut frames = Self::new();
        frames.save(text);
        let mut view = frames.workbench.view_mut();
        view.shading.mode = ViewMode::Solid;
        view.scene.samples = Some(32);
        drop(view);
        frames
    }
}

#[test]
fn solid_at_rest_equals_its_render() {
    let mut frames = Frames::caves(CAVES);
    let first = frames.visible_pixels();
    assert!(first == frames.rendered());
    assert_eq!(frames.measured().non_finite_count, 0, "all samples are numbers");
    let before = frames.workbench.document.clone();
    let changes: [fn(&mut View); 6] = [
        |view| view.threshold = 0.4,
        |view| {
            view.scene.clip = Some(Clip { axis: 1, limit: -0.5 });
        },
        |view| view.z = 1.5,
        |view| view.shading.lighting.color = ViewMode::Contour,
        |view| view.shading.light.azimuth = 40.0,
        // The camera is inside of the cube, which is lit by the camera's lamp.
        |view| view.scene.camera = Some("30,5,0.01,70".parse().unwrap()),
    ];
    let mut last = first.clone();
    for change in changes {
        change(&mut frames.workbench.view_mut());
        let pixels = frames.visible_pixels();
        assert!(pixels != last && pixels == frames.rendered());
        last = pixels;
    }
    frames.workbench.document = before;
    assert!(frames.visible_pixels() == first, "back again");
}

#[test]
fn surface_of_the_file_colors_a_solid() {
    let mut frames = Frames::caves(&format!("{SURFACE}{CAVES}"));
    let colored = frames.visible_pixels();
    assert!(colored == frames.rendered());
    frames.workbench.view_mut().shading.lighting.color = ViewMode::Hillshade;
    let plain = frames.visible_pixels();
    assert!(plain != colored && plain == frames.rendered());
    frames.workbench.view_mut().shading.lighting.color = ViewMode::Relief;
    assert!(frames.visible_pixels() == colored);
}

#[test]
fn orbiting_a_solid_evaluates_nothing_and_finds_the_surface() {
    let mut frames = Frames::caves(CAVES);
    frames.visible_pixels();
    let evaluation = frames.evaluation();
    let id = frames.workbench.document.selected;
    let about = frames.workbench.viewpoint(id).unwrap().target;
    for _ in 0..6 {
        let by = [50.0, -20.0];
        let motion = CameraMotion::Orbit { about, by };
        frames.workbench.move_camera(id, motion);
        frames.draw();
        assert_eq!(frames.evaluation(), evaluation);
    }
    let camera = frames.workbench.view().scene.camera.unwrap();
    assert!(camera.altitude < 0.0, "from below: {camera}");
    frames.visible_pixels();
    let mut found = 0;
    for point in [[8.0, 15.0], [20.0, 12.0], [20.0, 15.0], [24.0, 18.0], [30.0, 15.0]] {
        let Some(hit) = frames.workbench.position_at(id, point, [40, 30]) else {
            continue;
        };
        let [x, y, z] = hit.position;
        let waves = (1.7 * x).sin() * (1.1 * y).cos() + (1.3 * z).sin() * (0.7 * x).cos();
        // The shader's control `level` has its default value, 0.5.
        let density = waves - 0.5;
        let samples = frames.workbench.samples_at(id, hit.position);
        let error = density - f64::from(samples[0]);
        assert!(error.abs() < 0.15 && samples[0] > -1e-3, "{hit:?} {samples:?}");
        found += 1;
    }
    assert!(found > 1, "{found}");
}

#[test]
fn planet_at_rest_equals_its_render_and_the_cursor_finds_its_ground() {
    let mut frames = Frames::new();
    frames.save(
        "fn density(p: vec3f, size: f32) -> f32 { return 0.2 * size * sin(4.0 * p.x) * cos(3.0 * p.y + p.z); }",
    );
    let mut view = frames.workbench.view_mut();
    view.set_mode(ViewMode::Planet);
    assert_ne!(view.shading.light, Light::default(), "a planet has its own");
    view.scene.samples = Some(48);
    drop(view);
    let first = frames.visible_pixels();
    assert!(first == frames.rendered());
    let evaluation = frames.evaluation();
    let id = frames.workbench.document.selected;
    // A drag turns the planet about its center, wherever the pointer is.
    let about = [0.0, -1.0, 0.0];
    let by = [50.0, 15.0];
    frames.workbench.move_camera(id, CameraMotion::Orbit { about, by });
    assert_eq!(frames.workbench.viewpoint(id).unwrap().target, [0.0; 3]);
    let turned = frames.visible_pixels();
    assert!(turned != first && turned == frames.rendered());
    frames.workbench.view_mut().scene.sea = Some(0.02);
    let flooded = frames.visible_pixels();
    assert!(flooded != turned && flooded == frames.rendered());
    assert_eq!(frames.evaluation(), evaluation);

    let hit = frames.workbench.position_at(id, [20.0, 15.0], [40, 30]);
    let hit = hit.unwrap();
    let [x, y, z] = hit.position;
    let radius = (x * x + y * y + z * z).sqrt();
    let [x, y, z] = [x, y, z].map(|at| at / radius);
    let value = 0.1 * (4.0 * x).sin() * (3.0 * y + z).cos();
    assert!((radius - 1.0 - value.max(0.02)).abs() < 1e-3, "{hit:?} {value}");
    let samples = frames.workbench.samples_at(id, hit.position);
    assert!((f64::from(samples[0]) - value).abs() < 1e-3, "{samples:?} {value}");
    // The camera comes near the ground, and never below it.
    let toward = hit.position;
    for _ in 0..40 {
        let factor = 0.6;
        let motion = CameraMotion::Zoom { toward, factor };
        frames.workbench.move_camera(id, motion);
    }
    let camera = frames.workbench.viewpoint(id).unwrap().pose().position;
    let height = frames.workbench.globe(id).unwrap().height_above(camera);
    assert!(height > 0.0 && height < 0.01, "{height}");
}

#[test]
fn ground_near_the_camera_is_sampled_again_and_the_same_after_a_detour() {
    let mut frames = Frames::new();
    frames.save(
        "fn density(p: vec3f) -> f32 { return 0.003 * sin(300.0 * p.x) * cos(300.0 * p.z); }",
    );
    let mut view = frames.workbench.view_mut();
    view.set_mode(ViewMode::Planet);
    view.scene.target = Some([0.0, -1.0, 0.0]);
    let near: Camera = "180,60,0.05,40".parse().unwrap();
    view.scene.camera = Some(near.into());
    drop(view);
    let first = frames.visible_pixels();
    assert!(first == frames.rendered());
    let of_faces = frames.evaluation();
    let id = frames.workbench.document.selected;
    // The cursor finds the ground that is shown.
    let hit = frames.workbench.position_at(id, [20.0, 15.0], frames.size);
    let [x, y, z] = hit.unwrap().position;
    let radius = (x * x + y * y + z * z).sqrt();
    let value = 0.003 * (300.0 * x / radius).sin() * (300.0 * z / radius).cos();
    assert!((radius - 1.0 - value).abs() < 3e-5, "{radius} {value}");
    // Near the ground elsewhere, the previous ground is visible until the new one is complete.
    frames.workbench.view_mut().scene.camera = Some("120,50,0.01,40".parse().unwrap());
    frames.draw();
    assert!(frames.visible_pixels() == frames.rendered());
    assert_ne!(frames.evaluation(), of_faces);
    frames.workbench.view_mut().scene.camera = Some(near.into());
    assert!(frames.visible_pixels() == first);
}
