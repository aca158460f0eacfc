//! Tests of the keyboard shortcuts of commands.

use super::*;
use crate::ui::commands::CommandId;
use crate::workbench::CellId;

#[test]
fn shortcuts_select_the_view_mode_and_hide_panels() {
    let mut harness = window(swiss());
    let before = harness.state().2;
    plain(&mut harness, Key::Num4);
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Slope);
    plain(&mut harness, Key::Num8);
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Slope, "a plane has no slice mode");
    plain(&mut harness, Key::Space);
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Aspect);
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert!(harness.state().2.width() > before.width() + 500.0);
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert_eq!(harness.state().2, before);
    harness.state_mut().0.view_mut().span = 3.0;
    harness.key_press(Key::F);
    plain(&mut harness, Key::S);
    assert_eq!(harness.state().0.view().span, 4.0);
    assert_eq!(harness.state().1, [Action::Capture]);
}

#[test]
fn shortcuts_are_inactive_while_typing() {
    let mut harness = window(swiss());
    focus(&mut harness, "Filter generators");
    harness.key_press(Key::S);
    harness.event(egui::Event::Text("s".to_owned()));
    harness.run();
    assert_eq!((harness.state().1.len(), harness.state().0.chrome.filter.as_str()), (0, "s"));
}

#[test]
fn tooltips_and_shortcut_sheet_name_the_same_keys() {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    let mut harness = window(workbench);
    for (button, command) in [
        ("Compare", CommandId::Duplicate),
        ("Relief", CommandId::View(ViewMode::Relief)),
        ("Capture", CommandId::Capture),
        ("Capture settings", CommandId::Panel(crate::ui::capture::CAPTURE)),
        ("History", CommandId::Panel(crate::ui::history::HISTORY)),
        ("Save as preset", CommandId::SavePreset),
        ("Wipe", CommandId::Wipe),
        ("Randomize all", CommandId::RandomizeAll),
    ] {
        let named = harness.get_by_role_and_label(Role::Button, button);
        let at = named.rect().center();
        harness.hover_at(at);
        harness.run_steps(90);
        let key = format!("   ({}", command.key_text());
        assert!(harness.query_by_label_contains(&key).is_some(), "{button}");
        harness.event(egui::Event::PointerGone);
        harness.run_steps(2);
    }
}

#[test]
fn cell_shortcuts_duplicate_change_and_undo() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    plain(&mut harness, Key::D);
    let label = "Picture of Swiss turbulence";
    assert_eq!(harness.query_all_by_label(label).count(), 3);
    set_shown(&mut harness, "gain", 0.75);
    assert!(harness.query_by_label("gain 0.75").is_some());
    plain(&mut harness, Key::E);
    assert_eq!(harness.query_all_by_label(label).count(), 1);
    plain(&mut harness, Key::E);
    for _ in 0..2 {
        plain(&mut harness, Key::Z);
    }
    assert!(harness.query_by_label("gain 0.75").is_none());
    plain(&mut harness, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 1);
    assert!(harness.query_by_label("Picture").is_some());
    for _ in 0..3 {
        press(&mut harness, egui::Modifiers::SHIFT, Key::Z);
    }
    assert!(harness.query_by_label("gain 0.75").is_some());
    plain(&mut harness, Key::Delete);
    assert_eq!(harness.state().0.document.cells.len(), 2);
}

#[test]
fn shortcuts_of_one_frame_run_in_order() {
    let mut harness = window(swiss());
    let before = harness.state().0.history.steps().1;
    for key in [Key::D, Key::D, Key::D, Key::Delete, Key::Num4, Key::Num3] {
        harness.key_press(key);
    }
    harness.step();
    harness.run();
    let workbench = &harness.state().0;
    assert_eq!(workbench.document.cells.len(), 3);
    assert_eq!(workbench.view().shading.mode, ViewMode::Hillshade);
    assert_eq!(workbench.history.steps().1, before + 4, "a view mode is no step");
}

#[test]
fn ctrl_shortcuts_run_while_a_text_field_has_the_focus() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::Slash);
    harness.event(egui::Event::Text("per".to_owned()));
    harness.run();
    // A letter is text, and Ctrl-Z undoes in the field.
    plain(&mut harness, Key::D);
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 1);
    press(&mut harness, egui::Modifiers::COMMAND, Key::E);
    assert!(matches!(harness.state().1.last(), Some(Action::OpenGenerator(_))));
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    assert!(harness.query_by_label("Command").is_some());
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    assert!(harness.query_by_label("Command").is_none());
}
