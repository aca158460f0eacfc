//! Memory that is shared with the window system, for the frames of software adapters.
//!
//! Such an adapter draws in main memory. Under X11 Mesa's own swapchain (22.3) sends each frame through a socket, which
//! takes several times as long as a copy to shared memory. Where an X server has no extension for it, `softbuffer` uses
//! a socket too.

use std::num::NonZeroU32;
use std::sync::{Arc, mpsc};

use anyhow::anyhow;
use noise_playground::gpu::Gpu;
use softbuffer::SoftBufferError;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window as WinitWindow;

use super::picture_rows::{PendingPicture, PictureRows};
use crate::process::save_timing::TimedStep;
use crate::window::PlacedPicture;
use crate::window::panel_rects::PixelRect;

/// Blue, green, red, and one that is not used.
const PIXEL_BYTES: u32 = 4;

pub(in crate::window) struct SharedMemory {
    surface: softbuffer::Surface<OwnedDisplayHandle, Arc<WinitWindow>>,
    size: [u32; 2],
    /// Pixels of the last full frame; `None` before the first frame of a size.
    readback: Option<wgpu::Buffer>,
    /// Parts of the last frame that were copied to the buffer, and not yet to the shared memory.
    changes: Vec<PixelRect>,
}

impl SharedMemory {
    /// Texture format of frames that can be copied to shared memory.
    pub(super) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Bgra8Unorm;

    /// Fails if the window system does not support shared memory.
    pub(super) fn new(
        window: &Arc<WinitWindow>,
        display: OwnedDisplayHandle,
    ) -> anyhow::Result<Self> {
        let context = softbuffer::Context::new(display).map_err(failed)?;
        let surface = softbuffer::Surface::new(&context, Arc::clone(window)).map_err(failed)?;
        let mut memory = Self { surface, size: [1; 2], readback: None, changes: Vec::new() };
        memory.resize(window.inner_size().into());
        Ok(memory)
    }

    pub(super) fn size(&self) -> [u32; 2] {
        self.size
    }

    pub(super) fn resize(&mut self, size: [u32; 2]) {
        self.size = size.map(|side| side.max(1));
        self.readback = None;
    }

    /// Copies the changes, or the whole first frame of a size, to the buffer for the next [`present`](Self::present).
    pub(in crate::window) fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        frame: &wgpu::Texture,
        changes: &[PixelRect],
    ) {
        self.changes = match self.readback {
            Some(_) => changes.to_vec(),
            None => vec![[[0, 0], self.size]],
        };
        let size = self.size;
        let readback = self.readback.get_or_insert_with(|| buffer(gpu, size));
        for part in &self.changes {
            copy_part(encoder, frame, *part, readback);
        }
    }

    /// Waits for `submission`, copies the changes, and presents the whole, since the window system may have lost any
    /// part of it. Returns `Ok(false)` if the device was lost. Fails if the window system does.
    pub(in crate::window) fn present(
        &mut self,
        gpu: &Gpu,
        submission: wgpu::SubmissionIndex,
    ) -> anyhow::Result<bool> {
        let readback = self.readback.take();
        let Some(readback) = readback.filter(|buffer| map(gpu, buffer, submission)) else {
            return Ok(false);
        };
        let [width, height] = self.size;
        let sides = [width, height].map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
        self.surface.resize(sides[0], sides[1]).map_err(failed)?;
        let mut memory = self.surface.buffer_mut().map_err(failed)?;
        // Other memory than that of the last frame has none of its pixels.
        if memory.age() != 1 {
            self.changes = vec![[[0, 0], self.size]];
        }
        let pixels = readback.get_mapped_range(..)?;
        for part in &self.changes {
            write_part(&mut memory, width, *part, &pixels);
        }
        drop(pixels);
        readback.unmap();
        self.readback = Some(readback);
        memory.present().map_err(failed)?;
        Ok(true)
    }

    /// Submits pictures, waits, and presents them over the last frame, each in its rectangles. The CPU enlarges coarse
    /// pictures, which is faster than a software adapter.
    ///
    /// Presents nothing if a picture is not valid (a loop ran away, the device was lost, or there is not enough
    /// memory), or if the shared memory does not have the last frame. Fails if the window system does.
    pub(in crate::window) fn present_pictures(
        &mut self,
        gpu: &Gpu,
        mut encoder: wgpu::CommandEncoder,
        pictures: &[(PlacedPicture<'_>, Vec<PixelRect>)],
    ) -> anyhow::Result<()> {
        let pending: Vec<_> = pictures
            .iter()
            .map(|(placed, _)| PendingPicture::request(gpu, &mut encoder, placed).ok())
            .collect();
        let stage = TimedStep::start("shade and read back");
        let submission = gpu.queue.submit([encoder.finish()]);
        let rows = pending.into_iter().map(|pending| pending?.wait(gpu, &submission));
        let rows: Option<Vec<PictureRows>> = rows.collect();
        drop(stage);
        let _stage = TimedStep::start("enlarge and copy");
        let Some(rows) = rows.filter(|_| self.readback.is_some()) else {
            return Ok(());
        };
        let width = self.size[0];
        let mut memory = self.surface.buffer_mut().map_err(failed)?;
        if memory.age() != 1 {
            return Ok(());
        }
        for ((placed, parts), rows) in pictures.iter().zip(&rows) {
            for part in parts {
                write_picture(&mut memory, width, *part, rows, placed.origin);
            }
        }
        let parts = pictures.iter().flat_map(|(_, parts)| parts);
        let parts: Vec<softbuffer::Rect> = parts.filter_map(damage).collect();
        memory.present_with_damage(&parts).map_err(failed)
    }
}

fn buffer(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("SharedMemory::readback"),
        size: u64::from(row_bytes(width)) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    })
}

