//! Reads fields from TIFF, with the coordinates of GeoTIFF and the missing data of GDAL.

mod gray;
mod mask;
mod orientation;
mod placement;
mod samples;
mod scaling;

use std::io::Cursor;

use tiff::decoder::{Decoder, Limits};
use tiff::tags::Tag;

use super::{Bytes, FieldFile, RawField};
pub(super) use orientation::Orientation;
use placement::{Placement, read_tags};
use samples::{Meaning, samples};
use scaling::Scaling;

type TiffReader<'a> = Decoder<Bytes<'a>>;

pub(super) fn read(file: &[u8]) -> Result<FieldFile, String> {
    read_tiff(Cursor::new(&gray::declared(file))).map_err(|error| match error {
        Error::Tiff(error @ tiff::TiffError::UnsupportedError(_)) => {
            format!("{error}; `{CONVERSION}` makes a file that can be read")
        }
        Error::Tiff(error) => error.to_string(),
        Error::Field(reason) => reason,
    })
}

const CONVERSION: &str = "gdal_translate -co COMPRESS=DEFLATE -ot Float32 in.tif out.tif";

const ONE_BAND: &str = "gdal_translate -b 1 in.tif out.tif";

const INTERLEAVED: &str = "gdal_translate -co INTERLEAVE=PIXEL in.tif out.tif";

const MAX_BANDS: u16 = 4;

enum Error {
    Tiff(tiff::TiffError),
    Field(String),
}

impl From<tiff::TiffError> for Error {
    fn from(error: tiff::TiffError) -> Self {
        Self::Tiff(error)
    }
}

fn read_tiff(file: Bytes<'_>) -> Result<FieldFile, Error> {
    let file_bytes = super::length(&file);
    let mut tiff = Decoder::new(file)?;
    let (width, height) = tiff.dimensions()?;
    let size = [width as usize, height as usize];
    let color = tiff.colortype()?;
    let (depth, bands) = (color.bit_depth(), color.num_samples());
    if bands > MAX_BANDS {
        return Err(Error::Field(format!(
            "{bands} bands, not 1 to {MAX_BANDS}; `{ONE_BAND}` makes a file of the first one"
        )));
    }
    let bits = u64::from(depth) * u64::from(bands);
    super::check_size(size, bits.div_ceil(8), file_bytes).map_err(Error::Field)?;
    let mut tiff = tiff.with_limits(limits(size, bits));
    let mut tags = read_tags(&mut tiff)?;
    let placement = Placement::of_tags(&mut tags, size).map_err(Error::Field)?;
    let no_data = no_data(&mut tiff)?;
    let scaling = Scaling::of_metadata(&tags.metadata, usize::from(bands));
    let meaning = Meaning { no_data: no_data.as_deref(), scaling: scaling.as_ref() };
    let mut samples = samples(&mut tiff, depth, &meaning)?;
    let channels = samples.len() / (size[0] * size[1]);
    mask::hide_missing(&mut tiff, (width, height), file_bytes, &mut samples)?;
    let samples = placement.orientation.apply(samples, size, channels);
    let raw = RawField { size: placement.orientation.size(size), channels, samples };
    let field = raw.checked().map_err(Error::Field)?;
    match scaling {
        Some(_) => {
            tags.metadata = scaling::without_scaling(&tags.metadata);
            // A value may equal the number for missing samples.
            let no_data = no_data.map(|_| "nan".to_owned());
            Ok(placement.with_field(field, tags, no_data))
        }
        None => Ok(placement.with_field(field, tags, no_data)),
    }
}

/// Tiles at the edges of an image may be larger than the image.
fn limits([width, height]: [usize; 2], bits: u64) -> Limits {
    let mut limits = Limits::default();
    let bytes = (width * height).saturating_mul(bits.div_ceil(8) as usize);
    limits.decoding_buffer_size = limits.decoding_buffer_size.max(bytes);
    limits.intermediate_buffer_size = limits.intermediate_buffer_size.max(bytes);
    limits
}

/// The text has neither exponent nor trailing zeros, so that it can be parsed as an integer too.
fn no_data(tiff: &mut TiffReader<'_>) -> Result<Option<String>, tiff::TiffError> {
    let value = tiff.find_tag(Tag::GdalNodata)?;
    let text = value.map(tiff::decoder::ifd::Value::into_string).transpose()?;
    Ok(text.and_then(|text| {
        let text = text.trim_matches(['\0', ' ']);
        // Integers of 64 bits may have more digits than a double.
        let integer = text.parse::<i128>().map(|number| number.to_string());
        integer.ok().or_else(|| Some(text.parse::<f64>().ok()?.to_string()))
    }))
}
