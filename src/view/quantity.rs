//! Quantities of the ground: a table with one row each, whose WGSL is a file in `shaders/host/quantities`.

use serde::{Deserialize, Serialize};

use crate::field::named::named_enum;

/// Properties of a quantity.
#[derive(Debug)]
pub struct QuantityInfo {
    /// Help text: content and unit.
    pub summary: &'static str,
    /// Number of channels.
    pub channels: u32,
    /// True if the quantity depends on the visible part of the sky.
    pub needs_sky: bool,
    /// Default values that integer formats write as 0 and as their largest integer; `None` for the picture's extremes.
    pub scaled_range: Option<[f64; 2]>,
}

const NUMBER: QuantityInfo =
    QuantityInfo { summary: "", channels: 1, needs_sky: false, scaled_range: None };

macro_rules! quantities {
    ($($(#[$about:meta])* $Quantity:ident = $name:literal: $info:expr,)*) => {
        named_enum! {
            /// Quantity of exaggerated heights. Slopes use Horn's weights over 3 x 3 samples.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            pub enum Quantity {
                $($(#[$about])* #[serde(rename = $name)] $Quantity = $name,)*
            }
        }

        impl Quantity {
            /// Returns the properties.
            pub fn info(self) -> &'static QuantityInfo {
                match self {
                    $(Self::$Quantity => const { &$info },)*
                }
            }
        }
    };
}

quantities! {
    /// Angle of the steepest slope, equal to `gdaldem slope -compute_edges`.
    Slope = "slope": QuantityInfo { summary: "degrees, 0 to 90", ..NUMBER },
    /// Direction of the steepest descent, equal to `gdaldem aspect -compute_edges`; NaN where it is flat.
    Aspect = "aspect": QuantityInfo { summary: "degrees clockwise from north, NaN where flat", ..NUMBER },
    /// Upward unit normal, as east, north, up.
    Normal = "normal": QuantityInfo {
        summary: "unit normals: east, north, up",
        channels: 3,
        scaled_range: Some([-1.0, 1.0]),
        ..NUMBER
    },
    /// Negative sum of the second derivatives, above 0 on ridges, below 0 in valleys (Zevenbergen and Thorne 1987).
    Curvature = "curvature": QuantityInfo {
        summary: "negative Laplacian, per world unit: above 0 on ridges",
        ..NUMBER
    },
    /// Light of the sun, 1/255 in shadow to 1: `gdaldem hillshade -compute_edges` divided by 255.
    Hillshade = "hillshade": QuantityInfo { summary: "light of the sun, 0 to 1", ..NUMBER },
    /// Visible fraction of the sky, 0 to 1.
    Sky = "sky": QuantityInfo { summary: "part of the sky that the ground sees, 0 to 1", needs_sky: true, ..NUMBER },
}
