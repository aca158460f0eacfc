//! Tests of the camera of three-dimensional views: mouse, wheel, trackpad, keys, probe, profile and history.

use egui::{Event, Modifiers, MouseWheelUnit};
use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::view::space::camera::Viewpoint;

use super::*;
use crate::workbench::Panel;
use crate::workbench::document::Arrangement;
use crate::workbench::placed_field::PlacedField;

/// Returns a test window that shows hills as a terrain view, whose samples were read back.
fn terrain(seconds: f32) -> Window {
    let mut workbench = empty();
    show(&mut workbench, "fn height(p: vec2f) -> f32 { return p.x; }");
    workbench.view_mut().shading.mode = ViewMode::Terrain;
    let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [64, 64] };
    let value = |index: u32| {
        let [x, y] = grid.world_from_sample([f64::from(index % 64), f64::from(index / 64)]);
        (0.5 * (1.7 * x).sin() * (1.1 * y).cos()) as f32
    };
    let field = Field { size: grid.size, channels: 1, samples: (0..64 * 64).map(value).collect() };
    measured(&mut workbench).samples = Some(Arc::new(PlacedField::new(field, grid, 1)));
    window_at(workbench, seconds)
}

fn view(harness: &Window) -> Viewpoint {
    let workbench = &harness.state().0;
    workbench.viewpoint(workbench.document.selected).unwrap()
}

/// Returns the point of the window, in points, at which a position in the three-dimensional view is drawn.
fn on_screen(harness: &Window, position: [f64; 3]) -> egui::Pos2 {
    let rect = harness.state().2;
    let size = [rect.width(), rect.height()].map(|points| points.round() as u32);
    let [x, y] = view(harness).pose().project(position, size).unwrap();
    rect.min + vec2(x as f32, y as f32)
}

/// Returns the position of the surface in the three-dimensional view that is drawn at a point of the window.
fn under(harness: &Window, at: egui::Pos2) -> [f64; 3] {
    let (workbench, _, rect) = harness.state();
    let size = [rect.width(), rect.height()].map(|points| points.round() as u32);
    let point = [at.x - rect.min.x, at.y - rect.min.y].map(f64::from);
    let id = workbench.document.selected;
    workbench.position_at(id, point, size).unwrap().position
}

#[test]
fn drag_orbits_about_the_ground_under_the_pointer() {
    let mut harness = terrain(0.25);
    let at = harness.state().2.center() + vec2(60.0, 40.0);
    let (held, before) = (under(&harness, at), view(&harness));
    drag(&mut harness, at, vec2(100.0, 20.0));
    let after = view(&harness);
    assert!((after.camera.azimuth - before.camera.azimuth - 40.0).abs() < 0.5, "{after:?}");
    assert!((after.camera.altitude - before.camera.altitude - 6.0).abs() < 0.5, "{after:?}");
    assert!(on_screen(&harness, held).distance(at) < 0.5);
    // One move, which is no step of the history.
    let (workbench, ..) = harness.state_mut();
    assert_eq!(workbench.history.steps().1, 0);
    workbench.go_back();
    assert_eq!(view(&harness), before);
}

#[test]
fn drag_with_shift_or_the_right_button_pans() {
    for button in [egui::PointerButton::Primary, egui::PointerButton::Secondary] {
        let mut harness = terrain(0.25);
        let at = harness.state().2.center() + vec2(-30.0, 50.0);
        let (held, before) = (under(&harness, at), view(&harness));
        let modifiers = match button {
            egui::PointerButton::Primary => Modifiers::SHIFT,
            _ => Modifiers::NONE,
        };
        let pressed = |pressed, pos| Event::PointerButton { pos, button, pressed, modifiers };
        harness.event(Event::ModifiersChanged(modifiers));
        hover(&mut harness, at);
        harness.event(pressed(true, at));
        harness.run();
        let end = at + vec2(90.0, -30.0);
        for step in [at + vec2(40.0, -10.0), end] {
            hover(&mut harness, step);
        }
        harness.event(pressed(false, end));
        harness.run();
        assert_eq!(view(&harness).camera, before.camera, "{button:?}");
        assert!(on_screen(&harness, held).distance(end) < 0.5, "{button:?}");
    }
}

