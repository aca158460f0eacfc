//! Tests of the whole window: generator list, filter, shortcuts, diagnostics, picture, cells.

use super::*;
use crate::workbench::{Panel, Quarantined};

#[test]
fn click_in_the_list_requests_the_generator() {
    let mut harness = window(swiss());
    unfold_cellular(&mut harness);
    click_role(&mut harness, Role::ListItem, "f1");
    let requested = entry("noise/cellular.wgsl", "f1", "f1", false).address;
    let target = harness.state().0.document.selected().target.clone();
    assert_eq!(target, Some(GeneratorRef::live(requested)));
}

#[test]
fn long_list_scrolls_to_the_shown_generator_once() {
    let mut workbench = swiss();
    let others = (0..60).map(|number| {
        let name = format!("a{number:02}");
        entry(&format!("generators/{name}.wgsl"), "height", &name, true)
    });
    *workbench.folder.entries = others.chain(workbench.folder.entries.to_vec()).collect();
    let mut harness = window(workbench);
    let top = |harness: &Harness<'_, _>| {
        let line = harness.get_by_role_and_label(Role::ListItem, "Swiss turbulence");
        line.rect().top()
    };
    harness.run();
    assert!((100.0..770.0).contains(&top(&harness)), "{}", top(&harness));
    scroll(&mut harness, egui::pos2(100.0, 400.0), 2000.0);
    assert!(top(&harness) > 800.0, "{}", top(&harness));
}

#[test]
fn filter_shortcut_focuses_and_enter_selects_the_first_match() {
    let mut harness = window(swiss());
    harness.event(egui::Event::Text("/".to_owned()));
    plain(&mut harness, Key::Slash);
    harness.event(egui::Event::Text("jord".to_owned()));
    harness.run();
    assert_eq!(harness.state().0.chrome.filter, "jord");
    assert!(harness.query_by_role_and_label(Role::ListItem, "f1").is_none());
    plain(&mut harness, Key::Enter);
    assert_eq!(
        harness.state().0.document.selected().target,
        Some(GeneratorRef::live(harness.state().0.folder.entries[0].address.clone()))
    );
}

#[test]
fn click_on_a_diagnostic_opens_its_location() {
    let source = Source::new("noise/a.wgsl", "fn f() { foo }");
    let location = source.location(9..12);
    let mut workbench = swiss();
    *workbench.folder.diagnostics = vec![Diagnostic::error(Some(location.clone()), "no `foo`")];
    workbench.chrome.set_open(Panel::DIAGNOSTICS, true);
    let mut harness = window(workbench);
    harness.get_by_role(Role::Link).click();
    harness.run();
    assert_eq!(harness.state().1, [Action::Open(location)]);
}

#[test]
fn light_direction_is_draggable() {
    let mut harness = window(swiss());
    harness.get_by_label("Sun").scroll_to_me();
    harness.run();
    let dial = harness.get_by_label("Sun").rect();
    drag(&mut harness, dial.center(), vec2(dial.width() / 4.0, 0.0));
    let light = harness.state().0.view().shading.light;
    assert_eq!(light.azimuth, 90.0);
    assert!((30.0..50.0).contains(&light.altitude), "{light:?}");
}

#[test]
fn slope_mode_has_exaggeration_but_no_light() {
    let mut workbench = swiss();
    workbench.view_mut().shading.mode = ViewMode::Slope;
    let mut harness = window(workbench);
    assert!(harness.query_by_label("Sun").is_none());
    let slider = harness.get_by_role_and_label(Role::Slider, "exaggeration").rect();
    let exaggeration = |harness: &Window| harness.state().0.view().shading.exaggeration;
    // A press on the track does not move the value to the pointer, and a drag moves it from where it is.
    let right = slider.left_center() + vec2(0.6 * slider.width(), 0.0);
    click_at(&mut harness, right);
    assert_eq!(exaggeration(&harness), 1.0);
    harness.run_steps(30); // Two clicks are no double click.
    drag(&mut harness, right, vec2(0.25 * slider.width(), 0.0));
    let dragged = exaggeration(&harness);
    assert!((2.5..3.5).contains(&dragged), "half of the way to 10: {dragged}");
    drag(&mut harness, slider.left_center() + vec2(4.0, 0.0), vec2(slider.width(), 0.0));
    assert_eq!(exaggeration(&harness), 10.0);
    harness.run_steps(30);
    command(&mut harness, "exaggeration 34");
    assert_eq!(exaggeration(&harness), 34.0, "more can be typed");
}

