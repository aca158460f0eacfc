//! Tests of the panel with the trace, the list of values computed for one sample.

use egui::{Modifiers, pos2};
use egui_kittest::kittest::NodeT as _;
use noise_playground::generator::taps;
use noise_playground::gpu::PassExecution;
use noise_playground::gpu::measure::{SampleSteps, Step};

use super::*;
use crate::workbench::trace::{RecordedTrace, TraceResult, TracedSample};
use crate::workbench::{Panel, ResultOf};

const SHADER: &str = "fn twice(x: f32) -> f32 {
    return 2.0 * x;
}
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < 2; i++) {
        sum += twice(p.x);
    }
    return sum;
}
";

/// Sets the recorded trace of the sample (0.5, 0.25) in the selected cell.
fn set_result(workbench: &mut Workbench, recorded: RecordedTrace) {
    let cell = workbench.document.selected;
    let (target, _) = workbench.shown_in(cell).unwrap();
    let result = TraceResult {
        sample: TracedSample { cell, world: [0.5, 0.25], height: None },
        recorded: Ok(recorded),
    };
    workbench.trace.result = Some(ResultOf::new(target.result(), result));
}

/// Returns a workbench that shows the test shader, with an open trace of the sample (0.5, 0.25).
pub(super) fn traced() -> Workbench {
    traced_with(|_| Vec::new())
}

/// As [`traced`], with derivatives of the floats.
pub(super) fn differentiated() -> Workbench {
    let mut workbench = traced_with(|value| {
        let slopes = |axis: usize| value.iter().map(move |number| number * (1.5 - axis as f64));
        vec![slopes(0).collect(), slopes(1).collect()]
    });
    workbench.toggle_traced_gradients();
    workbench
}

/// As [`differentiated`], with the drawer in front, which shows a value inside of the generator.
pub(super) fn inside_with_slopes() -> Workbench {
    let mut workbench = differentiated();
    super::inside::add_taps(&mut workbench, SHADER);
    workbench.show_stage(Some("sum@2".to_owned()));
    workbench
}

/// Makes the dock high enough for the whole table.
fn tall(mut workbench: Workbench) -> Workbench {
    workbench.chrome_mut().set_sides(false);
    workbench.chrome_mut().dock_mut().set_size(340.0);
    workbench
}

fn traced_with(gradient: impl Fn(&[f64]) -> Vec<Vec<f64>>) -> Workbench {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    workbench.toggle_panel(Panel::TRACE);
    let generator = running(SHADER).generator;
    let taps = taps(&generator).unwrap();
    let index = |name: &str| taps.iter().position(|tap| tap.name == name).unwrap();
    let step = |name: &str, (run, iteration), value: &[f64]| Step {
        tap: index(name),
        run,
        iteration,
        value: value.to_vec(),
        double: Some(value.iter().map(|number| number + 1e-9).collect()),
        gradient: if name == "i" { Vec::new() } else { gradient(value) },
        double_gradient: Vec::new(),
    };
    let steps = SampleSteps {
        steps: vec![
            step("p", (1, 1), &[0.5, 0.25]),
            step("x", (1, 1), &[0.5]),
            step("twice()", (1, 1), &[1.0]),
            step("sum", (1, 1), &[1.0]),
            step("i", (1, 1), &[1.0]),
            step("twice()", (2, 2), &[1.0]),
            step("sum", (2, 2), &[2.0]),
            step("return", (1, 2), &[-2.0]),
        ],
        omitted: 0,
        no_double: None,
        execution: None,
    };
    let address = generator.address().clone();
    set_result(&mut workbench, RecordedTrace::new(address, taps.into(), steps));
    workbench
}

#[test]
fn values_are_listed_in_both_precisions() {
    let harness = window(tall(traced()));
    for line in [
        "p.x 1: 0.5000000, in f64 0.500000001000",
        "p.y 1: 0.2500000, in f64 0.250000001000",
        "sum 2: 2.0000000, in f64 2.000000001000",
        "i 1: 1, in f64 1",
        "return 1: \u{2212}2.0000000, in f64 \u{2212}1.999999999000",
    ] {
        assert!(harness.query_by_label(line).is_some(), "{line}");
    }
    // Functions that are called are named, and the way back.
    for function in ["in twice", "in height"] {
        assert!(harness.query_by_label(function).is_some(), "{function}");
    }
}

