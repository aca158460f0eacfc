//! The window: its graphics device and surface, and egui's layout of a frame.

mod accessibility;
mod key_queue;
mod last_frame;
mod panel_rects;
mod present;
mod render_pass;
mod screenshot;
mod surface;

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use egui_wgpu::{Renderer, RendererOptions};
use noise_playground::gpu::{BlitPipeline, Gpu};
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window as WinitWindow, WindowAttributes};

use crate::documents::manual;
use crate::process::editor;
use crate::process::save_timing::TimedStep;
use crate::ui;
use accessibility::Accessibility;
pub(crate) use accessibility::AccessibilityEvent;
use key_queue::KeyQueue;
use last_frame::LastFrame;
use panel_rects::PanelRects;
pub(crate) use present::{CoarsePicture, PlacedPicture, Underlay, WINDOW_STEPS};
pub(crate) use screenshot::Screenshot;
use surface::{Surface, no_surface};

pub(crate) const TITLE: &str = "Noise playground";

pub(crate) struct Window {
    pub(crate) winit: Arc<WinitWindow>,
    pub(crate) gpu: Gpu,
    pub(crate) egui: egui::Context,
    renderer: Renderer,
    /// Draws pictures onto frames to which they cannot be copied; built when it is first needed.
    blit: OnceCell<BlitPipeline>,
    instance: wgpu::Instance,
    surface: Surface,
    /// `None` if the surface does not support copies.
    last_frame: Option<LastFrame>,
    /// What egui's panels cover; `None` if the frame was not presented.
    panel_rects: Option<PanelRects>,
    input: egui_winit::State,
    keys: KeyQueue,
    accessibility: Accessibility,
}

/// The window without its lost device, with egui's memory.
pub(crate) struct DetachedWindow {
    pub(crate) winit: Arc<WinitWindow>,
    memory: egui::Memory,
    accessibility: Accessibility,
}

/// The error, with the window, for which a device can be tried again.
pub(crate) struct NoDevice {
    pub(crate) window: DetachedWindow,
    pub(crate) reason: anyhow::Error,
}

struct OpenedDevice {
    instance: wgpu::Instance,
    gpu: Gpu,
    surface: Surface,
}

impl OpenedDevice {
    /// Fails if no adapter can draw on the window.
    fn new(
        event_loop: &ActiveEventLoop,
        adapter: Option<&str>,
        winit: &Arc<WinitWindow>,
    ) -> anyhow::Result<Self> {
        let display = event_loop.owned_display_handle();
        let descriptor =
            wgpu::InstanceDescriptor::new_with_display_handle(Box::new(display.clone()));
        let instance = wgpu::Instance::new(descriptor);
        let surface = instance.create_surface(Arc::clone(winit)).map_err(no_surface)?;
        let gpu = Gpu::new(&instance, adapter, Some(&surface))?;
        let surface = Surface::new(&gpu, &instance, surface, winit, display)?;
        Ok(Self { instance, gpu, surface })
    }
}

/// Laid out as primitives and textures that are not drawn yet.
pub(crate) struct LaidOutFrame {
    shapes: Vec<egui::epaint::ClippedShape>,
    primitives: Vec<egui::ClippedPrimitive>,
    textures: egui::TexturesDelta,
    panel_rects: PanelRects,
    /// Time after which egui needs the next frame.
    pub(crate) repaint_after: Duration,
}

