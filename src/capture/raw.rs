//! Writes uncompressed numbers: NumPy arrays, and files without a header.

use std::io::{self, Write};
use std::sync::Arc;

use npyz::WriterBuilder as _;

use super::{PictureHeader, Strip};

/// Writes a NumPy array of `f32` in C order, of shape (H, W) for one channel, else (H, W, C).
pub(super) fn write_npy(
    header: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut impl Write,
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
pub(super) fn write_r32(
    _: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut impl Write,
) -> io::Result<()> {
    for strip in strips {
        for number in &strip.samples {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}

/// Writes one channel as little-endian `u16`, scaled by the value range.
pub(super) fn write_r16(
    header: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut impl Write,
) -> io::Result<()> {
    for strip in strips {
        for number in header.scaled(&strip) {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}
