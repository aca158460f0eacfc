//! Tests of pictures of slow grid programs.

use super::*;
use crate::app::progressive::EvaluationTimer;
use crate::workbench::Panel;

/// Source text of a grid program with 40 passes over 64 × 64 samples.
const SLOW: &str = "
struct Params {
    /// @range(0, 8, 1, 2)
    amount: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(64)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass(40)
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) { heights[id.x + 64u * id.y] += params.amount; }";

fn frames_of_slow_program() -> Frames {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return 7.0; }");
    let _ = frames.visible_pixels();
    frames.probe();
    assert_eq!(frames.measured().sample, Some(vec![7.0]));
    // A pass takes 4 ms, half of a frame's budget.
    frames.pictures.shared.timer = EvaluationTimer::Fixed(0.001);
    frames.save(SLOW);
    frames
}

impl Frames {
    /// Returns the panes for the drawer with the source text that are not drawn, only read back.
    pub(super) fn hidden_panes(&self) -> Vec<PaneId> {
        if !self.workbench.shows(Panel::INSIDE) || !self.workbench.has_stage() {
            return Vec::new();
        }
        let runs = (1..=self.workbench.shown_runs()).map(PaneId::Run);
        std::iter::once(PaneId::Runs).chain(runs).collect()
    }

    /// Points at the center, and draws until nothing is pending.
    fn probe(&mut self) {
        self.workbench.pointer.probe =
            Some(Probe { world: self.workbench.view().center, height: None, pane: self.key() });
        let _ = self.visible_pixels();
    }
}

#[test]
fn running_program_shows_no_value_of_the_previous_picture() {
    let mut frames = frames_of_slow_program();
    frames.draw();
    frames.draw();
    let measured = frames.measured();
    let [done, all] = measured.run.unwrap().passes;
    assert!(0 < done && done < all && all == 40, "{done} of {all}");
    assert_eq!(measured.sample, None);
    let id = frames.workbench.document.selected;
    assert!(frames.workbench.shows_other_picture(id));
    frames.probe();
    assert_eq!(frames.measured().sample, Some(vec![80.0]));
    assert_eq!(frames.measured().run, None);
    assert!(!frames.workbench.shows_other_picture(id));
}

/// Source text of a grid program whose side is set by a control. Its samples have 16 bytes.
const SIDE: &str = "
struct Params { /// @range(1, 64, 1, 16)
    side: u32 }
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @grid
@group(1) @binding(1) var<storage, read_write> flow: array<vec4f>;
/// @pass
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.x + params.side * id.y] = f32(id.x) + flow[0].x;
}";

#[test]
fn grid_beyond_the_limit_is_refused_and_the_picture_stays() {
    let mut frames = Frames::new();
    frames.save(SIDE);
    let before = frames.visible_pixels();
    for (side, reason) in [
        (8192.0, "a grid of 8192 x 8192 needs a buffer of 1024 MiB"),
        (40000.0, "the side of the grid is 40000, not an integer from 1 to 8192"),
    ] {
        frames.set("side", side);
        assert_eq!(frames.visible_pixels(), before);
        let notice = &frames.workbench.chrome.notice.as_ref().unwrap().text;
        assert!(notice.contains(reason), "{notice}");
    }
    frames.set("side", 32.0);
    assert_ne!(frames.visible_pixels(), before);
}

#[test]
fn canceled_program_stops_until_it_is_continued_or_changed() {
    let mut frames = frames_of_slow_program();
    frames.draw();
    let id = frames.workbench.document.selected;
    frames.workbench.set_run_canceled(id, true);
    let passes = |frames: &Frames| frames.measured().run.map(|run| run.passes[0]);
    let _ = frames.visible_pixels();
    let stopped = passes(&frames);
    assert!(stopped.is_some_and(|done| done < 40), "{stopped:?}");
    frames.workbench.set_run_canceled(id, false);
    let _ = frames.visible_pixels();
    assert_eq!(passes(&frames), None);

    frames.set("amount", 3.0);
    frames.draw();
    frames.workbench.set_run_canceled(id, true);
    let _ = frames.visible_pixels();
    frames.set("amount", 4.0);
    frames.probe();
    assert_eq!(frames.measured().sample, Some(vec![160.0]));
}

