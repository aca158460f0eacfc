//! Builds compute pipelines and records their dispatches, for generators and for the host's own shaders.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::binding::{self, lock};
use super::trusted_shader::host_shader;
use crate::generator::host_shaders;
use crate::gpu::{Gpu, TimestampQuery};

/// Entry points of one of the host's files that share a bind group. Each pipeline is built when it is first used.
#[derive(Debug)]
pub(crate) struct HostStages {
    module: wgpu::ShaderModule,
    constants: Vec<(&'static str, f64)>,
    pub(crate) layout: wgpu::BindGroupLayout,
    built: Mutex<BTreeMap<&'static str, wgpu::ComputePipeline>>,
}

impl HostStages {
    /// `constants` are the values of the file's `override` declarations.
    pub(crate) fn new(
        gpu: &Gpu,
        file: &str,
        bindings: &[(u32, wgpu::BindingType)],
        constants: &[(&'static str, f64)],
    ) -> Self {
        Self {
            module: host_shader(gpu, file, &host_shaders::linked(file)),
            constants: constants.to_vec(),
            layout: binding::layout(gpu, file, bindings),
            built: Mutex::default(),
        }
    }

    pub(crate) fn get(&self, gpu: &Gpu, entry_point: &'static str) -> wgpu::ComputePipeline {
        let build = || {
            let layout = pipeline_layout(gpu, entry_point, &[Some(&self.layout)]);
            compute_pipeline(gpu, &layout, &self.module, entry_point, &self.constants)
        };
        lock(&self.built).entry(entry_point).or_insert_with(build).clone()
    }
}

/// `constants` are the values of its `override` declarations.
pub(crate) fn stage(
    gpu: &Gpu,
    source: &str,
    entry_point: &str,
    layout: &wgpu::BindGroupLayout,
    constants: &[(&str, f64)],
) -> wgpu::ComputePipeline {
    stage_with_groups(gpu, source, entry_point, &[Some(layout)], constants)
}

pub(crate) fn stage_with_groups(
    gpu: &Gpu,
    source: &str,
    entry_point: &str,
    layouts: &[Option<&wgpu::BindGroupLayout>],
    constants: &[(&str, f64)],
) -> wgpu::ComputePipeline {
    let shader = host_shader(gpu, entry_point, source);
    let layout = pipeline_layout(gpu, entry_point, layouts);
    compute_pipeline(gpu, &layout, &shader, entry_point, constants)
}

pub(crate) fn pipeline_layout(
    gpu: &Gpu,
    label: &str,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: groups,
        immediate_size: 0,
    })
}

pub(crate) fn compute_pipeline(
    gpu: &Gpu,
    layout: &wgpu::PipelineLayout,
    shader: &wgpu::ShaderModule,
    entry_point: &str,
    constants: &[(&str, f64)],
) -> wgpu::ComputePipeline {
    gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry_point),
        layout: Some(layout),
        module: shader,
        entry_point: Some(entry_point),
        compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
        cache: None,
    })
}

/// `columns` × `rows` workgroups. `groups` are bound at the indices 0, 1, …
pub(crate) fn dispatch(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::ComputePipeline,
    label: &str,
    groups: &[&wgpu::BindGroup],
    [columns, rows]: [u32; 2],
    timestamps: Option<&TimestampQuery>,
) {
    let size = [columns, rows, 1];
    dispatch_layers(encoder, pipeline, label, groups, size, timestamps);
}

pub(crate) fn dispatch_layers(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::ComputePipeline,
    label: &str,
    groups: &[&wgpu::BindGroup],
    [columns, rows, layers]: [u32; 3],
    timestamps: Option<&TimestampQuery>,
) {
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: Some(label),
        timestamp_writes: timestamps.map(TimestampQuery::writes),
    });
    pass.set_pipeline(pipeline);
    for (index, group) in (0..).zip(groups) {
        pass.set_bind_group(index, *group, &[]);
    }
    pass.dispatch_workgroups(columns, rows, layers);
}

/// Columns and rows of invocations in a workgroup of the host's shaders. With half as many rows, a GPU would start
/// workgroups more slowly than it stores their results.
const WORKGROUP: [u32; 2] = [8, 16];

pub(crate) fn workgroups(size: [u32; 2]) -> [u32; 2] {
    [0, 1].map(|axis| size[axis].div_ceil(WORKGROUP[axis]))
}
