//! Writes captures as PNG: the picture in 8 bits, one or all channels in 16 bits, a mask.

mod rows;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, Encoder, PixelDimensions, SrgbRenderingIntent, Unit};
use rayon::prelude::*;

use super::info::{Content, FormatInfo, MAX_BYTES, Output, ReadError, Strips, open};
use super::raw::fractions;
use super::stored_samples::StoredSamples;
use super::{PNG_KEYWORD, PictureHeader, Strip, to_u16};
use crate::field::Returns;
use rows::{Layout, write_rows};

const FORMAT: FormatInfo = FormatInfo {
    name: "PNG",
    extensions: &["png"],
    help: "the view, 8-bit sRGB; with --depth 16 the numbers, scaled to the value\n        range",
    content: Content::Picture,
    holds_volumes: false,
    is_whole: has_end,
    manifest: Some(manifest),
    write: write_picture,
    stored: None,
    read: |bytes, _| StoredSamples::of_field_file("png", bytes),
};

pub(crate) static PICTURE: FormatInfo = FORMAT;

pub(crate) static GRAY: FormatInfo =
    FormatInfo { content: Content::Scaled, write: write_gray, stored: Some(stored_gray), ..FORMAT };

pub(crate) static VECTOR: FormatInfo = FormatInfo {
    content: Content::Scaled,
    write: write_vectors,
    stored: Some(stored_vectors),
    ..FORMAT
};

pub(crate) static MASK: FormatInfo =
    FormatInfo { content: Content::Mask, write: write_mask, stored: Some(stored_mask), ..FORMAT };

/// Least number of bytes of the rows that are passed on at once, unless a strip ends before.
const BAND_BYTES: usize = 1 << 23;

/// Before the first chunk.
const SIGNATURE_BYTES: usize = 8;

/// Gray of a mask where there is neither true nor false.
const NO_DATA: u8 = 128;

/// Returns true for 16 bits per channel, and true for gray. `None` if the header cannot be read.
pub(crate) fn kind(path: &Path) -> Option<(bool, bool)> {
    let decoder = png::Decoder::new(BufReader::new(open(path).ok()?));
    let header = decoder.read_info().ok()?;
    let info = header.info();
    let is_gray = info.color_type == ColorType::Grayscale;
    Some((info.bit_depth == BitDepth::Sixteen, is_gray))
}

fn has_end(path: &Path, _: u64) -> bool {
    let mut end = [0; 12];
    let read = open(path).and_then(|mut file| {
        file.seek(SeekFrom::End(-12))?;
        file.read_exact(&mut end)
    });
    read.is_ok() && end == *b"\0\0\0\0IEND\xae\x42\x60\x82"
}

fn manifest(file: File) -> Result<Option<String>, ReadError> {
    let chunk = chunk(file).map_err(ReadError::file)?;
    let text = |mut chunk: ITXtChunk| {
        chunk.decompress_text_with_limit(MAX_BYTES)?;
        chunk.get_text()
    };
    let text = chunk.map(text).transpose();
    text.map_err(|error: png::DecodingError| ReadError::Text(error.to_string()))
}

fn chunk(file: File) -> Result<Option<ITXtChunk>, png::DecodingError> {
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_limits(png::Limits { bytes: MAX_BYTES });
    let mut header = decoder.read_info()?;
    let is_ours = |chunk: &&ITXtChunk| chunk.keyword == PNG_KEYWORD;
    if !header.info().utf8_text.iter().any(|chunk| is_ours(&chunk)) {
        // Other programs may move text chunks after the pixels, so that the whole file has to be read.
        header.finish()?;
    }
    Ok(header.info().utf8_text.iter().find(is_ours).cloned())
}

fn write_picture(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let mut encoder = encoder(header, file, ColorType::Rgb, BitDepth::Eight)?;
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    let layout = layout(header, 3);
    // Bands of a large strip need less memory than the strip, and are compressed while others are written.
    let band = (BAND_BYTES.div_ceil(layout.row) * layout.row / 3 * 4).max(4);
    let rows = strips.flat_map(|strip| {
        let starts = (0..strip.pixels.len()).step_by(band);
        starts.map(move |start| {
            let end = strip.pixels.len().min(start + band);
            opaque(&strip.pixels[start..end], layout.row)
        })
    });
    write_rows(encoder, layout, rows)
}

