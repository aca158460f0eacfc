//! Tests of many compared cells: captions, closing the others, sweeps whose rows wrap.

use egui_kittest::kittest::NodeT as _;
use noise_playground::subject::preset::PresetFile;

use super::*;

#[test]
fn captions_say_only_what_differs() {
    let mut workbench = swiss();
    let file = "version = 1\n[[preset]]\nname = \"Alps\"\nvalues = { gain = 0.5 }\n";
    let presets = PresetFile::parse(file).unwrap().presets().to_vec();
    let path = ModulePath::new("generators/swiss.wgsl");
    workbench.folder.presets.insert(path, presets);
    let mut harness = window(workbench);
    for _ in 0..3 {
        plain(&mut harness, Key::D);
    }
    set_shown(&mut harness, "gain", 0.7);
    plain(&mut harness, Key::OpenBracket);
    set_shown(&mut harness, "gain", 0.5);
    let workbench = &harness.state().0;
    let captions = workbench.captions().into_iter();
    let captions: Vec<_> =
        captions.map(|caption| (caption.number, caption.name.clone(), caption.text(2))).collect();
    let expected = [
        (1, None, String::new()),
        (2, None, String::new()),
        (3, None, "Alps".to_owned()),
        (4, None, "gain 0.7".to_owned()),
    ];
    assert_eq!(captions, expected);
    let title = harness.query_all_by_role_and_label(Role::Label, "Swiss turbulence");
    let in_captions = title.filter(|label| label.rect().top() > 300.0);
    assert_eq!(in_captions.count(), 0, "the shared name is not repeated");
    assert_eq!(harness.query_all_by_label("reference").count(), 1);
    assert_eq!(harness.query_all_by_label("same as 1").count(), 1);
    plain(&mut harness, Key::CloseBracket);
    plain(&mut harness, Key::D);
    assert_eq!(harness.query_all_by_label("same as 4").count(), 1);
}

/// Adds cells up to `count`, which share `warp` and differ in several other values, `gain` most of all.
fn varied(count: usize) -> Window {
    let mut workbench = swiss();
    for index in 1..count {
        let selected = workbench.document.selected;
        workbench.document.duplicate(selected);
        let at = index as f64 / count as f64;
        let values =
            [("warp", 0.9), ("gain", at), ("lacunarity", 2.0 + at / 10.0), ("octaves", 3.0)];
        let values = values.into_iter().chain((index % 2 == 0).then_some(("octaves", 5.0)));
        for (name, number) in values {
            set(&mut workbench, name, number);
        }
        workbench.update();
    }
    window(workbench)
}

#[test]
fn captions_of_sixteen_cells_name_what_differs() {
    let mut harness = varied(16);
    for size in [vec2(1280.0, 800.0), vec2(900.0, 600.0)] {
        harness.set_size(size);
        harness.run();
        let captions = harness.state().0.captions();
        for caption in &captions[1..] {
            let value = caption.differences[0].rsplit_once(' ').unwrap().1;
            let labels = harness.query_all_by_role(Role::Label).map(|label| {
                let node = label.accesskit_node();
                node.label().or_else(|| node.value()).unwrap_or_default()
            });
            // The name may be shortened, as in `oc…es 3   +2`.
            let is_text = |text: &String| {
                let mut words = text.split_whitespace();
                let name = words.next().unwrap_or_default();
                let first = name.split('\u{2026}').next().unwrap_or_default();
                let is_name =
                    first.len() > 1 && ["gain", "octaves"].iter().any(|one| one.starts_with(first));
                is_name && words.next() == Some(value)
            };
            let shown: Vec<String> = labels.filter(is_text).collect();
            assert!(!shown.is_empty(), "{caption:?} is not shown at {size}");
            let has_count = shown.iter().all(|text| text.contains("+1") || text.contains("+2"));
            assert!(has_count || size.x < 1000.0, "{shown:?}");
            assert!(!caption.text(2).contains("warp"), "all share it: {caption:?}");
            assert_eq!(caption.details[3], "warp 0.15 \u{2192} 0.9");
        }
    }
}

