//! Readback: copies of GPU textures and buffers to the CPU. A request records the copy in an encoder; its buffer
//! is mapped once the submission has run, and then read. Only functions named `wait` and `read_…` block.

mod pool;
mod rows;

use std::sync::mpsc;

use bytemuck::Pod;

use super::binding::create_buffer;
use crate::field::Field;
use crate::field::grid::Region;
use crate::gpu::{FieldTexture, Gpu, GpuError, PictureTexture};
pub(crate) use pool::ReadbackPool;
use rows::PaddedRows;

const ROW_ALIGNMENT: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// A pending copy of bytes from the GPU to the CPU; [`Self::try_take`] returns them without waiting.
#[derive(Debug)]
pub struct PendingReadback {
    buffer: wgpu::Buffer,
    mapped: mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>,
}

impl PendingReadback {
    /// Records the copy of the first bytes of buffers, one after the other. Their numbers must be multiples of four.
    pub(crate) fn of_buffers(
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        sources: &[(&wgpu::Buffer, u64)],
    ) -> Self {
        let bytes = sources.iter().map(|(_, bytes)| bytes).sum();
        Self::record(gpu, encoder, bytes, |encoder, target| {
            let mut at = 0;
            for (source, bytes) in sources {
                encoder.copy_buffer_to_buffer(source, 0, target, at, *bytes);
                at += bytes;
            }
        })
    }

