//! Tests of comparing two cells: wipe, blink, difference, changes, profile.

use std::sync::Arc;

use egui::Modifiers;
use egui_kittest::kittest::NodeT as _;
use noise_playground::field::Field;
use noise_playground::metrics::DifferenceMetrics;

use super::*;
use crate::workbench::comparison::{PairMetrics, PlacedField};
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Pane};

/// The window and the panes of its last frame.
type Window = Harness<'static, (Workbench, Vec<Pane>)>;

/// Returns a window with two cells that differ in their gain.
fn two_cells(arrangement: Arrangement) -> Window {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    let generator = Arc::clone(workbench.shown().unwrap());
    let gain = |control: &&Control| control.name == "gain";
    let gain = generator.controls.iter().find(gain).unwrap();
    workbench.values_mut().unwrap().set(gain, 0.75.into());
    workbench.document.arrange(arrangement);
    let draw = |ui: &mut egui::Ui, (workbench, panes): &mut (Workbench, Vec<Pane>)| {
        *panes = workbench_ui(ui, workbench).panes;
    };
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 800.0))
        .with_step_dt(0.1)
        .with_context_setup(crate::ui::theme::install)
        .build_ui_state(draw, (workbench, Vec::new()));
    harness.run_steps(2);
    harness
}

fn keys(harness: &Window) -> Vec<PaneId> {
    harness.state().1.iter().map(|pane| pane.key).collect()
}

/// Clicks a button and returns the text that it copies.
pub(super) fn copied_by<S>(harness: &mut Harness<'_, S>, button: &str) -> String {
    harness.get_by_label(button).click();
    for _ in 0..4 {
        harness.step();
        for command in &harness.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                return text.clone();
            }
        }
    }
    panic!("{button} copies nothing");
}

const FIRST: PaneId = PaneId::Cell(CellId(1));
const SECOND: PaneId = PaneId::Cell(CellId(2));

#[test]
fn shortcuts_and_buttons_switch_arrangements() {
    let mut harness = two_cells(Arrangement::Grid);
    let arrangement = |harness: &Window| harness.state().0.document.arrangement;
    for (key, name, expected) in [
        (Key::W, "Wipe", Arrangement::Wipe),
        (Key::B, "Blink", Arrangement::Blink),
        (Key::X, "Difference", Arrangement::Difference),
    ] {
        harness.key_press(key);
        harness.run_steps(2);
        assert_eq!(arrangement(&harness), expected);
        harness.key_press(key);
        harness.run_steps(2);
        assert_eq!(arrangement(&harness), Arrangement::Grid);
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run_steps(2);
        assert_eq!(arrangement(&harness), expected);
        assert_eq!(harness.unnamed_widgets(), [""; 0]);
        harness.key_press(Key::Escape);
        harness.run_steps(2);
        assert_eq!(arrangement(&harness), Arrangement::Grid);
    }
    harness.key_press(Key::Delete);
    harness.key_press(Key::W);
    harness.run_steps(2);
    assert_eq!(
        arrangement(&harness),
        Arrangement::Grid,
        "a single cell is always in the grid"
    );
    assert!(harness.query_by_label("Wipe").is_none());
}

#[test]
fn wipe_line_is_draggable_and_clips_both_cells() {
    let mut harness = two_cells(Arrangement::Wipe);
    let clips = |harness: &Window| {
        let panes = &harness.state().1;
        assert!(panes[0].rect == panes[1].rect && panes.len() == 2);
        assert_eq!(panes[0].clip.right(), panes[1].clip.left());
        (panes[0].rect, panes[0].clip.right())
    };
    assert_eq!(keys(&harness), [FIRST, SECOND]);
    let (rect, before) = clips(&harness);
    assert!((before - rect.center().x).abs() <= 1.0);
    let line = harness.get_by_label("Wipe line").rect().center();
    let view = harness.state().0.document.shared_view;
    drag(&mut harness, line, vec2(-100.0, 30.0));
    assert!((clips(&harness).1 - (before - 100.0)).abs() <= 1.0);
    assert_eq!(
        harness.state().0.document.shared_view,
        view,
        "the view is unchanged"
    );

    harness.get_by_label("Wipe line").focus();
    harness.run_steps(2);
    let before = clips(&harness).1;
    harness.key_press_modifiers(Modifiers::NONE, Key::ArrowRight);
    harness.run_steps(2);
    assert!((clips(&harness).1 - before - 0.02 * rect.width()).abs() <= 1.0);
}

