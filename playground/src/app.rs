//! The application's main loop: window events, and [`Event`]s of the worker threads.

mod actions;
mod capture;
mod device;
mod device_losses;
mod editors;
mod evaluation_report;
mod fallback_font;
mod folder;
mod frame;
mod new_pipelines;
mod pictures;
mod progressive;
mod read_captures;
mod session_state;
mod start;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::WindowId;

use crate::compiler::{CompilerEvent, CompilerHandle};
use crate::process::background::Wake;
use crate::process::sentinel::RunSentinel;
use crate::process::window_socket::{CursorMessage, CursorReply, EditorEvent, EditorId};
use crate::ui;
use crate::window::{AccessibilityEvent, Window};
use crate::workbench::capture_settings::CaptureProgress;
use crate::workbench::restore::PendingRestore;
use crate::workbench::{AdapterSummary, Dialog, FolderListing, Workbench};
use capture::{CaptureHandle, CaptureNotice};
use device::DeviceState;
use editors::{EditId, Editors};
use fallback_font::FallbackFont;
use folder::FolderGeneration;
use frame::FrameState;
use new_pipelines::NewPipelines;
use pictures::PanePictures;
use session_state::SessionState;
pub(crate) use start::{Options, run};

/// Event that a worker thread sends to the main loop of the window.
#[derive(Debug)]
pub(crate) enum Event {
    /// Event of the compile thread of a folder; events of folders that the window has closed are ignored.
    Compiler(FolderGeneration, CompilerEvent),
    /// Folder listing for the dialog that opens a folder, with the typed path that it completes.
    FoldersListed(String, FolderListing),
    /// The file contents of the fallback font.
    FontRead(Vec<u8>),
    /// Cursor of an editor, sent by `playground at`.
    Cursor(CursorMessage, Sender<CursorReply>),
    /// The time to wait for an editor's answer to an edit has passed.
    EditUnanswered(EditId),
    /// Message of an editor's server, `playground lsp`.
    Editor(EditorId, EditorEvent),
    /// Ctrl-C in the terminal, or a termination signal.
    Quit,
    /// The user cancels the captures and closes the window.
    Close,
    /// A background thread has finished a computation: the next frame receives it.
    Computed,
    Accessibility(AccessibilityEvent),
    /// Error of the thread that saves the session.
    SessionSaveFailed(String),
    Capturing(FolderGeneration, CaptureProgress),
    /// Result of a finished capture: the notice for the user, or the error message.
    Captured(FolderGeneration, Result<CaptureNotice, String>),
    /// Cells read from capture files that the user opened, restored after the user confirms; or the error message.
    CapturesRead(FolderGeneration, Result<PendingRestore, String>),
    /// Cells read from the capture file on the command line, or the error message.
    Opened(FolderGeneration, Result<PendingRestore, String>),
}

impl From<AccessibilityEvent> for Event {
    fn from(event: AccessibilityEvent) -> Self {
        Self::Accessibility(event)
    }
}

struct App {
    options: Options,
    compiler: CompilerHandle,
    generation: FolderGeneration,
    proxy: EventLoopProxy<Event>,
    workbench: Workbench,
    session: SessionState,
    captures: CaptureHandle,
    sentinel: Arc<RunSentinel>,
    device: DeviceState,
    frames: FrameState,
    pipelines: NewPipelines,
    fallback_font: FallbackFont,
    editors: Editors,
    /// True while a signal is being handled; another one ends the process at once.
    is_quitting: Arc<AtomicBool>,
    failure: Option<anyhow::Error>,
}

