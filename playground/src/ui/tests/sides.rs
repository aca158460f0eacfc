//! Tests of the panels at the sides, which fold in a narrow window, and of the hints of the first run.

use super::*;
use crate::workbench::Panel;
use crate::workbench::preferences::{Hint, Preferences};

fn resize(harness: &mut Window, width: f32) {
    harness.set_size(vec2(width, 700.0));
    harness.run();
    harness.run();
}

fn is_shown(harness: &Window, label: &str) -> bool {
    harness.query_by_label(label).is_some()
}

#[test]
fn list_and_controls_fold_into_rails_in_a_narrow_window() {
    let mut harness = window(swiss());
    for (width, list, controls) in
        [(1280.0, true, true), (999.0, false, true), (759.0, false, false), (1280.0, true, true)]
    {
        resize(&mut harness, width);
        assert_eq!(is_shown(&harness, "Filter generators"), list, "{width}");
        assert_eq!(is_shown(&harness, "Explore"), controls, "{width}");
        assert_eq!(is_shown(&harness, "Show generators"), !list, "{width}");
        assert_eq!(is_shown(&harness, "Show controls"), !controls, "{width}");
        let picture = harness.state().2.width();
        assert!(picture >= 0.5 * width, "{picture} of {width}");
    }
    resize(&mut harness, 1920.0);
    let field = harness.get_by_label("Filter generators").rect();
    assert!(field.width() > 200.0, "{field}");
}

#[test]
fn list_opens_over_the_picture_and_leaves_after_a_choice() {
    let mut harness = window(swiss());
    resize(&mut harness, 900.0);
    let before = harness.state().2;
    click(&mut harness, "Show generators");
    assert!(is_shown(&harness, "Filter generators"));
    assert_eq!(harness.state().2, before, "the picture keeps its place");
    super::doors::item(&harness, "Jordan turbulence").click();
    harness.run();
    assert!(!is_shown(&harness, "Filter generators"));
    let shown = harness.state().0.selected_address().unwrap();
    assert_eq!(shown.file.as_str(), "generators/jordan.wgsl");
    plain(&mut harness, Key::Slash);
    assert!(is_shown(&harness, "Filter generators"), "its key opens it too");
}

#[test]
fn controls_open_beside_the_picture_of_a_narrow_window() {
    let mut harness = window(swiss());
    resize(&mut harness, 740.0);
    click(&mut harness, "Show controls");
    assert!(is_shown(&harness, "Explore"));
    click(&mut harness, "Hide controls");
    assert!(!is_shown(&harness, "Explore"));
    resize(&mut harness, 1280.0);
    assert!(harness.state().0.chrome.is_open(Panel::CONTROLS));
}

#[test]
fn hints_leave_for_good_when_done_once() {
    let mut workbench = swiss();
    workbench.chrome.preferences = Preferences::first();
    let mut harness = window(workbench);
    let shown = |harness: &Window| {
        let hints = [Hint::Save, Hint::Drag, Hint::NextView];
        hints.map(|hint| is_shown(harness, hint.text()))
    };
    assert_eq!(shown(&harness), [true; 3]);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(10.0, 0.0));
    assert_eq!(shown(&harness), [true, false, true]);
    plain(&mut harness, Key::Space);
    assert_eq!(shown(&harness), [true, false, false]);
    let saved = running(&format!("{SWISS}\n// Saved.\n"));
    let target = GeneratorRef::live(saved.generator.address().clone());
    harness.state_mut().0.insert_compiled(target, saved);
    harness.run();
    assert_eq!(shown(&harness), [false; 3]);
    plain(&mut harness, Key::Z);
    assert_eq!(shown(&harness), [false; 3]);
}

#[test]
fn color_without_controls_has_no_slider_to_hint_at_and_no_section() {
    let mut workbench = swiss();
    workbench.chrome.preferences = Preferences::first();
    show(&mut workbench, "fn color(p: vec2f) -> vec3f { return p.xyx; }");
    workbench.view_mut().shading.mode = ViewMode::Texture;
    let harness = window(workbench);
    assert!(!is_shown(&harness, Hint::Drag.text()) && is_shown(&harness, Hint::NextView.text()));
    assert!(!is_shown(&harness, "Display"));
}

#[test]
fn builtin_shaders_cannot_be_saved() {
    let mut workbench = swiss();
    workbench.chrome.preferences = Preferences::first();
    workbench.set_builtin(true);
    assert_eq!(workbench.hints(), [Hint::Drag, Hint::NextView]);
}