    /// Records what `copy` writes to a buffer of `bytes` bytes, which is mapped once the encoder is submitted and run.
    fn record(
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        bytes: u64,
        copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Self {
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        let pooled = gpu.readbacks.try_take(bytes);
        let buffer = pooled.unwrap_or_else(|| create_buffer(gpu, "PendingReadback", bytes, usage));
        copy(encoder, &buffer);
        let (sender, mapped) = mpsc::channel();
        encoder.map_buffer_on_submit(&buffer, wgpu::MapMode::Read, .., move |result| {
            _ = sender.send(result);
        });
        Self { buffer, mapped }
    }

    /// Waits for the bytes of a submission.
    ///
    /// # Errors
    /// Fails if the device was lost.
    pub fn wait(self, gpu: &Gpu, submission: wgpu::SubmissionIndex) -> Result<Vec<u8>, GpuError> {
        self.wait_with(gpu, submission, <[u8]>::to_vec)
    }

    fn wait_with<T>(
        &self,
        gpu: &Gpu,
        submission: wgpu::SubmissionIndex,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, GpuError> {
        let lost = || GpuError::Device("cannot map the readback buffer".to_owned());
        let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        // Often mapped by the wait for another readback of the submission, or by the poll of another thread.
        let mapped = self.mapped.try_recv().or_else(|_| {
            gpu.device.poll(wait).map_err(|error| GpuError::Device(error.to_string()))?;
            self.mapped.recv().map_err(|_| lost())
        })?;
        mapped.map_err(|_| lost())?;
        self.read(gpu, read).ok_or_else(lost)
    }

    /// Returns the bytes without waiting; `None` while not mapped, `Some(None)` for a lost device or no submission.
    pub fn try_take(&self, gpu: &Gpu) -> Option<Option<Vec<u8>>> {
        self.take_with(gpu, <[u8]>::to_vec)
    }

    fn take_with<T>(&self, gpu: &Gpu, read: impl FnOnce(&[u8]) -> T) -> Option<Option<T>> {
        let _ = gpu.device.poll(wgpu::PollType::Poll);
        match self.mapped.try_recv() {
            Ok(Ok(())) => Some(self.read(gpu, read)),
            Err(mpsc::TryRecvError::Empty) => None,
            Ok(Err(_)) | Err(mpsc::TryRecvError::Disconnected) => Some(None),
        }
    }

    fn read<T>(&self, gpu: &Gpu, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let result = read(&self.buffer.get_mapped_range(..).ok()?);
        self.buffer.unmap();
        gpu.readbacks.recycle(self.buffer.clone());
        Some(result)
    }
}

/// Native byte order. Ignores an incomplete last number.
pub fn f32s_from_bytes(bytes: &[u8]) -> Vec<f32> {
    let length = bytes.len() / 4 * 4;
    bytemuck::pod_collect_to_vec(&bytes[..length])
}

/// Requests one sample: the bytes of its texel, with all channels.
pub fn request_sample(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    field: &FieldTexture,
    sample: [u32; 2],
) -> PendingReadback {
    let region = Region { origin: sample, size: [1, 1] };
    PendingReadback::record(gpu, encoder, field.texel_bytes().into(), |encoder, target| {
        copy_texels(encoder, &field.texture, region, target, None);
    })
}

/// Requests a guard report, which [`EvaluatePipeline::runaway`](crate::gpu::EvaluatePipeline::runaway) parses.
pub fn request_report(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    field: &FieldTexture,
) -> PendingReadback {
    PendingReadback::of_buffers(gpu, encoder, &[(&field.runaway, 4)])
}

/// A pending copy of a rectangle of texels.
#[derive(Debug)]
pub struct PendingTexels {
    pending: PendingReadback,
    rows: PaddedRows,
}

impl PendingTexels {
    /// Waits for texels: rows from the top, without padding. `T` is `u8` for bytes, `f32` for samples of a field.
    ///
    /// # Errors
    /// Fails if the device was lost.
    pub fn wait<T: Pod>(
        self,
        gpu: &Gpu,
        submission: wgpu::SubmissionIndex,
    ) -> Result<Vec<T>, GpuError> {
        let Self { pending, rows } = &self;
        pending.wait_with(gpu, submission, |bytes| rows.without_padding(bytes))
    }

    /// Does not wait; `None` while the buffer is not mapped, or `Some(None)` if the device was lost.
    pub fn try_take<T: Pod>(&self, gpu: &Gpu) -> Option<Option<Vec<T>>> {
        let Self { pending, rows } = self;
        pending.take_with(gpu, |bytes| rows.without_padding(bytes))
    }
}

/// Requests a region of samples: `f32` numbers, with the channels of each sample together.
///
/// # Errors
/// Fails if there is not enough memory for the copy.
pub fn request_field(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    field: &FieldTexture,
    region: Region,
) -> Result<PendingTexels, GpuError> {
    let texel = [field.texel_bytes(), 4 * field.channels];
    request_texels(gpu, encoder, &field.texture, region, texel)
}

/// Requests pixels: red, green, blue and alpha bytes, row 0 at the top.
///
/// # Errors
/// Fails if there is not enough memory for the copy.
pub fn request_picture(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    pixels: &wgpu::Texture,
) -> Result<PendingTexels, GpuError> {
    let whole = Region { origin: [0, 0], size: [pixels.width(), pixels.height()] };
    request_texels(gpu, encoder, pixels, whole, [4, 4])
}

/// Reads all samples of a field, and waits for them.
///
/// # Errors
/// Fails if the device was lost, or if there is not enough memory for the copy.
pub fn read_field(gpu: &Gpu, field: &FieldTexture) -> Result<Field, GpuError> {
    let whole = Region { origin: [0, 0], size: field.size() };
    let samples = read(gpu, |encoder| request_field(gpu, encoder, field, whole))?;
    Ok(Field { size: field.size(), channels: field.channels, samples })
}

/// Reads a guard report like [`request_report`], and waits for it.
///
/// # Errors
/// Fails if the device was lost.
pub fn read_report(gpu: &Gpu, field: &FieldTexture) -> Result<Vec<u8>, GpuError> {
    let (pending, submission) = submit(gpu, |encoder| request_report(gpu, encoder, field));
    pending.wait(gpu, submission)
}

/// Reads pixels like [`request_picture`], and waits for them.
///
/// # Errors
/// Fails if the device was lost, or if there is not enough memory for the copy.
pub fn read_picture(gpu: &Gpu, picture: &PictureTexture) -> Result<Vec<u8>, GpuError> {
    read(gpu, |encoder| request_picture(gpu, encoder, &picture.texture))
}

fn read<T: Pod>(
    gpu: &Gpu,
    request: impl FnOnce(&mut wgpu::CommandEncoder) -> Result<PendingTexels, GpuError>,
) -> Result<Vec<T>, GpuError> {
    let (pending, submission) = submit(gpu, request);
    pending?.wait(gpu, submission)
}

fn submit<T>(
    gpu: &Gpu,
    request: impl FnOnce(&mut wgpu::CommandEncoder) -> T,
) -> (T, wgpu::SubmissionIndex) {
    let mut encoder = gpu.encoder();
    let pending = request(&mut encoder);
    (pending, gpu.queue.submit([encoder.finish()]))
}

fn request_texels(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    texture: &wgpu::Texture,
    region: Region,
    texel: [u32; 2],
) -> Result<PendingTexels, GpuError> {
    let [width, height] = region.size;
    let row = width * texel[0];
    let padded = row.next_multiple_of(ROW_ALIGNMENT);
    let bytes = u64::from(padded) * u64::from(height);
    let limit = gpu.device.limits().max_buffer_size;
    if bytes > limit {
        return Err(GpuError::ReadbackTooLarge { bytes, limit });
    }
    let pending = gpu.with_error_scope("PendingTexels", || {
        PendingReadback::record(gpu, encoder, bytes, |encoder, target| {
            copy_texels(encoder, texture, region, target, Some(padded));
        })
    })?;
    Ok(PendingTexels {
        pending,
        rows: PaddedRows {
            row: [row, padded],
            texel,
            is_bgra: texture.format().remove_srgb_suffix() == wgpu::TextureFormat::Bgra8Unorm,
        },
    })
}

/// `bytes_per_row` includes the padding; `None` for a single row.
fn copy_texels(
    encoder: &mut wgpu::CommandEncoder,
    texture: &wgpu::Texture,
    region: Region,
    buffer: &wgpu::Buffer,
    bytes_per_row: Option<u32>,
) {
    let ([x, y], [width, height]) = (region.origin, region.size);
    encoder.copy_texture_to_buffer(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x, y, z: 0 },
            ..texture.as_image_copy()
        },
        wgpu::TexelCopyBufferInfo {
            buffer,
            layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row, rows_per_image: None },
        },
        wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::testing::small_gpu;

    #[test]
    fn readback_larger_than_largest_buffer_is_an_error() {
        let gpu = small_gpu();
        let field = FieldTexture::new(&gpu, [1024, 1024], 1).unwrap();
        let error = read_field(&gpu, &field).unwrap_err();
        let expected = GpuError::ReadbackTooLarge { bytes: 4 << 20, limit: 1 << 20 };
        assert_eq!(error.to_string(), expected.to_string());
    }
}
