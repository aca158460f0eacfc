//! Tests of the panel that lists the presets of a generator.

use noise_playground::subject::preset::{PresetEdit, PresetEntry, PresetFile};

use super::*;

const FILE: &str = r#"version = 1
[[preset]]
name = "Alps"
values = { gain = 0.5, warp = 0.3, wrap = 2 }
[[preset]]
name = "Other"
generator = "other"
[[preset]]
name = "Dunes"
values = { lacunarity = 3 }
"#;

pub(super) fn with_presets() -> Window {
    let mut workbench = swiss();
    let presets = PresetFile::parse(FILE).unwrap().presets().to_vec();
    let file = ModulePath::new("generators/swiss.wgsl");
    workbench.folder.presets.insert(file, presets);
    window(workbench)
}

fn listed(index: usize, name: &str) -> PresetEntry {
    let name = name.to_owned();
    PresetEntry { index, name }
}

fn menu(harness: &mut Window, preset: &str, items: &[&str]) {
    harness.get_by_label(preset).click_secondary();
    harness.run();
    for item in items {
        click_contains(harness, item);
    }
}

/// Returns the edit of the preset file that the window requested last.
fn requested(harness: &Window) -> PresetEdit {
    match harness.state().1.last() {
        Some(Action::EditPresets(_, edit)) => (**edit).clone(),
        other => panic!("{other:?} is not an edit of presets"),
    }
}

#[test]
fn click_applies_a_preset_and_clears_the_previous_one() {
    let mut harness = with_presets();
    assert!(harness.query_by_label("Preset Other").is_none());
    let steps = harness.state().0.history.steps().1;
    click(&mut harness, "Preset Alps");
    assert_eq!([number(&harness, "gain"), number(&harness, "warp")], [0.5, 0.3]);
    assert!(harness.state().0.is_applied(PaneId::Preset(0)));
    let (notice, _) = harness.state_mut().0.chrome.notice_at(0.0).unwrap();
    assert_eq!(notice.text, "preset \"Alps\": ignored wrap");
    click(&mut harness, "Preset Dunes");
    assert_eq!([number(&harness, "gain"), number(&harness, "lacunarity")], [0.6, 3.0]);
    assert!(
        !harness.state().0.is_applied(PaneId::Preset(0))
            && harness.state().0.is_applied(PaneId::Preset(2))
    );
    let (labels, now) = harness.state().0.history.steps();
    assert_eq!(labels[now - 2..], ["apply \"Alps\"", "apply \"Dunes\""]);
    assert_eq!(now, steps + 2);
    plain(&mut harness, Key::Z);
    assert_eq!(number(&harness, "warp"), 0.3);
}

#[test]
fn values_are_saved_as_a_named_preset() {
    let mut harness = with_presets();
    press(&mut harness, egui::Modifiers::COMMAND, Key::S);
    harness.event(egui::Event::Text("  Soft hills ".to_owned()));
    harness.run();
    plain(&mut harness, Key::Enter);
    let PresetEdit::Add(name, _) = requested(&harness) else { panic!("nothing was added") };
    assert_eq!(name, "Soft hills");
    click(&mut harness, "Save as preset");
    harness.event(egui::Event::Text("x".to_owned()));
    plain(&mut harness, Key::Escape);
    assert_eq!(harness.state().1.len(), 1, "Escape cancels");
    click(&mut harness, "Save as preset");
    harness.event(egui::Event::Text("oops".to_owned()));
    harness.run();
    let picture = harness.state().2.center();
    click_at(&mut harness, picture);
    assert_eq!(harness.state().1.len(), 1, "so does a click elsewhere");
    assert!(harness.query_by_label("Name of the new preset").is_none());
    click(&mut harness, "Save as preset");
    harness.event(egui::Event::Text("Wide".to_owned()));
    harness.run();
    let save = harness.get_by_label("Save the preset").rect().center();
    click_at(&mut harness, save);
    let PresetEdit::Add(name, _) = requested(&harness) else { panic!("nothing was added") };
    assert_eq!((name.as_str(), harness.state().1.len()), ("Wide", 2));
}

#[test]
fn name_that_is_not_entered_is_discarded() {
    let mut harness = with_presets();
    menu(&mut harness, "Preset Alps", &["Rename"]);
    harness.event(egui::Event::Text(" II".to_owned()));
    harness.run();
    let picture = harness.state().2.center();
    click_at(&mut harness, picture);
    assert_eq!(harness.state().1, []);
    plain(&mut harness, Key::D);
    let name = |harness: &Window| harness.state().0.document.selected().name.clone();
    for (key, entered) in [(Key::Escape, ""), (Key::Enter, "x")] {
        plain(&mut harness, Key::N);
        harness.event(egui::Event::Text("x".to_owned()));
        harness.run();
        plain(&mut harness, key);
        assert_eq!(name(&harness), entered);
    }
}

