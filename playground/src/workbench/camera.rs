//! The camera of three-dimensional views, and its motion by the user.

use noise_playground::RenderSettings;
use noise_playground::field::Channel;
use noise_playground::view::space::camera::{
    Body, Camera, Globe, Ground, GroundHit, Scene, Sphere, Viewpoint, decimal,
};

use super::{CellId, PaneId, Workbench};

/// Minimum height above the ground, as a fraction of the view's width or of a planet's radius.
const CLEARANCE: f64 = 0.002;
const PLANET_CLEARANCE: f64 = 0.0002;

/// Duration of [`CameraTip`] in seconds.
const TIP_SECONDS: f64 = 0.25;

/// Animation from straight above to the camera's position, when the user switches from a view from above to a terrain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CameraTip {
    /// Selected cell in the previous frame, and its kind of three-dimensional view.
    last: Option<(CellId, Option<Scene>)>,
    /// Start on egui's clock, in seconds; `None` while the tip is not running.
    started: Option<f64>,
    /// Progress from 0 to 1; 1 while the tip is not running.
    fraction: f64,
}

impl Default for CameraTip {
    fn default() -> Self {
        Self { last: None, started: None, fraction: 1.0 }
    }
}

/// Positions are in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CameraMotion {
    /// Turns about a position, by degrees of azimuth and altitude.
    Orbit { about: [f64; 3], by: [f64; 2] },
    /// Moves the camera so that `held` appears at `point`, in pixels, of a picture of `size` pixels.
    Pan { held: [f64; 3], point: [f64; 2], size: [u32; 2] },
    /// Multiplies the distance to `toward` by `factor`.
    Zoom { toward: [f64; 3], factor: f64 },
    /// Makes the position the target.
    Aim([f64; 3]),
}

impl Workbench {
    /// Returns `None` for a view from above.
    pub(crate) fn scene(&self, id: CellId) -> Option<Scene> {
        let content = self.pane_content(PaneId::Cell(id))?;
        let shading = content.view.shading_for(&content.generator);
        shading.mode.info().scene
    }

    /// Starts the tip when the selected cell switches to a terrain, and advances it. `now` is the time of egui's clock,
    /// in seconds. Returns true while it is running.
    pub(crate) fn tip_camera(&mut self, now: f64) -> bool {
        let id = self.document.selected;
        let scene = self.scene(id);
        let reduces_motion = self.chrome.reduces_motion();
        let tip = &mut self.0.camera_tip;
        let enters = tip.last == Some((id, None)) && scene == Some(Scene::Terrain);
        tip.last = Some((id, scene));
        if enters && !reduces_motion {
            tip.started = Some(now);
        }
        let linear = tip.started.map(|started| (now - started) / TIP_SECONDS);
        let linear = linear.filter(|linear| scene.is_some() && (0.0..1.0).contains(linear));
        if linear.is_none() {
            tip.started = None;
        }
        // Smoothstep: the motion is slow at its start and its end.
        tip.fraction = linear.map_or(1.0, |linear| linear * linear * (3.0 - 2.0 * linear));
        linear.is_some()
    }

    /// Returns camera and target during the tip to those of `settings`; `None` while it is not running.
    pub(crate) fn tipping_camera(
        &self,
        settings: &RenderSettings,
    ) -> Option<(Camera, Option<[f64; 3]>)> {
        let fraction = self.camera_tip.started.map(|_| self.camera_tip.fraction)?;
        let view = settings.scene.viewpoint(settings.shading.mode.info().scene?, settings.grid);
        let above = Camera::from_above(view.camera.field_of_view, settings.grid.size);
        let [x, y] = settings.grid.center;
        let target = settings
            .scene
            .target
            .map(|[to_x, to_y, z]| [x + (to_x - x) * fraction, y + (to_y - y) * fraction, z]);
        Some((above.toward(&view.camera, fraction), target))
    }

    /// Returns true for a three-dimensional view, whose samples must be read back, since the camera needs heights.
    pub(crate) fn is_scene(&self, pane: PaneId) -> bool {
        matches!(pane, PaneId::Cell(id) if self.scene(id).is_some())
    }

