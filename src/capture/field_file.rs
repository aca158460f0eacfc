//! A field as a file without a manifest.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::atomic_file::CaptureError;
use super::capture_file::CaptureFile;
use crate::field::files::{Content, FieldFile, FieldFileError, Format, PictureHeader, Strip};
use crate::field::{Field, Returns};

/// Reason why a field is not written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The extension is that of no format of data.
    #[error("the extension of {0:?} selects no format of samples; those are {formats}", formats = extensions())]
    Format(PathBuf),
    /// The field has another number of samples than its size and channels state.
    #[error("{0} numbers are not the samples of a field of {1} × {2} with {3} channels")]
    Size(usize, u32, u32, u32),
    /// The folder cannot be written, or the disk is full.
    #[error(transparent)]
    Write(#[from] CaptureError),
}

impl Field {
    /// Reads the samples of a `.npy`, `.tif`, `.exr` or `.png`; [`FieldFile::read`] also returns where they lie.
    ///
    /// # Errors
    /// Fails like [`FieldFile::read`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FieldFileError> {
        Ok(FieldFile::read(path.as_ref())?.field)
    }

    /// Writes all channels as 32-bit floats, in the format that the extension selects: `.npy`, `.exr`, `.tif`, `.nrrd` or
    /// `.r32`. An existing file is replaced when the new one is complete. Where the samples lie is not written.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// use noise_playground::Field;
    ///
    /// let field = Field { size: [2, 1], channels: 1, samples: vec![0.5, -2.0] };
    /// let path = folder.path().join("field.npy");
    /// field.save(&path)?;
    /// assert_eq!(Field::open(&path)?, field);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails for another extension, for a field without samples, or if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        let path = path.as_ref();
        let format = Format::of(path, false).filter(|format| holds_samples(*format));
        let format = format.ok_or_else(|| SaveError::Format(path.to_owned()))?;
        let ([width, height], channels) = (self.size, self.channels);
        let expected = width as usize * height as usize * channels as usize;
        if self.samples.len() != expected || expected == 0 {
            return Err(SaveError::Size(self.samples.len(), width, height, channels));
        }
        let header = PictureHeader {
            channels: self.channels,
            returns: if self.channels == 1 { Returns::Value } else { Returns::Channels },
            ..PictureHeader::of_size(self.size)
        };
        let rows = Strip { rows: self.size[1], samples: self.samples.clone(), pixels: Vec::new() };
        let mut file = CaptureFile::create(path, format)?;
        file.write(&header, iter::once(Arc::new(rows)))?;
        Ok(file.commit()?)
    }
}

fn holds_samples(format: Format) -> bool {
    format.content() == Content::Samples
}

fn extensions() -> String {
    let formats = Format::selectable().filter(|format| holds_samples(*format));
    formats.map(|format| format!(".{}", format.extension())).collect::<Vec<_>>().join(", ")
}
