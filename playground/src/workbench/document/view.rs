//! The view of a cell: which positions are sampled, and how the samples are shaded.

use noise_playground::field::Channel;
use noise_playground::field::grid::{SPAN_LIMITS, SampleGrid};
use noise_playground::generator::{Domain, Generator};
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::{Lighting, Shading, ValueRange, ViewMode};
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::settings::{Pass, SceneSettings};
use noise_playground::{RenderSettings, Subject};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct View {
    #[serde(rename = "view")]
    pub(crate) shading: Shading,
    /// World position.
    pub(crate) center: [f64; 2],
    /// Width in world units.
    pub(crate) span: f64,
    /// In world units: that of a slice, or of the center of a solid's cube.
    pub(crate) z: f64,
    /// Positions with values above it are inside of a solid.
    pub(crate) threshold: f64,
    pub(crate) scene: SceneSettings,
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
        }
    }
}

impl View {
    pub(crate) fn grid(&self, size: [u32; 2]) -> SampleGrid {
        SampleGrid { center: self.center, span: self.span, size }
    }

    /// Returns the view that shows a captured subject.
    pub(crate) fn of(subject: &Subject) -> Self {
        let mut view = Self::default();
        view.take(subject.settings);
        let shading = &mut view.shading;
        let default = shading.color_mode().info().default_palette;
        shading.palette = shading.palette.filter(|palette| *palette != default);
        view.scene.pass = Pass::Color;
        view.scene.is_dry = shading.mode == ViewMode::Planet && view.scene.sea.is_none();
        view
    }

    /// `size` is in pixels, the animation time in seconds.
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

    /// Returns camera and sea as the shader file requests, unless the user has chosen others.
    pub(crate) fn scene_for(&self, generator: &Generator, mode: ViewMode) -> SceneSettings {
        let requested = mode.info().scene.and_then(|scene| generator.camera(scene));
        let has_sea = mode == ViewMode::Planet && !self.scene.is_dry;
        SceneSettings {
            camera: self.scene.camera.or(requested),
            sea: self.scene.sea.or(generator.hint().sea).filter(|_| has_sea),
            is_dry: false,
            ..self.scene
        }
    }

    /// Resets invalid settings of a view from a file.
    pub(super) fn sanitize(&mut self) {
        let mut settings = self.render_settings();
        for setting in ViewSetting::ALL {
            if setting.check(&settings).is_err() {
                let default = setting.default(&settings);
                setting.set(&mut settings, default);
            }
        }
        let span = settings.grid.span;
        settings.grid.span = span.clamp(SPAN_LIMITS.0, SPAN_LIMITS.1);
        (settings.scene.pass, settings.scene.projection) = (Pass::Color, None);
        self.take(settings);
    }

    /// Returns the settings for one sample at time 0.
    pub(super) fn render_settings(&self) -> RenderSettings {
        RenderSettings {
            z: self.z,
            threshold: self.threshold,
            shading: self.shading,
            scene: self.scene,
            ..self.grid([1, 1]).into()
        }
    }

    /// Takes over all but size and time.
    pub(super) fn take(&mut self, settings: RenderSettings) {
        *self = Self {
            shading: settings.shading,
            center: settings.grid.center,
            span: settings.grid.span,
            z: settings.z,
            threshold: settings.threshold,
            scene: settings.scene,
        };
    }

    /// Resets to the initial view mode, placement and camera.
    pub(crate) fn reset(&mut self, generator: &Generator) {
        self.shading.set_mode(generator.default_mode());
        let initial = generator.initial_grid(1);
        (self.center, self.span) = (initial.center, initial.span);
        self.reset_camera();
    }

    /// Resets the camera if the kind of three-dimensional view changes.
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

    /// Converts to a map of a terrain, or a slice of a volume or planet.
    pub(in crate::workbench) fn seen_from_above(mut self) -> Self {
        self.shading.mode = match self.shading.mode.info().scene {
            Some(Scene::Terrain) => ViewMode::Relief,
            Some(Scene::Planet | Scene::Solid) => ViewMode::Slice,
            None => self.shading.mode,
        };
        self
    }

    /// Shows the derivative by a control, whose value range has nothing to do with that of the values.
    pub(in crate::workbench) fn of_sensitivity(mut self) -> Self {
        self.shading.mode = ViewMode::Sensitivity;
        self.shading.value_range = ValueRange::Auto;
        self
    }

    /// Resets the camera to that which the shader file requests.
    pub(crate) fn reset_camera(&mut self) {
        (self.scene.camera, self.scene.target) = (None, None);
    }

    /// Moves and shrinks the view of a grid program into the square that it computes. `size` is in pixels.
    pub(crate) fn clamp_to_grid(&mut self, generator: &Generator, size: [u32; 2]) {
        if generator.domain() != Domain::Grid {
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

    /// Returns the channel whose gradient exact normals need; `None` for normals of the samples.
    pub(crate) fn exact_normals(&self, generator: &Generator) -> Option<Channel> {
        let shading = self.shading_for(generator);
        let is_exact = shading.has_exact_normals() && has_exact_normals(generator, &shading);
        is_exact.then_some(shading.channel)
    }

    /// Replaces an unsupported mode or channel by the initial one, and any mode by that of a shown derivative.
    pub(crate) fn shading_for(&self, generator: &Generator) -> Shading {
        let is_available = self.shading.channel.is_available(generator.channels());
        let mode = if generator.supports(ViewMode::Sensitivity) {
            ViewMode::Sensitivity
        } else if generator.supports(self.shading.mode) {
            self.shading.mode
        } else {
            generator.default_mode()
        };
        let color = self.shading.lighting.color;
        let has_color = mode.colorings().any(|coloring| coloring == color);
        Shading {
            mode,
            lighting: Lighting {
                color: if has_color { color } else { Lighting::DEFAULT.color },
                ..self.shading.lighting
            },
            z_factor: self.shading.z_factor.or(generator.hint().z_factor),
            channel: if is_available { self.shading.channel } else { Channel::X },
            ..self.shading
        }
    }
}

/// Returns true if the user can choose exact normals.
pub(crate) fn has_exact_normals(generator: &Generator, shading: &Shading) -> bool {
    let has_gradient = || generator.check_exact_normals(shading.channel).is_ok();
    shading.mode.info().has_normals && generator.tap().is_none() && has_gradient()
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
        let mut view = View { center: [100.0, -0.5], span: 64.0, ..View::default() };
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
