//! Reads fields from arrays of NumPy.

use std::io::Read;

use npyz::{NpyFile, Order, TypeChar};

use super::{Bytes, RawField};

/// Longest header of a NumPy file that is read, in bytes.
const MAX_HEADER: u64 = 1 << 16;

pub(super) fn read_npy(file: Bytes<'_>) -> Result<RawField, String> {
    let file_bytes = super::length(&file);
    check_header(file.get_ref())?;
    let array = NpyFile::new(file).map_err(|error| error.to_string())?;
    let shape = array.shape().to_vec();
    let (height, width, channels) = match shape[..] {
        [height, width] => (height, width, 1),
        [height, width, channels] => (height, width, channels),
        _ => {
            return Err(format!(
                "an array of shape {shape:?}, not (H, W) or (H, W, C)"
            ));
        }
    };
    let size = [width, height].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    super::check_count(size)?;
    if !(1..=4).contains(&channels) {
        return Err(format!("{channels} numbers per sample, not 1 to 4"));
    }
    let count = size[0] as u64 * size[1] as u64 * channels;
    let bytes = array.dtype().num_bytes().unwrap_or(1) as u64;
    if count.saturating_mul(bytes) > file_bytes {
        return Err(format!(
            "the file is truncated: it lacks numbers of its shape {shape:?}"
        ));
    }
    let channels = channels as usize;
    let order = array.order();
    let samples = numbers(array)?;
    let samples = match order {
        Order::C => samples,
        Order::Fortran => by_rows(&samples, size, channels),
    };
    Ok(RawField {
        size,
        channels,
        samples,
    })
}

/// Checks the header of a NumPy array before it is parsed: its length, and the size of its shape.
fn check_header(bytes: &[u8]) -> Result<(), String> {
    let start = &bytes[..bytes.len().min(MAX_HEADER as usize)];
    let length = match start {
        [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _, low, high, ..] => {
            u64::from(u16::from_le_bytes([*low, *high]))
        }
        [0x93, b'N', b'U', b'M', b'P', b'Y', _, _, a, b, c, d, ..] => {
            u64::from(u32::from_le_bytes([*a, *b, *c, *d]))
        }
        _ => return Err("not an array of NumPy".to_owned()),
    };
    if length > MAX_HEADER {
        return Err(format!(
            "a header of {length} bytes, more than {MAX_HEADER}"
        ));
    }
    let text = String::from_utf8_lossy(start);
    let shape = text
        .split_once("shape")
        .and_then(|(_, rest)| rest.split_once('('));
    let shape = shape
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("", |(shape, _)| shape);
    let sides = shape.split(',').filter(|side| !side.trim().is_empty());
    let mut product = 1_u64;
    for side in sides {
        let side = side.trim().trim_end_matches('L').parse::<u64>();
        let next = side.ok().and_then(|side| product.checked_mul(side));
        product = next.ok_or_else(|| format!("an array of shape ({shape})"))?;
    }
    Ok(())
}

/// Returns all numbers of a NumPy array as `f32`, in the order of the file.
fn numbers(array: NpyFile<impl Read>) -> Result<Vec<f32>, String> {
    let dtype = array.dtype();
    let npyz::DType::Plain(ty) = &dtype else {
        return Err(format!("an array of records, {}", dtype.descr()));
    };
    let numbers = match (ty.type_char(), ty.size_field()) {
        (TypeChar::Float, 4) => array.into_vec::<f32>(),
        (TypeChar::Float, 8) => converted(array, |number: f64| number as f32),
        (TypeChar::Int, 1) => converted(array, |number: i8| number.into()),
        (TypeChar::Int, 2) => converted(array, |number: i16| number.into()),
        (TypeChar::Int, 4) => converted(array, |number: i32| number as f32),
        (TypeChar::Int, 8) => converted(array, |number: i64| number as f32),
        (TypeChar::Uint, 1) => converted(array, |number: u8| number.into()),
        (TypeChar::Uint, 2) => converted(array, |number: u16| number.into()),
        (TypeChar::Uint, 4) => converted(array, |number: u32| number as f32),
        (TypeChar::Uint, 8) => converted(array, |number: u64| number as f32),
        _ => {
            return Err(format!(
                "numbers of type {ty}; convert them with .astype(\"f4\")"
            ));
        }
    };
    numbers.map_err(|error| error.to_string())
}

fn converted<T: npyz::Deserialize>(
    array: NpyFile<impl Read>,
    convert: impl Fn(T) -> f32,
) -> std::io::Result<Vec<f32>> {
    Ok(array.into_vec::<T>()?.into_iter().map(convert).collect())
}

/// Reorders the numbers of a NumPy array from Fortran order, in which the row index changes fastest, to C order.
fn by_rows(numbers: &[f32], [width, height]: [usize; 2], channels: usize) -> Vec<f32> {
    let mut rows = Vec::with_capacity(numbers.len());
    for y in 0..height {
        for x in 0..width {
            rows.extend((0..channels).map(|channel| numbers[(channel * width + x) * height + y]));
        }
    }
    rows
}
