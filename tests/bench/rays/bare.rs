//! A bare kernel that does what the library's rays do; see `bare.wgsl`.

use bytemuck::{Pod, Zeroable};
use noise_playground::gpu::Gpu;
use noise_playground::source::link::link;
use noise_playground::source::{ModulePath, SourceTree};
use wgpu::util::DeviceExt as _;

/// World units.
pub(crate) const SPAN: f64 = 8.0;
/// In degrees.
pub(crate) const FIELD_OF_VIEW: f64 = 45.0;

/// `Settings` of `bare.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Settings {
    origin: [f32; 3],
    scale: f32,
    right: [f32; 3],
    ray_spacing: f32,
    up: [f32; 3],
    side: i32,
    forward: [f32; 3],
    rays: i32,
    level: i32,
    padding: [i32; 3],
}

pub(crate) struct Bare {
    trace: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    rays: u32,
}

impl Bare {
    /// `sizes` are the samples and the rays along each side. Computes the ground and its maxima.
    pub(crate) fn new(gpu: &Gpu, tree: &SourceTree, sizes: [u32; 2], camera: [f64; 3]) -> Self {
        let [samples, rays] = sizes;
        let root = tree.get(&ModulePath::new("bare.wgsl")).expect("the file");
        let linked = link(tree, root).result.expect("linked");
        let shader = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("bare"),
            source: wgpu::ShaderSource::Wgsl(linked.wgsl.into()),
        });
        let layout = group_layout(gpu);
        let pipelines = ["fill", "finest", "coarser", "trace"];
        let [fill, finest, coarser, trace] =
            pipelines.map(|entry_point| pipeline(gpu, &layout, &shader, entry_point));
        let buffers = [samples, samples, rays].map(|side| storage(gpu, side));
        let settings = settings(sizes, camera);
        let group = |level| group(gpu, &layout, Settings { level, ..settings }, &buffers);
        let mut encoder = gpu.encoder();
        dispatch(&mut encoder, &fill, &group(0), samples);
        dispatch(&mut encoder, &finest, &group(1), samples / 2);
        for level in 2..=samples.ilog2() {
            dispatch(&mut encoder, &coarser, &group(level as i32), samples >> level);
        }
        gpu.queue.submit([encoder.finish()]);
        Self { trace, group: group(0), rays }
    }

    pub(crate) fn trace(&self, encoder: &mut wgpu::CommandEncoder) {
        dispatch(encoder, &self.trace, &self.group, self.rays);
    }
}

fn settings([samples, rays]: [u32; 2], [azimuth, altitude, distance]: [f64; 3]) -> Settings {
    let (sine, cosine) = azimuth.to_radians().sin_cos();
    let (rise, run) = altitude.to_radians().sin_cos();
    let side = f64::from(samples);
    // East, south, up.
    let back = [sine * run, -cosine * run, rise];
    let middle = [side / 2.0 - 0.5, side / 2.0 - 0.5, 0.0];
    let single = |vector: [f64; 3]| vector.map(|number| number as f32);
    let height_at_one = 2.0 * (FIELD_OF_VIEW / 2.0).to_radians().tan();
    Settings {
        origin: single([0, 1, 2].map(|axis| middle[axis] + back[axis] * distance * side)),
        scale: (side / SPAN) as f32,
        right: single([-cosine, -sine, 0.0]),
        ray_spacing: (height_at_one / f64::from(rays)) as f32,
        up: single([-sine * rise, cosine * rise, run]),
        side: samples as i32,
        forward: single(back.map(|number| -number)),
        rays: rays as i32,
        level: 0,
        padding: [0; 3],
    }
}

fn group_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    };
    let storage = wgpu::BufferBindingType::Storage { read_only: false };
    let entries = [
        entry(0, wgpu::BufferBindingType::Uniform),
        entry(1, storage),
        entry(2, storage),
        entry(3, storage),
    ];
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("bare"),
        entries: &entries,
    })
}

fn pipeline(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    shader: &wgpu::ShaderModule,
    entry_point: &str,
) -> wgpu::ComputePipeline {
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("bare"),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("bare"),
        layout: Some(&layout),
        module: shader,
        entry_point: Some(entry_point),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

/// One number for each sample or ray.
fn storage(gpu: &Gpu, side: u32) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("bare"),
        size: 4 * u64::from(side).pow(2),
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    })
}

fn group(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    settings: Settings,
    buffers: &[wgpu::Buffer; 3],
) -> wgpu::BindGroup {
    let uniform = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("bare"),
        contents: bytemuck::bytes_of(&settings),
        usage: wgpu::BufferUsages::UNIFORM,
    });
    let entries = [(0, &uniform)].into_iter().chain((1..).zip(buffers));
    let entries: Vec<_> = entries
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("bare"),
        layout,
        entries: &entries,
    })
}

fn dispatch(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::ComputePipeline,
    group: &wgpu::BindGroup,
    side: u32,
) {
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, group, &[]);
    pass.dispatch_workgroups(side.div_ceil(8), side.div_ceil(16), 1);
}
