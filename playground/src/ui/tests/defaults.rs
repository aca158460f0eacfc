//! Tests of control values that are written into the author's shader file as new defaults.

use super::*;
use crate::workbench::{CellId, SourceEdit};

/// Sets `gain` in the selected cell to 0.25, writes it as the default, and returns the requested edit.
fn write_gain(harness: &mut Window) -> SourceEdit {
    write(harness, 0.25)
}

fn write(harness: &mut Window, gain: f64) -> SourceEdit {
    set_gain(harness, gain);
    harness.run();
    press(harness, egui::Modifiers::COMMAND, Key::K);
    harness.event(egui::Event::Text("write gain".to_owned()));
    harness.run();
    plain(harness, Key::Enter);
    requested(harness)
}

fn set_gain(harness: &mut Window, gain: f64) {
    set(&mut harness.state_mut().0, "gain", gain);
    harness.state_mut().0.commit(0.0);
}

/// Removes the only requested action, which must be an edit of a shader file, and returns the edit.
fn requested(harness: &mut Window) -> SourceEdit {
    let actions = std::mem::take(&mut harness.state_mut().1);
    match actions.as_slice() {
        [Action::EditSource(edit)] => edit.clone(),
        other => panic!("{other:?}"),
    }
}

fn history(harness: &Window) -> (Vec<String>, usize) {
    harness.state().0.history.steps()
}

#[test]
fn value_is_written_into_the_file_and_undone_in_one_step() {
    let mut harness = window(swiss());
    let edit = write_gain(&mut harness);
    assert_eq!(edit.text.file.as_str(), "generators/swiss.wgsl");
    let expect = SWISS.replace("@range(0, 1, 0.01, 0.6)", "@range(0, 1, 0.01, 0.25)");
    assert_ne!(expect, SWISS, "the shader of the test declares gain");
    assert_eq!(edit.text.after, expect);

    let workbench = &mut harness.state_mut().0;
    workbench.source_edited(edit.clone(), Ok(()));
    show(workbench, &edit.text.after);
    harness.run();
    let (steps, done) = history(&harness);
    assert_eq!((steps[done - 1].as_str(), done), ("write gain 0.25 as default", 2));
    assert!(harness.query_by_label("Reset gain").is_none(), "it is the default");

    plain(&mut harness, Key::Z);
    let undo = requested(&mut harness);
    assert_eq!((&undo.text.before, undo.text.after.as_str()), (&edit.text.after, SWISS));
    assert_eq!(undo.label(), "Undo: write gain 0.25 as default");
    assert_eq!(history(&harness).1, 2, "the text is not edited yet");
    harness.state_mut().0.source_edited(undo, Ok(()));
    harness.run();
    assert_eq!(number(&harness, "gain"), 0.25, "the value stays set");
    assert_eq!(history(&harness).1, 1);
    press(&mut harness, egui::Modifiers::SHIFT, Key::Z);
    assert_eq!(requested(&mut harness).text, edit.text);
}

#[test]
fn refused_edit_names_its_reason_and_is_no_step() {
    let mut harness = window(swiss());
    let edit = write_gain(&mut harness);
    let refused = Err("swiss.wgsl has changed since".to_owned());
    harness.state_mut().0.source_edited(edit, refused);
    harness.run();
    harness.get_by_label("not written: swiss.wgsl has changed since");
    assert_eq!(history(&harness).1, 1);
}

/// Writes `gain` as default twice, and returns the texts before, between and after.
fn write_twice(harness: &mut Window) -> [String; 3] {
    let first = write(harness, 0.25);
    harness.state_mut().0.source_edited(first.clone(), Ok(()));
    show(&mut harness.state_mut().0, &first.text.after);
    harness.run();
    let second = write(harness, 0.5);
    harness.state_mut().0.source_edited(second.clone(), Ok(()));
    show(&mut harness.state_mut().0, &second.text.after);
    harness.run();
    assert_eq!(first.text.after, second.text.before);
    [first.text.before, first.text.after, second.text.after]
}

