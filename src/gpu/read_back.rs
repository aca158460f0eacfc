//! Textures and buffers of the GPU → numbers here.

use std::sync::mpsc;

use super::{FieldTexture, Gpu, GpuError, PictureTexture, RangeBuffer};
use crate::field::Field;

/// Rows of a copy begin at multiples of this.
const ROW_ALIGNMENT: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// Bytes on their way; [`Self::take`] asks whether they have arrived, without waiting.
#[derive(Debug)]
pub struct PendingRead {
    buffer: wgpu::Buffer,
    arrived: Option<mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>>,
}

impl PendingRead {
    /// Room for so many bytes, a multiple of four.
    pub(super) fn new(gpu: &Gpu, bytes: u64) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("PendingRead"),
            size: bytes,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        Self {
            buffer,
            arrived: None,
        }
    }

    /// Where the bytes are copied to.
    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Asks for the bytes, once the copy was submitted. Asking again does nothing.
    pub fn submitted(&mut self) {
        if self.arrived.is_some() {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        self.buffer
            .map_async(wgpu::MapMode::Read, .., move |result| {
                _ = sender.send(result);
            });
        self.arrived = Some(receiver);
    }

    /// The bytes once they are here. `Some(None)` where the device lost them.
    pub fn take(&self, gpu: &Gpu) -> Option<Option<Vec<u8>>> {
        let _ = gpu.device.poll(wgpu::PollType::Poll);
        match self.arrived.as_ref()?.try_recv() {
            Ok(Ok(())) => Some(
                self.buffer
                    .get_mapped_range(..)
                    .ok()
                    .map(|bytes| bytes.to_vec()),
            ),
            Err(mpsc::TryRecvError::Empty) => None,
            Ok(Err(_)) | Err(mpsc::TryRecvError::Disconnected) => Some(None),
        }
    }
}

/// The `f32` numbers that bytes from the GPU stand for.
pub fn numbers(bytes: &[u8]) -> Vec<f32> {
    let four = bytes.chunks_exact(4);
    four.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

/// Copies one sample of a field out, with all numbers that its texel holds; they come later.
pub fn request_sample(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    field: &FieldTexture,
    sample: [u32; 2],
) -> PendingRead {
    let pending = PendingRead::new(gpu, field.texel_bytes().into());
    let [x, y] = sample;
    encoder.copy_texture_to_buffer(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x, y, z: 0 },
            ..field.texture.as_image_copy()
        },
        wgpu::TexelCopyBufferInfo {
            buffer: &pending.buffer,
            layout: wgpu::TexelCopyBufferLayout::default(),
        },
        wgpu::Extent3d {
            width: 1,
            height: 1,
            depth_or_array_layers: 1,
        },
    );
    pending
}

/// Copies the values at the palette's ends out; the numbers come later.
pub fn request_range(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    range: &RangeBuffer,
) -> PendingRead {
    let pending = PendingRead::new(gpu, 8);
    encoder.copy_buffer_to_buffer(&range.0, 0, &pending.buffer, 0, 8);
    pending
}

/// Reads a whole field. Waits for it.
///
/// # Errors
/// The device was lost, or has no memory for the copy.
pub fn read_field(gpu: &Gpu, field: &FieldTexture) -> Result<Field, GpuError> {
    let bytes = read_texture(gpu, &field.texture, field.texel_bytes())?;
    let stored = (field.texel_bytes() / 4) as usize;
    let kept = field.channels as usize;
    let samples = numbers(&bytes)
        .into_iter()
        .enumerate()
        .filter(|(index, _)| index % stored < kept)
        .map(|(_, number)| number)
        .collect();
    Ok(Field {
        size: field.size(),
        channels: field.channels,
        samples,
    })
}

/// Reads a picture as red, green, blue and alpha bytes, row 0 at the top. Waits for it.
///
/// # Errors
/// The device was lost, or has no memory for the copy.
pub fn read_picture(gpu: &Gpu, picture: &PictureTexture) -> Result<Vec<u8>, GpuError> {
    read_texture(gpu, &picture.texture, 4)
}

fn read_texture(gpu: &Gpu, texture: &wgpu::Texture, texel_bytes: u32) -> Result<Vec<u8>, GpuError> {
    let row_bytes = texture.width() * texel_bytes;
    let padded = row_bytes.next_multiple_of(ROW_ALIGNMENT);
    let size = u64::from(padded) * u64::from(texture.height());
    let limit = gpu.device.limits().max_buffer_size;
    if size > limit {
        return Err(GpuError::Device(format!(
            "reading back {size} bytes is more than a buffer holds ({limit})"
        )));
    }
    let buffer = gpu.checked("read_texture", || {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read_texture"),
            size,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        })
    })?;
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("read_texture"),
        });
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(padded),
                rows_per_image: None,
            },
        },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        _ = sender.send(result);
    });
    gpu.device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|error| GpuError::Device(error.to_string()))?;
    let mapped = receiver
        .recv()
        .map_err(|error| GpuError::Device(error.to_string()))?;
    mapped.map_err(|error| GpuError::Device(error.to_string()))?;
    let bytes = buffer
        .get_mapped_range(..)
        .map_err(|error| GpuError::Device(error.to_string()))?;
    let rows = bytes.chunks_exact(padded as usize);
    Ok(rows
        .flat_map(|row| &row[..row_bytes as usize])
        .copied()
        .collect())
}
