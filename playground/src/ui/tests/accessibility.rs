//! Tests of the accessibility tree of the window: names, roles, values and order of widgets.

use std::collections::BTreeSet;

use egui::accesskit;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;

const WIDGETS: &str = include_str!("widgets.wgsl");

const OPERATED: [Role; 10] = [
    Role::Button,
    Role::CheckBox,
    Role::ColorWell,
    Role::ComboBox,
    Role::GraphicsObject,
    Role::Image,
    Role::Link,
    Role::ListItem,
    Role::Slider,
    Role::SpinButton,
];

fn widgets() -> Window {
    let mut workbench = swiss();
    show(&mut workbench, WIDGETS);
    let mut harness = window(workbench);
    harness.set_size(vec2(1280.0, 2400.0));
    harness.run();
    harness
}

/// Checks that all widgets of the window have a name, and all sliders and numeric fields a value. `scene` names the
/// state of the window in the panic message.
fn check(harness: &Window, scene: &str) {
    let mut count = 0;
    for node in harness.query_all_by(|node| OPERATED.contains(&node.role())) {
        let node = node.accesskit_node();
        let name = node.label().or_else(|| node.value()).unwrap_or_default();
        assert!(!name.trim().is_empty(), "{scene}: a {:?} has no name", node.role());
        let is_icon = |letter: char| ('\u{e000}'..='\u{f8ff}').contains(&letter);
        assert!(!name.chars().all(is_icon), "{scene}: a {:?} has only an icon", node.role());
        if matches!(node.role(), Role::Slider | Role::SpinButton) {
            assert!(node.numeric_value().is_some(), "{scene}: {name} has no value");
        }
        if node.role() == Role::CheckBox {
            assert!(node.toggled().is_some(), "{scene}: {name} is neither on nor off");
        }
        count += 1;
    }
    assert!(count > 20, "{scene}: {count} widgets");
}

#[test]
fn every_widget_has_a_name_a_role_and_a_value() {
    let mut harness = widgets();
    check(&harness, "all widgets");
    for (scene, keys) in [
        ("two cells", &[Key::D][..]),
        ("wipe", &[Key::W]),
        ("difference", &[Key::X]),
        ("profile", &[Key::Escape, Key::L]),
        ("history", &[Key::H]),
        ("shortcuts", &[Key::H, Key::Questionmark]),
        ("mutations", &[Key::Escape, Key::G]),
    ] {
        for key in keys {
            harness.key_press(*key);
            harness.run_steps(3);
        }
        check(&harness, scene);
    }
}

#[test]
fn each_control_is_found_by_role_and_name() {
    let harness = widgets();
    for (role, name) in [
        (Role::Slider, "gain"),
        (Role::SpinButton, "plain"),
        (Role::SpinButton, "seed"),
        (Role::CheckBox, "flip"),
        (Role::ComboBox, "edge"),
        (Role::ComboBox, "palette"),
        (Role::CheckBox, "auto range"),
        (Role::Slider, "exaggeration"),
    ] {
        let found = harness.query_all_by_role_and_label(role, name);
        assert_eq!(found.count(), 1, "{role:?} {name}");
    }
}

fn focused(harness: &Window) -> Option<(Rect, String)> {
    let node = harness.query_all_by(|node| node.is_focused()).last()?;
    let name = node.accesskit_node().label().unwrap_or_default();
    Some((node.rect(), name))
}

#[test]
fn tab_moves_through_the_settings_as_they_are_seen() {
    let mut harness = widgets();
    let slider = harness.get_by_role_and_label(Role::Slider, "gain");
    slider.focus();
    harness.run_steps(3);
    let mut seen: Vec<(Rect, String)> = Vec::new();
    let mut names = BTreeSet::new();
    for _ in 0..60 {
        let Some(found) = focused(&harness) else {
            panic!("nothing has the focus after {seen:?}");
        };
        if !names.insert(found.1.clone()) && found.1 == "gain" && seen.len() > 1 {
            break;
        }
        seen.push(found);
        harness.key_press(Key::Tab);
        harness.run_steps(3);
    }
    let panel = seen[0].0.left() - 20.0;
    let settings = seen.iter().take_while(|(rect, _)| rect.left() > panel);
    let settings: Vec<&(Rect, String)> = settings.collect();
    assert!(settings.len() > 25, "{settings:?}");
    for pair in settings.windows(2) {
        let [(one, first), (other, second)] = [pair[0], pair[1]];
        let is_below = other.center().y >= one.top();
        let widget = |name: &str| name.split(',').next().map(str::to_owned);
        // Knots of a curve, from left to right.
        let is_right = widget(first) == widget(second) && other.left() > one.left();
        assert!(is_below || is_right, "{second} comes after {first}, and is above it");
    }
}

