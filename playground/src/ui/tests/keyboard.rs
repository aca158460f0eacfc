//! What is done without a mouse.

use egui::Modifiers;
use egui_kittest::kittest::NodeT as _;

use super::*;
use crate::workbench::CellId;
use crate::workbench::capturing::What;
use crate::workbench::document::Arrangement;

type Window = Harness<'static, (Workbench, Vec<Action>, Rect)>;

fn press(harness: &mut Window, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn plain(harness: &mut Window, keys: &[Key]) {
    for key in keys {
        press(harness, Modifiers::NONE, *key);
    }
}

/// The label of what has the keyboard.
fn focused(harness: &Window) -> Option<String> {
    let focused = harness.query_all_by(|node| node.is_focused());
    focused
        .filter_map(|node| node.accesskit_node().label())
        .next()
}

fn cells(harness: &Window) -> Vec<u32> {
    let cells = harness.state().0.document.cells.iter();
    cells.map(|cell| cell.id.0).collect()
}

#[test]
fn a_comparison_is_made_without_a_mouse() {
    let mut harness = window(swiss());
    let arrangement = |harness: &Window| harness.state().0.document.arrangement;
    plain(&mut harness, &[Key::D, Key::M, Key::OpenBracket]);
    assert_eq!(harness.state().0.document.selected, CellId(1));
    plain(&mut harness, &[Key::CloseBracket, Key::E]);
    assert_eq!(arrangement(&harness), Arrangement::Enlarged);
    plain(&mut harness, &[Key::W, Key::ArrowLeft, Key::ArrowLeft]);
    assert!((harness.state().0.comparing.wipe - 0.46).abs() < 1e-5);
    plain(&mut harness, &[Key::X, Key::Escape, Key::N]);
    harness.event(egui::Event::Text("Bold".to_owned()));
    plain(&mut harness, &[Key::Enter]);
    assert_eq!(harness.state().0.name(CellId(2)), "Bold");
    plain(&mut harness, &[Key::K, Key::U]);
    let cell = harness.state().0.document.selected();
    assert!(matches!(cell.target, Some(Target::Pinned(_))) && cell.own_look.is_some());
    press(&mut harness, Modifiers::COMMAND, Key::OpenBracket);
    assert_eq!(cells(&harness), [2, 1]);
    press(&mut harness, Modifiers::COMMAND, Key::OpenBracket);
    assert_eq!(cells(&harness), [2, 1], "it is the first already");
    let done = harness.state().0.history.steps().1;
    for _ in 0..done {
        plain(&mut harness, &[Key::Z]);
    }
    assert_eq!(cells(&harness), [1]);
}

#[test]
fn the_keyboard_goes_round_the_window() {
    let mut harness = window(swiss());
    plain(&mut harness, &[Key::L]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        plain(&mut harness, &[Key::F6]);
        seen.push(focused(&harness).unwrap());
    }
    assert_eq!(seen[0], "Picture");
    assert!(seen[1].starts_with("Profile start at"), "{seen:?}");
    assert_eq!(
        seen[2..5],
        ["Presets", "Capture settings", "Filter generators"]
    );
    assert_eq!(seen[5], "Picture");
    press(&mut harness, Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&harness).as_deref(), Some("Filter generators"));
    plain(&mut harness, &[Key::Escape, Key::F6]);
    assert_eq!(
        focused(&harness).as_deref(),
        Some("Picture"),
        "it begins anew"
    );
    plain(&mut harness, &[Key::Tab]);
    assert!(harness.state().0.panels.controls, "Tab goes on");
}

#[test]
fn a_picture_is_moved_and_zoomed_by_keys() {
    let mut harness = window(swiss());
    let before = harness.state().0.document.look;
    plain(&mut harness, &[Key::F6, Key::ArrowRight, Key::ArrowUp]);
    let look = harness.state().0.document.look;
    let moved = [0, 1].map(|axis| (look.center[axis] - before.center[axis]) / before.span);
    assert!(
        moved.iter().all(|moved| (moved - 0.05).abs() < 1e-3),
        "{moved:?}"
    );
    plain(&mut harness, &[Key::Plus, Key::Equals]);
    assert!((harness.state().0.document.look.span - before.span / 2.0).abs() < 1e-9);
    plain(&mut harness, &[Key::Minus]);
    assert!(harness.state().0.document.look.span > before.span / 2.0);
}

#[test]
fn a_step_of_the_list_is_gone_back_to() {
    let mut harness = window(swiss());
    plain(&mut harness, &[Key::D, Key::M, Key::E, Key::H]);
    let (steps, now) = harness.state().0.history.steps();
    assert_eq!((steps.len(), now), (4, 4));
    assert_eq!(focused(&harness).as_deref(), Some("Undo"));
    // Behind undo, which is all there is to be done, stand the steps.
    plain(&mut harness, &[Key::Tab, Key::Tab, Key::Tab, Key::Enter]);
    assert_eq!(harness.state().0.history.steps().1, 2);
    assert_eq!(cells(&harness).len(), 2);
}

#[test]
fn a_long_diff_is_turned_by_keys() {
    let mut harness = window(swiss());
    let lines: String = (0..200).map(|line| format!("// line {line}\n")).collect();
    harness.state_mut().0.set_pinned(CellId(1), true);
    let file = harness.state().0.kept_file(CellId(1)).unwrap();
    plain(&mut harness, &[Key::V]);
    harness
        .state_mut()
        .0
        .adopt(file, running(&format!("{SWISS}{lines}")));
    harness.run_steps(3);
    let is_seen = |harness: &Window| harness.query_by_label("+// line 60").is_some();
    assert!(!is_seen(&harness));
    plain(
        &mut harness,
        &[Key::PageDown, Key::PageDown, Key::ArrowDown],
    );
    harness.run_steps(60);
    plain(&mut harness, &[Key::PageDown, Key::PageDown]);
    harness.run_steps(60);
    assert!(is_seen(&harness));
}

#[test]
fn the_capture_dialog_takes_the_keyboard() {
    let mut harness = window(swiss());
    press(&mut harness, Modifiers::SHIFT, Key::S);
    assert_eq!(focused(&harness).as_deref(), Some("Cell"));
    plain(&mut harness, &[Key::Tab, Key::Space]);
    assert_eq!(harness.state().0.capturing.what, What::Comparison);
    plain(&mut harness, &[Key::D, Key::X, Key::Escape]);
    let workbench = &harness.state().0;
    assert!(!workbench.capturing.open);
    assert_eq!(workbench.document.arrangement, Arrangement::Difference);
    plain(&mut harness, &[Key::H, Key::Escape]);
    let workbench = &harness.state().0;
    assert!(!workbench.panels.history);
    assert_eq!(workbench.document.arrangement, Arrangement::Difference);
    plain(&mut harness, &[Key::Escape]);
    let arrangement = harness.state().0.document.arrangement;
    assert_eq!(
        arrangement,
        Arrangement::Grid,
        "what is in front goes first"
    );
    assert!(harness.state().0.panels.controls && harness.state().0.panels.generators);
}
