//! Tests of the profile, a plot of values along a line in a picture.

use std::sync::Arc;

use egui::Modifiers;
use egui_kittest::kittest::NodeT as _;
use noise_playground::field::Field;

use super::pair::{FIRST, SECOND, Window, two_cells};
use super::*;
use crate::workbench::Panel;
use crate::workbench::document::Arrangement;
use crate::workbench::placed_field::PlacedField;

/// Returns samples for a cell in which each value is x times `factor`.
fn slope(harness: &Window, key: PaneId, factor: f64) -> PlacedField {
    let PaneId::Cell(id) = key else { panic!() };
    let grid = harness.state().0.document.effective_view(id).grid([80, 60]);
    let x = |index: u32| grid.world_from_sample([f64::from(index % 80), 0.0])[0];
    let samples = (0..80 * 60).map(|index| (factor * x(index)) as f32);
    let field = Field { size: grid.size, channels: 1, samples: samples.collect() };
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
        assert!(copy.accesskit_node().is_disabled(), "samples of a cell are missing");
        let samples = Arc::new(slope(&harness, key, factor));
        let measured = &mut harness.state_mut().0.measurements;
        measured.entry(key).samples = Some(samples);
        harness.run_steps(2);
        let profile = harness.state().0.profile().unwrap();
        let second = profile.cells.last().unwrap();
        assert_eq!((second.index, second.name.as_str()), (1, "Swiss turbulence 2"));
    }
    let view = harness.state().0.document.shared_view;
    let rect = harness.state().1[1].rect;
    drag(&mut harness, rect.center(), vec2(-rect.width() / 4.0, 0.0));
    let [from, to] = harness.state().0.comparison.profile.ends.unwrap();
    assert!((from[0] - view.center[0]).abs() < 0.02 && (from[1] - to[1]).abs() < 1e-9);
    assert!((from[0] - to[0] - view.span / 4.0).abs() < 0.02);
    assert_eq!(harness.state().0.document.shared_view, view, "the view is unchanged");

    // A drag over the other cell moves the end that is nearer to it.
    let other = harness.state().1[0].rect;
    drag(&mut harness, other.center(), vec2(0.0, 40.0));
    let [moved, fixed] = harness.state().0.comparison.profile.ends.unwrap();
    assert!(fixed == to && moved[1] < from[1] - 0.01, "{moved:?} {fixed:?}");

    let csv = copied_by(&mut harness, "Copy CSV");
    let mut rows = csv.lines();
    assert_eq!(rows.next(), Some("distance,x,y,\"Swiss turbulence\",\"Swiss turbulence 2\""));
    for row in rows {
        let row: Vec<f64> = row.split(',').map(|number| number.parse().unwrap()).collect();
        assert!((row[3] - row[1]).abs() < 1e-5 && (row[4] + 2.0 * row[1]).abs() < 1e-5, "{row:?}");
    }
    harness.get_by_label("Close the dock").click();
    harness.run_steps(2);
    assert!(
        !harness.state().0.chrome.is_open(Panel::PROFILE)
            && harness.query_by_label("Copy CSV").is_none()
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
        assert!((moved[0] - 0.01).abs() < 1e-6 && (moved[1] - 0.011).abs() < 1e-6, "{moved:?}");
        assert_eq!(other, end);
    }
    harness.get_by_label_contains("Profile end at").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowLeft);
    harness.run_steps(2);
    let [moved, other] = ends(&harness);
    assert!(moved[0] > start[0] && other[0] < end[0]);
    assert_eq!(harness.state().0.document.shared_view, view, "the view is unchanged");
}

#[test]
fn position_below_the_pointer_of_the_plot_is_marked_on_the_pictures() {
    let mut harness = two_cells(Arrangement::Grid);
    harness.key_press(Key::L);
    harness.run_steps(2);
    for key in [FIRST, SECOND] {
        let samples = Arc::new(slope(&harness, key, 1.0));
        harness.state_mut().0.measurements.entry(key).samples = Some(samples);
    }
    harness.run_steps(2);
    let dots = |harness: &Window| {
        let color = harness.ctx.style_of(egui::Theme::Dark).visuals.warn_fg_color;
        let shapes = harness.output().shapes.iter();
        let is_dot = |shape: &egui::Shape| matches!(shape, egui::Shape::Circle(circle) if circle.fill == color);
        shapes.filter(|shape| is_dot(&shape.shape)).count()
    };
    assert_eq!(dots(&harness), 0);
    let header = harness.get_by_label("Copy CSV").rect();
    harness.hover_at(egui::pos2(640.0, header.bottom() + 60.0));
    harness.run_steps(2);
    assert_eq!(dots(&harness), 2, "one on each picture");
    let [x, _] = harness.state().0.comparison.profile.read.unwrap();
    let [from, to] = harness.state().0.comparison.profile.ends.unwrap();
    assert!(from[0] < x && x < to[0]);
    harness.hover_at(harness.state().1[0].rect.center());
    harness.run_steps(2);
    assert_eq!(dots(&harness), 0);
}
