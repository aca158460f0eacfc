//! Recording of a three-dimensional view: data → bounds → hits → sunlight → shaded pixels, or properties of the hits.

use super::super::readback::request_gave_up;
use super::super::shade::HitSources;
use super::super::trace::TracedRays;
use super::super::{
    BoundsBuffer, DifferenceField, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError,
    HitTargets, HorizonTexture, PendingReadback, PictureTexture, RayInputs, RayRegion, ShadeInputs,
    SunInputs, TimestampQuery, ValueRangeBuffer,
};
use super::{HostPipelines, PictureTargets};
use crate::generator::Generator;
use crate::scene::Pass;

/// Resources of a three-dimensional view besides the field and the picture.
#[derive(Clone, Debug)]
pub struct SceneTargets {
    /// Bounds of the field's values, which speed up the search for hits. All tiles share them.
    pub bounds: BoundsBuffer,
    /// Fractions of the sky that the samples see; `None` if they are not used.
    pub horizons: Option<HorizonTexture>,
    /// Hits of the picture's rays, and the sunlight at the hits.
    pub hits: HitTargets,
    /// Albedo of the hits of a solid, by the file's own `surface`; `None` if it is not used.
    pub albedo: Option<PictureTexture>,
    /// Difference that colors the ground, with a shading by [`Shading::of_difference`](crate::shading::Shading);
    /// `None` for the usual colors.
    pub difference: Option<DifferenceField>,
    /// A property of the hits, such as their depth, that is written in place of a picture; `None` for a picture.
    pub output: Option<FieldTexture>,
}

/// The data of a three-dimensional view, which its tiles share.
#[derive(Clone, Debug)]
pub struct SceneData {
    /// Evaluated samples.
    pub field: FieldTexture,
    /// The value range measured from the samples.
    pub value_range: ValueRangeBuffer,
    /// Albedo of the samples, by the file's own `surface`; `None` if it is not used.
    pub albedo: Option<PictureTexture>,
    /// True if the file's own `surface` is evaluated where rays hit, not at the samples.
    pub has_albedo_at_hits: bool,
    /// Bounds of the values, which speed up the search for hits.
    pub bounds: BoundsBuffer,
    /// Fractions of the sky that the samples see; `None` if they are not used.
    pub horizons: Option<HorizonTexture>,
    /// Difference of another field and this one, which colors the ground, with a shading by
    /// [`Shading::of_difference`](crate::shading::Shading); `None` for the usual colors.
    pub difference: Option<DifferenceField>,
}

impl SceneData {
    /// Creates empty data of a generator on a grid of `size` samples.
    ///
    /// # Errors
    /// The size exceeds the adapter's limit or its memory.
    pub fn new(
        gpu: &Gpu,
        size: [u32; 2],
        generator: &Generator,
        (rays, has_albedo): (&RayInputs, bool),
    ) -> Result<Self, GpuError> {
        let is_at_hits = rays.has_albedo_at_hits();
        let albedo = (has_albedo && !is_at_hits).then(|| PictureTexture::albedo(gpu, size));
        let mut field = FieldTexture::of_generator(gpu, size, generator)?;
        field.counted = rays.faces_size();
        Ok(Self {
            has_albedo_at_hits: has_albedo && is_at_hits,
            field,
            value_range: ValueRangeBuffer::new(gpu),
            albedo: albedo.transpose()?,
            bounds: BoundsBuffer::new(gpu, rays.data())?,
            horizons: None,
            difference: None,
        })
    }

    /// Records the computation of the bounds from the field.
    pub fn compute_bounds(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        rays: &RayInputs,
    ) {
        let data = (&self.field, &self.bounds);
        host.trace(gpu).compute_bounds(gpu, encoder, rays, data);
    }
}

