//! Writes captures as GeoTIFF: uncompressed `f32`, with pixel size and position.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Seek, Write};

use tiff::TiffError;
use tiff::decoder::ifd::Value;
use tiff::decoder::{Decoder, Limits};
use tiff::encoder::{DirectoryEncoder, TiffEncoder, TiffKind, TiffValue, colortype};
use tiff::tags::{ExtraSamples, Tag};

use super::info::{Content, FormatInfo, MAX_BYTES, Output, ReadError, Strips, names_this_program};
use super::stored_samples::StoredSamples;
use super::{PictureHeader, STRIP_ROWS, Strip};
use crate::field::Returns;
use crate::field::files::METADATA;

/// Size in bytes from which a capture is written as BigTIFF, since offsets of classic TIFF have 32 bits.
const CLASSIC_LIMIT: u64 = 4_000_000_000;

/// `GTRasterTypeGeoKey` is 1: each pixel is an area, so that the tie point is a corner of its pixel.
const PIXEL_IS_AREA: [u16; 8] = [1, 1, 0, 1, 1025, 0, 1, 1];

/// The Python library tifffile takes JSON with this key for its own description of the shape of an array. The name of a
/// control may be one; in JSON it may also be written with an escape.
const MARK_OF_TIFFFILE: &str = "\"shape\":";

pub(crate) static FORMAT: FormatInfo = FormatInfo {
    name: "TIFF",
    extensions: &["tif", "tiff"],
    help: "the field as TIFF, with the pixel size as GeoTIFF pixel scale and\n        tie point, or with the coordinates of the data file it comes from",
    content: Content::Samples,
    holds_volumes: false,
    // The manifest is at the end of the file.
    is_whole: |_, _| true,
    manifest: Some(manifest),
    write,
    stored: Some(stored),
    read: |bytes, _| StoredSamples::of_field_file("tif", bytes),
};

fn manifest(file: File) -> Result<Option<String>, ReadError> {
    let text = description(file).map_err(ReadError::file)?;
    Ok(text.filter(|text| names_this_program(text)))
}

fn description(file: File) -> Result<Option<String>, TiffError> {
    let mut limits = Limits::default();
    limits.ifd_value_size = MAX_BYTES;
    let mut decoder = Decoder::new(BufReader::new(file))?.with_limits(limits);
    let value = decoder.find_tag(Tag::ImageDescription)?;
    value.map(Value::into_string).transpose()
}

fn write(header: &PictureHeader, strips: &mut Strips<'_>, file: &mut Output<'_>) -> io::Result<()> {
    let [width, height] = header.raster.size.map(u64::from);
    let bytes = width * height * u64::from(header.channels) * 4 + header.manifest.len() as u64;
    let written = if bytes < CLASSIC_LIMIT {
        TiffEncoder::new(file).and_then(|tiff| write_as(header, strips, tiff))
    } else {
        TiffEncoder::new_big(file).and_then(|tiff| write_as(header, strips, tiff))
    };
    written.map_err(|error| match error {
        TiffError::IoError(error) => error,
        other => io::Error::other(other),
    })
}

fn write_as<W: Write + Seek, K: TiffKind>(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    tiff: TiffEncoder<W, K>,
) -> Result<(), TiffError> {
    match (header.returns, header.channels) {
        (Returns::Color, 3) => write_colors::<colortype::RGB32Float, _, _>(header, strips, tiff),
        (Returns::Color, _) => write_colors::<colortype::RGBA32Float, _, _>(header, strips, tiff),
        _ => write_colors::<colortype::Gray32Float, _, _>(header, strips, tiff),
    }
}