#[test]
fn one_drag_pans_both_cells_and_the_probe_reads_the_hovered_side() {
    let mut harness = two_cells(Arrangement::Wipe);
    harness.state_mut().0.document.set_linked(CellId(2), false);
    let rect = harness.state().1[0].rect;
    drag(
        &mut harness,
        rect.left_center() + vec2(50.0, 100.0),
        vec2(40.0, 0.0),
    );
    let document = &harness.state().0.document;
    let [first, second] = [CellId(1), CellId(2)].map(|id| document.effective_view(id).center);
    assert!(first == second && first[0] < 0.5, "{first:?} {second:?}");
    assert_eq!(document.selected, CellId(2), "the selection is unchanged");
    for (start, key) in [(rect.left_center(), FIRST), (rect.right_center(), SECOND)] {
        harness.hover_at(start + (rect.center() - start) * 0.2);
        harness.run_steps(2);
        assert_eq!(harness.state().0.pointer.probe.unwrap().pane, key);
    }
    harness.event(egui::Event::PointerGone);
    harness.run_steps(2);
    assert_eq!(harness.state().0.pointer.probe, None);
}

#[test]
fn blink_alternates_between_both_cells() {
    let mut harness = two_cells(Arrangement::Blink);
    let mut above = Vec::new();
    for _ in 0..20 {
        harness.step();
        above.extend(keys(&harness).last().copied());
        assert_eq!(harness.state().1.len(), 2, "both cells remain evaluated");
        let badges = ["1   Swiss turbulence", "2   Swiss turbulence"];
        let is_shown = badges.map(|text| harness.query_by_label(text).is_some());
        let is_reference = above.last() == Some(&FIRST);
        assert_eq!(
            is_shown,
            [is_reference, !is_reference],
            "the visible cell is named"
        );
    }
    let changes = above.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((3..=4).contains(&changes), "{changes} in 2 s");
}

#[test]
fn difference_metrics_follow_changes() {
    let mut harness = two_cells(Arrangement::Difference);
    assert_eq!(keys(&harness), [FIRST, SECOND, PaneId::Difference]);
    assert!(harness.query_by_label("0.01250").is_none());
    let values = DifferenceMetrics {
        rmse: 0.0125,
        max: 0.5,
        psnr: 38.06,
        ssim: 0.9871,
    };
    harness.state_mut().0.comparison.metrics = Some(PairMetrics {
        metrics: values,
        is_current: true,
    });
    harness.run_steps(2);
    for (name, number) in [
        ("RMSE", "0.01250"),
        ("max", "0.5000"),
        ("PSNR", "38.1 dB"),
        ("SSIM", "0.9871"),
    ] {
        assert!(harness.query_by_label(name).is_some(), "{name}");
        assert!(harness.query_by_label(number).is_some(), "{number}");
    }
}

#[test]
fn colors_and_values_have_no_difference() {
    let mut harness = two_cells(Arrangement::Difference);
    let running = running("fn color(p: vec2f) -> vec4f { return vec4f(p, 0.0, 1.0); }");
    let address = running.generator.address.clone();
    let workbench = &mut harness.state_mut().0;
    workbench.show(address.clone());
    workbench.insert_compiled(GeneratorRef::Live(address), running);
    harness.run_steps(2);
    assert!(
        harness
            .query_by_label_contains("Cannot subtract: ")
            .is_some()
    );
}

