//! Writes PNG: the picture in 8 bits, or one channel in 16 bits.

use std::io::{self, Write};
use std::sync::Arc;

use png::{BitDepth, ColorType, Compression, Encoder, SrgbRenderingIntent};

use super::{PNG_KEYWORD, PictureHeader, Strip};

/// Writes the picture without alpha, 8 bits, sRGB-encoded.
pub(super) fn write_picture(
    header: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut impl Write,
) -> io::Result<()> {
    let mut encoder = encoder(header, file, ColorType::Rgb, BitDepth::Eight)?;
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    let rows = strips.map(|strip| {
        let opaque = strip
            .pixels
            .chunks_exact(4)
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        opaque.collect()
    });
    write_rows(encoder, 3 * header.grid.size[0] as usize, rows)
}

/// Writes one channel in 16-bit gray, scaled by the value range.
pub(super) fn write_gray(
    header: &PictureHeader,
    strips: impl Iterator<Item = Arc<Strip>>,
    file: &mut impl Write,
) -> io::Result<()> {
    let encoder = encoder(header, file, ColorType::Grayscale, BitDepth::Sixteen)?;
    let rows = strips.map(|strip| header.scaled(&strip).flat_map(u16::to_be_bytes).collect());
    write_rows(encoder, 2 * header.grid.size[0] as usize, rows)
}

fn encoder<W: Write>(
    header: &PictureHeader,
    file: W,
    color: ColorType,
    depth: BitDepth,
) -> io::Result<Encoder<'static, W>> {
    let [width, height] = header.grid.size;
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    encoder.add_itxt_chunk(PNG_KEYWORD.to_owned(), header.manifest.clone())?;
    Ok(encoder)
}

/// Writes row by row, so that the bytes of the file do not depend on the sizes of the strips.
fn write_rows<W: Write>(
    encoder: Encoder<'static, W>,
    row_bytes: usize,
    strips: impl Iterator<Item = Vec<u8>>,
) -> io::Result<()> {
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    for strip in strips {
        for row in strip.chunks_exact(row_bytes) {
            stream.write_all(row)?;
        }
    }
    stream.finish()?;
    Ok(writer.finish()?)
}
