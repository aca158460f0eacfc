//! Pictures that were read back, as rows of pixels of the window.

use noise_playground::gpu::{
    Gpu, GpuError, PendingReadback, PendingTexels, request_picture, request_report,
};

use crate::window::PlacedPicture;

pub(super) struct PendingPicture {
    texels: PendingTexels,
    /// Texels in each row.
    columns: u32,
    /// Pixels along a side of a coarse picture's texel, and the guard report of its evaluation.
    coarse: Option<(u32, PendingReadback)>,
}

/// Rows of a picture that is shown in its own size or enlarged.
pub(super) struct PictureRows {
    texels: Texels,
    columns: usize,
}

/// Row by row from the top.
enum Texels {
    Plain(Vec<u8>),
    /// Each covers `step` × `step` pixels.
    Coarse {
        channels: Vec<Channels>,
        step: u32,
    },
}

/// Red, green and blue in 16 bits each, of which the value takes 8, so that sums are computed at once.
type Channels = u64;

/// Bits of the values.
const VALUES: Channels = 0x00ff_00ff_00ff;

/// 1 in each channel.
const ONES: Channels = 0x0001_0001_0001;

impl PendingPicture {
    /// Reads the coarse picture if it is shown in place of this one. Fails if there is not enough memory.
    pub(super) fn request(
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        placed: &PlacedPicture<'_>,
    ) -> Result<Self, GpuError> {
        let coarse = placed.coarse;
        let picture = coarse.map_or(placed.picture, |coarse| coarse.picture);
        let mut report = |field| request_report(gpu, encoder, field);
        let coarse = coarse.map(|coarse| (coarse.step, report(coarse.field)));
        Ok(Self {
            texels: request_picture(gpu, encoder, &picture.texture)?,
            columns: picture.size()[0],
            coarse,
        })
    }

    /// Returns `None` if a loop ran away, so that the pixels are not those of the field, or if the device was lost.
    pub(super) fn wait(self, gpu: &Gpu, submission: &wgpu::SubmissionIndex) -> Option<PictureRows> {
        let mut step = 1;
        if let Some((coarse_step, report)) = self.coarse {
            let report = report.wait(gpu, submission.clone()).ok()?;
            if report.iter().any(|byte| *byte != 0) {
                return None;
            }
            step = coarse_step;
        }
        let bytes = self.texels.wait(gpu, submission.clone()).ok()?;
        Some(PictureRows::new(bytes, self.columns, step))
    }
}

impl PictureRows {
    /// Red, green, blue and alpha bytes, row by row from the top.
    fn new(bytes: Vec<u8>, columns: u32, step: u32) -> Self {
        let channels = |&[red, green, blue, _]: &[u8; 4]| {
            let [red, green, blue] = [red, green, blue].map(Channels::from);
            red << 32 | green << 16 | blue
        };
        Self {
            texels: if step == 1 {
                Texels::Plain(bytes)
            } else {
                let channels = bytes.as_chunks().0.iter().map(channels).collect();
                Texels::Coarse { channels, step }
            },
            columns: columns.max(1) as usize,
        }
    }

    /// Each pixel is 0x00RRGGBB.
    pub(super) fn row(&self, y: usize) -> Vec<u32> {
        match &self.texels {
            Texels::Plain(bytes) => {
                let mut rows = bytes.as_chunks().0.chunks_exact(self.columns);
                let row = rows.nth(y).unwrap_or_default().iter();
                row.map(|&[red, green, blue, _]| u32::from_be_bytes([0, red, green, blue]))
                    .collect()
            }
            Texels::Coarse { channels, step: 2 } => enlarged_row::<2>(channels, self.columns, y),
            Texels::Coarse { channels, step: 4 } => enlarged_row::<4>(channels, self.columns, y),
            Texels::Coarse { channels, .. } => enlarged_row::<8>(channels, self.columns, y),
        }
    }
}

