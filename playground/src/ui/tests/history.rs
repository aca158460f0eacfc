//! Tests of the history panel, which lists the steps that can be undone.

use super::*;

#[test]
fn click_in_the_history_goes_back_and_forward() {
    let mut harness = window(swiss());
    let set = |harness: &mut Window, name, number| {
        let workbench = &mut harness.state_mut().0;
        let generator = Arc::clone(workbench.shown().unwrap());
        let mut controls = generator.controls.iter();
        let control = controls.find(|control| control.name == name).unwrap();
        workbench.values_mut().unwrap().set(control, f64::into(number));
        harness.run();
    };
    set(&mut harness, "gain", 0.7);
    set(&mut harness, "lacunarity", 3.0);
    harness.key_press(Key::H);
    harness.run();
    let position = |harness: &Window| harness.state().0.history.steps().1;
    assert_eq!(position(&harness), 3);
    harness.get_by_label_contains("show generators").click();
    harness.run();
    assert_eq!(position(&harness), 1);
    harness.get_by_label_contains("lacunarity 2 \u{2192} 3").click();
    harness.run();
    assert_eq!(position(&harness), 3);
    harness.get_by_label("Undo").click();
    harness.run();
    assert_eq!(position(&harness), 2);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(position(&harness), 1);
    let command = egui::Modifiers::COMMAND | egui::Modifiers::SHIFT;
    harness.key_press_modifiers(command, Key::Z);
    harness.run();
    assert_eq!(position(&harness), 2);
    assert!(harness.state().0.chrome.is_open(crate::ui::history::HISTORY));
    harness.get_by_label("History").click();
    harness.run();
    assert!(!harness.state().0.chrome.is_open(crate::ui::history::HISTORY));
}

#[test]
fn redrawing_adds_no_history_step() {
    let mut harness = window(swiss());
    let steps = harness.state().0.history.steps().0.len();
    harness.run_steps(3);
    assert_eq!(harness.state().0.history.steps().0.len(), steps);
    assert_eq!(steps, 1, "the generator was shown");
}

#[test]
fn steps_name_the_setting_of_the_view_and_its_value() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-0.5, 2.0));
    let mut harness = window(workbench);
    let last = |harness: &Window| harness.state().0.history.steps().0.pop().unwrap();
    let sets = |harness: &mut Window, edit: &dyn Fn(&mut crate::workbench::View)| {
        edit(harness.state_mut().0.view_mut());
        harness.run_steps(6);
        last(harness)
    };
    let light = |view: &mut crate::workbench::View| {
        view.shading.light.azimuth = 114.2;
        view.shading.light.altitude = 3.0;
    };
    assert_eq!(sets(&mut harness, &light), "sun 114\u{b0}, 3\u{b0}");
    let fixed = |view: &mut crate::workbench::View| {
        view.shading.value_range = ValueRange::Fixed(-0.5, 2.0);
    };
    assert_eq!(sets(&mut harness, &fixed), "auto range off");
    let wider = |view: &mut crate::workbench::View| {
        view.shading.value_range = ValueRange::Fixed(-1.0, 2.0);
    };
    harness.run_steps(6);
    assert_eq!(sets(&mut harness, &wider), "value range -1.000 \u{2026} 2.000");
    let several = |view: &mut crate::workbench::View| {
        view.shading.exaggeration = 2.5;
        view.z = 0.25;
    };
    assert_eq!(sets(&mut harness, &several), "exaggeration 2.5 and 1 more");
    let z = |view: &mut crate::workbench::View| view.z = 0.5;
    assert_eq!(sets(&mut harness, &z), "z 0.5");
}

#[test]
fn text_that_arrives_during_a_pan_leaves_the_pan_one_step() {
    let mut harness = window(swiss());
    let center = |harness: &Window| harness.state().0.document.shared_view.center;
    let before = center(&harness);
    let at = harness.state().2.center();
    harness.drag_at(at);
    harness.run();
    harness.hover_at(at + vec2(60.0, 0.0));
    harness.run();
    let halfway = center(&harness);
    assert_ne!(halfway, before);
    let saved = running(&format!("{SWISS}\n// Saved."));
    let target = GeneratorRef::live(saved.generator.address.clone());
    harness.state_mut().0.insert_compiled(target, saved);
    harness.hover_at(at + vec2(120.0, 0.0));
    harness.run();
    harness.drop_at(at + vec2(120.0, 0.0));
    harness.run();
    assert_ne!(center(&harness), halfway);
    let (steps, done) = harness.state().0.history.steps();
    assert_eq!((steps[done - 1].as_str(), done), ("pan", 2));
    press(&mut harness, egui::Modifiers::NONE, Key::Z);
    assert_eq!(center(&harness), before);
}

#[test]
fn view_of_a_newly_chosen_generator_is_part_of_its_step() {
    let mut harness = window(swiss());
    let swiss = harness.state().0.document.shared_view;
    let text = "//! @view(1, 2, 4)\nfn swiss(p: vec2f) -> f32 { return p.x; }";
    let next = running(text);
    let address = next.generator.address.clone();
    harness.state_mut().0.show(address.clone());
    harness.run();
    let workbench = &mut harness.state_mut().0;
    workbench.insert_compiled(GeneratorRef::live(address), next);
    harness.run();
    let document = |harness: &Window| harness.state().0.document.clone();
    assert_eq!(document(&harness).shared_view.center, [1.0, 2.0]);
    assert_eq!(harness.state().0.history.steps().1, 2);
    press(&mut harness, egui::Modifiers::NONE, Key::Z);
    assert_eq!(document(&harness).shared_view, swiss);
}
