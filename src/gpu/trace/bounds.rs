//! Bounds of a height field: its lowest and highest value, and a pyramid of maxima.

use std::sync::Arc;

use super::super::binding::{
    Binding, BindingCache, create_buffer, layout, storage, texture, uniform,
};
use super::super::compute::{dispatch, stage, workgroups};
use super::super::uniform::LevelUniform;
use super::super::{FieldTexture, Gpu, GpuError};
use super::BoundsInputs;
use super::levels::{Level, MAX_LEVELS, levels};
use crate::shading::Channel;
use crate::stages;

/// Bytes before the maxima.
const HEADER_BYTES: u64 = 8;

/// Labels of the levels, which have separate uniforms because all are in one submission.
const LABELS: [&str; MAX_LEVELS] = [
    "level 1", "level 2", "level 3", "level 4", "level 5", "level 6", "level 7", "level 8",
    "level 9", "level 10", "level 11", "level 12", "level 13",
];

/// The bounds of a square height field, on the device. Clones share the buffer.
#[derive(Clone, Debug)]
pub struct BoundsBuffer {
    pub(super) buffer: wgpu::Buffer,
    side: u32,
    bindings: Arc<BindingCache>,
}

impl BoundsBuffer {
    /// Creates bounds for `side` × `side` samples, to be computed.
    ///
    /// # Errors
    /// They exceed the adapter's memory.
    pub fn new(gpu: &Gpu, side: u32) -> Result<Self, GpuError> {
        let entries = levels(side).last().map_or(0, |top| top.start + 1);
        let bytes = HEADER_BYTES + u64::from(entries) * 4;
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        let buffer = gpu.with_error_scope("BoundsBuffer", || {
            create_buffer(gpu, "BoundsBuffer", bytes, usage)
        })?;
        Ok(Self {
            buffer,
            side,
            bindings: Arc::default(),
        })
    }

    /// Returns the samples in width and height of the height field.
    pub fn side(&self) -> u32 {
        self.side
    }
}

/// Pipelines that compute bounds, for one channel of fields with the same number of channels.
#[derive(Debug)]
pub(super) struct BoundsPipelines {
    extremes: wgpu::ComputePipeline,
    finest: wgpu::ComputePipeline,
    coarser: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl BoundsPipelines {
    pub(super) fn new(gpu: &Gpu, (channel, channels): (Channel, u32)) -> Self {
        let bindings = [(0, uniform()), (1, texture(false)), (2, storage(false))];
        let layout = layout(gpu, "BoundsPipelines::layout", &bindings);
        let source = stages::linked("bounds.wgsl");
        let constants = [
            ("shading__CHANNEL", f64::from(channel as u32)),
            ("shading__CHANNELS", f64::from(channels)),
        ];
        let build = |entry_point, constants| stage(gpu, &source, entry_point, &layout, constants);
        Self {
            extremes: build("extremes", &constants),
            finest: build("finest", &constants),
            coarser: build("coarser", &[]),
            layout,
        }
    }

    /// Records the computation of the bounds of a whole field.
    pub(super) fn compute(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: BoundsInputs,
        field: &FieldTexture,
        bounds: &BoundsBuffer,
    ) {
        /// Workgroups that share the rows.
        const GROUPS: u32 = 64;
        encoder.clear_buffer(&bounds.buffer, 0, Some(HEADER_BYTES));
        let mut finer = Level {
            size: bounds.side,
            start: 0,
        };
        for (label, level) in LABELS.into_iter().zip(levels(bounds.side)) {
            let uniform = LevelUniform {
                size: level.size,
                finer_size: finer.size,
                start: level.start,
                finer_start: finer.start,
                sign: inputs.sign(),
            };
            let bindings = [
                Binding::Uniform(bytemuck::bytes_of(&uniform)),
                Binding::Texture(&field.view),
                Binding::Buffer(&bounds.buffer),
            ];
            let group = bounds.bindings.bind(gpu, label, &self.layout, &bindings);
            let size = workgroups([level.size; 2]);
            if level.start == 0 {
                let groups = [bounds.side.div_ceil(8).min(GROUPS), 1];
                dispatch(encoder, &self.extremes, "extremes", &[&group], groups, None);
                dispatch(encoder, &self.finest, "bounds", &[&group], size, None);
            } else {
                dispatch(encoder, &self.coarser, "bounds", &[&group], size, None);
            }
            finer = level;
        }
    }
}
