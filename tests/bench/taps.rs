//! Benchmark of evaluating values inside of generators, printed as ratios to the generators' own times: `cargo bench
//! --bench taps`.
//!
//! A pipeline for a single value is what `--stage` builds; a pipeline for a group of values is what the window builds.
//! Each pipeline evaluates once before it is measured, so that the allocation of memory is not measured.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, compile};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu};
use noise_playground::source::{ModulePath, SourceTree};

const RUNS: usize = 25;
const GRID: SampleGrid = SampleGrid { center: [0.5, 0.5], span: 4.0, size: [512, 512] };

const STAGES: [(&str, &[&str]); 2] = [
    (
        "generators/swiss.wgsl",
        &[
            "return",
            "noise/turbulence.wgsl::swiss_turbulence::sum",
            "noise/turbulence.wgsl::swiss_turbulence::sum@2",
            "noise/perlin.wgsl::perlin_deriv::return",
            "noise/perlin.wgsl::weight_slope::slope",
            "noise/perlin.wgsl::direction::cell",
            "noise/perlin.wgsl::direction_from_hash::hash",
            "noise/hash.wgsl::pcg3d::v",
            "noise/hash.wgsl::pcg3d::return",
        ],
    ),
    (
        "generators/fbm.wgsl",
        &["return", "noise/perlin.wgsl::perlin::return", "noise/hash.wgsl::pcg3d::return"],
    ),
];

/// Evaluates all samples of a generator, and returns the time in milliseconds.
fn evaluate(gpu: &Gpu, (pipeline, field): &(EvaluatePipeline, FieldTexture)) -> f64 {
    let host = HostInputs::default();
    let inputs = EvaluateInputs::new(&pipeline.generator, &Values::default(), GRID, 0.0, &host);
    let inputs = inputs.expect("no grid program");
    let begun = Instant::now();
    let mut encoder = gpu.encoder();
    let recorded = pipeline.evaluate(gpu, &mut encoder, &inputs, GRID.region(), field, None);
    recorded.expect("no grid program");
    gpu.queue.submit([encoder.finish()]);
    let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    begun.elapsed().as_secs_f64() * 1e3
}

fn main() {
    let gpu = Gpu::headless(None).expect("an adapter");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    println!("{}, medians of {RUNS} ratios", gpu.name());
    for (file, stages) in STAGES {
        let source = shipped.get(&ModulePath::new(file)).expect("the file");
        let compiled = compile(&shipped, source);
        let plain = compiled.main().expect("a generator");
        let all = plain.with_all_taps().expect("no grid program");
        measure(&gpu, (file, "again"), plain, Arc::clone(plain));
        for stage in stages {
            let address = stage.parse().expect("a stage");
            let at = |generator: &Generator| generator.at_tap(&address).expect("a value");
            measure(&gpu, (file, &format!("{stage} alone")), plain, Arc::new(at(plain)));
            measure(&gpu, (file, &format!("{stage} in its group")), plain, Arc::new(at(&all)));
        }
    }
}

/// Measures two generators, evaluated in turn, and prints the ratio of their times.
fn measure(gpu: &Gpu, (file, name): (&str, &str), plain: &Arc<Generator>, tapped: Arc<Generator>) {
    let build = |generator: &Arc<Generator>| {
        let field = FieldTexture::of_generator(gpu, GRID.size, generator).expect("a field");
        let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
        (pipeline, field)
    };
    let begun = Instant::now();
    let tapped = build(&tapped);
    let built = begun.elapsed().as_secs_f64() * 1e3;
    let plain = build(plain);
    let ratio = |_| evaluate(gpu, &tapped) / evaluate(gpu, &plain);
    let _ = (ratio(0), ratio(0));
    let mut ratios: Vec<f64> = (0..RUNS).map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    println!("{file} {name}: {:.2}, built in {built:.0} ms", ratios[RUNS / 2]);
}
