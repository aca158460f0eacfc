//! Properties of the file formats of captures, as the table of formats lists them.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;

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
    /// 0 or 255 for the samples 0 and 1.
    Mask,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Embedding {
    /// Text chunk.
    Png,
    /// Attribute.
    Exr,
    /// Description.
    Tiff,
    /// Key in the header.
    Nrrd,
    /// File of its own beside the capture.
    Sidecar,
}

pub(super) struct FormatInfo {
    pub(super) name: &'static str,
    /// Without the dot; new files have the first one.
    pub(super) extensions: &'static [&'static str],
    pub(super) content: Content,
    pub(super) embedding: Embedding,
    pub(super) write: WriteFn,
}

pub(super) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

pub(super) type Output<'a> = BufWriter<&'a mut File>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;