#[test]
fn wheel_and_pinch_zoom_to_the_pointer_and_fingers_orbit_and_pan() {
    let mut harness = terrain(0.25);
    let at = harness.state().2.center() + vec2(80.0, 30.0);
    hover(&mut harness, at);
    let (held, before) = (under(&harness, at), view(&harness));
    wheel(&mut harness, MouseWheelUnit::Line, vec2(0.0, 2.0), Modifiers::NONE);
    let zoomed = view(&harness);
    assert!(zoomed.camera.distance < 0.95 * before.camera.distance);
    assert_eq!(zoomed.camera.azimuth, before.camera.azimuth);
    assert!(on_screen(&harness, held).distance(at) < 0.5);
    harness.event(Event::Zoom(0.5));
    harness.run();
    assert!(view(&harness).camera.distance > 1.8 * zoomed.camera.distance);
    let before = view(&harness);
    wheel(&mut harness, MouseWheelUnit::Point, vec2(25.0, 12.0), Modifiers::NONE);
    let turned = view(&harness).camera;
    let by = [
        turned.azimuth - before.camera.azimuth - 10.0,
        turned.altitude - before.camera.altitude - 3.6,
    ];
    assert!(by.iter().all(|by| by.abs() < 0.5), "{turned:?}");
    assert_eq!(turned.distance, before.camera.distance);
    // With Shift, the position stays under the moved point.
    let held = under(&harness, at);
    let moved = vec2(30.0, -20.0);
    harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    wheel(&mut harness, MouseWheelUnit::Point, moved, Modifiers::SHIFT);
    assert_eq!(view(&harness).camera, turned);
    assert!(on_screen(&harness, held).distance(at + moved) < 0.5);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    wheel(&mut harness, MouseWheelUnit::Line, vec2(0.0, 2.0), Modifiers::NONE);
    assert!(view(&harness).camera.distance < 0.95 * turned.distance);
}

#[test]
fn terrain_begins_straight_above_and_tips_within_a_quarter_second() {
    for reduces_motion in [false, true] {
        let mut harness = terrain(0.05);
        harness.state_mut().0.view_mut().set_mode(ViewMode::Relief);
        if reduces_motion != harness.state().0.chrome.reduces_motion() {
            harness.state_mut().0.chrome.toggle_motion();
        }
        harness.step();
        harness.state_mut().0.view_mut().set_mode(ViewMode::Terrain);
        let altitudes: Vec<Option<f64>> = (0..10)
            .map(|_| {
                harness.step();
                let workbench = &harness.state().0;
                let content = workbench.pane_content(PaneId::Cell(workbench.document.selected));
                let settings = content.unwrap().subject([400, 300], 0.0).settings;
                let tipping = workbench.tipping_camera(&settings);
                tipping.map(|(camera, _)| camera.altitude)
            })
            .collect();
        let tips: Vec<f64> = altitudes.iter().copied().map_while(|tip| tip).collect();
        if reduces_motion {
            assert_eq!(altitudes, [None; 10]);
            continue;
        }
        assert!((4..=6).contains(&tips.len()), "{altitudes:?}");
        assert_eq!(tips[0], 90.0, "as in the relief");
        assert!(tips.is_sorted_by(|one, other| one > other), "{tips:?}");
        assert_eq!(altitudes.last(), Some(&None));
    }
}

#[test]
fn double_click_makes_the_ground_the_target() {
    let mut harness = terrain(1.0 / 60.0);
    let at = harness.state().2.center() + vec2(70.0, 60.0);
    let (hit, before) = (under(&harness, at), view(&harness).pose().position);
    for _ in 0..2 {
        harness.drag_at(at);
        harness.step();
        harness.drop_at(at);
        harness.step();
    }
    harness.run();
    let after = view(&harness);
    let close =
        |one: [f64; 3], other: [f64; 3]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(close(after.target, hit), "{after:?} for {hit:?}");
    assert!(close(after.pose().position, before));
    assert!(on_screen(&harness, hit).distance(harness.state().2.center()) < 0.5);
}

#[test]
fn keys_orbit_pan_zoom_and_reset() {
    let mut harness = terrain(0.25);
    let before = view(&harness);
    focus(&mut harness, "Picture");
    plain(&mut harness, Key::ArrowRight);
    plain(&mut harness, Key::ArrowUp);
    let turned = view(&harness);
    assert_eq!(turned.camera.azimuth, before.camera.azimuth + 15.0);
    assert_eq!(turned.camera.altitude, before.camera.altitude + 15.0);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    let panned = view(&harness);
    assert_eq!(panned.camera, turned.camera);
    assert_ne!(panned.target, turned.target);
    plain(&mut harness, Key::Plus);
    assert!(view(&harness).camera.distance < panned.camera.distance);
    plain(&mut harness, Key::F);
    assert_eq!(harness.state().0.view().scene.camera, None, "that of the file");
}

#[test]
fn arrow_keys_turn_the_camera_after_a_click_and_shortcuts_remain() {
    let mut harness = terrain(0.25);
    let before = view(&harness).camera;
    focus(&mut harness, "Filter generators");
    plain(&mut harness, Key::ArrowRight);
    assert_eq!(view(&harness).camera, before, "the field has the focus");
    let at = harness.state().2.center();
    drag(&mut harness, at, Vec2::ZERO);
    plain(&mut harness, Key::ArrowRight);
    let turned = view(&harness).camera;
    assert_eq!(turned.azimuth, before.azimuth + 15.0);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(view(&harness).camera, turned, "Shift pans");
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert!(!harness.state().0.chrome.is_open(Panel::CONTROLS));
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert!(harness.state().0.chrome.is_open(Panel::CONTROLS));
    plain(&mut harness, Key::Space);
    assert_ne!(harness.state().0.view().shading.mode, ViewMode::Terrain);
}