#[test]
fn preset_menu_updates_renames_moves_and_deletes() {
    let mut harness = with_presets();
    menu(&mut harness, "Preset Dunes", &["Update"]);
    let is_update =
        matches!(requested(&harness), PresetEdit::Update(of, _) if of == listed(2, "Dunes"));
    assert!(is_update);
    menu(&mut harness, "Preset Dunes", &["Move forward"]);
    assert_eq!(requested(&harness), PresetEdit::Move(listed(2, "Dunes"), 0));
    menu(&mut harness, "Preset Alps", &["Move back"]);
    assert_eq!(requested(&harness), PresetEdit::Move(listed(0, "Alps"), 2));
    menu(&mut harness, "Preset Alps", &["Delete", "from the file"]);
    assert_eq!(requested(&harness), PresetEdit::Delete(listed(0, "Alps")));
    menu(&mut harness, "Preset Alps", &["Rename"]);
    harness.event(egui::Event::Text(" II".to_owned()));
    harness.run();
    plain(&mut harness, Key::Enter);
    let renamed = PresetEdit::Rename(listed(0, "Alps"), "Alps II".to_owned());
    assert_eq!(requested(&harness), renamed);
}

#[test]
fn preset_change_is_undone_from_the_notice_or_by_command() {
    let mut harness = with_presets();
    let undo = PresetEdit::Insert(listed(0, "Alps"), "[[preset]]".to_owned());
    let name = "Undo last preset change";
    harness.state_mut().0.notify("another notice".to_owned());
    harness.run();
    assert!(harness.query_by_label(name).is_none());
    let workbench = &mut harness.state_mut().0;
    let generator = Arc::clone(workbench.shown().unwrap());
    workbench.presets_edited("deleted \"Alps\"".to_owned(), generator, undo.clone());
    harness.run_steps(2);
    harness.get_by_label(name).click();
    harness.run_steps(2);
    assert_eq!(requested(&harness), undo);

    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.event(egui::Event::Text("undo preset change".to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().1.len(), 2);
    assert_eq!(requested(&harness), undo);
}

#[test]
fn preset_menu_opens_from_the_keyboard() {
    let mut harness = with_presets();
    focus(&mut harness, "Preset Alps");
    press(&mut harness, egui::Modifiers::SHIFT, Key::F10);
    plain(&mut harness, Key::ArrowDown);
    plain(&mut harness, Key::Enter);
    assert!(matches!(requested(&harness), PresetEdit::Update(..)));
    assert!(harness.query_by_label("Update").is_none(), "the menu is closed");
    press(&mut harness, egui::Modifiers::SHIFT, Key::F10);
    assert!(harness.query_by_label("Update").is_some(), "the focus returned to the preset");
}

#[test]
fn only_visible_thumbnails_are_rendered() {
    let rendered = |height: f32| {
        let mut workbench = swiss();
        let many = (0..60).map(|index| format!("[[preset]]\nname = \"{index}\"\n"));
        let text = format!("version = 1\n{}", many.collect::<String>());
        let presets = PresetFile::parse(&text).unwrap().presets().to_vec();
        let file = ModulePath::new("generators/swiss.wgsl");
        workbench.folder.presets.insert(file, presets);
        let draw = |ui: &mut egui::Ui, state: &mut (Workbench, Vec<usize>)| {
            let panes = workbench_ui(ui, &mut state.0).panes;
            let shown = panes.iter().filter_map(|pane| match pane.key {
                PaneId::Preset(index) => Some(index),
                _ => None,
            });
            state.1 = shown.collect();
        };
        let mut harness = Harness::builder()
            .with_size(vec2(1280.0, height))
            .with_context_setup(crate::ui::theme::install)
            .build_ui_state(draw, (workbench, Vec::new()));
        harness.run();
        harness.state().1.clone()
    };
    let (low, high) = (rendered(400.0).len(), rendered(800.0).len());
    assert!((3..high).contains(&low) && high < 40, "{low} and {high}");
}

/// Moves the first preset of the file behind the others, as an edit of the file by another program.
fn rotate(harness: &mut Window) {
    let presets = &mut harness.state_mut().0.folder.presets;
    for presets in presets.values_mut() {
        presets.rotate_left(1);
    }
    harness.run();
}

#[test]
fn name_field_stays_with_its_preset_when_the_file_changes() {
    let mut harness = with_presets();
    menu(&mut harness, "Preset Alps", &["Rename"]);
    harness.event(egui::Event::Text(" II".to_owned()));
    harness.run();
    rotate(&mut harness);
    plain(&mut harness, Key::Enter);
    let renamed = PresetEdit::Rename(listed(2, "Alps"), "Alps II".to_owned());
    assert_eq!(requested(&harness), renamed);
}

#[test]
fn menu_stays_with_its_preset_when_the_file_changes() {
    let mut harness = with_presets();
    menu(&mut harness, "Preset Alps", &[]);
    rotate(&mut harness);
    click(&mut harness, "Update");
    let of = match requested(&harness) {
        PresetEdit::Update(of, _) => of,
        other => panic!("{other:?}"),
    };
    assert_eq!(of, listed(2, "Alps"));
}
