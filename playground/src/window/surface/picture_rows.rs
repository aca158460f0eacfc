//! Pictures that were read back, as rows of pixels of the window.

use noise_playground::gpu::{
    Gpu, GpuError, PendingReadback, PendingTexels, request_picture, request_report,
};

use crate::window::PlacedPicture;

pub(super) struct PendingPicture {
    texels: PendingTexels,
    /// Texels in each row.
    columns: u32,
    /// Guard report of a coarse picture's evaluation.
    report: Option<PendingReadback>,
}

/// Rows of a picture that is shown in its own size or enlarged.
pub(super) struct PictureRows {
    texels: Texels,
    columns: usize,
}

/// Row by row from the top.
enum Texels {
    Plain(Vec<u8>),
    /// Each covers two by two pixels.
    Doubled(Vec<Channels>),
}

/// Red, green and blue in 16 bits each, of which the value takes 8, so that sums are computed at once.
type Channels = u64;

/// Bits of the values.
const VALUES: Channels = 0x00ff_00ff_00ff;

/// 8 in each channel.
const EIGHTS: Channels = 0x0008_0008_0008;

impl PendingPicture {
    /// Reads the coarse picture if it is shown in place of this one. Fails if there is not enough memory.
    pub(super) fn request(
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        placed: &PlacedPicture<'_>,
    ) -> Result<Self, GpuError> {
        let coarse = placed.coarse;
        let picture = coarse.map_or(placed.picture, |coarse| coarse.picture);
        let report = coarse.map(|coarse| request_report(gpu, encoder, coarse.field));
        Ok(Self {
            texels: request_picture(gpu, encoder, &picture.texture)?,
            columns: picture.size()[0],
            report,
        })
    }

    /// Returns `None` if a loop ran away, so that the pixels are not those of the field, or if the device was lost.
    pub(super) fn wait(self, gpu: &Gpu, submission: &wgpu::SubmissionIndex) -> Option<PictureRows> {
        let is_doubled = self.report.is_some();
        let report = self.report.map(|report| report.wait(gpu, submission.clone()));
        let report = report.transpose().ok()?.unwrap_or_default();
        if report.iter().any(|byte| *byte != 0) {
            return None;
        }
        let bytes = self.texels.wait(gpu, submission.clone()).ok()?;
        Some(PictureRows::new(bytes, self.columns, is_doubled))
    }
}

impl PictureRows {
    /// Red, green, blue and alpha bytes, row by row from the top.
    fn new(bytes: Vec<u8>, columns: u32, is_doubled: bool) -> Self {
        let channels = |&[red, green, blue, _]: &[u8; 4]| {
            let [red, green, blue] = [red, green, blue].map(Channels::from);
            red << 32 | green << 16 | blue
        };
        Self {
            texels: if is_doubled {
                Texels::Doubled(bytes.as_chunks().0.iter().map(channels).collect())
            } else {
                Texels::Plain(bytes)
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
            Texels::Doubled(texels) => doubled_row(texels, self.columns, y),
        }
    }
}

/// Doubles width and height. Of the four texels around a pixel, the nearest has the weight 9/16, its two neighbors 3/16
/// each, and the last one 1/16; those at the edges are repeated.
fn doubled_row(texels: &[Channels], columns: usize, y: usize) -> Vec<u32> {
    let row = |index: usize| texels.chunks_exact(columns).nth(index).unwrap_or_default();
    let last = (texels.len() / columns).saturating_sub(1);
    let near = y / 2;
    let far = match y % 2 {
        0 => near.saturating_sub(1),
        _ => last.min(near + 1),
    };
    let rows = row(near).iter().zip(row(far));
    let sums: Vec<Channels> = rows.map(|(near, far)| 3 * near + far).collect();
    let blend = |near: Channels, far: Channels| pixel((3 * near + far + EIGHTS) >> 4 & VALUES);
    let (Some(&first), Some(&last)) = (sums.first(), sums.last()) else {
        return Vec::new();
    };
    let mut pixels = vec![blend(first, first); 2 * columns];
    for (pixels, sums) in pixels[1..].chunks_exact_mut(2).zip(sums.windows(2)) {
        pixels[0] = blend(sums[0], sums[1]);
        pixels[1] = blend(sums[1], sums[0]);
    }
    pixels[2 * columns - 1] = blend(last, last);
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

    #[test]
    fn doubled_picture_equals_the_one_that_the_gpu_enlarges() {
        let gpu = Gpu::headless(None).unwrap();
        let size = [37, 23];
        let picture = |size| PictureTexture::new(&gpu, size).unwrap();
        let (coarse, enlarged) = (picture(size), picture([73, 46]));
        let field = FieldTexture::new(&gpu, size, 1).unwrap();
        let bytes: Vec<u8> = (0..4 * 37 * 23_u32)
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
        UpsamplePipeline::new(&gpu).upsample(&gpu, &mut encoder, &coarse, &field, 2, &enlarged);
        let placed = PlacedPicture {
            picture: &enlarged,
            coarse: Some(CoarsePicture { picture: &coarse, field: &field }),
            origin: [0, 0],
            clip: [[0, 0], [73, 46]],
        };
        let pending = PendingPicture::request(&gpu, &mut encoder, &placed).unwrap();
        let submission = gpu.queue.submit([encoder.finish()]);
        let rows = pending.wait(&gpu, &submission).unwrap();
        let expected = read_picture(&gpu, &enlarged).unwrap();
        for (y, expected) in expected.chunks_exact(4 * 73).enumerate() {
            // The enlarged picture ends in the middle of the last texels.
            let pixels = rows.row(y).into_iter().zip(expected.as_chunks().0);
            for (x, (pixel, &[red, green, blue, _])) in pixels.enumerate() {
                let channels = pixel.to_be_bytes().into_iter().zip([0, red, green, blue]);
                let largest = channels.map(|(one, other)| one.abs_diff(other)).max();
                assert!(largest <= Some(1), "{x} {y}: {pixel:06x}");
            }
        }
    }

    #[test]
    fn pixels_of_a_picture_in_its_own_size_are_unchanged() {
        let picture = PictureRows::new([[1, 2, 3, 255], [4, 5, 6, 255]].concat(), 1, false);
        assert_eq!([picture.row(0), picture.row(1)], [[0x01_0203], [0x04_0506]]);
        assert!(picture.row(2).is_empty());
    }
}
