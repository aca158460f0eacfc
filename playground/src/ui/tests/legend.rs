//! Tests of the legend, the scale bar, the text for constant fields, and of one value range for all cells.

use egui_kittest::kittest::NodeT as _;
use noise_playground::field::Histogram;

use super::*;

fn measured_swiss() -> Workbench {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-1.0, 1.0));
    workbench
}

fn range(harness: &Window) -> ValueRange {
    harness.state().0.view().shading.value_range
}

#[test]
fn dragged_end_of_the_legend_sets_a_fixed_range_and_a_double_click_resets_it() {
    let mut harness = window_at(measured_swiss(), 1.0 / 60.0);
    let end = harness.get_by_label("Range minimum").rect();
    let other = harness.get_by_label("Range maximum").rect();
    let center = harness.state().0.view().center;
    // The ends are 2 apart; the lower one moves by a quarter of that.
    let quarter = (other.center().x - end.center().x) / 4.0;
    drag(&mut harness, end.center(), vec2(quarter, 0.0));
    let ValueRange::Fixed(low, high) = range(&harness) else {
        panic!("{:?}", range(&harness));
    };
    assert!((low + 0.5).abs() < 0.03 && high == 1.0, "{low} to {high}");
    assert_eq!(harness.state().0.view().center, center, "the picture is not panned");
    harness.run_steps(30);
    let end = harness.get_by_label("Range maximum").rect().center();
    for _ in 0..2 {
        harness.drag_at(end);
        harness.drop_at(end);
        harness.step();
    }
    harness.run();
    assert_eq!(range(&harness), ValueRange::Auto);
}

#[test]
fn arrow_keys_move_a_focused_end() {
    let mut harness = window(measured_swiss());
    focus(&mut harness, "Range maximum");
    plain(&mut harness, Key::ArrowRight);
    let ValueRange::Fixed(low, high) = range(&harness) else {
        panic!("{:?}", range(&harness));
    };
    assert!(low == -1.0 && high > 1.0 && high < 1.05, "{low} to {high}");
}

#[test]
fn histogram_is_wanted_only_under_the_pointer() {
    let mut harness = window(measured_swiss());
    let cell = PaneId::Cell(harness.state().0.document.selected);
    assert!(!harness.state().0.needs_histogram(cell));
    let legend = harness.get_by_label_contains("Legend").rect();
    hover(&mut harness, legend.center());
    assert!(harness.state().0.needs_histogram(cell));
    measured(&mut harness.state_mut().0).histogram =
        Some(Histogram { domain: [-1.5, 1.5], counts: (0..128).collect() });
    harness.run();
    let open = harness.get_by_label_contains("Legend").rect();
    assert!(open.height() > legend.height() + 40.0);
    let picture = harness.state().2;
    hover(&mut harness, picture.center());
    assert!(!harness.state().0.needs_histogram(cell));
}

#[test]
fn legend_is_hidden_with_the_panels_and_where_colors_mean_no_value() {
    let mut harness = window(measured_swiss());
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert!(harness.query_by_label_contains("Legend").is_none());
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    assert!(harness.query_by_label_contains("Legend").is_some());
    plain(&mut harness, Key::Num3);
    assert!(harness.query_by_label_contains("Legend").is_none(), "hillshade");
}

#[test]
fn legend_stands_beside_the_ground_whose_colors_are_values() {
    let mut workbench = measured_swiss();
    workbench.view_mut().set_mode(ViewMode::Terrain);
    let mut harness = window_at(workbench, 1.0 / 60.0);
    let camera = harness.state().0.view().scene.camera;
    let end = harness.get_by_label("Range minimum").rect().center();
    drag(&mut harness, end, vec2(20.0, 0.0));
    let is_fixed = |range| matches!(range, ValueRange::Fixed(low, 1.0) if low > -1.0);
    assert!(is_fixed(range(&harness)), "{:?}", range(&harness));
    assert_eq!(harness.state().0.view().scene.camera, camera, "the camera rests");
    let workbench = &mut harness.state_mut().0;
    workbench.view_mut().shading.lighting.color = ViewMode::Slope;
    harness.run();
    assert!(harness.query_by_label_contains("Legend").is_none(), "degrees");
}

#[test]
fn constant_field_is_called_constant() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((0.0, 1.0));
    measured(&mut workbench).constant = Some(0.5);
    let harness = window(workbench);
    assert!(harness.query_by_label("constant 0.5000").is_some());
}

#[test]
fn cells_share_one_range_or_have_their_own() {
    let mut harness = window(measured_swiss());
    plain(&mut harness, Key::D);
    let workbench = &mut harness.state_mut().0;
    let ids = [0, 1].map(|index| PaneId::Cell(workbench.document.cells[index].id));
    workbench.measurements.entry(ids[1]).value_range = Some((0.0, 3.0));
    let ranges = |workbench: &Workbench| {
        ids.map(|id| workbench.pane_content(id).unwrap().view.shading.value_range)
    };
    assert_eq!(ranges(&harness.state().0), [ValueRange::Fixed(-1.0, 3.0); 2], "shared by default");
    click(&mut harness, "Shared range");
    assert_eq!(ranges(&harness.state().0), [ValueRange::Auto; 2]);
    let labels = harness.state().0.history.steps().0;
    assert_eq!(labels.last().unwrap(), "each cell its own range");
}

#[test]
fn legend_has_the_unit_of_the_file() {
    let mut workbench = swiss();
    let text = "//! Hills\n//! @unit(m)\nfn hills(p: vec2f) -> f32 { return p.x; }";
    show(&mut workbench, text);
    measured(&mut workbench).value_range = Some((-1.0, 2.0));
    let mut harness = window(workbench);
    measured(&mut harness.state_mut().0).value_range = Some((-1.0, 2.0));
    harness.run();
    let legend = harness.query_all_by_label_contains("Legend ").next().unwrap();
    let label = legend.accesskit_node().label().unwrap();
    assert!(label.starts_with("Legend \u{2212}1.0") && label.ends_with(" m"), "{label}");
}
