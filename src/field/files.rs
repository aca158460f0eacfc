//! Files of fields: elevation models and arrays are read; each [`Format`] is written by a file in `format`.
//!
//! What is read:
//!
//! | extension | samples |
//! | --- | --- |
//! | `.tif` | integers of 1 to 64 bits and floats of 16 to 64 bits; uncompressed, LZW, deflate or Zstandard; strips or tiles |
//! | `.npy` | arrays of shape (H, W) or (H, W, C) of integers and floats |
//! | `.exr` | all channels of the first layer, of 16- or 32-bit floats |
//! | `.png` | 8 and 16 bits as fractions of white, 0 to 1 |
//! | `.r16` | little-endian integers of 16 bits as fractions of 65535, 0 to 1; the size is stated elsewhere |
//! | `.r32` | little-endian floats of 32 bits, one per sample; the size is stated elsewhere |
//!
//! Samples become `f32`. Scale and offset of a GeoTIFF are applied, and where it has no data or its mask is 0, samples
//! are NaN. An image with rows from south to north, or turned by 90°, is turned north up. Files need not be trusted:
//! sizes that a file states are compared with its bytes before samples are allocated.

mod arrays;
mod fill;
pub(crate) mod format;
mod geo_tags;
mod geotiff;
mod images;
mod length;
mod raw;

use std::fs::{self, File};
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use crate::field::Field;
use crate::field::grid::Raster;
pub use fill::Fill;
pub use format::{Content, Format, PictureHeader, STRIP_ROWS, Slices, Strip};
pub use geo_tags::GeoTags;
pub(crate) use geo_tags::{Footprint, METADATA};
use geotiff::Orientation;

pub(crate) const MAX_SAMPLES: u64 = 1 << 28;

const MAX_BYTES: u64 = 1 << 31;

/// Decoded size in bytes that is allowed for every file, however short it is.
const MIN_BYTES: u64 = 64 << 20;

/// Largest growth by decoding: more than that of deflate, 1032.
const MAX_RATIO: u64 = 1100;

/// Without the dot.
const EXTENSIONS: [&str; 7] = ["tif", "tiff", "npy", "exr", "png", "r16", "r32"];

const RAW: [&str; 2] = ["r16", "r32"];

/// Field read from a file, with its placement in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldFile {
    /// Samples.
    pub field: Field,
    /// Distance between neighboring samples along x and y, in world units.
    pub spacing: [f64; 2],
    /// World position of the center.
    pub center: [f64; 2],
    /// Unit of world coordinates.
    pub unit: WorldUnit,
    /// Coordinates, missing samples and unit of a TIFF; `None` for other formats.
    pub tags: Option<Box<GeoTags>>,
    /// How the samples of the file were reordered so that north is up.
    orientation: Orientation,
}

/// Command that reprojects a GeoTIFF to projected coordinates, since this program does not.
pub const REPROJECTION: &str = "gdalwarp -t_srs EPSG:CODE in.tif out.tif";

/// Unit of the world coordinates of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldUnit {
    /// Distance between two samples, since the file states no coordinates; the center is at 0.
    Sample,
    /// Unit of a projected coordinate system, usually a meter.
    Projected,
    /// Meter from the center of the file, whose own coordinates are degrees.
    LocalMeters,
}

/// Error while reading a field from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {path:?}: {reason}")]
pub struct FieldFileError {
    path: PathBuf,
    reason: String,
}

pub(crate) struct FileBytes {
    pub(crate) own: Vec<u8>,
    /// Contents of the existing [`files_beside`], by the suffix that each appends to the name.
    pub(crate) beside: Vec<(&'static str, Vec<u8>)>,
}

type Bytes<'a> = Cursor<&'a [u8]>;

struct RawField {
    size: [usize; 2],
    channels: usize,
    samples: Vec<f32>,
}

impl FieldFile {
    /// Returns true for the extension of a format that can be read.
    pub fn is_supported(path: &Path) -> bool {
        EXTENSIONS.contains(&extension(path).as_str())
    }

    /// Returns true for the extension of a format without width and height.
    pub fn is_raw(path: &Path) -> bool {
        RAW.contains(&extension(path).as_str())
    }

