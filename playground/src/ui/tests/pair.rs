//! Tests of the comparison of two cells: wipe, blink, difference.

use std::sync::Arc;

use egui::Modifiers;
use noise_playground::field::metrics::DifferenceMetrics;

use super::*;
use crate::workbench::comparison::PairMetrics;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellEdit, CellId, Pane};

/// The test window with its state: the workbench, and the panes of the last frame.
pub(super) type Window = Harness<'static, (Workbench, Vec<Pane>)>;

/// Returns a test window with two compared cells, which differ in the value of the control `gain`.
pub(super) fn two_cells(arrangement: Arrangement) -> Window {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    let generator = Arc::clone(workbench.shown().unwrap());
    let gain = |control: &&Control| control.name == "gain";
    let gain = generator.controls().iter().find(gain).unwrap();
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

pub(super) const FIRST: PaneId = PaneId::Cell(CellId(1));
pub(super) const SECOND: PaneId = PaneId::Cell(CellId(2));

#[test]
fn pair_has_the_legend_of_its_reference() {
    let mut harness = two_cells(Arrangement::Wipe);
    let stats = harness.state_mut().0.measurements.entry(FIRST);
    stats.value_range = Some((-1.0, 1.0));
    harness.run_steps(2);
    let end = harness.get_by_label("Range maximum").rect().center();
    let other = harness.get_by_label("Range minimum").rect().center();
    harness.drag_at(end);
    harness.step();
    harness.hover_at(end.lerp(other, 0.25));
    harness.step();
    harness.drop_at(end.lerp(other, 0.25));
    harness.run_steps(2);
    let range = harness.state().0.document.view(CellId(1)).shading.value_range;
    let ValueRange::Fixed(low, high) = range else {
        panic!("{range:?}");
    };
    assert!(low == -1.0 && (high - 0.5).abs() < 0.03, "{low} to {high}");
    harness.key_press(Key::X);
    harness.run_steps(2);
    assert!(harness.query_by_label("Range maximum").is_none());
}

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
    assert_eq!(arrangement(&harness), Arrangement::Grid, "a single cell is always in the grid");
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
    assert_eq!(harness.state().0.document.shared_view, view, "the view is unchanged");

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
    drag(&mut harness, rect.left_center() + vec2(50.0, 100.0), vec2(40.0, 0.0));
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
        let badges = ["1   Swiss turbulence", "2   gain 0.75"];
        let is_shown = badges.map(|text| harness.query_by_label(text).is_some());
        let is_reference = above.last() == Some(&FIRST);
        assert_eq!(is_shown, [is_reference, !is_reference], "the visible cell is named");
    }
    let changes = above.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((3..=4).contains(&changes), "{changes} in 2 s");
}

#[test]
fn blink_names_the_cells_by_the_numbers_of_their_captions() {
    let mut harness = two_cells(Arrangement::Grid);
    let workbench = &mut harness.state_mut().0;
    workbench.document.duplicate(CellId(2));
    let name = CellEdit::Rename("Alps".to_owned());
    workbench.edit_cells(vec![(CellId(3), name), (CellId(3), CellEdit::Select)]);
    let document = &mut workbench.document;
    document.arrange(Arrangement::Blink);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20 {
        harness.step();
        let badges = ["1   Swiss turbulence", "2   Alps", "3   Alps   gain 0.75"];
        seen.extend(badges.into_iter().filter(|text| harness.query_by_label(text).is_some()));
    }
    assert!(seen.into_iter().eq(["1   Swiss turbulence", "3   Alps   gain 0.75"]));
}

#[test]
fn difference_metrics_follow_changes() {
    let mut harness = two_cells(Arrangement::Difference);
    assert_eq!(keys(&harness), [FIRST, SECOND, PaneId::Difference]);
    assert!(harness.query_by_label("0.01250").is_none());
    let values = DifferenceMetrics { rmse: 0.0125, max: 0.5, psnr: 38.06, ssim: 0.9871 };
    harness.state_mut().0.comparison.metrics =
        Some(PairMetrics { metrics: values, is_current: true });
    harness.run_steps(2);
    for (name, number) in
        [("RMSE", "0.01250"), ("max", "0.5000"), ("PSNR", "38.1 dB"), ("SSIM", "0.9871")]
    {
        assert!(harness.query_by_label(name).is_some(), "{name}");
        assert!(harness.query_by_label(number).is_some(), "{number}");
    }
    harness.set_size(vec2(900.0, 600.0));
    harness.run_steps(3);
    let [picture, last] = [harness.state().1[0].rect, harness.get_by_label("0.9871").rect()];
    assert!(last.right() <= picture.right(), "{last} leaves {picture}");
}