impl Window {
    /// The window has up to `size` points; the device is on the first adapter whose name contains `adapter`, or the
    /// best one. Requests of assistive technology go to `proxy`. Fails without a display or an adapter for the window.
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
        let winit = Arc::new(event_loop.create_window(attributes).context("cannot open a window")?);
        let accessibility = Accessibility::new(event_loop, &winit, proxy);
        winit.set_visible(true);
        let window = DetachedWindow { winit, memory: egui::Memory::default(), accessibility };
        Self::with_device(event_loop, adapter, window).map_err(|error| error.reason)
    }

    /// Drops everything that was created on the device; the window and egui's memory remain.
    pub(crate) fn detach_device(self) -> DetachedWindow {
        DetachedWindow {
            winit: self.winit,
            memory: self.egui.memory(Clone::clone),
            accessibility: self.accessibility,
        }
    }

    /// The egui context is a new one, since textures of the old one are lost with the device; of its memory all remains
    /// but the caches, which hold textures. Fails if no adapter can draw on the window.
    pub(crate) fn with_device(
        event_loop: &ActiveEventLoop,
        adapter: Option<&str>,
        window: DetachedWindow,
    ) -> Result<Self, Box<NoDevice>> {
        let opened = match OpenedDevice::new(event_loop, adapter, &window.winit) {
            Ok(opened) => opened,
            Err(reason) => return Err(Box::new(NoDevice { window, reason })),
        };
        let OpenedDevice { instance, gpu, surface } = opened;
        let DetachedWindow { winit, memory, accessibility } = window;
        let egui = egui::Context::default();
        egui.memory_mut(|old| *old = memory);
        if accessibility.is_active {
            egui.enable_accesskit();
        }
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
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        let renderer = Renderer::new(&gpu.device, surface.format(), options);
        let last_frame = LastFrame::new(&gpu, &surface);
        Ok(Self {
            winit,
            gpu,
            egui,
            renderer,
            blit: OnceCell::new(),
            instance,
            surface,
            last_frame,
            panel_rects: None,
            input,
            accessibility,
            keys: KeyQueue::default(),
        })
    }

    /// Returns true if egui needs a new frame.
    pub(crate) fn on_event(&mut self, event: &WindowEvent) -> bool {
        self.accessibility.on_event(&self.winit, event);
        self.input.on_window_event(&self.winit, event).repaint
    }

    pub(crate) fn resize(&mut self, size: PhysicalSize<u32>) {
        self.surface.resize(&self.gpu, size);
        self.last_frame = LastFrame::new(&self.gpu, &self.surface);
        self.panel_rects = None;
    }

    /// Returns true if the window itself enlarges coarse pictures that it presents ahead of a full frame.
    pub(crate) fn enlarges_coarse_pictures(&self) -> bool {
        matches!(self.surface, Surface::SharedMemory(_))
    }

    /// Executes egui's requests, such as setting the cursor and the clipboard.
    pub(crate) fn lay_out(&mut self, ui: impl FnMut(&mut egui::Ui)) -> LaidOutFrame {
        let mut input = self.input.take_egui_input(&self.winit);
        let has_waiting = self.keys.limit(&mut input);
        let mut output = {
            let _stage = TimedStep::start("layout");
            self.egui.run_ui(input, ui)
        };
        self.accessibility.update(output.platform_output.accesskit_update.take());
        for chapter in ui::manual::take_chapters(&mut output.platform_output.commands) {
            let opened =
                manual::write_out().and_then(|folder| editor::open_file(&folder.join(chapter)));
            if let Err(error) = opened {
                tracing::error!("{error:#}");
            }
        }
        self.input.handle_platform_output(&self.winit, output.platform_output);
        let repaint_after = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        let repaint_after = if has_waiting { Duration::ZERO } else { repaint_after };
        let _stage = TimedStep::start("tessellate");
        let panel_rects = PanelRects::new(&output.shapes, output.pixels_per_point);
        // Needed only to compare the next frame with this one.
        let shapes = if self.last_frame.is_some() { output.shapes.clone() } else { Vec::new() };
        let primitives = self.egui.tessellate(output.shapes, output.pixels_per_point);
        LaidOutFrame {
            shapes,
            primitives,
            panel_rects,
            textures: output.textures_delta,
            repaint_after,
        }
    }
}

/// Returns the largest size of a window, up to `size`, in points. An unknown `screen` is `None` or has a side of 0.
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
        assert_eq!(fitting_size([900.0, 600.0], Some([1280.0, 800.0])), [900.0, 600.0]);
    }
}