#[test]
fn probe_shows_both_values_and_their_difference() {
    let mut harness = two_cells(Arrangement::Wipe);
    let at = harness.state().1[0].rect.left_center() + vec2(60.0, 40.0);
    harness.hover_at(at);
    harness.run_steps(2);
    for (key, sample) in [(FIRST, 0.25), (SECOND, 0.125)] {
        let measured = &mut harness.state_mut().0.measurements;
        measured.entry(key).sample = Some(vec![sample]);
    }
    harness.run_steps(2);
    let count = |text: &str| harness.query_all_by_label_contains(text).count();
    assert_eq!(count("0.2500"), 2, "in the status line and below the cell");
    assert_eq!(count("0.1250"), 2, "below the cell, and as the difference");
    assert_eq!(count("\u{2212}0.1250"), 1);
    harness.event(egui::Event::PointerGone);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("0.2500").is_none());
}

#[test]
fn cell_menu_shows_changes_against_the_reference() {
    let mut harness = two_cells(Arrangement::Grid);
    let workbench = &mut harness.state_mut().0;
    workbench.set_pinned(CellId(1), true);
    harness.run_steps(2);
    let shows = |harness: &Window, text: &str| harness.query_by_label_contains(text).is_some();
    assert!(shows(&harness, "gain 0.6") && !shows(&harness, "different source"));
    let workbench = &mut harness.state_mut().0;
    let edited = running(&SWISS.replace("return params", "return 2.0 * params"));
    let address = edited.generator.address.clone();
    workbench.insert_compiled(GeneratorRef::Live(address), edited);
    harness.run_steps(2);
    assert!(shows(&harness, "different source"));
    let captions = harness.query_all_by_label("Cell Swiss turbulence");
    captions.last().unwrap().click_secondary();
    harness.run_steps(2);
    harness.get_by_label_contains("Show changes").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("gain 0.6 \u{2192} 0.75").is_some());
    for line in ["-    return params.amp", "+    return 2.0 * params.amp"] {
        assert_eq!(
            harness.query_all_by_label_contains(line).count(),
            1,
            "{line}"
        );
    }
    let copied = copied_by(&mut harness, "Copy changes");
    assert!(
        copied.starts_with("gain 0.6 \u{2192} 0.75\n--- generators/swiss.wgsl\n+++ "),
        "{copied}"
    );
    assert!(
        copied.contains("\n@@ ") && copied.contains("\n+    return 2.0 *"),
        "{copied}"
    );
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(harness.state().0.comparison.changes, None);
}

#[test]
fn single_pinned_cell_shows_changes_of_its_file() {
    let mut workbench = swiss();
    let file = GeneratorRef::Live(workbench.shown().unwrap().address.clone());
    let mut harness = window({
        workbench.set_pinned(CellId(1), true);
        workbench
    });
    harness.key_press(Key::V);
    harness.run();
    assert!(
        harness
            .query_by_label_contains("is being compiled")
            .is_some()
    );
    assert!(harness.state().0.targets().contains(&file));
    let edited = SWISS
        .replace("return params", "return 2.0 * params")
        .replace("0.01, 0.6)", "0.01, 0.5)");
    let workbench = &mut harness.state_mut().0;
    workbench.insert_compiled(file.clone(), running(&edited));
    harness.run();
    assert!(harness.query_by_label("gain 0.6 \u{2192} 0.5").is_some());
    for line in ["-    return params.amp", "+    return 2.0 * params.amp"] {
        assert_eq!(
            harness.query_all_by_label_contains(line).count(),
            1,
            "{line}"
        );
    }
    harness.key_press(Key::V);
    harness.run();
    assert_eq!(harness.state().0.comparison.changes, None);
    assert!(!harness.state().0.targets().contains(&file));

    harness.get_by_label("Picture").click_secondary();
    harness.run();
    harness
        .get_by_label_contains("Show changes of its file")
        .click();
    harness.run();
    harness.state_mut().0.compiled.remove(&file);
    harness.state_mut().0.folder.stale.insert(file);
    harness.run();
    assert!(
        harness
            .query_by_label_contains("does not compile")
            .is_some()
    );
    harness.key_press(Key::Escape);
    harness.state_mut().0.set_pinned(CellId(1), false);
    harness.key_press(Key::V);
    harness.run();
    assert_eq!(
        harness.state().0.comparison.changes,
        None,
        "no cell is pinned"
    );
}

