//! Recording of a picture's GPU work: field → value range → albedo → shaded pixels → readback. A three-dimensional view
//! also has bounds of the field, hits of rays, and sunlight at the hits.
//!
//! [`PictureTargets`] holds the textures of one picture and records into them. The window records in each frame as much
//! as fits it; a render job records whole pictures or tiles with a [`TimeSlicer`](crate::gpu::TimeSlicer), and reads
//! them back as [`PendingPicture`](crate::gpu::PendingPicture)s.

mod ray_picture;

use super::pending_picture::PictureReadback;
use crate::field::Returns;
use crate::field::grid::Region;
use crate::generator::Generator;
use crate::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, Ground, HorizonTexture,
    HostPipelines, PictureTexture, ShadeInputs, ValueRangeBuffer, request_field, request_picture,
    request_report_and_range,
};
use crate::view::shading::Shading;
pub use ray_picture::{SceneData, SceneTargets};

/// The textures and buffers of one picture, or of a tile of a larger one.
#[derive(Debug)]
pub struct PictureTargets {
    /// Evaluated samples; for a tile, with neighboring samples around it.
    pub field: FieldTexture,
    /// Value range that is measured from the samples.
    pub value_range: ValueRangeBuffer,
    /// Shaded pixels, sRGB-encoded bytes.
    pub picture: PictureTexture,
    /// Colors of the file's own `surface` function; `None` if it is not used.
    pub albedo: Option<PictureTexture>,
    /// Numbers derived from the field that are read back in its place; `None` to read back the field.
    pub derived: Option<FieldTexture>,
    /// Bounds and hits of a three-dimensional view; `None` for views from above.
    pub scene: Option<SceneTargets>,
}

impl PictureTargets {
    /// Creates the targets of a whole picture, `size` samples wide and high.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        let field = FieldTexture::of_generator(gpu, size, generator)?;
        let value_range = ValueRangeBuffer::new(gpu);
        Self::of_field(gpu, field, value_range, size, generator.has_surface)
    }

    /// Creates the targets of a tile of `size` pixels. `field` extends beyond it, and all tiles share `value_range`.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn of_field(
        gpu: &Gpu,
        field: FieldTexture,
        value_range: ValueRangeBuffer,
        size: [u32; 2],
        has_albedo: bool,
    ) -> Result<Self, GpuError> {
        let albedo = has_albedo.then(|| PictureTexture::albedo(gpu, field.size()));
        Ok(Self {
            albedo: albedo.transpose()?,
            picture: PictureTexture::new(gpu, size)?,
            field,
            value_range,
            derived: None,
            scene: None,
        })
    }

    /// Returns true if a whole picture of a generator, `size` samples wide and high, can reuse the targets.
    pub fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        self.field.size() == size
            && self.field.fits(generator)
            && self.albedo.is_some() == generator.has_surface
    }

    /// Records a whole picture at once; if horizons are measured, `encoder` is submitted. A slow evaluation may exceed
    /// the driver's time limit: a [`TimeSlicer`](crate::gpu::TimeSlicer) splits it.
    ///
    /// # Errors
    /// Fails if the buffers of a grid program exceed the adapter's memory.
    pub fn record(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
        shading: &Shading,
    ) -> Result<(), GpuError> {
        let region = inputs.grid.region();
        pipeline.evaluate(gpu, encoder, inputs, region, &self.field, None)?;
        self.measure_range(gpu, encoder, host, shading);
        let uses_albedo = pipeline.generator.uses_surface(shading);
        if let Some(albedo) = self.albedo.as_ref().filter(|_| uses_albedo) {
            pipeline.evaluate_surface(gpu, encoder, inputs, region, &self.field, albedo);
        }
        let spacing = inputs.grid.spacing();
        let horizons = host.measure_horizons(gpu, encoder, &self.field, shading, spacing)?;
        let ground = self.ground(uses_albedo, horizons.as_ref());
        let inputs = shade_inputs(pipeline, inputs, shading);
        self.shade(gpu, encoder, host, &inputs, ground);
        Ok(())
    }

    /// Records the measurement of the whole field. With a fixed range, the 0.1 and 99.9 percentiles are measured.
    pub fn measure_range(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        shading: &Shading,
    ) {
        host.measure_range(gpu, encoder, shading, &self.field, &self.value_range);
    }

    /// Returns what shading reads besides the samples: the horizons, and the albedo if `uses_albedo`.
    pub fn ground<'a>(
        &'a self,
        uses_albedo: bool,
        horizons: Option<&'a HorizonTexture>,
    ) -> Ground<'a> {
        Ground { albedo: self.albedo.as_ref().filter(|_| uses_albedo), horizons, difference: None }
    }

    /// Records the shading.
    pub fn shade(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        inputs: &ShadeInputs,
        ground: Ground<'_>,
    ) {
        let samples = (&self.field, ground);
        let (range, picture) = (&self.value_range, &self.picture);
        host.shade.shade(gpu, encoder, inputs, samples, range, picture);
    }

    /// Requests to read back samples in a region, if any, and pixels if `needs_pixels`. Fails for too little memory.
    pub(crate) fn read_back(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        samples: Option<Region>,
        needs_pixels: bool,
    ) -> Result<PictureReadback, GpuError> {
        let of_scene = self.scene.as_ref().and_then(|scene| scene.output.as_ref());
        let output = self.derived.as_ref().or(of_scene);
        let field = output.unwrap_or(&self.field);
        let samples = samples.map(|region| request_field(gpu, encoder, field, region));
        let pixels = needs_pixels.then(|| request_picture(gpu, encoder, &self.picture.texture));
        Ok(PictureReadback {
            gave_up: self.request_gave_up(gpu, encoder),
            report: request_report_and_range(gpu, encoder, &self.field, &self.value_range),
            samples: samples.transpose()?,
            pixels: pixels.transpose()?,
        })
    }
}

pub(crate) fn shade_inputs(
    pipeline: &EvaluatePipeline,
    inputs: &EvaluateInputs,
    shading: &Shading,
) -> ShadeInputs {
    let is_color = pipeline.generator.returns == Returns::Color;
    ShadeInputs::new(shading, [inputs.grid.spacing(); 2], is_color)
}