/// Drops the alpha of rows that then have `row` bytes.
fn opaque(pixels: &[u8], row: usize) -> Vec<u8> {
    let mut opaque = vec![0; pixels.len() / 4 * 3];
    let rows = pixels.par_chunks_exact(4 * row / 3).zip(opaque.par_chunks_exact_mut(row));
    rows.for_each(|(pixels, opaque)| {
        for (to, from) in opaque.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
    });
    opaque
}

fn write_gray(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let encoder = encoder(header, file, ColorType::Grayscale, BitDepth::Sixteen)?;
    let rows = strips.map(|strip| header.scaled(&strip).flat_map(u16::to_be_bytes).collect());
    write_rows(encoder, layout(header, 2), rows)
}

/// Colors are sRGB-encoded, other numbers scaled by the value range. A third channel that the samples lack is 0.
fn write_vectors(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let color = if header.channels == 4 { ColorType::Rgba } else { ColorType::Rgb };
    let mut encoder = encoder(header, file, color, BitDepth::Sixteen)?;
    if header.returns == Returns::Color {
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    }
    let rows = strips
        .map(|strip| vectors(header, &strip).into_iter().flat_map(u16::to_be_bytes).collect());
    write_rows(encoder, layout(header, 2 * color.samples()), rows)
}

fn vectors(header: &PictureHeader, strip: &Strip) -> Vec<u16> {
    let is_color = header.returns == Returns::Color;
    let number = |index: usize, number: Option<&f32>| match number {
        None => 0,
        Some(number) if is_color && index < 3 => to_u16(srgb(f64::from(*number))),
        Some(number) if is_color => to_u16(f64::from(*number)),
        Some(number) => header.scaled_number(*number),
    };
    let stored = if header.channels == 4 { 4 } else { 3 };
    let samples = strip.samples.chunks_exact(header.channels as usize);
    samples.flat_map(|sample| (0..stored).map(|index| number(index, sample.get(index)))).collect()
}

fn stored_gray<'a>(header: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    fractions(header.scaled(strip))
}

fn stored_vectors<'a>(header: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    fractions(vectors(header, strip).into_iter())
}

fn stored_mask<'a>(_: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    strip.samples.iter().map(|sample| f32::from(gray_of_mask(*sample)) / 255.0).collect()
}

/// 255 where the sample is 1, 0 where it is 0, [`NO_DATA`] where it is NaN.
fn write_mask(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let encoder = encoder(header, file, ColorType::Grayscale, BitDepth::Eight)?;
    let gray = |strip: Arc<Strip>| strip.samples.iter().copied().map(gray_of_mask).collect();
    write_rows(encoder, layout(header, 1), strips.map(gray))
}

fn gray_of_mask(sample: f32) -> u8 {
    if sample.is_nan() { NO_DATA } else { (sample.clamp(0.0, 1.0) * 255.0).round() as u8 }
}

/// Position and value of the checksum of the chunk with the byte `at`, if `head`, the start of the file, contains it.
pub(crate) fn checksum(head: &[u8], at: usize) -> Option<(u64, [u8; 4])> {
    let mut start = SIGNATURE_BYTES;
    loop {
        let length = head.get(start..)?.first_chunk::<4>()?;
        let end = start + 8 + u32::from_be_bytes(*length) as usize;
        if at < end {
            let sum = crc32fast::hash(head.get(start + 4..end)?);
            return Some((end as u64, sum.to_be_bytes()));
        }
        start = end + 4;
    }
}

fn srgb(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

fn encoder<W: Write>(
    header: &PictureHeader,
    file: W,
    color: ColorType,
    depth: BitDepth,
) -> io::Result<Encoder<'static, W>> {
    let [width, height] = header.raster.size;
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_pixel_dims(header.dpi.map(|dpi| {
        let per_meter = (dpi / 0.0254).round() as u32;
        PixelDimensions { xppu: per_meter, yppu: per_meter, unit: Unit::Meter }
    }));
    encoder.add_itxt_chunk(PNG_KEYWORD.to_owned(), header.manifest.clone())?;
    Ok(encoder)
}

fn layout(header: &PictureHeader, pixel: usize) -> Layout {
    Layout { row: pixel * header.raster.size[0] as usize, pixel }
}