fn write_colors<C, W, K>(
    header: &PictureHeader,
    strips: &mut Strips<'_>,
    mut tiff: TiffEncoder<W, K>,
) -> Result<(), TiffError>
where
    C: colortype::ColorType<Inner = f32>,
    W: Write + Seek,
    K: TiffKind,
    [C::Inner]: TiffValue,
{
    let [width, height] = header.raster.size;
    let mut image = tiff.new_image::<C>(width, height)?;
    image.rows_per_strip(STRIP_ROWS)?;
    let unnamed = (header.channels as usize).saturating_sub(C::BITS_PER_SAMPLE.len());
    if unnamed > 0 {
        image.extra_samples(&vec![ExtraSamples::Unspecified; unnamed])?;
    }
    let tags = image.encoder();
    let description = header.ascii_manifest().replace(MARK_OF_TIFFFILE, "\"\\u0073hape\":");
    tags.write_tag(Tag::ImageDescription, description.as_str())?;
    place(header, tags)?;
    let missing = Missing::of(header);
    if let Some(text) = &missing.text {
        tags.write_tag(Tag::GdalNodata, text.as_str())?;
    }
    let row = width as usize * header.channels as usize;
    for strip in strips {
        for rows in strip.samples.chunks(row * STRIP_ROWS as usize) {
            image.write_strip(&missing.replaced(rows))?;
        }
    }
    image.finish()
}

/// Number that stands for missing samples, and how the file states it, if it does.
struct Missing {
    number: f32,
    text: Option<String>,
}

/// Readers cannot tell a sample that equals the number for missing ones from those.
fn stored<'a>(header: &PictureHeader, strip: &'a Strip) -> Cow<'a, [f32]> {
    let missing = Missing::of(header).number;
    let number = |sample: &f32| if *sample == missing { f32::NAN } else { *sample };
    strip.samples.iter().map(number).collect()
}

/// Largest relative difference of a decimal number of 15 digits, as in many files, from the `f32` that it stands for.
const DECIMAL: f64 = 1e-14;

impl Missing {
    /// Number of a data file with samples at these positions, which may state none; NaN for others or no `f32`.
    fn of(header: &PictureHeader) -> Self {
        let tags = header.tags.as_ref();
        if tags.is_some_and(|tags| tags.no_data.is_none() && tags.raster == header.raster) {
            return Self { number: f32::NAN, text: None };
        }
        let stated = tags.and_then(|tags| tags.no_data.clone());
        let number = stated.as_deref().and_then(single);
        let number = number.unwrap_or(f32::NAN);
        let text = stated.filter(|_| !number.is_nan()).unwrap_or_else(|| "nan".to_owned());
        Self { number, text: Some(text) }
    }

    fn replaced<'a>(&self, samples: &'a [f32]) -> Cow<'a, [f32]> {
        if self.number.is_nan() {
            return samples.into();
        }
        let replaced = |sample: &f32| if sample.is_nan() { self.number } else { *sample };
        samples.iter().map(replaced).collect()
    }
}

/// The `f32` that a number stands for, if it is one.
fn single(text: &str) -> Option<f32> {
    let number: f64 = text.parse().ok()?;
    let single = number as f32;
    ((f64::from(single) - number).abs() <= DECIMAL * number.abs()).then_some(single)
}

fn place<W: Write + Seek, K: TiffKind>(
    header: &PictureHeader,
    to: &mut DirectoryEncoder<'_, W, K>,
) -> Result<(), TiffError> {
    let raster = &header.raster;
    let Some(tags) = &header.tags else {
        // The corner of the first pixel is half a sample northwest of its center.
        let ([west, north], [width, height]) = (raster.corner(), raster.spacing);
        to.write_tag(Tag::ModelPixelScaleTag, &[width, height, 0.0][..])?;
        to.write_tag(Tag::ModelTiepointTag, &[0.0, 0.0, 0.0, west, north, 0.0][..])?;
        return to.write_tag(Tag::GeoKeyDirectoryTag, &PIXEL_IS_AREA[..]);
    };
    let place = tags.place(raster);
    let numbers = [
        (Tag::ModelPixelScaleTag, &place.scale),
        (Tag::ModelTiepointTag, &place.tie),
        (Tag::ModelTransformationTag, &place.transformation),
        (Tag::GeoDoubleParamsTag, &tags.own.key_numbers),
    ];
    for (tag, numbers) in numbers {
        if !numbers.is_empty() {
            to.write_tag(tag, &numbers[..])?;
        }
    }
    if !tags.own.keys.is_empty() {
        to.write_tag(Tag::GeoKeyDirectoryTag, &tags.own.keys[..])?;
    }
    for (tag, text) in
        [(Tag::GeoAsciiParamsTag, &tags.own.key_text), (METADATA, &tags.metadata(raster))]
    {
        if !text.is_empty() {
            to.write_tag(tag, text.as_str())?;
        }
    }
    Ok(())
}
