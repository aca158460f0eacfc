//! Tests of entering numbers with the keyboard.

use egui::{Event, Modifiers};

use super::*;

const PARAMS: &str = "/// @range(0, 1, 0.01, 1)\n gain: f32,\n\
    /// @range(0.000000001, 1, 0.000000001, 0.001) @log\n tiny: f32,\n\
    /// @range(1, 1000000, 1, 10)\n count: u32,\n /// @seed(5)\n seed: u32,\n\
    /// @angle @default(30)\n grain: f32,\n offset: vec3f,\n";

fn numbers(harness: &Harness<'_, Values>, controls: &[Control]) -> Vec<Vec<f64>> {
    controls.iter().map(|control| harness.state().get(control).0.clone()).collect()
}

fn set_all(harness: &mut Harness<'_, Values>, control: &Control, numbers: &[f64]) {
    let mut value = harness.state().get(control).clone();
    value.0.copy_from_slice(numbers);
    harness.state_mut().set(control, value);
}

fn type_keys<S>(harness: &mut Harness<'_, S>, text: &str) {
    for letter in text.chars() {
        let key = match letter {
            '.' => Key::Period,
            '-' => Key::Minus,
            letter => Key::from_name(&letter.to_string()).unwrap(),
        };
        harness.key_press(key);
        harness.event(Event::Text(letter.to_string()));
        harness.run();
    }
}

fn open<S>(harness: &mut Harness<'_, S>, label: &str) -> String {
    harness.run_steps(30); // Two clicks are no double click.
    click_role(harness, Role::SpinButton, label);
    text_of(harness, label)
}

fn text_of<S>(harness: &Harness<'_, S>, label: &str) -> String {
    let mut nodes = harness.query_all_by(|node| {
        node.label().as_deref() == Some(label) && node.role() != Role::Slider && node.is_focused()
    });
    let node = nodes.next().unwrap_or_else(|| panic!("{label} is not edited"));
    node.accesskit_node().value().unwrap()
}

#[test]
fn text_that_is_not_changed_changes_no_number() {
    let (controls, mut harness) = panel(PARAMS);
    let single = |number: f32| f64::from(number);
    for (index, number, text) in [
        (0, 0.123_456, "0.123456"),
        (0, single(0.123_456), "0.123456"),
        (0, 0.1 + 0.2, "0.3"),
        (0, 1.0 / 3.0, "0.33333334"),
        (0, -7.25, "-7.25"),
        (1, 0.000_123_567_8, "0.0001235678"),
        (1, 3.3e-8, "3.3e-8"),
        (1, 0.000_000_001, "1e-9"),
        (2, 4_294_967_295.0, "4294967295"),
        (3, 1_337.0, "1337"),
        (4, 30.123_457, "30.123457"),
    ] {
        harness.state_mut().set(&controls[index], number.into());
        harness.run();
        for leave in [Key::Enter, Key::Tab, Key::Escape] {
            let before = numbers(&harness, &controls);
            assert_eq!(open(&mut harness, &controls[index].label), text);
            plain(&mut harness, leave);
            plain(&mut harness, Key::Escape);
            assert_eq!(numbers(&harness, &controls), before, "{text}, left by {leave:?}");
        }
    }
    let before = vec![0.123_456, 3.3e-8, 1e9 / 3.0];
    set_all(&mut harness, &controls[5], &before);
    harness.run();
    for (component, text) in [("x", "0.123456"), ("y", "3.3e-8"), ("z", "333333340")] {
        assert_eq!(open(&mut harness, &format!("offset {component}")), text);
        click_role(&mut harness, Role::SpinButton, "seed");
        assert_eq!(numbers(&harness, &controls)[5], before);
    }
}

#[test]
fn number_that_is_held_but_not_moved_does_not_change() {
    let (controls, mut harness) = panel("offset: vec2f,");
    let before = vec![0.123_456_7, 3.3e-8];
    set_all(&mut harness, &controls[0], &before);
    harness.run();
    let at = harness.get_by_role_and_label(Role::SpinButton, "offset x").rect().center();
    harness.hover_at(at);
    harness.drag_at(at);
    harness.run_steps(120);
    harness.drop_at(at);
    harness.run();
    assert_eq!(numbers(&harness, &controls)[0], before);
}

#[test]
fn tab_applies_a_number_and_opens_the_next_one() {
    let (controls, mut harness) = panel(PARAMS);
    // The dot that resets a modified value is not on the way.
    harness.state_mut().set(&controls[0], 0.25.into());
    harness.run();
    open(&mut harness, "gain");
    type_keys(&mut harness, "0.5");
    plain(&mut harness, Key::Tab);
    text_of(&harness, "tiny");
    type_keys(&mut harness, "0.6");
    plain(&mut harness, Key::Tab);
    type_keys(&mut harness, "70");
    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    assert_eq!(text_of(&harness, "tiny"), "0.6");
    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    assert_eq!(text_of(&harness, "gain"), "0.5");
    type_keys(&mut harness, "0.75");
    plain(&mut harness, Key::Enter);
    let all = numbers(&harness, &controls);
    assert_eq!((all[0][0], all[1][0], all[2][0]), (0.75, 0.6, 70.0));
    // All numbers in the order of the panel.
    open(&mut harness, "gain");
    for label in ["tiny", "count", "seed", "grain", "offset x", "offset y", "offset z"] {
        plain(&mut harness, Key::Tab);
        text_of(&harness, label);
    }
    plain(&mut harness, Key::Tab);
    assert_eq!(numbers(&harness, &controls), all);
}

