//! The difference of two fields (second minus first), with a value range that is symmetric about 0.

use super::host_uniforms::ChannelsUniform;
use super::value_range::{ValueRangeBuffer, ValueRangePipeline};
use crate::field::{Channel, RangeRule};
use crate::gpu::device::binding::{Binding, storage, storage_texture, texture, uniform};
use crate::gpu::device::compute::{HostStages, dispatch, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::{FieldTexture, Gpu, GpuError};

/// Difference of two fields, and the value range with which it is shown. Clones share the memory.
#[derive(Clone, Debug)]
pub struct DifferenceField {
    /// The second field minus the first, with one channel.
    pub field: FieldTexture,
    /// Symmetric about 0: its end is the percentile (0.1 or 99.9) that is farther from 0.
    pub range: ValueRangeBuffer,
}

impl DifferenceField {
    /// Creates the difference of fields that have the size of `operand`.
    ///
    /// # Errors
    /// Fails if the texture exceeds the adapter's memory.
    pub fn new(gpu: &Gpu, operand: &FieldTexture) -> Result<Self, GpuError> {
        let mut field = FieldTexture::new(gpu, operand.size(), 1)?;
        field.counted = operand.counted;
        Ok(Self { field, range: ValueRangeBuffer::new(gpu) })
    }

    /// Returns true for fields with the size of `operand`.
    pub fn fits(&self, operand: &FieldTexture) -> bool {
        self.field.size() == operand.size() && self.field.counted == operand.counted
    }
}

/// Subtracts fields, and measures the value range of the difference.
#[derive(Debug)]
pub struct DifferencePipeline(HostStages);

impl DifferencePipeline {
    /// Builds no pipeline yet.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, texture(false)),
            (3, storage_texture(field_format(1))),
            (4, storage(true)),
            (5, storage(true)),
            (6, storage(false)),
            (7, storage(false)),
        ];
        Self(HostStages::new(gpu, "difference.wgsl", &bindings, &[]))
    }

    /// Records the subtraction of the first field from the second, both of the size of the difference, and the
    /// measurement of the value range. The guard report of a runaway loop in either field is copied to the difference.
    pub fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        percentiles: &ValueRangePipeline,
        [first, second]: [(&FieldTexture, Channel); 2],
        DifferenceField { field: difference, range }: &DifferenceField,
    ) {
        let channels = ChannelsUniform {
            first: first.1 as u32,
            second: second.1 as u32,
            first_count: first.0.channels,
            second_count: second.0.channels,
        };
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&channels)),
            Binding::Texture(&first.0.view),
            Binding::Texture(&second.0.view),
            Binding::Texture(&difference.view),
            Binding::Buffer(&first.0.runaway),
            Binding::Buffer(&second.0.runaway),
            Binding::Buffer(&difference.runaway),
            Binding::Buffer(&range.buffer),
        ];
        let cache = &difference.bindings;
        let group = cache.bind(gpu, "DifferencePipeline::group", &self.0.layout, &bindings);
        let size = workgroups(difference.size());
        let [subtract, symmetric_range] =
            ["subtract", "symmetric_range"].map(|stage| self.0.get(gpu, stage));
        dispatch(encoder, &subtract, "subtract", &[&group], size, None);
        percentiles.run(gpu, encoder, difference, Channel::X, RangeRule::Percentiles, range);
        dispatch(encoder, &symmetric_range, "symmetric_range", &[&group], [1, 1], None);
    }
}
