//! Properties of the file formats of captures, as the table of formats lists them.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;

use super::{PictureHeader, Strip};

/// Kind of data in capture files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The content of the file is the shaded picture.
    Picture,
    /// The content of the file is samples as floating-point numbers.
    Samples,
    /// The content of the file is samples as integers, scaled so that the value range fills that of the integers.
    Scaled,
    /// The content of the file is a mask: 0 or 255 for the samples 0 and 1.
    Mask,
}

/// Location at which a capture stores its manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Embedding {
    /// The manifest is a text chunk of a PNG.
    Png,
    /// The manifest is an attribute of an OpenEXR file.
    Exr,
    /// The manifest is the description in a TIFF.
    Tiff,
    /// The manifest is a key in the header of an NRRD file.
    Nrrd,
    /// The manifest is a file of its own beside the capture.
    Sidecar,
}

/// Properties of a file format of captures, such as name and extensions.
pub(super) struct FormatInfo {
    /// Name of the file format in messages.
    pub(super) name: &'static str,
    /// Extensions of files with this format, without the dot; new files have the first one.
    pub(super) extensions: &'static [&'static str],
    pub(super) content: Content,
    /// Location of the manifest in files of this format.
    pub(super) embedding: Embedding,
    pub(super) write: WriteFn,
}

/// Iterator over the strips of a picture from the top, as an encoder receives them.
pub(super) type Strips<'a> = dyn Iterator<Item = Arc<Strip>> + 'a;

/// Buffered writer of a capture's file.
pub(super) type Output<'a> = BufWriter<&'a mut File>;

type WriteFn = fn(&PictureHeader, &mut Strips<'_>, &mut Output<'_>) -> io::Result<()>;
