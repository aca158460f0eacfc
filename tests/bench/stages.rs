//! Benchmark of the GPU stages that make a picture (evaluation, value range, horizons, shading), printed as ratios of
//! their times: `cargo bench --bench stages [SIDE]`.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::field::grid::{Region, SampleGrid};
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{CompiledFile, compile};
use noise_playground::gpu::{
    BlitPipeline, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, Ground, HorizonInputs,
    HorizonRun, HorizonTexture, HostPipelines, PictureTargets, ShadeInputs,
};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::view::shading::{Shading, ViewMode};

const RUNS: usize = 15;

/// Grid of the command line's number of samples per side.
fn grid() -> SampleGrid {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok());
    SampleGrid { center: [0.5, 0.5], span: 4.0, size: [side.unwrap_or(1024); 2] }
}

/// Returns the median time, in milliseconds, of submissions of the recorded commands, after one warm-up submission.
fn median_ms(gpu: &Gpu, mut record: impl FnMut(&mut wgpu::CommandEncoder)) -> f64 {
    let mut run = || {
        let begun = Instant::now();
        let mut encoder = gpu.encoder();
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

/// Returns the median time, in milliseconds, of drawing a picture to a texture of a window's format.
fn blit(gpu: &Gpu, targets: &PictureTargets, size: [u32; 2]) -> f64 {
    let format = wgpu::TextureFormat::Bgra8Unorm;
    let window = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("window"),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = window.create_view(&wgpu::TextureViewDescriptor::default());
    let pipeline = BlitPipeline::new(gpu, format);
    median_ms(gpu, |encoder| {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations::default(),
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        let whole = Region { origin: [0, 0], size };
        pipeline.blit(gpu, &mut pass, &targets.picture, [0, 0], whole, size);
    })
}

/// Returns the median time, in milliseconds, of measuring the sky in all directions.
fn horizons(gpu: &Gpu, host: &mut HostPipelines, field: &FieldTexture, spacing: f64) -> f64 {
    let sky = Shading { mode: ViewMode::Sky, ..Shading::default() };
    let inputs = HorizonInputs::new(&sky, spacing).expect("a view of the sky");
    let pipelines = host.horizons(gpu);
    let texture = HorizonTexture::new(gpu, pipelines, field.size(), 1).expect("a texture");
    let points = if gpu.is_software() { 1 << 20 } else { u64::MAX };
    median_ms(gpu, |encoder| {
        let mut run = HorizonRun::new(inputs, texture.clone());
        run.advance(gpu, encoder, pipelines, field, points, None);
        while !run.is_done() {
            gpu.submit_recorded(encoder);
            run.advance(gpu, encoder, pipelines, field, points, None);
        }
    })
}

fn main() {
    let grid = grid();
    let gpu = Gpu::headless(None).expect("an adapter");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let constant =
        SourceTree::from_iter([("a.wgsl", "fn height(p: vec2f) -> f32 { return 0.5; }")]);
    let color = "fn color(p: vec2f) -> vec3f { return vec3f(0.9, 0.1, 0.1); }";
    let color = SourceTree::from_iter([("a.wgsl", color)]);
    let file = |tree: &SourceTree, path: &str| {
        compile(tree, tree.get(&ModulePath::new(path)).expect("the file"))
    };
    let swiss = file(&shipped, "generators/swiss.wgsl");
    let constant = file(&constant, "a.wgsl");

    println!("{}, {} x {} samples, medians of {RUNS}", gpu.name(), grid.size[0], grid.size[1]);
    let pipeline = |file: &CompiledFile| {
        let generator = file.main().expect("a generator");
        Arc::new(EvaluatePipeline::new(&gpu, generator).expect("a pipeline"))
    };
    let generator = swiss.main().expect("a generator");
    let targets = PictureTargets::new(&gpu, grid.size, generator).expect("targets");
    let mut host = HostPipelines::new(&gpu);
    let field = &targets.field;
    let evaluate = |pipeline: &EvaluatePipeline| {
        let inputs = EvaluateInputs::new(
            &pipeline.generator,
            &Values::default(),
            grid,
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
    let horizons_ms = horizons(&gpu, &mut host, field, grid.spacing());
    let mut shade = |mode: ViewMode| {
        let inputs =
            ShadeInputs::new(&Shading { mode, ..Shading::default() }, [grid.spacing(); 2], false);
        median_ms(&gpu, |encoder| {
            targets.shade(&gpu, encoder, &mut host, &inputs, Ground::default());
        })
    };
    let (texture_ms, relief_ms) = (shade(ViewMode::Texture), shade(ViewMode::Relief));
    let color = file(&color, "a.wgsl");
    let targets = PictureTargets::new(&gpu, grid.size, color.main().expect("a generator"));
    let targets = targets.expect("targets");
    let color_pipeline = pipeline(&color);
    let color_inputs = EvaluateInputs::new(
        &color_pipeline.generator,
        &Values::default(),
        grid,
        0.0,
        &HostInputs::default(),
    )
    .expect("inputs");
    let field = &targets.field;
    let color_ms = median_ms(&gpu, |encoder| {
        color_pipeline
            .evaluate(&gpu, encoder, &color_inputs, grid.region(), field, None)
            .expect("an evaluation");
    });
    let texture = Shading { mode: ViewMode::Texture, ..Shading::default() };
    let inputs = ShadeInputs::new(&texture, [grid.spacing(); 2], true);
    let shade_color_ms = median_ms(&gpu, |encoder| {
        targets.shade(&gpu, encoder, &mut host, &inputs, Ground::default());
    });
    let blit_ms = blit(&gpu, &targets, grid.size);
    for (stage, ms) in [
        ("evaluate, constant", empty),
        ("evaluate, swiss", swiss_ms),
        ("range", range_ms),
        ("horizons", horizons_ms),
        ("shade, texture", texture_ms),
        ("shade, relief", relief_ms),
        ("evaluate, constant color", color_ms),
        ("shade, colors", shade_color_ms),
        ("blit", blit_ms),
    ] {
        println!("{stage:20} {ms:8.3} ms   {:6.2} of swiss", ms / swiss_ms);
    }

    let begun = Instant::now();
    let fresh = pipeline(&swiss);
    let built = begun.elapsed().as_secs_f64() * 1e3;
    let inputs = EvaluateInputs::new(
        &fresh.generator,
        &Values::default(),
        grid,
        0.0,
        &HostInputs::default(),
    )
    .expect("inputs");
    let mut encoder = gpu.encoder();
    fresh.evaluate(&gpu, &mut encoder, &inputs, grid.region(), field, None).expect("an evaluation");
    gpu.queue.submit([encoder.finish()]);
    let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    println!(
        "swiss: pipeline built in {built:.2} ms, first evaluation done {:.2} ms after",
        begun.elapsed().as_secs_f64() * 1e3 - built
    );
}
