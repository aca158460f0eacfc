//! File formats of captures, one row each. Their properties are in the modules that write them.

mod exr;
mod header;
pub(crate) mod info;
mod nrrd;
mod png;
mod raw;
mod stored_samples;
mod strip;
mod tiff;

use std::path::Path;

pub(crate) use header::to_u16;
pub use header::{PictureHeader, Slices};
pub use info::Content;
use info::FormatInfo;
pub(crate) use stored_samples::{StoredFn, StoredSamples};
pub use strip::{STRIP_ROWS, Strip};

/// Keyword of the PNG chunk, and name of the OpenEXR attribute, that hold the manifest of a capture.
pub(crate) const PNG_KEYWORD: &str = "playground";

macro_rules! formats {
    ($($(#[$about:meta])* $Format:ident = $info:path,)*) => {
        /// File format of a capture.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $($(#[$about])* $Format,)*
        }

        impl Format {
            /// All file formats.
            pub const ALL: [Self; [$(stringify!($Format)),*].len()] = [$(Self::$Format),*];

            pub(crate) fn info(self) -> &'static FormatInfo {
                match self {
                    $(Self::$Format => &$info,)*
                }
            }
        }
    };
}

formats! {
    /// Format of the shaded picture: 8-bit sRGB PNG.
    Png = png::PICTURE,
    /// Format of one channel: 16-bit gray PNG, scaled by the value range.
    Png16 = png::GRAY,
    /// Format of all channels: 16-bit RGB or RGBA PNG, colors sRGB-encoded, other numbers scaled by the value range.
    PngVector = png::VECTOR,
    /// Format of a mask: 8-bit gray PNG.
    PngMask = png::MASK,
    /// Format of the field: OpenEXR, 32-bit float.
    Exr = exr::FORMAT,
    /// Format of the field: GeoTIFF, 32-bit float, with pixel size and position.
    Tiff = tiff::FORMAT,
    /// Format of the field: NumPy array of `f32`, of shape (H, W) or (H, W, C).
    Npy = raw::NPY,
    /// Format of the field or a volume: NRRD, 32-bit float.
    Nrrd = nrrd::FORMAT,
    /// Format of one channel: little-endian `u16` without a header, scaled by the value range.
    R16 = raw::R16,
    /// Format of the field: little-endian `f32` without a header, channels interleaved.
    R32 = raw::R32,
    /// Format of one channel: like [`Self::R16`], but with rows from the south.
    Raw = raw::RAW,
}

impl Format {
    /// Selects by the extension of a path; `None` if it is unknown. `sixteen_bits` selects 16 bits for a PNG.
    pub fn of(path: &Path, sixteen_bits: bool) -> Option<Self> {
        let (format, _) = Self::with_extension(path.extension()?.to_str()?)?;
        Some(format.with_depth(sixteen_bits))
    }

    /// Selects by an extension without its dot, which is also returned, in lower case; `None` if it is unknown.
    pub fn with_extension(text: &str) -> Option<(Self, &'static str)> {
        let all = Self::ALL.into_iter();
        let extensions =
            |format: Self| format.info().extensions.iter().map(move |of| (format, *of));
        all.flat_map(extensions).find(|(_, extension)| extension.eq_ignore_ascii_case(text))
    }

    /// Returns the formats that an extension selects.
    pub fn selectable() -> impl Iterator<Item = Self> {
        let is_first = |format: &Self| {
            Self::with_extension(format.extension()).is_some_and(|(first, _)| first == *format)
        };
        Self::ALL.into_iter().filter(is_first)
    }

    /// Returns the extensions of new files, as a list for messages: `.png, .exr`.
    pub fn extension_list() -> String {
        let extensions = Self::selectable().map(|format| format!(".{}", format.extension()));
        extensions.collect::<Vec<_>>().join(", ")
    }

    /// Returns the PNG of 16 bits for `sixteen_bits` of a picture.
    #[must_use]
    pub fn with_depth(self, sixteen_bits: bool) -> Self {
        match self {
            Self::Png if sixteen_bits => Self::Png16,
            format => format,
        }
    }

    /// Selects by the extension and, for a PNG, by bit depth and channels of the existing file.
    pub fn of_capture(path: &Path) -> Option<Self> {
        let format = Self::of(path, false)?;
        match format {
            Self::Png => match png::kind(path) {
                Some((true, true)) => Some(Self::Png16),
                Some((true, false)) => Some(Self::PngVector),
                Some((false, true)) => Some(Self::PngMask),
                _ => Some(format),
            },
            _ => Some(format),
        }
    }

    /// Returns the position and value of the checksum of the bytes at `at`; `None` for formats without.
    pub(crate) fn checksum(self, head: &[u8], at: usize) -> Option<(u64, [u8; 4])> {
        if self.is_png() { png::checksum(head, at) } else { None }
    }

    /// Returns the kind of data: picture, samples or mask.
    pub fn content(self) -> Content {
        self.info().content
    }

    /// Returns true for the shaded picture, rather than samples.
    pub fn holds_picture(self) -> bool {
        self.content() == Content::Picture
    }

    /// Returns true if samples are scaled to integers by the value range.
    pub fn is_scaled(self) -> bool {
        self.content() == Content::Scaled
    }

    /// Returns false if bytes are missing from the file of a plane.
    pub fn is_whole(self, path: &Path, header: &PictureHeader) -> bool {
        let channels = if self.is_scaled() { 1 } else { header.channels };
        let numbers = header.raster.size.map(u64::from).iter().product::<u64>();
        let numbers = numbers * u64::from(channels);
        (self.info().is_whole)(path, numbers)
    }

    /// Returns true if a volume can be stored.
    pub fn holds_volumes(self) -> bool {
        self.info().holds_volumes
    }

    /// Returns true for PNGs of any kind.
    pub fn is_png(self) -> bool {
        self.extension() == "png"
    }

    /// Returns true for a PNG of 16 bits per channel.
    pub fn is_sixteen_bit_png(self) -> bool {
        self.is_png() && self.is_scaled()
    }

    /// Returns the extension of new files, without the dot.
    pub fn extension(self) -> &'static str {
        self.info().extensions[0]
    }

    /// Returns the description in `--help`. Lines after the first are indented by 8 spaces.
    pub fn help(self) -> &'static str {
        self.info().help
    }

    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        self.info().name
    }
}