#[test]
fn drag_pans_and_wheel_zooms_at_the_pointer() {
    let mut harness = window(swiss());
    let rect = harness.state().2;
    let (center, span) = (harness.state().0.view().center, harness.state().0.view().span);
    drag(&mut harness, rect.center(), vec2(rect.width() / 4.0, 0.0));
    assert!((harness.state().0.view().center[0] - (center[0] - span / 4.0)).abs() < 0.02 * span);
    hover(&mut harness, rect.center() + vec2(100.0, 50.0));
    let before = harness.state().0.pointer.probe.unwrap().world;
    harness.event(egui::Event::Zoom(2.0));
    harness.run();
    let after = harness.state().0.pointer.probe.unwrap().world;
    assert!((harness.state().0.view().span - span / 2.0).abs() < 1e-6);
    assert!((after[0] - before[0]).abs() < 0.01 && (after[1] - before[1]).abs() < 0.01);
}

#[test]
fn last_pointer_position_remains_after_leaving() {
    let mut harness = window(swiss());
    let corner = harness.state().2.left_top();
    hover(&mut harness, corner + vec2(100.0, 50.0));
    let at = harness.state().0.pointer.probe.unwrap().world;
    harness.event(egui::Event::PointerGone);
    harness.run();
    assert_eq!(harness.state().0.pointer.probe, None);
    assert_eq!(harness.state().0.pointer.mouse, at);
}

#[test]
fn every_widget_has_an_accessible_name() {
    for workbench in [swiss(), empty()] {
        let unnamed = window(workbench).unnamed_widgets();
        assert!(unnamed.is_empty(), "{unnamed:?}");
    }
}

#[test]
fn fixed_value_range_starts_from_the_measured_one() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-0.5, 2.0));
    let mut harness = window(workbench);
    click_role(&mut harness, Role::CheckBox, "auto range");
    assert_eq!(harness.state().0.view().shading.value_range, ValueRange::Fixed(-0.5, 2.0));
}

#[test]
fn fixed_value_range_keeps_the_checkbox_and_shows_both_ends_below() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-0.1234, 2.0));
    let mut harness = window(workbench);
    let range = |harness: &Window| harness.state().0.view().shading.value_range;
    let checkbox = harness.get_by_role_and_label(Role::CheckBox, "auto range");
    // The text beside the box takes clicks too.
    let word = checkbox.rect().right_center() - vec2(8.0, 0.0);
    for is_fixed in [true, false, true] {
        harness.drag_at(word);
        harness.drop_at(word);
        harness.run();
        assert_eq!(matches!(range(&harness), ValueRange::Fixed(..)), is_fixed);
    }
    let checkbox = harness.get_by_role_and_label(Role::CheckBox, "auto range");
    let ends = ["minimum", "maximum"];
    let ends = ends.map(|end| harness.get_by_role_and_label(Role::SpinButton, end));
    assert!(ends[0].rect().top() >= checkbox.rect().bottom());
    assert_eq!(ends[0].rect().y_range(), ends[1].rect().y_range());
    // The range is rounded to four digits of its larger end, and the fields have space for all of them.
    assert_eq!(ends[0].value().as_deref(), Some("\u{2212}0.123"));
}

#[test]
fn fixed_value_range_shows_enough_digits_for_small_values() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((1.23456e-6, 4.5e-6));
    let mut harness = window(workbench);
    assert!(harness.query_by_label("Legend 0.00000123 to 0.00000450").is_some());
    click_role(&mut harness, Role::CheckBox, "auto range");
    assert_eq!(harness.state().0.view().shading.value_range, ValueRange::Fixed(1.235e-6, 4.5e-6));
    harness.state_mut().0.view_mut().shading.mode = ViewMode::Slope;
    harness.run();
    assert!(harness.query_by_label_contains("range").is_none());
}

#[test]
fn notice_disappears_after_a_while() {
    let mut workbench = swiss();
    workbench.notify("saved swiss-001.png".to_owned());
    let mut harness = window(workbench);
    let is_visible =
        |harness: &Harness<'_, _>| harness.query_by_label("saved swiss-001.png").is_some();
    let start = harness.ctx.input(|input| input.time);
    assert!(is_visible(&harness));
    while harness.ctx.input(|input| input.time) < start + 5.0 {
        harness.step();
    }
    assert!(is_visible(&harness));
    while harness.ctx.input(|input| input.time) < start + 10.0 {
        harness.step();
    }
    assert!(!is_visible(&harness));
}

