//! Reads fields from TIFF, with the coordinates of GeoTIFF and the missing data of GDAL.

mod placement;

use std::str::FromStr;

use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use super::{Bytes, FieldFile, RawField};
use placement::{Placement, read_tags};

type TiffReader<'a> = Decoder<Bytes<'a>>;

pub(super) fn read(file: Bytes<'_>) -> Result<FieldFile, String> {
    read_tiff(file).map_err(|error| match error {
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
    if depth < 8 || bands > MAX_BANDS {
        return Err(Error::Field(unsupported_samples(depth, bands)));
    }
    let bits = u64::from(depth) * u64::from(bands);
    super::check_size(size, bits.div_ceil(8), file_bytes).map_err(Error::Field)?;
    let mut tiff = tiff.with_limits(limits(size, bits));
    let tags = read_tags(&mut tiff)?;
    let placement = Placement::of_tags(&tags, size).map_err(Error::Field)?;
    let no_data = no_data(&mut tiff)?;
    let samples = samples(&mut tiff, no_data.as_deref())?;
    let channels = samples.len() / (size[0] * size[1]);
    let raw = RawField { size, channels, samples };
    let field = raw.checked().map_err(Error::Field)?;
    Ok(placement.with_field(field, tags, no_data))
}

/// Tiles at the edges of an image may be larger than the image.
fn limits([width, height]: [usize; 2], bits: u64) -> Limits {
    let mut limits = Limits::default();
    let bytes = (width * height).saturating_mul(bits.div_ceil(8) as usize);
    limits.decoding_buffer_size = limits.decoding_buffer_size.max(bytes);
    limits.intermediate_buffer_size = limits.intermediate_buffer_size.max(bytes);
    limits
}

fn unsupported_samples(depth: u8, bands: u16) -> String {
    match depth {
        0..8 => format!("samples of {depth} bits; `{CONVERSION}` makes a file that can be read"),
        _ => format!(
            "{bands} bands, not 1 to {MAX_BANDS}; `{ONE_BAND}` makes a file of the first one"
        ),
    }
}

/// By the tag of GDAL, without exponent and trailing zeros, so that it can be parsed as an integer too.
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

/// Bands are interleaved. Samples equal to `no_data` become NaN.
fn samples(tiff: &mut TiffReader<'_>, no_data: Option<&str>) -> Result<Vec<f32>, Error> {
    let mut image = DecodingResult::U8(Vec::new());
    let layout = tiff.image_buffer_layout()?;
    let planes = layout.planes;
    if planes > 1 && tiff.get_chunk_type() == ChunkType::Tile {
        // The decoder panics at the edge of an image that ends within a tile.
        return Err(Error::Field(format!(
            "tiles with one band each; `{INTERLEAVED}` makes a file that can be read"
        )));
    }
    tiff.read_image_to_buffer(&mut image)?;
    if image.as_buffer(0).as_bytes().len() < layout.complete_len {
        return Err(tiff::TiffError::LimitsExceeded.into());
    }
    let samples = numbers(image, no_data);
    // Separate planes hold one band each.
    if planes <= 1 {
        return Ok(samples);
    }
    let count = samples.len() / planes;
    let indices = (0..count).flat_map(|index| (0..planes).map(move |plane| plane * count + index));
    Ok(indices.map(|index| samples[index]).collect())
}

/// Numbers equal to `no_data` in their own type become NaN.
fn numbers(image: DecodingResult, no_data: Option<&str>) -> Vec<f32> {
    fn all<T: Copy + PartialEq + FromStr>(
        numbers: &[T],
        no_data: Option<&str>,
        narrow: impl Fn(T) -> f32,
    ) -> Vec<f32> {
        let missing: Option<T> = no_data.and_then(|text| text.parse().ok());
        let narrow = |number: &T| if Some(*number) == missing { f32::NAN } else { narrow(*number) };
        numbers.iter().map(narrow).collect()
    }
    match image {
        DecodingResult::U8(numbers) => all(&numbers, no_data, f32::from),
        DecodingResult::U16(numbers) => all(&numbers, no_data, f32::from),
        DecodingResult::U32(numbers) => all(&numbers, no_data, |number| number as f32),
        DecodingResult::U64(numbers) => all(&numbers, no_data, |number| number as f32),
        DecodingResult::I8(numbers) => all(&numbers, no_data, f32::from),
        DecodingResult::I16(numbers) => all(&numbers, no_data, f32::from),
        DecodingResult::I32(numbers) => all(&numbers, no_data, |number| number as f32),
        DecodingResult::I64(numbers) => all(&numbers, no_data, |number| number as f32),
        DecodingResult::F16(numbers) => all(&numbers, no_data, |number| number.to_f32()),
        DecodingResult::F32(numbers) => all(&numbers, no_data, |number| number),
        DecodingResult::F64(numbers) => all(&numbers, no_data, |number| number as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_samples_are_compared_in_the_type_of_the_file() {
        let image = DecodingResult::I32(vec![2_147_483_600, 2_147_483_647]);
        let read = numbers(image, Some("2147483647"));
        assert_eq!(read[0], 2_147_483_600_i32 as f32);
        assert!(read[1].is_nan());
        let lowest = f64::from(f32::MIN).to_string();
        assert!(numbers(DecodingResult::F32(vec![f32::MIN]), Some(&lowest))[0].is_nan());
        let image = DecodingResult::U64(vec![u64::MAX, u64::MAX - 1]);
        let read = numbers(image, Some("18446744073709551615"));
        assert!(read[0].is_nan() && read[1].is_finite());
        assert_eq!(numbers(DecodingResult::U8(vec![0]), Some("-9999")), [0.0]);
    }
}
