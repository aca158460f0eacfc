//! The row of a file format in the table of formats: its names, contents, reader and writer.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

use super::stored_samples::{StoredFn, StoredSamples};
use super::{PictureHeader, Strip};

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

pub(crate) struct FormatInfo {
    pub(crate) name: &'static str,
    /// Without the dot; new files have the first one.
    pub(crate) extensions: &'static [&'static str],
    /// Content in `--help`. Lines after the first are indented by 8 spaces.
    pub(crate) help: &'static str,
    pub(crate) content: Content,
    pub(crate) holds_volumes: bool,
    /// Returns false if bytes are missing from a file of this number of numbers.
    pub(crate) is_whole: fn(&Path, u64) -> bool,
    /// Reads the manifest in a file; `None` if it is in a file of its own beside the capture.
    pub(crate) manifest: Option<ReadFn>,
    pub(crate) write: WriteFn,
    /// `None` for the shaded picture.
    pub(crate) stored: Option<StoredFn>,
    /// Reads all samples from the bytes of a file, of the given shape if the format states none; empty if unknown.
    pub(crate) read: fn(&[u8], &[u64]) -> Result<StoredSamples, String>,
}

pub(crate) enum ReadError {
    File(String),
    Text(String),
}

impl ReadError {
    pub(crate) fn file(error: impl ToString) -> Self {
        Self::File(error.to_string())
    }
}

/// Limit in bytes of a manifest, and of an allocation of a decoder before it finds the manifest.
pub(crate) const MAX_BYTES: usize = 32 << 20;

pub(crate) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

pub(crate) type Output<'a> = BufWriter<&'a mut File>;

type ReadFn = fn(File) -> Result<Option<String>, ReadError>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;

/// Returns true for a manifest, even a damaged one. The description of a TIFF may be a text of another program, which
/// does not begin a string with the name of this one.
pub(crate) fn names_this_program(text: &str) -> bool {
    text.contains(concat!("\"", env!("CARGO_PKG_NAME"), " "))
}

/// Refuses other kinds than regular files: reading from a pipe, for example, might never finish.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}