#[test]
fn quick_undos_of_defaults_are_made_one_after_the_other() {
    let mut harness = window(swiss());
    let [opened, between, last] = write_twice(&mut harness);
    plain(&mut harness, Key::Z);
    plain(&mut harness, Key::Z);
    plain(&mut harness, Key::Z);
    let undo = requested(&mut harness);
    assert_eq!([&undo.text.before, &undo.text.after], [&last, &between]);
    harness.state_mut().0.source_edited(undo, Ok(()));
    harness.run();
    // The value was set between the two defaults.
    let undo = requested(&mut harness);
    assert_eq!([&undo.text.before, &undo.text.after], [&between, &opened]);
    assert_eq!(history(&harness).1, 2);
    harness.state_mut().0.source_edited(undo, Ok(()));
    harness.run();
    assert_eq!((history(&harness).1, harness.state().1.len()), (1, 0));

    harness.state_mut().0.go_to_step(4);
    harness.run();
    for text in [[&opened, &between], [&between, &last]] {
        let redo = requested(&mut harness);
        assert_eq!([&redo.text.before, &redo.text.after], text);
        harness.state_mut().0.source_edited(redo, Ok(()));
        harness.run();
    }
    assert_eq!((history(&harness).1, harness.state().1.len()), (4, 0));
}

#[test]
fn refused_undo_leaves_the_history_and_forgets_further_steps() {
    let mut harness = window(swiss());
    write_twice(&mut harness);
    let steps = history(&harness);
    harness.state_mut().0.go_to_step(0);
    harness.run();
    let undo = requested(&mut harness);
    let refused = Err("Test refused the edit".to_owned());
    harness.state_mut().0.source_edited(undo.clone(), refused);
    harness.run();
    harness.get_by_label("not written: Test refused the edit, so nothing is undone");
    assert_eq!((history(&harness), harness.state().1.len()), (steps.clone(), 0));

    plain(&mut harness, Key::Z);
    let undo = requested(&mut harness);
    harness.state_mut().0.edit_unanswered(&undo, "Test");
    harness.run();
    harness.get_by_label("Test has not answered: Undo: write gain 0.5 as default");
    assert_eq!(history(&harness), steps);
    // A step is added, then the answer comes: the undone default is a further step.
    set_gain(&mut harness, 0.75);
    harness.state_mut().0.source_edited(undo.clone(), Ok(()));
    harness.run();
    let (labels, count) = history(&harness);
    assert_eq!(labels[count - 1], "write gain 0.25 as default");
    plain(&mut harness, Key::Z);
    assert_eq!(requested(&mut harness).text, undo.text.reversed());
}

#[test]
fn menu_of_a_control_offers_it_for_modified_values() {
    let mut harness = window(swiss());
    let open = |harness: &mut Window| {
        let slider = harness.get_by_role_and_label(Role::Slider, "gain");
        slider.click_secondary();
        harness.run();
    };
    open(&mut harness);
    click(&mut harness, "Write as default into the file");
    assert_eq!(harness.state().1, [], "it is the default already");
    plain(&mut harness, Key::Escape);
    set_gain(&mut harness, 7.0);
    harness.run();
    open(&mut harness);
    click(&mut harness, "Write as default into the file");
    assert_eq!(harness.state().1, []);
    harness.get_by_label(
        "not written: 7 cannot be the default of gain: the default 7 is outside the range 0 to 1",
    );
}

#[test]
fn reply_rounds_the_value_of_its_own_cell_only() {
    let third = 1.0 / 3.0;
    let mut harness = window(swiss());
    harness.state_mut().0.document.duplicate(CellId(1));
    set_gain(&mut harness, 0.7);
    harness.state_mut().0.document.select(CellId(1));
    let edit = write(&mut harness, third);
    let workbench = &mut harness.state_mut().0;
    workbench.document.select(CellId(2));
    workbench.source_edited(edit.clone(), Ok(()));
    harness.run();
    assert_eq!(number(&harness, "gain"), 0.7, "another cell was selected meanwhile");
    harness.state_mut().0.document.select(CellId(1));
    let rounded = number(&harness, "gain");
    assert!(rounded != third && (rounded - third).abs() < 1e-6, "{rounded}");

    set_gain(&mut harness, 0.5);
    harness.state_mut().0.source_edited(edit, Ok(()));
    harness.run();
    assert_eq!(number(&harness, "gain"), 0.5, "it was edited meanwhile");
}

#[test]
fn default_written_into_a_folder_that_was_closed_meanwhile_can_be_undone() {
    let mut harness = window(swiss());
    let third = 1.0 / 3.0;
    let mut edit = write(&mut harness, third);
    let hills = std::path::PathBuf::from("/home/ada/hills");
    edit.folder = Some(hills.clone());
    let workbench = &mut harness.state_mut().0;
    workbench.source_edited(edit.clone().of_closed_folder(), Ok(()));
    harness.run();
    assert_eq!(number(&harness, "gain"), third, "the cell is of the open folder");
    plain(&mut harness, Key::Z);
    let undo = requested(&mut harness);
    assert_eq!((undo.folder, undo.text), (Some(hills), edit.text.reversed()));
}
