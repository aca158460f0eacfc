//! Inputs of the stages of a three-dimensional view, each without the results of earlier stages.

use super::super::uniform::SceneUniform;
use super::bounds::face_bounds;
use super::levels::levels;
use crate::camera::{Pose, Scene, Viewpoint};
use crate::capture::RenderSettings;
use crate::grid::SampleGrid;
use crate::planet::{FACES, MAX_TILES, PlanetLayout, Tile};
use crate::scene::{BLOCK_DEPTH, Clip, Pass};
use crate::shading::{Channel, Light};

/// Largest number of steps of a ray. The longest useful paths through 8192 × 8192 samples have a third of them.
const STEP_LIMIT: u32 = 32_768;

/// Shape of the data that the rays of a three-dimensional view meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataShape {
    /// A square height field.
    Field {
        /// Number of samples in width and in height.
        side: u32,
    },
    /// A cube of samples: slices side by side.
    Volume {
        /// Number of samples along each side of the cube.
        side: u32,
        /// Number of slices in a row of the texture.
        columns: u32,
    },
    /// The faces and tiles of a planet, side by side in rows.
    Planet {
        /// Number of cells along the edge of a face or tile.
        cells: u32,
        /// Number of faces and tiles in a row of the texture.
        columns: u32,
        /// Number of faces, and of tiles of the ground near the camera, together.
        tiles: u32,
    },
}

/// Everything that the bounds of a field depend on, except the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsInputs {
    pub(super) channel: Channel,
    /// True if the exaggeration is negative, so that low values are high ground.
    is_inverted: bool,
}

impl BoundsInputs {
    pub(super) fn sign(self) -> f32 {
        if self.is_inverted { -1.0 } else { 1.0 }
    }
}

/// Everything that the hits of rays depend on except the field. Equal inputs and fields yield equal hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayInputs {
    pub(super) scene: Scene,
    pub(super) bounds: BoundsInputs,
    pub(in super::super) uniform: SceneUniform,
    /// Distance between neighboring samples, in world units.
    spacing: f64,
    /// Number of rays along the width and along the height of a pixel.
    pub(super) rays_per_side: u32,
    /// The property of the hits that is output: the color, or a number such as the depth.
    pub(super) pass: Pass,
    /// Number of faces and tiles of a planet; 0 for other views.
    tiles: u32,
    /// Width and height in samples of the six faces of a planet in the texture; `None` for other views.
    faces_size: Option<[u32; 2]>,
}

impl RayInputs {
    /// Encodes the camera of a picture for data on a grid. `scene` is the kind of three-dimensional view.
    pub fn new(settings: &RenderSettings, scene: Scene, data: SampleGrid) -> Self {
        let rays_per_side = settings.scene.rays_per_side();
        let exaggeration = settings.shading.exaggeration;
        let uniform = match scene {
            Scene::Solid => solid(settings, data),
            Scene::Terrain => terrain(settings, data),
            Scene::Planet => planet(settings),
        };
        Self {
            scene,
            bounds: BoundsInputs {
                channel: settings.shading.channel,
                is_inverted: scene != Scene::Solid && exaggeration < 0.0,
            },
            uniform,
            spacing: data.spacing(),
            rays_per_side,
            pass: settings.scene.pass,
            tiles: match scene {
                Scene::Planet => FACES.len() as u32,
                Scene::Terrain | Scene::Solid => 0,
            },
            faces_size: None,
        }
    }

    /// Returns these rays for a planet whose samples have this arrangement; the same rays for `None`.
    #[must_use]
    pub fn of_planet(mut self, layout: Option<&PlanetLayout>) -> Self {
        if let Some(layout) = layout {
            self.tiles = layout.tile_count();
            self.faces_size = Some(layout.faces_size());
            self.uniform.columns = layout.columns();
            self.uniform.tiles = tiles(layout);
        }
        self
    }

    /// Returns the width and height in samples of the six faces of a planet in the texture; `None` for other views.
    pub(in super::super) fn faces_size(&self) -> Option<[u32; 2]> {
        self.faces_size
    }

    /// Returns the shape of the data.
    pub fn data(&self) -> DataShape {
        let SceneUniform { side, columns, .. } = self.uniform;
        match columns {
            _ if self.scene == Scene::Planet => DataShape::Planet {
                cells: side,
                columns,
                tiles: self.tiles,
            },
            0 => DataShape::Field { side },
            _ => DataShape::Volume { side, columns },
        }
    }

