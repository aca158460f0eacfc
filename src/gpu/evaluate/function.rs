//! The pipeline of a function of a position.

use super::super::binding::{
    Binding, author_bindings, author_resources, create_group, layout, storage, storage_texture,
    uniform,
};
use super::super::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use super::super::texture::{field_format, start_report};
use super::super::trusted_shader::bounded_shader;
use super::super::uniform::GridUniform;
use super::super::{FieldTexture, Gpu, TimestampQuery};
use super::EvaluateInputs;
use crate::generator::{ENTRY_POINT, Generator, RUNAWAY_BINDING, TAP_BINDING};
use crate::grid::Region;
use crate::planet::FACE_COLUMNS;
use crate::scene::Projection;

/// The pipeline of a function of a position.
#[derive(Clone, Debug)]
pub(super) struct FunctionPipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_group: wgpu::BindGroup,
    host_layout: wgpu::BindGroupLayout,
}

impl FunctionPipeline {
    /// Builds the pipeline of a wrapped generator. Errors go to the error scope around the call.
    pub(super) fn new(gpu: &Gpu, label: &str, generator: &Generator, module: naga::Module) -> Self {
        let author = author_bindings(uniform(), generator);
        let author_layout = layout(gpu, "FunctionPipeline::author_layout", &author);
        let empty_layout = layout(gpu, "FunctionPipeline::empty_layout", &[]);
        let mut bindings = vec![
            (0, uniform()),
            (
                1,
                storage_texture(field_format(generator.stored_channels())),
            ),
            (2, uniform()),
            (RUNAWAY_BINDING, storage(false)),
        ];
        bindings.extend(generator.tap.is_some().then_some((TAP_BINDING, uniform())));
        let host_layout = layout(gpu, "FunctionPipeline::host_layout", &bindings);
        let groups = [&author_layout, &empty_layout, &host_layout].map(Some);
        let layout = pipeline_layout(gpu, label, &groups);
        let shader = bounded_shader(gpu, label, module);
        Self {
            pipeline: compute_pipeline(gpu, &layout, &shader, ENTRY_POINT, &[]),
            empty_group: create_group(gpu, "FunctionPipeline::empty", &empty_layout, &[]),
            author_layout,
            host_layout,
        }
    }

    pub(super) fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (inputs, fields): (&EvaluateInputs, &[wgpu::TextureView]),
        (region, chunk): (Region, Region),
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        let cache = &field.bindings;
        let author = author_resources(&inputs.uniform, fields);
        let author = cache.bind(
            gpu,
            "FunctionPipeline::author",
            &self.author_layout,
            &author,
        );
        let grid = grid_uniform(inputs, region, chunk);
        let mut host = vec![
            Binding::Uniform(bytemuck::bytes_of(&grid)),
            Binding::Texture(&field.view),
            Binding::Uniform(&inputs.arguments),
            Binding::Buffer(&field.runaway),
        ];
        if !inputs.tap.is_empty() {
            host.push(Binding::Uniform(&inputs.tap));
        }
        let host = cache.bind(gpu, "FunctionPipeline::host", &self.host_layout, &host);
        if chunk.origin == [0, 0] {
            start_report(encoder, inputs.fields.report.as_ref(), &field.runaway);
        }
        let groups = [&author, &self.empty_group, &host];
        let size = workgroups(chunk.size);
        dispatch(
            encoder,
            &self.pipeline,
            "evaluate",
            &groups,
            size,
            timestamps,
        );
    }
}

/// Returns the uniform of a chunk of a region, for a texture of the region's size.
pub(super) fn grid_uniform(inputs: &EvaluateInputs, region: Region, chunk: Region) -> GridUniform {
    let grid = &inputs.grid;
    GridUniform {
        center: grid.center.map(|coordinate| coordinate as f32),
        center_sample: grid.size.map(|count| count as f32 / 2.0),
        first: [0, 1].map(|axis| region.origin[axis] + chunk.origin[axis]),
        size: chunk.size,
        texel: chunk.origin,
        spacing: grid.spacing() as f32,
        z: inputs.z,
        time: inputs.time,
        columns: match (inputs.planet, inputs.volume) {
            (Some(_), _) => FACE_COLUMNS,
            (None, side) => side.map_or(0, |side| grid.size[0] / side),
        },
        side: match inputs.planet {
            Some(planet) => planet.face_side(),
            None => inputs.volume.unwrap_or(1),
        },
        cells: inputs.planet.map_or(0, |planet| planet.cells),
        projection: match inputs.projection {
            None => 0,
            Some((Projection::Equirect, _)) => 1,
            Some((Projection::Cube, _)) => 2,
        },
        layer: inputs.projection.map_or(0, |(_, layer)| layer),
    }
}
