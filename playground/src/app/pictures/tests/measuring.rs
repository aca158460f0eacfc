//! Tests of the measurements of generators.

use std::thread;
use std::time::Instant;

use noise_playground::gpu::EditCost;
use noise_playground::gpu::measure::DigitsLeft;

use super::*;
use crate::app::pictures::measuring::REST;
use crate::workbench::Panel;
use crate::workbench::analysis::PlotKind;

const FBM: &str = "
/// @param octaves How many. @range(1, 6) @default(6)
fn height(p: vec2f, octaves: i32) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < octaves; i++) {
        let q = p * exp2(f32(i));
        sum += sin(q.x + sin(3.0 * q.y + cos(q.x * 2.3))) * exp2(-f32(i)) * pow(abs(cos(q.y)), 1.3);
    }
    return sum;
}";

impl Frames {
    pub(super) fn rest(&mut self) {
        let start = Instant::now();
        loop {
            self.draw();
            let is_waiting = self.pictures.due_at(&self.workbench).is_some();
            if !self.is_pending() && !self.is_computing() && !is_waiting {
                return;
            }
            assert!(start.elapsed().as_secs() < 120, "measurements do not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn digits_left(&self) -> DigitsLeft {
        *self.workbench.digits_left(self.workbench.document.selected).unwrap()
    }

    fn edit_cost(&self) -> &EditCost {
        let cell = self.workbench.document.selected;
        let cost = self.workbench.edit_cost.as_ref();
        self.workbench.result_for(cell, cost).unwrap()
    }

    fn notes(&self) -> Vec<&str> {
        self.workbench.history.notes_after(0).collect()
    }
}

#[test]
fn frame_after_a_change_is_due_once_the_pictures_have_rested() {
    let mut frames = Frames::new();
    frames.save(FBM);
    frames.rest();
    assert_eq!(frames.pictures.due_at(&frames.workbench), None);
    let saved = Instant::now();
    frames.save(&FBM.replace("1.3", "1.4"));
    frames.draw();
    let due = frames.pictures.due_at(&frames.workbench).unwrap();
    assert!(due >= saved + REST.0, "no frame is needed before");
    frames.rest();
}

#[test]
fn edit_that_adds_octaves_is_reported_and_reloads_are_not() {
    let mut frames = Frames::new();
    frames.save(FBM);
    frames.rest();
    for reload in 0..100 {
        frames.save(&format!("{FBM}\n// Reload {reload}."));
    }
    frames.rest();
    assert!(frames.notes().is_empty() && frames.workbench.edit_cost.is_none());

    // Eight times as many octaves take longer, whatever else the machine does.
    frames.save(&FBM.replace("i < octaves", "i < 8 * octaves"));
    frames.rest();
    let cost = frames.edit_cost();
    assert!(cost.after.median > cost.before.median, "{cost:?}");
    // On a busy machine the difference may be within the spread.
    let shown = frames.workbench.shown_edit_cost();
    assert_eq!(frames.notes().len(), usize::from(shown.is_some()));

    // Another edit withdraws the report until it is measured itself.
    frames.save(FBM);
    assert_eq!(frames.workbench.edit_cost, None);
    frames.rest();
    let cost = frames.edit_cost();
    assert!(cost.after.median < cost.before.median, "{cost:?}");
}

#[test]
fn digits_are_few_far_from_the_origin() {
    let mut frames = Frames::new();
    let sentinel = Arc::<RunSentinel>::default();
    frames.pictures.measurements.sentinel = Arc::clone(&sentinel);
    frames.save("fn height(p: vec2f) -> f32 { return sin(p.x) * cos(p.y); }");
    frames.rest();
    assert_eq!(sentinel.ever_listed(), [ModulePath::new("a.wgsl")].into());
    assert!(sentinel.take_lost().is_empty());
    let near = frames.digits_left();
    assert!(near.digits > 5.0 && !near.is_estimate, "{near:?}");
    frames.workbench.view_mut().center = [50_000.3, 0.2];
    frames.workbench.view_mut().span = 0.4;
    frames.rest();
    let far = frames.digits_left();
    assert!(far.digits < 3.0, "{far:?}");
}

#[test]
fn gradient_and_octaves_are_measured_while_the_panel_is_open() {
    let mut frames = Frames::new();
    let wrong =
        "return vec3f(p.x * p.y, p.y, select(p.x, -p.x, distance(p, vec2f(1.0, -0.7)) < 0.3));";
    frames.save(&format!("fn noise_deriv(p: vec2f) -> vec3f {{ {wrong} }}"));
    frames.rest();
    let cell = frames.workbench.document.selected;
    assert_eq!(frames.workbench.checked_gradient(cell), None);
    frames.workbench.toggle_panel(Panel::ANALYSIS);
    frames.rest();
    let checked = *frames.workbench.checked_gradient(cell).unwrap();
    let [x, y] = checked.check.at;
    assert!((x - 1.0).hypot(y + 0.7) < 0.3 && checked.check.max_error > 1.0, "{checked:?}");
    frames.workbench.go_to(cell, checked.check.at);
    assert_eq!(frames.workbench.view().center, [x, y]);

    frames.save(FBM);
    frames.rest();
    assert_eq!(frames.workbench.checked_gradient(cell), None);
    assert_eq!(frames.workbench.octave_costs(cell), None);
    frames.workbench.analysis.plots.insert(PlotKind::Cost);
    frames.rest();
    let costs = frames.workbench.octave_costs(cell).unwrap();
    let octaves: Vec<f64> = costs.0.iter().map(|[octaves, _]| *octaves).collect();
    assert_eq!(octaves, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert!(costs.0.iter().all(|[_, cost]| *cost > 0.0), "{costs:?}");
    frames.workbench.toggle_panel(Panel::ANALYSIS);
    frames.rest();
    assert_eq!(frames.workbench.octave_costs(cell), None);
}

#[test]
fn seeds_are_measured_together_at_rest() {
    let mut frames = Frames::new();
    let sum = "f32(seed) + gain * sin(p.x) + 0.01 * p.y";
    frames.save(&format!("fn height(p: vec2f, seed: u32, gain: f32) -> f32 {{ return {sum}; }}"));
    frames.set("seed", 7.0);
    frames.set("gain", 0.1);
    frames.workbench.toggle_panel(Panel::ANALYSIS);
    frames.rest();
    let cell = frames.workbench.document.selected;
    let measured = |frames: &Frames| frames.workbench.cell_analysis(cell).unwrap().analysis.clone();
    let analysis = measured(&frames);
    assert_eq!(analysis.seeds, 2);
    // The analysis is that of seeds 1 and 2, not of the present seed.
    let all = analysis.statistics;
    assert!((all.mean - 1.5).abs() < 0.05, "{all:?}");
    frames.set("gain", 0.5);
    frames.rest();
    let after = measured(&frames);
    assert!(after.seeds == 2 && after.statistics.std > all.std);
}

#[test]
fn effects_of_controls_are_measured_while_their_panel_is_open_and_again_when_values_change() {
    let mut frames = Frames::new();
    frames.save(
        "/// @param gain How high. @range(0, 8) @default(1)
/// @param lift @range(0, 1)
fn height(p: vec2f, gain: f32, lift: f32) -> f32 { return gain * gain + 5.0 * lift; }",
    );
    frames.rest();
    assert_eq!(frames.workbench.effects(), None);
    frames.workbench.toggle_panel(Panel::EFFECTS);
    frames.rest();
    let found = |frames: &Frames| {
        let effects = frames.workbench.effects().unwrap().clone().unwrap();
        effects.iter().map(|found| (found.control.clone(), found.effect)).collect::<Vec<_>>()
    };
    let pair = |name: &str, effect: f64| (name.to_owned(), effect);
    assert_eq!(found(&frames), [pair("gain", 16.0), pair("lift", 5.0)]);
    let gain = frames.workbench.shown().unwrap().controls()[0].clone();
    frames.workbench.values_mut().unwrap().set(&gain, 0.25.into());
    frames.rest();
    assert_eq!(found(&frames), [pair("lift", 5.0), pair("gain", 4.0)]);
}