fn failed(error: SoftBufferError) -> anyhow::Error {
    anyhow!("cannot draw on the window: {error}")
}

/// Returns the size of a row in a buffer, with wgpu's padding.
fn row_bytes(width: u32) -> u32 {
    (PIXEL_BYTES * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

/// To the same place in a buffer with all rows of the frame.
fn copy_part(
    encoder: &mut wgpu::CommandEncoder,
    frame: &wgpu::Texture,
    [min, max]: PixelRect,
    buffer: &wgpu::Buffer,
) {
    let row = row_bytes(frame.width());
    let [x, y] = min;
    encoder.copy_texture_to_buffer(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x, y, z: 0 },
            ..frame.as_image_copy()
        },
        wgpu::TexelCopyBufferInfo {
            buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: u64::from(row) * u64::from(y) + u64::from(PIXEL_BYTES * x),
                bytes_per_row: Some(row),
                rows_per_image: None,
            },
        },
        wgpu::Extent3d { width: max[0] - x, height: max[1] - y, depth_or_array_layers: 1 },
    );
}

/// Returns false if the device was lost.
fn map(gpu: &Gpu, buffer: &wgpu::Buffer, submission: wgpu::SubmissionIndex) -> bool {
    let (sender, mapped) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        _ = sender.send(result.is_ok());
    });
    let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
    // The callback may run in another thread's poll.
    gpu.device.poll(wait).is_ok() && mapped.recv().unwrap_or(false)
}

/// `pixels` are all rows of the frame, with padding; `width` is that of the frame.
fn write_part(memory: &mut [u32], width: u32, [min, max]: PixelRect, pixels: &[u8]) {
    let rows =
        memory.chunks_exact_mut(width as usize).zip(pixels.chunks_exact(row_bytes(width) as usize));
    let columns = min[0] as usize..max[0] as usize;
    for (memory, pixels) in rows.take(max[1] as usize).skip(min[1] as usize) {
        let (pixels, _) = pixels.as_chunks();
        for (to, from) in memory[columns.clone()].iter_mut().zip(&pixels[columns.clone()]) {
            *to = u32::from_le_bytes(*from);
        }
    }
}

/// `origin` is the picture's upper left corner; `width` is that of the window.
fn write_picture(
    memory: &mut [u32],
    width: u32,
    [min, max]: PixelRect,
    picture: &PictureRows,
    origin: [u32; 2],
) {
    let [columns, in_picture] =
        [0, origin[0]].map(|left| (min[0] - left) as usize..(max[0] - left) as usize);
    let rows = memory.chunks_exact_mut(width as usize).enumerate();
    for (y, memory) in rows.take(max[1] as usize).skip(min[1] as usize) {
        let pixels = picture.row(y - origin[1] as usize);
        memory[columns.clone()].copy_from_slice(&pixels[in_picture.clone()]);
    }
}

/// `None` if the rectangle is empty.
fn damage([min, max]: &PixelRect) -> Option<softbuffer::Rect> {
    Some(softbuffer::Rect {
        x: min[0],
        y: min[1],
        width: NonZeroU32::new(max[0] - min[0])?,
        height: NonZeroU32::new(max[1] - min[1])?,
    })
}
