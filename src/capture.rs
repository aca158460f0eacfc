//! Captures: picture and data files with a manifest from which they can be rendered again.
//!
//! A [`CaptureFile`] is created before rendering, so that a path that cannot be written is reported at once. Rows
//! are written as [`Strip`]s, from north to south; a picture does not have to fit in memory. The file appears in its
//! folder when it is complete and [committed](CaptureFile::commit).

mod atomic_file;
mod embedded;
mod exr;
mod field_file;
mod manifest;
mod png;
mod raw;
mod tiff;

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::generator::Returns;
use crate::grid::SampleGrid;
use crate::shading::Channel;
pub use atomic_file::{AtomicFile, STDOUT};
pub use field_file::{FieldFile, FieldFileError, WorldUnit};
pub use manifest::{MAX_CELLS, Manifest, ManifestError, RenderSettings};

/// Keyword of the PNG chunk and name of the EXR attribute with the manifest.
const PNG_KEYWORD: &str = "playground";

/// Rows of a strip: a multiple of this, except in the last one.
pub const STRIP_ROWS: u32 = 16;

/// Format of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The shaded picture as 8-bit sRGB PNG.
    Png,
    /// One channel as 16-bit gray PNG, scaled by the value range.
    Png16,
    /// The field as OpenEXR, 32-bit float.
    Exr,
    /// The field as GeoTIFF, 32-bit float, with pixel size and position.
    Tiff,
    /// The field as NumPy array of `f32`, of shape (H, W) or (H, W, C).
    Npy,
    /// One channel as little-endian `u16` without a header, scaled by the value range.
    R16,
    /// The field as little-endian `f32` without a header, channels interleaved.
    R32,
}

/// Extensions of the files that can be written, for messages.
pub const EXTENSIONS: &str = ".png, .exr, .tif, .npy, .r16, .r32";

impl Format {
    /// Returns the format for the extension of a path, or `None` if it is unknown.
    pub fn of(path: &Path, sixteen_bits: bool) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "png" if sixteen_bits => Some(Self::Png16),
            "png" => Some(Self::Png),
            "exr" => Some(Self::Exr),
            "tif" | "tiff" => Some(Self::Tiff),
            "npy" => Some(Self::Npy),
            "r16" => Some(Self::R16),
            "r32" => Some(Self::R32),
            _ => None,
        }
    }

    /// Returns the format of an existing capture, by its extension and, of a PNG, by its depth.
    pub fn of_capture(path: &Path) -> Option<Self> {
        Self::of(path, embedded::has_sixteen_bits(path))
    }

    /// Returns true if files of this format hold the shaded picture, rather than samples.
    pub fn holds_picture(self) -> bool {
        self == Self::Png
    }

    /// Returns true for PNGs of both depths.
    pub fn is_png(self) -> bool {
        matches!(self, Self::Png | Self::Png16)
    }

    /// Returns true if samples are scaled by the value range.
    pub fn is_scaled(self) -> bool {
        matches!(self, Self::Png16 | Self::R16)
    }

    /// Returns the extension of such files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png | Self::Png16 => "png",
            Self::Exr => "exr",
            Self::Tiff => "tif",
            Self::Npy => "npy",
            Self::R16 => "r16",
            Self::R32 => "r32",
        }
    }

    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png | Self::Png16 => "PNG",
            Self::Exr => "EXR",
            Self::Tiff => "TIFF",
            Self::Npy => ".npy",
            Self::R16 => ".r16",
            Self::R32 => ".r32",
        }
    }

    /// Returns true if the manifest is in a separate file beside the capture.
    fn has_sidecar(self) -> bool {
        matches!(self, Self::Npy | Self::R16 | Self::R32)
    }
}

/// Properties of a capture that are known before its first row.
#[derive(Clone, Debug)]
pub struct PictureHeader {
    /// Grid of the samples.
    pub grid: SampleGrid,
    /// Numbers of one sample, 1 to 4.
    pub channels: u32,
    /// Meaning of the numbers.
    pub returns: Returns,
    /// Channel of the formats that hold a single one.
    pub channel: Channel,
    /// Values that scaled formats write as 0 and as 65535.
    pub value_range: [f64; 2],
    /// [`Manifest`] as JSON.
    pub manifest: String,
}

/// Rows of a picture: [`STRIP_ROWS`] or a multiple, except in the last strip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Count of rows.
    pub rows: u32,
    /// Rows · W · C numbers; empty if only the picture is written.
    pub samples: Vec<f32>,
    /// Red, green, blue and alpha bytes of rows · W pixels; empty if only samples are written.
    pub pixels: Vec<u8>,
}

/// An error while writing a capture.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path:?}: {reason}")]
pub struct CaptureError {
    path: PathBuf,
    reason: io::Error,
}

impl CaptureError {
    fn new(path: &Path, reason: io::Error) -> Self {
        Self {
            path: path.to_owned(),
            reason,
        }
    }
}