#[test]
fn icons_of_a_cell_appear_on_hover_or_selection() {
    let mut harness = varied(4);
    let closing = |harness: &Window| harness.query_all_by_label_contains("Close Swiss").count();
    let before = closing(&harness);
    assert_eq!(before, 1, "that of the selected cell");
    let pictures = harness.query_all_by_label("Picture of Swiss turbulence");
    let first = pictures.map(|picture| picture.rect().center()).next().unwrap();
    hover(&mut harness, first);
    assert_eq!(closing(&harness), 2);
}

#[test]
fn captions_do_not_change_under_the_pointer() {
    for size in [vec2(1280.0, 800.0), vec2(900.0, 600.0)] {
        let mut harness = varied(9);
        harness.set_size(size);
        harness.run();
        let texts = |harness: &Window| -> Vec<Rect> {
            let captions = harness.state().0.captions();
            let texts = captions[1..].iter().flat_map(|caption| [2, 1].map(|n| caption.text(n)));
            let shown = texts.flat_map(|text| {
                harness.query_all_by_label(&text).map(|label| label.rect()).collect::<Vec<_>>()
            });
            shown.collect()
        };
        let before = texts(&harness);
        assert!(before.len() >= 8, "{before:?}");
        let pictures = harness.query_all_by_label("Picture of Swiss turbulence");
        let third = pictures.map(|picture| picture.rect().center()).nth(2).unwrap();
        harness.hover_at(third);
        let ids: Vec<_> = harness.state().0.document.cells.iter().map(|cell| cell.id).collect();
        for id in ids {
            let entry = harness.state_mut().0.measurements.entry(PaneId::Cell(id));
            entry.sample = Some([0.1234].into());
        }
        harness.run();
        assert_eq!(texts(&harness), before, "{size}");
    }
}

#[test]
fn name_of_the_generator_is_shown_where_cells_have_several() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    show(&mut harness.state_mut().0, "//! Plain\nfn plain(p: vec2f) -> f32 { return p.x; }");
    harness.run();
    let workbench = &harness.state().0;
    let names: Vec<_> = workbench.captions().into_iter().map(|caption| caption.name).collect();
    assert_eq!(names.len(), 2);
    assert!(names.iter().all(Option::is_some) && names[0] != names[1], "{names:?}");
}

#[test]
fn others_are_closed_as_one_step() {
    let mut harness = window(swiss());
    for _ in 0..3 {
        plain(&mut harness, Key::D);
    }
    let kept = harness.state().0.document.selected;
    press(&mut harness, egui::Modifiers::SHIFT, Key::Delete);
    let document = &harness.state().0.document;
    assert_eq!((document.cells.len(), document.selected), (1, kept));
    plain(&mut harness, Key::Z);
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
    click(&mut harness, "Explore");
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
    click(&mut harness, "Variation 3");
    let warp = number(&harness, "warp");
    assert!(warp != before && (warp - before).abs() <= 0.1, "{before} to {warp}");
    assert_eq!(mutations(&harness), 8, "the sheet stays open");
    let (labels, now) = harness.state().0.history.steps();
    assert_eq!((labels[now - 1].as_str(), now), ("mutate all by 10 %", steps + 1));
    let variants = |harness: &Window| -> Vec<f64> {
        let workbench = &harness.state().0;
        let contents = (0..9).map(|index| workbench.pane_content(PaneId::Variant(index)).unwrap());
        let warp = |content: crate::workbench::PaneContent| {
            let mut controls = content.generator.controls().iter();
            let control = controls.find(|control| control.name == "warp").unwrap();
            content.values.get(control).first()
        };
        contents.map(warp).collect()
    };
    let values = variants(&harness);
    assert_eq!(values[4], warp, "the picked values are in the middle");
    assert!(values.iter().all(|value| (value - warp).abs() <= 0.1));
    click(&mut harness, "Eight others");
    assert_ne!(variants(&harness), values);
    plain(&mut harness, Key::Escape);
    assert_eq!(mutations(&harness), 0);
    assert_eq!(number(&harness, "warp"), warp);
}