/// Returns samples of a cell that are x times a factor.
fn slope(harness: &Window, key: PaneId, factor: f64) -> PlacedField {
    let PaneId::Cell(id) = key else { panic!() };
    let grid = harness.state().0.document.effective_view(id).grid([80, 60]);
    let x = |index: u32| grid.world_from_sample([f64::from(index % 80), 0.0])[0];
    let samples = (0..80 * 60).map(|index| (factor * x(index)) as f32);
    let field = Field {
        size: grid.size,
        channels: 1,
        samples: samples.collect(),
    };
    PlacedField::new(field, grid, 1)
}

#[test]
fn profile_line_is_drawn_by_a_drag_and_copied() {
    let mut harness = two_cells(Arrangement::Grid);
    harness.key_press(Key::L);
    harness.run_steps(2);
    assert!(harness.state().0.needs_samples(FIRST));
    for (key, factor) in [(SECOND, -2.0), (FIRST, 1.0)] {
        let copy = harness.get_by_label("Copy CSV");
        assert!(
            copy.accesskit_node().is_disabled(),
            "samples of a cell are missing"
        );
        let samples = Arc::new(slope(&harness, key, factor));
        let measured = &mut harness.state_mut().0.measurements;
        measured.entry(key).samples = Some(samples);
        harness.run_steps(2);
        let profile = harness.state().0.profile().unwrap();
        let second = profile.cells.last().unwrap();
        assert_eq!(
            (second.index, second.name.as_str()),
            (1, "Swiss turbulence 2")
        );
    }
    let view = harness.state().0.document.shared_view;
    let rect = harness.state().1[1].rect;
    drag(&mut harness, rect.center(), vec2(-rect.width() / 4.0, 0.0));
    let [from, to] = harness.state().0.comparison.profile.ends.unwrap();
    assert!((from[0] - view.center[0]).abs() < 0.02 && (from[1] - to[1]).abs() < 1e-9);
    assert!((from[0] - to[0] - view.span / 4.0).abs() < 0.02);
    assert_eq!(
        harness.state().0.document.shared_view,
        view,
        "the view is unchanged"
    );

    // A drag over the other cell moves the end that is nearer to it.
    let other = harness.state().1[0].rect;
    drag(&mut harness, other.center(), vec2(0.0, 40.0));
    let [moved, fixed] = harness.state().0.comparison.profile.ends.unwrap();
    assert!(
        fixed == to && moved[1] < from[1] - 0.01,
        "{moved:?} {fixed:?}"
    );

    let csv = copied_by(&mut harness, "Copy CSV");
    let mut rows = csv.lines();
    assert_eq!(
        rows.next(),
        Some("distance,x,y,\"Swiss turbulence\",\"Swiss turbulence 2\"")
    );
    for row in rows {
        let row: Vec<f64> = row
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        assert!(
            (row[3] - row[1]).abs() < 1e-5 && (row[4] + 2.0 * row[1]).abs() < 1e-5,
            "{row:?}"
        );
    }
    harness.get_by_label("Close profile").click();
    harness.run_steps(2);
    assert!(
        !harness.state().0.comparison.profile.open && harness.query_by_label("Copy CSV").is_none()
    );
}

#[test]
fn non_finite_samples_are_counted_below_each_cell_of_a_pair() {
    let mut harness = two_cells(Arrangement::Wipe);
    for (key, count) in [(FIRST, 12), (SECOND, 34)] {
        let measured = &mut harness.state_mut().0.measurements;
        measured.entry(key).non_finite_count = count;
    }
    for arrangement in [
        Arrangement::Wipe,
        Arrangement::Difference,
        Arrangement::Grid,
    ] {
        harness.state_mut().0.document.arrange(arrangement);
        harness.run_steps(2);
        for text in ["12 non-finite", "34 non-finite"] {
            assert_eq!(harness.query_all_by_label(text).count(), 1, "{text}");
        }
    }
}

