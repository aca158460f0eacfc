//! Properties that a format has in the table of formats.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;

use super::{PictureHeader, Strip};

/// Kind of data in files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The shaded picture.
    Picture,
    /// Samples as floating-point numbers.
    Samples,
    /// Samples as integers, scaled so that the value range fills their range.
    Scaled,
    /// A mask: 0 or 255 for the samples 0 and 1.
    Mask,
}

/// Location of the manifest of a capture.
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

/// Properties of a format: its row in the table of formats.
pub(super) struct FormatInfo {
    /// Name of the format in messages.
    pub(super) name: &'static str,
    /// Extensions of files with this format, without the dot; new files have the first.
    pub(super) extensions: &'static [&'static str],
    pub(super) content: Content,
    /// Location of the manifest.
    pub(super) embedding: Embedding,
    pub(super) write: WriteFn,
}

/// Strips of a picture in order from the top, as an encoder receives them.
pub(super) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

/// Buffered writer to the file of a capture.
pub(super) type Output<'a> = BufWriter<&'a mut File>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;