impl ApplicationHandler<Event> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.device.shown.is_some() || self.device.suspended.is_some() {
            return;
        }
        let size = self.workbench.chrome.layout().size();
        let adapter = self.options.adapter.as_deref();
        match Window::open(event_loop, adapter, size, self.proxy.clone()) {
            Ok(window) => self.show(window),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            event_loop.set_control_flow(ControlFlow::Wait);
            self.retry_device(event_loop);
            self.request_redraw();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Event) {
        self.request_fallback_font(&event);
        match event {
            Event::Computed => {}
            Event::Close => return event_loop.exit(),
            Event::Quit => {
                self.close(event_loop);
                // While the user is asked, the next signal closes the window.
                self.is_quitting.store(event_loop.exiting(), Ordering::Relaxed);
            }
            Event::FontRead(font) => self.use_fallback_font(font),
            // The file was edited, whichever folder is open now.
            Event::Compiler(generation, CompilerEvent::SourceEdited(edit, edited)) => {
                let is_open = generation == self.generation;
                let edit = if is_open { edit } else { edit.of_closed_folder() };
                self.workbench.source_edited(edit, edited);
            }
            Event::Captured(generation, captured) => {
                self.captures.forget_reported();
                if generation == self.generation {
                    self.show_captured(captured);
                }
                if !self.captures.is_busy() && self.workbench.chrome.dialog == Some(Dialog::Close) {
                    return event_loop.exit();
                }
            }
            // Threads that work for a folder that was closed may still be sending events.
            Event::Compiler(generation, _)
            | Event::Capturing(generation, _)
            | Event::CapturesRead(generation, _)
            | Event::Opened(generation, _)
                if generation != self.generation => {}
            Event::FoldersListed(typed, listing) => self.workbench.folders_listed(&typed, listing),
            Event::Cursor(cursor, reply) => self.look_at(cursor, reply),
            Event::Editor(editor, event) => self.on_editor(editor, event),
            Event::EditUnanswered(id) => self.on_unanswered_edit(id),
            Event::Accessibility(event) => self.device.on_accessibility(event),
            Event::Compiler(_, CompilerEvent::Chosen(address)) => {
                self.workbench.fill_empty_cells(&address);
            }
            Event::Compiler(_, CompilerEvent::Built(target, pipeline, device)) => {
                self.pipelines.add(target, pipeline, device);
                self.present_early(event_loop);
            }
            Event::Compiler(_, CompilerEvent::Status(status)) => {
                self.workbench.apply_status(status);
            }
            Event::Compiler(_, CompilerEvent::Presets(presets)) => {
                self.workbench.set_presets(presets);
            }
            Event::Compiler(_, CompilerEvent::Unsaved(files)) => {
                self.workbench.set_unsaved_files(files);
            }
            Event::Compiler(_, CompilerEvent::Notice(notice)) => self.workbench.notify(notice),
            Event::Compiler(_, CompilerEvent::FolderMoved(folder)) => {
                self.options.folder = Some(folder);
                self.report_folder();
            }
            Event::Compiler(_, CompilerEvent::PresetsEdited(notice, generator, undo)) => {
                self.workbench.presets_edited(notice, generator, undo);
            }
            Event::Capturing(_, progress) => {
                self.workbench.capture_settings_mut().progress = Some(progress);
            }
            Event::CapturesRead(_, Ok(pending)) => self.workbench.offer_restore(pending),
            Event::Opened(_, Ok(pending)) => self.workbench.open(pending),
            Event::CapturesRead(_, Err(error))
            | Event::Opened(_, Err(error))
            | Event::SessionSaveFailed(error) => {
                self.workbench.notify(error);
            }
        }
        self.request_redraw();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        let Some((window, _)) = &mut self.device.shown else {
            return self.suspended_event(event_loop, &event);
        };
        #[cfg(debug_assertions)]
        if device::is_loss_key(&event) {
            window.gpu.device.destroy();
            // The device is reported as lost when all submitted work is done.
            let _ = window.gpu.device.poll(wgpu::PollType::wait_indefinitely());
        }
        let needs_frame = window.on_event(&event);
        match event {
            WindowEvent::CloseRequested => self.close(event_loop),
            // A minimized window keeps its last frame.
            WindowEvent::Resized(size) if size.width == 0 || size.height == 0 => {}
            WindowEvent::Resized(size) => {
                if window.gpu.lost().is_none() {
                    window.resize(size);
                }
                let points = size.to_logical::<f32>(window.winit.scale_factor());
                self.workbench.chrome_mut().set_window_size(points.into());
                window.winit.request_redraw();
            }
            WindowEvent::Occluded(is_hidden) => {
                tracing::debug!("covered: {is_hidden}");
                self.frames.is_hidden = is_hidden;
                window.winit.request_redraw();
            }
            // A covered window draws its next frame once it is visible again.
            WindowEvent::RedrawRequested if self.frames.is_hidden => self.work_hidden(event_loop),
            WindowEvent::RedrawRequested => self.draw_or_recover(event_loop),
            _ if needs_frame => window.winit.request_redraw(),
            _ => {}
        }
    }
}

impl App {
    /// Ends the event loop, unless the device was lost: then another one is opened.
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        if self.is_lost() {
            return self.request_redraw();
        }
        self.failure = Some(error);
        event_loop.exit();
    }

    /// Closes the window. While captures are being saved, the first call asks the user instead.
    fn close(&mut self, event_loop: &ActiveEventLoop) {
        let can_ask = self.device.shown.is_some() && self.captures.is_busy();
        let dialog = &mut self.workbench.chrome_mut().dialog;
        if !can_ask || *dialog == Some(Dialog::Close) {
            return event_loop.exit();
        }
        *dialog = Some(Dialog::Close);
        tracing::warn!("captures are being saved; Ctrl-C again closes the window at once");
        self.request_redraw();
    }

    fn request_redraw(&self) {
        if let Some((window, _)) = &self.device.shown {
            window.winit.request_redraw();
        }
    }

    /// Returns a callback with which any thread requests a frame of the window.
    fn wake(&self) -> Wake {
        let proxy = self.proxy.clone();
        Wake::new(move || _ = proxy.send_event(Event::Computed))
    }

    fn show(&mut self, window: Window) {
        ui::theme::install(&window.egui);
        let gpu = &window.gpu;
        self.compiler.use_gpu(gpu.clone(), self.pipelines.device());
        self.workbench.chrome_mut().adapter =
            AdapterSummary { name: gpu.name(), software: gpu.is_software() };
        let activity = self.compiler.activity().clone();
        let pictures = PanePictures::new(gpu, self.wake(), Arc::clone(&self.sentinel), activity);
        window.winit.request_redraw();
        self.device.shown = Some((window, pictures));
        self.install_fallback_font();
    }
}
