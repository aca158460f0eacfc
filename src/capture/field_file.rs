//! Fields from files: elevation models, and arrays of other programs.
//!
//! | extension | samples |
//! | --- | --- |
//! | `.tif` | integers of 8 to 64 bits and floats of 16 to 64 bits; uncompressed, LZW or deflate; strips or tiles |
//! | `.npy` | arrays of shape (H, W) or (H, W, C) of integers and floats |
//! | `.exr` | all channels of the first layer, of 16- or 32-bit floats |
//! | `.png` | 8 and 16 bits as fractions of white, 0 to 1 |
//!
//! Samples become `f32`. Where a GeoTIFF has no data, they are NaN.

mod arrays;
mod geotiff;
mod images;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::field::Field;

/// Largest count of samples that is read.
const MAX_SAMPLES: u64 = 1 << 28;

/// Bytes that a file may decode to, however short it is.
const MIN_BYTES: u64 = 64 << 20;

/// Largest factor by which a file may grow when it is decoded: more than that of deflate, 1032.
const MAX_RATIO: u64 = 1100;

/// A field from a file, with the place of its samples in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldFile {
    /// The samples.
    pub field: Field,
    /// Distance between neighboring samples along x and y, in world units.
    pub spacing: [f64; 2],
    /// World position of the center of the field.
    pub center: [f64; 2],
    /// Unit of the world coordinates.
    pub unit: WorldUnit,
}

/// Unit of the world coordinates of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldUnit {
    /// The file states no coordinates: one unit is the distance between two samples, and the center is at 0.
    Sample,
    /// The unit of a projected coordinate system, usually a metre.
    Projected,
    /// Metres from the center of the file, whose own coordinates are degrees.
    LocalMetres,
}

/// An error while reading a field from a file.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {path:?}: {reason}")]
pub struct FieldFileError {
    path: PathBuf,
    reason: String,
}

/// Samples of a file and their number per sample, before they are checked.
struct RawField {
    size: [usize; 2],
    channels: usize,
    samples: Vec<f32>,
}

impl FieldFile {
    /// Returns true if the extension of a path is that of a file that [`Self::read`] reads.
    pub fn is_supported(path: &Path) -> bool {
        matches!(
            extension(path).as_str(),
            "tif" | "tiff" | "npy" | "exr" | "png"
        )
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is damaged, or has no field of 1 to 4 numbers per sample.
    pub fn read(path: &Path) -> Result<Self, FieldFileError> {
        Self::read_unnamed(path).map_err(|reason| FieldFileError {
            path: path.to_owned(),
            reason,
        })
    }

    fn read_unnamed(path: &Path) -> Result<Self, String> {
        let file = super::open(path).map_err(|error| error.to_string())?;
        let file = BufReader::new(file);
        match extension(path).as_str() {
            "tif" | "tiff" => geotiff::read(file),
            "npy" => Self::of_samples(arrays::read_npy(file)?),
            "exr" => Self::of_samples(images::read_exr(file)?),
            "png" => Self::of_samples(images::read_png(file)?),
            _ => Err("the extension is none of .tif, .npy, .exr, .png".to_owned()),
        }
    }

    /// Returns a field without coordinates.
    fn of_samples(raw: RawField) -> Result<Self, String> {
        Ok(Self {
            field: raw.checked()?,
            spacing: [1.0; 2],
            center: [0.0; 2],
            unit: WorldUnit::Sample,
        })
    }
}

impl RawField {
    fn checked(self) -> Result<Field, String> {
        let Self {
            size,
            channels,
            samples,
        } = self;
        let [width, height] = size;
        check_count(size)?;
        if !(1..=4).contains(&channels) {
            return Err(format!("{channels} numbers per sample, not 1 to 4"));
        }
        if samples.len() != width * height * channels {
            return Err(format!(
                "{} numbers, not {width} × {height} × {channels}",
                samples.len()
            ));
        }
        Ok(Field {
            size: size.map(|count| count as u32),
            channels: channels as u32,
            samples,
        })
    }
}

/// Checks a size, of `bytes` in each sample, before its samples are allocated: a short file that claims many samples is
/// truncated, or made to exhaust the memory.
fn check_size([width, height]: [usize; 2], bytes: u64, file_bytes: u64) -> Result<(), String> {
    check_count([width, height])?;
    let claimed = (width as u64 * height as u64).saturating_mul(bytes);
    if claimed > file_bytes.saturating_mul(MAX_RATIO).max(MIN_BYTES) {
        return Err(format!(
            "{width} × {height} samples of {bytes} bytes cannot be in a file of {file_bytes} bytes"
        ));
    }
    Ok(())
}

/// Returns the length of a file in bytes.
fn length(file: &BufReader<File>) -> Result<u64, String> {
    let metadata = file.get_ref().metadata();
    Ok(metadata.map_err(|error| error.to_string())?.len())
}

/// Checks the count of samples.
fn check_count([width, height]: [usize; 2]) -> Result<(), String> {
    match (width as u64).checked_mul(height as u64) {
        Some(1..=MAX_SAMPLES) => Ok(()),
        _ => Err(format!(
            "{width} × {height} samples, not 1 to {MAX_SAMPLES}"
        )),
    }
}

fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}
