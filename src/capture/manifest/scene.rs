//! Members of a manifest's view that only three-dimensional views have: camera, samples and output.

use std::f64::consts::{FRAC_PI_2, PI};

use serde::{Deserialize, Serialize};

use super::RenderSettings;
use crate::camera::{BodyShape, Camera, Scene, check_target};
use crate::control::Plain;
use crate::grid::SampleGrid;
use crate::planet::{PLANET_CELLS, PlanetLayout};
use crate::scene::{
    Clip, Pass, Projection, RAY_COUNTS, SOLID_SAMPLES, SceneSettings, TERRAIN_SAMPLES,
};
use crate::shading::{Light, LightModel, Lighting, Shading, ViewMode};

/// Record in a manifest of the camera, data and light of a three-dimensional view. All members are missing for views
/// from above.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SceneRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    camera: Option<[Plain; 4]>,
    /// World position of the camera's target. Missing for the default target, which is computed from the samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<[Plain; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u32>,
    /// True for a planet that has more samples near the camera; missing for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    nested: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spp: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<Pass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<ViewMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    light_model: Option<LightModel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sky: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    air: Option<Plain>,
    /// Clip plane of a solid: axis (0 for x) and coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<Clip>,
    /// Value of the generator at the surface of a planet's sea. Missing without a sea.
    #[serde(skip_serializing_if = "Option::is_none")]
    sea: Option<Plain>,
    /// Projection of a planet to a map that the picture shows. Missing for a three-dimensional view.
    #[serde(skip_serializing_if = "Option::is_none")]
    projection: Option<Projection>,
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

impl SceneRecord {
    /// Creates the record of a three-dimensional view's settings, for a picture of this width and height in pixels.
    pub(super) fn new(shading: &Shading, scene: &SceneSettings, picture: [u32; 2]) -> Self {
        let Some(kind) = shading.mode.info().scene else {
            return Self::default();
        };
        let lighting = &shading.lighting;
        Self {
            camera: Some(<[f64; 4]>::from(scene.camera(kind)).map(Plain)),
            target: scene.target.map(|target| target.map(Plain)),
            samples: Some(match kind {
                Scene::Solid => scene.solid_samples(),
                Scene::Terrain => scene.samples(picture),
                Scene::Planet => scene.planet_layout().cells,
            }),
            nested: (kind == Scene::Planet && scene.samples.is_none()).then_some(true),
            spp: Some(scene.rays),
            pass: Some(scene.pass),
            color: Some(lighting.color),
            light_model: Some(lighting.model),
            sky: Some(lighting.sky),
            air: Some(Plain(shading.air())),
            clip: scene.clip.filter(|_| kind == Scene::Solid),
            sea: scene.sea.filter(|_| kind == Scene::Planet).map(Plain),
            projection: scene.projection.filter(|_| kind == Scene::Planet),
        }
    }

    pub(super) fn settings(&self) -> SceneSettings {
        let default = SceneSettings::default();
        let numbers = self.camera.map(|camera| camera.map(|number| number.0));
        SceneSettings {
            camera: numbers.and_then(|numbers| Camera::new(&numbers).ok()),
            target: self.target.map(|target| target.map(|number| number.0)),
            samples: self.samples.filter(|_| self.nested != Some(true)),
            rays: self.spp.unwrap_or(default.rays),
            pass: self.pass.unwrap_or(default.pass),
            clip: self.clip,
            sea: self.sea.map(|sea| sea.0),
            projection: self.projection,
        }
    }

    pub(super) fn lighting(&self) -> Lighting {
        let default = Lighting::default();
        Lighting {
            color: self.color.unwrap_or(default.color),
            model: self.light_model.unwrap_or(default.model),
            sky: self.sky.unwrap_or(default.sky),
            air: self.air.map(|air| air.0),
        }
    }

    /// Checks the recorded numbers by the rules of the command line. The error is a message.
    pub(super) fn check(&self, mode: ViewMode) -> Result<(), String> {
        if let Some(numbers) = self.camera {
            let camera = Camera::new(&numbers.map(|number| number.0));
            let scene = mode.info().scene;
            let checked =
                camera.and_then(|camera| scene.map_or(Ok(()), |scene| scene.check(&camera)));
            checked.map_err(|error| error.to_string())?;
        }
        if let Some(target) = self.target {
            check_target(target.map(|number| number.0)).map_err(|error| error.to_string())?;
        }
        let (least, most) = match mode.info().scene {
            Some(Scene::Solid) => SOLID_SAMPLES,
            Some(Scene::Planet) => PLANET_CELLS,
            _ => TERRAIN_SAMPLES,
        };
        if self.sea.is_some_and(|sea| !(sea.0 as f32).is_finite()) {
            return Err("the level of the sea is too large".to_owned());
        }
        if self
            .clip
            .is_some_and(|clip| clip.axis > 2 || !(clip.limit as f32).is_finite())
        {
            return Err("the clip plane is not valid".to_owned());
        }
        if let Some(samples) = self.samples.filter(|count| !(least..=most).contains(count)) {
            return Err(format!(
                "{samples} samples are not between {least} and {most}"
            ));
        }
        if let Some(rays) = self.spp.filter(|rays| !RAY_COUNTS.contains(rays)) {
            return Err(format!("{rays} rays per pixel are none of 1, 4, 9, 16"));
        }
        if let Some(Plain(air)) = self.air.filter(|air| !(0.0..=1.0).contains(&air.0)) {
            return Err(format!("the air {air} is not between 0 and 1"));
        }
        match self.color.filter(|color| color.info().scene.is_some()) {
            Some(color) => Err(format!("{} is not a color", color.name())),
            None => Ok(()),
        }
    }
}
