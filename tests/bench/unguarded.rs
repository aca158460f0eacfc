//! Benchmark of the cost of the loop guard, for Swiss turbulence: compares the library's pipeline, the same pipeline
//! without the guard against runaway loops, a hand-written compute shader, and a fragment shader. Run by `cargo bench
//! --bench unguarded [SIDE]`.

use std::time::Instant;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::compile;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu};
use noise_playground::source::link::link;
use noise_playground::source::{ModulePath, SourceTree};
use wgpu::util::DeviceExt as _;

/// WGSL of the generator that the library's pipelines evaluate; `unguarded.wgsl` computes the same function.
const PROGRAM: &str = "
import package::noise::turbulence::swiss_turbulence;
fn height(p: vec2f, octaves: f32, lacunarity: f32, gain: f32, warp: f32, seed: u32) -> f32 {
    return swiss_turbulence(p, seed, octaves, lacunarity, gain, warp);
}";
const OCTAVES: f32 = 8.0;
const OTHERS: [f32; 3] = [2.0, 0.6, 0.15];
const SPAN: f64 = 64.0;

/// Number of evaluations in one submission.
const REPEATS: u32 = 10;
/// Number of measured submissions for each implementation; the implementations alternate.
const ROUNDS: usize = 9;

/// Function that records the GPU commands of one evaluation, by one of the compared implementations.
type Record<'a> = &'a dyn Fn(&mut wgpu::CommandEncoder);

fn main() {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok());
    let side: u32 = side.unwrap_or(1024);
    let gpu = Gpu::headless(None).expect("an adapter");
    let mut tree: Vec<(String, String)> = shipped();
    tree.push(("program.wgsl".to_owned(), PROGRAM.to_owned()));
    tree.push(("unguarded.wgsl".to_owned(), include_str!("unguarded.wgsl").to_owned()));
    let tree: SourceTree = tree.into_iter().collect();
    let field = FieldTexture::new(&gpu, [side; 2], 1).expect("a field");

    let [program, unguarded] =
        [true, false].map(|guarded| Program::new(&gpu, &tree, side, guarded));
    let bare = Unguarded::new(&gpu, &tree, side, &field);
    let ways: [(&str, Record<'_>); 4] = [
        ("program", &|encoder| program.record(&gpu, encoder, &field)),
        ("without guard", &|encoder| {
            unguarded.record(&gpu, encoder, &field);
        }),
        ("bare kernel", &|encoder| bare.record_compute(encoder, side)),
        ("fragment shader", &|encoder| bare.record_fragment(encoder)),
    ];
    let mut times = [const { Vec::new() }; 4];
    for round in 0..=ROUNDS {
        for (way, (_, record)) in ways.iter().enumerate() {
            let milliseconds = time(&gpu, record);
            // The first round warms up.
            if round > 0 {
                times[way].push(milliseconds);
            }
        }
    }
    println!("{}, {side} x {side}, {OCTAVES} octaves, medians of {ROUNDS}", gpu.name());
    let samples = f64::from(side) * f64::from(side);
    let ratios = times[0].iter().zip(&times[1]).map(|(with, without)| with / without);
    let guard = median(ratios.collect());
    let medians = times.map(median);
    for ((name, _), median) in ways.iter().zip(medians) {
        println!(
            "{name:16} {median:9.3} ms  {:8.3} Gsamples/s  {:6.1} % of the bare kernel's rate",
            samples / median / 1e6,
            100.0 * medians[2] / median
        );
    }
    println!("the guard costs {:.1} %, median of ratios within a round", 100.0 * (guard - 1.0));
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Returns paths and texts of the library's shaders, embedded so that the benchmark runs on machines without the files.
fn shipped() -> Vec<(String, String)> {
    ["hash", "perlin", "turbulence"]
        .map(|name| {
            let text = match name {
                "hash" => include_str!("../../shaders/noise/hash.wgsl"),
                "perlin" => include_str!("../../shaders/noise/perlin.wgsl"),
                _ => include_str!("../../shaders/noise/turbulence.wgsl"),
            };
            (format!("noise/{name}.wgsl"), text.to_owned())
        })
        .to_vec()
}

/// Submits the recorded evaluation several times at once, and returns the milliseconds per evaluation.
fn time(gpu: &Gpu, record: &dyn Fn(&mut wgpu::CommandEncoder)) -> f64 {
    let mut encoder = gpu.encoder();
    (0..REPEATS).for_each(|_| record(&mut encoder));
    let commands = encoder.finish();
    let begun = Instant::now();
    gpu.queue.submit([commands]);
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
    begun.elapsed().as_secs_f64() * 1e3 / f64::from(REPEATS)
}

/// The library's pipeline for the benchmarked generator, with its inputs.
struct Program {
    pipeline: EvaluatePipeline,
    inputs: EvaluateInputs,
}

impl Program {
    #[allow(unsafe_code, reason = "the loop of Swiss turbulence ends")]
    fn new(gpu: &Gpu, tree: &SourceTree, side: u32, guarded: bool) -> Self {
        let file = compile(tree, tree.get(&ModulePath::new("program.wgsl")).expect("the file"));
        let generator = file.main().expect("a generator");
        let mut values = Values::default();
        for control in generator.controls() {
            let value = match control.name.as_str() {
                "octaves" => f64::from(OCTAVES),
                "lacunarity" => f64::from(OTHERS[0]),
                "gain" => f64::from(OTHERS[1]),
                "warp" => f64::from(OTHERS[2]),
                _ => 0.0,
            };
            values.set(control, value.into());
        }
        let grid = SampleGrid { center: [SPAN / 2.0, SPAN / 2.0], span: SPAN, size: [side; 2] };
        let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &HostInputs::default())
            .expect("inputs");
        let pipeline = if guarded {
            EvaluatePipeline::new(gpu, generator)
        } else {
            // SAFETY: the loop of Swiss turbulence terminates for these values.
            unsafe { EvaluatePipeline::new_unguarded(gpu, generator) }
        };
        Self { pipeline: pipeline.expect("a pipeline"), inputs }
    }

    fn record(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, field: &FieldTexture) {
        let region = self.inputs.grid.region();
        self.pipeline
            .evaluate(gpu, encoder, &self.inputs, region, field, None)
            .expect("an evaluation");
    }
}

