//! The application: one loop in which everything that can wake it is an [`Event`].

mod actions;
mod capture;
mod device;
mod device_losses;
mod evaluation_report;
mod frame;
mod new_pipelines;
mod pictures;
mod read_captures;
mod session_state;
mod start;

use std::sync::Arc;
use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::WindowId;

use crate::compiler::{CompilerEvent, CompilerHandle};
use crate::process::sentinel::RunSentinel;
use crate::ui;
use crate::window::{DetachedWindow, Window};
use crate::workbench::capture_settings::CaptureProgress;
use crate::workbench::restore::PendingRestore;
use crate::workbench::{AdapterSummary, Workbench};
use capture::CaptureHandle;
use device_losses::DeviceLosses;
use new_pipelines::NewPipelines;
use pictures::PanePictures;
use session_state::SessionState;
pub(crate) use start::{Options, run};

/// What wakes the loop beside the window system.
#[derive(Debug)]
pub(crate) enum Event {
    /// The compile thread has something to say.
    Compiler(CompilerEvent),
    /// The session cannot be written.
    SessionSaveFailed(String),
    /// How far the capture under way is.
    Capturing(CaptureProgress),
    /// A capture ended: what to say of it.
    Captured(Result<String, String>),
    /// Captures were read, to be shown again.
    CapturesRead(Result<PendingRestore, String>),
    /// The same for the one that the window was started with.
    Opened(Result<PendingRestore, String>),
}

struct App {
    options: Options,
    compiler: CompilerHandle,
    proxy: EventLoopProxy<Event>,
    workbench: Workbench,
    session: SessionState,
    captures: CaptureHandle,
    /// Whether the window is to be captured once it is drawn without the dialog.
    screenshot_requested: bool,
    /// Says what is running, should the program not get to its end.
    marker: Option<Arc<RunSentinel>>,
    /// The window and its pictures, once there is one.
    shown: Option<(Window, PanePictures)>,
    /// Whether others cover the window.
    is_hidden: bool,
    /// The window whose device was lost too often.
    suspended_window: Option<DetachedWindow>,
    losses: DeviceLosses,
    pipelines: NewPipelines,
    /// Whether some of that was shown since the last frame.
    presented_early: bool,
    /// Why the loop ended.
    failure: Option<anyhow::Error>,
    last_frame: Option<Instant>,
}

impl ApplicationHandler<Event> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.shown.is_some() || self.suspended_window.is_some() {
            return;
        }
        let size = self.workbench.chrome.window_size;
        let opened = Window::open(event_loop, self.options.adapter.as_deref(), size);
        self.show(event_loop, opened);
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            event_loop.set_control_flow(ControlFlow::Wait);
            self.request_redraw();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Event) {
        match event {
            Event::Compiler(CompilerEvent::Chosen(address)) => self.workbench.choose(&address),
            Event::Compiler(CompilerEvent::Built(target, pipeline, device)) => {
                self.pipelines.add(target, pipeline, device);
                self.present_early(event_loop);
            }
            Event::Compiler(CompilerEvent::Checked(checked)) => self.workbench.take_over(checked),
            Event::Compiler(CompilerEvent::Presets(presets)) => {
                self.workbench.folder.presets = presets;
            }
            Event::Compiler(CompilerEvent::Notice(notice)) => self.workbench.say(notice),
            Event::Compiler(CompilerEvent::Edited(said, generator, undo)) => {
                self.workbench.presets_edited(said, generator, undo);
            }
            Event::Capturing(under_way) => self.workbench.capturing.under_way = Some(under_way),
            Event::Captured(Ok(said) | Err(said)) => {
                self.captures.forget_reported();
                self.workbench.capturing.under_way = None;
                self.workbench.say(said);
            }
            Event::CapturesRead(Ok(dropped)) => self.workbench.dropped = Some(dropped),
            Event::Opened(Ok(dropped)) => self.workbench.open(dropped),
            Event::CapturesRead(Err(why))
            | Event::Opened(Err(why))
            | Event::SessionSaveFailed(why) => {
                self.workbench.say(why);
            }
        }
        self.request_redraw();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        let Some((window, _)) = &mut self.shown else {
            return self.halted_event(event_loop, &event);
        };
        #[cfg(debug_assertions)]
        if device::is_fault(&event) {
            window.gpu.device.destroy();
            // It is lost once all that was submitted is done.
            let _ = window.gpu.device.poll(wgpu::PollType::wait_indefinitely());
        }
        let wants_frame = window.on_event(&event);
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                if window.gpu.lost().is_none() {
                    window.resize(size);
                }
                let points = size.to_logical::<f32>(window.winit.scale_factor());
                self.workbench.chrome.window_size = points.into();
                window.winit.request_redraw();
            }
            WindowEvent::Occluded(is_hidden) => {
                self.is_hidden = is_hidden;
                window.winit.request_redraw();
            }
            // Nobody sees it: the next frame waits until somebody does.
            WindowEvent::RedrawRequested if self.is_hidden => {}
            WindowEvent::RedrawRequested => self.draw_or_recover(event_loop),
            _ if wants_frame => window.winit.request_redraw(),
            _ => {}
        }
    }
}

impl App {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        event_loop.exit();
    }

    fn request_redraw(&self) {
        if let Some((window, _)) = &self.shown {
            window.winit.request_redraw();
        }
    }

    /// Takes over a window that was opened.
    fn show(&mut self, event_loop: &ActiveEventLoop, opened: anyhow::Result<Window>) {
        match opened {
            Ok(window) => {
                ui::theme::install(&window.egui);
                let gpu = &window.gpu;
                self.compiler.use_gpu(gpu.clone(), self.pipelines.device());
                self.workbench.chrome.adapter = AdapterSummary {
                    name: gpu.name(),
                    software: gpu.is_software(),
                };
                let pictures = PanePictures::new(gpu);
                window.winit.request_redraw();
                self.shown = Some((window, pictures));
            }
            Err(error) => self.fail(event_loop, error),
        }
    }
}
