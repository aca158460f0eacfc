//! The camera as the user sets it: its distance is a number, or fits the picture.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Camera, CameraError, FIELD_OF_VIEW, MAX_DISTANCE, MIN_DISTANCE, Number, parse_number};

/// Word for a distance at which the picture just shows everything.
pub(crate) const FIT: &str = "fit";

/// Camera whose distance may depend on what the picture shows.
///
/// ```
/// use noise_playground::view::space::camera::CameraSetting;
/// use noise_playground::view::space::camera::Scene;
///
/// let camera: CameraSetting = "155,35,fit".parse()?;
/// assert_eq!(camera, Scene::Terrain.default_camera());
/// assert_eq!(camera.to_string(), "155,35,fit,40");
/// # Ok::<(), noise_playground::view::space::camera::CameraError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Part>", into = "[Part; 4]")]
pub struct CameraSetting {
    /// See [`Camera::azimuth`].
    pub azimuth: f64,
    /// See [`Camera::altitude`].
    pub altitude: f64,
    /// See [`Camera::distance`]; `None` to fit the picture.
    pub distance: Option<f64>,
    /// See [`Camera::field_of_view`].
    pub field_of_view: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Part {
    Number(f64),
    Word(String),
}

const NUMBERS: [Number; 4] =
    [Number::Azimuth, Number::Altitude, Number::Distance, Number::FieldOfView];

impl CameraSetting {
    /// Creates a camera from azimuth, altitude, distance (`None` if it fits) and, optionally, the field of view.
    ///
    /// # Errors
    /// There are not 3 or 4 parts, one is outside its limits, or another than the distance is `None`.
    pub fn new(parts: &[Option<f64>]) -> Result<Self, CameraError> {
        Self::within(parts, -90.0)
    }

    pub(super) fn within(parts: &[Option<f64>], min_altitude: f64) -> Result<Self, CameraError> {
        let (azimuth, altitude, distance, field_of_view) = match *parts {
            [azimuth, altitude, distance] => (azimuth, altitude, distance, Some(FIELD_OF_VIEW)),
            [azimuth, altitude, distance, fov] => (azimuth, altitude, distance, fov),
            _ => return Err(CameraError::CameraCount(parts.len())),
        };
        let checked = |number: Number, value: Option<f64>, min, max| {
            let value =
                value.ok_or_else(|| CameraError::NotANumber { number, text: FIT.to_owned() })?;
            number.check(value, min, max)?;
            Ok(value)
        };
        let azimuth = checked(Number::Azimuth, azimuth, -36_000.0, 36_000.0)?;
        let altitude = checked(Number::Altitude, altitude, min_altitude, 90.0)?;
        if let Some(distance) = distance {
            Number::Distance.check(distance, MIN_DISTANCE, MAX_DISTANCE)?;
        }
        let field_of_view = checked(Number::FieldOfView, field_of_view, 0.01, 170.0)?;
        Ok(Self { azimuth, altitude, distance, field_of_view })
    }

    pub(super) fn parse(text: &str, min_altitude: f64) -> Result<Self, CameraError> {
        let parts: Vec<&str> = text.split(',').collect();
        if !(3..=4).contains(&parts.len()) {
            return Err(CameraError::CameraCount(parts.len()));
        }
        let parts = NUMBERS.into_iter().zip(parts).map(|(number, part)| match number {
            Number::Distance if part.trim() == FIT => Ok(None),
            _ => parse_number(number, part).map(Some),
        });
        Self::within(&parts.collect::<Result<Vec<_>, _>>()?, min_altitude)
    }

    /// Returns azimuth, altitude, distance and field of view.
    pub fn parts(&self) -> [Option<f64>; 4] {
        [Some(self.azimuth), Some(self.altitude), self.distance, Some(self.field_of_view)]
    }

    /// Returns the camera at `distance`, whatever is set.
    #[must_use]
    pub const fn at(&self, distance: f64) -> Camera {
        let Self { azimuth, altitude, field_of_view, .. } = *self;
        Camera { azimuth, altitude, distance, field_of_view }
    }

    pub(crate) fn text(&self, number: impl Fn(f64) -> String, separator: &str) -> String {
        let parts = self.parts().map(|part| part.map_or_else(|| FIT.to_owned(), &number));
        parts.join(separator)
    }
}

impl From<Camera> for CameraSetting {
    fn from(Camera { azimuth, altitude, distance, field_of_view }: Camera) -> Self {
        Self { azimuth, altitude, distance: Some(distance), field_of_view }
    }
}

impl FromStr for CameraSetting {
    type Err = CameraError;

    fn from_str(text: &str) -> Result<Self, CameraError> {
        Self::parse(text, -90.0)
    }
}

impl fmt::Display for CameraSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text(|number| number.to_string(), ","))
    }
}

impl From<CameraSetting> for [Part; 4] {
    fn from(camera: CameraSetting) -> Self {
        camera.parts().map(|part| match part {
            Some(number) => Part::Number(number),
            None => Part::Word(FIT.to_owned()),
        })
    }
}

impl TryFrom<Vec<Part>> for CameraSetting {
    type Error = CameraError;

    fn try_from(parts: Vec<Part>) -> Result<Self, CameraError> {
        let number = |(index, part)| match part {
            Part::Number(number) => Ok(Some(number)),
            Part::Word(word) if index == 2 && word == FIT => Ok(None),
            Part::Word(text) => {
                let number = NUMBERS.get(index).copied().unwrap_or(Number::FieldOfView);
                Err(CameraError::NotANumber { number, text })
            }
        };
        let parts: Result<Vec<_>, _> = parts.into_iter().enumerate().map(number).collect();
        Self::new(&parts?)
    }
}
