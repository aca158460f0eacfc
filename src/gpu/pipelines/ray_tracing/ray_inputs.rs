//! Settings of a three-dimensional view, encoded for the GPU without results, so that changes can be detected.

use super::levels::{face_bounds, levels};
use crate::RenderSettings;
use crate::field::Channel;
use crate::field::grid::SampleGrid;
use crate::gpu::pipelines::host_uniforms::SceneUniform;
use crate::view::shading::Light;
use crate::view::space::camera::{Pose, Scene, Viewpoint};
use crate::view::space::mesh::{BLOCK_DEPTH, Clip};
use crate::view::space::planet::{FACES, MAX_TILES, PlanetLayout, Tile};
use crate::view::space::settings::Pass;

/// Steps of a ray. The longest useful paths through 8192 × 8192 samples have a third of them.
const STEP_LIMIT: u32 = 32_768;

/// Shape of the data that a three-dimensional view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataShape {
    /// A terrain: a square height field.
    Field {
        /// Samples along the width and along the height.
        side: u32,
    },
    /// A solid: a cube of samples, stored as slices side by side in a texture.
    Volume {
        /// Samples along each side.
        side: u32,
        /// Slices in a row of the texture.
        columns: u32,
    },
    /// A planet: the height fields of its faces and tiles, stored side by side in the rows of a texture.
    Planet {
        /// Cells (squares between samples) along the edge of a face or tile.
        cells: u32,
        /// Faces and tiles in a row of the texture.
        columns: u32,
        /// Faces and tiles, including those near the camera.
        tiles: u32,
    },
}

/// Settings on which bounds depend: the height channel, and the sign of the exaggeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsInputs {
    pub(super) channel: Channel,
    /// True if low values are high ground.
    is_inverted: bool,
}

impl BoundsInputs {
    pub(super) fn sign(self) -> f32 {
        if self.is_inverted { -1.0 } else { 1.0 }
    }
}

/// Settings on which hits depend, besides the field. Equal inputs and fields yield equal hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayInputs {
    pub(super) scene: Scene,
    pub(super) bounds: BoundsInputs,
    pub(crate) uniform: SceneUniform,
    /// Distance between neighboring samples, in world units.
    spacing: f64,
    /// Rays of each pixel along its width and along its height.
    pub(super) rays_per_side: u32,
    pub(crate) pass: Pass,
    /// Faces and tiles of a planet; 0 for other views.
    tiles: u32,
    /// Samples in the data texture of a planet's six faces; `None` for other views.
    faces_size: Option<[u32; 2]>,
}

