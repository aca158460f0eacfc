//! How samples become colours: mode, light, palette, value range.

use serde::{Deserialize, Serialize};

/// What a picture shows of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The value through a palette; a colour as it is.
    Texture,
    /// Hillshade times a hypsometric ramp.
    Relief,
    /// Grey shaded relief, as `gdaldem hillshade -compute_edges` draws it.
    Hillshade,
    /// Steepness, 0 to 90 degrees over the palette.
    Slope,
    /// Azimuth of downslope, once round the palette; flat ground is black.
    Aspect,
    /// Contour lines over the palette.
    Contour,
    /// A plane through a volume, drawn as a texture.
    Slice,
}

impl Mode {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 7] = [
        Self::Texture,
        Self::Relief,
        Self::Hillshade,
        Self::Slope,
        Self::Aspect,
        Self::Contour,
        Self::Slice,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Texture => "texture",
            Self::Relief => "relief",
            Self::Hillshade => "hillshade",
            Self::Slope => "slope",
            Self::Aspect => "aspect",
            Self::Contour => "contour",
            Self::Slice => "slice",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The palette where none is chosen.
    pub fn default_palette(self) -> Palette {
        match self {
            Self::Relief => Palette::Terrain,
            Self::Aspect => Palette::Vik,
            Self::Texture | Self::Hillshade | Self::Slope | Self::Contour | Self::Slice => {
                Palette::Viridis
            }
        }
    }

    /// Whether it draws a colour as it is, rather than one of its channels.
    pub fn shows_colors(self) -> bool {
        matches!(self, Self::Texture | Self::Slice)
    }

    /// Whether it sets values against the palette's ends.
    pub fn uses_value_range(self) -> bool {
        matches!(
            self,
            Self::Texture | Self::Relief | Self::Contour | Self::Slice
        )
    }

    /// Whether the light matters to it.
    pub fn is_lit(self) -> bool {
        matches!(self, Self::Relief | Self::Hillshade)
    }

    /// Whether the exaggeration matters to it.
    pub fn is_exaggerated(self) -> bool {
        self.is_lit() || self == Self::Slope
    }
}

/// A colour map: 256 sRGB colours from low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Black to white.
    Grey,
    /// Matplotlib's, sequential.
    Viridis,
    /// Matplotlib's, sequential, through purple.
    Magma,
    /// Matplotlib's, sequential, through red.
    Inferno,
    /// Matplotlib's, sequential, blue to yellow.
    Plasma,
    /// Sequential, safe for colour-blind readers.
    Cividis,
    /// A rainbow; bright, not perceptual.
    Turbo,
    /// Fabio Crameri's, sequential.
    Batlow,
    /// Fabio Crameri's topography; breaks at its middle.
    Oleron,
    /// Lowland green over brown to snow.
    Terrain,
    /// Fabio Crameri's, diverging.
    Vik,
}

impl Palette {
    /// All of them, in the order of their tables.
    pub const ALL: [Self; 11] = [
        Self::Grey,
        Self::Viridis,
        Self::Magma,
        Self::Inferno,
        Self::Plasma,
        Self::Cividis,
        Self::Turbo,
        Self::Batlow,
        Self::Oleron,
        Self::Terrain,
        Self::Vik,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::Viridis => "viridis",
            Self::Magma => "magma",
            Self::Inferno => "inferno",
            Self::Plasma => "plasma",
            Self::Cividis => "cividis",
            Self::Turbo => "turbo",
            Self::Batlow => "batlow",
            Self::Oleron => "oleron",
            Self::Terrain => "terrain",
            Self::Vik => "vik",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|palette| palette.name() == name)
    }
}

/// Which number of a vector result is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Channel {
    /// The first.
    #[serde(rename = "x")]
    X,
    /// The second.
    #[serde(rename = "y")]
    Y,
    /// The third.
    #[serde(rename = "z")]
    Z,
    /// The fourth.
    #[serde(rename = "w")]
    W,
    /// The second less the first: F2 − F1 of a cellular noise.
    #[serde(rename = "y-x")]
    YMinusX,
    /// The length of the whole vector.
    #[serde(rename = "length")]
    Length,
}

impl Channel {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::X,
        Self::Y,
        Self::Z,
        Self::W,
        Self::YMinusX,
        Self::Length,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
            Self::W => "w",
            Self::YMinusX => "y-x",
            Self::Length => "length",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.name() == name)
    }

    /// Whether a result of so many numbers has it.
    pub fn fits(self, channels: u32) -> bool {
        match self {
            Self::X | Self::Length => true,
            Self::Y | Self::YMinusX => channels >= 2,
            Self::Z => channels >= 3,
            Self::W => channels >= 4,
        }
    }

    /// This channel of a sample.
    pub fn of(self, sample: &[f32]) -> f32 {
        let at = |index: usize| sample.get(index).copied().unwrap_or_default();
        match self {
            Self::X => at(0),
            Self::Y => at(1),
            Self::Z => at(2),
            Self::W => at(3),
            Self::YMinusX => at(1) - at(0),
            Self::Length => sample
                .iter()
                .map(|number| number * number)
                .sum::<f32>()
                .sqrt(),
        }
    }
}

/// Where the sun stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// Degrees clockwise from north.
    pub azimuth: f64,
    /// Degrees above the horizon, 0 to 90.
    pub altitude: f64,
}

impl Default for Light {
    fn default() -> Self {
        Self {
            azimuth: 315.0,
            altitude: 45.0,
        }
    }
}

/// The values at the palette's ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// The 0.1 and 99.9 percentiles of the picture.
    Auto,
    /// These, `min < max`.
    Fixed(f64, f64),
}

/// How samples become colours. A change here never evaluates a generator again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// What the picture shows.
    pub mode: Mode,
    /// Which number of a vector result.
    pub channel: Channel,
    /// Where the sun stands, for lit modes.
    pub light: Light,
    /// Vertical exaggeration: heights are multiplied by it before slopes are taken.
    pub exaggeration: f64,
    /// The colour map; the mode's own where none is chosen.
    pub palette: Option<Palette>,
    /// The values at the palette's ends.
    pub value_range: ValueRange,
}

impl Default for View {
    fn default() -> Self {
        Self {
            mode: Mode::Relief,
            channel: Channel::X,
            light: Light::default(),
            exaggeration: 1.0,
            palette: None,
            value_range: ValueRange::Auto,
        }
    }
}

impl View {
    /// The colour map in force.
    pub fn palette(&self) -> Palette {
        self.palette.unwrap_or_else(|| self.mode.default_palette())
    }
}