#[test]
fn tab_stays_in_a_number_with_an_error() {
    let (controls, mut harness) = panel(PARAMS);
    open(&mut harness, "gain");
    harness.event(Event::Text("2*".to_owned()));
    plain(&mut harness, Key::Tab);
    assert!(harness.query_by_label("a number is missing at the end").is_some());
    assert_eq!(text_of(&harness, "gain"), "2*");
    plain(&mut harness, Key::Escape);
    assert_eq!(numbers(&harness, &controls)[0], [1.0]);
}

#[test]
fn text_and_tab_of_one_frame_stay_in_order() {
    let (controls, mut harness) = panel(PARAMS);
    open(&mut harness, "gain");
    harness.event(Event::Text("0.5".to_owned()));
    harness.key_press(Key::Tab);
    harness.step();
    harness.run();
    assert_eq!(numbers(&harness, &controls)[0], [0.5]);
    assert_eq!(text_of(&harness, "tiny"), "0.001");
}

#[test]
fn enter_and_escape_return_the_focus_to_the_row() {
    let mut harness = window(swiss());
    for (key, expected) in [(Key::Enter, 0.5), (Key::Escape, 0.5)] {
        open(&mut harness, "gain");
        type_keys(&mut harness, if key == Key::Enter { "0.5" } else { "0.9" });
        plain(&mut harness, key);
        assert_eq!(number(&harness, "gain"), expected);
        let slider = harness.get_by_role_and_label(Role::Slider, "gain");
        assert!(slider.is_focused(), "{key:?}");
    }
    // From there, Tab goes on without the number, and hides nothing.
    plain(&mut harness, Key::Tab);
    assert_eq!(focused(&harness).as_deref(), Some("Reset gain"));
    assert!(harness.state().0.chrome.shows_sides());
}

#[test]
fn digits_open_the_number_of_the_focused_slider() {
    let mut harness = window(swiss());
    for (text, expected) in [("0.45", 0.45), (".5", 0.5), ("-2", -2.0)] {
        harness.get_by_role_and_label(Role::Slider, "gain").focus();
        harness.run();
        type_keys(&mut harness, text);
        plain(&mut harness, Key::Enter);
        assert_eq!(number(&harness, "gain"), expected);
    }
    plain(&mut harness, Key::Enter);
    assert_eq!(text_of(&harness, "gain"), "-2", "Enter opens it with its text");
}

#[test]
fn digits_after_the_use_of_a_control_are_no_shortcuts() {
    let mut harness = window(swiss());
    harness.state_mut().0.view_mut().span = 3.0;
    harness.run();
    let before = harness.state().0.document.shared_view;
    let rect = |harness: &Window, role, name: &str| {
        harness.get_by_role_and_label(role, name).rect().center()
    };
    let is_unchanged = |harness: &Window| {
        let view = harness.state().0.document.shared_view;
        view.span == before.span && view.shading.mode == before.shading.mode
    };
    // A slider that was dragged has a number, a checkbox has none.
    let at = rect(&harness, Role::Slider, "gain");
    drag(&mut harness, at, vec2(20.0, 0.0));
    type_keys(&mut harness, "0.645");
    assert!(is_unchanged(&harness));
    plain(&mut harness, Key::Enter);
    assert_eq!(number(&harness, "gain"), 0.645);
    for (role, name) in [(Role::CheckBox, "invert"), (Role::CheckBox, "auto range")] {
        harness.get_by_role_and_label(role, name).scroll_to_me();
        harness.run_steps(60);
        let at = rect(&harness, role, name);
        click_at(&mut harness, at);
        type_keys(&mut harness, "0645");
        assert!(is_unchanged(&harness), "{name}");
    }
    // A click on the picture ends this.
    let picture = harness.state().2.center();
    click_at(&mut harness, picture);
    type_keys(&mut harness, "4");
    assert!(!is_unchanged(&harness));
}

#[test]
fn numbers_of_dialogs_keep_unchanged_text_and_take_tab() {
    let mut harness = window(swiss());
    press(&mut harness, Modifiers::SHIFT, Key::S);
    click(&mut harness, "Animation");
    harness.state_mut().0.capture_settings_mut().animation.from = 0.123_456_789;
    harness.run();
    assert_eq!(open(&mut harness, "From"), "0.12345679");
    plain(&mut harness, Key::Tab);
    assert_eq!(harness.state().0.capture_settings.animation.from, 0.123_456_789);
    type_keys(&mut harness, "0.7");
    plain(&mut harness, Key::Tab);
    assert_eq!(harness.state().0.capture_settings.animation.to, 0.7);
    type_keys(&mut harness, "12");
    plain(&mut harness, Key::Escape);
    plain(&mut harness, Key::Enter);
    text_of(&harness, "Frames");
    assert!(harness.state().0.chrome.is_open(crate::ui::capture::CAPTURE));
}
