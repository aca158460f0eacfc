//! Recording of a three-dimensional view: data → bounds → hits → sunlight → shaded pixels, or properties of the hits.

use super::PictureTargets;
use crate::generator::Generator;
use crate::gpu::pipelines::ray_tracing::TracedRays;
use crate::gpu::pipelines::shade::HitSources;
use crate::gpu::{
    BoundsBuffer, DifferenceField, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError,
    HitTargets, HorizonTexture, HostPipelines, PendingReadback, PictureTexture, RayInputs,
    RayRegion, ShadeInputs, SunInputs, TimestampQuery, ValueRangeBuffer,
};
use crate::view::space::settings::Pass;

/// Targets of a three-dimensional view besides its field and its picture.
#[derive(Clone, Debug)]
pub struct SceneTargets {
    /// Bounds of the field, by which rays skip empty space. All tiles of a picture share them.
    pub bounds: BoundsBuffer,
    /// Visible fraction of the sky at each sample; `None` if the shading does not use it.
    pub horizons: Option<HorizonTexture>,
    /// Hits of the camera's rays, and the sunlight there.
    pub hits: HitTargets,
    /// Colors of a solid at the hits, of the file's own `surface` function; `None` if they are not used.
    pub albedo: Option<PictureTexture>,
    /// Colors the ground with [`Shading::of_difference`](crate::view::shading::Shading); `None` for its own values.
    pub difference: Option<DifferenceField>,
    /// Property of the hits, such as their depth, that is computed in place of a picture; `None` for a picture.
    pub output: Option<FieldTexture>,
}

/// Evaluated data of a three-dimensional view, which all tiles of its picture share.
#[derive(Clone, Debug)]
pub struct SceneData {
    /// Samples that the camera's rays meet.
    pub field: FieldTexture,
    /// Value range that is measured from the samples.
    pub value_range: ValueRangeBuffer,
    /// Colors of the file's own `surface` function; `None` if it is not used.
    pub albedo: Option<PictureTexture>,
    /// True if `surface` is evaluated at the hits of rays (as for solids), not at the samples.
    pub has_albedo_at_hits: bool,
    /// Bounds of the field, by which rays skip empty space.
    pub bounds: BoundsBuffer,
    /// Visible fraction of the sky at each sample; `None` if the shading does not use it.
    pub horizons: Option<HorizonTexture>,
    /// See [`SceneTargets::difference`].
    pub difference: Option<DifferenceField>,
}

impl SceneData {
    /// Creates the data on a grid of `size` samples.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(
        gpu: &Gpu,
        size: [u32; 2],
        generator: &Generator,
        rays: &RayInputs,
        has_albedo: bool,
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

    /// Records the computation of the bounds.
    pub fn compute_bounds(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        host: &mut HostPipelines,
        rays: &RayInputs,
    ) {
        host.trace(gpu).compute_bounds(gpu, encoder, rays, &self.field, &self.bounds);
    }
}

/// Three-dimensional views. Methods that record do nothing for targets of a view from above.
impl PictureTargets {
    /// Creates the targets of a three-dimensional view of `data`, or of one tile, that is `size` pixels wide and high.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn of_scene(
        gpu: &Gpu,
        data: &SceneData,
        size: [u32; 2],
        rays_per_side: u32,
        pass: Pass,
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

    fn traced<'a>(&'a self, inputs: &'a RayInputs, region: RayRegion) -> Option<TracedRays<'a>> {
        let SceneTargets { bounds, hits, .. } = self.scene.as_ref()?;
        Some(TracedRays { inputs, region, field: &self.field, bounds, hits })
    }

    /// Records tracing of camera rays. The upper left rectangle must come first: it resets the count of given-up rays.
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

    /// Records the tracing of shadow rays from the hits toward the sun.
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
            pipelines.cast_shadows(gpu, encoder, traced, sun, timestamps);
        }
    }

    /// Records the evaluation of the file's own `surface` function at the hits, for solids.
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

    /// Records the shading of all hits, with the albedo if `uses_albedo`, or colored by the difference if there is one.
    /// `region` must be all rays of the targets.
    ///
    /// # Errors
    /// Fails if the tables of a planet's atmosphere exceed the adapter's memory.
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
        if let HostPipelines { shade, trace: Some(trace), air, .. } = host {
            let pipelines = (&*trace, air);
            shade.shade_hits(gpu, encoder, pipelines, inputs, sources, &self.picture)?;
        }
        Ok(())
    }

    /// Records a readback of the number of rays that reached the step limit; `None` for a view from above.
    pub fn request_gave_up(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<PendingReadback> {
        let scene = self.scene.as_ref()?;
        let sources = [(&scene.hits.gave_up, 4)];
        Some(PendingReadback::of_buffers(gpu, encoder, &sources))
    }

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
