//! Reads fields from arrays of NumPy.

use super::RawField;
use crate::field::npy::NpyArray;

pub(super) fn read_npy(bytes: &[u8]) -> Result<RawField, String> {
    let array = NpyArray::parse(bytes).map_err(|error| error.to_string())?;
    let (height, width, channels) = match array.shape[..] {
        [height, width] => (height, width, 1),
        [height, width, channels] => (height, width, channels),
        _ => {
            return Err(format!("an array of shape {:?}, not (H, W) or (H, W, C)", array.shape));
        }
    };
    let size = [width, height].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    super::check_count(size)?;
    super::check_channels(channels)?;
    let channels = channels as usize;
    let samples: Vec<f32> = array.numbers().map(|number| number as f32).collect();
    let samples = if array.is_fortran_order { by_rows(&samples, size, channels) } else { samples };
    Ok(RawField { size, channels, samples })
}

/// From Fortran order, in which the row index changes fastest, to C order.
fn by_rows(numbers: &[f32], [width, height]: [usize; 2], channels: usize) -> Vec<f32> {
    let mut rows = Vec::with_capacity(numbers.len());
    for y in 0..height {
        for x in 0..width {
            rows.extend((0..channels).map(|channel| numbers[(channel * width + x) * height + y]));
        }
    }
    rows
}
