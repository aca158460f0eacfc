//! Shading of three-dimensional views: computes the pixels of a picture from the hits of camera rays.

use super::{Ground, ShadeInputs, ShadePermutation, ShadePipeline, permutation};
use crate::generator::host_shaders;
use crate::gpu::device::binding::{Binding, layout, texture, uniform, unsigned_texture};
use crate::gpu::device::compute::{dispatch, stage_with_groups, workgroups};
use crate::gpu::device::texture::for_pictures;
use crate::gpu::pipelines::air::{AirInputs, PlanetAir};
use crate::gpu::pipelines::ray_tracing::{RayInputs, TracePipelines, TracedRays, rays_uniform};
use crate::gpu::pipelines::value_range::ValueRangeBuffer;
use crate::gpu::{Gpu, GpuError, PictureTexture};
use crate::view::shading::{Shading, ViewMode};
use crate::view::space::camera::Scene;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HitShading {
    view: ViewMode,
    has_shadows: bool,
    /// True for the light of [`ViewMode::Hillshade`], without color, shadow and haze.
    is_bare: bool,
    solid_color: u32,
    colors_cut: bool,
    haze: f32,
    has_sky: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HitPermutation {
    view: ViewMode,
    has_shadows: bool,
    is_bare: bool,
    /// Plain (0), by height (1), by slope (2).
    solid_color: u32,
    colors_cut: bool,
    has_air: bool,
    shows_difference: bool,
    /// Rays of each pixel along its width and along its height.
    rays: u32,
}

impl HitShading {
    pub(super) fn new(shading: &Shading) -> Option<Self> {
        shading.mode.info().scene?;
        Some(Self {
            view: shading.mode,
            has_shadows: shading.casts_shadows(),
            is_bare: shading.has_bare_light(),
            solid_color: solid_color(shading),
            colors_cut: shading.lighting.colors_cut,
            haze: shading.air() as f32,
            has_sky: shading.lighting.sky,
        })
    }

    fn permutation(&self, rays: &RayInputs, ground: Ground<'_>) -> HitPermutation {
        HitPermutation {
            view: self.view,
            has_shadows: self.has_shadows,
            is_bare: self.is_bare,
            solid_color: self.solid_color,
            colors_cut: self.colors_cut,
            has_air: self.planet_air().is_some(),
            shows_difference: ground.difference.is_some(),
            rays: rays.rays_per_side(),
        }
    }

    fn planet_air(&self) -> Option<AirInputs> {
        let is_planet = self.view.info().scene == Some(Scene::Planet);
        (is_planet && self.haze > 0.0 && !self.is_bare)
            .then(|| AirInputs { density: self.haze.into(), stretch: AIR_STRETCH })
    }
}

/// Factor of all heights in the atmosphere: the relief of planets is exaggerated by about as much.
const AIR_STRETCH: f64 = 8.0;

/// As [`HitPermutation::solid_color`]. The value is constant on the surface, so it cannot color it.
fn solid_color(shading: &Shading) -> u32 {
    match shading.lighting.color {
        _ if shading.mode.info().scene != Some(Scene::Solid) => 0,
        ViewMode::Relief => 0,
        ViewMode::Slope => 2,
        _ => 1,
    }
}

#[derive(Clone, Copy)]
pub(crate) struct HitSources<'a> {
    pub(crate) traced: TracedRays<'a>,
    pub(crate) ground: Ground<'a>,
    pub(crate) range: &'a ValueRangeBuffer,
}

