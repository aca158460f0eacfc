//! Compute pipelines in which the host calls a function of the author.

use super::binding::{
    Binding, BindingCache, author_bindings, author_resources, create_group, layout, uniform,
};
use super::compute::{compute_pipeline, pipeline_layout};
use super::trusted_shader::bounded_shader;
use crate::generator::Generator;
use crate::gpu::{Gpu, TimestampQuery};

/// Bind group 0 has the controls and field inputs, 1 is empty, and 2 is that of the host.
#[derive(Clone, Debug)]
pub(crate) struct AuthorPipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_group: wgpu::BindGroup,
    host_layout: wgpu::BindGroupLayout,
}

impl AuthorPipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(crate) fn new(
        gpu: &Gpu,
        label: &str,
        generator: &Generator,
        (module, entry_point): (naga::Module, &str),
        host: &[(u32, wgpu::BindingType)],
    ) -> Self {
        let author = author_bindings(uniform(), generator);
        let author_layout = layout(gpu, "AuthorPipeline::author_layout", &author);
        let empty_layout = layout(gpu, "AuthorPipeline::empty_layout", &[]);
        let host_layout = layout(gpu, "AuthorPipeline::host_layout", host);
        let groups = [&author_layout, &empty_layout, &host_layout].map(Some);
        let layout = pipeline_layout(gpu, label, &groups);
        let shader = bounded_shader(gpu, label, module);
        Self {
            pipeline: compute_pipeline(gpu, &layout, &shader, entry_point, &[]),
            empty_group: create_group(gpu, "AuthorPipeline::empty", &empty_layout, &[]),
            author_layout,
            host_layout,
        }
    }

    /// Returns the bind groups of a dispatch. `index` distinguishes the dispatches of one submission.
    pub(crate) fn groups(
        &self,
        gpu: &Gpu,
        (cache, index): (&BindingCache, u32),
        (uniform, fields): (&[u8], &[wgpu::TextureView]),
        host: &[Binding<'_>],
    ) -> [wgpu::BindGroup; 3] {
        let author = author_resources(uniform, fields);
        let bind = |label, layout, bindings: &[Binding<'_>]| {
            cache.bind_part(gpu, label, index, layout, bindings)
        };
        [
            bind("AuthorPipeline::author", &self.author_layout, &author),
            self.empty_group.clone(),
            bind("AuthorPipeline::host", &self.host_layout, host),
        ]
    }

    pub(crate) fn dispatch(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        label: &str,
        parts: &[([wgpu::BindGroup; 3], [u32; 2])],
        timestamps: Option<&TimestampQuery>,
    ) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(label),
            timestamp_writes: timestamps.map(TimestampQuery::writes),
        });
        pass.set_pipeline(&self.pipeline);
        for (groups, [columns, rows]) in parts {
            for (index, group) in (0..).zip(groups) {
                pass.set_bind_group(index, group, &[]);
            }
            pass.dispatch_workgroups(*columns, *rows, 1);
        }
    }
}
