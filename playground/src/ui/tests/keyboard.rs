//! Tests of operating the window by the keyboard only.

use egui::Modifiers;

use super::*;
use crate::workbench::capture_settings::CaptureKind;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Panel};

fn press(harness: &mut Window, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn press_all(harness: &mut Window, keys: &[Key]) {
    keys.iter().for_each(|key| press(harness, Modifiers::NONE, *key));
}

fn cells(harness: &Window) -> Vec<u32> {
    let cells = harness.state().0.document.cells.iter();
    cells.map(|cell| cell.id.0).collect()
}

#[test]
fn cells_are_compared_with_the_keyboard_only() {
    let mut harness = window(swiss());
    let arrangement = |harness: &Window| harness.state().0.document.arrangement;
    press_all(&mut harness, &[Key::D, Key::M, Key::OpenBracket]);
    assert_eq!(harness.state().0.document.selected, CellId(1));
    press_all(&mut harness, &[Key::CloseBracket, Key::E]);
    assert_eq!(arrangement(&harness), Arrangement::Enlarged);
    press_all(&mut harness, &[Key::W, Key::ArrowLeft, Key::ArrowLeft]);
    assert!((harness.state().0.comparison.wipe - 0.46).abs() < 1e-5);
    press_all(&mut harness, &[Key::X, Key::Escape, Key::N]);
    harness.event(egui::Event::Text("Bold".to_owned()));
    press_all(&mut harness, &[Key::Enter]);
    assert_eq!(harness.state().0.name(CellId(2)), "Bold");
    press_all(&mut harness, &[Key::K, Key::U]);
    let cell = harness.state().0.document.selected();
    assert!(cell.is_pinned() && cell.own_view.is_some());
    press(&mut harness, Modifiers::COMMAND, Key::OpenBracket);
    assert_eq!(cells(&harness), [2, 1]);
    press(&mut harness, Modifiers::COMMAND, Key::OpenBracket);
    assert_eq!(cells(&harness), [2, 1], "it is already the first");
    let done = harness.state().0.history.steps().1;
    for _ in 0..done {
        press_all(&mut harness, &[Key::Z]);
    }
    assert_eq!(cells(&harness), [1]);
}

#[test]
fn focus_shortcut_cycles_through_all_panels() {
    let mut harness = window(swiss());
    press_all(&mut harness, &[Key::L]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        press_all(&mut harness, &[Key::F6]);
        seen.push(focused(&harness).unwrap());
    }
    assert_eq!(seen[0], "Picture");
    assert!(seen[1].starts_with("Profile start at"), "{seen:?}");
    assert_eq!(seen[2..5], ["Presets", "Folder shaders", "Show generators"]);
    assert_eq!(seen[5], "Picture");
    press(&mut harness, Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&harness).as_deref(), Some("Show generators"));
    press_all(&mut harness, &[Key::Escape, Key::F6]);
    assert_eq!(focused(&harness).as_deref(), Some("Picture"), "the cycle starts again");
    press_all(&mut harness, &[Key::Tab]);
    assert!(
        harness.state().0.chrome.is_open(Panel::CONTROLS),
        "Tab moves the focus and hides no panel"
    );
}

#[test]
fn arrow_and_zoom_keys_pan_and_zoom_the_picture() {
    let mut harness = window(swiss());
    let before = harness.state().0.document.shared_view;
    press_all(&mut harness, &[Key::F6, Key::ArrowRight, Key::ArrowUp]);
    let view = harness.state().0.document.shared_view;
    let moved = [0, 1].map(|axis| (view.center[axis] - before.center[axis]) / before.span);
    assert!(moved.iter().all(|moved| (moved - 0.05).abs() < 1e-3), "{moved:?}");
    press_all(&mut harness, &[Key::Plus, Key::Equals]);
    assert!((harness.state().0.document.shared_view.span - before.span / 2.0).abs() < 1e-9);
    press_all(&mut harness, &[Key::Minus]);
    assert!(harness.state().0.document.shared_view.span > before.span / 2.0);
}

#[test]
fn arrow_keys_without_a_focus_pan_the_selected_picture() {
    let mut harness = window(swiss());
    let center = |harness: &Window| harness.state().0.document.shared_view.center;
    let before = center(&harness);
    press_all(&mut harness, &[Key::Questionmark, Key::ArrowRight]);
    assert_eq!(center(&harness), before, "a sheet is open");
    press_all(&mut harness, &[Key::Escape, Key::D, Key::W, Key::ArrowRight]);
    assert_eq!(center(&harness), before, "the line of the wipe moves");
    press_all(&mut harness, &[Key::Escape, Key::Slash, Key::ArrowRight]);
    assert_eq!(center(&harness), before, "a text is edited");
    let at = harness.state().2.center();
    drag(&mut harness, at, Vec2::ZERO);
    let before = center(&harness);
    press_all(&mut harness, &[Key::ArrowRight]);
    let view = harness.state().0.document.shared_view;
    assert!(view.center[0] > before[0] && view.center[1] == before[1]);
    press_all(&mut harness, &[Key::Tab]);
    assert!(focused(&harness).is_some() && harness.state().0.chrome.is_open(Panel::CONTROLS));
}

