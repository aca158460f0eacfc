//! Tests of the values inside of generators against the same computation in Python.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, PassSelection};
use noise_playground::gpu::EvaluateInputs;
use noise_playground::gpu::measure::{SampleSteps, SampleTracer, TraceOptions};
use serde_json::{Value, json};

use support::{evaluate_inputs, gpu, shipped};

/// World positions of the samples that are traced.
const POSITIONS: [[f64; 2]; 4] = [[0.3, 0.4], [-1.75, 2.125], [5.5, -3.01], [0.001, 7.9]];

/// Sample grid of the evaluated sum of octaves.
const GRID: SampleGrid = SampleGrid { center: [0.3, -0.2], span: 7.7, size: [32, 24] };

fn inputs(generator: &Generator, grid: SampleGrid) -> EvaluateInputs {
    let host = HostInputs::default();
    EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host).unwrap()
}

/// Traces a built-in generator at all positions. Returns the recorded values as JSON.
fn traces(file: &str) -> Vec<Value> {
    let generator = support::generator(&shipped(), file, None);
    let grid = generator.initial_grid(1024);
    let inputs = inputs(&generator, grid);
    let tracer = SampleTracer::new(
        gpu(),
        &generator,
        TraceOptions { with_callees: true, ..TraceOptions::default() },
    )
    .unwrap();
    let values = generator.controls().iter().map(|control| {
        let number = f64::from(Values::default().get(control).first() as f32);
        (control.name.clone(), json!(number))
    });
    let mut values: serde_json::Map<String, Value> = values.collect();
    let spacing = f64::from(grid.spacing() as f32);
    values.insert("pixel_size".to_owned(), json!(spacing));
    let trace = |at: [f64; 2]| {
        let at = at.map(|coordinate| f64::from(coordinate as f32));
        let steps =
            tracer.trace(gpu(), &inputs, inputs.position(at), &PassSelection::default()).unwrap();
        assert_eq!((steps.omitted, &steps.no_double), (0, &None));
        json!({ "generator": file, "values": values, "at": at, "rows": rows(&tracer, &steps) })
    };
    POSITIONS.map(trace).into()
}

fn rows(tracer: &SampleTracer, steps: &SampleSteps) -> Vec<Value> {
    let row = |step: &noise_playground::gpu::measure::Step| {
        let tap = &tracer.taps()[step.tap];
        json!({
            "function": tap.function.function, "name": tap.name, "n": step.run,
            "value": step.value, "f64": step.double,
        })
    };
    steps.steps.iter().map(row).collect()
}

/// Evaluates a sum of octaves, its inner values and the sample positions, and writes them to files in a folder.
fn write_fields(folder: &Path) {
    const OCTAVES: u32 = 8;
    let fbm = support::generator(&shipped(), "noise/turbulence.wgsl", Some("fbm"));
    let field = |stage: Option<String>| {
        let generator = match stage {
            Some(stage) => Arc::new(fbm.at_tap(&stage.parse().unwrap()).unwrap()),
            None => Arc::clone(&fbm),
        };
        evaluate_inputs(&generator, &inputs(&generator, GRID))
    };
    let mut stages = vec![
        ("p".to_owned(), Some("p".to_owned())),
        ("fraction".to_owned(), Some("noise/perlin.wgsl::perlin::f@3".to_owned())),
        ("result".to_owned(), None),
    ];
    let sums = (1..=OCTAVES).map(|run| format!("sum@{run}"));
    stages.extend(sums.map(|stage| (stage.clone(), Some(stage))));
    let mut files = serde_json::Map::new();
    for (index, (name, stage)) in stages.into_iter().enumerate() {
        let file = format!("{index}.f32");
        let samples = field(stage).samples.into_iter();
        let bytes: Vec<u8> = samples.flat_map(f32::to_le_bytes).collect();
        fs::write(folder.join(&file), bytes).unwrap();
        files.insert(name, json!(file));
    }
    let value = |name: &str| {
        let mut controls = fbm.controls().iter();
        let control = controls.find(|control| control.name == name).unwrap();
        Values::default().get(control).first()
    };
    assert_eq!(value("octaves"), f64::from(OCTAVES));
    let fields = json!({
        "files": files, "octaves": OCTAVES, "lacunarity": value("lacunarity"), "gain": value("gain"),
        "seed": value("seed"),
    });
    fs::write(folder.join("fields.json"), fields.to_string()).unwrap();
}

#[test]
fn steps_of_shipped_generators_equal_those_of_numpy() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["generators/perlin.wgsl", "generators/swiss.wgsl"];
    let traces: Vec<Value> = files.into_iter().flat_map(traces).collect();
    fs::write(folder.path().join("traces.json"), json!(traces).to_string()).unwrap();
    write_fields(folder.path());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compared = Command::new(support::python())
        .arg("-B")
        .arg(root.join("tests/reference/steps.py"))
        .arg(folder.path())
        .output()
        .unwrap();
    let [stdout, stderr] =
        [&compared.stdout, &compared.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(compared.status.success(), "{stdout}{stderr}");
}

#[test]
fn integers_of_a_trace_are_exact() {
    let text = "fn height(p: vec2f) -> f32 { let bits = vec2u(1013904223u, 7u) + u32(p.x); return f32(bits.x); }";
    let generator = support::main_generator(text);
    let inputs = inputs(&generator, GRID);
    let tracer = SampleTracer::new(gpu(), &generator, TraceOptions::default()).unwrap();
    let steps = tracer
        .trace(gpu(), &inputs, [2.5, 0.0, 0.0, 0.0], &PassSelection::default())
        .unwrap()
        .steps;
    let value = |name: &str| {
        let mut steps = steps.iter();
        let step = steps.find(|step| tracer.taps()[step.tap].name == name);
        step.unwrap().value.clone()
    };
    assert_eq!(value("bits"), [1_013_904_225.0, 9.0]);
    // Floats stay as they were computed.
    assert_eq!(value("return"), [1_013_904_256.0]);
}
