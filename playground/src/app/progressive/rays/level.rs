//! One level of rays: hits on the ground, the sunlight at the hits, and the pixels shaded from them.

use noise_playground::field::grid::Region;
use noise_playground::gpu::{
    Chunks, Gpu, GpuError, PictureTargets, PictureTexture, RayInputs, RayRegion, SampleCost,
    SceneData, SceneTargets, ShadeInputs, SunInputs,
};
use noise_playground::view::space::settings::Pass;

use super::Inputs;
use crate::app::progressive::SharedPipelines;
use crate::app::progressive::cost::{CostTracker, TimedWork};

/// Rays relative to pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// One ray for n × n pixels.
    Sparse(u32),
    /// n × n rays for each pixel.
    Dense(u32),
}

impl Density {
    pub(super) fn rays_per_side(self) -> u32 {
        match self {
            Self::Sparse(_) => 1,
            Self::Dense(rays) => rays,
        }
    }

    fn stride(self) -> u32 {
        match self {
            Self::Sparse(stride) => stride,
            Self::Dense(_) => 1,
        }
    }
}

pub(super) struct RayLevel {
    pub(super) density: Density,
    pub(super) targets: PictureTargets,
    /// Field version and rays of the hits, complete once `remaining` is empty; `lit` is the sun of their light.
    traced: Option<(u64, RayInputs)>,
    lit: Option<SunInputs>,
    remaining: Chunks,
    /// True if only the sunlight at the hits remains to be computed.
    has_hits: bool,
}

impl RayLevel {
    pub(super) fn new(
        gpu: &Gpu,
        data: &SceneData,
        density: Density,
        picture: &PictureTexture,
    ) -> Result<Self, GpuError> {
        let size = picture.size().map(|pixels| pixels.div_ceil(density.stride()));
        let rays = density.rays_per_side();
        let mut targets = PictureTargets::of_scene(gpu, data, size, rays, Pass::Color)?;
        if density.stride() == 1 {
            targets.picture = picture.clone();
        }
        Ok(Self {
            density,
            targets,
            traced: None,
            lit: None,
            remaining: Chunks::new([0, 0]),
            has_hits: false,
        })
    }

    pub(super) fn has_albedo(&self) -> bool {
        let scene = self.targets.scene.as_ref();
        scene.is_some_and(|scene| scene.albedo.is_some())
    }

    /// Returns true if hits and sunlight are complete, and belong to the inputs.
    pub(super) fn is_valid(&self, inputs: &Inputs<'_>) -> bool {
        let rays = inputs.rays(self.density).map(|rays| (inputs.version, rays));
        let same_albedo = self.has_albedo() == inputs.data.has_albedo_at_hits;
        let same_hits = self.traced == rays && same_albedo;
        same_hits && self.lit == inputs.sun() && self.remaining.is_done()
    }

    /// Traces up to about `count` rays with their sunlight. Returns the number of rays traced.
    pub(super) fn trace(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &Inputs<'_>,
        count: u64,
        cost: &mut CostTracker,
    ) -> u64 {
        let Some(rays) = inputs.rays(self.density) else {
            return 0;
        };
        self.restart(inputs, rays);
        let Some(whole) = self.region() else {
            return 0;
        };
        let Some(chunk) = self.remaining.next_chunk(count) else {
            return 0;
        };
        let (region, sun, has_hits) = (RayRegion { chunk, ..whole }, inputs.sun(), self.has_hits);
        // The chunk is submitted before the rest of the frame.
        gpu.submit_recorded(encoder);
        let (targets, host) = (&self.targets, &mut shared.host);
        let (has_albedo, evaluated) = (self.has_albedo(), (inputs.pipeline, inputs.evaluated));
        let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
            if !has_hits {
                // The timestamps measure only the albedo, if there is any: it takes more time than the rays.
                let [of_rays, of_albedo] =
                    [false, true].map(|is| timestamps.filter(|_| has_albedo == is));
                targets.trace(gpu, encoder, host, &rays, region, of_rays);
                targets.color_hits(gpu, encoder, evaluated, &rays, region, of_albedo);
            }
            if let Some(sun) = sun {
                let timestamps = timestamps.filter(|_| has_hits);
                targets.cast_shadows(gpu, encoder, host, (&rays, sun), region, timestamps);
            }
            chunk.size.map(u64::from).iter().product()
        });
        if !has_hits || sun.is_some() {
            cost.request(time, samples, TimedWork::Chunk);
            cost.receive(gpu, &shared.timer, u64::MAX, false);
        }
        samples
    }

    /// Discards hits if field or rays have changed; only the sunlight if the sun has moved.
    fn restart(&mut self, inputs: &Inputs<'_>, rays: RayInputs) {
        let traced = (inputs.version, rays);
        let sun = inputs.sun();
        let same_hits = self.traced == Some(traced);
        if same_hits && self.lit == sun {
            return;
        }
        // Hits stay valid if all were found before the sun moved.
        self.has_hits = same_hits && (self.has_hits || self.remaining.is_done());
        (self.traced, self.lit) = (Some(traced), sun);
        let SceneData { field, value_range, albedo, bounds, .. } = inputs.data.clone();
        (self.targets.field, self.targets.value_range) = (field, value_range);
        self.targets.albedo = albedo;
        if let Some(scene) = &mut self.targets.scene {
            scene.bounds = bounds;
        }
        self.remaining = Chunks::new(self.region().map_or([0, 0], |region| region.chunk.size));
    }

    pub(super) fn set_colors(&mut self, data: &SceneData) {
        if let Some(scene) = &mut self.targets.scene {
            scene.horizons.clone_from(&data.horizons);
            scene.difference.clone_from(&data.difference);
        }
    }

    /// Returns `None` if there are no textures for hits.
    fn region(&self) -> Option<RayRegion> {
        let SceneTargets { hits, .. } = self.targets.scene.as_ref()?;
        Some(RayRegion {
            origin: [0, 0],
            chunk: Region { origin: [0, 0], size: hits.size() },
            stride: self.density.stride(),
        })
    }

    /// Shades all hits. If there are fewer rays than pixels, enlarges, and returns a ray's cost if timed by waiting.
    pub(super) fn shade(
        &self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        (rays, shade, uses_albedo): (&RayInputs, &ShadeInputs, bool),
        picture: &PictureTexture,
    ) -> Result<Option<SampleCost>, GpuError> {
        let Some(region) = self.region() else {
            return Ok(None);
        };
        let SharedPipelines { host, timer, .. } = shared;
        let (stride, targets) = (self.density.stride(), &self.targets);
        let mut record = |encoder: &mut wgpu::CommandEncoder| {
            targets.shade_hits(gpu, encoder, host, (rays, shade), region, uses_albedo)
        };
        let cost = if stride > 1 && timer.needs_waiting() {
            gpu.submit_recorded(encoder);
            let mut shaded = Ok(());
            let (time, rays) = timer.time(gpu, encoder, |encoder, _| {
                shaded = record(encoder);
                region.chunk.size.map(u64::from).iter().product()
            });
            shaded?;
            timer.read(gpu, &time).map(|ms| SampleCost::measured(rays, ms))
        } else {
            record(encoder)?;
            None
        };
        if stride > 1 {
            let (coarse, field) = (&targets.picture, &targets.field);
            host.upsample(gpu).upsample(gpu, encoder, coarse, field, stride, picture);
        }
        Ok(cost)
    }
}