#[test]
fn value_inside_of_a_pass_is_shown_and_another_one_builds_no_pipeline() {
    let mut frames = Frames::new();
    let text = SLOW.replace(
        "heights[id.x + 64u * id.y] += params.amount;",
        "let column = f32(id.x); let twice = 2.0 * column; heights[id.x + 64u * id.y] += twice;",
    );
    frames.save(&text);
    frames.probe();
    let result = frames.measured().sample.clone().unwrap();
    frames.show_stage("fill::column");
    frames.build_groups();
    frames.probe();
    let column = frames.measured().sample.clone().unwrap();
    // Samples between those of the grid are interpolated.
    let is_near = |found: &[f32], expected: f32| (found[0] - expected).abs() < 1e-5 * expected;
    assert!(is_near(&result, 80.0 * column[0]), "{result:?} {column:?}");
    let built = frames.gpu.built_pipelines();
    frames.show_stage("fill::twice");
    frames.probe();
    let twice = frames.measured().sample.clone().unwrap();
    assert!(is_near(&twice, 2.0 * column[0]), "{twice:?} {column:?}");
    frames.workbench.show_stage(None);
    frames.probe();
    assert_eq!(frames.measured().sample, Some(result));
    assert_eq!(frames.gpu.built_pipelines(), built);
}

/// Source text of a grid program with 40 passes over a ramp of 64 × 64 samples, each of which makes it steeper.
const RAMP: &str = "
/// @grid(64)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass(40)
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) { heights[id.x + 64u * id.y] += 0.001 * f32(id.x); }";

#[test]
fn running_program_is_shown_as_terrain() {
    let mut frames = frames_of_slow_program();
    frames.save(RAMP);
    let mut view = frames.workbench.view_mut();
    view.shading.mode = ViewMode::Terrain;
    view.scene.samples = Some(64);
    drop(view);
    let shown = |frames: &Frames| {
        let picture = &frames.pictures.pictures[&frames.key()];
        let texture = picture.texture();
        texture.map(|texture| read_picture(&frames.gpu, texture).unwrap())
    };
    let mut states = Vec::new();
    frames.draw();
    while frames.measured().run.is_some() {
        states.extend(shown(&frames));
        frames.draw();
    }
    states.dedup();
    let last = frames.visible_pixels();
    let differ = states.iter().filter(|state| **state != last).count();
    assert!(differ > 2, "{differ} of {} states", states.len());
}

#[test]
fn runs_of_a_value_in_a_pass_are_evaluated_one_after_the_other() {
    let mut frames = Frames::new();
    frames.save(&SLOW.replace(
        "heights[id.x + 64u * id.y] += params.amount;",
        "var sum = 0.0; for (var i = 0; i < 3; i++) { sum += f32(id.x); } heights[id.x + 64u * id.y] += sum;",
    ));
    frames.probe();
    frames.show_stage("sum");
    frames.workbench.chrome.set_open(Panel::INSIDE, true);
    frames.build_groups();
    let _ = frames.visible_pixels();
    assert_eq!(frames.workbench.run_count(), Some(3));
    let samples = |run: u32| {
        let stats = frames.workbench.pane_stats(PaneId::Run(run));
        stats.samples.as_ref().unwrap().field.samples.clone()
    };
    let [first, second, third] = [1, 2, 3].map(samples);
    assert!(first.iter().any(|sample| *sample > 1.0));
    for ((first, second), third) in first.iter().zip(&second).zip(&third) {
        assert!((second - 2.0 * first).abs() < 1e-3 && (third - 3.0 * first).abs() < 1e-3);
    }
}