#[test]
fn drawer_shows_the_derivatives_of_the_selected_value() {
    let mut harness = window(inside_with_slopes());
    harness.run_steps(3);
    assert!(harness.query_all_by_label("sum 2.0000000 3.00000 1.00000").next().is_some());
    harness.state_mut().0.show_stage(None);
    harness.run_steps(3);
    assert!(harness.query_all_by_label("sum 2.0000000 3.00000 1.00000").next().is_none());
}

#[test]
fn derivatives_are_listed_and_copied() {
    let harness = window(tall(differentiated()));
    for line in [
        "p.y 1: 0.2500000, in f64 0.250000001000, derivatives 0.37500 0.12500",
        "return 1: \u{2212}2.0000000, in f64 \u{2212}1.999999999000, derivatives \u{2212}3.00000 \u{2212}1.00000",
        "i 1: 1, in f64 1",
    ] {
        assert!(harness.query_by_label(line).is_some(), "{line}");
    }
    let workbench = &harness.state().0;
    let recorded = workbench.trace_result().unwrap().recorded.as_ref().unwrap();
    let csv = recorded.csv();
    assert!(csv.starts_with("function,line,name,n,iteration,value,f64,dx,dy\n"), "{csv}");
    assert!(csv.contains(",p.y,1,1,0.25,0.250000001,0.375,0.125\n"), "{csv}");
    assert!(csv.contains(",i,1,1,1,1.000000001,,\n"), "{csv}");
}

#[test]
fn key_opens_the_trace_and_escape_closes_it_after_the_value() {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    let mut harness = window(workbench);
    plain(&mut harness, Key::T);
    assert!(harness.query_by_label("Close the dock").is_some());
    harness.state_mut().0.show_stage(Some("sum".to_owned()));
    plain(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Close the dock").is_some());
    assert!(!harness.state().0.has_stage());
    plain(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Close the dock").is_none());
}

#[test]
fn click_on_a_line_shows_the_value_of_that_run() {
    let mut workbench = traced();
    workbench.chrome.dock_mut().move_to_other_side();
    let mut harness = window(workbench);
    let line = "sum 2: 2.0000000, in f64 2.000000001000";
    click(&mut harness, line);
    let target = harness.state().0.document.selected().build_target();
    assert_eq!(target.unwrap().stage(), Some("sum@2"));
}

#[test]
fn result_stands_above_the_values_that_lead_to_it() {
    let mut workbench = traced();
    let harness = window(workbench);
    let result = harness.get_by_label("result \u{2212}2.0000000").rect();
    let p = harness.get_by_label("p.x 1: 0.5000000, in f64 0.500000001000").rect();
    assert!(result.center().y < p.top(), "{result:?} above {p:?}");
    // The last value is that of another function if the steps are too many.
    workbench = traced();
    let recorded = workbench.trace_result().unwrap().recorded.clone().unwrap();
    let mut steps = recorded.steps;
    steps.steps.pop();
    set_result(&mut workbench, RecordedTrace::new(recorded.generator, recorded.taps, steps));
    let harness = window(workbench);
    assert!(harness.query_all_by_label_contains("result ").next().is_none());
}

#[test]
fn menu_of_the_picture_holds_the_trace_where_it_was_opened() {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    let mut harness = window(workbench);
    let there = harness.state().2.lerp_inside(vec2(0.3, 0.6));
    hover(&mut harness, there);
    let probe = harness.state().0.pointer.probe.unwrap().world;
    for pressed in [true, false] {
        let button = egui::PointerButton::Secondary;
        let modifiers = Modifiers::NONE;
        harness.event(egui::Event::PointerButton { pos: there, button, pressed, modifiers });
    }
    harness.run();
    click_contains(&mut harness, "Trace here");
    let elsewhere = harness.state().2.lerp_inside(vec2(0.8, 0.2));
    hover(&mut harness, elsewhere);
    let trace = &harness.state().0.trace;
    assert!(trace.is_held);
    assert_eq!(trace.sample.unwrap().world, probe);
}

#[test]
fn click_on_the_picture_holds_the_trace_there() {
    let mut harness = window(traced());
    let picture = harness.state().2;
    let mut held = Vec::new();
    for x in [0.3, 0.6] {
        let there = picture.lerp_inside(vec2(x, 0.5));
        hover(&mut harness, there);
        let probe = harness.state().0.pointer.probe.unwrap().world;
        click_at(&mut harness, there);
        hover(&mut harness, picture.lerp_inside(vec2(0.9, 0.2)));
        let trace = &harness.state().0.trace;
        assert!(trace.is_held);
        assert_eq!(trace.sample.unwrap().world, probe);
        held.push(probe);
    }
    assert_ne!(held[0], held[1], "a further click moves it");
}

#[test]
fn position_follows_the_pointer_until_it_is_held() {
    let mut harness = window(traced());
    let at = |harness: &Window| harness.state().0.trace.sample.unwrap().world;
    let picture = harness.state().2;
    let mut seen = vec![at(&harness)];
    for x in [0.3, 0.6] {
        let there = picture.lerp_inside(vec2(x, 0.5));
        hover(&mut harness, there);
        let probe = harness.state().0.pointer.probe.unwrap().world;
        assert_eq!(at(&harness), probe);
        assert!(!seen.contains(&probe));
        seen.push(probe);
    }
    // It stays while the pointer is over the panel, and while it is held.
    let held = at(&harness);
    hover(&mut harness, pos2(1270.0, 790.0));
    assert_eq!(at(&harness), held);
    press(&mut harness, Modifiers::SHIFT, Key::T);
    assert!(harness.query_by_label("Close the dock").is_some());
    hover(&mut harness, picture.lerp_inside(vec2(0.2, 0.2)));
    assert_eq!(at(&harness), held);
}

#[test]
fn trace_is_copied_with_all_digits() {
    let mut harness = window(traced());
    let copied = copied_by(&mut harness, "Copy CSV");
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines[0], "function,line,name,n,iteration,value,f64");
    assert_eq!(lines[1], "generators/swiss.wgsl::height,4,p.x,1,1,0.5,0.500000001");
    assert_eq!(lines.len(), 10);
}

const PROGRAM: &str = "/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8)
fn clear(@builtin(global_invocation_id) id: vec3u) {
    heights[16u * id.y + id.x] = 0.0;
}
/// @pass(9)
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) {
    heights[16u * id.y + id.x] += 1.0;
}
";

