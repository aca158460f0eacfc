//! Tests of the history panel, which lists the steps that can be undone.

use super::*;
use crate::workbench::document::Arrangement;
use crate::workbench::inside::{Cursor, MAX_PINS, sanitized_pins};

#[test]
fn click_in_the_history_goes_back_and_forward() {
    let mut harness = window(swiss());
    set_shown(&mut harness, "gain", 0.7);
    set_shown(&mut harness, "lacunarity", 3.0);
    plain(&mut harness, Key::H);
    let position = |harness: &Window| harness.state().0.history.steps().1;
    assert_eq!(position(&harness), 2);
    let row = |label: &'static str| harness.get_by_label_contains(label).rect().top();
    let rows = ["lacunarity 2 \u{2192} 3", "gain 0.6 \u{2192} 0.7", "opened"].map(row);
    assert!(rows.is_sorted(), "the newest is first: {rows:?}");
    click_contains(&mut harness, "gain 0.6 \u{2192} 0.7");
    assert_eq!(position(&harness), 1);
    click_contains(&mut harness, "lacunarity 2 \u{2192} 3");
    assert_eq!(position(&harness), 2);
    click(&mut harness, "Undo");
    assert_eq!(position(&harness), 1);
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(position(&harness), 0);
    let command = egui::Modifiers::COMMAND | egui::Modifiers::SHIFT;
    press(&mut harness, command, Key::Z);
    assert_eq!(position(&harness), 1);
    assert!(harness.state().0.chrome.is_open(crate::ui::history::HISTORY));
    click(&mut harness, "History");
    assert!(!harness.state().0.chrome.is_open(crate::ui::history::HISTORY));
}

#[test]
fn redrawing_adds_no_history_step() {
    let mut harness = window(swiss());
    let steps = harness.state().0.history.steps().0.len();
    harness.run_steps(3);
    assert_eq!(harness.state().0.history.steps().0.len(), steps);
    assert_eq!(steps, 0, "to show a generator is no step");
}

#[test]
fn undo_takes_back_values_and_alt_arrows_what_was_looked_at() {
    let mut harness = window(swiss());
    let seen = |harness: &Window| {
        let workbench = &harness.state().0;
        let (view, history) = (workbench.view(), &workbench.history);
        (number(harness, "gain"), view.shading.mode, view.span, history.steps().1)
    };
    set_shown(&mut harness, "gain", 0.7);
    let (gain, relief, span, _) = seen(&harness);
    plain(&mut harness, Key::Num4);
    plain(&mut harness, Key::Minus);
    assert_eq!(seen(&harness), (gain, ViewMode::Slope, span * std::f64::consts::SQRT_2, 1));
    plain(&mut harness, Key::Z);
    let wide = span * std::f64::consts::SQRT_2;
    assert_eq!(seen(&harness), (0.6, ViewMode::Slope, wide, 0), "only the value is undone");
    plain(&mut harness, Key::Num5);
    press(&mut harness, egui::Modifiers::SHIFT, Key::Z);
    assert_eq!(seen(&harness), (gain, ViewMode::Aspect, wide, 1), "looking kept the undone step");
    let back = [(ViewMode::Slope, wide), (ViewMode::Slope, span), (relief, span)];
    for (mode, span) in back {
        press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
        assert_eq!(seen(&harness), (gain, mode, span, 1));
    }
    for (mode, span) in [back[1], back[0], (ViewMode::Aspect, wide)] {
        press(&mut harness, egui::Modifiers::ALT, Key::ArrowRight);
        assert_eq!(seen(&harness), (gain, mode, span, 1));
    }
}

#[test]
fn arrangement_of_cells_is_no_step_and_undo_keeps_it_possible() {
    let mut harness = window(swiss());
    for key in [Key::D, Key::E, Key::W] {
        plain(&mut harness, key);
    }
    let document = |harness: &Window| {
        let document = &harness.state().0.document;
        (document.cells.len(), document.arrangement)
    };
    assert_eq!(harness.state().0.history.steps().0, ["add a cell"]);
    assert_eq!(document(&harness), (2, Arrangement::Wipe));
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(document(&harness), (2, Arrangement::Enlarged));
    plain(&mut harness, Key::W);
    plain(&mut harness, Key::Z);
    assert_eq!(document(&harness), (1, Arrangement::Grid));
}

