//! Derivation of quantities, such as the slope, and of masks from a field.

mod whole_field;

use super::host_uniforms::PlacementUniform;
use super::shade::all_visible;
use crate::field::grid::{Raster, Region};
use crate::generator::texture_format;
use crate::gpu::device::binding::{Binding, layout, storage, storage_texture, texture, uniform};
use crate::gpu::device::compute::{dispatch, stage, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::{FieldTexture, Gpu, GpuError, HorizonTexture, HostPipelines, ShadeInputs};
use crate::subject::derived::Derived;
use crate::view::shading::{Shading, ViewMode};

/// Derives one quantity or one mask.
#[derive(Debug)]
pub struct DerivePipeline {
    derived: Derived,
    shading: Shading,
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    /// One texel, bound in place of horizons that a derivation does not need: all of the sky is visible.
    no_horizons: wgpu::TextureView,
}

/// An evaluated field, and the position in it of the samples from which numbers are derived.
#[derive(Clone, Copy, Debug)]
pub struct DeriveInput<'a> {
    /// Evaluated samples; for a tile, with neighboring samples around it.
    pub field: &'a FieldTexture,
    /// Raster of the whole picture, of which the field may be a tile.
    pub raster: Raster,
    /// Rectangle of the grid that the field covers.
    pub region: Region,
    /// Column and row of the sample from which the upper left texel of the output is derived.
    pub origin: [u32; 2],
    /// Added to the values, which are relative to it. 0 for several channels.
    pub base: f32,
}

impl DerivePipeline {
    /// Builds the pipeline for fields of `channels` channels. `shading` selects height channel, light and exaggeration.
    pub fn new(gpu: &Gpu, derived: &Derived, shading: &Shading, channels: u32) -> Self {
        let format = field_format(derived.channels());
        // The bindings of shading; palettes, percentiles, albedo and report are not read.
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, texture(false)),
            (3, storage(true)),
            (4, storage_texture(format)),
            (5, texture(false)),
            (6, storage(true)),
            (7, texture(false)),
            (8, uniform()),
        ];
        let layout = layout(gpu, "DerivePipeline::layout", &bindings);
        let constants = [
            ("NEEDS_SLOPE", f64::from(derived.needs_slope())),
            ("shading__CHANNEL", f64::from(shading.channel as u32)),
            ("shading__CHANNELS", f64::from(channels)),
        ];
        let source = derived.stage();
        let source = source.replace("rgba32float", texture_format(derived.channels()));
        Self {
            pipeline: stage(gpu, &source, "derive", &layout, &constants),
            derived: derived.clone(),
            shading: *shading,
            layout,
            no_horizons: all_visible(gpu),
        }
    }

    /// Returns the number of channels of the output.
    pub fn channels(&self) -> u32 {
        self.derived.channels()
    }

    /// Records the derivation into `output`. If it needs horizons, these are measured first, which submits `encoder`;
    /// the field must then be the whole picture, and its samples square.
    ///
    /// # Errors
    /// Fails if the horizons exceed the adapter's memory.
    pub fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        input: DeriveInput<'_>,
        output: &FieldTexture,
    ) -> Result<(), GpuError> {
        let horizons = self.horizons(gpu, encoder, host, input)?;
        let horizons = horizons.as_ref().map_or(&self.no_horizons, HorizonTexture::view);
        let spacing = input.raster.spacing;
        let shading = ShadeInputs::new(&self.shading, spacing, false).with_origin(input.origin);
        let corner = input.raster.world_from_sample([0.0, 0.0]);
        let placement = PlacementUniform {
            corner: corner.map(|coordinate| coordinate as f32),
            first: input.region.origin,
            spacing: spacing.map(|spacing| spacing as f32),
            missing: f32::NAN.to_bits(),
            base: input.base,
        };
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&shading.uniform)),
            Binding::Texture(&input.field.view),
            Binding::Texture(&self.no_horizons),
            Binding::Buffer(&input.field.runaway),
            Binding::Texture(&output.view),
            Binding::Texture(&self.no_horizons),
            Binding::Buffer(&input.field.runaway),
            Binding::Texture(horizons),
            Binding::Uniform(bytemuck::bytes_of(&placement)),
        ];
        let cache = &output.bindings;
        let group = cache.bind(gpu, "DerivePipeline::run", &self.layout, &bindings);
        let size = workgroups(output.size());
        dispatch(encoder, &self.pipeline, "derive", &[&group], size, None);
        Ok(())
    }

    fn horizons(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        input: DeriveInput<'_>,
    ) -> Result<Option<HorizonTexture>, GpuError> {
        if !self.derived.needs_sky() {
            return Ok(None);
        }
        let shading = Shading { mode: ViewMode::Sky, ..self.shading };
        host.measure_horizons(gpu, encoder, input.field, &shading, input.raster.spacing[0])
    }
}
