//! Writes uncompressed numbers: NumPy arrays, and files without a header.

use std::io::{self, Write as _};

use npyz::WriterBuilder as _;

use super::PictureHeader;
use super::format_info::{Content, Embedding, FormatInfo, Output, Strips};

pub(super) static NPY: FormatInfo = FormatInfo {
    name: ".npy",
    extensions: &["npy"],
    content: Content::Samples,
    embedding: Embedding::Sidecar,
    write: write_npy,
};

pub(super) static R16: FormatInfo = FormatInfo {
    name: ".r16",
    extensions: &["r16"],
    content: Content::Scaled,
    embedding: Embedding::Sidecar,
    write: write_r16,
};

pub(super) static R32: FormatInfo = FormatInfo {
    name: ".r32",
    extensions: &["r32"],
    content: Content::Samples,
    embedding: Embedding::Sidecar,
    write: write_r32,
};

/// Writes a NumPy array of `f32` in C order, of shape (H, W) for one channel, else (H, W, C).
fn write_npy(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let [width, height] = header.grid.size.map(u64::from);
    let shape = [height, width, header.channels.into()];
    let dimensions = if header.channels == 1 { 2 } else { 3 };
    let options = npyz::WriteOptions::<f32>::new().default_dtype();
    let mut array = options
        .shape(&shape[..dimensions])
        .writer(file)
        .begin_nd()?;
    for strip in strips {
        array.extend(strip.samples.iter().copied())?;
    }
    array.finish()
}

/// Writes little-endian `f32`, channels interleaved.
fn write_r32(_: &PictureHeader, strips: &mut Strips<'_>, file: &mut Output<'_>) -> io::Result<()> {
    for strip in strips {
        for number in &strip.samples {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}

/// Writes one channel as little-endian `u16`, scaled by the value range.
fn write_r16(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    for strip in strips {
        for number in header.scaled(&strip) {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}