#[test]
fn colors_and_values_have_no_difference() {
    let mut harness = two_cells(Arrangement::Difference);
    let running = running("fn color(p: vec2f) -> vec4f { return vec4f(p, 0.0, 1.0); }");
    let address = running.generator.address().clone();
    let workbench = &mut harness.state_mut().0;
    workbench.show(address.clone());
    workbench.insert_compiled(GeneratorRef::live(address), running);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Cannot subtract: ").is_some());
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
fn non_finite_samples_are_counted_below_each_cell_of_a_pair() {
    let mut harness = two_cells(Arrangement::Wipe);
    for (key, count) in [(FIRST, 12), (SECOND, 34)] {
        let measured = &mut harness.state_mut().0.measurements;
        measured.entry(key).non_finite_count = count;
    }
    for arrangement in [Arrangement::Wipe, Arrangement::Difference, Arrangement::Grid] {
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
    let address = volume.generator.address().clone();
    let plane = Address { file: ModulePath::new("generators/plane.wgsl"), ..address.clone() };
    let workbench = &mut harness.state_mut().0;
    let compiled = workbench.compiled.get(&GeneratorRef::live(address.clone())).unwrap().clone();
    workbench.show(plane.clone());
    workbench.insert_compiled(GeneratorRef::live(plane), compiled);
    workbench.insert_compiled(GeneratorRef::live(address), volume);
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
fn pair_uses_the_value_range_of_the_reference() {
    let mut harness = two_cells(Arrangement::Grid);
    let workbench = &mut harness.state_mut().0;
    for (key, range) in [(FIRST, (-1.0, 2.0)), (SECOND, (0.0, 9.0))] {
        workbench.measurements.entry(key).value_range = Some(range);
    }
    let range =
        |workbench: &Workbench, key| workbench.pane_content(key).unwrap().view.shading.value_range;
    workbench.document.set_one_range(false);
    assert_eq!(range(workbench, SECOND), ValueRange::Auto);
    workbench.document.arrange(Arrangement::Wipe);
    assert_eq!(range(workbench, FIRST), ValueRange::Auto);
    assert_eq!(range(workbench, SECOND), ValueRange::Fixed(-1.0, 2.0));
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Legend \u{2212}1.0").is_some());
}

#[test]
fn metrics_of_a_difference_do_not_overlap_in_a_small_window() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::D);
    harness.key_press(Key::X);
    for size in [vec2(900.0, 600.0), vec2(1280.0, 800.0)] {
        harness.set_size(size);
        harness.run();
        let names = ["RMSE", "max", "PSNR", "SSIM", "99.9 % within"];
        let rects = names.map(|name| harness.get_by_label(name).rect());
        for (index, rect) in rects.iter().enumerate() {
            assert!(Rect::from_min_size(Default::default(), size).contains_rect(*rect));
            let mut others = rects[..index].iter();
            assert!(!others.any(|other| other.intersects(*rect)), "{} at {size}", names[index]);
        }
    }
}

#[test]
fn difference_is_that_of_the_cell_under_the_pointer() {
    let mut harness = two_cells(Arrangement::Grid);
    harness.state_mut().0.document.duplicate(CellId(2));
    harness.run_steps(2);
    let ids = [1, 2, 3].map(CellId);
    assert_eq!(harness.state().0.document.selected, ids[2]);
    let mut difference_over = |id: CellId| {
        let mut panes = harness.state().1.iter();
        let pane = panes.find(|pane| pane.key == PaneId::Cell(id)).unwrap();
        let at = pane.rect.center();
        harness.hover_at(at);
        harness.run_steps(2);
        let workbench = &mut harness.state_mut().0;
        for (id, value) in ids.into_iter().zip([1.0, 3.0, 7.0]) {
            workbench.measurements.entry(PaneId::Cell(id)).sample = Some(vec![value]);
        }
        workbench.probed_difference()
    };
    assert_eq!(ids.map(&mut difference_over), [Some(6.0), Some(2.0), Some(6.0)]);
}
