//! Quantities of the ground: one row each in the table below, and one file each in `shaders/stages/quantities`.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;

/// Properties of a quantity.
#[derive(Debug)]
pub struct QuantityInfo {
    /// Content and unit, for help.
    pub summary: &'static str,
    /// Numbers of a sample.
    pub channels: u32,
    /// True if it depends on the part of the sky that each sample sees.
    pub needs_sky: bool,
    /// Values that are written as 0 and as the largest integer, unless the user says otherwise; `None` for the lowest and
    /// the highest one.
    pub scaled_range: Option<[f64; 2]>,
}

const NUMBER: QuantityInfo = QuantityInfo {
    summary: "",
    channels: 1,
    needs_sky: false,
    scaled_range: None,
};

/// Declares the quantities from the rows of the table.
macro_rules! quantities {
    ($($(#[$about:meta])* $Quantity:ident = $name:literal: $info:expr,)*) => {
        named_enum! {
            /// A quantity of the ground, from its heights by Horn's weights over 3 x 3 samples, with the vertical
            /// exaggeration applied.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            pub enum Quantity {
                $($(#[$about])* #[serde(rename = $name)] $Quantity = $name,)*
            }
        }

        impl Quantity {
            /// Paths and texts of the WGSL files, each with the function `quantity`.
            pub(crate) const FILES: [(&str, &str); Self::ALL.len()] = [$((
                concat!("quantities/", $name, ".wgsl"),
                include_str!(concat!("../shaders/stages/quantities/", $name, ".wgsl")),
            )),*];

            /// Returns the quantity's row of the table.
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
    /// Compass direction of the steepest descent, equal to `gdaldem aspect -compute_edges`; NaN where it is flat.
    Aspect = "aspect": QuantityInfo { summary: "degrees clockwise from north, NaN where flat", ..NUMBER },
    /// Upward unit normal: east, north, up.
    Normal = "normal": QuantityInfo {
        summary: "unit normals: east, north, up",
        channels: 3,
        scaled_range: Some([-1.0, 1.0]),
        ..NUMBER
    },
    /// Negative sum of the second derivatives: above 0 on ridges, below 0 in valleys (Zevenbergen and Thorne 1987).
    Curvature = "curvature": QuantityInfo {
        summary: "negative Laplacian, per world unit: above 0 on ridges",
        ..NUMBER
    },
    /// Light of the sun on the ground, 1/255 in shadow to 1: `gdaldem hillshade -compute_edges` divided by 255.
    Hillshade = "hillshade": QuantityInfo { summary: "light of the sun, 0 to 1", ..NUMBER },
    /// Part of the sky that the ground sees, 0 to 1.
    Sky = "sky": QuantityInfo { summary: "part of the sky that the ground sees, 0 to 1", needs_sky: true, ..NUMBER },
}
