//! Motion of a camera: orbit, pan and zoom. The camera does not roll, so that the horizon stays level.

use super::{MAX_DISTANCE, MIN_DISTANCE, Scene, Viewpoint, bisected};
use crate::view::space::vector::{add, length, scale, subtract};

const HALVINGS: u32 = 30;
/// In degrees, between the altitudes that are tried to find one above the ground.
const ALTITUDE_STEP: f64 = 1.0;

impl Viewpoint {
    /// Rotates the camera about a position, whose point in the picture does not change. The altitude stops at the
    /// limits of the scene. Positive angles move the camera clockwise as viewed from above, and up.
    #[must_use]
    pub fn orbited(&self, scene: Scene, about: [f64; 3], azimuth: f64, altitude: f64) -> Self {
        let mut turned = *self;
        let camera = &mut turned.camera;
        camera.azimuth = (camera.azimuth + azimuth).rem_euclid(360.0);
        camera.altitude = (camera.altitude + altitude).clamp(scene.min_altitude(), 90.0);
        let seen_from_camera = self.pose().to_camera(about);
        let pose = turned.pose();
        let position = subtract(about, pose.offset(seen_from_camera));
        turned.target = add(turned.target, subtract(position, pose.position));
        turned
    }

    /// Like [`Self::orbited`], but ends at the nearest higher altitude at which `height_above_ground` of the camera's
    /// position is at least `clearance`. If there is none, the camera does not move.
    #[must_use]
    pub fn orbited_above_ground(
        &self,
        scene: Scene,
        about: [f64; 3],
        [azimuth, altitude]: [f64; 2],
        height_above_ground: impl Fn([f64; 3]) -> f64,
        clearance: f64,
    ) -> Self {
        let orbited = |altitude| self.orbited(scene, about, azimuth, altitude);
        let is_clear =
            |altitude| height_above_ground(orbited(altitude).pose().position) >= clearance;
        let highest = 90.0 - self.camera.altitude;
        let mut low = altitude;
        let mut high = altitude;
        while !is_clear(high) {
            if high >= highest {
                return *self;
            }
            low = high;
            high = (high + ALTITUDE_STEP).min(highest);
        }
        let [_, lowest] = bisected([low, high], HALVINGS, is_clear);
        orbited(lowest)
    }

    /// Moves the camera parallel to the picture, so that `position` appears at `point`, unless it is behind the camera.
    #[must_use]
    pub fn panned(&self, position: [f64; 3], point: [f64; 2], size: [u32; 2]) -> Self {
        let pose = self.pose();
        let [_, _, depth] = pose.to_camera(position);
        if depth <= 0.0 {
            return *self;
        }
        let under_point = scale(pose.unnormalized_ray(point, size), depth);
        let camera = subtract(position, under_point);
        Self { target: add(self.target, subtract(camera, pose.position)), ..*self }
    }

    /// Moves camera and target to `factor` times their distances from a position, whose point in the picture does not
    /// change. The camera never reaches it, and the distance from the target stays within its limits.
    #[must_use]
    pub fn zoomed(&self, toward: [f64; 3], factor: f64) -> Self {
        let distance = (self.camera.distance * factor).clamp(MIN_DISTANCE, MAX_DISTANCE);
        let factor = distance / self.camera.distance;
        let mut zoomed = *self;
        zoomed.camera.distance = distance;
        zoomed.target = add(toward, scale(subtract(self.target, toward), factor));
        zoomed
    }

    /// Like [`Self::zoomed`], but shortens a motion that would end closer to the ground than `clearance`.
    #[must_use]
    pub fn zoomed_above_ground(
        &self,
        toward: [f64; 3],
        factor: f64,
        height_above_ground: impl Fn([f64; 3]) -> f64,
        clearance: f64,
    ) -> Self {
        let is_clear = |view: &Self| height_above_ground(view.pose().position) >= clearance;
        let zoomed = self.zoomed(toward, factor);
        if is_clear(&zoomed) {
            return zoomed;
        }
        // The logarithm of the factor is bisected: its sign is the direction of the motion.
        let [clear, _] = bisected([0.0, factor.ln()], HALVINGS, |logarithm| {
            !is_clear(&self.zoomed(toward, logarithm.exp()))
        });
        self.zoomed(toward, f64::exp(clear))
    }

    /// Raises camera and target until the camera is `clearance` above the ground. Does nothing if the camera is higher.
    #[must_use]
    pub fn lifted(&self, height_above_ground: impl Fn([f64; 3]) -> f64, clearance: f64) -> Self {
        let missing = clearance - height_above_ground(self.pose().position);
        let mut lifted = *self;
        if missing > 0.0 {
            lifted.target[2] += missing;
        }
        lifted
    }

    /// Moves camera and target away from a planet's center until the camera is `clearance` above the ground, which
    /// rises where finer samples show a mountain.
    #[must_use]
    pub fn raised(&self, height_above_ground: impl Fn([f64; 3]) -> f64, clearance: f64) -> Self {
        let position = self.pose().position;
        let missing = clearance - height_above_ground(position);
        let mut raised = *self;
        if missing > 0.0 {
            let radius = length(position).max(1e-9);
            raised.target = add(self.target, scale(position, missing / radius));
        }
        raised
    }

    /// Rotates the camera about its own position to another target; `None` if that is outside the scene's limits.
    pub fn aimed_at(&self, scene: Scene, target: [f64; 3]) -> Option<Self> {
        let back = subtract(self.pose().position, target);
        let distance = length(back);
        let altitude = (back[2] / distance).asin().to_degrees();
        let level = back[0].hypot(back[1]);
        let mut aimed = *self;
        aimed.target = target;
        aimed.camera.distance = distance / self.unit;
        aimed.camera.altitude = altitude;
        // Straight above the target every azimuth gives the same position.
        if level > 1e-9 * distance {
            aimed.camera.azimuth = back[0].atan2(back[1]).to_degrees().rem_euclid(360.0);
        }
        let is_within = (MIN_DISTANCE..=MAX_DISTANCE).contains(&aimed.camera.distance);
        (is_within && scene.check(&aimed.camera.into()).is_ok()).then_some(aimed)
    }
}
