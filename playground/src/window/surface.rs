//! Surface of the window, on which frames are presented: images of the graphics adapter, or memory that is shared with
//! the window system.

mod picture_rows;
mod shared_memory;
mod swapchain;

use std::env;
use std::sync::Arc;

use noise_playground::gpu::Gpu;
use winit::dpi::PhysicalSize;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window as WinitWindow;

use super::cover::PixelRect;
use shared_memory::SharedMemory;
use swapchain::Swapchain;
pub(super) use swapchain::no_surface;

/// Surface of the window, on which frames are presented.
pub(super) enum Surface {
    /// Images of the graphics adapter, to which frames are copied or, if the window system does not support that, on
    /// which they are drawn.
    Swapchain(Swapchain),
    /// Memory that is shared with the window system, to which the frames of a software adapter are copied.
    SharedMemory(SharedMemory),
}

/// Frame of the window that is drawn on a texture, once its commands are executed.
pub(super) struct FinishedFrame<'a> {
    /// Commands that must be submitted before those of the frame.
    pub(super) uploads: Vec<wgpu::CommandBuffer>,
    /// Encoder with the commands that draw the frame.
    pub(super) encoder: wgpu::CommandEncoder,
    /// Texture on which the frame is drawn.
    pub(super) texture: &'a wgpu::Texture,
    /// Rectangles in which the frame differs from the one that was presented before.
    pub(super) changes: &'a [PixelRect],
}

impl Surface {
    /// Creates the surface of a window for frames that `gpu` draws, from wgpu's surface of the window. A software
    /// adapter uses shared memory if the window system supports it.
    ///
    /// # Errors
    /// Fails if the adapter cannot draw on the window.
    pub(super) fn new(
        gpu: &Gpu,
        surface: (wgpu::Instance, wgpu::Surface<'static>),
        (window, display): (&Arc<WinitWindow>, OwnedDisplayHandle),
    ) -> anyhow::Result<Self> {
        if gpu.is_software() && !needs_swapchain() {
            match SharedMemory::new(window, display) {
                Ok(memory) => return Ok(Self::SharedMemory(memory)),
                Err(error) => tracing::debug!("the window has no shared memory: {error:#}"),
            }
        }
        Swapchain::new(gpu, surface, window).map(Self::Swapchain)
    }

    /// Returns the width and height of the surface in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        match self {
            Self::Swapchain(swapchain) => swapchain.size(),
            Self::SharedMemory(memory) => memory.size(),
        }
    }

    /// Returns the texture format of the window's frames.
    pub(super) fn format(&self) -> wgpu::TextureFormat {
        match self {
            Self::Swapchain(swapchain) => swapchain.format(),
            Self::SharedMemory(_) => SharedMemory::FORMAT,
        }
    }

    /// Returns true if frames can be copied to the surface from a texture of its size and format.
    pub(super) fn can_copy(&self) -> bool {
        match self {
            Self::Swapchain(swapchain) => swapchain.can_copy(),
            Self::SharedMemory(_) => true,
        }
    }

    pub(super) fn resize(&mut self, gpu: &Gpu, size: PhysicalSize<u32>) {
        match self {
            Self::Swapchain(swapchain) => swapchain.resize(gpu, size.into()),
            Self::SharedMemory(memory) => memory.resize(size.into()),
        }
    }

    /// Submits the commands of a frame, copies the frame to the surface, and presents it. Returns `Ok(false)` if the
    /// surface was not ready: the commands were submitted, and another frame is needed.
    ///
    /// # Errors
    /// Fails if the surface is lost and cannot be created again.
    pub(super) fn present(&mut self, gpu: &Gpu, frame: FinishedFrame<'_>) -> anyhow::Result<bool> {
        match self {
            Self::Swapchain(swapchain) => swapchain.present(gpu, frame),
            Self::SharedMemory(memory) => memory.present(gpu, frame),
        }
    }
}

/// Returns true if a test requests the swapchain of a software adapter, so that it observes what hardware adapters do.
fn needs_swapchain() -> bool {
    cfg!(debug_assertions) && env::var_os("PLAYGROUND_SWAPCHAIN").is_some()
}
