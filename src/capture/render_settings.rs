//! Settings of a render besides the generator and its values.

use crate::generator::Generator;
use crate::grid::SampleGrid;
use crate::scene::{Scene, SceneSettings};
use crate::shading::Shading;

/// Settings of a render besides the generator and its values: placement, time and shading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderSettings {
    /// Grid of the picture: one sample for each pixel.
    pub grid: SampleGrid,
    /// Third coordinate of a slice, in world units.
    pub z: f64,
    /// Animation time in seconds.
    pub time: f64,
    /// Density above which a position is inside of a solid.
    pub threshold: f64,
    /// Settings by which the samples become a picture.
    pub shading: Shading,
    /// Settings of a three-dimensional view.
    pub scene: SceneSettings,
}

impl RenderSettings {
    /// Returns the settings that a generator's file requests: its placement, view mode and camera, `side` samples wide and
    /// high, at z = 0 and time = 0.
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

/// Default settings for a grid: z = 0, time = 0, default shading.
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