#[test]
fn probe_reads_position_and_value_at_the_hit() {
    let mut harness = terrain(0.25);
    let at = harness.state().2.center() + vec2(20.0, 30.0);
    hover(&mut harness, at);
    let [x, y, z] = under(&harness, at);
    let workbench = &mut harness.state_mut().0;
    let probe = workbench.pointer.probe.unwrap();
    assert_eq!((probe.world, probe.height), ([x, y], Some(z)));
    let sample = measured(workbench).sample.clone().unwrap();
    assert!((f64::from(sample[0]) - z).abs() < 1e-6, "{sample:?} {z}");
    let sky = harness.state().2.left_top() + vec2(3.0, 3.0);
    hover(&mut harness, sky);
    assert_eq!(harness.state().0.pointer.probe, None, "the sky");
}

#[test]
fn probe_of_a_difference_reads_both_cells_at_the_hit() {
    let mut harness = terrain(0.25);
    let workbench = &mut harness.state_mut().0;
    let id = workbench.document.selected;
    workbench.document.duplicate(id);
    let second = PaneId::Cell(workbench.document.selected);
    let mut samples = (**measured(workbench).samples.as_ref().unwrap()).clone();
    for value in &mut samples.field.samples {
        *value = 3.0 * *value + 1.0;
    }
    workbench.document.arrange(Arrangement::Difference);
    harness.run();
    let workbench = &mut harness.state_mut().0;
    workbench.measurements.entry(second).samples = Some(Arc::new(samples));
    let reference = workbench.document.cells[0].id;
    let rect = harness.state().2;
    let at = rect.center() + vec2(20.0, 30.0);
    hover(&mut harness, at);
    let workbench = &harness.state().0;
    let size = [rect.width(), rect.height()].map(|points| points.round() as u32);
    let point = [at.x - rect.min.x, at.y - rect.min.y].map(f64::from);
    let hit = workbench.position_at(reference, point, size).unwrap();
    let difference = workbench.probed_difference().unwrap();
    let expected = 2.0 * hit.position[2] + 1.0;
    assert!((difference - expected).abs() < 1e-5, "{difference} {expected}");
    hover(&mut harness, rect.left_top() + vec2(3.0, 3.0));
    let workbench = &harness.state().0;
    assert_eq!(workbench.pointer.probe, None, "the sky");
    assert_eq!(workbench.probed_difference(), None);
}

#[test]
fn profile_is_drawn_on_the_ground() {
    let mut harness = terrain(0.25);
    plain(&mut harness, Key::L);
    let from = harness.state().2.center() + vec2(-80.0, 20.0);
    let before = view(&harness);
    let ends = [from, from + vec2(160.0, 30.0)].map(|at| under(&harness, at));
    drag(&mut harness, from, vec2(160.0, 30.0));
    let found = harness.state().0.comparison.profile.ends.unwrap();
    for (end, [x, y, _]) in found.into_iter().zip(ends) {
        assert!((end[0] - x).hypot(end[1] - y) < 0.1, "{found:?} for {ends:?}");
    }
    assert_eq!(view(&harness), before, "the camera rests");
}

#[test]
fn camera_stays_outside_of_a_planet_whose_samples_are_unknown() {
    let mut workbench = empty();
    show(&mut workbench, "fn density(p: vec3f) -> f32 { return 0.0; }");
    workbench.view_mut().set_mode(ViewMode::Planet);
    let mut harness = window_at(workbench, 0.25);
    let at = harness.state().2.center() + vec2(40.0, 30.0);
    hover(&mut harness, at);
    for _ in 0..40 {
        wheel(&mut harness, MouseWheelUnit::Line, vec2(0.0, 4.0), Modifiers::NONE);
    }
    let [x, y, z] = view(&harness).pose().position;
    let radius = (x * x + y * y + z * z).sqrt();
    assert!((1.0..1.01).contains(&radius), "{radius}");
}

#[test]
fn view_button_and_space_reach_the_terrain() {
    let mut workbench = empty();
    show(&mut workbench, "fn height(p: vec2f) -> f32 { return p.x; }");
    let mut harness = window(workbench);
    click(&mut harness, "Terrain");
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Terrain);
    plain(&mut harness, Key::Space);
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Texture);
    let mut volume = empty();
    show(&mut volume, "fn height(p: vec3f) -> f32 { return p.x; }");
    let harness = window(volume);
    assert!(harness.query_by_label("Terrain").is_none(), "left out");
}
