//! The view modes: one row each in the table below, and one file each in `shaders/stages/modes`.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;
use crate::palette::Palette;

/// A kind of three-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A block of ground. The unit of distances is its span.
    Terrain,
    /// A displaced sphere around the origin. The unit of distances is its radius.
    Planet,
    /// The inside of a cube. The unit of distances is its side.
    Solid,
}

/// Properties of a view mode: its summary, and the settings that its picture depends on.
#[derive(Debug)]
pub struct ViewModeInfo {
    /// One phrase for tooltips.
    pub summary: &'static str,
    /// The palette if the user has not chosen one.
    pub default_palette: Palette,
    /// True if colors are looked up in a palette.
    pub uses_palette: bool,
    /// True if the color of a sample depends on the slope of the ground.
    pub(crate) needs_slope: bool,
    /// True if values are mapped to the palette by the value range.
    pub uses_value_range: bool,
    /// True if the picture depends on the light.
    pub uses_light: bool,
    /// True if the picture depends on the part of the sky that each sample sees.
    pub needs_sky: bool,
    /// True if the ground casts shadows unless the user says otherwise; `None` if the view has no cast shadows.
    pub shadow: Option<bool>,
    /// True if heights are multiplied by the exaggeration.
    pub uses_exaggeration: bool,
    /// True if a generator that returns colors is shown in these colors, rather than by one channel.
    pub shows_colors: bool,
    /// True if a `surface` function in the generator's file gives the ground its color.
    pub shows_surface: bool,
    /// True if the picture shows the errors of single precision rather than the values, which needs the generator's twin
    /// in double precision.
    pub shows_errors: bool,
    /// True if the mode shows a plane through a volume.
    pub needs_volume: bool,
    /// Kind of a three-dimensional view; `None` for views from above.
    pub scene: Option<Scene>,
}

const PLAIN: ViewModeInfo = ViewModeInfo {
    summary: "",
    default_palette: Palette::Viridis,
    uses_palette: true,
    needs_slope: false,
    uses_value_range: false,
    uses_light: false,
    needs_sky: false,
    shadow: None,
    uses_exaggeration: false,
    shows_colors: false,
    shows_surface: false,
    shows_errors: false,
    needs_volume: false,
    scene: None,
};

/// Declares [`ViewMode`] from the rows of the table below.
macro_rules! view_modes {
    ($($(#[$about:meta])* $Mode:ident = $name:literal: $info:expr,)*) => {
        named_enum! {
            /// A kind of picture that the samples of a generator are shaded into.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            pub enum ViewMode {
                $($(#[$about])* #[serde(rename = $name)] $Mode = $name,)*
            }
        }

        impl ViewMode {
            /// Returns the mode's WGSL: the function `color` for the shade stage, or the functions of the rays of a
            /// three-dimensional view.
            pub(crate) fn stage(self) -> &'static str {
                match self {
                    $(Self::$Mode => include_str!(concat!("../shaders/stages/modes/", $name, ".wgsl")),)*
                }
            }

            /// Returns the properties of the mode.
            pub fn info(self) -> &'static ViewModeInfo {
                match self {
                    $(Self::$Mode => const { &$info },)*
                }
            }
        }
    };
}

view_modes! {
    /// The value through the palette, or the color of a generator that returns colors.
    Texture = "texture": ViewModeInfo {
        summary: "The value through a palette; a color as it is",
        uses_value_range: true,
        shows_colors: true,
        ..PLAIN
    },
    /// The palette's color, or the file's own `surface`, times the hillshade.
    Relief = "relief": ViewModeInfo {
        summary: "Shaded relief over the palette",
        default_palette: Palette::Terrain,
        needs_slope: true,
        uses_value_range: true,
        uses_light: true,
        shadow: Some(false),
        uses_exaggeration: true,
        shows_surface: true,
        ..PLAIN
    },
    /// Gray shaded relief, equal to `gdaldem hillshade -compute_edges`.
    Hillshade = "hillshade": ViewModeInfo {
        summary: "Shaded relief in grays",
        uses_palette: false,
        needs_slope: true,
        uses_light: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// Angle of the steepest slope: 0 to 90 degrees over the palette.
    Slope = "slope": ViewModeInfo {
        summary: "Steepness, 0 to 90 degrees",
        needs_slope: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// Compass direction of the steepest descent, once around the palette; flat ground is black.
    Aspect = "aspect": ViewModeInfo {
        summary: "Direction in which the ground falls",
        default_palette: Palette::Vik,
        needs_slope: true,
        ..PLAIN
    },
    /// Contour lines over the palette.
    Contour = "contour": ViewModeInfo {
        summary: "Contour lines over the palette",
        needs_slope: true,
        uses_value_range: true,
        ..PLAIN
    },
    /// Fraction of the sky that is visible from the ground: 0 to 1 over the palette.
    Sky = "sky": ViewModeInfo {
        summary: "Part of the sky that the ground sees",
        default_palette: Palette::Grey,
        needs_sky: true,
        uses_exaggeration: true,
        ..PLAIN
    },
    /// A horizontal plane through a volume, shaded like [`ViewMode::Texture`].
    Slice = "slice": ViewModeInfo {
        summary: "A plane through a volume",
        uses_value_range: true,
        shows_colors: true,
        needs_volume: true,
        ..PLAIN
    },
    /// A block of ground under a camera.
    Terrain = "terrain": ViewModeInfo {
        summary: "The ground in three dimensions",
        default_palette: Palette::Terrain,
        uses_light: true,
        shadow: Some(true),
        uses_exaggeration: true,
        scene: Some(Scene::Terrain),
        ..PLAIN
    },
    /// A sphere displaced by the values.
    Planet = "planet": ViewModeInfo {
        summary: "A planet: the values displace a sphere",
        default_palette: Palette::Terrain,
        uses_light: true,
        shadow: Some(true),
        uses_exaggeration: true,
        scene: Some(Scene::Planet),
        ..PLAIN
    },
    /// The inside of a cube: solid where the value is above the threshold.
    Solid = "solid": ViewModeInfo {
        summary: "Solid where the value is above the threshold",
        uses_light: true,
        shadow: Some(true),
        scene: Some(Scene::Solid),
        ..PLAIN
    },
    /// Error of single precision relative to the standard deviation of the values: 1e-8 to 1 over the palette, by its
    /// logarithm.
    Error = "error": ViewModeInfo {
        summary: "Rounding error of f32, 1e-8 to 1 of the deviation",
        default_palette: Palette::Inferno,
        shows_errors: true,
        ..PLAIN
    },
}

impl ViewMode {
    /// Returns all view modes that the window offers.
    pub fn interactive() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL.into_iter()
    }

    /// Returns the modes from above that can color the ground of this three-dimensional view; for a mode from above,
    /// all of them.
    pub fn colorings(self) -> impl Iterator<Item = Self> + Clone {
        // The sky is measured of a height field.
        let is_field = self
            .info()
            .scene
            .is_none_or(|scene| scene == Scene::Terrain);
        Self::flat().filter(move |mode| is_field || !mode.info().needs_sky)
    }

    /// Returns all modes from above that show the values of a generator rather than their errors.
    pub fn flat() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL
            .into_iter()
            .filter(|mode| mode.info().scene.is_none() && !mode.info().shows_errors)
    }
}