#[test]
fn first_tab_moves_the_focus_and_hides_no_panel() {
    let mut harness = window(swiss());
    press_all(&mut harness, &[Key::Tab]);
    assert!(focused(&harness).is_some());
    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    assert!(harness.state().0.chrome.shows_sides());
    for key in [Key::Backslash, Key::B] {
        for is_shown in [false, true] {
            press(&mut harness, Modifiers::COMMAND, key);
            assert_eq!(harness.state().0.chrome.shows_sides(), is_shown, "{key:?}");
        }
    }
    focus(&mut harness, "Filter generators");
    press(&mut harness, Modifiers::COMMAND, Key::Backslash);
    assert!(!harness.state().0.chrome.shows_sides(), "while a text is edited");
}

#[test]
fn history_step_is_restored_with_the_keyboard() {
    let mut harness = window(swiss());
    press_all(&mut harness, &[Key::D, Key::M, Key::E, Key::H]);
    let (steps, now) = harness.state().0.history.steps();
    assert_eq!((steps.len(), now), (2, 2), "{steps:?}");
    assert_eq!(focused(&harness).as_deref(), Some("Undo"));
    // The focus order is Undo, then the steps, the newest first; Redo is disabled.
    press_all(&mut harness, &[Key::Tab, Key::Tab, Key::Enter]);
    assert_eq!(harness.state().0.history.steps().1, 1);
    assert_eq!(cells(&harness).len(), 2);
}

#[test]
fn keys_scroll_a_long_diff() {
    let mut harness = window(swiss());
    let lines: String = (0..200).map(|line| format!("// line {line}\n")).collect();
    harness.state_mut().0.set_pinned(CellId(1), true);
    harness.state_mut().0.chrome.set_sides(false);
    let file = harness.state().0.unpinned_ref(CellId(1)).unwrap();
    press_all(&mut harness, &[Key::V]);
    harness.state_mut().0.insert_compiled(file, running(&format!("{SWISS}{lines}")));
    harness.run_steps(3);
    let is_visible = |harness: &Window| harness.query_by_label("+// line 60").is_some();
    assert!(!is_visible(&harness));
    press_all(&mut harness, &[Key::PageDown, Key::PageDown]);
    harness.run_steps(60);
    press_all(&mut harness, &[Key::PageDown, Key::PageDown]);
    harness.run_steps(60);
    assert!(is_visible(&harness));
}

#[test]
fn open_capture_dialog_receives_the_keyboard() {
    let mut harness = window(swiss());
    press(&mut harness, Modifiers::SHIFT, Key::S);
    assert_eq!(focused(&harness).as_deref(), Some("Cell"));
    press_all(&mut harness, &[Key::Tab, Key::Space]);
    assert_eq!(harness.state().0.capture_settings.kind, CaptureKind::Comparison);
    press_all(&mut harness, &[Key::D, Key::X, Key::Escape]);
    let workbench = &harness.state().0;
    assert!(!workbench.chrome.is_open(crate::ui::capture::CAPTURE));
    assert_eq!(workbench.document.arrangement, Arrangement::Difference);
    press_all(&mut harness, &[Key::H, Key::Escape]);
    let workbench = &harness.state().0;
    assert!(!workbench.chrome.is_open(crate::ui::history::HISTORY));
    assert_eq!(workbench.document.arrangement, Arrangement::Difference);
    press_all(&mut harness, &[Key::Escape]);
    let arrangement = harness.state().0.document.arrangement;
    assert_eq!(arrangement, Arrangement::Grid, "Escape closes the front panel first");
    assert!(
        harness.state().0.chrome.is_open(Panel::CONTROLS)
            && harness.state().0.chrome.is_open(Panel::GENERATORS)
    );
}

#[test]
fn arrow_keys_walk_through_a_list_that_is_longer_than_the_window() {
    let mut workbench = swiss();
    let entries = (0..200).map(|index| {
        let file = format!("noise/file{index:03}.wgsl");
        entry(&file, "height", &format!("Noise {index}"), true)
    });
    *workbench.folder.entries = entries.collect();
    let mut harness = window(workbench);
    focus(&mut harness, "Filter generators");
    for _ in 0..60 {
        press_all(&mut harness, &[Key::ArrowDown]);
    }
    assert_eq!(focused(&harness).as_deref(), Some("Noise 59"));
    harness.run_steps(60);
    let row = harness.get_by_role_and_label(Role::ListItem, "Noise 59");
    assert!((100.0..775.0).contains(&row.rect().center().y), "{:?}", row.rect());
    // The row keeps the focus while it is out of view.
    scroll(&mut harness, egui::pos2(100.0, 400.0), 4000.0);
    assert_eq!(focused(&harness).as_deref(), Some("Noise 59"));
    assert!(harness.query_by_label("Noise 0").is_some());
    press_all(&mut harness, &[Key::ArrowUp, Key::Enter]);
    let shown = harness.state().0.selected_address().unwrap();
    assert_eq!(shown.file.as_str(), "noise/file058.wgsl");
}
