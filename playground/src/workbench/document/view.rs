//! The view of a cell: which world positions are sampled, and how the samples are shaded.

use noise_playground::camera::{Camera, Scene, check_target};
use noise_playground::capture::RenderSettings;
use noise_playground::generator::{Domain, Generator};
use noise_playground::grid::{SPAN_LIMITS, SampleGrid};
use noise_playground::scene::{
    Clip, PLANET_CELLS, Pass, RAY_COUNTS, SOLID_SAMPLES, SceneSettings, TERRAIN_SAMPLES,
};
use noise_playground::shading::{Channel, Lighting, Shading, ValueRange, ViewMode};
use serde::{Deserialize, Serialize};

/// View of a cell's picture: placement (center, width, z), shading, and settings for three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct View {
    #[serde(rename = "view")]
    pub(crate) shading: Shading,
    /// World position of the center of the view's picture.
    pub(crate) center: [f64; 2],
    /// Width of the view's picture, in world units.
    pub(crate) span: f64,
    /// Third coordinate of the view, in world units: that of a slice, or of the center of the cube that a solid fills.
    pub(crate) z: f64,
    /// Threshold for a view that shows a volume as a solid: positions with values above it are inside.
    pub(crate) threshold: f64,
    /// Camera, sampling and clip plane of a three-dimensional view.
    pub(crate) scene: SceneSettings,
    /// True if the user has removed the sea that a planet's shader file requests.
    pub(crate) is_dry: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            shading: Shading::default(),
            center: [0.0, 0.0],
            span: 8.0,
            z: 0.0,
            threshold: 0.0,
            scene: SceneSettings::default(),
            is_dry: false,
        }
    }
}

impl View {
    /// Returns the grid of sample positions for a picture of this view with `size` pixels.
    pub(crate) fn grid(&self, size: [u32; 2]) -> SampleGrid {
        SampleGrid {
            center: self.center,
            span: self.span,
            size,
        }
    }

    /// Returns the settings for rendering a generator with this view, as a picture of `size` pixels, at an animation
    /// time in seconds.
    pub(crate) fn settings(
        &self,
        generator: &Generator,
        size: [u32; 2],
        time: f64,
    ) -> RenderSettings {
        let shading = self.shading_for(generator);
        RenderSettings {
            z: self.z,
            threshold: self.threshold,
            time,
            shading,
            scene: self.scene_for(generator, shading.mode),
            ..self.grid(size).into()
        }
    }

    /// Returns the settings of a three-dimensional view of a generator. Camera and sea are those that the shader file
    /// requests, unless the user has chosen others.
    pub(crate) fn scene_for(&self, generator: &Generator, mode: ViewMode) -> SceneSettings {
        let requested = mode.info().scene.and_then(|scene| generator.camera(scene));
        let has_sea = mode == ViewMode::Planet && !self.is_dry;
        SceneSettings {
            camera: self.scene.camera.or(requested),
            sea: self.scene.sea.or(generator.hint.sea).filter(|_| has_sea),
            ..self.scene
        }
    }

    /// Makes the numbers of a view that was read from a file valid: clamps finite ones to their limits, resets
    /// non-finite ones.
    pub(super) fn sanitize(&mut self) {
        let clamp = |number: &mut f64, (low, high): (f64, f64), default: f64| {
            *number = if number.is_finite() {
                number.clamp(low, high)
            } else {
                default
            };
        };
        let world = (-SPAN_LIMITS.1, SPAN_LIMITS.1);
        self.center.iter_mut().for_each(|at| clamp(at, world, 0.0));
        clamp(&mut self.span, SPAN_LIMITS, 8.0);
        clamp(&mut self.z, world, 0.0);
        clamp(&mut self.threshold, world, 0.0);
        let shading = &mut self.shading;
        clamp(&mut shading.light.azimuth, (0.0, 360.0), 315.0);
        clamp(&mut shading.light.altitude, (0.0, 90.0), 45.0);
        clamp(&mut shading.exaggeration, (0.0, 1e6), 1.0);
        if let ValueRange::Fixed(low, high) = shading.value_range
            && !(low.is_finite() && high.is_finite() && low < high)
        {
            shading.value_range = ValueRange::Auto;
        }
        sanitize_scene(&mut self.scene, shading.mode);
    }

    /// Resets the view to a generator's initial view mode, placement and camera.
    pub(crate) fn reset(&mut self, generator: &Generator) {
        self.shading.set_mode(generator.default_mode());
        let initial = generator.initial_grid(1);
        (self.center, self.span) = (initial.center, initial.span);
        self.reset_camera();
    }

    /// Selects the view mode. The camera is reset if the kind of three-dimensional view changes.
    pub(crate) fn set_mode(&mut self, mode: ViewMode) {
        let kinds = [self.shading.mode, mode].map(|mode| mode.info().scene);
        if let [Some(before), Some(after)] = kinds
            && before != after
        {
            self.reset_camera();
            self.scene.samples = None;
        }
        self.shading.set_mode(mode);
    }