    /// Reads a field from a file that contains its width and height. Samples are NaN where a mask beside the file is 0: a
    /// picture with its name and `.mask.png`, or for a TIFF a mask of GDAL with its name and `.msk`.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is damaged, or has no field of 1 to 4 numbers per sample.
    pub fn read(path: &Path) -> Result<Self, FieldFileError> {
        Self::read_sized(path, None)
    }

    /// Like [`Self::read`], also for a format without width and height, with these as its `size`.
    ///
    /// # Errors
    /// Fails like [`Self::read`], or if the file has another number of samples.
    pub fn read_sized(path: &Path, size: Option<[u32; 2]>) -> Result<Self, FieldFileError> {
        Ok(Self::read_with_bytes(path, path, size)?.0)
    }

    /// Like [`Self::read_sized`]. Returns all bytes that were read too. Errors about the file name it as `name`.
    pub(crate) fn read_with_bytes(
        path: &Path,
        name: &Path,
        size: Option<[u32; 2]>,
    ) -> Result<(Self, FileBytes), FieldFileError> {
        let bytes = Self::read_bytes(path)?;
        let mut file = Self::of_bytes(name, &bytes, size)?;
        let mut beside = Vec::new();
        for (suffix, path) in files_beside(path).filter(|(_, path)| path.is_file()) {
            let bytes = Self::read_bytes(&path)?;
            file.hide_missing(Self::of_bytes(&path, &bytes, None)?.field, &path)?;
            beside.push((suffix, bytes));
        }
        Ok((file, FileBytes { own: bytes, beside }))
    }

    /// Returns the number of samples that were filled. Fails if there is no sample with data.
    pub(crate) fn fill(&mut self, fill: Fill, path: &Path) -> Result<u64, FieldFileError> {
        let filled = fill.apply(&mut self.field);
        filled.ok_or_else(|| FieldFileError::new(path, "no sample has data".to_owned()))
    }

    /// The samples of the mask are in the order of those in the file.
    fn hide_missing(&mut self, mask: Field, path: &Path) -> Result<(), FieldFileError> {
        let field = &mut self.field;
        let Field { size, channels, samples } = mask;
        let mask_size = self.orientation.size(size);
        if mask_size != field.size {
            let ([width, height], [own_width, own_height]) = (mask_size, field.size);
            let reason = format!(
                "the mask has {width} x {height} samples, its file {own_width} x {own_height}"
            );
            return Err(FieldFileError::new(path, reason));
        }
        let size = size.map(|count| count as usize);
        let mask = self.orientation.apply(samples, size, channels as usize);
        let samples = field.samples.chunks_exact_mut(field.channels as usize);
        for (sample, present) in samples.zip(mask.chunks_exact(channels as usize)) {
            if present[0] == 0.0 {
                sample.fill(f32::NAN);
            }
        }
        Ok(())
    }

    /// Refuses other kinds than regular files: reading from a pipe, for example, might never finish.
    fn read_bytes(path: &Path) -> Result<Vec<u8>, FieldFileError> {
        read_bytes(path).map_err(|reason| FieldFileError::new(path, reason))
    }

    /// The extension of `path` selects the format. `size` is in samples, for files that do not state it.
    pub(crate) fn of_bytes(
        path: &Path,
        bytes: &[u8],
        size: Option<[u32; 2]>,
    ) -> Result<Self, FieldFileError> {
        let file = Cursor::new(bytes);
        let extension = extension(path);
        let read = match (extension.as_str(), size) {
            ("tif" | "tiff" | "msk", None) => geotiff::read(bytes),
            ("npy", None) => arrays::read_npy(bytes).and_then(Self::of_samples),
            ("exr", None) => images::read_exr(file).and_then(Self::of_samples),
            ("png", None) => images::read_png(file).and_then(Self::of_samples),
            ("r16", Some(size)) => raw::read_r16(bytes, size).and_then(Self::of_samples),
            ("r32", Some(size)) => raw::read_r32(bytes, size).and_then(Self::of_samples),
            ("r16" | "r32", None) => {
                Err(format!("a .{extension} file does not state its width and height in samples"))
            }
            (_, Some(_)) if EXTENSIONS.contains(&extension.as_str()) => {
                Err(format!("a .{extension} file states its own width and height"))
            }
            _ => Err(format!("the extension is none of .{}", EXTENSIONS.join(", ."))),
        };
        read.map_err(|reason| FieldFileError::new(path, reason))
    }