/// A capture while it is written, with a second file for the manifest if the format cannot hold it.
#[derive(Debug)]
pub struct CaptureFile {
    format: Format,
    file: AtomicFile,
    sidecar: Option<AtomicFile>,
}

impl CaptureFile {
    /// Creates a capture. An existing file at `path` stays until [`Self::commit`]. On the standard output, [`STDOUT`], a
    /// manifest that the format cannot hold is left out.
    ///
    /// # Errors
    /// Fails if files cannot be created in the folder.
    pub fn create(path: &Path, format: Format) -> Result<Self, CaptureError> {
        let needs_sidecar = format.has_sidecar() && path != Path::new(STDOUT);
        let sidecar = needs_sidecar.then(|| AtomicFile::create(&sidecar(path)));
        Ok(Self {
            format,
            file: AtomicFile::create(path)?,
            sidecar: sidecar.transpose()?,
        })
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes all rows and the manifest.
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written, or if there are fewer rows than the header states.
    pub fn write(
        &mut self,
        header: &PictureHeader,
        strips: impl Iterator<Item = Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        let mut missing_rows = header.grid.size[1];
        let counted =
            strips.inspect(|strip| missing_rows = missing_rows.saturating_sub(strip.rows));
        buffered(&mut self.file, |file| {
            encode(self.format, header, counted, file)
        })?;
        if missing_rows > 0 {
            let unfinished = io::Error::other("canceled");
            return Err(CaptureError::new(self.file.path(), unfinished));
        }
        match &mut self.sidecar {
            Some(sidecar) => buffered(sidecar, |file| file.write_all(header.manifest.as_bytes())),
            None => Ok(()),
        }
    }

    /// Writes a picture that is in memory: red, green, blue and alpha bytes, row by row. The format is
    /// [`Format::Png`].
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written.
    pub fn write_picture(
        &mut self,
        size: [u32; 2],
        pixels: Vec<u8>,
        manifest: &Manifest,
    ) -> Result<(), CaptureError> {
        let rows = Strip {
            rows: size[1],
            samples: Vec::new(),
            pixels,
        };
        let header = PictureHeader {
            grid: SampleGrid {
                size,
                ..manifest.settings().grid
            },
            channels: 1,
            returns: Returns::Value,
            channel: Channel::X,
            value_range: [0.0, 1.0],
            manifest: manifest.to_json(),
        };
        self.write(&header, std::iter::once(Arc::new(rows)))
    }

    /// Changes the name of the file. The folder must be the same as in [`Self::create`].
    pub fn rename(&mut self, path: &Path) {
        self.file.rename(path);
        if let Some(file) = &mut self.sidecar {
            file.rename(&sidecar(path));
        }
    }

    /// Moves the complete file to its path, over an existing file.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub fn commit(self) -> Result<(), CaptureError> {
        self.file.commit()?;
        self.sidecar.map_or(Ok(()), AtomicFile::commit)
    }
}

/// Writes a text file atomically: it appears complete or not at all.
///
/// # Errors
/// Fails if the folder cannot be written or the disk is full.
pub fn write_text(path: &Path, text: &str) -> Result<(), CaptureError> {
    let mut file = AtomicFile::create(path)?;
    buffered(&mut file, |file| file.write_all(text.as_bytes()))?;
    file.commit()
}

/// Returns the path of the manifest of a format that cannot hold it: `a.npy.json` for `a.npy`.
fn sidecar(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Calls `write` with a buffered writer of the file.
fn buffered(
    file: &mut AtomicFile,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), CaptureError> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file.file());
    let written = write(&mut buffer).and_then(|()| buffer.flush());
    drop(buffer.into_parts());
    written.map_err(|error| CaptureError::new(file.path(), error))
}

fn encode(
    format: Format,
    header: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut (impl Write + Seek),
) -> io::Result<()> {
    match format {
        Format::Png => png::write_picture(header, strips, file),
        Format::Png16 => png::write_gray(header, strips, file),
        Format::Exr => exr::write(header, strips, file),
        Format::Tiff => tiff::write(header, strips, file),
        Format::Npy => raw::write_npy(header, strips, file),
        Format::R16 => raw::write_r16(header, strips, file),
        Format::R32 => raw::write_r32(header, strips, file),
    }
}

impl PictureHeader {
    /// Returns one channel of a strip, with the value range scaled to 0 to 65535. Values outside of it are clamped;
    /// NaN becomes 0.
    fn scaled<'a>(&'a self, strip: &'a Strip) -> impl Iterator<Item = u16> + 'a {
        let [min, max] = self.value_range;
        let samples = strip.samples.chunks_exact(self.channels as usize);
        samples.map(move |sample| {
            let fraction = (f64::from(self.channel.of(sample)) - min) / (max - min);
            (fraction.clamp(0.0, 1.0) * 65535.0).round() as u16
        })
    }

    /// Returns the manifest with all other characters escaped, for formats that hold only ASCII.
    fn ascii_manifest(&self) -> String {
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