    /// Converts a three-dimensional view to a view from above: a map of a terrain, a slice of a volume or planet.
    pub(in crate::workbench) fn seen_from_above(mut self) -> Self {
        self.shading.mode = match self.shading.mode.info().scene {
            Some(Scene::Terrain) => ViewMode::Relief,
            Some(Scene::Planet | Scene::Solid) => ViewMode::Slice,
            None => self.shading.mode,
        };
        self
    }

    /// Resets the view's camera and its target to those that the shader file requests.
    pub(crate) fn reset_camera(&mut self) {
        (self.scene.camera, self.scene.target) = (None, None);
    }

    /// Moves and shrinks the view of a grid program so that it is within the square that the program computes; does
    /// nothing for other generators. `size` is the width and height of the picture, in pixels.
    pub(crate) fn clamp_to_grid(&mut self, generator: &Generator, size: [u32; 2]) {
        if generator.domain != Domain::Grid {
            return;
        }
        let initial = generator.initial_grid(1);
        let [width, height] = size.map(f64::from);
        self.span = self.span.min(initial.span * (width / height).min(1.0));
        let visible = [self.span, self.span * height / width];
        for ((center, initial_center), visible) in
            self.center.iter_mut().zip(initial.center).zip(visible)
        {
            let margin = ((initial.span - visible) / 2.0).max(0.0);
            *center = center.clamp(initial_center - margin, initial_center + margin);
        }
    }

    /// Returns the shading with which a generator is shown: the selected shading, but with the generator's initial view
    /// mode and first channel if it does not support the selected ones.
    pub(crate) fn shading_for(&self, generator: &Generator) -> Shading {
        let is_available = self.shading.channel.is_available(generator.channels);
        let mode = match generator.supports(self.shading.mode) {
            true => self.shading.mode,
            false => generator.default_mode(),
        };
        let color = self.shading.lighting.color;
        let has_color = mode.colorings().any(|coloring| coloring == color);
        Shading {
            mode,
            lighting: Lighting {
                color: if has_color {
                    color
                } else {
                    Lighting::DEFAULT.color
                },
                ..self.shading.lighting
            },
            channel: if is_available {
                self.shading.channel
            } else {
                Channel::X
            },
            ..self.shading
        }
    }
}

/// Returns the smallest and largest number of samples along one side that the user can choose for a three-dimensional
/// view.
pub(crate) fn sample_limits(scene: Scene) -> (u32, u32) {
    match scene {
        Scene::Terrain => TERRAIN_SAMPLES,
        Scene::Solid => SOLID_SAMPLES,
        Scene::Planet => PLANET_CELLS,
    }
}

/// Makes the settings of a three-dimensional view that was read from a file valid, by resetting those that the window
/// could not have written.
fn sanitize_scene(scene: &mut SceneSettings, mode: ViewMode) {
    let kind = mode.info().scene;
    let suits = |camera: &Camera| kind.is_none_or(|kind| kind.check(camera).is_ok());
    scene.camera = scene.camera.filter(suits);
    scene.target = scene.target.filter(|target| check_target(*target).is_ok());
    let (least, most) = sample_limits(kind.unwrap_or(Scene::Terrain));
    scene.sea = scene.sea.filter(|sea| (*sea as f32).is_finite());
    scene.projection = None;
    let is_plane = |clip: &Clip| clip.axis <= 2 && clip.limit.is_finite();
    scene.clip = scene.clip.filter(is_plane);
    scene.samples = scene.samples.filter(|count| (least..=most).contains(count));
    if !RAY_COUNTS.contains(&scene.rays) {
        scene.rays = SceneSettings::default().rays;
    }
    scene.pass = Pass::Color;
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;

    use super::*;

    #[test]
    fn view_stays_inside_the_grid() {
        let text = "/// @grid(64)\n@group(1) @binding(0) var<storage, read_write> heights: array<f32>;\n\
                    /// @pass\n@compute @workgroup_size(8) fn fill(@builtin(global_invocation_id) id: vec3u) {\n    \
                    heights[id.x] = 1.0;\n}";
        let generator = &compile(text).unwrap()[0];
        let mut view = View {
            center: [100.0, -0.5],
            span: 64.0,
            ..View::default()
        };
        view.clamp_to_grid(generator, [200, 100]);
        assert_eq!((view.center, view.span), ([0.0, -0.5], 8.0));
        view.center[1] = 9.0;
        view.clamp_to_grid(generator, [200, 100]);
        assert_eq!(view.center, [0.0, 2.0]);
        view.span = 64.0;
        view.clamp_to_grid(generator, [100, 200]);
        assert_eq!((view.center, view.span), ([0.0, 0.0], 4.0));
    }
}
