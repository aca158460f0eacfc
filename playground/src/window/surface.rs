//! Surface of the window, on which frames are presented.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use noise_playground::gpu::{Gpu, GpuError, adapter_names};
use winit::dpi::PhysicalSize;

use super::Window;

impl Window {
    /// Sets the size, format and present mode of the window's surface. This fails while the GPU is busy for too long;
    /// the next call of [`acquire`](Self::acquire) then tries again.
    pub(super) fn configure(&mut self) {
        let Self {
            surface,
            gpu,
            config,
            ..
        } = self;
        let configured = gpu.with_error_scope("the window's surface", || {
            surface.configure(&gpu.device, config);
        });
        if let Err(error) = &configured {
            tracing::debug!("{error}");
        }
        self.is_configured = configured.is_ok();
    }

    /// Returns the next image of the window's surface to draw on; `None` if the surface is hidden, busy, lost with its
    /// device, or had to be configured again.
    ///
    /// # Errors
    /// Fails if the surface is lost and cannot be created again, or is invalid.
    pub(super) fn acquire(&mut self) -> anyhow::Result<Option<wgpu::SurfaceTexture>> {
        use wgpu::CurrentSurfaceTexture as Current;
        if !self.is_configured {
            self.configure();
        }
        if !self.is_configured {
            return Ok(None);
        }
        match self.surface.get_current_texture() {
            Current::Success(texture) | Current::Suboptimal(texture) => Ok(Some(texture)),
            Current::Timeout | Current::Occluded => Ok(None),
            // The surface fails with its device, which is replaced after this frame.
            _ if self.gpu.lost().is_some() => Ok(None),
            Current::Outdated => {
                self.configure();
                Ok(None)
            }
            Current::Lost => {
                let surface = self.instance.create_surface(Arc::clone(&self.winit));
                self.surface = surface.context("cannot create a new surface for the window")?;
                self.configure();
                Ok(None)
            }
            Current::Validation => Err(anyhow!("the window's surface is no longer valid")),
        }
    }
}

/// Returns the error message for a window whose surface cannot be created: that there is no adapter, if this is the
/// cause.
pub(super) fn no_surface(error: wgpu::CreateSurfaceError) -> anyhow::Error {
    if adapter_names().is_empty() {
        GpuError::NoAdapter.into()
    } else {
        anyhow!(error).context("cannot create a surface for the window")
    }
}

/// Returns the configuration of the window's surface. Its format is, if possible, no sRGB format, since egui and the
/// pictures write sRGB bytes, which must not be encoded again.
pub(super) fn configuration(
    gpu: &Gpu,
    surface: &wgpu::Surface<'_>,
    size: PhysicalSize<u32>,
) -> anyhow::Result<wgpu::SurfaceConfiguration> {
    let capabilities = surface.get_capabilities(&gpu.adapter);
    let mut config = surface
        .get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1))
        .ok_or_else(|| anyhow!("the adapter {:?} cannot draw on this window", gpu.name()))?;
    let formats = || capabilities.formats.iter().copied();
    let plain = formats().find(|format| *format == gpu.picture_format());
    let plain =
        plain.or_else(|| formats().find(|format| *format == wgpu::TextureFormat::Bgra8Unorm));
    config.format = plain.unwrap_or(config.format);
    // Mailbox: a finished frame replaces a waiting one, so that the effect of a saved file is visible at the next
    // refresh. Frames of a software adapter are copied to the display as a whole and cannot tear, so that they need not
    // wait at all.
    let preferred = if gpu.is_software() {
        wgpu::PresentMode::Immediate
    } else {
        wgpu::PresentMode::Mailbox
    };
    let is_supported = capabilities.present_modes.contains(&preferred);
    config.present_mode = if is_supported {
        preferred
    } else {
        wgpu::PresentMode::AutoVsync
    };
    config.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
    config.desired_maximum_frame_latency = 1;
    Ok(config)
}
