//! Inputs of the rays of a three-dimensional picture in one frame.

use noise_playground::RenderSettings;
use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, RayInputs, SceneData, ShadeInputs, SunInputs,
};
use noise_playground::view::space::settings::SceneSettings;

use super::level::Density;

/// What the rays of a frame depend on, except their density.
pub(super) struct Inputs<'a> {
    pub(super) data: SceneData,
    /// Version of the field, unique among all pictures.
    pub(super) version: u64,
    /// Version of the horizons, unique within the picture.
    pub(super) horizon_count: u64,
    /// Version of the difference that colors the ground, unique within its picture; 0 for the usual colors.
    pub(super) difference_count: u64,
    pub(super) grid: SampleGrid,
    pub(super) settings: &'a RenderSettings,
    pub(super) is_color: bool,
    pub(super) uses_albedo: bool,
    pub(super) pipeline: &'a EvaluatePipeline,
    pub(super) evaluated: &'a EvaluateInputs,
}

impl Inputs<'_> {
    /// Returns `None` for a view from above.
    pub(super) fn rays(&self, density: Density) -> Option<RayInputs> {
        let scene = self.settings.shading.mode.info().scene?;
        let settings = RenderSettings {
            scene: SceneSettings { rays: density.rays_per_side().pow(2), ..self.settings.scene },
            ..*self.settings
        };
        Some(RayInputs::new(&settings, scene, self.grid).of_planet(self.evaluated.planet()))
    }

    pub(super) fn sun(&self) -> Option<SunInputs> {
        let shading = &self.settings.shading;
        shading.casts_shadows().then(|| SunInputs::new(shading.light))
    }

    pub(super) fn shade(&self, rays: &RayInputs) -> ShadeInputs {
        ShadeInputs::new(&self.settings.shading, [rays.spacing(); 2], self.is_color)
    }
}