impl RayInputs {
    /// Encodes the settings of rays. `data` is the sample grid of the data.
    pub fn new(settings: &RenderSettings, scene: Scene, data: SampleGrid) -> Self {
        let rays_per_side = settings.scene.rays_per_side();
        let uniform = match scene {
            Scene::Solid => solid(settings, data),
            Scene::Terrain => terrain(settings, data),
            Scene::Planet => planet(settings),
        };
        Self {
            scene,
            bounds: BoundsInputs {
                channel: settings.shading.channel,
                is_inverted: scene != Scene::Solid && sign(settings) < 0.0,
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

    /// Sets the arrangement of a planet's faces and tiles; unchanged for `None`.
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

    pub(crate) fn faces_size(&self) -> Option<[u32; 2]> {
        self.faces_size
    }

    /// Returns the shape of the traced data.
    pub fn data(&self) -> DataShape {
        let SceneUniform { side, columns, .. } = self.uniform;
        match columns {
            _ if self.scene == Scene::Planet => {
                DataShape::Planet { cells: side, columns, tiles: self.tiles }
            }
            0 => DataShape::Field { side },
            _ => DataShape::Volume { side, columns },
        }
    }

    pub(crate) fn has_albedo_at_hits(&self) -> bool {
        self.scene == Scene::Solid
    }

    /// Returns the settings of the bounds.
    pub fn bounds(&self) -> BoundsInputs {
        self.bounds
    }

    /// Returns the distance between neighboring samples, in world units.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Returns the rays of each pixel along its width and along its height.
    pub fn rays_per_side(&self) -> u32 {
        self.rays_per_side
    }

    #[cfg(test)]
    pub(super) fn with_step_limit(mut self, limit: u32) -> Self {
        self.uniform.step_limit = limit;
        self
    }
}

/// Direction of the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SunInputs {
    /// Unit vector toward the sun: east, south and up.
    pub(super) direction: [f32; 3],
}

impl SunInputs {
    /// Converts azimuth and altitude.
    pub fn new(light: Light) -> Self {
        let (sine, cosine) = light.azimuth.to_radians().sin_cos();
        let (rise, run) = light.altitude.to_radians().sin_cos();
        Self { direction: [sine * run, -cosine * run, rise].map(|number| number as f32) }
    }
}

/// The coordinates are relative to the sample next to the camera's target.
fn terrain(settings: &RenderSettings, data: SampleGrid) -> SceneUniform {
    let spacing = data.spacing();
    let viewpoint = settings.scene.viewpoint(Scene::Terrain, data);
    let pose = viewpoint.pose();
    let exaggeration = settings.shading.vertical_scale().abs();
    let [column, row] = data.sample_from_world([viewpoint.target[0], viewpoint.target[1]]);
    let limit = f64::from(data.size[0]);
    let anchor = [column, row].map(|at| at.round().clamp(-limit, 2.0 * limit) as i32);
    let anchor_world = data.world_from_sample(anchor.map(f64::from));
    // A height that `f32` represents exactly, so that no precision is lost at the camera's target.
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
    SceneUniform {
        origin: origin.map(|number| number as f32),
        scale: (exaggeration / spacing) as f32,
        base,
        has_base: u32::from(settings.scene.target.is_some()),
        anchor,
        world: anchor_world.map(|number| number as f32),
        spacing: spacing as f32,
        exaggeration: exaggeration as f32,
        side: data.size[0],
        sign: sign(settings),
        unit: (spacing / viewpoint.unit) as f32,
        depth: (BLOCK_DEPTH * viewpoint.unit / spacing) as f32,
        ..pyramid(shared(&pose, settings), data.size[0])
    }
}

/// The unit is the radius of the planet.
fn planet(settings: &RenderSettings) -> SceneUniform {
    let pose = settings.scene.viewpoint(Scene::Planet, settings.grid).pose();
    let layout = settings.scene.planet_layout();
    let [x, y, z] = pose.position;
    SceneUniform {
        origin: [x, -y, z].map(|number| number as f32),
        spacing: 1.0,
        unit: 1.0,
        exaggeration: settings.shading.vertical_scale().abs() as f32,
        sign: sign(settings),
        side: layout.cells,
        columns: layout.columns(),
        tiles: tiles(&layout),
        face_bounds: face_bounds(layout.cells),
        square: (x * x + y * y + z * z - 1.0) as f32,
        sea: settings.scene.sea.unwrap_or_default() as f32,
        has_sea: u32::from(settings.scene.sea.is_some()),
        ..pyramid(shared(&pose, settings), layout.cells + 1)
    }
}

/// Each has its face, depth and corner, then its children.
fn tiles(layout: &PlanetLayout) -> [[[u32; 4]; 2]; MAX_TILES] {
    let mut encoded = [[[0; 4]; 2]; MAX_TILES];
    let tiles = layout.tiles().zip(layout.children());
    for (slot, (tile, children)) in encoded.iter_mut().zip(tiles) {
        let Tile { depth, face, corner } = tile;
        *slot = [[face, depth, corner[0], corner[1]], children];
    }
    encoded
}

fn sign(settings: &RenderSettings) -> f32 {
    if settings.shading.vertical_scale() < 0.0 { -1.0 } else { 1.0 }
}

/// Adds the levels of the pyramid of maxima of `side` × `side` samples.
fn pyramid(uniform: SceneUniform, side: u32) -> SceneUniform {
    let levels = levels(side);
    SceneUniform {
        level_count: levels.len() as u32,
        // Entry k of the array is level k of the pyramid, whose levels count from 1; entry 0 is unused.
        levels: std::array::from_fn(|word| {
            std::array::from_fn(|part| {
                let level = (4 * word + part).checked_sub(1);
                level.and_then(|level| levels.get(level)).map_or(0, |level| level.start)
            })
        }),
        ..uniform
    }
}

/// The coordinates are relative to the northwest sample of the lowest slice.
fn solid(settings: &RenderSettings, data: SampleGrid) -> SceneUniform {
    let side = settings.scene.solid_samples();
    let (grid, spacing) = (settings.grid, data.spacing());
    let half = (f64::from(side) / 2.0 - 0.5) * spacing;
    let [x, y] = grid.center;
    let (west, north, bottom) = (x - half, y + half, settings.z - half);
    let viewpoint = settings.scene.viewpoint(Scene::Solid, grid);
    let viewpoint =
        Viewpoint { target: settings.scene.target.unwrap_or([x, y, settings.z]), ..viewpoint };
    let pose = viewpoint.pose();
    let local = |[x, y, z]: [f64; 3]| {
        [(x - west) / spacing, (north - y) / spacing, (z - bottom) / spacing]
            .map(|number| number as f32)
    };
    let (mut low, mut high) = ([0.0; 3], [(side - 1) as f32; 3]);
    if let Some(Clip { axis, limit }) = settings.scene.clip {
        // The y of rows points south, so samples beyond the limit are at lower rows.
        let at = local([limit; 3])[axis.min(2)];
        match axis {
            1 => low[1] = at.max(0.0),
            _ => high[axis.min(2)] = at.min(high[axis.min(2)]),
        }
    }
    SceneUniform {
        origin: local(pose.position),
        world: [west, north].map(|number| number as f32),
        bottom: bottom as f32,
        spacing: spacing as f32,
        side,
        sign: 1.0,
        unit: (spacing / viewpoint.unit) as f32,
        columns: data.size[0] / side,
        low,
        high,
        threshold: settings.threshold as f32,
        ..shared(&pose, settings)
    }
}

/// What all scenes share: the axes of the camera, in coordinates whose y axis points south, and the rays.
fn shared(pose: &Pose, settings: &RenderSettings) -> SceneUniform {
    let local = |[x, y, z]: [f64; 3]| [x, -y, z].map(|number| number as f32);
    let rays = f64::from(settings.scene.rays_per_side());
    let [width, height] = settings.grid.size.map(|count| f64::from(count) * rays);
    SceneUniform {
        right: local(pose.right),
        up: local(pose.up),
        forward: local(pose.forward),
        ray_spacing: (pose.height_at_one / height) as f32,
        middle: [width, height].map(|count| (count / 2.0) as f32),
        step_limit: STEP_LIMIT,
        nan: f32::NAN.to_bits(),
        ..SceneUniform::default()
    }
}