    /// Returns the solid that rays hit; `None` for other views, and until the samples are read back.
    pub(crate) fn body(&self, id: CellId) -> Option<Body<'_>> {
        let pane = PaneId::Cell(id);
        let is_solid = self.scene(id) == Some(Scene::Solid);
        let content = self.pane_content(pane).filter(|_| is_solid)?;
        let samples = self.pane_stats(pane).samples.as_ref()?;
        let settings = content.view.settings(&content.generator, [1, 1], 0.0);
        Body::new(&samples.field, &settings.body_shape())
    }

    /// Returns the planet that rays hit; `None` for other views, and until the samples are read back.
    pub(crate) fn globe(&self, id: CellId) -> Option<Globe<'_>> {
        let pane = PaneId::Cell(id);
        let is_planet = self.scene(id) == Some(Scene::Planet);
        let content = self.pane_content(pane).filter(|_| is_planet)?;
        let samples = self.pane_stats(pane).samples.as_ref()?;
        let settings = content.view.settings(&content.generator, [1, 1], 0.0);
        let (channel, exaggeration) = (settings.shading.channel, settings.shading.vertical_scale());
        let values = samples.extremes(channel)?;
        Globe::new(
            &samples.field,
            samples.planet.as_ref()?,
            channel,
            values,
            exaggeration,
            settings.scene.sea,
        )
    }

    /// Returns the terrain that rays hit; `None` for other views, and until the samples are read back.
    pub(crate) fn ground(&self, id: CellId) -> Option<Ground<'_>> {
        let pane = PaneId::Cell(id);
        let samples = self.pane_stats(pane).samples.as_ref()?;
        let is_terrain = self.scene(id) == Some(Scene::Terrain);
        let content = self.pane_content(pane).filter(|_| is_terrain)?;
        let shading = content.view.shading_for(&content.generator);
        let (channel, grid) = (shading.channel, samples.grid);
        let values = samples.extremes(channel)?;
        let exaggeration = shading.vertical_scale();
        Some(Ground::new(&samples.field, grid, values, channel, exaggeration))
    }

    /// Returns camera and target; `None` in views from above, or until samples that the target needs are read back.
    pub(crate) fn viewpoint(&self, id: CellId) -> Option<Viewpoint> {
        let scene = self.scene(id)?;
        let view = self.framed(id, self.document.effective_view(id));
        let generator = &self.pane_content(PaneId::Cell(id))?.generator;
        let settings = view.scene_for(generator, view.shading_for(generator).mode);
        let mut viewpoint = settings.viewpoint(scene, view.grid([1, 1]));
        if settings.target.is_none() {
            match scene {
                Scene::Terrain => viewpoint.target = self.ground(id)?.target(),
                Scene::Solid => viewpoint.target[2] = view.z,
                Scene::Planet => {}
            }
        }
        Some(viewpoint)
    }

    /// Returns the sphere that stands for a planet until its samples are read back: at its sea level, or of radius 1.
    pub(crate) fn assumed_globe(&self, id: CellId) -> Option<Sphere> {
        let is_unknown = self.scene(id) == Some(Scene::Planet) && self.globe(id).is_none();
        let content = self.pane_content(PaneId::Cell(id)).filter(|_| is_unknown)?;
        let settings = content.view.settings(&content.generator, [1, 1], 0.0);
        let level = settings.scene.sea.unwrap_or(0.0) * settings.shading.vertical_scale();
        Some(Sphere { radius: (1.0 + level).max(f64::MIN_POSITIVE) })
    }

    /// Returns the surface position at `point` of a picture of `size`, both in pixels; `None` where it shows none.
    pub(crate) fn position_at(
        &self,
        id: CellId,
        point: [f64; 2],
        size: [u32; 2],
    ) -> Option<GroundHit> {
        let pose = self.viewpoint(id)?.pose();
        let (position, ray) = (pose.position, pose.ray(point, size));
        match self.scene(id)? {
            Scene::Solid => self.body(id)?.hit(position, ray),
            Scene::Planet => self.globe(id)?.hit(position, ray),
            Scene::Terrain => self.ground(id)?.hit(position, ray),
        }
    }

    /// Interpolates all channels; empty until the samples are read back.
    pub(crate) fn samples_at(&self, id: CellId, position: [f64; 3]) -> Vec<f32> {
        if let Some(body) = self.body(id) {
            return body.values_at(position);
        }
        if let Some(globe) = self.globe(id) {
            return globe.values_at(position);
        }
        let [x, y, _] = position;
        let samples = self.pane_stats(PaneId::Cell(id)).samples.as_ref();
        let Some(samples) = samples else {
            return Vec::new();
        };
        let channels = [Channel::X, Channel::Y, Channel::Z, Channel::W].into_iter();
        let channels = channels.take(samples.field.channels as usize);
        let number = |channel| samples.field.interpolated(&samples.grid, channel, [x, y]) as f32;
        channels.map(number).collect()
    }

    /// Moves the camera of a cell and of all that share its view, but not below the ground of a terrain or planet. That
    /// of a planet always orbits about its target, which is the center until the camera comes near the ground.
    pub(crate) fn move_camera(&mut self, id: CellId, motion: CameraMotion) {
        let Some((scene, view)) = self.scene(id).zip(self.viewpoint(id)) else {
            return;
        };
        let (ground, globe) = (self.ground(id), self.globe(id));
        // A camera in a valley below the sphere moves freely until the samples are known.
        let is_outside = |sphere: &Sphere| sphere.height_above(view.pose().position) >= 0.0;
        let assumed = self.assumed_globe(id).filter(is_outside);
        let height = |position| match (&ground, &globe, &assumed) {
            (Some(ground), ..) => ground.height_above(position),
            (None, Some(globe), _) => globe.height_above(position),
            (None, None, Some(sphere)) => sphere.height_above(position),
            (None, None, None) => f64::INFINITY,
        };
        let is_planet = scene == Scene::Planet;
        let clearance = if is_planet { PLANET_CLEARANCE } else { CLEARANCE * view.unit };
        let view = if globe.is_some() { view.raised(height, clearance) } else { view };
        let moved = match motion {
            CameraMotion::Orbit { by, .. } if is_planet => {
                let orbited = view.orbited_above_ground(scene, view.target, by, height, clearance);
                // The previous target is kept, since rounding errors would let it drift.
                Viewpoint { target: view.target, ..orbited }
            }
            CameraMotion::Orbit { about, by } => {
                view.orbited_above_ground(scene, about, by, height, clearance)
            }
            CameraMotion::Pan { held, point, size } if is_planet => {
                let panned = view.panned(held, point, size);
                let is_clear = height(panned.pose().position) >= clearance;
                if is_clear { panned } else { view }
            }
            CameraMotion::Pan { held, point, size } => {
                view.panned(held, point, size).lifted(height, clearance)
            }
            CameraMotion::Zoom { toward, factor } => {
                view.zoomed_above_ground(toward, factor, height, clearance)
            }
            CameraMotion::Aim(target) => view.aimed_at(scene, target).unwrap_or(view),
        };
        let placement = self.document.placement_cell(id);
        let mut view = self.0.document.view_mut(placement);
        let settings = &mut view.scene;
        let [azimuth, altitude, distance, field_of_view] =
            <[f64; 4]>::from(moved.camera).map(decimal);
        settings.camera = Some(Camera { azimuth, altitude, distance, field_of_view }.into());
        settings.target = Some(moved.target.map(decimal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_camera_survive_their_text() {
        for number in [0.1 + 0.2, 1.0 / 3.0, 271.3 / 7.0, -1e-5 / 3.0, 0.0, 2.0_f64.sqrt()] {
            let rounded = decimal(number);
            assert!((rounded - number).abs() <= 1e-14 * number.abs());
            let text = serde_json::to_string(&rounded).unwrap();
            assert_eq!(serde_json::from_str::<f64>(&text).unwrap(), rounded, "{text}");
        }
    }
}