    /// Returns the world placement of the samples.
    pub fn raster(&self) -> Raster {
        Raster { center: self.center, spacing: self.spacing, size: self.field.size }
    }

    /// Returns the world units in a unit of the samples, as [`GeoTags::z_factor`]; 1 for formats without units.
    pub fn z_factor(&self) -> f64 {
        self.tags.as_ref().map_or(1.0, |tags| tags.z_factor())
    }

    /// Returns the placement of the samples in the coordinates of the file; `None` if it states none.
    pub(crate) fn footprint(&self) -> Option<Footprint> {
        let tags = self.tags.as_deref().filter(|_| self.unit != WorldUnit::Sample)?;
        Some(Footprint::of(Some(tags), &self.raster()))
    }

    fn of_samples(raw: RawField) -> Result<Self, String> {
        Ok(Self {
            field: raw.checked()?,
            spacing: [1.0; 2],
            center: [0.0; 2],
            unit: WorldUnit::Sample,
            tags: None,
            orientation: Orientation::default(),
        })
    }
}

impl RawField {
    fn checked(self) -> Result<Field, String> {
        let Self { size, channels, samples } = self;
        let [width, height] = size;
        check_count(size)?;
        check_channels(channels as u64)?;
        if samples.len() != width * height * channels {
            return Err(format!("{} numbers, not {width} × {height} × {channels}", samples.len()));
        }
        Ok(Field { size: size.map(|count| count as u32), channels: channels as u32, samples })
    }
}

impl FieldFileError {
    fn new(path: &Path, reason: String) -> Self {
        Self { path: path.to_owned(), reason }
    }
}

/// Appended to the name of a file, the name of the mask of its missing samples.
const MASK: &str = "mask.png";

/// Appended to the name of a TIFF, the name of a mask of GDAL.
const GDAL_MASK: &str = "msk";

/// Path of the mask of a file's missing samples: `a.r16.mask.png` for `a.r16`.
pub(crate) fn mask_path(file: &Path) -> PathBuf {
    file.with_added_extension(MASK)
}

/// Path of the mask of GDAL that belongs to a TIFF; `None` for other formats.
pub(crate) fn gdal_mask_path(file: &Path) -> Option<PathBuf> {
    is_tiff(file).then(|| file.with_added_extension(GDAL_MASK))
}

/// Files, existing or not, that change what is read from a file: what each appends to its name, and the path.
pub(crate) fn files_beside(file: &Path) -> impl Iterator<Item = (&'static str, PathBuf)> {
    let gdal_mask = gdal_mask_path(file).map(|path| (GDAL_MASK, path));
    [(MASK, mask_path(file))].into_iter().chain(gdal_mask)
}

/// Before memory is allocated: a short file that states many samples is truncated, or an attempt to exhaust memory.
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

fn length(file: &Bytes<'_>) -> u64 {
    file.get_ref().len() as u64
}

fn check_count([width, height]: [usize; 2]) -> Result<(), String> {
    match (width as u64).checked_mul(height as u64) {
        Some(1..=MAX_SAMPLES) => Ok(()),
        _ => Err(format!("{width} × {height} samples, not 1 to {MAX_SAMPLES}")),
    }
}

fn check_channels(channels: u64) -> Result<(), String> {
    match channels {
        1..=4 => Ok(()),
        _ => Err(format!("{channels} numbers per sample, not 1 to 4")),
    }
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("not a regular file".to_owned());
    }
    let too_large = || format!("the file is larger than {MAX_BYTES} bytes");
    if metadata.len() > MAX_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    let file = File::open(path).map_err(|error| error.to_string())?;
    // The file may have grown since.
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    match read.map_err(|error| error.to_string())? as u64 {
        0..=MAX_BYTES => Ok(bytes),
        _ => Err(too_large()),
    }
}

fn is_tiff(path: &Path) -> bool {
    matches!(extension(path).as_str(), "tif" | "tiff")
}

fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}
