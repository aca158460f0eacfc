//! The bound of the time from save to pixels: a program that only compiles the saved text, draws a triangle over its
//! window and presents it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::gpu::Gpu;
use notify::{Event, RecursiveMode, Watcher as _};
use tempfile::TempDir;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowAttributes, WindowId};

use crate::screen::window::{BLUE, CENTER, RED, bluish, reddish};
use crate::screen::{Pixel, Screen};

/// Word of the command line before the path of the file that [`run`] watches.
pub(crate) const ARGUMENT: &str = "triangle";

const SIZE: PhysicalSize<u32> = PhysicalSize::new(1280, 800);

/// Follows the text of a file, which has the function `color` of the tests.
const STAGES: &str = "
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(vec2u(index & 1u, index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn pixel() -> @location(0) vec4f { return color(vec2f()); }
";

/// The program as a child process with a display of its own.
pub(crate) struct Triangle {
    screen: Screen,
    folder: TempDir,
    child: Child,
}

impl Triangle {
    pub(crate) fn open() -> Self {
        let (screen, folder) = (Screen::new(), tempfile::tempdir().unwrap());
        let file = folder.path().join("a.wgsl");
        fs::write(&file, RED).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg(ARGUMENT).arg(&file).env("DISPLAY", screen.display());
        let child = command.env_remove("WAYLAND_DISPLAY").spawn().unwrap();
        screen.wait_until("the first triangle", CENTER, reddish);
        Self { screen, folder, child }
    }

    /// Saves once. Returns the milliseconds until the pixels change.
    pub(crate) fn save(&self, is_blue: bool) -> f64 {
        // Until the processes are idle.
        std::thread::sleep(Duration::from_millis(300));
        let (text, expected): (_, fn(Pixel) -> bool) =
            if is_blue { (BLUE, bluish) } else { (RED, reddish) };
        let started = Instant::now();
        fs::write(self.folder.path().join("a.wgsl"), text).unwrap();
        self.screen.wait_until("the triangle", CENTER, expected);
        1e3 * started.elapsed().as_secs_f64()
    }
}

impl Drop for Triangle {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Runs until the process is killed.
pub(crate) fn run(file: &Path) {
    let event_loop = EventLoop::<()>::with_user_event().build().unwrap();
    let proxy = event_loop.create_proxy();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            let _ = proxy.send_event(());
        }
    })
    .unwrap();
    watcher.watch(file, RecursiveMode::NonRecursive).unwrap();
    let mut program = Program { file: file.to_owned(), shown: None };
    event_loop.run_app(&mut program).unwrap();
}

struct Program {
    file: PathBuf,
    shown: Option<Shown>,
}

struct Shown {
    _window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    format: wgpu::TextureFormat,
    gpu: Gpu,
}

impl ApplicationHandler for Program {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let attributes = WindowAttributes::default().with_inner_size(SIZE);
        let window = Arc::new(event_loop.create_window(attributes).unwrap());
        let display = Box::new(event_loop.owned_display_handle());
        let instance =
            wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle(display));
        let surface = instance.create_surface(Arc::clone(&window)).unwrap();
        let gpu = Gpu::new(&instance, None, Some(&surface)).unwrap();
        let mut config = surface.get_default_config(&gpu.adapter, SIZE.width, SIZE.height).unwrap();
        config.present_mode = wgpu::PresentMode::AutoNoVsync;
        surface.configure(&gpu.device, &config);
        self.shown = Some(Shown { _window: window, surface, format: config.format, gpu });
        self.draw();
    }

    fn user_event(&mut self, _: &ActiveEventLoop, (): ()) {
        self.draw();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if matches!(event, WindowEvent::RedrawRequested) {
            self.draw();
        }
    }
}

impl Program {
    fn draw(&self) {
        let text = fs::read_to_string(&self.file).unwrap();
        // A file that is being written is empty at first.
        if let Some(shown) = self.shown.as_ref().filter(|_| !text.is_empty()) {
            shown.draw(text + STAGES);
        }
    }
}

impl Shown {
    fn draw(&self, text: String) {
        use wgpu::CurrentSurfaceTexture as Current;
        let device = &self.gpu.device;
        let pipeline = self.pipeline(text);
        let (Current::Success(image) | Current::Suboptimal(image)) =
            self.surface.get_current_texture()
        else {
            return;
        };
        let view = image.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations::default(),
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&pipeline);
        pass.draw(0..3, 0..1);
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.queue.present(image);
    }

    fn pipeline(&self, text: String) -> wgpu::RenderPipeline {
        let module = self.gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let targets = [Some(self.format.into())];
        self.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: None,
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: None,
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &targets,
            }),
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            multiview_mask: None,
            cache: None,
        })
    }
}
