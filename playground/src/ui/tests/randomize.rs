//! Tests of the commands that randomize and mutate control values.

use std::collections::BTreeMap;

use super::*;

fn numbers(harness: &Window) -> BTreeMap<String, Vec<f64>> {
    let workbench = &harness.state().0;
    let setup = workbench.pane_content(PaneId::Cell(workbench.document.selected));
    let setup = setup.unwrap();
    let controls = setup.generator.controls().iter();
    let numbers =
        controls.map(|control| (control.name.clone(), setup.values.get(control).0.clone()));
    numbers.collect()
}

fn changed(before: &BTreeMap<String, Vec<f64>>, harness: &Window) -> Vec<String> {
    let now = numbers(harness);
    let changed = before.iter().filter(|(name, number)| now[*name] != **number);
    changed.map(|(name, _)| name.clone()).collect()
}

fn menu(harness: &mut Window, role: Role, label: &str, item: &str) {
    menu_of(harness, role, label);
    click_role(harness, Role::Button, item);
}

#[test]
fn randomized_values_are_within_slider_ranges_and_each_is_one_history_step() {
    let mut harness = window(swiss());
    let initial = numbers(&harness);
    let steps = harness.state().0.history.steps().1;
    // Lowest and highest position on each slider, 0 to 1.
    let mut reached = BTreeMap::new();
    for _ in 0..32 {
        press(&mut harness, egui::Modifiers::SHIFT, Key::R);
        let randomized = numbers(&harness);
        let generator = Arc::clone(harness.state().0.shown().unwrap());
        for control in generator.controls() {
            let range = &control.range;
            let number = randomized[&control.name][0];
            let inside = number >= range.min && number <= range.max;
            assert!(inside || control.name == "seed", "{} is {number}", control.name);
            assert!((range.snapped(number) - number).abs() < 1e-12);
            let at = range.fraction(number);
            let (low, high) = reached.entry(control.name.clone()).or_insert((at, at));
            (*low, *high) = (low.min(at), high.max(at));
        }
        assert_eq!(randomized["seed"], initial["seed"]);
    }
    assert_eq!(harness.state().0.history.steps().1, steps + 32);
    reached.remove("seed");
    assert!(reached.len() > 6);
    for (name, (low, high)) in &reached {
        assert!(*high > low + 0.1, "{name}: {low} to {high}");
    }
    (0..32).for_each(|_| plain(&mut harness, Key::Z));
    assert_eq!(numbers(&harness), initial);
}

#[test]
fn randomize_applies_to_last_edited_group_one_group_or_one_control() {
    let mut harness = window(swiss());
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(10.0, 0.0));
    let before = numbers(&harness);
    plain(&mut harness, Key::R);
    let randomized = changed(&before, &harness);
    assert!(randomized.starts_with(&["gain".to_owned(), "lacunarity".to_owned()]));
    assert!(randomized.len() == 2 || randomized[2..] == ["octaves"]);
    let before = numbers(&harness);
    menu(&mut harness, Role::DisclosureTriangle, "Terrain", "Randomize");
    assert_eq!(changed(&before, &harness), ["amplitude", "frequency"]);
    let before = numbers(&harness);
    menu(&mut harness, Role::Label, "seed", "Randomize");
    assert_eq!(changed(&before, &harness), ["seed"]);
    let labels = harness.state().0.history.steps().0;
    assert_eq!(
        labels[labels.len() - 3..],
        ["randomize Fractal", "randomize Terrain", "randomize seed"]
    );
}

#[test]
fn mutation_is_small_and_skips_excluded_controls() {
    let mut harness = window(swiss());
    menu(&mut harness, Role::Label, "gain", "Exclude from randomize");
    let before = numbers(&harness);
    press(&mut harness, egui::Modifiers::SHIFT, Key::M);
    let now = numbers(&harness);
    assert_eq!(now["gain"], before["gain"]);
    assert!((now["warp"][0] - before["warp"][0]).abs() <= 0.1 && now["warp"] != before["warp"]);
    let octaves = now["frequency"][0].log2() - before["frequency"][0].log2();
    assert!(octaves.abs() <= 0.1 * (64.0_f64 / 0.05).log2() + 1e-3 && octaves != 0.0);
    press(&mut harness, egui::Modifiers::SHIFT, Key::R);
    assert_eq!(numbers(&harness)["gain"], before["gain"]);
    let name = format!("{} gain", crate::ui::icons::PIN);
    menu(&mut harness, Role::Label, &name, "Include in randomize");
    let before = numbers(&harness);
    menu(&mut harness, Role::Label, "gain", "Mutate by \u{b1}10 %");
    assert_eq!(changed(&before, &harness), ["gain"]);
}

#[test]
fn linked_control_gets_one_random_value_in_all_cells() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    menu(&mut harness, Role::Label, "gain", "Link across cells");
    press(&mut harness, egui::Modifiers::SHIFT, Key::R);
    let workbench = &harness.state().0;
    let generator = Arc::clone(workbench.shown().unwrap());
    let number = |cell: usize, name: &str| {
        let mut controls = generator.controls().iter();
        let control = controls.find(|control| control.name == name).unwrap();
        let key = PaneId::Cell(workbench.document.cells[cell].id);
        workbench.pane_content(key).unwrap().values.get(control).first()
    };
    assert_eq!(number(0, "gain"), number(1, "gain"));
    assert_ne!(number(0, "warp"), number(1, "warp"));
}
