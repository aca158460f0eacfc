//! Tests of evaluations for several pictures at once: equal sources and grid programs are executed only once, and
//! runaway loops of each source are reported.

use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Run, SharedRuns, read_field, read_report,
};
use noise_playground::source::SourceTree;
use std::sync::Arc;

use crate::support::{generator, gpu};
use crate::{WAVES, filled, program, tree};

/// A compiled generator with the GPU pipeline that evaluates it, for any control values.
struct Stage {
    pipeline: EvaluatePipeline,
}

impl Stage {
    fn new(tree: &SourceTree, file: &str) -> Self {
        let generator = generator(tree, file, None);
        let pipeline = EvaluatePipeline::new(gpu(), &generator).unwrap();
        Self { pipeline }
    }

    fn inputs(&self, set: &[(&str, &str)]) -> EvaluateInputs {
        let generator = &self.pipeline.generator;
        let (same, values): (_, Values) = filled(generator, set);
        assert!(Arc::ptr_eq(&same, generator), "other sources");
        let grid = generator.initial_grid(17);
        EvaluateInputs::new(generator, &values, grid, 0.0, &HostInputs::default()).unwrap()
    }

    fn run(&self, set: &[(&str, &str)], previous: Option<Run>, shared: &SharedRuns) -> Run {
        let inputs = self.inputs(set);
        let run = self.pipeline.shared_run(gpu(), &inputs, previous, shared);
        run.unwrap().unwrap()
    }

    /// Returns the field of a finished run, resampled to the grid of the generator, and its guard report.
    fn field(&self, set: &[(&str, &str)], run: &Run) -> (Vec<f32>, Vec<u8>) {
        let inputs = self.inputs(set);
        let (grid, gpu) = (inputs.grid, gpu());
        let field = FieldTexture::new(gpu, grid.size, 1).unwrap();
        let mut encoder = gpu.encoder();
        run.resample(gpu, &mut encoder, grid, grid.region(), &field, None);
        gpu.queue.submit([encoder.finish()]);
        let samples = read_field(gpu, &field).unwrap().samples;
        (samples, read_report(gpu, &field).unwrap())
    }
}

/// Executes all runs by repeated submissions, each with a slice of every run, as for the pictures of a window. Returns
/// the number of shader invocations.
fn finish(runs: &mut [&mut Run]) -> u64 {
    let mut invocations = 0;
    while runs.iter().any(|run| !run.is_done()) {
        let mut encoder = gpu().encoder();
        for run in runs.iter_mut() {
            if !run.is_done() && !run.was_advanced() {
                invocations += run.advance(gpu(), &mut encoder, 64, None);
            }
        }
        gpu().queue.submit([encoder.finish()]);
    }
    invocations
}

/// Returns a folder of shader files: several grid programs that have the same generator as the source of a field input.
fn grounds() -> SourceTree {
    tree(&[
        ("waves.wgsl", WAVES),
        ("double.wgsl", &program("waves.wgsl", "2.0 * value")),
        ("triple.wgsl", &program("waves.wgsl", "3.0 * value")),
        ("again.wgsl", &program("double.wgsl", "5.0 * value")),
    ])
}

/// Number of samples of a source, and of invocations of a grid program: their grids are both 17 samples wide.
const SAMPLES: u64 = 17 * 17;

#[test]
fn programs_of_one_source_run_it_once() {
    let tree = grounds();
    let [double, triple] = ["double.wgsl", "triple.wgsl"].map(|file| Stage::new(&tree, file));
    let alone = |stage: &Stage, set: &[(&str, &str)]| {
        let mut run = stage.run(set, None, &SharedRuns::default());
        assert_eq!(finish(&mut [&mut run]), 2 * SAMPLES);
        stage.field(set, &run).0
    };
    let shared = SharedRuns::default();
    let mut runs = [&double, &triple].map(|stage| stage.run(&[], None, &shared));
    let [one, other] = &mut runs;
    assert_eq!(finish(&mut [one, other]), 3 * SAMPLES);
    let [one, other] = runs;
    let set = [("ground.gain", "0.25")];
    assert_eq!(double.field(&[], &one).0, alone(&double, &[]));
    assert_eq!(triple.field(&[], &other).0, alone(&triple, &[]));

    // Another value of one leaves the ground of the other as it is; the same value in both is shared again.
    let mut changed = double.run(&set, Some(one), &shared);
    assert_eq!(finish(&mut [&mut changed]), 2 * SAMPLES);
    assert_eq!(triple.field(&[], &other).0, alone(&triple, &[]));
    let mut followed = triple.run(&set, Some(other), &shared);
    assert_eq!(finish(&mut [&mut followed]), SAMPLES);
    assert_eq!(double.field(&set, &changed).0, alone(&double, &set));
    assert_eq!(triple.field(&set, &followed).0, alone(&triple, &set));
}

#[test]
fn program_that_is_shown_also_feeds_another() {
    let tree = grounds();
    let [double, again] = ["double.wgsl", "again.wgsl"].map(|file| Stage::new(&tree, file));
    let shared = SharedRuns::default();
    let mut shown = double.run(&[], None, &shared);
    assert_eq!(finish(&mut [&mut shown]), 2 * SAMPLES);
    let mut fed = again.run(&[], None, &shared);
    // Resampled into a texture, and one pass over it.
    assert_eq!(finish(&mut [&mut fed]), 2 * SAMPLES);
    let expected: Vec<f32> = double.field(&[], &shown).0;
    let expected: Vec<f32> = expected.iter().map(|height| 5.0 * height).collect();
    assert_eq!(again.field(&[], &fed).0, expected);
}

/// WGSL of a grid program with two field inputs.
const SUM: &str = "//! @view(0, 0, 8)
/// @field(steps.wgsl)
@group(0) @binding(1) var one: texture_2d<f32>;
/// @field(steps.wgsl)
@group(0) @binding(2) var other: texture_2d<f32>;
/// @grid(17)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 17u + id.x] = textureLoad(one, id.xy, 0).x + 100.0 * textureLoad(other, id.xy, 0).x;
}
";

const STEPS: &str = "fn height(p: vec2f, count: i32) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < count; i++) { sum += 1.0 + 0.0 * p.x; }
    return sum;
}";

#[test]
fn runaway_loop_of_each_source_is_reported_and_leaves_the_other() {
    let stage = Stage::new(&tree(&[("steps.wgsl", STEPS), ("sum.wgsl", SUM)]), "sum.wgsl");
    let shared = SharedRuns::default();
    let mut previous = None;
    let mut check = |one: &str, other: &str, samples: u64, expected: Option<f32>| {
        let set = [("one.count", one), ("other.count", other)];
        let mut run = stage.run(&set, previous.take(), &shared);
        assert_eq!(finish(&mut [&mut run]), samples, "{set:?}");
        let (heights, report) = stage.field(&set, &run);
        let runaway = stage.pipeline.runaway(&report);
        match expected {
            Some(expected) => {
                assert_eq!(runaway, None, "{set:?}");
                assert!(heights.iter().all(|height| *height == expected), "{set:?}");
            }
            None => {
                let location = runaway.unwrap().short();
                assert!(location.starts_with("steps.wgsl:3:5: error: loop"), "{location}");
            }
        }
        previous = Some(run);
    };
    check("1", "2", 3 * SAMPLES, Some(201.0));
    check("40000", "2", 2 * SAMPLES, None);
    check("3", "2", 2 * SAMPLES, Some(203.0));
    check("3", "40000", 2 * SAMPLES, None);
    check("4", "40000", 2 * SAMPLES, None);
    check("4", "5", 2 * SAMPLES, Some(504.0));
}
