//! Settings of a rendered picture: everything besides the generator and its values.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::camera::{BodyShape, Scene};
use crate::generator::Generator;
use crate::grid::SampleGrid;
use crate::planet::PlanetLayout;
use crate::scene::{Projection, SceneSettings};
use crate::shading::{Light, Shading};

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

impl RenderSettings {
    /// Returns the grid on which the generator is evaluated: that of the picture, or that of the samples of a
    /// three-dimensional view.
    pub fn data_grid(&self) -> SampleGrid {
        match self.shading.mode.info().scene {
            Some(Scene::Solid) => self.scene.volume_grid(self.grid),
            Some(Scene::Terrain) => self.scene.data_grid(self.grid),
            Some(Scene::Planet) => self.scene.planet_layout().grid(),
            None => self.grid,
        }
    }

    /// Returns the settings of the flat picture without light that shows the map of a planet; `None` if no map is
    /// requested. The grid covers the whole map, or one layer of a cube map, with spacing in radians.
    #[must_use]
    pub fn projected(&self) -> Option<Self> {
        let is_planet = self.shading.mode.info().scene == Some(Scene::Planet);
        let angle = match self.scene.projection.filter(|_| is_planet)? {
            Projection::Equirect => 2.0 * PI,
            Projection::Cube => FRAC_PI_2,
        };
        let mut flat = *self;
        flat.shading.mode = self.shading.color_mode();
        // Flat ground that is lit from straight above has the brightness 1, so that colors are unchanged.
        flat.shading.exaggeration = 0.0;
        flat.shading.light = Light {
            azimuth: 0.0,
            altitude: 90.0,
        };
        flat.shading.shadow = Some(false);
        flat.grid = SampleGrid {
            center: [0.0, 0.0],
            span: angle,
            size: self.grid.size,
        };
        Some(flat)
    }

    /// Returns the settings of the view from above that corresponds to a three-dimensional view, in the view mode that
    /// colors it: a map of a terrain, a slice of a solid, a map of a planet by longitude and latitude. Returns other
    /// settings unchanged.
    #[must_use]
    pub fn seen_from_above(&self) -> Self {
        let mut map = *self;
        map.scene.projection = Some(Projection::Equirect);
        map.projected().unwrap_or_else(|| {
            let mut flat = *self;
            flat.shading.mode = self.shading.color_mode();
            flat
        })
    }

    /// Converts the grid of a planet's equirectangular map to degrees of longitude and latitude. Returns any other grid
    /// unchanged.
    #[must_use]
    pub fn georeferenced(&self, grid: SampleGrid) -> SampleGrid {
        match self.scene.projection {
            Some(Projection::Equirect) => SampleGrid {
                span: 360.0,
                ..grid
            },
            _ => grid,
        }
    }

    /// Returns the layout of a planet's samples, if `grid` is that of the planet's faces; `None` for the grid of
    /// another view. Unless the user has set the number of samples, the layout has more of them near the camera.
    pub fn planet(&self, grid: SampleGrid) -> Option<PlanetLayout> {
        let is_planet = self.shading.mode.info().scene == Some(Scene::Planet);
        let layout = self.scene.planet_layout();
        let of_faces = (is_planet && grid == layout.grid()).then_some(layout)?;
        let viewpoint = self.scene.viewpoint(Scene::Planet, self.grid);
        Some(match self.scene.samples {
            None => viewpoint.near_layout(&of_faces, self.grid.size),
            Some(_) => of_faces,
        })
    }

    /// Returns the description of a solid: the grid of its samples, and the conditions for a position to be inside.
    pub fn body_shape(&self) -> BodyShape {
        BodyShape {
            side: self.scene.solid_samples(),
            grid: self.scene.volume_grid(self.grid),
            z: self.z,
            channel: self.shading.channel,
            threshold: self.threshold,
            clip: self.scene.clip,
        }
    }

    /// Returns the number of samples on each side of the volume if `grid` holds the samples of a solid, with all slices
    /// side by side; `None` for a plane.
    pub fn volume(&self, grid: SampleGrid) -> Option<u32> {
        let is_solid = self.shading.mode.info().scene == Some(Scene::Solid);
        (is_solid && grid.size == self.data_grid().size && grid != self.grid)
            .then(|| self.scene.solid_samples())
    }
}