/// Interpolates linearly between the centers of texels, each of which covers `STEP` × `STEP` pixels; those at the edges
/// are repeated. `STEP` is 2, 4 or 8.
fn enlarged_row<const STEP: usize>(texels: &[Channels], columns: usize, y: usize) -> Vec<u32> {
    let row = |index: usize| texels.chunks_exact(columns).nth(index).unwrap_or_default();
    let last = (texels.len() / columns).saturating_sub(1);
    // Distance of the row's middle below that of the first texels, in parts of which a texel has twice `STEP`.
    let parts = 2 * STEP;
    let distance = (2 * y + 1).saturating_sub(STEP);
    let (above, below) = (distance / parts, last.min(distance / parts + 1));
    let weights = [parts - distance % parts, distance % parts].map(|weight| weight as Channels);
    let blend = |weights: [Channels; 2], one: Channels, other: Channels| {
        weights[0] * one + weights[1] * other
    };
    let rows = row(above).iter().zip(row(below));
    let sums: Vec<Channels> = rows.map(|(above, below)| blend(weights, *above, *below)).collect();
    let squared = (parts * parts) as Channels;
    let value =
        |sum: Channels| pixel((sum + ONES * squared / 2) >> squared.trailing_zeros() & VALUES);
    let (Some(&first), Some(&last)) = (sums.first(), sums.last()) else {
        return Vec::new();
    };
    let mut pixels = vec![value(parts as Channels * first); STEP * columns];
    let between = pixels[STEP / 2..].chunks_exact_mut(STEP).zip(sums.windows(2));
    for (pixels, sums) in between {
        for (index, pixel) in pixels.iter_mut().enumerate() {
            let weight = 2 * index + 1;
            let weights = [parts - weight, weight].map(|weight| weight as Channels);
            *pixel = value(blend(weights, sums[0], sums[1]));
        }
    }
    pixels[STEP * columns - STEP / 2..].fill(value(parts as Channels * last));
    pixels
}

fn pixel(channels: Channels) -> u32 {
    (channels >> 16 & 0xff_0000 | channels >> 8 & 0xff00 | channels & 0xff) as u32
}

#[cfg(test)]
mod tests {
    use noise_playground::gpu::{FieldTexture, PictureTexture, UpsamplePipeline, read_picture};

    use super::*;
    use crate::window::CoarsePicture;

    /// Checks that the window enlarges a coarse picture like the GPU.
    fn enlarges_like_the_gpu(step: u32, enlarged_size: [u32; 2]) {
        let gpu = Gpu::headless(None).unwrap();
        let size = enlarged_size.map(|count| count.div_ceil(step));
        let picture = |size| PictureTexture::new(&gpu, size).unwrap();
        let (coarse, enlarged) = (picture(size), picture(enlarged_size));
        let field = FieldTexture::new(&gpu, size, 1).unwrap();
        let bytes: Vec<u8> = (0..4 * size[0] * size[1])
            .map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * size[0]),
            rows_per_image: None,
        };
        let texture = &coarse.texture;
        gpu.queue.write_texture(texture.as_image_copy(), &bytes, layout, texture.size());

        let mut encoder = gpu.encoder();
        UpsamplePipeline::new(&gpu).upsample(&gpu, &mut encoder, &coarse, &field, step, &enlarged);
        let placed = PlacedPicture {
            picture: &enlarged,
            coarse: Some(CoarsePicture { picture: &coarse, field: &field, step }),
            origin: [0, 0],
            clip: [[0, 0], enlarged_size],
        };
        let pending = PendingPicture::request(&gpu, &mut encoder, &placed).unwrap();
        let submission = gpu.queue.submit([encoder.finish()]);
        let rows = pending.wait(&gpu, &submission).unwrap();
        let expected = read_picture(&gpu, &enlarged).unwrap();
        for (y, expected) in expected.chunks_exact(4 * enlarged_size[0] as usize).enumerate() {
            // The enlarged picture ends within the last texels.
            let pixels = rows.row(y).into_iter().zip(expected.as_chunks().0);
            for (x, (pixel, &[red, green, blue, _])) in pixels.enumerate() {
                let channels = pixel.to_be_bytes().into_iter().zip([0, red, green, blue]);
                let largest = channels.map(|(one, other)| one.abs_diff(other)).max();
                assert!(largest <= Some(1), "step {step}, {x} {y}: {pixel:06x}");
            }
        }
    }

    #[test]
    fn coarse_pictures_are_enlarged_as_on_the_gpu() {
        enlarges_like_the_gpu(2, [73, 46]);
        enlarges_like_the_gpu(4, [146, 91]);
        enlarges_like_the_gpu(8, [146, 91]);
    }

    #[test]
    fn pixels_of_a_picture_in_its_own_size_are_unchanged() {
        let picture = PictureRows::new([[1, 2, 3, 255], [4, 5, 6, 255]].concat(), 1, 1);
        assert_eq!([picture.row(0), picture.row(1)], [[0x01_0203], [0x04_0506]]);
        assert!(picture.row(2).is_empty());
    }
}
