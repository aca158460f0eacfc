//! What a file states about its picture.

use super::Strip;
use crate::field::files::GeoTags;
use crate::field::grid::Raster;
use crate::field::{Channel, Returns};

/// Properties of a file that are known before its first row is written.
#[derive(Clone, Debug)]
pub struct PictureHeader {
    /// Placement of a plane, or of one slice of a volume.
    pub raster: Raster,
    /// Slices of the volume; `None` for a plane.
    pub slices: Option<Slices>,
    /// Number of channels of a sample, 1 to 4.
    pub channels: u32,
    /// Value, value with gradient, separate channels, or color.
    pub returns: Returns,
    /// Channel that is written in file formats that hold a single one.
    pub channel: Channel,
    /// The two values that scaled formats write as 0 and as 65535.
    pub value_range: [f64; 2],
    /// Coordinates of the world, and the number that stands for NaN, as a data file states them; `None` without one.
    pub tags: Option<GeoTags>,
    /// Pixels per inch that a picture states for printing; `None` to state none.
    pub dpi: Option<f64>,
    /// Manifest of a capture as JSON; empty for none.
    pub manifest: String,
}

impl PictureHeader {
    pub(crate) fn of_size(size: [u32; 2]) -> Self {
        Self {
            raster: Raster { center: [0.0; 2], spacing: [1.0; 2], size },
            slices: None,
            channels: 1,
            returns: Returns::Value,
            channel: Channel::X,
            value_range: [0.0, 1.0],
            tags: None,
            dpi: None,
            manifest: String::new(),
        }
    }
}

/// Slices of a volume from the lowest, as far apart as the samples within a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slices {
    /// Number of slices.
    pub count: u32,
    /// Third coordinate of the lowest slice, in world units.
    pub lowest: f64,
}

impl PictureHeader {
    pub(crate) fn scaled<'a>(&'a self, strip: &'a Strip) -> impl Iterator<Item = u16> + 'a {
        let samples = strip.samples.chunks_exact(self.channels as usize);
        samples.map(|sample| self.scaled_number(self.channel.of(sample)))
    }

    /// The value range becomes 0 to 65535. Numbers outside are clamped; NaN becomes 0.
    pub(crate) fn scaled_number(&self, number: f32) -> u16 {
        let [min, max] = self.value_range;
        to_u16((f64::from(number) - min) / (max - min))
    }

    /// Escapes other characters than ASCII, for file formats that hold no others.
    pub(crate) fn ascii_manifest(&self) -> String {
        let mut ascii = String::with_capacity(self.manifest.len());
        for character in self.manifest.chars() {
            if character.is_ascii() {
                ascii.push(character);
            } else {
                let mut units = [0; 2];
                let escapes = character.encode_utf16(&mut units).iter();
                ascii.extend(escapes.map(|unit| format!("\\u{unit:04x}")));
            }
        }
        ascii
    }
}

/// 0 to 1 becomes 0 to 65535, with clamping. NaN becomes 0.
pub(crate) fn to_u16(fraction: f64) -> u16 {
    (fraction.clamp(0.0, 1.0) * 65535.0).round() as u16
}
