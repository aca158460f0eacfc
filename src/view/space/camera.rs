//! The camera of the three-dimensional views: its settings, the ray of each pixel, and its motion.
//!
//! A [`Camera`] is the direction and distance from which a target is viewed; [`Viewpoint`] adds the target in world
//! units, and [`Pose`] is the position and axes that follow. x is east, y is north, z is up. All numbers are `f64`; the
//! GPU gets positions relative to the target.

mod body;
mod globe;
mod ground;
mod motion;
mod near;
mod pose;
mod setting;
mod silhouette;

use std::fmt;
use std::str::FromStr;

pub use body::{Body, BodyShape};
pub use globe::{Globe, Sphere, longitude_latitude};
pub use ground::{Ground, GroundHit};
pub use pose::{Pose, Viewpoint};
pub use setting::CameraSetting;
pub(crate) use setting::FIT;
pub use silhouette::Silhouette;

use crate::field::named::named_enum;

/// In the view's unit of distance.
const MAX_DISTANCE: f64 = 1e6;
/// In the view's unit of distance.
const MIN_DISTANCE: f64 = 1e-9;
/// In degrees.
const FIELD_OF_VIEW: f64 = 40.0;

named_enum! {
    /// Kind of a three-dimensional view, with the name of its view mode.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Scene {
        /// Block of terrain. The unit of distances is its width.
        Terrain = "terrain",
        /// Displaced sphere around the origin. The unit of distances is its radius.
        Planet = "planet",
        /// Solid inside a cube. The unit of distances is the cube's side.
        Solid = "solid",
    }
}

impl Scene {
    /// Returns the camera used if neither the user nor the file sets one.
    pub const fn default_camera(self) -> CameraSetting {
        let (azimuth, altitude) = match self {
            Self::Terrain => (155.0, 35.0),
            Self::Planet => (180.0, 20.0),
            Self::Solid => (200.0, 25.0),
        };
        CameraSetting { azimuth, altitude, distance: None, field_of_view: FIELD_OF_VIEW }
    }

    /// Stands for a distance that fits, where what the picture shows is not known.
    pub(crate) const fn usual_distance(self) -> f64 {
        match self {
            Self::Terrain => 1.5,
            Self::Planet => 3.2,
            Self::Solid => 2.2,
        }
    }

    /// Returns the lowest altitude of the camera above the horizon in degrees; the highest is 90.
    pub const fn min_altitude(self) -> f64 {
        match self {
            Self::Terrain => 0.0,
            Self::Planet | Self::Solid => -90.0,
        }
    }

    /// Parses the camera `AZ,ALT,DIST[,FOV]` of this scene; the distance may be `fit`.
    ///
    /// # Errors
    /// There are not 3 or 4 numbers, or one is outside its limits in this scene.
    pub fn parse_camera(self, text: &str) -> Result<CameraSetting, CameraError> {
        CameraSetting::parse(text, self.min_altitude())
    }

    /// Checks the altitude. The other numbers are checked where a camera is parsed.
    ///
    /// # Errors
    /// The camera is below the horizon of a terrain.
    pub fn check(self, camera: &CameraSetting) -> Result<(), CameraError> {
        Number::Altitude.check(camera.altitude, self.min_altitude(), 90.0)
    }
}

/// Direction and distance from which a target is viewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Direction from the target to the camera in degrees clockwise from north.
    pub azimuth: f64,
    /// Direction from the target to the camera in degrees above the horizon.
    pub altitude: f64,
    /// Distance from the target, in widths of the terrain or solid, or in radii of the planet.
    pub distance: f64,
    /// Vertical field of view in degrees.
    pub field_of_view: f64,
}

/// Number of a camera or target, which error messages name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// [`Camera::azimuth`].
    Azimuth,
    /// [`Camera::altitude`].
    Altitude,
    /// [`Camera::distance`].
    Distance,
    /// [`Camera::field_of_view`].
    FieldOfView,
    /// A coordinate of the target.
    Target,
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Azimuth => "azimuth",
            Self::Altitude => "altitude",
            Self::Distance => "distance",
            Self::FieldOfView => "field of view",
            Self::Target => "target",
        })
    }
}

impl Number {
    fn check(self, value: f64, min: f64, max: f64) -> Result<(), CameraError> {
        if (min..=max).contains(&value) {
            return Ok(());
        }
        Err(CameraError::OutOfRange { number: self, value, min, max })
    }
}

/// Halves an interval `halvings` times and returns its ends. `is_far` is true beyond the border between them.
fn bisected(
    [mut near, mut far]: [f64; 2],
    halvings: u32,
    is_far: impl Fn(f64) -> bool,
) -> [f64; 2] {
    for _ in 0..halvings {
        let middle = 0.5 * (near + far);
        if is_far(middle) {
            far = middle;
        } else {
            near = middle;
        }
    }
    [near, far]
}