    /// Returns true if the file's own `surface` is evaluated at the hits, not at the samples.
    pub(in super::super) fn has_albedo_at_hits(&self) -> bool {
        self.scene == Scene::Solid
    }

    /// Returns the inputs of the bounds by which these rays are traced.
    pub fn bounds(&self) -> BoundsInputs {
        self.bounds
    }

    /// Returns the distance between neighboring samples of the data, in world units.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Returns the number of rays along the width and along the height of a pixel.
    pub fn rays_per_side(&self) -> u32 {
        self.rays_per_side
    }

    /// Returns the same rays with another limit of the steps that each may take.
    #[cfg(test)]
    pub(super) fn with_step_limit(mut self, limit: u32) -> Self {
        self.uniform.step_limit = limit;
        self
    }
}

/// Everything that the sunlight at hits depends on, except the hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SunInputs {
    /// Unit vector toward the sun: east, south, up.
    pub(super) direction: [f32; 3],
}

impl SunInputs {
    /// Returns the inputs for a light from this direction.
    pub fn new(light: Light) -> Self {
        let (sine, cosine) = light.azimuth.to_radians().sin_cos();
        let (rise, run) = light.altitude.to_radians().sin_cos();
        Self {
            direction: [sine * run, -cosine * run, rise].map(|number| number as f32),
        }
    }
}

/// Returns the uniform of a terrain: camera and data, relative to the sample next to the camera's target.
fn terrain(settings: &RenderSettings, data: SampleGrid) -> SceneUniform {
    let spacing = data.spacing();
    let viewpoint = settings.scene.viewpoint(Scene::Terrain, data);
    let pose = viewpoint.pose();
    let exaggeration = settings.shading.exaggeration.abs();
    let [column, row] = data.sample_from_world([viewpoint.target[0], viewpoint.target[1]]);
    let limit = f64::from(data.size[0]);
    let anchor = [column, row].map(|at| at.round().clamp(-limit, 2.0 * limit) as i32);
    let anchor_world = data.world_from_sample(anchor.map(f64::from));
    // A height that f32 holds exactly, so that nothing is lost where the camera looks.
    let base = match settings.scene.target {
        Some([_, _, z]) if exaggeration > 0.0 => (z / exaggeration) as f32,
        _ => 0.0,
    };
    let base = if base.is_finite() { base } else { 0.0 };
    let [x, y, z] = pose.position;
    let origin = [
        (x - anchor_world[0]) / spacing,
        (anchor_world[1] - y) / spacing,
        (z - f64::from(base) * exaggeration) / spacing,
    ];
    let rays = f64::from(settings.scene.rays_per_side());
    let [width, height] = settings.grid.size.map(|count| f64::from(count) * rays);
    SceneUniform {
        origin: origin.map(|number| number as f32),
        ray_spacing: (pose.height_at_one / height) as f32,
        scale: (exaggeration / spacing) as f32,
        base,
        has_base: u32::from(settings.scene.target.is_some()),
        middle: [width, height].map(|count| (count / 2.0) as f32),
        anchor,
        world: anchor_world.map(|number| number as f32),
        spacing: spacing as f32,
        exaggeration: exaggeration as f32,
        side: data.size[0],
        sign: sign(settings),
        unit: (spacing / viewpoint.unit) as f32,
        depth: (BLOCK_DEPTH * viewpoint.unit / spacing) as f32,
        step_limit: STEP_LIMIT,
        nan: f32::NAN.to_bits(),
        ..pyramid(axes(&pose), data.size[0])
    }
}

/// Returns the uniform of a planet: camera, in radii of the planet, and the field's value at sea level.
fn planet(settings: &RenderSettings) -> SceneUniform {
    let pose = settings
        .scene
        .viewpoint(Scene::Planet, settings.grid)
        .pose();
    let layout = settings.scene.planet_layout();
    let rays = f64::from(settings.scene.rays_per_side());
    let [width, height] = settings.grid.size.map(|count| f64::from(count) * rays);
    let [x, y, z] = pose.position;
    SceneUniform {
        origin: [x, -y, z].map(|number| number as f32),
        ray_spacing: (pose.height_at_one / height) as f32,
        middle: [width, height].map(|count| (count / 2.0) as f32),
        spacing: 1.0,
        unit: 1.0,
        exaggeration: settings.shading.exaggeration.abs() as f32,
        sign: sign(settings),
        side: layout.cells,
        columns: layout.columns(),
        tiles: tiles(&layout),
        face_bounds: face_bounds(layout.cells),
        square: (x * x + y * y + z * z - 1.0) as f32,
        sea: settings.scene.sea.unwrap_or_default() as f32,
        has_sea: u32::from(settings.scene.sea.is_some()),
        step_limit: STEP_LIMIT,
        nan: f32::NAN.to_bits(),
        ..pyramid(axes(&pose), layout.cells + 1)
    }
}