#[test]
fn steps_name_the_setting_of_the_view_and_its_value() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-0.5, 2.0));
    let mut harness = window(workbench);
    let last = |harness: &Window| harness.state().0.history.steps().0.pop().unwrap();
    let sets = |harness: &mut Window, edit: &dyn Fn(&mut crate::workbench::View)| {
        edit(&mut harness.state_mut().0.view_mut());
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
fn text_that_arrives_during_a_pan_leaves_the_pan_one_move() {
    let mut harness = window(swiss());
    let center = |harness: &Window| harness.state().0.document.shared_view.center;
    let before = center(&harness);
    let at = harness.state().2.center();
    harness.drag_at(at);
    harness.run();
    hover(&mut harness, at + vec2(60.0, 0.0));
    let halfway = center(&harness);
    assert_ne!(halfway, before);
    let saved = running(&format!("{SWISS}\n// Saved."));
    let target = GeneratorRef::live(saved.generator.address().clone());
    harness.state_mut().0.insert_compiled(target, saved);
    hover(&mut harness, at + vec2(120.0, 0.0));
    harness.drop_at(at + vec2(120.0, 0.0));
    harness.run();
    assert_ne!(center(&harness), halfway);
    assert_eq!(harness.state().0.history.steps().1, 0, "looking is no step");
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(center(&harness), before);
}

fn show_other(harness: &mut Window) -> noise_playground::generator::Address {
    let text = "//! @view(1, 2, 4)\nfn other(p: vec2f) -> f32 { return p.x; }";
    let tree: SourceTree = [("noise/other.wgsl", text)].into_iter().collect();
    let compiled = compile(&tree, tree.iter().next().unwrap());
    let generator = Arc::clone(compiled.main().unwrap());
    let linked = Arc::clone(generator.linked());
    let address = generator.address().clone();
    harness.state_mut().0.show(address.clone());
    harness.run();
    let target = GeneratorRef::live(address.clone());
    harness.state_mut().0.insert_compiled(target, CompiledGenerator { generator, linked });
    harness.run();
    address
}

#[test]
fn undo_goes_to_no_other_generator_but_alt_arrows_do() {
    let mut harness = window(swiss());
    let first = harness.state().0.selected_address().unwrap();
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(10.0, 0.0));
    let changed = number(&harness, "gain");
    let other = show_other(&mut harness);
    let document = |harness: &Window| harness.state().0.document.clone();
    let shown = |harness: &Window| harness.state().0.selected_address().unwrap();
    let view = document(&harness).shared_view;
    assert_eq!((view.center, harness.state().0.history.steps().1), ([1.0, 2.0], 1));
    plain(&mut harness, Key::Z);
    assert_eq!((shown(&harness), document(&harness).shared_view), (other.clone(), view));
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(shown(&harness), first);
    let compiled = running(SWISS);
    harness.state_mut().0.insert_compiled(GeneratorRef::live(first.clone()), compiled);
    harness.run();
    assert_ne!(number(&harness, "gain"), changed, "it was undone meanwhile");
    press(&mut harness, egui::Modifiers::SHIFT, Key::Z);
    assert_eq!((shown(&harness), number(&harness, "gain")), (first.clone(), changed));
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowRight);
    assert_eq!(shown(&harness), other);
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowRight);
    assert_eq!(shown(&harness), other, "nothing is further forward");
}

#[test]
fn save_is_listed_and_a_click_shows_its_text_beside_the_present() {
    let mut harness = window(swiss());
    let saved = running(&format!("{SWISS}\n// Softer.\n"));
    let target = GeneratorRef::live(saved.generator.address().clone());
    harness.state_mut().0.insert_compiled(target.clone(), saved);
    plain(&mut harness, Key::H);
    harness.get_by_label_contains("swiss.wgsl +2");
    click(&mut harness, "generators/swiss.wgsl as opened");
    let document = &harness.state().0.document;
    assert_eq!(document.cells.len(), 2);
    assert_eq!(document.cells[0].target, Some(target));
    let snapshot = document.selected().target.as_ref().unwrap().snapshot().unwrap();
    assert_eq!(snapshot.texts[0].1, SWISS);
    assert_eq!(harness.state().1, [], "no file is written");
    click(&mut harness, "generators/swiss.wgsl as opened");
    assert_eq!(harness.state().0.document.cells.len(), 2, "it is shown already");
    plain(&mut harness, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 1);
}

#[test]
fn cursor_of_an_editor_is_one_move_and_keeps_undone_edits() {
    let mut harness = window(inside::shown());
    plain(&mut harness, Key::D);
    plain(&mut harness, Key::Z);
    let stage = |harness: &Window| {
        let target = harness.state().0.document.selected().target.clone();
        target.unwrap().stage().map(str::to_owned)
    };
    let file = harness.state().0.selected_address().unwrap().file;
    for line in [2, 3, 8].into_iter().cycle().take(30) {
        let cursor = Cursor { file: file.clone(), line, column: None };
        harness.state_mut().0.look_at(cursor, false);
        harness.run();
        assert!(stage(&harness).is_some());
    }
    assert_eq!(harness.state().0.history.steps(), (vec!["add a cell".to_owned()], 0));
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(stage(&harness), None, "as before the first");
    press(&mut harness, egui::Modifiers::SHIFT, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 2);
}

#[test]
fn eight_values_of_each_generator_can_be_pinned() {
    let mut workbench = inside::shown();
    let other: Address = "other.wgsl::other".parse().unwrap();
    let pin = |number| GeneratorRef::live(other.clone()).with_stage(Some(format!("v{number}")));
    workbench.inside.pins = (0..MAX_PINS).map(pin).collect();
    workbench.show_stage(Some("sum".to_owned()));
    workbench.toggle_stage_pin();
    assert_eq!(workbench.pins().len(), 1);
    assert!(workbench.is_stage_pinned());
    let pins = workbench.inside.pins.clone();
    assert_eq!(sanitized_pins(pins.clone()), pins, "in the next session, too");
}
