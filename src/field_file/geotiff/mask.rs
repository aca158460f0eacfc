//! The mask in a GeoTIFF: a further image, 0 where samples are missing.

use tiff::tags::Tag;

use super::samples::{Meaning, samples};
use super::{Error, TiffReader};

/// Bit of the tag `NewSubfileType` of a mask, and of a smaller version of an image.
const MASK: u32 = 4;
const REDUCED: u32 = 1;

/// Hides samples where the mask of the first image is 0; unchanged if it has none. Images are in any order.
pub(super) fn hide_missing(
    tiff: &mut TiffReader<'_>,
    size: (u32, u32),
    values: &mut [f32],
) -> Result<(), Error> {
    while tiff.more_images() {
        tiff.next_image()?;
        let kind: u32 = tiff.find_tag_unsigned(Tag::NewSubfileType)?.unwrap_or_default();
        if kind & MASK == 0 || kind & REDUCED != 0 || tiff.dimensions()? != size {
            continue;
        }
        let color = tiff.colortype()?;
        let meaning = Meaning { no_data: None, scaling: None };
        let mask = samples(tiff, color.bit_depth(), &meaning)?;
        let bands = usize::from(color.num_samples());
        let count = size.0 as usize * size.1 as usize;
        if mask.len() != count * bands {
            return Err(Error::Field("its mask has another number of samples".to_owned()));
        }
        for (sample, present) in values.chunks_mut(values.len() / count).zip(mask.chunks(bands)) {
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
