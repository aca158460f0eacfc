//! Tests of sweeps in the window: axes from menus, drags and typing; clicks on variants.

use super::*;

fn choose_from_menu(harness: &mut Window, control: &str, item: &str) {
    // The sweep bar, to the left of the panel, shows the name too.
    let names = harness.query_all_by_role_and_label(Role::Label, control);
    let name = names.max_by(|one, other| one.rect().left().total_cmp(&other.rect().left()));
    name.unwrap().click_secondary();
    harness.run();
    click(harness, item);
}

fn variants(harness: &Window) -> usize {
    harness.query_all_by_label_contains("Variant ").count()
}

#[test]
fn click_on_a_variant_of_two_axes_applies_its_values() {
    let mut harness = window(swiss());
    let steps = harness.state().0.history.steps().1;
    choose_from_menu(&mut harness, "gain", "Sweep across");
    assert_eq!(variants(&harness), 5);
    choose_from_menu(&mut harness, "crests", "Sweep down");
    assert_eq!(variants(&harness), 15);
    assert_eq!(harness.state().0.history.steps().1, steps);
    click(&mut harness, "Variant gain 0.25, crests rounded");
    assert_eq!([number(&harness, "gain"), number(&harness, "crests")], [0.25, 1.0]);
    assert_eq!(variants(&harness), 0);
    let (labels, now) = harness.state().0.history.steps();
    assert_eq!((labels[now - 1].as_str(), now), ("gain 0.25, crests rounded", steps + 1));
    plain(&mut harness, Key::Z);
    assert_eq!(number(&harness, "gain"), 0.6);
}

#[test]
fn leaving_a_sweep_changes_no_values() {
    let mut harness = window(swiss());
    choose_from_menu(&mut harness, "frequency", "Sweep down");
    assert!(
        harness.query_by_label("Variant frequency 0.2991").is_some(),
        "geometric mean of a logarithmic slider"
    );
    choose_from_menu(&mut harness, "frequency", "Sweep across");
    assert_eq!(variants(&harness), 5, "a control has one axis only");
    plain(&mut harness, Key::Escape);
    assert_eq!(variants(&harness), 0);
    assert_eq!(number(&harness, "frequency"), 1.0);
    choose_from_menu(&mut harness, "gain", "Sweep down");
    click(&mut harness, "Remove gain from the sweep");
    assert!(harness.state().0.sweep.is_none());
    assert!(harness.query_by_label("Picture").is_some());
}

#[test]
fn typed_axis_ends_apply_and_the_current_variant_is_marked() {
    let mut harness = window(swiss());
    choose_from_menu(&mut harness, "gain", "Sweep across");
    let axis = |harness: &mut Window, part: &str, text: &str| {
        let label = format!("gain {part}");
        click(harness, &label);
        harness.get_by_label(&label).type_text(text);
        plain(harness, Key::Enter);
    };
    axis(&mut harness, "from", "0.2");
    axis(&mut harness, "count", "3");
    assert_eq!(variants(&harness), 3);
    assert!(harness.query_by_label("Variant gain 0.2").is_some());
    let workbench = &harness.state().0;
    let is_current: Vec<bool> = (0..3).map(|index| workbench.is_variant_applied(index)).collect();
    assert_eq!(is_current, [false, true, false]);
}

#[test]
fn control_name_dragged_onto_the_picture_adds_an_axis() {
    let mut harness = window(swiss());
    let name = harness.get_by_role_and_label(Role::Label, "warp").rect().center();
    let picture = harness.state().2;
    let to = picture.center() + vec2(picture.width() / 4.0, 0.0);
    drag(&mut harness, name, to - name);
    let sweep = harness.state().0.active_sweep().unwrap();
    assert_eq!(sweep.down.as_ref().map(|axis| axis.name.as_str()), Some("warp"));
    assert!(sweep.across.is_none());
}

#[test]
fn variants_in_three_dimensions_are_not_taller_than_wide() {
    let mut workbench = swiss();
    workbench.view_mut().set_mode(ViewMode::Terrain);
    let mut harness = window(workbench);
    let shapes = |harness: &Window| {
        let variants = harness.query_all_by_label_contains("Variant ");
        let sizes = variants.map(|variant| variant.rect().size());
        sizes.map(|size| size.y / size.x).collect::<Vec<f32>>()
    };
    let is_wide = |shape: &f32| *shape < 1.01;
    for (item, count) in [("Sweep across", 5), ("Sweep down", 25)] {
        let name = if count == 5 { "gain" } else { "frequency" };
        choose_from_menu(&mut harness, name, item);
        let shapes = shapes(&harness);
        assert!(shapes.len() == count && shapes.iter().all(is_wide), "{shapes:?}");
    }
}

#[test]
fn another_generator_ends_the_sweep() {
    let mut harness = window(swiss());
    choose_from_menu(&mut harness, "gain", "Sweep across");
    show(&mut harness.state_mut().0, "fn other(p: vec2f) -> f32 { return p.x; }");
    harness.run();
    assert_eq!(variants(&harness), 0);
    assert!(harness.query_by_label("Picture").is_some());
}

#[test]
fn sweep_down_goes_down_before_it_goes_right() {
    let mut harness = window(swiss());
    choose_from_menu(&mut harness, "gain", "Sweep down");
    let place = |value: &str| harness.get_by_label(&format!("Variant gain {value}")).rect();
    let [first, second, last] = ["0", "0.25", "1"].map(place);
    assert!(second.top() > first.bottom() && second.left() == first.left(), "{first} {second}");
    assert!(last.left() >= first.right(), "{last}");
}
