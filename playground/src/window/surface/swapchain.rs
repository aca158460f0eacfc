//! Images of the graphics adapter, which the window system shows.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use noise_playground::gpu::{Gpu, GpuError, adapter_names};
use winit::window::Window as WinitWindow;

pub(in crate::window) struct Swapchain {
    window: Arc<WinitWindow>,
    instance: wgpu::Instance,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// False after a failure, while the GPU is busy.
    is_configured: bool,
}

impl Swapchain {
    /// Fails if the adapter cannot draw on the window.
    pub(super) fn new(
        gpu: &Gpu,
        instance: &wgpu::Instance,
        surface: wgpu::Surface<'static>,
        window: &Arc<WinitWindow>,
    ) -> anyhow::Result<Self> {
        let config = configuration(gpu, &surface, window.inner_size().into())?;
        Ok(Self {
            window: Arc::clone(window),
            instance: instance.clone(),
            surface,
            config,
            is_configured: false,
        })
    }

    pub(super) fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    pub(super) fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    pub(super) fn can_copy(&self) -> bool {
        let usage = self.config.usage;
        usage.contains(wgpu::TextureUsages::COPY_DST)
    }

    pub(super) fn resize(&mut self, gpu: &Gpu, size: [u32; 2]) {
        [self.config.width, self.config.height] = size.map(|side| side.max(1));
        self.configure(gpu);
    }

    /// Fails while the GPU is busy for too long; the next [`acquire`](Self::acquire) then tries again.
    fn configure(&mut self, gpu: &Gpu) {
        let configured = gpu.with_error_scope("the window's surface", || {
            self.surface.configure(&gpu.device, &self.config);
        });
        if let Err(error) = &configured {
            tracing::debug!("{error}");
        }
        self.is_configured = configured.is_ok();
    }

    /// Returns `None` if the surface is hidden, busy, lost with its device, or had to be configured again. Fails if the
    /// surface is lost and cannot be created again, or is invalid.
    pub(in crate::window) fn acquire(
        &mut self,
        gpu: &Gpu,
    ) -> anyhow::Result<Option<wgpu::SurfaceTexture>> {
        use wgpu::CurrentSurfaceTexture as Current;
        if !self.is_configured {
            self.configure(gpu);
        }
        if !self.is_configured {
            return Ok(None);
        }
        match self.surface.get_current_texture() {
            Current::Success(texture) | Current::Suboptimal(texture) => Ok(Some(texture)),
            Current::Timeout | Current::Occluded => Ok(None),
            // The surface fails with its device, which is replaced after this frame.
            _ if gpu.lost().is_some() => Ok(None),
            Current::Outdated => {
                self.configure(gpu);
                Ok(None)
            }
            Current::Lost => {
                let surface = self.instance.create_surface(Arc::clone(&self.window));
                self.surface = surface.context("cannot create a new surface for the window")?;
                self.configure(gpu);
                Ok(None)
            }
            Current::Validation => Err(anyhow!("the window's surface is no longer valid")),
        }
    }

    /// Returns the image to which a frame is copied. The GPU draws the frame while the window system provides the
    /// image, which takes about half a millisecond under X11. Fails like [`Self::acquire`].
    pub(in crate::window) fn acquire_copy(
        &mut self,
        gpu: &Gpu,
        frame: &wgpu::Texture,
    ) -> anyhow::Result<Option<wgpu::SurfaceTexture>> {
        let image = self.acquire(gpu)?;
        if let Some(image) = &image {
            let mut encoder = gpu.encoder();
            let [from, to] = [frame, &image.texture].map(wgpu::Texture::as_image_copy);
            encoder.copy_texture_to_texture(from, to, frame.size());
            gpu.queue.submit([encoder.finish()]);
        }
        Ok(image)
    }
}

/// Says that there is no adapter, if this is the cause.
pub(in crate::window) fn no_surface(error: wgpu::CreateSurfaceError) -> anyhow::Error {
    if adapter_names().is_empty() {
        GpuError::NoAdapter.into()
    } else {
        anyhow!(error).context("cannot create a surface for the window")
    }
}

/// Prefers a format without sRGB, since egui and the pictures write sRGB bytes, which must not be encoded again.
fn configuration(
    gpu: &Gpu,
    surface: &wgpu::Surface<'_>,
    size: [u32; 2],
) -> anyhow::Result<wgpu::SurfaceConfiguration> {
    let capabilities = surface.get_capabilities(&gpu.adapter);
    let [width, height] = size.map(|side| side.max(1));
    let mut config = surface
        .get_default_config(&gpu.adapter, width, height)
        .ok_or_else(|| anyhow!("the adapter {:?} cannot draw on this window", gpu.name()))?;
    let formats = || capabilities.formats.iter().copied();
    let plain = formats().find(|format| *format == gpu.picture_format());
    let plain =
        plain.or_else(|| formats().find(|format| *format == wgpu::TextureFormat::Bgra8Unorm));
    config.format = plain.unwrap_or(config.format);
    // Mailbox: a finished frame replaces a waiting one, so that a saved file is visible at the next refresh. Frames of
    // a software adapter are copied to the display as a whole and cannot tear, so that they need not wait.
    let preferred =
        if gpu.is_software() { wgpu::PresentMode::Immediate } else { wgpu::PresentMode::Mailbox };
    let is_supported = capabilities.present_modes.contains(&preferred);
    config.present_mode = if is_supported { preferred } else { wgpu::PresentMode::AutoVsync };
    config.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
    config.desired_maximum_frame_latency = 1;
    Ok(config)
}
