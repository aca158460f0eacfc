//! Tests of the panel that shows the analysis of fields: measurements and plots.

use egui_kittest::kittest::NodeT as _;
use noise_playground::analysis::GradientCheck;
use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::measure::DigitsLeft;
use noise_playground::gpu::{EditCost, Quartiles};

use super::*;
use crate::workbench::analysis::{CellAnalysis, CheckedGradient, PlotKind};
use crate::workbench::placed_field::PlacedField;
use crate::workbench::{PaneContent, Panel, ResultOf};

/// Returns a field as the application would read it back from the GPU for a cell: a sum of waves.
pub(super) fn field(evaluation: u64, roughness: f64) -> PlacedField {
    let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [64; 2] };
    let height = |x: f64, y: f64| {
        let waves = (1..24).map(|index| {
            let frequency = 0.8 * f64::from(index);
            let angle = 2.4 * f64::from(index);
            let phase = frequency * (x * angle.cos() + y * angle.sin());
            frequency.powf(-roughness) * (phase + angle).sin()
        });
        waves.sum::<f64>()
    };
    let samples = (0..64 * 64).map(|index| {
        let [x, y] = grid.world_from_sample([f64::from(index % 64), f64::from(index / 64)]);
        height(x, y) as f32
    });
    let field = Field { size: grid.size, channels: 1, samples: samples.collect() };
    PlacedField::new(field, grid, evaluation)
}

pub(super) fn measured_cells() -> Workbench {
    let mut workbench = swiss();
    let selected = workbench.document.selected;
    workbench.document.duplicate(selected);
    workbench.toggle_panel(Panel::ANALYSIS);
    for (index, cell) in workbench.document.visible_cells().into_iter().enumerate() {
        let content = workbench.pane_content(PaneId::Analysis(cell)).unwrap();
        let samples = Arc::new(field(index as u64, 1.2 + index as f64));
        let result = analyzed(&content, samples);
        workbench.analysis.results.insert(cell, result);
    }
    workbench
}

/// Returns the analysis of a cell, as the application would compute it.
fn analyzed(content: &PaneContent, samples: Arc<PlacedField>) -> ResultOf<Arc<CellAnalysis>> {
    let analysis = CellAnalysis::new(content, samples);
    ResultOf::new(content.target.clone(), Arc::new(analysis))
}

#[test]
fn key_opens_and_closes_the_panel_and_requests_the_fields() {
    let mut harness = window(swiss());
    assert!(harness.query_by_label("Copy CSV").is_none());
    plain(&mut harness, Key::A);
    let workbench = &harness.state().0;
    assert!(workbench.chrome.is_open(Panel::ANALYSIS));
    let cell = workbench.document.selected;
    assert_eq!(workbench.cells_to_analyze(), [cell]);
    assert!(workbench.needs_samples(PaneId::Analysis(cell)));
    harness.get_by_label("measured when the picture is complete");
    click(&mut harness, "Close the dock");
    assert!(!harness.state().0.chrome.is_open(Panel::ANALYSIS));
    assert!(harness.state().0.cells_to_analyze().is_empty());
}

#[test]
fn plots_fold_singly_and_copy_as_a_table() {
    let mut harness = window(measured_cells());
    click_contains(&mut harness, "Plots");
    click_role(&mut harness, Role::CheckBox, "Rose");
    let plots = &harness.state().0.analysis.plots;
    assert!(plots.contains(&PlotKind::Rose), "narrow windows have a menu");
    plain(&mut harness, Key::Escape);
    harness.set_size(vec2(1920.0, 800.0));
    harness.run();
    let toggle = |harness: &mut Window, name: &str| {
        click_role(harness, Role::Button, name);
        let plots = &harness.state().0.analysis.plots;
        plots.iter().any(|plot| plot.name() == name)
    };
    assert!(!toggle(&mut harness, "Radial power"));
    assert!(toggle(&mut harness, "Radial power"));
    assert!(toggle(&mut harness, "Variogram"));

    let table = copied_by(&mut harness, "Copy CSV");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("plot,cell,x,y"));
    for part in [
        "radial power,\"", "variogram,", "anisotropy,", "histogram,", "slopes,", "hypsometry,",
        "landforms,",
    ] {
        assert!(table.contains(&format!("\n{part}")), "{part}");
    }
    let names: std::collections::BTreeSet<&str> =
        lines.filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(names.len(), 2, "{names:?}");

    click(&mut harness, "Save page");
    assert_eq!(harness.state().1, [Action::SaveAnalysis]);
}

#[test]
fn every_plot_can_be_shown_for_every_kind_of_field() {
    let mut workbench = measured_cells();
    workbench.analysis.plots = PlotKind::ALL.into();
    let cell = workbench.document.selected;
    let content = workbench.pane_content(PaneId::Analysis(cell)).unwrap();
    let mut harness = window(workbench);
    let fields = [f32::NAN, 0.5].map(|value| {
        let mut placed = field(7, 1.0);
        placed.field.samples.fill(value);
        placed
    });
    for placed in fields {
        let result = analyzed(&content, Arc::new(placed));
        harness.state_mut().0.analysis.results.insert(cell, result);
        harness.run();
    }
    // A volume has no slopes.
    let volume = running("fn density(p: vec3f) -> f32 { return p.x * p.z; }");
    let content = PaneContent { generator: volume.generator, ..content };
    let result = analyzed(&content, Arc::new(field(9, 1.0)));
    let others = harness.state().0.document.visible_cells();
    for other in others {
        let results = &mut harness.state_mut().0.analysis.results;
        results.insert(other, result.clone());
    }
    harness.run();
    assert_eq!(harness.query_all_by_label("Slopes").count(), 0);
}

