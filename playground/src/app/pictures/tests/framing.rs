//! Tests of cameras that fit: margins of the pictures, and when the camera moves.

use noise_playground::gpu::{PipelineCost, SampleCost};
use noise_playground::view::space::camera::CameraSetting;

use super::*;
use crate::workbench::camera::CameraMotion;

const HILLS: &str = "fn height(p: vec2f, gain: f32) -> f32 {
    return gain * sin(0.7 * p.x) * cos(1.1 * p.y) + 2.0 * gain * exp(-dot(p - vec2f(1.0, 2.0), p - vec2f(1.0, 2.0)));
}";

/// A ball that fills a part of its cube.
const BALL: &str = "fn density(p: vec3f) -> f32 { return 2.5 - length(p - vec3f(0.5, 0.0, 0.3)); }";

const GLOBE: &str = "fn height(p: vec3f) -> f32 { return 0.1 * p.z; }";

/// Quarter of the size of the picture in windows of 900 × 600, 1280 × 800 and 2560 × 1080 points, without panels, with
/// both of them, and with the dock.
const PANES: [[u32; 2]; 9] = [
    [225, 134],
    [150, 134],
    [225, 75],
    [320, 184],
    [190, 184],
    [190, 110],
    [640, 254],
    [500, 254],
    [500, 165],
];

impl Frames {
    fn open(text: &str, mode: ViewMode, size: [u32; 2]) -> Self {
        let mut frames = Self::new();
        frames.size = size;
        frames.save(text);
        let mut view = frames.workbench.view_mut();
        view.set_mode(mode);
        view.scene.samples = Some(if mode == ViewMode::Terrain { 128 } else { 48 });
        drop(view);
        frames
    }

    fn camera(&self) -> (CameraSetting, Option<[f64; 3]>) {
        let scene = self.workbench.pane_content(self.key()).unwrap().view.scene;
        (scene.camera.unwrap(), scene.target)
    }

    fn set_gain(&mut self, gain: f64) {
        let generator = self.workbench.shown().unwrap().clone();
        let values = self.workbench.values_mut().unwrap();
        values.set(&generator.controls()[0], gain.into());
    }

    /// Returns the free parts: left, right, top, bottom. The background of a row has the color of its first pixel.
    fn margins(&mut self) -> [f64; 4] {
        let pixels = self.visible_pixels();
        let [width, height] = self.size.map(|count| count as usize);
        let pixel = |x: usize, y: usize| &pixels[4 * (y * width + x)..][..3];
        let is_drawn = |x: usize, y: usize| {
            pixel(x, y).iter().zip(pixel(0, y)).any(|(one, other)| one.abs_diff(*other) > 8)
        };
        let in_column = |x: &usize| (0..height).any(|y| is_drawn(*x, y));
        let in_row = |y: &usize| (0..width).any(|x| is_drawn(x, *y));
        let part = |count: Option<usize>, of: usize| count.unwrap() as f64 / of as f64;
        [
            part((0..width).find(in_column), width),
            part((0..width).rev().find(in_column).map(|x| width - 1 - x), width),
            part((0..height).find(in_row), height),
            part((0..height).rev().find(in_row).map(|y| height - 1 - y), height),
        ]
    }
}

#[test]
fn camera_of_one_view_mode_is_not_that_of_another() {
    let mut frames = Frames::open(BALL, ViewMode::Solid, [320, 184]);
    frames.visible_pixels();
    assert!(frames.camera().0.distance.is_some());
    frames.workbench.view_mut().set_mode(ViewMode::Planet);
    let camera = frames.workbench.pane_content(frames.key()).unwrap().view.scene.camera;
    assert!(camera.is_none_or(|camera| camera.distance.is_none()), "{camera:?}");
}

#[test]
fn pictures_in_panes_of_all_sizes_have_their_margin() {
    for size in PANES {
        for (text, mode) in
            [(HILLS, ViewMode::Terrain), (BALL, ViewMode::Solid), (GLOBE, ViewMode::Planet)]
        {
            let mut frames = Frames::open(text, mode, size);
            // The air of a planet is no ground.
            frames.workbench.view_mut().shading.lighting.air = Some(0.0);
            let [left, right, top, bottom] = frames.margins();
            let least = left.min(right).min(top).min(bottom);
            let message = format!("{mode:?} {size:?}: {left} {right} {top} {bottom}");
            assert!((0.03..0.09).contains(&least), "{message}");
            // The dark side of a planet looks like its background.
            if mode != ViewMode::Planet {
                assert!((left - right).abs() < 0.03 && (top - bottom).abs() < 0.03, "{message}");
            }
        }
    }
}

#[test]
fn slow_ground_is_framed_before_it_is_complete() {
    let mut frames = Frames::open(HILLS, ViewMode::Terrain, [160, 90]);
    let cost = SampleCost::new(1, 0.02);
    let pipeline = frames.pictures.pipelines.values_mut().next().unwrap();
    Arc::get_mut(pipeline).unwrap().cost = Some(PipelineCost { evaluate: cost, surface: cost });
    frames.draw();
    assert!(frames.measured().progress.is_some());
    let opened = frames.camera();
    assert!(opened.0.distance.is_some());
    let least = frames.margins().into_iter().fold(1.0, f64::min);
    assert!((0.03..0.09).contains(&least), "{least}");
    assert_eq!(frames.camera(), opened, "the complete ground moves no camera");
}

#[test]
fn camera_rests_while_values_change_and_follows_the_size_until_it_is_moved() {
    let mut frames = Frames::open(HILLS, ViewMode::Terrain, [160, 90]);
    frames.visible_pixels();
    let opened = frames.camera();
    assert!(opened.0.distance.is_some() && opened.1.is_some());
    frames.set_gain(1.0);
    frames.visible_pixels();
    assert_eq!(frames.camera(), opened, "values");
    frames.workbench.view_mut().shading.exaggeration = 1.5;
    frames.visible_pixels();
    assert_eq!(frames.camera(), opened, "exaggeration");
    // "Home" frames the higher ground.
    let id = frames.workbench.document.selected;
    frames.workbench.set_framing(frames.workbench.camera_owner(id), None);
    frames.visible_pixels();
    let home = frames.camera();
    assert!(home.0.distance > opened.0.distance, "{home:?} {opened:?}");
    frames.size = [90, 160];
    frames.visible_pixels();
    let narrow = frames.camera();
    assert!(narrow.0.distance > home.0.distance, "{narrow:?} {home:?}");
    // A camera that the user has moved stays.
    let about = frames.workbench.viewpoint(id).unwrap().target;
    frames.workbench.move_camera(id, CameraMotion::Orbit { about, by: [10.0, 5.0] });
    frames.visible_pixels();
    let moved = frames.camera();
    assert_ne!(moved, narrow);
    frames.size = [160, 90];
    frames.visible_pixels();
    assert_eq!(frames.camera(), moved);
    frames.workbench.view_mut().reset_camera();
    frames.visible_pixels();
    let distance = frames.camera().0.distance.unwrap();
    assert!((distance - home.0.distance.unwrap()).abs() < 1e-9, "{distance} {home:?}");
}
