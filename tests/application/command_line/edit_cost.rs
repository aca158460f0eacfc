//! Test of the cost of an edit, the change in evaluation time that the window shows: it agrees with `playground bench`.

use std::sync::Arc;
use std::time::Duration;

use noise_playground::control::HostInputs;
use noise_playground::gpu::{EditCost, EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::{Values, compile};
use serde_json::Value;

use crate::calls::{expect, folder, text};

/// Returns the WGSL of a generator that sums `octaves` octaves of Perlin noise.
fn fbm(octaves: usize) -> String {
    format!(
        "import playground::noise::perlin::perlin;\n\
         fn height(p: vec2f) -> f32 {{\n    var sum = 0.0;\n    for (var i = 0; i < {octaves}; i++) {{\n        \
         sum += exp2(-f32(i)) * perlin(p * exp2(f32(i)), u32(i));\n    }}\n    return sum;\n}}\n"
    )
}

/// Compares the cost of an edit with the times that `bench` prints. Run it by `cargo test --release --workspace --test
/// command_line edit_cost -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement of times"]
fn edit_that_adds_an_octave_costs_what_bench_says() {
    let [before, after] = [fbm(7), fbm(8)];
    let folder = folder(&[("before.wgsl", &before), ("after.wgsl", &after)]);
    let path = |name: &str| folder.path().join(name);
    let (stdout, _) = expect(
        0,
        &[
            "bench",
            text(&path("before.wgsl")),
            text(&path("after.wgsl")),
            "--json",
            "--size",
            "1024",
        ],
    );
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let of_bench = report["ratio"]["median"].as_f64().unwrap();
    println!("bench: {}", report["ratio"]);

    let gpu = Gpu::headless(None).unwrap();
    let pipeline = |text: &str| {
        let generator = compile([("a.wgsl", text)]).unwrap().remove(0);
        let mut pipeline = EvaluatePipeline::new(&gpu, &generator).unwrap();
        let (grid, host) = (generator.initial_grid(256), HostInputs::default());
        let inputs = EvaluateInputs::new(&generator, &Values::default(), grid, 0.0, &host);
        let limit = Duration::from_secs(10);
        pipeline.cost = Some(pipeline.calibrate(&gpu, &inputs.unwrap(), limit).unwrap());
        Arc::new(pipeline)
    };
    let [before, after] = [pipeline(&before), pipeline(&after)];
    let cost = EditCost::measure(&gpu, [&before, &after], || true);
    let cost = cost.unwrap().unwrap();
    let of_edit = cost.ratio.unwrap();
    println!("edit:  {of_edit:?}, spread {:.3}", cost.spread);
    println!("reported: {:?} %", cost.percent());
    let difference = (of_edit.median / of_bench - 1.0).abs();
    assert!(difference < 0.03, "they differ by {:.1} %", 100.0 * difference);
}
