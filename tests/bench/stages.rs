//! Benchmark of the stages of a picture, as ratios within one run: `cargo bench --bench stages`.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::{CompiledFile, compile};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, Ground, HostPipelines, PictureTargets, ShadeInputs,
};
use noise_playground::grid::SampleGrid;
use noise_playground::shading::{Shading, ViewMode};
use noise_playground::source::{ModulePath, SourceTree};

const RUNS: usize = 15;
const GRID: SampleGrid = SampleGrid {
    center: [0.5, 0.5],
    span: 4.0,
    size: [1024, 1024],
};

/// Returns the median time in milliseconds; a warm-up run is not counted.
fn median_ms(gpu: &Gpu, mut record: impl FnMut(&mut wgpu::CommandEncoder)) -> f64 {
    let mut run = || {
        let begun = Instant::now();
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        record(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        begun.elapsed().as_secs_f64() * 1e3
    };
    run();
    let mut times: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn main() {
    let gpu = Gpu::headless(None).expect("an adapter");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let constant =
        SourceTree::from_iter([("a.wgsl", "fn height(p: vec2f) -> f32 { return 0.5; }")]);
    let file = |tree: &SourceTree, path: &str| {
        compile(tree, tree.get(&ModulePath::new(path)).expect("the file"))
    };
    let swiss = file(&shipped, "generators/swiss.wgsl");
    let constant = file(&constant, "a.wgsl");

    println!(
        "{}, {} x {} samples, medians of {RUNS}",
        gpu.name(),
        GRID.size[0],
        GRID.size[1]
    );
    let pipeline = |file: &CompiledFile| {
        let generator = file.main().expect("a generator");
        Arc::new(EvaluatePipeline::new(&gpu, generator).expect("a pipeline"))
    };
    let generator = swiss.main().expect("a generator");
    let targets = PictureTargets::new(&gpu, GRID.size, generator).expect("targets");
    let mut host = HostPipelines::new(&gpu);
    let field = &targets.field;
    let evaluate = |pipeline: &EvaluatePipeline| {
        let inputs = EvaluateInputs::new(
            &pipeline.generator,
            &Values::default(),
            GRID,
            0.0,
            &HostInputs::default(),
        )
        .expect("inputs");
        median_ms(&gpu, |encoder| {
            pipeline
                .evaluate(&gpu, encoder, &inputs, inputs.grid.region(), field, None)
                .expect("an evaluation");
        })
    };
    let empty = evaluate(&pipeline(&constant));
    let swiss_ms = evaluate(&pipeline(&swiss));
    let range_ms = median_ms(&gpu, |encoder| {
        targets.measure_range(&gpu, encoder, &mut host, &Shading::default());
    });
    let mut shade = |mode: ViewMode| {
        let inputs = ShadeInputs::new(
            &Shading {
                mode,
                ..Shading::default()
            },
            GRID.spacing(),
            false,
        );
        median_ms(&gpu, |encoder| {
            targets.shade(&gpu, encoder, &mut host, &inputs, Ground::default());
        })
    };
    let (texture_ms, relief_ms) = (shade(ViewMode::Texture), shade(ViewMode::Relief));
    for (stage, ms) in [
        ("evaluate, constant", empty),
        ("evaluate, swiss", swiss_ms),
        ("range", range_ms),
        ("shade, texture", texture_ms),
        ("shade, relief", relief_ms),
    ] {
        println!("{stage:20} {ms:8.3} ms   {:6.2} of swiss", ms / swiss_ms);
    }

    let begun = Instant::now();
    let fresh = pipeline(&swiss);
    let built = begun.elapsed().as_secs_f64() * 1e3;
    let inputs = EvaluateInputs::new(
        &fresh.generator,
        &Values::default(),
        GRID,
        0.0,
        &HostInputs::default(),
    )
    .expect("inputs");
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    fresh
        .evaluate(&gpu, &mut encoder, &inputs, GRID.region(), field, None)
        .expect("an evaluation");
    gpu.queue.submit([encoder.finish()]);
    let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    println!(
        "swiss: pipeline built in {built:.2} ms, first evaluation done {:.2} ms after",
        begun.elapsed().as_secs_f64() * 1e3 - built
    );
}