#[test]
fn pair_uses_the_slice_of_the_reference() {
    let mut harness = two_cells(Arrangement::Wipe);
    let volume = running("fn height(p: vec3f) -> f32 { return p.z; }");
    let address = volume.generator.address.clone();
    let plane = Address {
        file: ModulePath::new("generators/plane.wgsl"),
        ..address.clone()
    };
    let workbench = &mut harness.state_mut().0;
    let compiled = workbench
        .compiled
        .get(&GeneratorRef::Live(address.clone()))
        .unwrap()
        .clone();
    workbench.show(plane.clone());
    workbench.insert_compiled(GeneratorRef::Live(plane), compiled);
    workbench.insert_compiled(GeneratorRef::Live(address), volume);
    workbench.document.set_linked(CellId(2), false);
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Slider, "z").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    let document = &harness.state().0.document;
    assert_eq!(document.selected, CellId(2));
    assert!(document.shared_view.z > 0.0 && document.view(CellId(2)).z == 0.0);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(
        harness.query_by_role_and_label(Role::Slider, "z").is_none(),
        "the second cell is a plane"
    );
}

#[test]
fn arrow_keys_move_the_ends_of_a_profile() {
    let mut harness = two_cells(Arrangement::Grid);
    harness.key_press(Key::L);
    harness.run_steps(2);
    let ends = |harness: &Window| harness.state().0.comparison.profile.ends.unwrap();
    let view = harness.state().0.document.shared_view;
    let [start, end] = ends(&harness);
    for arrangement in [Arrangement::Grid, Arrangement::Wipe] {
        harness.state_mut().0.document.arrange(arrangement);
        harness.run_steps(2);
        assert_eq!(harness.unnamed_widgets(), [""; 0]);
        harness.get_by_label_contains("Profile start at").focus();
        harness.run_steps(2);
        let [before, _] = ends(&harness);
        harness.key_press(Key::ArrowRight);
        harness.key_press(Key::ArrowUp);
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
        harness.run_steps(2);
        let [after, other] = ends(&harness);
        let moved = [0, 1].map(|axis| (after[axis] - before[axis]) / view.span);
        assert!(
            (moved[0] - 0.01).abs() < 1e-6 && (moved[1] - 0.011).abs() < 1e-6,
            "{moved:?}"
        );
        assert_eq!(other, end);
    }
    harness.get_by_label_contains("Profile end at").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowLeft);
    harness.run_steps(2);
    let [moved, other] = ends(&harness);
    assert!(moved[0] > start[0] && other[0] < end[0]);
    assert_eq!(
        harness.state().0.document.shared_view,
        view,
        "the view is unchanged"
    );
}

#[test]
fn pair_uses_the_value_range_of_the_reference() {
    let mut harness = two_cells(Arrangement::Grid);
    let workbench = &mut harness.state_mut().0;
    for (key, range) in [(FIRST, (-1.0, 2.0)), (SECOND, (0.0, 9.0))] {
        workbench.measurements.entry(key).value_range = Some(range);
    }
    let range = |workbench: &Workbench, key| {
        workbench
            .pane_content(key)
            .unwrap()
            .view
            .shading
            .value_range
    };
    assert_eq!(range(workbench, SECOND), ValueRange::Auto);
    workbench.document.arrange(Arrangement::Wipe);
    assert_eq!(range(workbench, FIRST), ValueRange::Auto);
    assert_eq!(range(workbench, SECOND), ValueRange::Fixed(-1.0, 2.0));
    harness.run_steps(2);
    assert!(
        harness
            .query_by_label_contains("range \u{2212}1.0")
            .is_some()
    );
}

#[test]
fn metrics_of_a_difference_do_not_overlap_in_a_small_window() {
    let mut harness = window(swiss());
    harness.key_press(Key::D);
    harness.run();
    harness.key_press(Key::X);
    for size in [vec2(900.0, 600.0), vec2(1280.0, 800.0)] {
        harness.set_size(size);
        harness.run();
        let names = ["RMSE", "max", "PSNR", "SSIM", "99.9 % within"];
        let rects = names.map(|name| harness.get_by_label(name).rect());
        for (index, rect) in rects.iter().enumerate() {
            assert!(Rect::from_min_size(Default::default(), size).contains_rect(*rect));
            let mut others = rects[..index].iter();
            assert!(
                !others.any(|other| other.intersects(*rect)),
                "{} at {size}",
                names[index]
            );
        }
    }
}