impl ShadePipeline {
    /// Does nothing for views from above. Creates `air` for the first planet, which fails if it exceeds the memory.
    pub(crate) fn shade_hits(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (trace, air): (&TracePipelines, &mut Option<PlanetAir>),
        inputs: &ShadeInputs,
        sources: HitSources<'_>,
        picture: &PictureTexture,
    ) -> Result<(), GpuError> {
        let Some(shading) = inputs.hits else {
            return Ok(());
        };
        let HitSources { traced, ground, range } = sources;
        let shade = self.group(gpu, inputs, traced.field, ground, range, picture);
        let scene = trace.scene_group(gpu, &traced);
        let own = self.hit_group(gpu, &shading, &traced, picture);
        let mut layouts = vec![&self.layout, &trace.scene_layout, &self.hit_layout];
        let mut groups = vec![&shade, &scene, &own];
        let air_group;
        if shading.view.info().scene == Some(Scene::Planet) {
            let air = match air {
                Some(air) => air,
                None => air.insert(PlanetAir::new(gpu)?),
            };
            air_group = air.group(gpu, encoder, shading.planet_air());
            layouts.push(air.layout());
            groups.push(&air_group);
        }
        let layouts: Vec<_> = layouts.into_iter().map(Some).collect();
        let of_hits = shading.permutation(traced.inputs, ground);
        let permutation =
            ShadePermutation { hits: Some(of_hits), ..permutation(inputs, traced.field, ground) };
        let pipeline = self.pipelines.entry(permutation);
        let pipeline = pipeline.or_insert_with(|| build(gpu, &layouts, permutation, of_hits));
        let size = workgroups(picture.size());
        dispatch(encoder, pipeline, "shade", &groups, size, None);
        Ok(())
    }

    fn hit_group(
        &self,
        gpu: &Gpu,
        shading: &HitShading,
        traced: &TracedRays<'_>,
        picture: &PictureTexture,
    ) -> wgpu::BindGroup {
        let rays = rays_uniform(traced.region);
        let light = [shading.haze, f32::from(u8::from(shading.has_sky))];
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&rays)),
            Binding::Texture(&traced.hits.hits),
            Binding::Texture(&traced.hits.sunlight),
            Binding::Uniform(bytemuck::bytes_of(&light)),
        ];
        let cache = &picture.bindings;
        cache.bind(gpu, "ShadePipeline::hits", &self.hit_layout, &bindings)
    }
}

pub(super) fn hit_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let bindings = [(0, uniform()), (1, unsigned_texture()), (2, texture(false)), (3, uniform())];
    layout(gpu, "ShadePipeline::hit_layout", &bindings)
}

fn build(
    gpu: &Gpu,
    layouts: &[Option<&wgpu::BindGroupLayout>],
    permutation: ShadePermutation,
    of_hits: HitPermutation,
) -> wgpu::ComputePipeline {
    let ShadePermutation { mode, channel, channels, has_albedo, gradient_at, .. } = permutation;
    let HitPermutation { view, has_shadows, is_bare, has_air, shows_difference, rays, .. } =
        of_hits;
    let mut constants = vec![
        ("RAYS", f64::from(rays)),
        ("HAS_SHADOWS", f64::from(has_shadows)),
        ("IS_BARE", f64::from(is_bare)),
        ("SHOWS_DIFFERENCE", f64::from(shows_difference)),
        ("shading__HAS_ALBEDO", f64::from(has_albedo)),
        ("shading__CHANNEL", f64::from(channel as u32)),
        ("shading__CHANNELS", f64::from(channels)),
    ];
    if view.info().has_normals {
        constants.push(("shading__GRADIENT_AT", f64::from(gradient_at)));
    }
    let is_planet = view.info().scene == Some(Scene::Planet);
    let (file, entry_point) = if is_planet {
        ("shade_planet.wgsl", "shade_planet")
    } else {
        ("shade_hits.wgsl", "shade_hits")
    };
    if is_planet {
        constants.push(("HAS_AIR", f64::from(has_air)));
    } else {
        constants.push(("SOLID_COLOR", f64::from(of_hits.solid_color)));
        constants.push(("COLORS_CUT", f64::from(of_hits.colors_cut)));
    }
    let source = for_pictures(gpu, &host_shaders::of_view(file, view, mode));
    stage_with_groups(gpu, &source, entry_point, layouts, &constants)
}
