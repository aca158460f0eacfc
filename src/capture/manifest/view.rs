//! The view of a manifest: placement, time and shading of a picture.

use serde::{Deserialize, Serialize};

use super::RenderSettings;
use super::scene::SceneRecord;
use crate::control::Plain;
use crate::grid::{SampleGrid, check_size};
use crate::shading::{Channel, Light, Palette, Shading, ValueRange, ViewMode};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ViewRecord {
    mode: ViewMode,
    size: [u32; 2],
    center: [Plain; 2],
    span: Plain,
    z: Plain,
    time: Plain,
    channel: Channel,
    light: [Plain; 2],
    /// True if the ground casts shadows in the picture. Missing if the view mode has no cast shadows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shadow: Option<bool>,
    exaggeration: Plain,
    palette: Palette,
    pub(super) value_range: RangeRecord,
    threshold: Plain,
    /// Members that only three-dimensional views have; empty for other views.
    #[serde(flatten)]
    scene: SceneRecord,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum RangeRecord {
    Fixed([Plain; 2]),
    Measured(MeasuredRecord),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MeasuredRecord {
    Auto,
    Full,
}

impl RangeRecord {
    pub(super) fn new(value_range: ValueRange) -> Self {
        match value_range {
            ValueRange::Auto => Self::Measured(MeasuredRecord::Auto),
            ValueRange::Full => Self::Measured(MeasuredRecord::Full),
            ValueRange::Fixed(min, max) => Self::Fixed([Plain(min), Plain(max)]),
        }
    }

    fn value_range(&self) -> ValueRange {
        match self {
            Self::Measured(MeasuredRecord::Auto) => ValueRange::Auto,
            Self::Measured(MeasuredRecord::Full) => ValueRange::Full,
            Self::Fixed([min, max]) => ValueRange::Fixed(min.0, max.0),
        }
    }
}

impl ViewRecord {
    pub(super) fn new(settings: &RenderSettings) -> Self {
        let RenderSettings {
            grid,
            z,
            time,
            threshold,
            shading,
            scene,
        } = settings;
        Self {
            mode: shading.mode,
            size: grid.size,
            center: grid.center.map(Plain),
            span: Plain(grid.span),
            z: Plain(*z),
            time: Plain(*time),
            channel: shading.channel,
            light: [Plain(shading.light.azimuth), Plain(shading.light.altitude)],
            shadow: shading.mode.info().shadow.map(|_| shading.casts_shadows()),
            exaggeration: Plain(shading.exaggeration),
            palette: shading.palette(),
            value_range: RangeRecord::new(shading.value_range),
            threshold: Plain(*threshold),
            scene: SceneRecord::new(shading, scene, grid.size),
        }
    }

    /// Checks the recorded numbers by the rules of the command line. JSON has no infinity, but 1e39 is one in `f32`.
    /// The error is a message.
    pub(super) fn check(&self) -> Result<(), String> {
        let numbers = [
            self.center[0],
            self.center[1],
            self.span,
            self.z,
            self.time,
            self.light[0],
            self.light[1],
            self.exaggeration,
            self.threshold,
        ];
        if !numbers.iter().all(|number| (number.0 as f32).is_finite()) {
            return Err("a number of the view is too large".to_owned());
        }
        check_size(self.size).map_err(|error| error.to_string())?;
        if self.span.0 as f32 <= 0.0 {
            return Err(format!("the span {} is not above 0", self.span.0));
        }
        let altitude = self.light[1].0;
        if !(0.0..=90.0).contains(&altitude) {
            return Err(format!(
                "the altitude {altitude} of the light is not between 0 and 90"
            ));
        }
        self.scene.check(self.mode)?;
        match self.value_range {
            RangeRecord::Fixed(ends) if !ends.iter().all(|end| (end.0 as f32).is_finite()) => {
                Err("an end of the value range is too large".to_owned())
            }
            RangeRecord::Fixed([min, max]) if min.0 >= max.0 => {
                Err(format!("the value range {} to {} is empty", min.0, max.0))
            }
            _ => Ok(()),
        }
    }

    /// Returns the recorded settings of the picture.
    pub(super) fn settings(&self) -> RenderSettings {
        let view = self;
        let [center_x, center_y] = view.center;
        let [azimuth, altitude] = view.light;
        RenderSettings {
            grid: SampleGrid {
                center: [center_x.0, center_y.0],
                span: view.span.0,
                size: view.size,
            },
            z: view.z.0,
            time: view.time.0,
            threshold: view.threshold.0,
            shading: Shading {
                mode: view.mode,
                channel: view.channel,
                light: Light {
                    azimuth: azimuth.0,
                    altitude: altitude.0,
                },
                shadow: view.shadow,
                exaggeration: view.exaggeration.0,
                palette: Some(view.palette),
                value_range: view.value_range.value_range(),
                lighting: view.scene.lighting(),
            },
            scene: view.scene.settings(),
        }
    }
}
