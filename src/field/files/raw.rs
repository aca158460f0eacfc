//! Reads fields from files of samples without a header.

use super::RawField;

pub(super) fn read_r16(bytes: &[u8], size: [u32; 2]) -> Result<RawField, String> {
    check_length(bytes, size, 2)?;
    let (pairs, _) = bytes.as_chunks::<2>();
    let fraction = |pair: &[u8; 2]| f32::from(u16::from_le_bytes(*pair)) / 65535.0;
    Ok(field(size, pairs.iter().map(fraction).collect()))
}

pub(super) fn read_r32(bytes: &[u8], size: [u32; 2]) -> Result<RawField, String> {
    check_length(bytes, size, 4)?;
    let (words, _) = bytes.as_chunks::<4>();
    let number = |word: &[u8; 4]| f32::from_le_bytes(*word);
    Ok(field(size, words.iter().map(number).collect()))
}

fn check_length(bytes: &[u8], [width, height]: [u32; 2], of_sample: u64) -> Result<(), String> {
    super::check_count([width as usize, height as usize])?;
    let count = u64::from(width) * u64::from(height);
    if count * of_sample == bytes.len() as u64 {
        Ok(())
    } else {
        Err(format!("{} bytes, not {width} × {height} samples of {of_sample} bytes", bytes.len()))
    }
}

fn field(size: [u32; 2], samples: Vec<f32>) -> RawField {
    RawField { size: size.map(|count| count as usize), channels: 1, samples }
}