#[test]
fn tab_moves_through_the_bar_as_it_is_seen() {
    let mut harness = window(swiss());
    harness.key_press(Key::D);
    harness.run_steps(3);
    harness.get_by_label("Folder shaders").focus();
    harness.run_steps(3);
    let mut seen = Vec::new();
    for _ in 0..20 {
        seen.extend(focused(&harness).map(|(rect, name)| (name, rect)));
        harness.key_press(Key::Tab);
        harness.run_steps(3);
    }
    let in_bar = |found: &&(String, Rect)| found.1.center().y < 40.0;
    let bar: Vec<_> = seen.iter().take_while(in_bar).collect();
    assert!(bar.len() > 12, "{seen:?}");
    let is_right = |one: &&(String, Rect), next: &&(String, Rect)| one.1.left() < next.1.left();
    assert!(bar.is_sorted_by(is_right), "{seen:?}");
}

#[test]
fn arrow_keys_move_the_pad_that_has_the_focus() {
    let mut harness = widgets();
    harness.get_by_label("where pad").focus();
    harness.run_steps(3);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowUp] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    assert_eq!(number(&harness, "where_"), 0.02);
    let workbench = &harness.state().0;
    let cell = workbench.pane_content(PaneId::Cell(workbench.document.selected)).unwrap();
    let mut controls = cell.generator.controls().iter();
    let pad = controls.find(|control| control.name == "where_").unwrap();
    assert_eq!(cell.values.get(pad).0, [0.02, 0.01]);
}

fn numbers(harness: &Window, name: &str) -> Vec<f64> {
    let workbench = &harness.state().0;
    let cell = workbench.pane_content(PaneId::Cell(workbench.document.selected)).unwrap();
    let mut controls = cell.generator.controls().iter();
    let control = controls.find(|control| control.name == name).unwrap();
    cell.values.get(control).0.to_vec()
}

fn press_all(harness: &mut Window, keys: &[(egui::Modifiers, Key)]) {
    for (modifiers, key) in keys {
        harness.key_press_modifiers(*modifiers, *key);
        harness.run_steps(3);
    }
}

const PLAIN: egui::Modifiers = egui::Modifiers::NONE;
const SHIFT: egui::Modifiers = egui::Modifiers::SHIFT;

fn request(harness: &mut Window, name: &str, action: accesskit::Action, value: Option<f64>) {
    let slider = harness.get_by_role_and_label(Role::Slider, name);
    let (target_node, _) = slider.accesskit_node().locate();
    let request = accesskit::ActionRequest {
        action,
        target_tree: accesskit::TreeId::ROOT,
        target_node,
        data: value.map(accesskit::ActionData::NumericValue),
    };
    harness.event(egui::Event::AccessKitActionRequest(request));
    harness.run_steps(3);
}

#[test]
fn knots_are_moved_added_and_removed_with_the_keyboard() {
    let mut harness = widgets();
    // With a second cell, Delete would close a cell.
    harness.state_mut().0.document.duplicate(crate::workbench::CellId(1));
    harness.run_steps(3);
    let before = numbers(&harness, "shape");
    harness.get_by_label("shape, knot 1").focus();
    harness.run_steps(3);
    press_all(&mut harness, &[(PLAIN, Key::ArrowUp), (PLAIN, Key::ArrowUp), (SHIFT, Key::ArrowUp)]);
    press_all(&mut harness, &[(PLAIN, Key::ArrowRight)]);
    let moved = numbers(&harness, "shape");
    assert_eq!([moved[0], moved[1]], [before[0] + 0.01, before[1] + 0.021]);
    press_all(&mut harness, &[(PLAIN, Key::Insert)]);
    assert_eq!(focused(&harness).unwrap().1, "shape, knot 2");
    harness.get_by_label("shape, knot 3");
    press_all(&mut harness, &[(PLAIN, Key::Delete)]);
    assert_eq!(focused(&harness).unwrap().1, "shape, knot 1");
    assert!(harness.query_by_label("shape, knot 3").is_none());
    assert_eq!(numbers(&harness, "shape"), moved);
    assert_eq!(harness.state().0.document.cells.len(), 2);
    press_all(&mut harness, &[(PLAIN, Key::Tab)]);
    assert_eq!(focused(&harness).unwrap().1, "shape, knot 2");
}

#[test]
fn stops_and_bars_are_moved_with_the_keyboard() {
    let mut harness = widgets();
    let before = numbers(&harness, "ramp");
    harness.get_by_label("ramp, stop 2").focus();
    harness.run_steps(3);
    press_all(&mut harness, &[(PLAIN, Key::ArrowRight), (SHIFT, Key::ArrowLeft)]);
    assert!((numbers(&harness, "ramp")[7] - before[7] - 0.009).abs() < 1e-9);
    press_all(&mut harness, &[(PLAIN, Key::Delete)]);
    assert!(harness.query_by_label("ramp, stop 4").is_none());
    press_all(&mut harness, &[(PLAIN, Key::Insert)]);
    assert_eq!(focused(&harness).unwrap().1, "ramp, stop 2");
    harness.get_by_label("ramp, stop 4");

    let before = numbers(&harness, "bars");
    harness.get_by_label("bars, octave 1").focus();
    harness.run_steps(3);
    press_all(&mut harness, &[(PLAIN, Key::ArrowDown), (PLAIN, Key::Tab), (PLAIN, Key::ArrowDown)]);
    assert_eq!(focused(&harness).unwrap().1, "bars, octave 2");
    let after = numbers(&harness, "bars");
    assert!(after[0] < before[0] && after[1] < before[1] && after[2] == before[2]);
}

