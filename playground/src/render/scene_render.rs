//! A three-dimensional view: its data are evaluated once, then rays are traced tile by tile.

use noise_playground::camera::Scene;
use noise_playground::gpu::{
    DifferenceField, FieldTexture, GpuError, HostPipelines, MeasuredRange, PendingPicture,
    PictureTargets, RayInputs, SceneData, TimeSlicer, request_range,
};
use noise_playground::scene::Pass;
use noise_playground::shading::ValueRange;

use super::headers::RangeEnds;
use super::strips::{Strips, Writers};
use super::tiling::{Tile, Tiling};
use super::{ProgressFn, RenderJob};
use crate::process::error::CommandError;

/// The evaluation of the data was submitted.
pub(super) struct SceneRender<'a> {
    job: &'a RenderJob<'a>,
    slicer: TimeSlicer<'a>,
    host: HostPipelines,
    rays: RayInputs,
    data: SceneData,
    /// Textures of the previous tile, which the next one reuses if they fit.
    targets: Option<PictureTargets>,
}

impl<'a> SceneRender<'a> {
    pub(super) fn new(
        job: &'a RenderJob<'a>,
        scene: Scene,
        mut slicer: TimeSlicer<'a>,
    ) -> Result<Self, GpuError> {
        let RenderJob { gpu, pipeline, inputs, settings, .. } = job;
        let shading = &settings.shading;
        let rays = RayInputs::new(settings, scene, inputs.grid).of_planet(inputs.planet());
        let has_albedo =
            settings.scene.pass == Pass::Color && pipeline.generator.uses_surface(shading);
        let size = inputs.grid.size;
        let mut data = SceneData::new(gpu, size, &pipeline.generator, (&rays, has_albedo))?;
        let mut host = HostPipelines::new(gpu);
        let mut encoder = encoder(job);
        let scene = (&rays, shading);
        slicer.evaluate_scene(&mut encoder, &mut host, inputs, scene, &mut data)?;
        gpu.queue.submit([encoder.finish()]);
        Ok(Self { job, slicer, host, rays, data, targets: None })
    }

    /// The field that rays are traced against.
    pub(super) fn field(&self) -> &FieldTexture {
        &self.data.field
    }

    /// Colors the surface instead of by its data.
    pub(super) fn color_by(&mut self, difference: DifferenceField) {
        self.data.difference = Some(difference);
    }

    /// Measures a range that is not fixed.
    pub(super) fn range_ends(&self) -> Result<RangeEnds, CommandError> {
        let RenderJob { gpu, pipeline, settings, .. } = self.job;
        let picture = match settings.shading.value_range {
            _ if !pipeline.generator.uses_value_range(&settings.shading) => None,
            ValueRange::Fixed(min, max) => Some([min, max]),
            _ => {
                let mut encoder = encoder(self.job);
                let range = request_range(gpu, &mut encoder, &self.data.value_range);
                let bytes = range.wait(gpu, gpu.queue.submit([encoder.finish()]))?;
                let measured = MeasuredRange::read(&bytes);
                measured.map(|measured| measured.ends.map(f64::from))
            }
        };
        Ok(RangeEnds { scaled: None, picture })
    }

    /// Sends full-width strips to every writer, from top to bottom. Returns the index of the first writer that failed.
    pub(super) fn render_strips(
        &mut self,
        writers: &Writers,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<usize>, CommandError> {
        let RenderJob { gpu, pipeline, settings, .. } = self.job;
        let size = settings.grid.size;
        let strips = Strips {
            gpu,
            pipeline,
            tiles: self.tiling(size).tiles(),
            width: size[0],
            started: 0.0,
        };
        let (failed, row) = strips.render(|tile| self.submit(tile), writers, progress)?;
        if row.rays_at_limit > 0 {
            tracing::warn!("{} rays gave up", row.rays_at_limit);
        }
        Ok(failed)
    }

    /// The rays of a tile fit a texture.
    fn tiling(&self, size: [u32; 2]) -> Tiling {
        let rays = self.rays.rays_per_side();
        let limit = self.job.gpu.device.limits().max_texture_dimension_2d;
        Tiling::new(size, limit / rays, self.job.tile_samples / (rays * rays))
    }

    fn submit(&mut self, tile: Tile) -> Result<PendingPicture, GpuError> {
        let (job, size) = (self.job, tile.inner.size);
        let (shading, pass) = (&job.settings.shading, job.settings.scene.pass);
        let previous = self.targets.take();
        let targets = match previous.filter(|targets| targets.picture.size() == size) {
            Some(targets) => targets,
            None => {
                let outputs = (self.rays.rays_per_side(), pass);
                PictureTargets::of_scene(job.gpu, &self.data, size, outputs)?
            }
        };
        let mut encoder = encoder(job);
        let scene = (&self.rays, shading, tile.inner.origin);
        self.slicer.trace(&mut encoder, &mut self.host, job.inputs, scene, &targets)?;
        let is_picture = pass == Pass::Color;
        let samples = (!is_picture).then(|| tile.inner.at_origin());
        let pending = targets.submit(job.gpu, encoder, samples, is_picture);
        self.targets = Some(targets);
        pending
    }
}

pub(super) fn encoder(job: &RenderJob<'_>) -> wgpu::CommandEncoder {
    let descriptor = wgpu::CommandEncoderDescriptor { label: Some("SceneRender") };
    job.gpu.device.create_command_encoder(&descriptor)
}
