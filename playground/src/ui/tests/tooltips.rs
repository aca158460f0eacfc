//! Tests of the tooltips of the panels.

use super::*;

fn of_gain(harness: &Window) -> Option<Rect> {
    let mut facts = harness.query_all_by_label_contains("0 to 1  \u{b7}  default");
    facts.next().map(|facts| facts.rect())
}

#[test]
fn tooltips_stand_beside_their_panel_and_not_right_after_a_drag() {
    let mut harness = window_at(swiss(), 0.1);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    harness.hover_at(slider.center());
    harness.run_steps(5);
    assert_eq!(of_gain(&harness), None, "half a second");
    harness.run_steps(10);
    let shown = of_gain(&harness).unwrap();
    assert!(shown.right() < slider.left(), "{shown} beside {slider}");
    drag(&mut harness, slider.center(), vec2(20.0, 0.0));
    harness.run_steps(20);
    assert_eq!(of_gain(&harness), None, "the pointer rests after a drag");
    harness.hover_at(slider.center() + vec2(25.0, 2.0));
    harness.run_steps(15);
    assert!(of_gain(&harness).is_some());

    let entry = harness.get_by_role_and_label(Role::ListItem, "Swiss turbulence").rect();
    harness.hover_at(entry.center());
    harness.run_steps(20);
    let address = harness.get_by_label_contains("generators/swiss.wgsl::").rect();
    assert!(address.left() > entry.right(), "{address} beside {entry}");
}
