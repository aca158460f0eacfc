//! Tests of the widgets that set control values: dragging, keyboard, typing, reset.

use super::*;

const GAIN: &str = "/// @range(0, 1, 0.01, 0.5)\n gain: f32,";

#[test]
fn slider_drag_sets_the_value() {
    let (controls, mut harness) = panel(GAIN);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(slider.width(), 0.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 1.0);
    drag(&mut harness, slider.center(), vec2(-slider.width(), 0.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 0.0);
}

#[test]
fn typed_value_beyond_the_slider_range_widens_the_slider() {
    let (controls, mut harness) = panel(GAIN);
    let field = harness.get_by_role_and_label(Role::SpinButton, "gain");
    field.click();
    harness.run();
    harness.get_by_role_and_label(Role::SpinButton, "gain").type_text("2.5");
    plain(&mut harness, Key::Enter);
    assert_eq!(harness.state().get(&controls[0]).first(), 2.5);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(
        &mut harness,
        slider.right_center() - vec2(6.0, 0.0),
        vec2(6.0 - slider.width() / 2.0, 0.0),
    );
    assert_eq!(harness.state().get(&controls[0]).first(), 1.25);
}

#[test]
fn value_outside_the_slider_range_is_kept_until_edited() {
    let (controls, mut harness) = panel(GAIN);
    harness.state_mut().set(&controls[0], 7.123_456_789.into());
    harness.run();
    hover(&mut harness, egui::pos2(150.0, 12.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 7.123_456_789);
}

#[test]
fn checkbox_and_drop_down_set_integers() {
    let (controls, mut harness) =
        panel("/// @toggle\n flip: u32,\n /// @enum(\"hard\", \"soft\")\n edge: u32,");
    click_role(&mut harness, Role::CheckBox, "flip");
    click_role(&mut harness, Role::ComboBox, "edge");
    click(&mut harness, "soft");
    let values = harness.state();
    assert_eq!((values.get(&controls[0]).first(), values.get(&controls[1]).first()), (1.0, 1.0));
}

#[test]
fn reset_buttons_reset_a_value_and_a_group() {
    let (controls, mut harness) =
        panel(&format!("/// @group(\"Fractal\")\n {GAIN}\n lacunarity: f32,"));
    let set = |values: &mut Values| {
        controls.iter().for_each(|control| values.set(control, 0.9.into()));
    };
    set(harness.state_mut());
    harness.run();
    click(&mut harness, "Reset gain");
    assert!(
        !harness.state().is_modified(&controls[0]) && harness.state().is_modified(&controls[1])
    );
    set(harness.state_mut());
    harness.run();
    click(&mut harness, "Reset group Fractal");
    assert!(controls.iter().all(|control| !harness.state().is_modified(control)));
}

#[test]
fn double_click_on_a_name_resets_the_value() {
    let (controls, mut harness) = panel(GAIN);
    harness.state_mut().set(&controls[0], 0.9.into());
    harness.run();
    let name = harness.get_by_role_and_label(Role::Label, "gain").rect().center();
    double_click(&mut harness, name);
    assert!(!harness.state().is_modified(&controls[0]));
}

/// Turns the mouse wheel up by one notch, with modifier keys.
fn notch(harness: &mut Harness<'_, Values>, modifiers: egui::Modifiers) {
    harness.event(egui::Event::ModifiersChanged(modifiers));
    wheel(harness, egui::MouseWheelUnit::Line, vec2(0.0, 1.0), modifiers);
}

#[test]
fn wheel_steps_the_slider_under_the_pointer_with_ctrl_or_focus_only() {
    let (controls, mut harness) = panel(GAIN);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    hover(&mut harness, slider.center());
    let number = |harness: &Harness<'_, Values>| harness.state().get(&controls[0]).first();
    notch(&mut harness, egui::Modifiers::NONE);
    assert_eq!(number(&harness), 0.5);
    notch(&mut harness, egui::Modifiers::COMMAND);
    assert_eq!(number(&harness), 0.51);
    harness.event(egui::Event::ModifiersChanged(egui::Modifiers::NONE));
    harness.key_press(Key::ArrowLeft);
    plain(&mut harness, Key::ArrowLeft);
    assert_eq!(number(&harness), 0.49);
    harness.get_by_role_and_label(Role::Slider, "gain").focus();
    harness.run_steps(30); // Another gesture of the wheel.
    notch(&mut harness, egui::Modifiers::NONE);
    assert_eq!(number(&harness), 0.5);
}

#[test]
fn alt_drag_is_ten_times_finer() {
    let (controls, mut harness) = panel("/// @range(0, 1)\n /// @default(0.5)\n gain: f32,");
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    harness.event(egui::Event::ModifiersChanged(egui::Modifiers::ALT));
    drag(&mut harness, slider.center(), vec2(20.0, 0.0));
    let moved = harness.state().get(&controls[0]).first() - 0.5;
    let coarse = 20.0 / f64::from(slider.width() - 12.0);
    assert!(moved > 0.0 && moved < 0.15 * coarse, "{moved} against {coarse}");
}

#[test]
fn pad_sets_two_numbers() {
    let (controls, mut harness) = panel("/// @xy\n offset: vec2f,");
    let pad = harness.get_by_label("offset pad").rect();
    drag(&mut harness, pad.center(), pad.size() * vec2(0.25, -0.25));
    let offset = &harness.state().get(&controls[0]).0;
    assert!((offset[0] - 0.5).abs() < 0.02 && (offset[1] - 0.5).abs() < 0.02, "{offset:?}");
}

#[test]
fn opening_a_color_picker_keeps_the_value() {
    let (controls, mut harness) = panel("/// @color(0.123456789, 0.5, 1)\n snow_color: vec3f,");
    click_role(&mut harness, Role::ColorWell, "snow color");
    assert!(!harness.state().is_modified(&controls[0]));
}

#[test]
fn hidden_controls_are_not_shown() {
    let (_, harness) = panel("/// @hidden\n secret: f32,\n /// @range(0, 1)\n gain: f32,");
    assert!(harness.query_by_role_and_label(Role::Slider, "secret").is_none());
    assert!(harness.query_by_role_and_label(Role::Slider, "gain").is_some());
}

#[test]
fn seed_button_sets_a_new_integer_seed() {
    let (controls, mut harness) = panel("/// @seed(1337)\n seed: u32,");
    click(&mut harness, "New seed");
    let seed = harness.state().get(&controls[0]).first();
    assert!(seed != 1337.0 && seed.fract() == 0.0);
}

#[test]
fn octave_bars_knots_and_stops_are_draggable() {
    let (controls, mut harness) = panel(
        "/// @octaves @range(0, 1) @default(1)\n amounts: array<vec4f, 1>,\n /// @curve\n remap: array<vec4f, 3>,\n \
         /// @gradient\n ramp: array<vec4f, 3>,\n /// @range(1, 4, 1, 2)\n octaves: i32,",
    );
    let bar = harness.get_by_label("amounts, octave 2").rect();
    let third = harness.query_by_label("amounts, octave 3");
    assert!(third.is_none(), "only two octaves are used");
    drag(&mut harness, bar.center(), vec2(0.0, bar.height()));
    assert_eq!(harness.state().get(&controls[0]).0, [1.0, 0.0, 1.0, 1.0]);
    let knot = harness.get_by_label("remap, knot 2").rect();
    drag(&mut harness, knot.center(), vec2(0.0, 200.0));
    assert_eq!(harness.state().get(&controls[1]).0[4..], [1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
    let stop = harness.get_by_label("ramp, stop 2").rect();
    drag(&mut harness, stop.center(), vec2(-100.0, 0.0));
    let stops = &harness.state().get(&controls[2]).0;
    assert!(stops[7] < 1.0 && stops[4..8] == stops[8..12], "spare ones follow: {stops:?}");
}

#[test]
fn curves_and_gradients_start_with_two_points_and_take_more() {
    let (controls, mut harness) =
        panel("/// @curve\n remap: array<vec4f, 4>,\n /// @gradient\n ramp: array<vec4f, 4>,");
    for (index, (editor, point)) in
        [("remap", "remap, knot "), ("ramp", "ramp, stop ")].into_iter().enumerate()
    {
        let points =
            |harness: &Harness<'_, Values>| harness.query_all_by_label_contains(point).count();
        let rect = harness
            .query_all_by_label(editor)
            .map(|node| node.rect())
            .find(|rect| rect.height() > 100.0);
        let rect = rect.unwrap();
        assert!(rect.width() > 200.0, "{rect}");
        assert_eq!(points(&harness), 2, "{editor}");
        harness.run_steps(30); // Earlier clicks do not count.
        double_click(&mut harness, rect.center() - vec2(40.0, 20.0));
        assert_eq!(points(&harness), 3, "{editor}");
        let x = harness.state().get(&controls[index]).0[if index == 0 { 4 } else { 7 }];
        assert!((0.2..0.45).contains(&x), "{x}");
        harness.get_by_label(&format!("{point}2")).click_secondary();
        harness.run();
        assert_eq!(points(&harness), 2, "{editor}");
        assert!(!harness.state().is_modified(&controls[index]), "{editor}");
    }
}

#[test]
fn collapsed_group_shows_no_rows() {
    let (_, mut harness) = panel(&format!("/// @group(\"Fractal\")\n {GAIN}"));
    click_role(&mut harness, Role::DisclosureTriangle, "Fractal");
    assert!(harness.query_by_role_and_label(Role::Slider, "gain").is_none());
}
