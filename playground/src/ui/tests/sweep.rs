//! Controls that go through their values.

use super::*;

type Window = Harness<'static, (Workbench, Vec<Action>, Rect)>;

fn number(harness: &Window, name: &str) -> f64 {
    let workbench = &harness.state().0;
    let key = PaneKey::Cell(workbench.document.selected);
    let setup = workbench.setup(key).unwrap();
    let mut controls = setup.generator.controls.iter();
    let control = controls.find(|control| control.name == name).unwrap();
    setup.values.get(control).first()
}

fn menu(harness: &mut Window, control: &str, item: &str) {
    // The bar of a sweep names it too, to the left of the panel.
    let names = harness.query_all_by_role_and_label(Role::Label, control);
    let name = names.max_by(|one, other| one.rect().left().total_cmp(&other.rect().left()));
    name.unwrap().click_secondary();
    harness.run();
    harness.get_by_label(item).click();
    harness.run();
}

fn variants(harness: &Window) -> usize {
    harness.query_all_by_label_contains("Variant ").count()
}

#[test]
fn two_controls_are_swept_and_a_click_takes_one_picture_over() {
    let mut harness = window(swiss());
    let steps = harness.state().0.history.steps().1;
    menu(&mut harness, "gain", "Sweep across");
    assert_eq!(variants(&harness), 5);
    menu(&mut harness, "crests", "Sweep down");
    assert_eq!(variants(&harness), 15);
    assert_eq!(harness.state().0.history.steps().1, steps);
    harness
        .get_by_label("Variant gain 0.25, crests rounded")
        .click();
    harness.run();
    assert_eq!(
        [number(&harness, "gain"), number(&harness, "crests")],
        [0.25, 1.0]
    );
    assert_eq!(variants(&harness), 0);
    let (labels, now) = harness.state().0.history.steps();
    assert_eq!(
        (labels[now - 1], now),
        ("gain 0.25, crests rounded", steps + 1)
    );
    harness.key_press(Key::Z);
    harness.run();
    assert_eq!(number(&harness, "gain"), 0.6);
}

#[test]
fn a_sweep_is_left_without_a_trace() {
    let mut harness = window(swiss());
    menu(&mut harness, "frequency", "Sweep down");
    assert!(
        harness.query_by_label("Variant frequency 0.3").is_some(),
        "on a logarithm"
    );
    menu(&mut harness, "frequency", "Sweep across");
    assert_eq!(variants(&harness), 5, "a control goes one way");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(variants(&harness), 0);
    assert_eq!(number(&harness, "frequency"), 1.0);
    menu(&mut harness, "gain", "Sweep down");
    harness.get_by_label("Do not sweep gain").click();
    harness.run();
    assert!(harness.state().0.sweep.is_none());
    assert!(harness.query_by_label("Picture").is_some());
}

#[test]
fn a_sweeps_ends_are_typed_and_the_picture_in_force_is_marked() {
    let mut harness = window(swiss());
    menu(&mut harness, "gain", "Sweep across");
    let axis = |harness: &mut Window, what: &str, text: &str| {
        let label = format!("gain {what}");
        harness.get_by_label(&label).click();
        harness.run();
        harness.get_by_label(&label).type_text(text);
        harness.key_press(Key::Enter);
        harness.run();
    };
    axis(&mut harness, "from", "0.2");
    axis(&mut harness, "count", "3");
    assert_eq!(variants(&harness), 3);
    assert!(harness.query_by_label("Variant gain 0.2").is_some());
    let workbench = &harness.state().0;
    let in_force: Vec<bool> = (0..3)
        .map(|index| workbench.is_variant_in_force(index))
        .collect();
    assert_eq!(in_force, [false, true, false]);
}

#[test]
fn a_name_is_dragged_onto_the_sweep() {
    let mut harness = window(swiss());
    let name = harness
        .get_by_role_and_label(Role::Label, "warp")
        .rect()
        .center();
    let picture = harness.state().2;
    let to = picture.center() + vec2(picture.width() / 4.0, 0.0);
    drag(&mut harness, name, to - name);
    let sweep = harness.state().0.swept().unwrap();
    assert_eq!(
        sweep.down.as_ref().map(|axis| axis.name.as_str()),
        Some("warp")
    );
    assert!(sweep.across.is_none());
}

#[test]
fn a_sweep_belongs_to_its_generator() {
    let mut harness = window(swiss());
    menu(&mut harness, "gain", "Sweep across");
    show(
        &mut harness.state_mut().0,
        "fn other(p: vec2f) -> f32 { return p.x; }",
    );
    harness.run();
    assert_eq!(variants(&harness), 0);
    assert!(harness.query_by_label("Picture").is_some());
}
