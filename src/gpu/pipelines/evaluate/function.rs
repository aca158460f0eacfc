//! The compute pipeline of a generator that is a function of a position.

use std::borrow::Cow;

use super::EvaluateInputs;
use crate::field::grid::Region;
use crate::generator::{ENTRY_POINT, Generator, RUNAWAY_BINDING, TAP_BINDING};
use crate::gpu::device::author_pipeline::AuthorPipeline;
use crate::gpu::device::binding::{Binding, storage, storage_texture, uniform};
use crate::gpu::device::compute::workgroups;
use crate::gpu::device::report::start_report;
use crate::gpu::device::texture::field_format;
use crate::gpu::pipelines::host_uniforms::{DispatchUniforms, GridUniform};
use crate::gpu::{FieldTexture, Gpu, TimestampQuery};
use crate::view::space::planet::FACES;
use crate::view::space::settings::Projection;

#[derive(Clone, Debug)]
pub(super) struct FunctionPipeline(AuthorPipeline);

impl FunctionPipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(super) fn new(gpu: &Gpu, label: &str, generator: &Generator, module: naga::Module) -> Self {
        let mut bindings = vec![
            (0, uniform()),
            (1, storage_texture(field_format(generator.stored_channels()))),
            (2, uniform()),
            (RUNAWAY_BINDING, storage(false)),
        ];
        bindings.extend(generator.tap.is_some().then_some((TAP_BINDING, uniform())));
        let shader = (module, ENTRY_POINT);
        Self(AuthorPipeline::new(gpu, label, generator, shader, &bindings))
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
        if chunk.origin == [0, 0] {
            start_report(gpu, encoder, &inputs.fields.reports, &field.runaway);
        }
        let parts = parts(inputs, region, chunk).into_iter().map(|part| {
            let mut host = vec![
                Binding::Uniform(bytemuck::bytes_of(&part.grid)),
                Binding::Texture(&field.view),
                Binding::Uniform(&inputs.arguments),
                Binding::Buffer(&field.runaway),
            ];
            if !inputs.tap.is_empty() {
                host.push(Binding::Uniform(&inputs.tap));
            }
            let (cache, author) = ((&*field.bindings, part.index), (&*part.uniform, fields));
            (self.0.groups(gpu, cache, author, &host), workgroups(part.grid.size))
        });
        let parts: Vec<_> = parts.collect();
        self.0.dispatch(encoder, "evaluate", &parts, timestamps);
    }
}

/// One dispatch for each tile of a planet if it has tiles near the camera, otherwise a single one. Samples are written
/// to a texture of the region's size.
pub(super) fn parts(
    inputs: &EvaluateInputs,
    region: Region,
    chunk: Region,
) -> Vec<DispatchUniforms<'_>> {
    let whole = grid_uniform(inputs, region, chunk);
    let planet = inputs.planet.as_ref();
    let Some(planet) = planet.filter(|planet| planet.tile_count() > FACES.len() as u32) else {
        let uniform = Cow::Borrowed(inputs.uniform.as_slice());
        let part = DispatchUniforms { index: 0, grid: whole, uniform };
        return vec![part];
    };
    let tiles = (0..).zip(planet.tiles());
    let parts = tiles.filter_map(|(index, tile)| {
        let start = planet.tile_origin(index);
        let first = [0, 1].map(|axis| whole.first[axis].max(start[axis]));
        let end = [0, 1].map(|axis| {
            let end = start[axis] + planet.face_side();
            end.min(whole.first[axis] + whole.size[axis])
        });
        let is_empty = (0..2).any(|axis| first[axis] >= end[axis]);
        (!is_empty).then(|| DispatchUniforms {
            index,
            grid: GridUniform {
                first,
                size: [0, 1].map(|axis| end[axis] - first[axis]),
                texel: [0, 1].map(|axis| first[axis] - region.origin[axis]),
                cells: planet.cells << tile.depth,
                corner: tile.corner.map(|at| at * planet.cells),
                face: tile.face,
                is_tile: 1,
                ..whole
            },
            uniform: inputs.uniform_of(tile.depth),
        })
    });
    parts.collect()
}

fn grid_uniform(inputs: &EvaluateInputs, region: Region, chunk: Region) -> GridUniform {
    let grid = &inputs.grid;
    let center = [0, 1].map(|axis| grid.center[axis] - inputs.origin[axis]);
    GridUniform {
        center: center.map(|coordinate| coordinate as f32),
        center_rest: center.map(rest),
        center_sample: grid.size.map(|count| count as f32 / 2.0),
        first: [0, 1].map(|axis| region.origin[axis] + chunk.origin[axis]),
        size: chunk.size,
        texel: chunk.origin,
        corner: [0, 0],
        spacing: grid.spacing() as f32,
        spacing_rest: rest(grid.spacing()),
        z: inputs.z as f32,
        z_rest: rest(inputs.z),
        time: inputs.time,
        columns: match (&inputs.planet, inputs.volume) {
            (Some(planet), _) => planet.columns(),
            (None, side) => side.map_or(0, |side| grid.size[0] / side),
        },
        side: match &inputs.planet {
            Some(planet) => planet.face_side(),
            None => inputs.volume.unwrap_or(1),
        },
        cells: inputs.planet.as_ref().map_or(0, |planet| planet.cells),
        projection: match inputs.projection {
            None => 0,
            Some((Projection::Equirect, _)) => 1,
            Some((Projection::Cube, _)) => 2,
        },
        layer: inputs.projection.map_or(0, |(_, layer)| layer),
        face: 0,
        is_tile: 0,
        channel: inputs.ground.map_or(0, |(channel, _)| channel as u32),
        channels: inputs.ground.map_or(1, |(_, channels)| channels),
        z_factor: inputs.z_factor.unwrap_or(1.0) as f32,
        padding: 0,
    }
}

/// Rounding error of a number in `f32`. Added to the rounded number in `f32`, it changes nothing.
fn rest(number: f64) -> f32 {
    let single = number as f32;
    let rest = (number - f64::from(single)) as f32;
    // Half a unit in the last place might be rounded to the next number.
    if single + rest == single { rest } else { f32::from_bits(rest.to_bits() - 1) }
}
