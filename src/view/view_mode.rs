//! View modes: a table with one row each, whose WGSL is a file in `shaders/host/modes`.

use serde::{Deserialize, Serialize};

use crate::field::named::named_enum;
use crate::view::palette::Palette;
use crate::view::space::camera::Scene;

/// Summary of a view mode, and what its picture depends on.
#[derive(Debug)]
pub struct ViewModeInfo {
    /// One phrase for tooltips.
    pub summary: &'static str,
    /// Key in a window; a capital letter stands for Shift and the letter.
    pub key: &'static str,
    /// Palette if the user has not set one.
    pub default_palette: Palette,
    /// True if colors are looked up in a palette.
    pub uses_palette: bool,
    /// True if the color of a sample depends on the slope of the ground.
    pub(crate) needs_slope: bool,
    /// True if the value range maps values to the palette.
    pub uses_value_range: bool,
    /// Color bar of another quantity than the value; `None` for the values.
    pub color_bar: Option<FixedColorBar>,
    /// True if the picture depends on the light.
    pub uses_light: bool,
    /// True if the picture depends on the visible part of the sky.
    pub needs_sky: bool,
    /// True if the ground casts shadows unless the user sets otherwise; `None` for a mode without cast shadows.
    pub shadow: Option<bool>,
    /// True if the light can be that of exact normals.
    pub has_normals: bool,
    /// True if heights are multiplied by the exaggeration.
    pub uses_exaggeration: bool,
    /// True if a generator that returns colors is shown in these, rather than by one of its channels.
    pub shows_colors: bool,
    /// True if the file's `surface` function colors the ground.
    pub shows_surface: bool,
    /// True if the errors of single precision are shown rather than values, which needs the generator's twin.
    pub shows_errors: bool,
    /// True for the derivative by a control, which the generator must return; measured ranges are symmetric about 0.
    pub shows_sensitivity: bool,
    /// True if a plane through a volume is shown, so that a generator of three coordinates is needed.
    pub needs_volume: bool,
    /// Kind of three-dimensional view; `None` for views from above.
    pub scene: Option<Scene>,
}

/// Color bar with the same ends for all pictures.
#[derive(Debug)]
pub struct FixedColorBar {
    /// Quantity at the lower and at the upper end.
    pub ends: [f64; 2],
    /// Name of the quantity, with its unit.
    pub label: &'static str,
    /// Quantities with a tick; empty for round numbers.
    pub ticks: &'static [f64],
}

const PLAIN: ViewModeInfo = ViewModeInfo {
    summary: "",
    key: "",
    default_palette: Palette::Viridis,
    uses_palette: true,
    needs_slope: false,
    uses_value_range: false,
    color_bar: None,
    uses_light: false,
    needs_sky: false,
    shadow: None,
    has_normals: false,
    uses_exaggeration: false,
    shows_colors: false,
    shows_surface: false,
    shows_errors: false,
    shows_sensitivity: false,
    needs_volume: false,
    scene: None,
};

