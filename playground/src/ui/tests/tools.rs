//! Tests of the tools drawn over a picture: sun dial, z of the slice, time.

use egui_kittest::kittest::NodeT as _;

use super::*;

const CLOUDS: &str = "fn density(p: vec4f) -> f32 { return p.x + p.z + p.w; }";

fn folded(harness: &Window) -> Vec<String> {
    let names = ["Sun dial", "z of the slice", "Time"];
    let is_folded = |name: &&str| harness.query_by_label(&format!("Unfold {name}")).is_some();
    names.iter().filter(|name| is_folded(name)).map(|name| (*name).to_owned()).collect()
}

fn unfold(harness: &mut Window, name: &str) {
    click_role(harness, Role::Button, &format!("Unfold {name}"));
}

/// Returns the rectangle of the leftmost such widget, which is over the picture rather than in a panel.
fn on_picture(harness: &Window, role: Role, label: &str) -> Rect {
    let all = harness.query_all_by_role_and_label(role, label);
    let rects = all.map(|node| node.rect());
    rects.min_by(|one, other| one.left().total_cmp(&other.left())).unwrap()
}

#[test]
fn tools_are_those_of_the_view_and_hidden_with_the_panels() {
    let mut harness = window(swiss());
    assert_eq!(folded(&harness), ["Sun dial"]);
    plain(&mut harness, Key::Num1);
    assert_eq!(folded(&harness), [""; 0], "a texture has no light");
    show(&mut harness.state_mut().0, CLOUDS);
    harness.run();
    assert_eq!(folded(&harness), ["z of the slice", "Time"]);
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert_eq!(folded(&harness), [""; 0]);
}

#[test]
fn dial_on_the_picture_sets_the_light_and_a_double_click_resets_it() {
    let mut harness = window_at(swiss(), 0.05);
    unfold(&mut harness, "Sun dial");
    let dial = on_picture(&harness, Role::GraphicsObject, "Sun");
    let picture = harness.state().2;
    assert!(picture.contains_rect(dial), "{dial:?} in {picture:?}");
    let center = harness.state().0.view().center;
    drag(&mut harness, dial.center(), vec2(dial.width() / 4.0, 0.0));
    let workbench = &harness.state().0;
    assert_eq!(workbench.view().shading.light.azimuth, 90.0);
    assert_eq!(workbench.view().center, center, "the picture is not panned");
    for _ in 0..2 {
        harness.drag_at(dial.center());
        harness.drop_at(dial.center());
        harness.step();
    }
    harness.run();
    let default = noise_playground::view::shading::Light::default();
    assert_eq!(harness.state().0.view().shading.light, default);
    click(&mut harness, "Fold Sun dial");
    assert_eq!(folded(&harness), ["Sun dial"]);
}

#[test]
fn slice_is_dragged_and_time_scrubbed_on_the_picture() {
    let mut workbench = swiss();
    show(&mut workbench, CLOUDS);
    workbench.clock.paused = true;
    let mut harness = window(workbench);
    unfold(&mut harness, "z of the slice");
    let z = on_picture(&harness, Role::Slider, "z");
    drag(&mut harness, z.center(), vec2(z.width(), 0.0));
    assert_eq!(harness.state().0.view().z, 4.0);
    unfold(&mut harness, "Time");
    let time = harness.get_by_role_and_label(Role::Slider, "time").rect();
    drag(&mut harness, time.left_center(), vec2(time.width(), 0.0));
    assert_eq!(harness.state().0.clock.seconds, 10.0);
    let speed = on_picture(&harness, Role::Slider, "speed");
    drag(&mut harness, speed.center(), vec2(speed.width(), 0.0));
    assert_eq!(harness.state().0.clock.speed, 10.0);
    let run = on_picture(&harness, Role::Button, "Run").center();
    harness.drag_at(run);
    harness.drop_at(run);
    harness.step();
    let workbench = &mut harness.state_mut().0;
    assert!(!workbench.clock.paused);
    workbench.advance(std::time::Duration::from_millis(50));
    assert_eq!(workbench.clock.delta, 0.5, "ten times the time of the frame");
    workbench.clock.paused = true;
}

#[test]
fn running_time_is_shown_in_tenths_and_stays_exact() {
    let mut workbench = swiss();
    show(&mut workbench, CLOUDS);
    workbench.clock.paused = true;
    workbench.clock.seconds = 7.456_78;
    let mut harness = window(workbench);
    unfold(&mut harness, "Time");
    let fields = harness.query_all_by_role_and_label(Role::SpinButton, "time");
    let texts: Vec<String> = fields.filter_map(|node| node.accesskit_node().value()).collect();
    assert_eq!(texts, ["7.5\u{2009}s", "7.5\u{2009}s"]);
    assert_eq!(harness.state().0.clock.seconds, 7.456_78);
}

#[test]
fn time_stops_and_runs_without_unfolding_it() {
    let mut harness = window(swiss());
    show(&mut harness.state_mut().0, CLOUDS);
    harness.run_steps(3);
    let pause = on_picture(&harness, Role::Button, "Pause");
    assert!(harness.state().2.contains_rect(pause), "{pause}");
    harness.drag_at(pause.center());
    harness.drop_at(pause.center());
    harness.run_steps(3);
    assert!(harness.state().0.clock.paused);
    on_picture(&harness, Role::Button, "Run");
}
