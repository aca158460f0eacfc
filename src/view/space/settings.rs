//! Settings of the three-dimensional views: camera, number of samples, rays per pixel, and the output that is written.

use serde::{Deserialize, Serialize};

use crate::field::grid::SampleGrid;
use crate::field::named::named_enum;
use crate::view::space::camera::{CameraSetting, Scene, Viewpoint};
use crate::view::space::mesh::Clip;
use crate::view::space::planet::PlanetLayout;

named_enum! {
    /// What is written for a three-dimensional view.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Pass {
        /// Colors of the picture.
        Color = "color",
        /// Distance of each hit from the camera in units of the view; −1 where nothing is hit.
        Depth = "depth",
        /// World x, y and z of each hit; NaN where nothing is hit.
        Position = "position",
        /// Outward unit normal of each hit; NaN where nothing is hit.
        Normal = "normal",
        /// Interpolated value of the generator at each hit; NaN where nothing is hit.
        Value = "value",
        /// Steps of each pixel's ray through the samples.
        Steps = "steps",
    }
}

impl Pass {
    /// Returns the number of channels when it is written as data.
    pub fn channels(self) -> u32 {
        match self {
            Self::Position | Self::Normal => 3,
            Self::Color | Self::Depth | Self::Value | Self::Steps => 1,
        }
    }
}

named_enum! {
    /// Projection of a planet's map that is written in place of a view.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Projection {
        /// Longitude from −180 to 180 degrees to the right, latitude from 90 to −90 down, twice as wide as high.
        Equirect = "equirect",
        /// Six layers of a cube texture: +x, −x, +y, −y, +z, −z.
        Cube = "cube",
    }
}

/// Names of the layers of a cube texture.
pub const CUBE_LAYERS: [&str; 6] = ["+x", "-x", "+y", "-y", "+z", "-z"];

/// Valid rays per pixel: squares, so that rays are evenly spaced in the pixel.
pub const RAY_COUNTS: [u32; 4] = [1, 4, 9, 16];

/// Fewest and most samples along each side of a terrain.
pub const TERRAIN_SAMPLES: (u32, u32) = (2, 8192);

/// Fewest and most samples on each side of a solid.
pub const SOLID_SAMPLES: (u32, u32) = (2, 512);

/// Settings of a three-dimensional view besides its [shading](crate::view::shading::Shading).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SceneSettings {
    /// Camera; `None` for the default of the kind of view.
    pub camera: Option<CameraSetting>,
    /// World position about which the camera rotates, z with the exaggeration applied; `None` for the center of the
    /// view, at the mean of the lowest and the highest sample.
    pub target: Option<[f64; 3]>,
    /// Samples on each side of a terrain or solid, or cells along a face of a planet; `None` for the default.
    pub samples: Option<u32>,
    /// Rays per pixel, one of [`RAY_COUNTS`].
    pub rays: u32,
    /// Colors, or data such as depths and normals.
    pub pass: Pass,
    /// Half space of a solid that is cut away; `None` for the whole solid.
    pub clip: Option<Clip>,
    /// Value at the surface of a planet's sea; `None` without a sea.
    pub sea: Option<f64>,
    /// True if the user has removed the sea that the file requests.
    pub is_dry: bool,
    /// Map of a planet that is written in place of the view; `None` for the view.
    pub projection: Option<Projection>,
}

impl Default for SceneSettings {
    fn default() -> Self {
        Self {
            camera: None,
            target: None,
            samples: None,
            rays: 4,
            pass: Pass::Color,
            clip: None,
            sea: None,
            is_dry: false,
            projection: None,
        }
    }
}

impl SceneSettings {
    /// Returns the camera, or the default for this kind of view.
    pub fn camera(&self, scene: Scene) -> CameraSetting {
        self.camera.unwrap_or(scene.default_camera())
    }

    /// Returns the samples on each side of a terrain, for a picture of this size in pixels.
    pub fn samples(&self, picture: [u32; 2]) -> u32 {
        let default = || picture[0].clamp(512, 4096).next_power_of_two();
        self.samples.unwrap_or_else(default)
    }

    /// Returns the grid of a terrain, placed like the grid `picture`.
    pub fn data_grid(&self, picture: SampleGrid) -> SampleGrid {
        SampleGrid { size: [self.samples(picture.size); 2], ..picture }
    }

    /// Returns the rays along each side of a pixel.
    pub fn rays_per_side(&self) -> u32 {
        match self.pass {
            Pass::Color => self.rays.isqrt().max(1),
            _ => 1,
        }
    }

    pub(crate) fn solid_samples(&self) -> u32 {
        self.samples.unwrap_or(256)
    }

    /// Returns the grid of a solid's cube, placed like `picture`: slices side by side from the lowest, about square.
    pub fn volume_grid(&self, picture: SampleGrid) -> SampleGrid {
        volume_grid(picture, self.solid_samples())
    }

    /// Returns the layout of a planet's faces, without finer squares.
    pub fn planet_layout(&self) -> PlanetLayout {
        PlanetLayout::new(self.samples.unwrap_or(512))
    }

    /// Returns camera, target (by default the planet's center, or the grid's at height 0) and unit of distance for
    /// `grid`. Without [`fitted`](crate::RenderSettings::fitted), a usual distance stands for one that fits.
    pub fn viewpoint(&self, scene: Scene, grid: SampleGrid) -> Viewpoint {
        let [x, y] = grid.center;
        let (center, unit) = match scene {
            Scene::Planet => ([0.0; 3], 1.0),
            Scene::Terrain | Scene::Solid => ([x, y, 0.0], grid.span),
        };
        let camera = self.camera(scene);
        let camera = camera.at(camera.distance.unwrap_or(scene.usual_distance()));
        Viewpoint { camera, target: self.target.unwrap_or(center), unit }
    }
}

pub(crate) fn volume_grid(picture: SampleGrid, side: u32) -> SampleGrid {
    let root = side.isqrt();
    let columns = root + u32::from(root * root < side);
    let rows = side.div_ceil(columns);
    SampleGrid {
        span: picture.span * f64::from(columns),
        size: [columns * side, rows * side],
        ..picture
    }
}
