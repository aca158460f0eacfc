//! Settings of a rendered picture: everything besides the generator and its values.

use crate::generator::Generator;
use crate::grid::SampleGrid;
use crate::scene::{Scene, SceneSettings};
use crate::shading::Shading;

/// Settings of a rendered picture besides the generator and its values: placement, time and shading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderSettings {
    /// Grid of the samples in the picture: one for each pixel.
    pub grid: SampleGrid,
    /// Third coordinate of the slice of a generator that the picture shows, in world units.
    pub z: f64,
    /// Animation time of the picture in seconds.
    pub time: f64,
    /// Density above which a position is inside of a three-dimensional view's solid.
    pub threshold: f64,
    /// Shading by which the samples become a picture: view mode, palette, light.
    pub shading: Shading,
    /// Settings of a three-dimensional view, such as the camera.
    pub scene: SceneSettings,
}

impl RenderSettings {
    /// Returns the settings that a generator's file requests for its picture: its placement, view mode and camera,
    /// `side` samples wide and high, at z = 0 and time = 0.
    pub fn new(generator: &Generator, side: u32) -> Self {
        let mut settings = Self::from(generator.initial_grid(side));
        settings.shading.set_mode(generator.default_mode());
        let scene = settings.shading.mode.info().scene;
        let is_planet = scene == Some(Scene::Planet);
        settings.scene.sea = generator.hint.sea.filter(|_| is_planet);
        settings.scene.camera = scene.and_then(|scene| generator.camera(scene));
        settings
    }
}

/// Converts a grid to render settings with z = 0, time = 0 and the default shading.
impl From<SampleGrid> for RenderSettings {
    fn from(grid: SampleGrid) -> Self {
        Self {
            grid,
            z: 0.0,
            time: 0.0,
            threshold: 0.0,
            shading: Shading::default(),
            scene: SceneSettings::default(),
        }
    }
}