macro_rules! view_modes {
    ($($(#[$about:meta])* $Mode:ident = $name:literal: $info:expr,)*) => {
        named_enum! {
            /// Kind of picture.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            pub enum ViewMode {
                $($(#[$about])* #[serde(rename = $name)] $Mode = $name,)*
            }
        }

        impl ViewMode {
            /// Returns the name of the command.
            pub fn command_name(self) -> &'static str {
                match self {
                    $(Self::$Mode => concat!("View: ", $name),)*
                }
            }

            /// Returns the properties.
            pub fn info(self) -> &'static ViewModeInfo {
                match self {
                    $(Self::$Mode => const { &$info },)*
                }
            }
        }
    };
}

view_modes! {
    /// The value as a color of the palette, or the color of a generator that returns colors.
    Texture = "texture": ViewModeInfo {
        summary: "The value through a palette; a color as it is",
        key: "1",
        uses_value_range: true,
        shows_colors: true,
        ..PLAIN
    },
    /// The palette's color, or that of the file's own `surface` function, times the hillshade.
    Relief = "relief": ViewModeInfo {
        summary: "Shaded relief over the palette",
        key: "2",
        default_palette: Palette::Terrain,
        needs_slope: true,
        uses_value_range: true,
        uses_light: true,
        shadow: Some(false),
        has_normals: true,
        uses_exaggeration: true,
        shows_surface: true,
        ..PLAIN
    },
    /// Gray shaded relief, equal to `gdaldem hillshade -compute_edges`.
    Hillshade = "hillshade": ViewModeInfo {
        summary: "Shaded relief in grays",
        key: "3",
        uses_palette: false,
        needs_slope: true,
        uses_light: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// Angle of the steepest slope, 0 to 90 degrees over the palette.
    Slope = "slope": ViewModeInfo {
        summary: "Steepness, 0 to 90 degrees",
        key: "4",
        color_bar: Some(FixedColorBar { ends: [0.0, 90.0], label: "slope / °", ticks: &[0.0, 30.0, 60.0, 90.0] }),
        needs_slope: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// Direction of the steepest descent, once around the palette; flat ground is black.
    Aspect = "aspect": ViewModeInfo {
        summary: "Direction in which the ground falls",
        key: "5",
        color_bar: Some(FixedColorBar { ends: [0.0, 360.0], label: "aspect / °", ticks: &[0.0, 90.0, 180.0, 270.0, 360.0] }),
        default_palette: Palette::Vik,
        needs_slope: true,
        ..PLAIN
    },
    /// Contour lines over the palette.
    Contour = "contour": ViewModeInfo {
        summary: "Contour lines over the palette",
        key: "6",
        needs_slope: true,
        uses_value_range: true,
        ..PLAIN
    },
    /// Visible fraction of the sky, 0 to 1 over the palette.
    Sky = "sky": ViewModeInfo {
        summary: "Part of the sky that the ground sees",
        key: "7",
        color_bar: Some(FixedColorBar { ends: [0.0, 1.0], label: "visible sky", ticks: &[] }),
        default_palette: Palette::Grey,
        needs_sky: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// A horizontal plane through a volume, shaded like [`ViewMode::Texture`].
    Slice = "slice": ViewModeInfo {
        summary: "A plane through a volume",
        key: "8",
        uses_value_range: true,
        shows_colors: true,
        needs_volume: true,
        ..PLAIN
    },
    /// A block of terrain under a camera.
    Terrain = "terrain": ViewModeInfo {
        summary: "The ground in three dimensions",
        key: "9",
        default_palette: Palette::Terrain,
        uses_light: true,
        shadow: Some(true),
        has_normals: true,
        uses_exaggeration: true,
        scene: Some(Scene::Terrain),
        ..PLAIN
    },
    /// A planet, a sphere displaced by the values.
    Planet = "planet": ViewModeInfo {
        summary: "A planet: the values displace a sphere",
        key: "P",
        default_palette: Palette::Terrain,
        uses_light: true,
        shadow: Some(true),
        uses_exaggeration: true,
        scene: Some(Scene::Planet),
        ..PLAIN
    },
    /// A solid inside a cube, where the value is above the threshold.
    Solid = "solid": ViewModeInfo {
        summary: "Solid where the value is above the threshold",
        key: "9",
        uses_light: true,
        shadow: Some(true),
        scene: Some(Scene::Solid),
        ..PLAIN
    },
    /// Single-precision error relative to the values' standard deviation, 1e-8 to 1 over the palette, logarithmic.
    Error = "error": ViewModeInfo {
        summary: "Rounding error of f32, 1e-8 to 1 of the deviation",
        key: "A",
        default_palette: Palette::Inferno,
        shows_errors: true,
        ..PLAIN
    },
    /// Derivative of the value by a control, over a palette whose middle is 0.
    Sensitivity = "sensitivity": ViewModeInfo {
        summary: "Where a control acts: the derivative of the value by it",
        default_palette: Palette::Vik,
        uses_value_range: true,
        shows_sensitivity: true,
        ..PLAIN
    },
}

impl ViewMode {
    /// Returns the modes from above that can color the ground; for a mode from above, all of these.
    pub fn colorings(self) -> impl Iterator<Item = Self> + Clone {
        // The visible sky can be computed only for a height field.
        let is_field = self.info().scene.is_none_or(|scene| scene == Scene::Terrain);
        Self::flat().filter(move |mode| is_field || !mode.info().needs_sky)
    }

    /// Returns true for a mode that shows something else than the values: rounding errors, or a sensitivity.
    pub fn is_special(self) -> bool {
        self.info().shows_errors || self.info().shows_sensitivity
    }

    /// Returns all modes from above that show values.
    pub fn flat() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|mode| mode.info().scene.is_none() && !mode.is_special())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_have_the_names_of_their_view_modes() {
        for scene in Scene::ALL {
            let mode = ViewMode::from_name(scene.name()).unwrap();
            assert_eq!(mode.info().scene, Some(scene));
        }
    }
}
