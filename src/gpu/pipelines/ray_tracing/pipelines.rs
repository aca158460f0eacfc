//! Compute pipelines of a three-dimensional view before shading, each built when it is first used.

use std::collections::BTreeMap;

use super::bounds::{BoundsBuffer, BoundsPipelines};
use super::targets::{HIT_FORMAT, HitTargets, RayRegion, TracedRays};
use super::{RayInputs, SunInputs};
use crate::field::Channel;
use crate::generator::host_shaders;
use crate::gpu::device::binding::{
    Binding, BindingCache, layout, storage, storage_texture, texture, uniform, unsigned_texture,
};
use crate::gpu::device::compute::{dispatch, stage_with_groups, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::pipelines::host_uniforms::RaysUniform;
use crate::gpu::{FieldTexture, Gpu, TimestampQuery};
use crate::view::shading::ViewMode;
use crate::view::space::camera::Scene;
use crate::view::space::settings::Pass;

#[derive(Debug)]
pub(crate) struct TracePipelines {
    bounds: BTreeMap<(Channel, u32), BoundsPipelines>,
    stages: BTreeMap<StageKey, wgpu::ComputePipeline>,
    pub(crate) scene_layout: wgpu::BindGroupLayout,
    trace_layout: wgpu::BindGroupLayout,
    sun_layout: wgpu::BindGroupLayout,
    /// For a property of hits with one channel, then with several.
    read_layouts: [wgpu::BindGroupLayout; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StageKey {
    mode: ViewMode,
    channel: Channel,
    channels: u32,
    /// Component of the texels where the exact gradient begins; 0 for slopes of neighboring samples.
    gradient_at: u32,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Trace { stores_steps: bool },
    Sunlight,
    Read(Pass),
}

impl TracePipelines {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let scene = [(0, uniform()), (1, texture(false)), (2, storage(true))];
        let trace = [(0, uniform()), (1, storage_texture(HIT_FORMAT)), (2, storage(false))];
        let sun = [
            (0, uniform()),
            (1, unsigned_texture()),
            (2, storage_texture(field_format(1))),
            (3, uniform()),
        ];
        let read = |channels| {
            let output = storage_texture(field_format(channels));
            let bindings = [(0, uniform()), (1, unsigned_texture()), (2, output)];
            layout(gpu, "TracePipelines::read_layout", &bindings)
        };
        Self {
            bounds: BTreeMap::new(),
            stages: BTreeMap::new(),
            scene_layout: layout(gpu, "TracePipelines::scene_layout", &scene),
            trace_layout: layout(gpu, "TracePipelines::trace_layout", &trace),
            sun_layout: layout(gpu, "TracePipelines::sun_layout", &sun),
            read_layouts: [read(1), read(3)],
        }
    }

    pub(crate) fn compute_bounds(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &RayInputs,
        field: &FieldTexture,
        bounds: &BoundsBuffer,
    ) {
        let key = (inputs.bounds.channel, field.channels);
        let pipelines = self.bounds.entry(key);
        let pipelines = pipelines.or_insert_with(|| BoundsPipelines::new(gpu, key.0, key.1));
        pipelines.compute(gpu, encoder, inputs.bounds, field, bounds);
    }

    pub(crate) fn scene_group(&self, gpu: &Gpu, traced: &TracedRays<'_>) -> wgpu::BindGroup {
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&traced.inputs.uniform)),
            Binding::Texture(&traced.field.view),
            Binding::Buffer(&traced.bounds.buffer),
        ];
        let cache = &traced.hits.bindings;
        cache.bind(gpu, "scene", &self.scene_layout, &bindings)
    }

    pub(crate) fn trace(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        traced: TracedRays<'_>,
        timestamps: Option<&TimestampQuery>,
    ) {
        let HitTargets { hits, gave_up, bindings, .. } = traced.hits;
        if traced.region.chunk.origin == [0, 0] {
            encoder.clear_buffer(gave_up, 0, None);
        }
        let stores_steps = traced.inputs.pass == Pass::Steps;
        let own = [Binding::Texture(hits), Binding::Buffer(gave_up)];
        let stage = (Stage::Trace { stores_steps }, &own[..], &**bindings);
        self.record(gpu, encoder, traced, stage, timestamps);
    }

    pub(crate) fn cast_shadows(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        traced: TracedRays<'_>,
        sun: SunInputs,
        timestamps: Option<&TimestampQuery>,
    ) {
        let targets = traced.hits;
        let own = [
            Binding::Texture(&targets.hits),
            Binding::Texture(&targets.sunlight),
            Binding::Uniform(bytemuck::bytes_of(&sun.direction)),
        ];
        let stage = (Stage::Sunlight, &own[..], &*targets.bindings);
        self.record(gpu, encoder, traced, stage, timestamps);
    }

    pub(crate) fn read_hits(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        traced: TracedRays<'_>,
        output: &FieldTexture,
    ) {
        let own = [Binding::Texture(&traced.hits.hits), Binding::Texture(&output.view)];
        let stage = Stage::Read(traced.inputs.pass);
        self.record(gpu, encoder, traced, (stage, &own, &output.bindings), None);
    }

    /// `own` are the bindings after the uniform of the rays; `cache` stores the bind group.
    fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        traced: TracedRays<'_>,
        (stage, own, cache): (Stage, &[Binding<'_>], &BindingCache),
        timestamps: Option<&TimestampQuery>,
    ) {
        let rays = rays_uniform(traced.region);
        let rays = Binding::Uniform(bytemuck::bytes_of(&rays));
        let bindings: Vec<Binding<'_>> = [rays].into_iter().chain(own.iter().copied()).collect();
        let scene = self.scene_group(gpu, &traced);
        let (layout, label) = match stage {
            Stage::Trace { .. } => (&self.trace_layout, "trace"),
            Stage::Sunlight => (&self.sun_layout, "sunlight"),
            Stage::Read(pass) => (&self.read_layouts[usize::from(pass.channels() > 1)], "read"),
        };
        let own = cache.bind(gpu, label, layout, &bindings);
        let layouts = [layout, &self.scene_layout].map(Some);
        let reads_slope = matches!(stage, Stage::Read(_)) && traced.inputs.scene == Scene::Terrain;
        let key = StageKey {
            mode: mode_of(traced.inputs.scene),
            channel: traced.inputs.bounds.channel,
            channels: traced.field.channels,
            gradient_at: traced.field.normals_at.filter(|_| reads_slope).unwrap_or_default(),
            stage,
        };
        let pipeline = self.stages.entry(key);
        let pipeline = pipeline.or_insert_with(|| build(gpu, key, &layouts));
        let (groups, size) = ([&own, &scene], workgroups(traced.region.chunk.size));
        dispatch(encoder, pipeline, label, &groups, size, timestamps);
    }
}

