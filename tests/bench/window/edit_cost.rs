//! The cost of an edit, the change in evaluation time that the window shows, beside what `playground bench` prints.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::{EditCost, EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::{Values, compile};
use serde_json::Value;

/// Returns the WGSL of a generator that sums `octaves` octaves of Perlin noise.
fn fbm(octaves: usize) -> String {
    format!(
        "import playground::noise::perlin::perlin;\n\
         fn height(p: vec2f) -> f32 {{\n    var sum = 0.0;\n    for (var i = 0; i < {octaves}; i++) {{\n        \
         sum += exp2(-f32(i)) * perlin(p * exp2(f32(i)), u32(i));\n    }}\n    return sum;\n}}\n"
    )
}

/// Prints both for an edit that adds an octave.
pub(crate) fn print() {
    let [before, after] = [fbm(7), fbm(8)];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("before.wgsl"), &before).unwrap();
    fs::write(folder.path().join("after.wgsl"), &after).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(["bench", "before.wgsl", "after.wgsl", "--json", "--size", "1024"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
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
    println!("they differ by {:.1} %", 100.0 * difference);
}
