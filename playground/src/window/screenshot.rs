//! Screenshots: the pixels of the window's last frame, read back from the GPU.

use noise_playground::gpu::{Gpu, GpuError, PendingTexels, PictureTexture, request_picture};

use super::Window;

/// A pending readback of the window's last frame.
pub(crate) struct Screenshot {
    /// Width and height in pixels.
    pub(crate) size: [u32; 2],
    texels: PendingTexels,
    submission: wgpu::SubmissionIndex,
    /// True if the bytes of a pixel are blue, green, red, alpha.
    is_bgra: bool,
}

impl Screenshot {
    /// Waits for the readback. Returns the pixels row by row from the top, each as red, green, blue and alpha bytes.
    ///
    /// # Errors
    /// The device was lost.
    pub(crate) fn pixels(self, gpu: &Gpu) -> Result<Vec<u8>, GpuError> {
        let mut pixels = self.texels.wait(gpu, self.submission)?;
        if self.is_bgra {
            pixels
                .chunks_exact_mut(4)
                .for_each(|pixel| pixel.swap(0, 2));
        }
        Ok(pixels)
    }
}

impl Window {
    /// Starts a readback of the last frame.
    ///
    /// # Errors
    /// The window system does not allow reading, or the device failed.
    pub(crate) fn request_screenshot(&self) -> Result<Screenshot, String> {
        use wgpu::TextureFormat as Format;
        let is_bgra = match self.config.format {
            Format::Bgra8Unorm | Format::Bgra8UnormSrgb => true,
            Format::Rgba8Unorm | Format::Rgba8UnormSrgb => false,
            other => {
                return Err(format!(
                    "cannot read the window's pixels of format {other:?}"
                ));
            }
        };
        let texture = self
            .last_frame
            .clone()
            .ok_or("the window system does not allow screenshots")?;
        let gpu = &self.gpu;
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("Window::request_screenshot"),
            });
        let texels = request_picture(gpu, &mut encoder, &PictureTexture::from(texture));
        let mut texels = texels.map_err(|error| error.to_string())?;
        let submission = gpu.queue.submit([encoder.finish()]);
        texels.start_mapping();
        Ok(Screenshot {
            size: [self.config.width, self.config.height],
            texels,
            submission,
            is_bgra,
        })
    }
}
