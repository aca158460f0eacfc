//! Tests of the labels over a picture that is not up to date, and of files without a generator.

use super::*;
use crate::workbench::picture_state::RunProgress;
use crate::workbench::{CellId, NoticeAction};

/// Draws frames until the label of a delayed picture has appeared.
fn wait(harness: &mut Window) {
    harness.run_steps(30);
}

#[test]
fn picture_of_another_generator_is_labeled_until_its_own_is_complete() {
    let mut workbench = swiss();
    let swiss = workbench.document.selected().target.clone();
    let stats = measured(&mut workbench);
    (stats.pictured, stats.value_range) = (swiss, Some((-0.5, 2.0)));
    let mut harness = window(workbench);
    wait(&mut harness);
    assert!(harness.query_by_label("compiling\u{2026}").is_none());
    let has_range =
        |harness: &Window| harness.query_by_label_contains("Legend \u{2212}0.5").is_some();
    assert!(has_range(&harness));

    // The name is that of the chosen generator at once.
    unfold_cellular(&mut harness);
    harness.get_by_role_and_label(Role::ListItem, "f1").click();
    wait(&mut harness);
    assert!(harness.query_by_label("compiling\u{2026}").is_some());
    let cell = CellId(1);
    assert_eq!(harness.state().0.name(cell), "f1");
    assert!(harness.state().0.shows_other_picture(cell));
    assert!(!has_range(&harness), "the range is that of the other picture");

    let workbench = &mut harness.state_mut().0;
    let f1 = workbench.document.selected().target.clone().unwrap();
    let other = running("fn f1(p: vec2f) -> f32 { return p.x; }");
    workbench.insert_compiled(f1.clone(), other);
    measured(workbench).progress = Some(0.25);
    wait(&mut harness);
    assert!(harness.query_by_label("evaluating\u{2026} 25 %").is_some());

    measured(&mut harness.state_mut().0).pictured = Some(f1);
    harness.run();
    assert!(harness.query_by_label_contains("evaluating").is_none());
}

#[test]
fn grid_program_is_canceled_and_continued_from_its_label() {
    let mut workbench = swiss();
    measured(&mut workbench).run = Some(RunProgress { passes: [130, 400], is_canceled: false });
    let mut harness = window(workbench);
    wait(&mut harness);
    assert!(harness.query_by_label("pass 130 of 400").is_some());
    click(&mut harness, "Cancel");
    let label = "canceled at pass 130 of 400";
    assert!(harness.query_by_label(label).is_some());
    let run = |harness: &Window| {
        let pane = PaneId::Cell(CellId(1));
        harness.state().0.pane_stats(pane).run.unwrap()
    };
    assert!(run(&harness).is_canceled);
    click(&mut harness, "Continue");
    assert!(!run(&harness).is_canceled);
}

#[test]
fn rejected_generator_is_not_shown_as_compiling() {
    let mut harness = window(swiss());
    unfold_cellular(&mut harness);
    click_role(&mut harness, Role::ListItem, "f1");
    let workbench = &mut harness.state_mut().0;
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    wait(&mut harness);
    assert!(harness.query_by_label("compiling\u{2026}").is_none());
    let label = "noise/cellular.wgsl does not run. Last picture: Swiss turbulence";
    assert!(harness.query_by_label(label).is_some());
}

#[test]
fn chosen_file_without_a_generator_is_the_file_everywhere() {
    let mut workbench = swiss();
    let file = ModulePath::new("waves.wgsl");
    workbench.folder.files.insert(file.clone());
    workbench.folder.libraries.set([file].into());
    let mut harness = window(workbench);
    super::doors::item(&harness, "waves.wgsl, nothing to draw").click();
    harness.run();
    let workbench = &mut harness.state_mut().0;
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    wait(&mut harness);
    assert!(harness.query_by_label("File waves.wgsl").is_some(), "in the bar");
    assert!(harness.query_by_label("waves.wgsl").is_some(), "in the panel");
    assert_eq!(harness.query_all_by_role(Role::Slider).count(), 0);
    for text in [
        "waves.wgsl has nothing to draw yet. Last picture: Swiss turbulence",
        "waves.wgsl has nothing to draw yet; last picture: Swiss turbulence",
    ] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
    assert_eq!(copied_by(&mut harness, "Copy"), crate::ui::empty::FIRST);
    // Its first good save.
    let workbench = &mut harness.state_mut().0;
    let target = workbench.document.selected().target.clone().unwrap();
    workbench.folder.stale.clear();
    workbench.insert_compiled(target, running("fn waves(p: vec2f) -> f32 { return p.x; }"));
    harness.run();
    assert!(harness.query_by_label_contains("has nothing to draw yet").is_none());
}