#[test]
fn pass_and_its_execution_are_chosen() {
    let mut workbench = empty();
    show(&mut workbench, PROGRAM);
    workbench.toggle_panel(Panel::TRACE);
    let generator = running(PROGRAM).generator;
    let execution =
        PassExecution { pass: "raise".to_owned(), execution: 9, executions: 9, sample: [3, 5] };
    let steps = SampleSteps {
        steps: Vec::new(),
        omitted: 0,
        no_double: Some("a grid program has none".to_owned()),
        execution: Some(execution),
    };
    let taps = taps(&generator).unwrap().into();
    set_result(&mut workbench, RecordedTrace::new(generator.address().clone(), taps, steps));
    let mut harness = window(workbench);
    assert!(harness.query_by_label("raise 9 of 9").is_some());
    assert!(harness.query_by_label("no f64: a grid program has none").is_none());
    click(&mut harness, "Pass: Last that writes");
    click(&mut harness, "raise");
    let selected = |harness: &Window| harness.state().0.selected_passes().to_string();
    assert_eq!(selected(&harness), "raise");
    focus(&mut harness, "Execution");
    plain(&mut harness, Key::ArrowLeft);
    assert_eq!(selected(&harness), "raise@8");
    assert!(harness.query_by_label("8 of 9").is_some());
    click(&mut harness, "Last");
    assert_eq!(selected(&harness), "raise");
}

#[test]
fn trace_of_another_generator_is_not_shown() {
    let mut harness = window(tall(traced()));
    let line = "return 1: \u{2212}2.0000000, in f64 \u{2212}1.999999999000";
    assert!(harness.query_by_label(line).is_some());
    let other = entry("noise/cellular.wgsl", "cellular", "", true).address;
    harness.state_mut().0.show(other);
    harness.run_steps(2);
    assert!(harness.query_by_label(line).is_none());
    assert!(harness.query_by_label_contains("x 0.5").is_none());
    assert!(harness.get_by_label("Copy CSV").accesskit_node().is_disabled());
}
