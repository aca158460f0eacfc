//! The window: its surface, and egui's part of a frame.

mod accessibility;
mod cover;
mod present;
mod screenshot;
mod surface;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use egui_wgpu::{Renderer, RendererOptions};
use noise_playground::gpu::{BlitPipeline, Gpu};
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window as WinitWindow, WindowAttributes};

use crate::process::stage::Stage;
use accessibility::Accessibility;
pub(crate) use accessibility::AccessibilityEvent;
use cover::Cover;
pub(crate) use present::{PlacedPicture, Underlay};
pub(crate) use screenshot::Screenshot;
use surface::{configuration, last_frame, no_surface};

/// Title of the window.
pub(crate) const TITLE: &str = "Noise playground";

/// A window with its device, surface and egui state.
pub(crate) struct Window {
    pub(crate) winit: Arc<WinitWindow>,
    pub(crate) gpu: Gpu,
    pub(crate) egui: egui::Context,
    renderer: Renderer,
    blit: BlitPipeline,
    instance: wgpu::Instance,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// True if the surface was configured with `config`.
    is_configured: bool,
    /// The last frame as it was drawn; `None` if the surface cannot be copied to.
    last_frame: Option<wgpu::Texture>,
    /// The parts of the last frame that egui drew; `None` if it was not presented.
    cover: Option<Cover>,
    input: egui_winit::State,
    accessibility: Accessibility,
}

/// A window without a device, with egui's memory.
pub(crate) struct DetachedWindow {
    pub(crate) winit: Arc<WinitWindow>,
    memory: egui::Memory,
    accessibility: Accessibility,
}

/// A frame of egui that is laid out and not yet drawn.
pub(crate) struct LaidOutFrame {
    primitives: Vec<egui::ClippedPrimitive>,
    textures: egui::TexturesDelta,
    cover: Cover,
    /// Time until egui needs the next frame.
    pub(crate) repaint_after: Duration,
}

impl Window {
    /// Opens a window of at most `width` × `height` points, as far as the screen is large enough, on the first adapter
    /// whose name contains `adapter`, or on the best one. Assistive technology sends its requests to `proxy`.
    ///
    /// # Errors
    /// There is no display, or no adapter that can draw on the window.
    pub(crate) fn open<T: From<AccessibilityEvent> + Send + 'static>(
        event_loop: &ActiveEventLoop,
        adapter: Option<&str>,
        size: [f32; 2],
        proxy: EventLoopProxy<T>,
    ) -> anyhow::Result<Self> {
        let monitor = event_loop.primary_monitor();
        let monitor = monitor.or_else(|| event_loop.available_monitors().next());
        let points = |monitor: winit::monitor::MonitorHandle| {
            let scale = monitor.scale_factor();
            monitor.size().to_logical::<f32>(scale).into()
        };
        let [width, height] = fitting_size(size, monitor.map(points));
        let attributes = WindowAttributes::default()
            .with_title(TITLE)
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(640.0, 400.0))
            .with_visible(false);
        let winit = Arc::new(
            event_loop
                .create_window(attributes)
                .context("cannot open a window")?,
        );
        let accessibility = Accessibility::new(event_loop, &winit, proxy);
        winit.set_visible(true);
        let window = DetachedWindow {
            winit,
            memory: egui::Memory::default(),
            accessibility,
        };
        Self::with_device(event_loop, adapter, window)
    }

    /// Drops the device and everything created on it; the window and egui's memory remain.
    pub(crate) fn detach_device(self) -> DetachedWindow {
        DetachedWindow {
            winit: self.winit,
            memory: self.egui.memory(Clone::clone),
            accessibility: self.accessibility,
        }
    }

    /// Opens a device for a window. The context is a new one: textures of an old one are lost with its device.
    ///
    /// # Errors
    /// No adapter can draw on the window.
    pub(crate) fn with_device(
        event_loop: &ActiveEventLoop,
        adapter: Option<&str>,
        window: DetachedWindow,
    ) -> anyhow::Result<Self> {
        let DetachedWindow {
            winit,
            memory,
            accessibility,
        } = window;
        let egui = egui::Context::default();
        egui.memory_mut(|old| *old = memory);
        if accessibility.is_active {
            egui.enable_accesskit();
        }
        let display = Box::new(event_loop.owned_display_handle());
        let instance =
            wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle(display));
        let surface = instance
            .create_surface(Arc::clone(&winit))
            .map_err(no_surface)?;
        let gpu = Gpu::new(&instance, adapter, Some(&surface))?;
        let config = configuration(&gpu, &surface, winit.inner_size())?;
        let limit = gpu.device.limits().max_texture_dimension_2d as usize;
        let scale = winit.scale_factor() as f32;
        let input = egui_winit::State::new(
            egui.clone(),
            egui::ViewportId::ROOT,
            &winit,
            Some(scale),
            None,
            Some(limit),
        );
        let options = RendererOptions {
            dithering: false,
            ..RendererOptions::default()
        };
        let renderer = Renderer::new(&gpu.device, config.format, options);
        let blit = BlitPipeline::new(&gpu, config.format);
        let last_frame = last_frame(&gpu, &config);
        Ok(Self {
            winit,
            gpu,
            egui,
            renderer,
            blit,
            instance,
            surface,
            config,
            is_configured: false,
            last_frame,
            cover: None,
            input,
            accessibility,
        })
    }

    /// Passes an event to egui. Returns true if egui needs a frame.
    pub(crate) fn on_event(&mut self, event: &WindowEvent) -> bool {
        self.accessibility.on_event(&self.winit, event);
        self.input.on_window_event(&self.winit, event).repaint
    }

    pub(crate) fn resize(&mut self, size: PhysicalSize<u32>) {
        self.config.width = size.width.max(1);
        self.config.height = size.height.max(1);
        self.configure();
        self.last_frame = last_frame(&self.gpu, &self.config);
        self.cover = None;
    }

    /// Lays out the panels.
    pub(crate) fn lay_out(&mut self, ui: impl FnMut(&mut egui::Ui)) -> LaidOutFrame {
        let input = self.input.take_egui_input(&self.winit);
        let mut output = {
            let _stage = Stage::start("layout");
            self.egui.run_ui(input, ui)
        };
        self.accessibility
            .update(output.platform_output.accesskit_update.take());
        self.input
            .handle_platform_output(&self.winit, output.platform_output);
        let repaint_after = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        let _stage = Stage::start("tessellate");
        let cover = Cover::new(&output.shapes, output.pixels_per_point);
        let primitives = self.egui.tessellate(output.shapes, output.pixels_per_point);
        LaidOutFrame {
            primitives,
            cover,
            textures: output.textures_delta,
            repaint_after,
        }
    }
}

/// Returns the size of a window on a screen, all in points. A screen without a size is not known.
fn fitting_size(size: [f32; 2], screen: Option<[f32; 2]>) -> [f32; 2] {
    let screen = screen.filter(|screen| screen.iter().all(|side| *side > 0.0));
    let screen = screen.unwrap_or([f32::INFINITY; 2]);
    [size[0].min(screen[0]), size[1].min(screen[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_of_a_larger_screen_fits_the_present_one() {
        let size = [2560.0, 1440.0];
        assert_eq!(fitting_size(size, Some([1280.0, 800.0])), [1280.0, 800.0]);
        assert_eq!(fitting_size(size, Some([0.0, 0.0])), size);
        assert_eq!(
            fitting_size([900.0, 600.0], Some([1280.0, 800.0])),
            [900.0, 600.0]
        );
    }
}