#[test]
fn last_picture_of_a_deleted_file_is_named_by_its_generator() {
    let mut harness = window(swiss());
    unfold_cellular(&mut harness);
    click_role(&mut harness, Role::ListItem, "f1");
    let workbench = &mut harness.state_mut().0;
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    workbench.folder.entries.retain(|entry| entry.address.file.as_str() != "noise/cellular.wgsl");
    wait(&mut harness);
    let notice = "noise/cellular.wgsl is deleted; last picture: Swiss turbulence";
    assert!(harness.query_by_label(notice).is_some());
}

#[test]
fn value_of_an_incomplete_picture_is_marked() {
    let mut workbench = swiss();
    let stats = measured(&mut workbench);
    (stats.sample, stats.progress) = (Some(vec![0.5301]), Some(0.25));
    let mut harness = window(workbench);
    let picture = harness.state().2.center();
    hover(&mut harness, picture);
    assert!(harness.query_by_label_contains("\u{2248}\u{2007}0.5301").is_some());
    measured(&mut harness.state_mut().0).progress = None;
    harness.run();
    assert!(harness.query_by_label_contains("\u{2248}").is_none());
}

#[test]
fn generator_that_does_not_compile_has_no_controls_and_hides_no_other_cell() {
    let mut harness = window(swiss());
    unfold_cellular(&mut harness);
    assert!(harness.query_all_by_label("warp").count() > 0);
    click_role(&mut harness, Role::ListItem, "f1");
    let workbench = &mut harness.state_mut().0;
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    harness.run();
    assert_eq!(harness.query_all_by_label("warp").count(), 0, "of the previous generator");
    assert!(harness.query_by_label_contains("does not compile. Its controls").is_some());
    let before = harness.state().0.document.clone();
    for key in [Key::R, Key::D, Key::S] {
        plain(&mut harness, key);
    }
    assert_eq!(harness.state().0.document, before);
    assert_eq!(harness.state().1, []);
    // In a cell of its own it has no picture, but the other cell keeps its picture.
    let workbench = &mut harness.state_mut().0;
    workbench.document.duplicate(CellId(1));
    harness.run();
    assert_eq!(harness.query_all_by_role(Role::Caption).count(), 2);
}

/// Removes the generator `swiss` from the workbench, as if its file was deleted or has no generator any longer.
fn lose_generator(workbench: &mut Workbench, is_deleted: bool) {
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    let is_other = |file: &ModulePath| file.as_str() != "generators/swiss.wgsl";
    workbench.folder.entries.retain(|entry| is_other(&entry.address.file));
    if !is_deleted {
        let file = ModulePath::new("generators/swiss.wgsl");
        workbench.folder.files.insert(file);
    }
}

#[test]
fn deleted_file_is_distinguished_from_one_without_a_generator() {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    lose_generator(&mut workbench, false);
    let harness = window(workbench);
    let notice = "generators/swiss.wgsl no longer has a generator; showing its last picture";
    assert!(harness.query_by_label(notice).is_some());
    assert!(harness.query_by_label("deleted").is_none());

    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    lose_generator(&mut workbench, true);
    let harness = window(workbench);
    let notice = "generators/swiss.wgsl is deleted; showing its last picture";
    assert!(harness.query_by_label(notice).is_some());
    assert_eq!(harness.query_all_by_label("deleted").count(), 2);
}

#[test]
fn opened_file_without_a_generator_shows_an_example() {
    let mut workbench = empty();
    let file = ModulePath::new("lib.wgsl");
    *workbench.folder.entries = vec![entry("a.wgsl", "height", "Hills", true)];
    workbench.folder.files.insert(file);
    let address = entry("lib.wgsl", "lib", "", true).address;
    workbench.show(address);
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    workbench.replace_missing();
    let mut harness = window(workbench);
    let has = |harness: &Window, text: &str| harness.query_by_label(text).is_some();
    assert!(has(&harness, "lib.wgsl has no generator"));
    assert!(has(&harness, crate::ui::empty::EXAMPLE));
    let address = harness.state().0.selected_address().unwrap();
    click(&mut harness, "Open in editor");
    let requested = harness.state().1.last().cloned();
    assert_eq!(requested, Some(Action::OpenGenerator(address)));
    harness.state_mut().0.folder.files.clear();
    harness.run();
    assert!(has(&harness, "lib.wgsl is deleted"));
    assert!(!has(&harness, crate::ui::empty::EXAMPLE));
}