#[test]
fn analysis_of_a_previous_text_says_so() {
    let mut harness = window(measured_cells());
    let text = "of the previous source";
    assert!(harness.query_by_label(text).is_none());
    let workbench = &mut harness.state_mut().0;
    let target = workbench.document.selected().target.clone().unwrap();
    let (before, after) = ("return params.amplitude", "return 2.0 * params.amplitude");
    workbench.insert_compiled(target.clone(), running(&SWISS.replace(before, after)));
    harness.run();
    assert!(harness.query_by_label(text).is_some());
    let workbench = &mut harness.state_mut().0;
    workbench.insert_compiled(target.clone(), running(SWISS));
    harness.run();
    assert!(harness.query_by_label(text).is_none());
    // A text with an error has no analysis.
    harness.state_mut().0.folder.stale.insert(target);
    harness.run();
    assert!(harness.query_by_label(text).is_some());
}

#[test]
fn missing_plot_says_why_and_traces_a_value_that_is_not_finite() {
    let mut workbench = swiss();
    workbench.toggle_panel(Panel::ANALYSIS);
    workbench.analysis.plots = [PlotKind::Spectrum].into();
    let cell = workbench.document.selected;
    let content = workbench.pane_content(PaneId::Analysis(cell)).unwrap();
    let mut placed = field(1, 1.0);
    placed.field.samples[64 * 32..].fill(f32::NAN);
    let first = placed.grid.world_from_sample([0.0, 32.0]);
    workbench.analysis.results.insert(cell, analyzed(&content, Arc::new(placed)));
    let mut harness = window(workbench);
    harness.get_by_label("spectrum needs finite values: 2,048 are not");
    click(&mut harness, "Trace one");
    let workbench = &harness.state().0;
    assert_eq!(workbench.trace.sample.map(|sample| sample.world), Some(first));
    assert!(workbench.trace.is_held);
    assert!(workbench.shows(Panel::TRACE));
}

#[test]
fn worst_gradient_is_shown_and_a_click_goes_there() {
    let mut workbench = empty();
    show(&mut workbench, "fn noise_deriv(p: vec2f) -> vec3f { return vec3f(p.x, 1.0, 0.0); }");
    workbench.toggle_panel(Panel::ANALYSIS);
    let cell = workbench.document.selected;
    let content = workbench.pane_content(PaneId::Analysis(cell)).unwrap();
    let result = analyzed(&content, Arc::new(field(1, 1.0)));
    workbench.analysis.results.insert(cell, result);
    let check = GradientCheck { max_error: 1.9, rms_error: 0.2, at: [1.25, -0.5] };
    let checked = CheckedGradient { check, span: 8.0 };
    let checked = ResultOf::new(content.target.clone(), checked);
    workbench.analysis.set_gradient(cell, Some(checked));
    let mut harness = window(workbench);
    assert!(harness.query_by_label("Cost").is_none(), "no octaves");
    click_contains(&mut harness, "largest 1.90e0");
    assert_eq!(harness.state().0.view().center, [1.25, -0.5]);
}

#[test]
fn status_line_tells_lost_digits_and_the_cost_of_an_edit() {
    let mut workbench = swiss();
    let id = workbench.document.selected;
    let target = workbench.shown_in(id).unwrap().0.clone();
    let digits = |digits| {
        let is_estimate = false;
        let left = DigitsLeft { digits, is_estimate };
        Some(ResultOf::new(target.clone(), left))
    };
    workbench.measurements.entry(PaneId::Cell(id)).digits_left = digits(5.9);
    let times = |median| Quartiles { median, low: median, high: median };
    let cost = EditCost {
        before: times(1.0),
        after: times(1.18),
        ratio: Some(times(1.18)),
        spread: 0.01,
        samples: 65536,
    };
    let mut harness = window(workbench);
    assert!(harness.query_by_label_contains("digits left").is_none());
    let workbench = &mut harness.state_mut().0;
    workbench.measurements.entry(PaneId::Cell(id)).digits_left = digits(2.14);
    workbench.set_edit_cost(target.clone(), cost);
    harness.run();
    harness.get_by_label("2.1 digits left");
    harness.get_by_label("+18 %");
    plain(&mut harness, Key::H);
    harness.get_by_label_contains("saved: +18 %");
}

#[test]
fn results_are_shown_only_for_the_generator_that_they_are_of() {
    let mut workbench = measured_cells();
    workbench.update();
    let id = workbench.document.selected;
    let target = workbench.shown_in(id).unwrap().0.clone();
    let few = DigitsLeft { digits: 2.0, is_estimate: false };
    workbench.measurements.entry(PaneId::Cell(id)).digits_left = Some(ResultOf::new(target, few));
    workbench.toggle(crate::workbench::document::Arrangement::Enlarged);
    let mut harness = window(workbench);
    assert!(harness.query_by_label("2.0 digits left").is_some());
    assert!(!harness.get_by_label("Save page").accesskit_node().is_disabled());

    let other = entry("noise/cellular.wgsl", "cellular", "", true).address;
    harness.state_mut().0.show(other);
    harness.run_steps(2);
    harness.get_by_label("measured when the picture is complete");
    for button in ["Copy CSV", "Save page"] {
        assert!(harness.get_by_label(button).accesskit_node().is_disabled(), "{button}");
    }
    assert!(harness.query_by_label("2.0 digits left").is_none());
    assert!(harness.state().0.cell_analysis(id).is_none());
}
