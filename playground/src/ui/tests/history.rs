//! Tests of the history panel.

use super::*;

#[test]
fn click_in_the_history_goes_back_and_forward() {
    let mut harness = window(swiss());
    let set = |harness: &mut Window, name, number| {
        let workbench = &mut harness.state_mut().0;
        let generator = Arc::clone(workbench.shown().unwrap());
        let mut controls = generator.controls.iter();
        let control = controls.find(|control| control.name == name).unwrap();
        workbench
            .values_mut()
            .unwrap()
            .set(control, f64::into(number));
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
    harness
        .get_by_label_contains("lacunarity 2 \u{2192} 3")
        .click();
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
    assert!(harness.state().0.chrome.panels.history);
    harness.get_by_label("History").click();
    harness.run();
    assert!(!harness.state().0.chrome.panels.history);
}

#[test]
fn redrawing_adds_no_history_step() {
    let mut harness = window(swiss());
    let steps = harness.state().0.history.steps().0.len();
    harness.run_steps(3);
    assert_eq!(harness.state().0.history.steps().0.len(), steps);
    assert_eq!(steps, 1, "the generator was shown");
}
