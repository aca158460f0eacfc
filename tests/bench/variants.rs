//! Benchmark of the variants of a sweep, submitted one after another and in batches: `cargo bench --bench variants [COUNT]`.

use std::mem;
use std::path::Path;
use std::time::Instant;

use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, Outputs, Renderer};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::subject::sweep::Sweep;
use noise_playground::{RenderSettings, Subject, generator};

const SIDE: u32 = 256;
const RUNS: usize = 9;

fn main() {
    let count = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1600);
    let gpu = Gpu::headless(None).expect("an adapter");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let file = shipped.get(&ModulePath::new("generators/swiss.wgsl")).expect("the file");
    let file = generator::compile(&shipped, file);
    let generator = file.main().expect("a generator");
    let pipeline = EvaluatePipeline::new(&gpu, generator).expect("a pipeline");
    let subject = Subject::new(generator, RenderSettings::new(generator, SIDE));
    let sweep = Sweep::random(&[], generator, count, 0).expect("a sweep");
    let picture = |index| {
        let variant = sweep.subject(index, &subject);
        let inputs = variant.inputs(variant.settings.grid).expect("inputs");
        (variant.settings, inputs)
    };
    let pictures: Vec<_> = (0..count).map(picture).collect();
    println!("{}, {count} variants of {SIDE} x {SIDE} samples, medians of {RUNS}", gpu.name());
    for (work, samples) in [("evaluated", false), ("and read back", true)] {
        let (settings, inputs) = &pictures[0];
        let outputs = Outputs { samples, ..Outputs::default() };
        let renderer = Renderer::new(&gpu, &pipeline, settings, inputs, outputs);
        let mut renderer = renderer.expect("a renderer");
        let run = |renderer: &mut _, size| milliseconds(renderer, &gpu, &pipeline, &pictures, size);
        run(&mut renderer, 1);
        let batch = renderer.max_batch();
        // Measured in turn.
        let times = (0..RUNS).map(|_| [run(&mut renderer, 1), run(&mut renderer, batch)]);
        let (singly, batches): (Vec<_>, Vec<_>) = times.map(|[one, other]| (one, other)).unzip();
        let [singly, batches] = [singly, batches].map(median);
        println!("{work:13}  one by one {singly:7.1} ms   batches of {batch} {batches:7.1} ms");
    }
}

/// Waits for a batch while the next one runs.
fn milliseconds(
    renderer: &mut Renderer<'_>,
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    pictures: &[(RenderSettings, EvaluateInputs)],
    size: usize,
) -> f64 {
    let started = Instant::now();
    let mut previous = Vec::new();
    for batch in pictures.chunks(size).chain([&[][..]]) {
        let submitted = renderer.submit_batch(batch).expect("submitted");
        for pending in mem::replace(&mut previous, submitted) {
            assert!(pending.wait(gpu, pipeline).expect("the device").runaway.is_none());
        }
    }
    started.elapsed().as_secs_f64() * 1e3
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