#[test]
fn edit_keeps_view_settings_that_remain_available() {
    let mut workbench = empty();
    show(&mut workbench, "fn pair(p: vec2f) -> vec2f { return p; }");
    workbench.view_mut().shading.channel = Channel::Y;
    workbench.view_mut().shading.value_range = ValueRange::Fixed(2.0, 3.0);
    show(&mut workbench, "fn pair(p: vec2f) -> f32 { return p.x; }");
    let generator = workbench.shown().cloned().unwrap();
    assert_eq!(workbench.view().shading_for(&generator).channel, Channel::X);
    assert_eq!(workbench.view().shading.value_range, ValueRange::Fixed(2.0, 3.0));
}

#[test]
fn another_generator_starts_with_an_automatic_value_range() {
    let mut workbench = swiss();
    workbench.view_mut().shading.value_range = ValueRange::Fixed(2.0, 3.0);
    measured(&mut workbench).value_range = Some((2.0, 3.0));
    show(&mut workbench, "fn other(p: vec2f) -> f32 { return p.x; }");
    assert_eq!(workbench.view().shading.value_range, ValueRange::Auto);
    assert_eq!(measured(&mut workbench).value_range, None);
}

#[test]
fn starter_generator_compiles() {
    let generator = running(crate::ui::empty::EXAMPLE).generator;
    assert_eq!(generator.controls()[0].name, "frequency");
}

#[test]
fn linked_control_changes_in_all_cells() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    menu_of(&mut harness, Role::Label, "gain");
    click(&mut harness, "Link across cells");
    assert!(harness.state().0.document.linked_controls.contains("gain"));
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(20.0, 0.0));
    let document = &harness.state().0.document;
    assert_eq!(document.cells[0].values, document.cells[1].values);
    assert_eq!(document.cells[0].values.len(), 1);
}

#[test]
fn caption_dragged_onto_another_cell_reorders_cells() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    let ids = |harness: &Harness<'_, (Workbench, Vec<Action>, Rect)>| -> Vec<u32> {
        harness.state().0.document.cells.iter().map(|cell| cell.id.0).collect()
    };
    assert_eq!(ids(&harness), [1, 2]);
    let rects: Vec<Rect> =
        harness.get_all_by_label("Cell Swiss turbulence").map(|node| node.rect()).collect();
    let by = rects[0].center() - rects[1].center() - vec2(0.0, 100.0);
    drag(&mut harness, rects[1].center(), by);
    assert_eq!(ids(&harness), [2, 1]);
}

#[test]
fn quarantined_file_can_be_run_again() {
    let mut workbench = super::empty();
    workbench.folder.quarantined = vec![Quarantined {
        file: ModulePath::new("a.wgsl"),
        why: "was running when the program ended unexpectedly".to_owned(),
    }];
    let mut harness = window(workbench);
    harness.get_by_label("Not running a.wgsl: it was running when the program ended unexpectedly");
    click(&mut harness, "Run anyway");
    assert_eq!(harness.state().1, [Action::RunAnyway(ModulePath::new("a.wgsl"))]);
}

#[test]
fn message_panel_lists_messages() {
    let mut workbench = swiss();
    workbench.notify("saved captures/swiss-0001.png".to_owned());
    let mut harness = window(workbench);
    press(&mut harness, egui::Modifiers::COMMAND, Key::L);
    assert_eq!(
        harness.query_all_by_label("saved captures/swiss-0001.png").count(),
        1,
        "in the list; the notice has left"
    );
    let copied = copied_by(&mut harness, "Copy report");
    assert!(copied.contains("saved \u{2026}"), "{copied}");
    press(&mut harness, egui::Modifiers::COMMAND, Key::L);
    assert!(harness.query_by_label("Copy report").is_none());
}

#[test]
fn notice_of_a_software_adapter_folds_after_a_minute() {
    let mut workbench = swiss();
    workbench.chrome.adapter =
        AdapterSummary { name: "llvmpipe (LLVM)".to_owned(), software: true };
    let mut harness = window(workbench);
    let width = |harness: &Window| {
        let notice = harness.get_by_label("llvmpipe: software rendering, slow");
        notice.rect().width()
    };
    assert!(width(&harness) > 150.0);
    harness.run_steps(250);
    assert!(width(&harness) < 30.0, "{}", width(&harness));
}

#[test]
fn group_of_a_shader_may_be_named_like_a_section_of_the_window() {
    let mut harness = window(swiss());
    for group in ["View", "Display"] {
        let text = SWISS.replace("@group(\"Fractal\")", &format!("@group(\"{group}\")"));
        show(&mut harness.state_mut().0, &text);
        harness.run();
        let count = 1 + usize::from(group == "Display");
        let sections = harness.query_all_by_role_and_label(Role::DisclosureTriangle, group);
        assert_eq!(sections.count(), count, "{group}");
    }
}
