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

use shared_memory::SharedMemory;
use swapchain::Swapchain;
pub(super) use swapchain::no_surface;

/// Surface of the window, on which frames are presented.
pub(super) enum Surface {
    /// Images of the graphics adapter, to which frames are copied or, if the window system does not support that, on
    /// which they are drawn.
    Swapchain(Swapchain),
    /// Memory that is shared with the window system, to which the CPU copies the frames of a software adapter.
    SharedMemory(SharedMemory),
}

impl Surface {
    /// Creates the surface of a window for frames that `gpu` draws. Without shared memory, `surface` is used, which wgpu
    /// has created for the window.
    ///
    /// # Errors
    /// Fails if the adapter cannot draw on the window.
    pub(super) fn new(
        gpu: &Gpu,
        (instance, surface): (&wgpu::Instance, wgpu::Surface<'static>),
        (window, display): (&Arc<WinitWindow>, OwnedDisplayHandle),
    ) -> anyhow::Result<Self> {
        if gpu.is_software() && !needs_swapchain() {
            match SharedMemory::new(window, display) {
                Ok(memory) => return Ok(Self::SharedMemory(memory)),
                Err(error) => tracing::debug!("frames are presented by a swapchain: {error:#}"),
            }
        }
        Swapchain::new(gpu, (instance, surface), window).map(Self::Swapchain)
    }

    /// Creates a surface of a window that is a swapchain of the graphics adapter.
    ///
    /// # Errors
    /// Fails if the adapter cannot draw on the window.
    pub(super) fn swapchain(
        gpu: &Gpu,
        instance: &wgpu::Instance,
        window: &Arc<WinitWindow>,
    ) -> anyhow::Result<Self> {
        let surface = instance.create_surface(Arc::clone(window))?;
        Swapchain::new(gpu, (instance, surface), window).map(Self::Swapchain)
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
}

/// Returns true if a test requests the swapchain of a software adapter, so that it observes what hardware adapters do.
fn needs_swapchain() -> bool {
    cfg!(debug_assertions) && env::var_os("PLAYGROUND_SWAPCHAIN").is_some()
}
