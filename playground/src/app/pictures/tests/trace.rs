//! Tests of the trace of the sample under the pointer.

use std::time::Instant;

use noise_playground::{SampleGrid, Subject, evaluate};

use super::*;
use crate::workbench::trace::RecordedTrace;
use crate::workbench::{Panel, Probe};

const SUM: &str = "
fn twice(x: f32) -> f32 { let y = 2.0 * x; return y; }
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < 4; i++) { sum += twice(p.x) * f32(i + 1); }
    return sum + p.y;
}";

impl Frames {
    /// Points at a world position and draws frames until its trace is recorded.
    fn trace(&mut self, world: [f64; 2]) -> RecordedTrace {
        let pane = PaneId::Cell(self.workbench.document.selected);
        self.workbench.pointer.probe = Some(Probe { world, height: None, pane });
        self.workbench.update_trace();
        let started = Instant::now();
        loop {
            self.draw();
            let result = self.workbench.trace_result();
            if let Some(result) = result.filter(|result| result.sample.world == world)
                && !self.pictures.traces.computation.is_running()
            {
                return result.recorded.clone().unwrap();
            }
            assert!(started.elapsed().as_secs() < 60, "nothing is recorded");
        }
    }
}

fn numbers(recorded: &RecordedTrace, name: &str) -> Vec<f64> {
    let named = recorded.numbers().filter(|(step, number)| recorded.name(*step, *number) == name);
    named.map(|(step, number)| recorded.step(step).0.value[number]).collect()
}

#[test]
fn trace_compiles_on_another_device_than_the_pictures_of_a_software_driver() {
    let mut frames = Frames::new();
    assert!(frames.gpu.is_software());
    frames.save(SUM);
    frames.workbench.toggle_panel(Panel::TRACE);
    let _ = frames.trace([0.5, 0.25]);
    let tracing = frames.pictures.traces.gpu().unwrap();
    assert_ne!(tracing.device, frames.gpu.device);
}

#[test]
fn sample_under_the_pointer_is_traced_and_traced_again_after_an_edit() {
    let mut frames = Frames::new();
    frames.save(SUM);
    let _ = frames.visible_pixels();
    assert!(frames.workbench.traced_sample().is_none());
    frames.workbench.toggle_panel(Panel::TRACE);
    let sentinel = Arc::<RunSentinel>::default();
    frames.pictures.traces.sentinel = Arc::clone(&sentinel);
    for world in [[0.5, 0.25], [-1.5, 2.0]] {
        let recorded = frames.trace(world);
        let x = world[0];
        assert_eq!(numbers(&recorded, "sum"), [2.0 * x, 6.0 * x, 12.0 * x, 20.0 * x]);
        let generator = &compile([("a.wgsl", SUM)]).unwrap()[0];
        let grid = SampleGrid { center: world, span: 1.0, size: [1, 1] };
        let field = evaluate(&Subject::new(generator, grid)).unwrap();
        assert_eq!(numbers(&recorded, "return").last(), Some(&f64::from(field.samples[0])));
    }
    frames.save(&SUM.replace("sum + p.y", "sum - p.y"));
    let recorded = frames.trace([0.5, 0.25]);
    assert_eq!(numbers(&recorded, "return").last(), Some(&9.75));
    assert_eq!(numbers(&recorded, "y"), [1.0; 4]);
    // Without calls, only the values of the generator's own function are recorded.
    frames.workbench.trace.options.with_callees = false;
    let recorded = frames.trace([0.5, 0.25]);
    assert!(numbers(&recorded, "y").is_empty());
    assert_eq!(numbers(&recorded, "return").last(), Some(&9.75));
    // The sum is 20 x, less y.
    frames.workbench.toggle_traced_gradients();
    let recorded = frames.trace([0.5, 0.25]);
    let last = recorded.steps.steps.last().unwrap();
    assert_eq!(
        (&last.gradient, &last.double_gradient),
        (&vec![vec![20.0], vec![-1.0]], &vec![vec![20.0], vec![-1.0]])
    );
    frames.workbench.toggle_panel(Panel::TRACE);
    frames.draw();
    assert!(frames.workbench.trace.result.is_none());
    assert_eq!(sentinel.ever_listed(), [ModulePath::new("a.wgsl")].into());
    assert!(sentinel.take_lost().is_empty());
}

#[test]
fn value_inside_of_the_generator_is_traced_like_its_result() {
    let mut frames = Frames::new();
    frames.save(SUM);
    frames.show_stage("sum@2");
    frames.build_groups();
    let _ = frames.visible_pixels();
    frames.workbench.toggle_panel(Panel::TRACE);
    let recorded = frames.trace([1.0, 3.0]);
    assert_eq!(numbers(&recorded, "return").last(), Some(&23.0));
    let last = recorded.numbers().filter(|(step, _)| recorded.name(*step, 0) == "sum").last();
    assert_eq!(recorded.stage(last.unwrap().0), "sum@4");
}

/// Source text of a grid program that adds 1 to each of 16 × 16 samples in each of three executions of a pass.
const PROGRAM: &str = "
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8)
fn clear(@builtin(global_invocation_id) id: vec3u) { heights[16u * id.y + id.x] = 0.0; }
/// @pass(3)
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) {
    let at = 16u * id.y + id.x;
    let before = heights[at];
    var sum = before;
    for (var i = 0; i < 2; i++) { sum += 0.5; }
    heights[at] = sum;
}";

#[test]
fn execution_of_a_pass_is_traced() {
    let mut frames = Frames::new();
    frames.save(PROGRAM);
    let _ = frames.visible_pixels();
    frames.workbench.toggle_panel(Panel::TRACE);
    let recorded = frames.trace([0.1, 0.1]);
    let execution = recorded.steps.execution.clone().unwrap();
    assert_eq!((execution.pass.as_str(), execution.execution), ("raise", 3));
    assert_eq!(numbers(&recorded, "sum"), [2.0, 2.5, 3.0]);
    let passes = [("clear".to_owned(), 1), ("raise".to_owned(), 3)];
    assert_eq!(frames.workbench.traced_passes(), passes);
    for (selection, pass, before) in [("raise@2", "raise", 1.0), ("clear", "clear", f64::NAN)] {
        frames.workbench.trace.passes = selection.parse().unwrap();
        let recorded = frames.trace([0.1, 0.1]);
        assert_eq!(recorded.steps.execution.as_ref().unwrap().pass, pass);
        let expected = Some(&before).filter(|before| before.is_finite());
        assert_eq!(numbers(&recorded, "before").first(), expected);
    }
    // A selected pass that the edited program no longer has is ignored.
    frames.save(&PROGRAM.replace("clear", "empty"));
    let recorded = frames.trace([0.1, 0.1]);
    assert_eq!(recorded.steps.execution.unwrap().pass, "raise");
}

#[test]
fn inside_drawer_has_the_slopes_of_the_shown_value() {
    let mut frames = Frames::new();
    frames.save(SUM);
    frames.show_stage("sum@2");
    frames.workbench.chrome.set_open(Panel::INSIDE, true);
    frames.build_groups();
    let _ = frames.visible_pixels();
    let _ = frames.trace([1.0, 3.0]);
    let (recorded, step) = frames.workbench.traced_stage().unwrap();
    let (step, tap) = recorded.step(step);
    assert_eq!((tap.name.as_str(), &step.value[..]), ("sum", &[6.0][..]));
    assert_eq!(step.gradient, [[6.0], [0.0]]);
    frames.workbench.show_stage(None);
    frames.draw();
    assert!(frames.workbench.traced_stage().is_none() && frames.workbench.trace.result.is_none());
}
