//! Decodes the samples of an image: numbers of all types, also of fewer bits than a byte.

use std::str::FromStr;

use tiff::decoder::{ChunkType, DecodingResult};

use super::scaling::Scaling;
use super::{CONVERSION, Error, INTERLEAVED, TiffReader};

pub(super) struct Meaning<'a> {
    pub(super) no_data: Option<&'a str>,
    /// `None` if the numbers are the values.
    pub(super) scaling: Option<&'a Scaling>,
}

pub(super) fn samples(
    tiff: &mut TiffReader<'_>,
    depth: u8,
    meaning: &Meaning<'_>,
) -> Result<Vec<f32>, Error> {
    let layout = tiff.image_buffer_layout()?;
    let planes = layout.planes;
    if planes > 1 && tiff.get_chunk_type() == ChunkType::Tile {
        // The decoder panics at the edge of an image that ends within a tile.
        return Err(Error::Field(format!(
            "tiles with one band each; `{INTERLEAVED}` makes a file that can be read"
        )));
    }
    if is_packed(depth) {
        let bands = usize::from(tiff.colortype()?.num_samples());
        let numbers = DecodingResult::U8(packed(tiff, depth, bands)?);
        return Ok(values(numbers, meaning, |index| index % bands));
    }
    let mut image = DecodingResult::U8(Vec::new());
    tiff.read_image_to_buffer(&mut image)?;
    let bytes = image.as_buffer(0).as_bytes().len();
    if bytes < layout.complete_len {
        return Err(tiff::TiffError::LimitsExceeded.into());
    }
    let count = bytes * 8 / usize::from(depth);
    let bands = usize::from(tiff.colortype()?.num_samples());
    if planes <= 1 {
        return Ok(values(image, meaning, |index| index % bands));
    }
    // Separate planes hold one band each.
    let count = count / planes;
    let samples = values(image, meaning, |index| (index / count).min(planes - 1));
    let indices = (0..count).flat_map(|index| (0..planes).map(move |plane| plane * count + index));
    Ok(indices.map(|index| samples[index]).collect())
}

fn is_packed(depth: u8) -> bool {
    matches!(depth, 1 | 2 | 4)
}

/// Numbers of 1, 2 or 4 bits; each row begins with a byte.
fn packed(tiff: &mut TiffReader<'_>, depth: u8, bands: usize) -> Result<Vec<u8>, Error> {
    let layout = tiff.image_buffer_layout()?;
    if layout.planes > 1 {
        return Err(Error::Field(format!(
            "bands of {depth} bits; `{CONVERSION}` makes a file that can be read"
        )));
    }
    let (width, height) = tiff.dimensions()?;
    let mut bytes = vec![0; layout.complete_len];
    tiff.read_image_bytes(&mut bytes)?;
    let in_row = width as usize * bands;
    let row_bytes = (in_row * usize::from(depth)).div_ceil(8);
    let rows = bytes.chunks_exact(row_bytes).take(height as usize);
    let in_byte = usize::from(8 / depth);
    let number = |row: &[u8], index: usize| {
        let shift = 8 - usize::from(depth) * (index % in_byte + 1);
        row[index / in_byte] >> shift & ((1_u16 << depth) - 1) as u8
    };
    Ok(rows.flat_map(|row| (0..in_row).map(move |index| number(row, index))).collect())
}

/// Numbers equal to that of missing samples in their own type become NaN. `band` is that of a number, by its index.
fn values(image: DecodingResult, meaning: &Meaning<'_>, band: impl Fn(usize) -> usize) -> Vec<f32> {
    fn all<T: Copy + PartialEq + FromStr>(
        numbers: &[T],
        no_data: Option<&str>,
        value: impl Fn(usize, T) -> f32,
    ) -> Vec<f32> {
        let missing: Option<T> = no_data.and_then(|text| text.parse().ok());
        let value = |(index, number): (usize, &T)| {
            if Some(*number) == missing { f32::NAN } else { value(index, *number) }
        };
        numbers.iter().enumerate().map(value).collect()
    }
    let Meaning { no_data, scaling } = *meaning;
    let value = |index: usize, number: f64| match scaling {
        Some(scaling) => scaling.value(number, band(index)) as f32,
        None => number as f32,
    };
    match image {
        DecodingResult::U8(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::U16(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::U32(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::U64(numbers) => all(&numbers, no_data, |i, n| value(i, n as f64)),
        DecodingResult::I8(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::I16(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::I32(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::I64(numbers) => all(&numbers, no_data, |i, n| value(i, n as f64)),
        DecodingResult::F16(numbers) => all(&numbers, no_data, |i, n| value(i, n.to_f64())),
        DecodingResult::F32(numbers) => all(&numbers, no_data, |i, n| value(i, n.into())),
        DecodingResult::F64(numbers) => all(&numbers, no_data, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(image: DecodingResult, no_data: Option<&str>) -> Vec<f32> {
        values(image, &Meaning { no_data, scaling: None }, |_| 0)
    }

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
