//! The mask in a GeoTIFF: a further image, 0 where samples are missing.

use tiff::tags::Tag;

use super::samples::{Meaning, samples};
use super::{Error, MAX_BANDS, TiffReader};
use crate::field::files::check_size;

/// Bit of the tag `NewSubfileType` of a mask, and of a smaller version of an image.
const MASK: u32 = 4;
const REDUCED: u32 = 1;

/// Hides samples where the mask of the first image is 0; unchanged if it has none. Images are in any order; after one that
/// is damaged no mask is looked for. `file_bytes` is the size of the file.
pub(super) fn hide_missing(
    tiff: &mut TiffReader<'_>,
    size: (u32, u32),
    file_bytes: u64,
    values: &mut [f32],
) -> Result<(), Error> {
    while tiff.more_images() && tiff.next_image().is_ok() {
        let kind: u32 = tiff.find_tag_unsigned(Tag::NewSubfileType)?.unwrap_or_default();
        if kind & MASK == 0 || kind & REDUCED != 0 || tiff.dimensions()? != size {
            continue;
        }
        let color = tiff.colortype()?;
        let (depth, bands) = (color.bit_depth(), color.num_samples());
        if bands > MAX_BANDS {
            return Err(Error::Field(format!("its mask has {bands} bands, not 1 to {MAX_BANDS}")));
        }
        let size = [size.0 as usize, size.1 as usize];
        let bytes = (u64::from(depth) * u64::from(bands)).div_ceil(8);
        check_size(size, bytes, file_bytes).map_err(Error::Field)?;
        let mask = samples(tiff, depth, &Meaning { no_data: None, scaling: None })?;
        let (bands, count) = (usize::from(bands), size[0] * size[1]);
        if mask.len() != count * bands {
            return Err(Error::Field("its mask has another number of samples".to_owned()));
        }
        let channels = (values.len() / count).max(1);
        for (sample, present) in values.chunks_mut(channels).zip(mask.chunks(bands)) {
            for (band, value) in sample.iter_mut().enumerate() {
                if present[band.min(bands - 1)] == 0.0 {
                    *value = f32::NAN;
                }
            }
        }
        return Ok(());
    }
    Ok(())
}
