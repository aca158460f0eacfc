//! Settings of a rendered picture: everything besides the generator and its values.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::field::grid::SampleGrid;
use crate::generator::Generator;
use crate::view::shading::{Light, Shading, ViewMode};
use crate::view::space::camera::{BodyShape, CameraSetting, Scene, Silhouette, decimal};
use crate::view::space::planet::PlanetLayout;
use crate::view::space::settings::{Projection, SceneSettings};

/// Placement, time and shading of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderSettings {
    /// One sample for each pixel.
    pub grid: SampleGrid,
    /// Third coordinate of a slice, in world units.
    pub z: f64,
    /// Animation time in seconds.
    pub time: f64,
    /// Density above which a position is inside of a solid.
    pub threshold: f64,
    /// View mode, palette, light.
    pub shading: Shading,
    /// Settings of a three-dimensional view, such as the camera.
    pub scene: SceneSettings,
}

impl RenderSettings {
    /// Returns placement, view mode and camera of a generator's file, with `side` × `side` samples, at z = 0, time = 0.
    pub fn new(generator: &Generator, side: u32) -> Self {
        let mut settings = Self::from(generator.initial_grid(side));
        settings.shading.set_mode(generator.default_mode());
        settings.shading.z_factor = generator.hint.z_factor;
        let scene = settings.shading.mode.info().scene;
        let is_planet = scene == Some(Scene::Planet);
        settings.scene.sea = generator.hint.sea.filter(|_| is_planet);
        settings.scene.camera = scene.and_then(|scene| generator.camera(scene));
        settings
    }
}

/// With z = 0, time = 0 and the default shading.
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
    /// Returns the grid of the evaluation: that of the picture, or of the samples of a three-dimensional view.
    pub fn data_grid(&self) -> SampleGrid {
        match self.shading.mode.info().scene {
            Some(Scene::Solid) => self.scene.volume_grid(self.grid),
            Some(Scene::Terrain) => self.scene.data_grid(self.grid),
            Some(Scene::Planet) => self.scene.planet_layout().grid(),
            None => self.grid,
        }
    }

    /// Returns the kind of three-dimensional view if the camera's distance is to fit; `None` otherwise.
    pub fn scene_to_fit(&self) -> Option<Scene> {
        let scene = self.shading.mode.info().scene.filter(|_| self.projected().is_none())?;
        self.scene.camera(scene).distance.is_none().then_some(scene)
    }

    /// Replaces a distance that fits by a number, and the default target by the center of the view; unchanged without
    /// one. Unless `cameras` are empty, the picture is one of a turn through these, with a common distance.
    #[must_use]
    pub fn fitted(&self, silhouette: &Silhouette, cameras: &[CameraSetting]) -> Self {
        let mut fitted = *self;
        let Some(scene) = self.scene_to_fit() else {
            return fitted;
        };
        let (camera, target) = (self.scene.camera(scene), self.scene.target);
        let (unit, size) = (self.scene.viewpoint(scene, self.grid).unit, self.grid.size);
        let (distance, position) = if cameras.is_empty() {
            let view = silhouette.fit(&camera, target, unit, size);
            (view.camera.distance, view.target)
        } else {
            let (position, distance) = silhouette.fit_all(cameras, target, size);
            (distance / unit, position)
        };
        fitted.scene.camera = Some(camera.at(decimal(distance)).into());
        // The middle of a planet is the default.
        let position = (scene != Scene::Planet).then(|| position.map(decimal));
        fitted.scene.target = target.or(position);
        fitted
    }

    /// Returns the flat picture without light of a planet's map; `None` if no map is requested. The grid covers the
    /// whole map, or one layer of a cube map, with spacing in radians.
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
        flat.shading.light = Light { azimuth: 0.0, altitude: 90.0 };
        flat.shading.shadow = Some(false);
        flat.grid = SampleGrid { center: [0.0, 0.0], span: angle, size: self.grid.size };
        Some(flat)
    }

    /// Replaces what belongs to another kind of three-dimensional view, such as its camera. `before` is the view mode
    /// until now.
    pub fn adapt_to_mode(&mut self, generator: &Generator, before: ViewMode) {
        let Some(scene) = self.shading.mode.info().scene else {
            return;
        };
        let fields = &mut self.scene;
        if before.info().scene != Some(scene) {
            (fields.camera, fields.target, fields.samples) = (None, None, None);
            fields.sea = generator.hint().sea.filter(|_| scene == Scene::Planet);
            fields.projection = None;
        }
        fields.camera = fields.camera.or_else(|| generator.camera(scene));
    }

    /// Returns the view from above for a three-dimensional one, in the mode that colors it: a map of a terrain, a slice
    /// of a solid, a map of a planet by longitude and latitude. Others are unchanged.
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

    /// Converts the grid of an equirectangular map to degrees. Any other grid is unchanged.
    #[must_use]
    pub fn georeferenced(&self, grid: SampleGrid) -> SampleGrid {
        match self.scene.projection {
            Some(Projection::Equirect) => SampleGrid { span: 360.0, ..grid },
            _ => grid,
        }
    }

    /// Returns the layout if `grid` is that of a planet's faces; `None` for other views. Unless the user has set the
    /// number of samples, it has more of them near the camera.
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

    /// Returns the grid of a solid, and the conditions for a position to be inside.
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

    /// Returns the samples on each side if `grid` has all slices of a solid side by side; `None` for a plane.
    pub fn volume(&self, grid: SampleGrid) -> Option<u32> {
        let is_solid = self.shading.mode.info().scene == Some(Scene::Solid);
        (is_solid && grid.size == self.data_grid().size && grid != self.grid)
            .then(|| self.scene.solid_samples())
    }
}
