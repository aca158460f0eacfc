//! Bounds by which rays skip empty space: extremes and a pyramid of maxima of a height field, or of a volume's bricks.

use std::sync::Arc;

use super::levels::{Level, MAX_LEVELS, bound_count, face_bounds, levels};
use super::{BoundsInputs, DataShape};
use crate::field::Channel;
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, storage, texture, uniform,
};
use crate::gpu::device::compute::{HostStages, dispatch, dispatch_layers, workgroups};
use crate::gpu::pipelines::host_uniforms::LevelUniform;
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::view::space::planet::FACE_MARGIN;

/// Workgroups that find the extremes of a field, each in a share of its rows.
const GROUPS: u32 = 64;

/// Highest and lowest value, at the start of the buffer.
const HEADER_BYTES: u64 = 8;

/// Labels of bind groups. Each level has its own uniform, because all are recorded in one submission.
const LABELS: [&str; MAX_LEVELS] = [
    "level 1", "level 2", "level 3", "level 4", "level 5", "level 6", "level 7", "level 8",
    "level 9", "level 10", "level 11", "level 12", "level 13",
];

/// Bounds of a height field, planet or volume. Clones share the memory.
#[derive(Clone, Debug)]
pub struct BoundsBuffer {
    pub(super) buffer: wgpu::Buffer,
    data: DataShape,
    bindings: Arc<BindingCache>,
}

impl BoundsBuffer {
    /// Creates the buffer for data of this shape.
    ///
    /// # Errors
    /// Fails if the bounds exceed the adapter's memory.
    pub fn new(gpu: &Gpu, data: DataShape) -> Result<Self, GpuError> {
        let entries = match data {
            DataShape::Field { side } => bound_count(side),
            DataShape::Volume { side, .. } => 2 * brick_count(side).pow(3),
            DataShape::Planet { cells, tiles, .. } => tiles * face_bounds(cells),
        };
        let bytes = HEADER_BYTES + u64::from(entries) * 4;
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        let buffer = gpu.with_error_scope("BoundsBuffer", || {
            create_buffer(gpu, "BoundsBuffer", bytes, usage)
        })?;
        Ok(Self { buffer, data, bindings: Arc::default() })
    }

    /// Returns the shape of the data.
    pub fn data(&self) -> DataShape {
        self.data
    }
}

/// Along each side. A brick has 8 × 8 × 8 cells (cubes between samples) and its own bounds.
fn brick_count(side: u32) -> u32 {
    (side.max(2) - 1).div_ceil(8)
}

#[derive(Debug)]
pub(super) struct BoundsPipelines(HostStages);

impl BoundsPipelines {
    pub(super) fn new(gpu: &Gpu, channel: Channel, channels: u32) -> Self {
        let bindings = [(0, uniform()), (1, texture(false)), (2, storage(false))];
        let constants = [
            ("shading__CHANNEL", f64::from(channel as u32)),
            ("shading__CHANNELS", f64::from(channels)),
        ];
        Self(HostStages::new(gpu, "bounds.wgsl", &bindings, &constants))
    }

    pub(super) fn compute(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: BoundsInputs,
        field: &FieldTexture,
        bounds: &BoundsBuffer,
    ) {
        encoder.clear_buffer(&bounds.buffer, 0, Some(HEADER_BYTES));
        match bounds.data {
            DataShape::Field { side } => {
                let uniform =
                    LevelUniform { finer_size: side, columns: 1, ..LevelUniform::default() };
                self.compute_levels(gpu, encoder, (inputs, uniform, 1), field, bounds);
            }
            DataShape::Planet { cells, columns, tiles } => {
                let uniform = LevelUniform {
                    finer_size: cells + 1,
                    columns,
                    face_side: cells + 1 + 2 * FACE_MARGIN,
                    margin: FACE_MARGIN,
                    face_bounds: face_bounds(cells),
                    tile_count: tiles,
                    ..LevelUniform::default()
                };
                self.compute_levels(gpu, encoder, (inputs, uniform, tiles), field, bounds);
            }
            DataShape::Volume { side, columns } => {
                let size = brick_count(side);
                let uniform = LevelUniform {
                    size,
                    finer_size: side,
                    sign: 1.0,
                    columns,
                    ..LevelUniform::default()
                };
                let [extremes, bricks] =
                    &["extremes", "bricks"].map(|stage| self.0.get(gpu, stage));
                let group = self.group(gpu, "bricks", &uniform, field, bounds);
                dispatch(encoder, extremes, "extremes", &[&group], [GROUPS, 1], None);
                let groups = [size.pow(3).div_ceil(64), 1];
                dispatch(encoder, bricks, "bricks", &[&group], groups, None);
            }
        }
    }

    fn group(
        &self,
        gpu: &Gpu,
        label: &'static str,
        uniform: &LevelUniform,
        field: &FieldTexture,
        bounds: &BoundsBuffer,
    ) -> wgpu::BindGroup {
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(uniform)),
            Binding::Texture(&field.view),
            Binding::Buffer(&bounds.buffer),
        ];
        bounds.bindings.bind(gpu, label, &self.0.layout, &bindings)
    }

    /// Records the pyramids of `faces` faces and tiles (1 for a plane). `uniform` holds what all levels have in common
    /// and, as `finer_size`, the samples along the side of a face.
    fn compute_levels(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (inputs, uniform, faces): (BoundsInputs, LevelUniform, u32),
        field: &FieldTexture,
        bounds: &BoundsBuffer,
    ) {
        let side = uniform.finer_size;
        let [extremes, finest, coarser] =
            &["extremes", "finest", "coarser"].map(|stage| self.0.get(gpu, stage));
        let mut finer = Level { size: side, start: 0 };
        for (label, level) in LABELS.into_iter().zip(levels(side)) {
            let uniform = LevelUniform {
                size: level.size,
                finer_size: finer.size,
                start: level.start,
                finer_start: finer.start,
                sign: inputs.sign(),
                ..uniform
            };
            let group = self.group(gpu, label, &uniform, field, bounds);
            let [columns, rows] = workgroups([level.size; 2]);
            let size = [columns, rows, faces];
            if level.start == 0 {
                let groups = [side.div_ceil(8).min(GROUPS), 1];
                dispatch(encoder, extremes, "extremes", &[&group], groups, None);
                dispatch_layers(encoder, finest, "bounds", &[&group], size, None);
            } else {
                dispatch_layers(encoder, coarser, "bounds", &[&group], size, None);
            }
            finer = level;
        }
    }
}
