//! Surface of the window: images of the graphics adapter, or memory that is shared with the window system.

mod picture_rows;
mod shared_memory;
mod swapchain;

use std::env;
use std::sync::Arc;

use noise_playground::gpu::Gpu;
use winit::dpi::PhysicalSize;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window as WinitWindow;

use shared_memory::SharedMemory;
use swapchain::Swapchain;
pub(super) use swapchain::no_surface;

pub(super) enum Surface {
    /// Frames are copied to the images or, if the window system does not support that, drawn on them.
    Swapchain(Swapchain),
    /// The CPU copies the frames of a software adapter to it.
    SharedMemory(SharedMemory),
}

impl Surface {
    /// Uses `surface`, which wgpu has created, without shared memory. Fails if the adapter cannot draw on the window.
    pub(super) fn new(
        gpu: &Gpu,
        instance: &wgpu::Instance,
        surface: wgpu::Surface<'static>,
        window: &Arc<WinitWindow>,
        display: OwnedDisplayHandle,
    ) -> anyhow::Result<Self> {
        if gpu.is_software() && !needs_swapchain() {
            match SharedMemory::new(window, display) {
                Ok(memory) => return Ok(Self::SharedMemory(memory)),
                Err(error) => tracing::debug!("frames are presented by a swapchain: {error:#}"),
            }
        }
        Swapchain::new(gpu, instance, surface, window).map(Self::Swapchain)
    }

    /// Fails if the adapter cannot draw on the window.
    pub(super) fn swapchain(
        gpu: &Gpu,
        instance: &wgpu::Instance,
        window: &Arc<WinitWindow>,
    ) -> anyhow::Result<Self> {
        let surface = instance.create_surface(Arc::clone(window))?;
        Swapchain::new(gpu, instance, surface, window).map(Self::Swapchain)
    }

    /// In pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        match self {
            Self::Swapchain(swapchain) => swapchain.size(),
            Self::SharedMemory(memory) => memory.size(),
        }
    }

    pub(super) fn format(&self) -> wgpu::TextureFormat {
        match self {
            Self::Swapchain(swapchain) => swapchain.format(),
            Self::SharedMemory(_) => SharedMemory::FORMAT,
        }
    }

    /// True for copies from a texture of the same size and format.
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
}

/// A test thus observes what hardware adapters do.
fn needs_swapchain() -> bool {
    cfg!(debug_assertions) && env::var_os("PLAYGROUND_SWAPCHAIN").is_some()
}
