//! The formats of captures: one row each in the table below, with the properties in the file that writes it.

use std::path::Path;

use super::format_info::{Content, FormatInfo};
use super::{exr, nrrd, png, raw, tiff};

/// Declares [`Format`] from the rows of the table below.
macro_rules! formats {
    ($($(#[$about:meta])* $Format:ident = $info:path,)*) => {
        /// Format of a capture.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $($(#[$about])* $Format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(stringify!($Format)),*].len()] = [$(Self::$Format),*];

            /// Returns the properties of the format.
            pub(super) fn info(self) -> &'static FormatInfo {
                match self {
                    $(Self::$Format => &$info,)*
                }
            }
        }
    };
}

formats! {
    /// The shaded picture as 8-bit sRGB PNG.
    Png = png::PICTURE,
    /// One channel as 16-bit gray PNG, scaled by the value range.
    Png16 = png::GRAY,
    /// All channels as 16-bit RGB or RGBA PNG: colors sRGB-encoded, other numbers scaled by the value range.
    PngVector = png::VECTOR,
    /// A mask as 8-bit gray PNG.
    PngMask = png::MASK,
    /// The field as OpenEXR, 32-bit float.
    Exr = exr::FORMAT,
    /// The field as GeoTIFF, 32-bit float, with pixel size and position.
    Tiff = tiff::FORMAT,
    /// The field as NumPy array of `f32`, of shape (H, W) or (H, W, C).
    Npy = raw::NPY,
    /// One channel as little-endian `u16` without a header, scaled by the value range.
    R16 = raw::R16,
    /// The field as little-endian `f32` without a header, channels interleaved.
    R32 = raw::R32,
    /// One channel like [`Self::R16`], but rows from the south.
    Raw = raw::RAW,
    /// The field, or a volume, as NRRD, 32-bit float.
    Nrrd = nrrd::FORMAT,
}

/// Extensions of the files that can be written, for messages.
pub const EXTENSIONS: &str = ".png, .exr, .tif, .npy, .r16, .r32, .raw, .nrrd";

impl Format {
    /// Returns the format for the extension of a path, or `None` if it is unknown.
    pub fn of(path: &Path, sixteen_bits: bool) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let has_extension = |format: &Self| format.info().extensions.contains(&extension.as_str());
        match Self::ALL.into_iter().find(has_extension) {
            Some(Self::Png) if sixteen_bits => Some(Self::Png16),
            found => found,
        }
    }

    /// Returns the format of an existing capture, by its extension and, for a PNG, by its bit depth and channels.
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

    /// Returns the kind of data in files of this format.
    pub fn content(self) -> Content {
        self.info().content
    }

    /// Returns true if files of this format hold the shaded picture, rather than samples.
    pub fn holds_picture(self) -> bool {
        self.content() == Content::Picture
    }

    /// Returns true if samples are scaled by the value range.
    pub fn is_scaled(self) -> bool {
        self.content() == Content::Scaled
    }

    /// Returns true if files of this format can hold a volume.
    pub fn holds_volumes(self) -> bool {
        matches!(self, Self::Npy | Self::Nrrd | Self::R16 | Self::R32)
    }

    /// Returns true for PNGs of all kinds.
    pub fn is_png(self) -> bool {
        self.extension() == "png"
    }

    /// Returns true for PNGs of 16 bits per channel.
    pub fn is_sixteen_bit_png(self) -> bool {
        self.is_png() && self.is_scaled()
    }

    /// Returns the extension that new files of this format get, without the dot.
    pub fn extension(self) -> &'static str {
        self.info().extensions[0]
    }

    /// Returns the name of the file format, as messages show it.
    pub fn name(self) -> &'static str {
        self.info().name
    }
}