/// Reason why a camera or its target is not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CameraError {
    /// The camera has this many numbers, rather than 3 or 4.
    #[error("a camera is 3 or 4 numbers, AZ,ALT,DIST or AZ,ALT,DIST,FOV, not {0}")]
    CameraCount(usize),
    /// The target has this many numbers, rather than 3.
    #[error("a target is 3 numbers, X,Y,Z, not {0}")]
    TargetCount(usize),
    /// An element of the text is not a number.
    #[error("the {number} {text:?} is not a number")]
    NotANumber {
        /// Number that was expected.
        number: Number,
        /// Element of the text.
        text: String,
    },
    /// A number is outside its limits.
    #[error(
        "the {number} {} is not between {} and {}",
        short(*value),
        short(*min),
        short(*max)
    )]
    OutOfRange {
        /// Number that is outside its limits.
        number: Number,
        /// Its value.
        value: f64,
        /// Lower limit, inclusive.
        min: f64,
        /// Upper limit, inclusive.
        max: f64,
    },
}

impl Camera {
    /// Returns a camera straight above its target, north up. A picture of `size` pixels shows one unit of width there.
    #[must_use]
    pub fn from_above(field_of_view: f64, [width, height]: [u32; 2]) -> Self {
        let width_at_one = 2.0 * (0.5 * field_of_view.to_radians()).tan() * f64::from(width);
        Self {
            azimuth: 180.0,
            altitude: 90.0,
            distance: f64::from(height.max(1)) / width_at_one,
            field_of_view,
        }
    }

    /// Interpolates to another camera by `fraction`, 0 to 1: azimuths the shorter way, distances by equal factors.
    #[must_use]
    pub fn toward(&self, other: &Self, fraction: f64) -> Self {
        let mix = |from: f64, to: f64| from + (to - from) * fraction;
        let around = (other.azimuth - self.azimuth + 180.0).rem_euclid(360.0) - 180.0;
        Self {
            azimuth: self.azimuth + around * fraction,
            altitude: mix(self.altitude, other.altitude),
            distance: self.distance * (other.distance / self.distance).powf(fraction),
            field_of_view: mix(self.field_of_view, other.field_of_view),
        }
    }
}

impl FromStr for Camera {
    type Err = CameraError;

    /// Parses numbers only: a distance that fits depends on the picture.
    fn from_str(text: &str) -> Result<Self, CameraError> {
        let camera: CameraSetting = text.parse()?;
        let text = "fit".to_owned();
        let distance = camera.distance;
        let fits = || CameraError::NotANumber { number: Number::Distance, text };
        distance.map(|distance| camera.at(distance)).ok_or_else(fits)
    }
}

impl From<Camera> for [f64; 4] {
    fn from(camera: Camera) -> Self {
        [camera.azimuth, camera.altitude, camera.distance, camera.field_of_view]
    }
}

/// Parses the position `X,Y,Z` of a camera's target, in world units.
///
/// # Errors
/// There are not three parts, or one is not a number that `f32` can hold.
pub fn parse_target(text: &str) -> Result<[f64; 3], CameraError> {
    let parts: Vec<&str> = text.split(',').collect();
    let [x, y, z] = parts[..] else {
        return Err(CameraError::TargetCount(parts.len()));
    };
    let coordinate = |part| parse_number(Number::Target, part);
    let target = [coordinate(x)?, coordinate(y)?, coordinate(z)?];
    check_target(target)?;
    Ok(target)
}

/// Checks that the coordinates of a camera's target can be represented as `f32`.
///
/// # Errors
/// A coordinate is too large, or not a number.
pub fn check_target(target: [f64; 3]) -> Result<(), CameraError> {
    let limit = f64::from(f32::MAX);
    let mut coordinates = target.into_iter();
    coordinates.try_for_each(|value| Number::Target.check(value, -limit, limit))
}

/// Rounds to 15 significant digits, so that documents hold a short decimal that is read back exactly.
pub fn decimal(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

fn short(number: f64) -> String {
    match number.abs() {
        size if size != 0.0 && !(1e-4..1e7).contains(&size) => format!("{number:e}"),
        _ => number.to_string(),
    }
}

fn parse_number(number: Number, text: &str) -> Result<f64, CameraError> {
    let value: Option<f64> = text.trim().parse().ok();
    value
        .filter(|value| value.is_finite())
        .ok_or_else(|| CameraError::NotANumber { number, text: text.trim().to_owned() })
}

#[cfg(test)]
mod tests;