pub(crate) fn rays_uniform(region: RayRegion) -> RaysUniform {
    let RayRegion { origin, chunk, stride } = region;
    RaysUniform {
        first: [0, 1].map(|axis| origin[axis] + chunk.origin[axis]),
        size: chunk.size,
        texel: chunk.origin,
        stride: stride as f32,
        padding: 0,
    }
}

fn mode_of(scene: Scene) -> ViewMode {
    let modes = ViewMode::ALL.into_iter();
    let mut of_scene = modes.filter(|mode| mode.info().scene == Some(scene));
    of_scene.next().unwrap_or(ViewMode::Terrain)
}

fn build(
    gpu: &Gpu,
    key: StageKey,
    layouts: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::ComputePipeline {
    let (file, entry_point, constant) = match key.stage {
        Stage::Trace { stores_steps } => {
            let constant = ("STORES_STEPS", f64::from(stores_steps));
            ("trace.wgsl", "trace_rays", Some(constant))
        }
        Stage::Sunlight => ("sunlight.wgsl", "cast_shadows", None),
        Stage::Read(pass) => {
            let property = pass as u32 - Pass::Depth as u32;
            let constant = ("PROPERTY", f64::from(property));
            ("read_hits.wgsl", "read_hits", Some(constant))
        }
    };
    let mut source = host_shaders::of_view(file, key.mode, ViewMode::Texture);
    if let Stage::Read(pass) = key.stage
        && pass.channels() == 1
    {
        source = source.replace("rgba32float", "r32float");
    }
    let channel = [
        ("shading__CHANNEL", f64::from(key.channel as u32)),
        ("shading__CHANNELS", f64::from(key.channels)),
    ];
    let gradient =
        (key.gradient_at > 0).then_some(("shading__GRADIENT_AT", f64::from(key.gradient_at)));
    let constants: Vec<_> = channel.into_iter().chain(gradient).chain(constant).collect();
    stage_with_groups(gpu, &source, entry_point, layouts, &constants)
}