#[test]
fn color_is_chosen_with_the_keyboard() {
    let mut harness = widgets();
    let before = numbers(&harness, "tint");
    harness.get_by_role_and_label(Role::ColorWell, "tint").click();
    harness.run_steps(3);
    harness.get_by_label("Saturation and brightness").focus();
    harness.run_steps(3);
    press_all(&mut harness, &[(PLAIN, Key::ArrowDown); 20]);
    let darker = numbers(&harness, "tint");
    assert!(darker.iter().zip(&before).all(|(now, before)| now < before), "{darker:?}");
    harness.get_by_label("Hue").focus();
    harness.run_steps(3);
    press_all(&mut harness, &[(PLAIN, Key::ArrowLeft); 20]);
    let greener = numbers(&harness, "tint");
    assert!(greener[1] > darker[1] && greener[2] <= darker[2], "{greener:?}");
}

#[test]
fn screen_reader_reads_and_moves_points() {
    let mut harness = widgets();
    for (name, text) in [
        ("shape, knot 1", "0.000, 0.000"),
        ("ramp, stop 2", "0.400, #59aa7c"),
        ("where pad", "x 0, y 0"),
        ("Sun", "azimuth 315.0\u{b0}, altitude 45.0\u{b0}"),
    ] {
        let node = harness.get_by_label(name);
        assert_eq!(node.accesskit_node().value().as_deref(), Some(text), "{name}");
    }
    request(&mut harness, "shape, knot 1", accesskit::Action::SetValue, Some(0.5));
    request(&mut harness, "shape, knot 1", accesskit::Action::Increment, None);
    assert_eq!(numbers(&harness, "shape")[1], 0.51);
    request(&mut harness, "ramp, stop 2", accesskit::Action::Decrement, None);
    assert_eq!(numbers(&harness, "ramp")[7], 0.39);
    request(&mut harness, "bars, octave 1", accesskit::Action::SetValue, Some(0.5));
    assert_eq!(numbers(&harness, "bars")[0], 0.5);
    request(&mut harness, "gain", accesskit::Action::Increment, None);
    assert_eq!(number(&harness, "gain"), 0.51);
}

/// Returns the texts that screen readers announce.
fn announced(harness: &Window) -> Vec<(String, accesskit::Live)> {
    let nodes = harness.query_all_by(|node| node.live() != accesskit::Live::Off);
    let announced = nodes.map(|node| {
        let node = node.accesskit_node();
        (node.label().or_else(|| node.value()).unwrap_or_default(), node.live())
    });
    announced.collect()
}

#[test]
fn notices_errors_and_progress_are_announced() {
    use accesskit::Live::{Assertive, Polite};
    let mut workbench = swiss();
    let diagnostic = Diagnostic::error(None, "unknown identifier `foo`");
    workbench.folder.diagnostics.set(vec![diagnostic]);
    workbench.chrome.notify("saved \"Zed\"".to_owned());
    let mut harness = window(workbench);
    let found = announced(&harness);
    assert!(found.contains(&("saved \"Zed\"".to_owned(), Polite)), "{found:?}");
    assert!(found.iter().any(|(text, _)| text.contains("1 error")), "{found:?}");
    let error = |found: &[(String, accesskit::Live)]| {
        found.iter().any(|(text, live)| text.contains("`foo`") && *live == Assertive)
    };
    assert!(error(&found), "{found:?}");
    let progress = |fraction| crate::workbench::capture_settings::CaptureProgress {
        name: "swiss".to_owned(),
        fraction,
    };
    for (fraction, is_announced) in [(0.31, true), (0.32, false), (0.41, true)] {
        harness.state_mut().0.capture_settings.progress = Some(progress(fraction));
        harness.step();
        let found = announced(&harness);
        let is_found = found.iter().any(|(text, _)| text.starts_with("capturing swiss"));
        assert_eq!(is_found, is_announced, "{fraction}: {found:?}");
    }
}

#[test]
fn screen_reader_sets_a_slider() {
    let mut harness = widgets();
    let slider = harness.get_by_role_and_label(Role::Slider, "gain");
    let node = slider.accesskit_node();
    let ends = [node.min_numeric_value(), node.max_numeric_value()];
    assert_eq!(ends, [Some(0.0), Some(1.0)]);
    let request = accesskit::ActionRequest {
        action: accesskit::Action::SetValue,
        target_tree: accesskit::TreeId::ROOT,
        target_node: slider.accesskit_node().locate().0,
        data: Some(accesskit::ActionData::NumericValue(0.75)),
    };
    harness.event(egui::Event::AccessKitActionRequest(request));
    harness.run();
    assert_eq!(number(&harness, "gain"), 0.75);
}
