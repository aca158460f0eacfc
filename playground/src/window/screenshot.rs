//! Screenshots: the pixels of the last frame, read back from the GPU.

use noise_playground::gpu::{Gpu, GpuError, PendingTexels, request_picture};

use super::Window;

pub(crate) struct Screenshot {
    /// In pixels.
    pub(crate) size: [u32; 2],
    texels: PendingTexels,
    submission: wgpu::SubmissionIndex,
}

impl Screenshot {
    /// Waits for red, green, blue and alpha bytes, row by row from the top. Fails if the device was lost.
    pub(crate) fn pixels(self, gpu: &Gpu) -> Result<Vec<u8>, GpuError> {
        self.texels.wait(gpu, self.submission)
    }
}

impl Window {
    /// Starts to read the last frame back. Fails if the window system does not allow reading, or the device failed.
    pub(crate) fn request_screenshot(&self) -> Result<Screenshot, String> {
        let format = self.surface.format();
        let is_readable = matches!(
            format.remove_srgb_suffix(),
            wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm
        );
        if !is_readable {
            return Err(format!("cannot read the window's pixels of format {format:?}"));
        }
        let last_frame =
            self.last_frame.as_ref().ok_or("the window system does not allow screenshots")?;
        let gpu = &self.gpu;
        let mut encoder = gpu.encoder();
        let texels = request_picture(gpu, &mut encoder, &last_frame.texture);
        let texels = texels.map_err(|error| error.to_string())?;
        let submission = gpu.queue.submit([encoder.finish()]);
        Ok(Screenshot { size: self.surface.size(), texels, submission })
    }
}
