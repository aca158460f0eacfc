//! Writes captures as uncompressed numbers: NumPy arrays, and files without a header.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::info::{Content, FormatInfo, Output, Strips};
use super::stored_samples::StoredSamples;
use super::{PictureHeader, Strip};
use crate::field::npy::{self, NpyArray};

pub(crate) static NPY: FormatInfo = FormatInfo {
    name: ".npy",
    extensions: &["npy"],
    help: "the field for numpy, of shape (H, W) or (H, W, C)",
    content: Content::Samples,
    holds_volumes: true,
    is_whole: |path, _| fs::read(path).is_ok_and(|bytes| NpyArray::parse(&bytes).is_ok()),
    manifest: None,
    write: write_npy,
    stored: Some(floats),
    read: |bytes, _| read_npy(bytes),
};

pub(crate) static R16: FormatInfo = FormatInfo {
    name: ".r16",
    extensions: &["r16"],
    help: "one channel as little-endian 16-bit integers without a header, scaled\n        to the value range",
    content: Content::Scaled,
    holds_volumes: true,
    is_whole: |path, numbers| has_bytes(path, 2 * numbers),
    manifest: None,
    write: write_r16,
    stored: Some(stored_integers),
    read: |bytes, _| Ok(without_size(integers(bytes))),
};

pub(crate) static R32: FormatInfo = FormatInfo {
    name: ".r32",
    extensions: &["r32"],
    help: "the field as little-endian floats without a header, channels\n        interleaved",
    content: Content::Samples,
    holds_volumes: true,
    is_whole: |path, numbers| has_bytes(path, 4 * numbers),
    manifest: None,
    write: write_r32,
    stored: Some(floats),
    read: |bytes, _| Ok(without_size(read_floats(bytes))),
};

pub(crate) static RAW: FormatInfo = FormatInfo {
    name: ".raw",
    extensions: &["raw"],
    help: "like .r16, but rows from the south, for Unity",
    content: Content::Scaled,
    holds_volumes: false,
    is_whole: |path, numbers| has_bytes(path, 2 * numbers),
    manifest: None,
    write: write_from_south,
    stored: Some(stored_integers),
    read: |bytes, shape| Ok(without_size(from_north(&integers(bytes), shape))),
};

pub(crate) fn floats<'a>(_: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    strip.samples.as_slice().into()
}

fn stored_integers<'a>(header: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    fractions(header.scaled(strip))
}

/// Integers as readers get them, as fractions of the largest.
pub(crate) fn fractions<'a>(integers: impl Iterator<Item = u16>) -> Cow<'a, [f32]> {
    integers.map(|integer| f32::from(integer) / 65535.0).collect()
}

fn without_size(numbers: Vec<f32>) -> StoredSamples {
    StoredSamples { shape: None, place: None, numbers }
}

fn integers(bytes: &[u8]) -> Vec<f32> {
    fractions(bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair))).into_owned()
}

fn from_north(numbers: &[f32], shape: &[u64]) -> Vec<f32> {
    let width = shape.last().map_or(0, |width| *width as usize);
    numbers.chunks(width.max(1)).rev().flatten().copied().collect()
}

pub(crate) fn read_floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|word| f32::from_le_bytes(*word)).collect()
}

/// Volumes have a shape that other readers of fields do not take.
fn read_npy(bytes: &[u8]) -> Result<StoredSamples, String> {
    let array = NpyArray::parse(bytes).map_err(|error| error.to_string())?;
    if array.is_fortran_order {
        return StoredSamples::of_field_file("npy", bytes);
    }
    let numbers = array.numbers().map(|number| number as f32).collect();
    Ok(StoredSamples { shape: Some(array.shape), place: None, numbers })
}

fn has_bytes(path: &Path, bytes: u64) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() == bytes)
}

/// In C order, of shape (H, W) for one channel, else (H, W, C); of a volume, the slices are the first dimension.
fn write_npy(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let [width, height] = header.raster.size.map(u64::from);
    let slices = header.slices.map(|slices| slices.count.into());
    let channels = (header.channels > 1).then_some(header.channels.into());
    let plane = [height, width];
    let shape: Vec<u64> = slices.into_iter().chain(plane).chain(channels).collect();
    npy::write_header(file, &shape)?;
    write_r32(header, strips, file)
}

pub(crate) fn write_r32(
    _: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    for strip in strips {
        for number in &strip.samples {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}

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

fn write_from_south(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    file: &mut Output<'_>,
) -> io::Result<()> {
    let [width, height] = header.raster.size;
    let mut rows_to_south = height;
    for strip in strips {
        rows_to_south = rows_to_south.saturating_sub(strip.rows);
        let start = 2 * u64::from(rows_to_south) * u64::from(width);
        file.seek(SeekFrom::Start(start))?;
        let numbers: Vec<u16> = header.scaled(&strip).collect();
        for row in numbers.chunks_exact(width as usize).rev() {
            for number in row {
                file.write_all(&number.to_le_bytes())?;
            }
        }
    }
    Ok(())
}