#[test]
fn views_and_settings_without_effect_are_left_out() {
    let mut harness = window(swiss());
    let has = |harness: &Window, role, label: &str| {
        harness.query_by_role_and_label(role, label).is_some()
    };
    assert!(has(&harness, Role::Button, "Relief") && !has(&harness, Role::Button, "Slice"));
    assert!(has(&harness, Role::ComboBox, "palette"));
    let ground = "import playground::surface::Surface;\n\
        fn height(p: vec2f) -> f32 { return p.x; }\n\
        fn surface(s: Surface) -> vec3f { return s.normal; }";
    show(&mut harness.state_mut().0, ground);
    harness.run();
    assert!(!has(&harness, Role::ComboBox, "palette"));
    assert!(!has(&harness, Role::CheckBox, "auto range"));
    plain(&mut harness, Key::Num1);
    assert!(has(&harness, Role::ComboBox, "palette"), "a texture uses it");
}

#[test]
fn notice_and_its_undo_leave_with_the_next_action() {
    let mut workbench = swiss();
    workbench.chrome.notify_with("saved \"Zed\"".to_owned(), NoticeAction::UndoPreset);
    let mut harness = window(workbench);
    assert!(harness.query_by_label("saved \"Zed\"").is_some());
    plain(&mut harness, Key::Num4);
    assert!(harness.query_by_label("saved \"Zed\"").is_none());
    assert!(harness.query_by_label("Undo last preset change").is_none());
    // The notice of an action stays until the next one.
    plain(&mut harness, Key::D);
    plain(&mut harness, Key::Z);
    assert!(harness.query_by_label("undone: add a cell").is_some());
    harness.run_steps(5);
    assert!(harness.query_by_label("undone: add a cell").is_some());
}

#[test]
fn first_scan_of_a_folder_shows_its_progress() {
    let mut workbench = Workbench::new("shaders".to_owned());
    let mut harness = window_of(&mut workbench);
    assert!(harness.query_by_label("Reading the folder\u{2026}").is_some());
    let folder = &mut harness.state_mut().0.folder;
    let file = |number: u32| ModulePath::new(format!("{number}.wgsl"));
    folder.files = (0..900).map(file).collect();
    folder.pending_files = 780;
    *folder.entries = vec![entry("1.wgsl", "height", "Hills", true)];
    harness.run_steps(2);
    let label = "Compiling 120 of 900\u{2026}";
    assert!(harness.query_by_label(label).is_some());
    let place = |harness: &Window| {
        let item = harness.get_by_role_and_label(Role::ListItem, "Hills");
        (item.rect().left_top(), harness.get_by_label("Filter generators").rect().width())
    };
    let before = place(&harness);
    let folder = &mut harness.state_mut().0.folder;
    folder.pending_files = 0;
    (folder.is_scan_complete, folder.was_scanned) = (true, true);
    harness.run_steps(2);
    assert!(harness.query_by_label(label).is_none());
    assert_eq!(place(&harness), before, "nothing moves at the end of the scan");
}

/// Draws only a few frames, because a spinner requests further ones without end.
fn window_of(workbench: &mut Workbench) -> Window {
    let workbench = std::mem::replace(workbench, Workbench::new(String::new()));
    let mut complete = window(empty());
    complete.state_mut().0 = workbench;
    complete.run_steps(2);
    complete
}

#[test]
fn awaited_difference_is_labeled() {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    let difference = crate::workbench::document::Arrangement::Difference;
    workbench.document.arrange(difference);
    measured(&mut workbench).progress = Some(0.5);
    let mut harness = window(workbench);
    wait(&mut harness);
    let label = "evaluating\u{2026} 50 %";
    assert!(harness.query_by_label(label).is_some());
    measured(&mut harness.state_mut().0).progress = None;
    harness.run();
    assert!(harness.query_by_label(label).is_none());
}