/// Returns for each face and tile of a planet its face, depth and corner, and its children, as the shaders read them.
fn tiles(layout: &PlanetLayout) -> [[[u32; 4]; 2]; MAX_TILES] {
    let mut encoded = [[[0; 4]; 2]; MAX_TILES];
    let tiles = layout.tiles().zip(layout.children());
    for (slot, (tile, children)) in encoded.iter_mut().zip(tiles) {
        let Tile {
            depth,
            face,
            corner,
        } = tile;
        *slot = [[face, depth, corner[0], corner[1]], children];
    }
    encoded
}

fn sign(settings: &RenderSettings) -> f32 {
    match settings.shading.exaggeration < 0.0 {
        true => -1.0,
        false => 1.0,
    }
}

/// Adds the levels of the pyramid of maxima of a height field of `side` × `side` samples to a uniform.
fn pyramid(uniform: SceneUniform, side: u32) -> SceneUniform {
    let levels = levels(side);
    SceneUniform {
        level_count: levels.len() as u32,
        // Entry k is level k; there is none at 0.
        levels: std::array::from_fn(|word| {
            std::array::from_fn(|part| {
                let level = (4 * word + part).checked_sub(1);
                level
                    .and_then(|level| levels.get(level))
                    .map_or(0, |level| level.start)
            })
        }),
        ..uniform
    }
}

/// Returns the uniform of a solid: camera and data, relative to the northwest sample of the lowest slice.
fn solid(settings: &RenderSettings, data: SampleGrid) -> SceneUniform {
    let side = settings.scene.solid_samples();
    let (grid, spacing) = (settings.grid, data.spacing());
    let half = (f64::from(side) / 2.0 - 0.5) * spacing;
    let [x, y] = grid.center;
    let (west, north, bottom) = (x - half, y + half, settings.z - half);
    let viewpoint = Viewpoint {
        camera: settings.scene.camera(Scene::Solid),
        target: settings.scene.target.unwrap_or([x, y, settings.z]),
        unit: grid.span,
    };
    let pose = viewpoint.pose();
    let rays = f64::from(settings.scene.rays_per_side());
    let [width, height] = grid.size.map(|count| f64::from(count) * rays);
    let local = |[x, y, z]: [f64; 3]| {
        [
            (x - west) / spacing,
            (north - y) / spacing,
            (z - bottom) / spacing,
        ]
        .map(|number| number as f32)
    };
    let (mut low, mut high) = ([0.0; 3], [(side - 1) as f32; 3]);
    if let Some(Clip { axis, limit }) = settings.scene.clip {
        // y is to the south: what lies beyond the limit is at lower rows.
        let at = local([limit; 3])[axis.min(2)];
        match axis {
            1 => low[1] = at.max(0.0),
            _ => high[axis.min(2)] = at.min(high[axis.min(2)]),
        }
    }
    SceneUniform {
        origin: local(pose.position),
        ray_spacing: (pose.height_at_one / height) as f32,
        middle: [width, height].map(|count| (count / 2.0) as f32),
        world: [west, north].map(|number| number as f32),
        bottom: bottom as f32,
        spacing: spacing as f32,
        side,
        sign: 1.0,
        unit: (spacing / viewpoint.unit) as f32,
        step_limit: STEP_LIMIT,
        nan: f32::NAN.to_bits(),
        columns: data.size[0] / side,
        low,
        high,
        threshold: settings.threshold as f32,
        ..axes(&pose)
    }
}

/// Returns a uniform that has only the axes of a camera, in coordinates whose y points south.
fn axes(pose: &Pose) -> SceneUniform {
    let local = |[x, y, z]: [f64; 3]| [x, -y, z].map(|number| number as f32);
    SceneUniform {
        right: local(pose.right),
        up: local(pose.up),
        forward: local(pose.forward),
        ..SceneUniform::default()
    }
}
