//! Properties that a format has in the table of formats.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;

use super::{PictureHeader, Strip};

/// The content of files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Shaded pixels.
    Picture,
    /// Samples as they are.
    Samples,
    /// Samples as integers, scaled by the value range.
    Scaled,
    /// A mask: 0 or 255 for the samples 0 and 1.
    Mask,
}

/// Place of the manifest of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Embedding {
    /// A text chunk of a PNG.
    Png,
    /// An attribute of an OpenEXR file.
    Exr,
    /// The description in a TIFF.
    Tiff,
    /// A key in the header of an NRRD file.
    Nrrd,
    /// A file beside the capture.
    Sidecar,
}

/// Properties of a format.
pub(super) struct FormatInfo {
    /// Name in messages.
    pub(super) name: &'static str,
    /// Extensions of such files without the dot; new files have the first.
    pub(super) extensions: &'static [&'static str],
    pub(super) content: Content,
    /// Place of the manifest.
    pub(super) embedding: Embedding,
    pub(super) write: WriteFn,
}

/// Rows of a file while it is written, from the top.
pub(super) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

/// A file while it is written.
pub(super) type Output<'a> = BufWriter<&'a mut File>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;
