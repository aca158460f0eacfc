//! Tests of many compared cells: captions, closing the others, sweeps whose rows wrap.

use noise_playground::preset::PresetFile;

use super::*;

fn set(harness: &mut Window, name: &str, number: f64) {
    let workbench = &mut harness.state_mut().0;
    let generator = Arc::clone(workbench.shown().unwrap());
    let mut controls = generator.controls.iter();
    let control = controls.find(|control| control.name == name).unwrap();
    workbench.values_mut().unwrap().set(control, number.into());
    harness.run();
}

#[test]
fn captions_say_only_what_differs() {
    let mut workbench = swiss();
    let file = "version = 1\n[[preset]]\nname = \"Alps\"\nvalues = { gain = 0.5 }\n";
    let presets = PresetFile::parse(file).unwrap().presets().to_vec();
    let path = ModulePath::new("generators/swiss.wgsl");
    workbench.folder.presets.insert(path, presets);
    let mut harness = window(workbench);
    for _ in 0..3 {
        press(&mut harness, egui::Modifiers::NONE, Key::D);
    }
    set(&mut harness, "gain", 0.7);
    press(&mut harness, egui::Modifiers::NONE, Key::OpenBracket);
    set(&mut harness, "gain", 0.5);
    let workbench = &harness.state().0;
    let captions: Vec<_> = workbench
        .document
        .cells
        .iter()
        .map(|cell| workbench.caption(cell.id))
        .map(|caption| (caption.number, caption.name, caption.differences.join(" ")))
        .collect();
    let expected = [
        (1, None, String::new()),
        (2, None, String::new()),
        (3, None, "Alps".to_owned()),
        (4, None, "gain 0.6 \u{2192} 0.7".to_owned()),
    ];
    assert_eq!(captions, expected);
    let title = harness.query_all_by_role_and_label(Role::Label, "Swiss turbulence");
    let in_captions = title.filter(|label| label.rect().top() > 300.0);
    assert_eq!(in_captions.count(), 0, "the shared name is not repeated");
    assert_eq!(harness.query_all_by_label("reference").count(), 1);
    assert_eq!(harness.query_all_by_label("same as 1").count(), 1);
}

#[test]
fn narrow_captions_say_the_new_value() {
    let mut harness = window(swiss());
    for _ in 0..15 {
        press(&mut harness, egui::Modifiers::NONE, Key::D);
    }
    set(&mut harness, "gain", 0.7);
    let long = "gain 0.6 \u{2192} 0.7";
    assert!(harness.query_by_label(long).is_some());
    harness.set_size(vec2(900.0, 600.0));
    harness.run();
    assert!(harness.query_by_label(long).is_none());
    let value = harness.get_by_label("0.7").rect();
    let buttons = harness.query_all_by_role(Role::Button);
    let mut buttons = buttons.map(|button| button.rect());
    assert!(!buttons.any(|button| button.intersects(value)));
}

#[test]
fn name_of_the_generator_is_shown_where_cells_have_several() {
    let mut harness = window(swiss());
    press(&mut harness, egui::Modifiers::NONE, Key::D);
    show(&mut harness.state_mut().0, "//! Plain\nfn plain(p: vec2f) -> f32 { return p.x; }");
    harness.run();
    let workbench = &harness.state().0;
    let names: Vec<_> =
        workbench.document.cells.iter().map(|cell| workbench.caption(cell.id).name).collect();
    assert_eq!(names.len(), 2);
    assert!(names.iter().all(Option::is_some) && names[0] != names[1], "{names:?}");
}

#[test]
fn others_are_closed_as_one_step() {
    let mut harness = window(swiss());
    for _ in 0..3 {
        press(&mut harness, egui::Modifiers::NONE, Key::D);
    }
    let kept = harness.state().0.document.selected;
    press(&mut harness, egui::Modifiers::SHIFT, Key::Delete);
    let document = &harness.state().0.document;
    assert_eq!((document.cells.len(), document.selected), (1, kept));
    press(&mut harness, egui::Modifiers::NONE, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 4);
}

#[test]
fn sweep_of_one_axis_wraps_into_rows() {
    let mut harness = window(swiss());
    harness.state_mut().0.sweep("gain", crate::workbench::sweep::SweepDirection::Across);
    let axis = harness.state_mut().0.sweep.as_mut().unwrap().across.as_mut().unwrap();
    axis.count = 8;
    harness.run();
    let tops: std::collections::BTreeSet<i32> = harness
        .query_all_by_label_contains("Variant gain")
        .map(|variant| variant.rect().top() as i32)
        .collect();
    assert!(tops.len() > 1, "{tops:?}");
    let position = |harness: &Window| {
        let across = crate::workbench::sweep::SweepDirection::Across;
        harness.state().0.current_position(across).unwrap()
    };
    // Values 0, 1/7, … 1: 0.6 is the fifth and a fifth.
    assert!((position(&harness) - 4.2).abs() < 1e-3, "{}", position(&harness));
}

#[test]
fn mutations_are_picked_from_a_sheet_around_the_current_values() {
    let mut harness = window(swiss());
    harness.get_by_label("Explore").click();
    harness.run();
    let mutations = |harness: &Window| {
        harness
            .query_all_by_label_contains("Variation ")
            .filter(|node| node.rect().right() < 980.0)
            .count()
    };
    assert_eq!(mutations(&harness), 8);
    assert!(harness.query_by_label("Current values").is_some());
    let steps = harness.state().0.history.steps().1;
    let before = number(&harness, "warp");
    harness.get_by_label("Variation 3").click();
    harness.run();
    let warp = number(&harness, "warp");
    assert!(warp != before && (warp - before).abs() <= 0.1, "{before} to {warp}");
    assert_eq!(mutations(&harness), 8, "the sheet stays open");
    let (labels, now) = harness.state().0.history.steps();
    assert_eq!((labels[now - 1].as_str(), now), ("mutate all by 10 %", steps + 1));
    let variants = |harness: &Window| -> Vec<f64> {
        let workbench = &harness.state().0;
        let contents = (0..9).map(|index| workbench.pane_content(PaneId::Variant(index)).unwrap());
        let warp = |content: crate::workbench::PaneContent| {
            let mut controls = content.generator.controls.iter();
            let control = controls.find(|control| control.name == "warp").unwrap();
            content.values.get(control).first()
        };
        contents.map(warp).collect()
    };
    let values = variants(&harness);
    assert_eq!(values[4], warp, "the picked values are in the middle");
    assert!(values.iter().all(|value| (value - warp).abs() <= 0.1));
    harness.get_by_label("Eight others").click();
    harness.run();
    assert_ne!(variants(&harness), values);
    press(&mut harness, egui::Modifiers::NONE, Key::Escape);
    assert_eq!(mutations(&harness), 0);
    assert_eq!(number(&harness, "warp"), warp);
}
