//! The row of a file format in the table of formats: its names, contents, reader and writer.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

use crate::capture::stored_samples::{StoredFn, StoredSamples};
use crate::capture::{PictureHeader, Strip};

/// Kind of data in capture files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The shaded picture.
    Picture,
    /// Samples as floating-point numbers.
    Samples,
    /// Samples as integers, scaled so that the value range fills that of the integers.
    Scaled,
    /// 0 or 255 for the samples 0 and 1, 128 for NaN.
    Mask,
}

/// One row of the table of formats.
pub(in crate::capture) struct FormatInfo {
    /// Name for messages.
    pub(in crate::capture) name: &'static str,
    /// Without the dot; new files have the first one.
    pub(super) extensions: &'static [&'static str],
    /// Content in `--help`. Lines after the first are indented by 8 spaces.
    pub(super) help: &'static str,
    pub(super) content: Content,
    pub(super) holds_volumes: bool,
    /// Returns false if bytes are missing from a file of this number of numbers.
    pub(super) is_whole: fn(&Path, u64) -> bool,
    /// Reads the manifest in a file; `None` if it is in a file of its own beside the capture.
    pub(in crate::capture) manifest: Option<ReadFn>,
    pub(in crate::capture) write: WriteFn,
    /// `None` for the shaded picture.
    pub(in crate::capture) stored: Option<StoredFn>,
    /// Reads all samples from the bytes of a file. The shape that they should have is for formats that do not state it;
    /// it is empty if it is not known.
    pub(in crate::capture) read: fn(&[u8], &[u64]) -> Result<StoredSamples, String>,
}

/// Reason why a manifest cannot be read.
pub(in crate::capture) enum ReadError {
    /// The file does not have the format of its extension, or cannot be read.
    File(String),
    /// The text of the manifest is damaged.
    Text(String),
}

impl ReadError {
    pub(super) fn file(error: impl ToString) -> Self {
        Self::File(error.to_string())
    }
}

/// Limit in bytes of a manifest, and of an allocation of a decoder before it finds the manifest.
pub(in crate::capture) const MAX_BYTES: usize = 32 << 20;

pub(in crate::capture) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

pub(in crate::capture) type Output<'a> = BufWriter<&'a mut File>;

/// Returns `None` if there is no manifest.
type ReadFn = fn(File) -> Result<Option<String>, ReadError>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;

/// Returns true for a manifest, even a damaged one. The description of a TIFF may be a text of another program, which
/// does not begin a string with the name of this one.
pub(in crate::capture) fn names_this_program(text: &str) -> bool {
    text.contains(concat!("\"", env!("CARGO_PKG_NAME"), " "))
}
