//! Tests of resetting a control to its default: by dots, menus, double clicks, commands, and the default thumbnail.

use egui_kittest::kittest::NodeT as _;
use noise_playground::view::shading::{Light, Palette, ViewMode};

use super::*;

/// Returns a workbench with forty controls in a group, so that the panel scrolls.
fn forty() -> Workbench {
    let members: String = (0..40)
        .map(|index| format!("/// @range(0, 1, 0.01, 0.5)\n gain_{index}: f32,\n"))
        .collect();
    let mut workbench = swiss();
    let wgsl = format!(
        "struct Params {{\n/// @group(\"Gains\")\n{members}}}\n\
         @group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ let all = params; return p.x; }}"
    );
    show(&mut workbench, &wgsl);
    workbench
}

#[test]
fn scroll_bar_covers_no_dot() {
    let mut harness = window(forty());
    set_shown(&mut harness, "gain_3", 0.9);
    // The pointer near the edge widens the scroll bar.
    let dot = harness.get_by_label("Reset gain 3").rect();
    assert!(dot.right() <= 1280.0 - 12.0, "{dot}");
    click_at(&mut harness, dot.right_center() - vec2(2.0, 0.0));
    assert_eq!(number(&harness, "gain_3"), 0.5);
    set_shown(&mut harness, "gain_4", 0.9);
    let dot = harness.get_by_label("Reset group Gains").rect();
    click_at(&mut harness, dot.right_center() - vec2(2.0, 0.0));
    assert_eq!(number(&harness, "gain_4"), 0.5);
}

#[test]
fn number_field_has_the_menu_of_its_name() {
    let mut harness = window(swiss());
    set_shown(&mut harness, "seed", 7.0);
    menu_of(&mut harness, Role::SpinButton, "seed");
    harness.get_by_label_contains("Copy as WGSL");
    click_contains(&mut harness, "Reset to 1337");
    assert_eq!(number(&harness, "seed"), 1337.0);
}

#[test]
fn context_menus_reset_a_control_and_a_group() {
    let mut harness = window(swiss());
    set_shown(&mut harness, "gain", 0.9);
    menu_of(&mut harness, Role::Slider, "gain");
    click(&mut harness, "Reset to 0.60");
    assert_eq!(number(&harness, "gain"), 0.6);
    set_shown(&mut harness, "gain", 0.9);
    menu_of(&mut harness, Role::DisclosureTriangle, "Fractal");
    click(&mut harness, "Reset");
    assert_eq!(number(&harness, "gain"), 0.6);
}

#[test]
fn commands_reset_a_control_all_values_and_view_settings() {
    let mut harness = window(swiss());
    set_shown(&mut harness, "gain", 0.9);
    command(&mut harness, "Reset gain");
    assert_eq!(number(&harness, "gain"), 0.6);
    set_shown(&mut harness, "gain", 0.9);
    set_shown(&mut harness, "seed", 7.0);
    command(&mut harness, "Reset all values");
    assert_eq!((number(&harness, "gain"), number(&harness, "seed")), (0.6, 1337.0));
    assert!(!harness.state().0.is_modified());
    let mut view = harness.state_mut().0.view_mut();
    (view.shading.palette, view.shading.exaggeration) = (Some(Palette::Magma), 3.0);
    drop(view);
    command(&mut harness, "Reset palette");
    let shading = harness.state().0.view().shading;
    assert_eq!((shading.palette, shading.exaggeration), (None, 3.0));
    command(&mut harness, "Reset all view settings");
    assert_eq!(harness.state().0.view().shading.exaggeration, 1.0);
}

#[test]
fn first_thumbnail_resets_all_values_as_one_step() {
    let mut harness = presets::with_presets();
    set_shown(&mut harness, "gain", 0.9);
    set_shown(&mut harness, "warp", 0.9);
    click(&mut harness, "Preset Defaults");
    assert!(!harness.state().0.is_modified());
    assert_eq!(harness.state().0.history.steps().0.last().unwrap(), "reset all");
    plain(&mut harness, Key::Z);
    assert_eq!(number(&harness, "warp"), 0.9);
}

#[test]
fn dial_resets_by_double_click_and_menu_and_the_secondary_button_moves_nothing() {
    let mut harness = window_at(swiss(), 1.0 / 60.0);
    let light = Light { azimuth: 90.0, altitude: 10.0 };
    harness.state_mut().0.view_mut().shading.light = light;
    harness.get_by_label("Sun").scroll_to_me();
    harness.run();
    let dial = harness.get_by_label("Sun").rect();
    harness.get_by_label("Sun").click_secondary();
    harness.run();
    assert_eq!(harness.state().0.view().shading.light, light);
    click(&mut harness, "Reset to 315\u{b0}, 45\u{b0}");
    assert_eq!(harness.state().0.view().shading.light, Light::default());
    harness.state_mut().0.view_mut().shading.light = light;
    harness.run_steps(30); // The click on the menu is no part of the double click.
    double_click(&mut harness, dial.center() + vec2(10.0, 10.0));
    assert_eq!(harness.state().0.view().shading.light, Light::default());
}

#[test]
fn click_shorter_than_a_frame_moves_the_sun() {
    let mut harness = window(swiss());
    harness.get_by_label("Sun").scroll_to_me();
    harness.run();
    let at = harness.get_by_label("Sun").rect().center() + vec2(20.0, 0.0);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.step();
    assert_eq!(harness.state().0.view().shading.light.azimuth, 90.0);
}

#[test]
fn every_view_setting_has_its_dot_once_it_is_modified() {
    let mut workbench = swiss();
    show(&mut workbench, "fn density(p: vec3f) -> vec2f { return p.xy; }");
    let mut view = workbench.view_mut();
    view.shading.mode = ViewMode::Relief;
    view.shading.channel = Channel::Y;
    view.shading.palette = Some(Palette::Magma);
    view.shading.value_range = ValueRange::Fixed(0.0, 2.0);
    view.shading.light.azimuth = 10.0;
    view.shading.exaggeration = 2.0;
    view.z = 0.25;
    drop(view);
    let mut harness = window(workbench);
    for name in ["channel", "palette", "value range", "light", "exaggeration", "z"] {
        let label = format!("Reset {name}");
        harness.get_by_label(&label).scroll_to_me();
        harness.run();
        click(&mut harness, &label);
        assert!(harness.query_by_label(&label).is_none(), "{name} is reset");
    }
    let view = harness.state().0.view();
    let default = crate::workbench::View::default();
    assert_eq!((view.shading, view.z), (default.shading, default.z));
}

#[test]
fn click_on_a_gradient_stop_modifies_nothing() {
    let (controls, mut harness) =
        panel("/// @gradient @default(0.02, 0.1, 0.3, 0, 1, 1, 1, 1)\n ramp: array<vec4f, 2>,");
    click(&mut harness, "ramp, stop 1");
    harness.run();
    assert!(harness.query_by_label("hex").is_some(), "the editor is open");
    assert!(!harness.state().is_modified(&controls[0]));
    assert!(harness.query_by_label("Reset ramp").is_none());
    let hex = harness.get_by_label("hex");
    assert_eq!(hex.accesskit_node().value().as_deref(), Some("#275995"));
}