/// The stages of a three-dimensional view. Each does nothing for targets of a view from above.
impl PictureTargets {
    /// Creates the targets of a three-dimensional view, or of a tile of it, from its data: `size` pixels wide and high.
    ///
    /// # Errors
    /// The size exceeds the adapter's limit or its memory.
    pub fn of_scene(
        gpu: &Gpu,
        data: &SceneData,
        size: [u32; 2],
        (rays_per_side, pass): (u32, Pass),
    ) -> Result<Self, GpuError> {
        let output = (pass != Pass::Color).then(|| FieldTexture::new(gpu, size, pass.channels()));
        let ray_count = size.map(|pixels| pixels * rays_per_side);
        let has_albedo = data.has_albedo_at_hits && pass == Pass::Color;
        let albedo = has_albedo.then(|| PictureTexture::albedo(gpu, ray_count));
        Ok(Self {
            field: data.field.clone(),
            value_range: data.value_range.clone(),
            picture: PictureTexture::new(gpu, size)?,
            albedo: data.albedo.clone(),
            derived: None,
            scene: Some(SceneTargets {
                bounds: data.bounds.clone(),
                horizons: data.horizons.clone(),
                hits: HitTargets::new(gpu, ray_count)?,
                albedo: albedo.transpose()?,
                difference: data.difference.clone(),
                output: output.transpose()?,
            }),
        })
    }

    /// Returns the rays of `region` with their data and the targets for their hits; `None` for a view from above.
    fn traced<'a>(&'a self, inputs: &'a RayInputs, region: RayRegion) -> Option<TracedRays<'a>> {
        let SceneTargets { bounds, hits, .. } = self.scene.as_ref()?;
        Some(TracedRays {
            inputs,
            region,
            field: &self.field,
            bounds,
            hits,
        })
    }

    /// Records the search for the hits of some rays. The region at the upper left must be recorded first: it resets the
    /// number of rays that gave up.
    pub fn trace(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        rays: &RayInputs,
        region: RayRegion,
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(traced) = self.traced(rays, region) {
            let pipelines = host.trace(gpu);
            pipelines.trace(gpu, encoder, traced, timestamps);
        }
    }

    /// Records the search for obstacles between the sun and the hits of some rays.
    pub fn cast_shadows(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        (rays, sun): (&RayInputs, SunInputs),
        region: RayRegion,
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(traced) = self.traced(rays, region) {
            let pipelines = host.trace(gpu);
            pipelines.cast_shadows(gpu, encoder, (traced, sun), timestamps);
        }
    }

    /// Records the evaluation of the file's own `surface` where some rays hit a solid.
    pub fn color_hits(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (pipeline, inputs): (&EvaluatePipeline, &EvaluateInputs),
        rays: &RayInputs,
        region: RayRegion,
        timestamps: Option<&TimestampQuery>,
    ) {
        let albedo = self.scene.as_ref().and_then(|scene| scene.albedo.as_ref());
        if let Some(hits) = self.traced(rays, region).zip(albedo) {
            pipeline.evaluate_surface_at_hits(gpu, encoder, inputs, hits, timestamps);
        }
    }

    /// Records the shading of the hits, with the albedo if `uses_albedo`, or by the difference if there is one. `region`
    /// is all of the targets.
    ///
    /// # Errors
    /// The tables of a planet's air exceed the adapter's memory.
    pub fn shade_hits(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        (rays, inputs): (&RayInputs, &ShadeInputs),
        region: RayRegion,
        uses_albedo: bool,
    ) -> Result<(), GpuError> {
        let Some((scene, traced)) = self.scene.as_ref().zip(self.traced(rays, region)) else {
            return Ok(());
        };
        let difference = scene.difference.as_ref();
        let mut ground = self.ground(uses_albedo, scene.horizons.as_ref());
        ground.albedo = scene.albedo.as_ref().or(ground.albedo);
        ground.difference = difference.map(|difference| &difference.field);
        let sources = HitSources {
            traced,
            ground,
            range: difference.map_or(&self.value_range, |difference| &difference.range),
        };
        host.trace(gpu);
        if let HostPipelines {
            shade,
            trace: Some(trace),
            air,
            ..
        } = host
        {
            let pipelines = (&*trace, air);
            shade.shade_hits(gpu, encoder, pipelines, inputs, sources, &self.picture)?;
        }
        Ok(())
    }

    /// Requests the number of rays that reached the step limit; `None` for a view from above.
    pub fn request_gave_up(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<PendingReadback> {
        let scene = self.scene.as_ref()?;
        Some(request_gave_up(gpu, encoder, &scene.hits))
    }

    /// Records the conversion of the hits to the property that is written in place of a picture.
    pub(crate) fn read_hits(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        rays: &RayInputs,
        region: RayRegion,
    ) {
        let output = self.scene.as_ref().and_then(|scene| scene.output.as_ref());
        if let Some((traced, output)) = self.traced(rays, region).zip(output) {
            let pipelines = host.trace(gpu);
            pipelines.read_hits(gpu, encoder, traced, output);
        }
    }
}