/// The hand-written implementations of the function in [`PROGRAM`]: a compute shader and a fragment shader.
struct Unguarded {
    compute: wgpu::ComputePipeline,
    compute_group: wgpu::BindGroup,
    render: wgpu::RenderPipeline,
    render_group: wgpu::BindGroup,
    target: wgpu::TextureView,
}

impl Unguarded {
    fn new(gpu: &Gpu, tree: &SourceTree, side: u32, field: &FieldTexture) -> Self {
        let device = &gpu.device;
        let root = tree.get(&ModulePath::new("unguarded.wgsl")).expect("the file");
        let linked = link(tree, root).result.expect("linked");
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("bare"),
            source: wgpu::ShaderSource::Wgsl(linked.wgsl.into()),
        });
        let mut bytes = OCTAVES.to_le_bytes().to_vec();
        let spacing = (SPAN / f64::from(side)) as f32;
        let floats = [OTHERS[0], OTHERS[1], OTHERS[2], 0.5 * spacing, 0.5 * spacing, spacing, 0.0];
        bytes.extend(floats.iter().flat_map(|number| number.to_le_bytes()));
        let parameters = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("bare"),
            contents: &bytes,
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let compute = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("bare"),
            layout: None,
            module: &shader,
            entry_point: Some("bare"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let render = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("fragment"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("cover"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::TextureFormat::R32Float.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("fragment"),
            size: field.texture.size(),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::R32Float,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let view =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let field = view(&field.texture);
        let uniform = wgpu::BindGroupEntry { binding: 0, resource: parameters.as_entire_binding() };
        let storage = wgpu::BindGroupEntry {
            binding: 1,
            resource: wgpu::BindingResource::TextureView(&field),
        };
        let group = |layout: &wgpu::BindGroupLayout, entries: &[wgpu::BindGroupEntry<'_>]| {
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("bare"),
                layout,
                entries,
            })
        };
        Self {
            compute_group: group(&compute.get_bind_group_layout(0), &[uniform.clone(), storage]),
            render_group: group(&render.get_bind_group_layout(0), &[uniform]),
            compute,
            render,
            target: view(&target),
        }
    }

    fn record_compute(&self, encoder: &mut wgpu::CommandEncoder, side: u32) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.compute);
        pass.set_bind_group(0, &self.compute_group, &[]);
        pass.dispatch_workgroups(side.div_ceil(8), side.div_ceil(16), 1);
    }

    fn record_fragment(&self, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("fragment"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.render);
        pass.set_bind_group(0, &self.render_group, &[]);
        pass.draw(0..3, 0..1);
    }
}
