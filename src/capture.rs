//! Captures: pictures and data that carry what they were made from.
//!
//! An [`CaptureFile`] is begun before there is anything to write, so that a place that takes no writing is found at
//! once. Rows come as [`Strip`]s, from north to south; a picture need not fit in memory. The file appears when
//! all of it is written.

mod atomic_file;
mod embedded;
mod exr;
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
pub use atomic_file::AtomicFile;
pub use manifest::{MAX_CELLS, Manifest, ManifestError, RenderSettings};

/// Keyword of the PNG chunk that holds the manifest, and name of the EXR attribute that does.
pub const PNG_KEYWORD: &str = "playground";

/// Rows of a strip come in multiples of this, but for the last.
pub const STRIP_ROWS: u32 = 16;

/// What a file holds, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The view as an 8-bit sRGB PNG.
    Png,
    /// One channel as 16-bit grey, scaled over the value range.
    Png16,
    /// The raw result as OpenEXR.
    Exr,
    /// The raw result as TIFF, with its cell size as GeoTIFF.
    Tiff,
    /// The raw result as numpy's own, of shape (H, W) or (H, W, C).
    Npy,
    /// One channel as `u16`, scaled like [`Self::Png16`], without a header.
    R16,
    /// The raw result as `f32` without a header, channels interleaved.
    R32,
}

/// Endings of files that can be written.
pub const EXTENSIONS: &str = ".png, .exr, .tif, .npy, .r16, .r32";

impl Format {
    /// What the ending of a file name asks for.
    pub fn of(path: &Path, sixteen_bits: bool) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
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

    /// Whether it holds the colours of the view, rather than samples.
    pub fn holds_picture(self) -> bool {
        self == Self::Png
    }

    /// Whether it is a PNG, of whatever depth.
    pub fn is_png(self) -> bool {
        matches!(self, Self::Png | Self::Png16)
    }

    /// Whether it needs the values at the ends of the value range.
    pub fn is_scaled(self) -> bool {
        matches!(self, Self::Png16 | Self::R16)
    }

    /// How the names of such files end.
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

    /// Its name in a sentence.
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

    /// Whether the manifest stands in a file beside it.
    fn has_sidecar(self) -> bool {
        matches!(self, Self::Npy | Self::R16 | Self::R32)
    }
}

/// What is known of a picture before its first row.
#[derive(Clone, Debug)]
pub struct PictureHeader {
    /// The samples.
    pub grid: SampleGrid,
    /// Numbers of a sample, C.
    pub channels: u32,
    /// What they mean.
    pub returns: Returns,
    /// The one that scaled formats hold.
    pub channel: Channel,
    /// The values that scaled formats make 0 and 65535.
    pub value_range: [f64; 2],
    /// The [`Manifest`] as JSON.
    pub manifest: String,
}

/// Rows of a picture, [`STRIP_ROWS`] or a multiple of it; the last may have fewer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// How many rows.
    pub rows: u32,
    /// Rows · W · C raw numbers, where a format holds samples.
    pub samples: Vec<f32>,
    /// Rows · W red, green, blue and alpha bytes, where one holds the picture.
    pub pixels: Vec<u8>,
}

/// Why a capture was not written.
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

/// A file in the making, with the one for its manifest where the format has no room for it.
#[derive(Debug)]
pub struct CaptureFile {
    format: Format,
    file: AtomicFile,
    sidecar: Option<AtomicFile>,
}

impl CaptureFile {
    /// Begins a file. What stands there stays as it is until [`Self::commit`].
    ///
    /// # Errors
    /// The place takes no writing.
    pub fn create(path: &Path, format: Format) -> Result<Self, CaptureError> {
        let sidecar = format
            .has_sidecar()
            .then(|| AtomicFile::create(&sidecar(path)));
        Ok(Self {
            format,
            file: AtomicFile::create(path)?,
            sidecar: sidecar.transpose()?,
        })
    }

    /// What it will hold.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes all rows, and the manifest.
    ///
    /// # Errors
    /// The disk is full or fails, or there are fewer rows than the head says.
    pub fn write(
        &mut self,
        head: &PictureHeader,
        strips: impl Iterator<Item = Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        let mut due = head.grid.size[1];
        let counted = strips.inspect(|strip| due = due.saturating_sub(strip.rows));
        buffered(&mut self.file, |file| {
            encode(self.format, head, counted, file)
        })?;
        if due > 0 {
            let unfinished = io::Error::other("it was given up");
            return Err(CaptureError::new(self.file.path(), unfinished));
        }
        match &mut self.sidecar {
            Some(sidecar) => buffered(sidecar, |file| file.write_all(head.manifest.as_bytes())),
            None => Ok(()),
        }
    }

    /// Writes a picture that was put together of others: rows of red, green, blue and alpha bytes. The file is a
    /// [`Format::Png`].
    ///
    /// # Errors
    /// The disk is full or fails.
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
        let head = PictureHeader {
            grid: SampleGrid {
                size,
                ..manifest.scene().grid
            },
            channels: 1,
            returns: Returns::Value,
            channel: Channel::X,
            value_range: [0.0, 1.0],
            manifest: manifest.to_json(),
        };
        self.write(&head, std::iter::once(Arc::new(rows)))
    }

    /// Gives the file another name in the folder that it was begun in.
    pub fn rename(&mut self, path: &Path) {
        self.file.rename(path);
        if let Some(beside) = &mut self.sidecar {
            beside.rename(&sidecar(path));
        }
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The place takes no writing any more.
    pub fn commit(self) -> Result<(), CaptureError> {
        self.file.commit()?;
        self.sidecar.map_or(Ok(()), AtomicFile::commit)
    }
}

/// Writes a text that appears whole or not at all.
///
/// # Errors
/// The place takes no writing, or the disk is full.
pub fn write_text(path: &Path, text: &str) -> Result<(), CaptureError> {
    let mut file = AtomicFile::create(path)?;
    buffered(&mut file, |file| file.write_all(text.as_bytes()))?;
    file.commit()
}

/// Where a manifest stands that a format has no room for.
fn sidecar(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Lets `write` fill a file, through a buffer.
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
    head: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut (impl Write + Seek),
) -> io::Result<()> {
    match format {
        Format::Png => png::write_picture(head, strips, file),
        Format::Png16 => png::write_grey(head, strips, file),
        Format::Exr => exr::write(head, strips, file),
        Format::Tiff => tiff::write(head, strips, file),
        Format::Npy => raw::write_npy(head, strips, file),
        Format::R16 => raw::write_r16(head, strips, file),
        Format::R32 => raw::write_r32(head, strips, file),
    }
}

impl PictureHeader {
    /// One channel of a strip, scaled over the value range: its ends and all beyond become 0 and 65535, and so
    /// does NaN become 0.
    fn scaled<'a>(&'a self, strip: &'a Strip) -> impl Iterator<Item = u16> + 'a {
        let [min, max] = self.value_range;
        let samples = strip.samples.chunks_exact(self.channels as usize);
        samples.map(move |sample| {
            let share = (f64::from(self.channel.of(sample)) - min) / (max - min);
            (share.clamp(0.0, 1.0) * 65535.0).round() as u16
        })
    }

    /// The manifest for formats that hold nothing but ASCII.
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
