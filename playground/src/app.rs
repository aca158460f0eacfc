//! The application: one loop in which everything that can wake it is an [`Event`].

mod capture;
mod dropped;
mod losses;
mod pictures;

mod verdict;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Address;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::ModulePath;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::WindowId;

use crate::compiler::{self, Checked, Compiler, Report};
use crate::crash::{self, By, Marker};
use crate::editor;
use crate::log::Recent;
use crate::session::{self, Keeper, Session};
use crate::ui;
use crate::window::{Beneath, EmptyFrame, PlacedPicture, TITLE, Window};
use crate::workbench::capturing::{UnderWay, What};
use crate::workbench::restored::Dropped;
use crate::workbench::{Action, AdapterLine, Aside, Document, Layout, Target, Workbench};
use capture::{Captures, Order};
use losses::Losses;
use pictures::Pictures;

/// What wakes the loop beside the window system.
#[derive(Debug)]
pub(crate) enum Event {
    /// The compile thread has something to say.
    Compiler(Report),
    /// The session cannot be written.
    NotKept(String),
    /// How far the capture under way is.
    Capturing(UnderWay),
    /// A capture ended: what to say of it.
    Captured(Result<String, String>),
    /// Captures were read, to be shown again.
    Dropped(Result<Dropped, String>),
    /// The same for the one that the window was started with.
    Opened(Result<Dropped, String>),
}

/// What the window was started with.
pub(crate) struct Options {
    /// The folder, absolute; nothing for the embedded shaders.
    pub(crate) folder: Option<PathBuf>,
    /// As the person named it.
    pub(crate) folder_name: String,
    /// The file to show.
    pub(crate) first: Option<ModulePath>,
    /// The capture to show.
    pub(crate) capture: Option<PathBuf>,
    /// Where captures go.
    pub(crate) captures: PathBuf,
    pub(crate) adapter: Option<String>,
    pub(crate) editor: Option<String>,
    /// What is said on stderr, and more.
    pub(crate) recent: Recent,
    /// Whether nothing of the last session is to be seen.
    pub(crate) fresh: bool,
}

/// Opens the window and runs until it is closed.
pub(crate) fn run(options: Options) -> anyhow::Result<()> {
    let event_loop = EventLoop::<Event>::with_user_event().build();
    let event_loop =
        event_loop.context("no window can be opened; `playground render` needs no display")?;
    let proxy = event_loop.create_proxy();
    let for_compiler = proxy.clone();
    let report = move |report| _ = for_compiler.send_event(Event::Compiler(report));
    let compiler = Compiler::start(options.folder.clone(), options.first.clone(), report)?;
    let for_captures = proxy.clone();
    let report = move |event| _ = for_captures.send_event(event);
    let captures = Captures::start(options.captures.clone(), report)?;
    let mut workbench = Workbench::new(options.folder_name.clone());
    workbench.capturing.folder = options.captures.display().to_string();
    let keeper = restore(&mut workbench, &options, &proxy);
    let kept = (workbench.document.clone(), workbench.layout());
    let marker = mark(&options, &compiler);
    let mut app = App {
        workbench,
        keeper,
        kept,
        captures,
        shoots: false,
        options,
        compiler,
        proxy,
        marker,
        shown: None,
        is_hidden: false,
        halted: None,
        losses: Losses::default(),
        asked: Vec::new(),
        built: BTreeMap::new(),
        is_ahead: false,
        failure: None,
        last_frame: None,
    };
    if let Some(capture) = app.options.capture.clone() {
        app.read_captures(vec![capture], Event::Opened);
    }
    event_loop.run_app(&mut app)?;
    app.failure.map_or(Ok(()), Err)
}

/// Goes on from where the window was left, and sees to it that the next one can.
fn restore(
    workbench: &mut Workbench,
    options: &Options,
    proxy: &EventLoopProxy<Event>,
) -> Option<Keeper> {
    let file = session::file_for(options.folder.as_deref())?;
    match session::read(&file) {
        Ok(Some(session)) if !options.fresh => {
            workbench.restore(session.document, session.layout);
            if let Some(first) = &options.first {
                workbench.show(Address {
                    file: first.clone(),
                    function: first.stem().to_owned(),
                });
            }
        }
        Ok(_) => {}
        Err(why) => workbench.say(why),
    }
    let proxy = proxy.clone();
    let failed = move |why| _ = proxy.send_event(Event::NotKept(why));
    Some(Keeper::start(file, failed))
}

/// Marks that the program runs on this folder. What was running when it last ended unexpectedly is set aside.
fn mark(options: &Options, compiler: &Compiler) -> Option<Arc<Marker>> {
    let file = session::file_for(options.folder.as_deref())?;
    let (marker, left) = Marker::take(crash::place(&file)?)?;
    let aside = left.into_iter().map(|file| Aside {
        file,
        why: "was running when the program ended unexpectedly".to_owned(),
    });
    compiler.set_aside(aside.collect());
    let marker = Arc::new(marker);
    compiler.mark(Arc::clone(&marker));
    Some(marker)
}

struct App {
    options: Options,
    compiler: Compiler,
    proxy: EventLoopProxy<Event>,
    workbench: Workbench,
    /// Writes the session, where there is a place for it.
    keeper: Option<Keeper>,
    /// What it was given last.
    kept: (Document, Layout),
    captures: Captures,
    /// Whether the window is to be captured once it is drawn without the dialog.
    shoots: bool,
    /// Says what is running, should the program not get to its end.
    marker: Option<Arc<Marker>>,
    /// The window and its pictures, once there is one.
    shown: Option<(Window, Pictures)>,
    /// Whether others cover the window.
    is_hidden: bool,
    /// The window whose device was lost too often.
    halted: Option<EmptyFrame>,
    losses: Losses,
    /// What the compile thread was asked for last.
    asked: Vec<Target>,
    /// What it built since, of each target the newest.
    built: BTreeMap<Target, Arc<EvaluatePipeline>>,
    /// Whether some of that was shown since the last frame.
    is_ahead: bool,
    /// Why the loop ended.
    failure: Option<anyhow::Error>,
    last_frame: Option<Instant>,
}

/// The window's title where its device was lost too often to get another by itself.
const HALTED: &str = "The graphics device was lost three times: click here to try once more";

/// Frames of a moving picture follow each other at this distance.
const MOVING: Duration = Duration::from_millis(16);

/// How soon to ask again whether numbers have come back from the GPU.
const READING: Duration = Duration::from_millis(4);

/// How soon to look again for what need not be done at once.
const WAITING: Duration = Duration::from_millis(50);

impl ApplicationHandler<Event> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.shown.is_some() || self.halted.is_some() {
            return;
        }
        let size = self.workbench.window_size;
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
            Event::Compiler(Report::Chosen(address)) => self.workbench.choose(&address),
            Event::Compiler(Report::Built(target, pipeline)) => {
                self.built.insert(target, pipeline);
                self.show_ahead(event_loop);
            }
            Event::Compiler(Report::Checked(checked)) => self.workbench.take_over(checked),
            Event::Compiler(Report::Presets(presets)) => self.workbench.presets = presets,
            Event::Compiler(Report::Notice(notice)) => self.workbench.say(notice),
            Event::Compiler(Report::Edited(said, generator, undo)) => {
                self.workbench.presets_edited(said, generator, undo);
            }
            Event::Capturing(under_way) => self.workbench.capturing.under_way = Some(under_way),
            Event::Captured(Ok(said) | Err(said)) => {
                self.workbench.capturing.under_way = None;
                self.workbench.say(said);
            }
            Event::Dropped(Ok(dropped)) => self.workbench.dropped = Some(dropped),
            Event::Opened(Ok(dropped)) => self.workbench.open(dropped),
            Event::Dropped(Err(why)) | Event::Opened(Err(why)) | Event::NotKept(why) => {
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
        if is_fault(&event) {
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
                self.workbench.window_size = points.into();
                window.winit.request_redraw();
            }
            WindowEvent::Occluded(is_hidden) => {
                self.is_hidden = is_hidden;
                window.winit.request_redraw();
            }
            // Nobody sees it: the next frame waits until somebody does.
            WindowEvent::RedrawRequested if self.is_hidden => {}
            WindowEvent::RedrawRequested => self.frame_or_another_device(event_loop),
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
                let gpu: Gpu = window.gpu.clone();
                self.compiler.use_gpu(gpu.clone());
                self.workbench.adapter = AdapterLine {
                    name: gpu.name(),
                    software: gpu.is_software(),
                };
                let pictures = Pictures::new(&gpu);
                window.winit.request_redraw();
                self.shown = Some((window, pictures));
            }
            Err(error) => self.fail(event_loop, error),
        }
    }

    /// Shows what was built before the next frame is laid out, once a frame: where builds come faster than they are
    /// drawn, only the newest are, and what a person does in between has its turn.
    fn show_ahead(&mut self, event_loop: &ActiveEventLoop) {
        if self.is_ahead || self.is_hidden {
            return;
        }
        self.is_ahead = true;
        self.adopt();
        let shown = self.shown.as_mut();
        let Some((window, pictures)) = shown.filter(|(window, _)| window.gpu.lost().is_none())
        else {
            return;
        };
        let encoder = pictures.update(&window.gpu, &mut self.workbench);
        if let Err(error) = window.present_pictures(encoder, &placed(pictures)) {
            return self.fail(event_loop, error);
        }
        pictures.submitted();
    }

    /// Hands what was built to the pictures. Of a device that is lost, nothing is of use.
    fn adopt(&mut self) {
        let built = std::mem::take(&mut self.built);
        if let Some((window, pictures)) = &mut self.shown
            && window.gpu.lost().is_none()
        {
            for (target, pipeline) in built {
                pictures.adopt(&mut self.workbench, target, pipeline);
            }
        }
    }

    /// Draws a frame. A device that is lost, even amid the frame, is replaced.
    fn frame_or_another_device(&mut self, event_loop: &ActiveEventLoop) {
        if !self.is_lost() {
            // egui's renderer panics where a buffer of a lost device cannot be written.
            let drawn = catch_unwind(AssertUnwindSafe(|| self.frame(event_loop)));
            match drawn {
                Err(panic) if !self.is_lost() => resume_unwind(panic),
                _ => {}
            }
        }
        if self.is_lost() {
            self.replace_device(event_loop);
        }
    }

    fn is_lost(&self) -> bool {
        let Some((window, _)) = &self.shown else {
            return false;
        };
        // A loss is told of where something is asked for.
        let _ = window.gpu.device.poll(wgpu::PollType::Poll);
        window.gpu.lost().is_some()
    }

    /// Goes on with another device and all that was there, but not with what was running: that is set aside.
    fn replace_device(&mut self, event_loop: &ActiveEventLoop) {
        let Some((window, pictures)) = self.shown.take() else {
            return;
        };
        let why = window.gpu.lost().unwrap_or_default();
        tracing::warn!("the graphics device was lost: {why}");
        self.workbench
            .say("the graphics device was lost; this is another one".to_owned());
        let aside = pictures.underway(&self.workbench).into_iter();
        let aside = aside.map(|file| Aside {
            file,
            why: compiler::LOST.to_owned(),
        });
        self.compiler.set_aside(aside.collect());
        drop(pictures);
        let frame = window.into_frame();
        if self.losses.add(Instant::now()) {
            self.reopen(event_loop, frame);
        } else {
            frame.winit.set_title(HALTED);
            self.halted = Some(frame);
        }
    }

    fn reopen(&mut self, event_loop: &ActiveEventLoop, frame: EmptyFrame) {
        frame.winit.set_title(TITLE);
        let opened = Window::reopen(event_loop, self.options.adapter.as_deref(), frame);
        self.show(event_loop, opened);
    }

    /// An event of the window while nothing can be drawn: a click or a key tries it once more.
    fn halted_event(&mut self, event_loop: &ActiveEventLoop, event: &WindowEvent) {
        let is_pressed = match event {
            WindowEvent::CloseRequested => return event_loop.exit(),
            WindowEvent::MouseInput { state, .. } => state.is_pressed(),
            WindowEvent::KeyboardInput { event, .. } => event.state.is_pressed(),
            _ => false,
        };
        if let Some(frame) = self.halted.take_if(|_| is_pressed) {
            self.reopen(event_loop, frame);
        }
    }

    /// One frame: lay out, bring the pictures up to date with what was laid out, draw.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        self.adopt();
        self.is_ahead = false;
        let Some((window, pictures)) = &mut self.shown else {
            return;
        };
        let now = Instant::now();
        let since_last = self
            .last_frame
            .replace(now)
            .map_or(Duration::ZERO, |last| now - last);
        self.workbench.advance(since_last);
        let said = self.options.recent.take().into_iter();
        said.for_each(|line| self.workbench.messages.add(line));
        pictures.receive(&window.gpu, &mut self.workbench);

        let mut drawn = None;
        let frame = window.lay_out(|ui| drawn = Some(ui::workbench_ui(ui, &mut self.workbench)));
        let Some(drawn) = drawn else { return };
        let scale = window.egui.pixels_per_point();
        pictures.place(&mut self.workbench, &drawn.panes, scale);
        let encoder = pictures.update(&window.gpu, &mut self.workbench);
        if let Some(marker) = &self.marker {
            marker.note(By::Window, pictures.underway(&self.workbench));
        }
        let repaint_after = frame.repaint_after;
        let beneath = Beneath {
            background: drawn.background,
            pictures: placed(pictures),
        };
        let presented = match window.present(frame, encoder, &beneath) {
            Ok(presented) => presented,
            Err(error) => return self.fail(event_loop, error),
        };
        pictures.submitted();
        tracing::trace!("a frame {since_last:.1?} after the last");
        if presented && std::mem::take(&mut self.shoots) {
            self.capture(capture::order);
        }
        let Some((window, pictures)) = &mut self.shown else {
            return;
        };

        let next = [
            (self.workbench.is_moving(), MOVING),
            (pictures.is_reading(), READING),
            (pictures.is_waiting(&self.workbench), WAITING),
            (!presented, MOVING),
            (true, repaint_after),
        ];
        let next = next
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .map(|(_, after)| after)
            .min();
        match next.unwrap_or(Duration::MAX) {
            Duration::ZERO => window.winit.request_redraw(),
            after => {
                let at = now.checked_add(after);
                event_loop.set_control_flow(at.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
            }
        }
        for action in drawn.actions {
            self.act(action);
        }
        self.ask();
        self.keep();
    }

    /// Has the session written where it changed.
    fn keep(&mut self) {
        let Some(keeper) = &self.keeper else { return };
        let layout = self.workbench.layout();
        if self.kept.0 != self.workbench.document || self.kept.1 != layout {
            self.kept = (self.workbench.document.clone(), layout);
            keeper.keep(Session::new(self.workbench.document.clone(), layout));
        }
    }

    /// Tells the compile thread what is shown now.
    fn ask(&mut self) {
        let targets = self.workbench.targets();
        if targets != self.asked && !targets.is_empty() {
            self.compiler.show(targets.clone());
            self.asked = targets;
        }
    }

    /// Has a capture made of what is shown now.
    fn capture(
        &mut self,
        order: impl FnOnce(&Workbench, &Pictures, &Window) -> Result<Order, String>,
    ) {
        let Some((window, pictures)) = &self.shown else {
            return;
        };
        match order(&self.workbench, pictures, window) {
            Ok(order) => self.captures.make(&window.gpu, order),
            Err(why) => self.workbench.say(why),
        }
    }

    /// Reads captures.
    fn read_captures(&mut self, paths: Vec<PathBuf>, event: fn(Result<Dropped, String>) -> Event) {
        let proxy = self.proxy.clone();
        let report = move |read| _ = proxy.send_event(event(read));
        if let Err(error) = dropped::start(paths, self.options.folder.clone(), report) {
            self.workbench.say(error.to_string());
        }
    }

    /// What the panels asked for.
    fn act(&mut self, action: Action) {
        match action {
            Action::Open(place) => {
                let Some(folder) = &self.options.folder else {
                    self.workbench.say(compiler::EMBEDDED.to_owned());
                    return self.request_redraw();
                };
                let file = folder.join(place.file.as_str());
                if let Err(error) = editor::open(self.options.editor.as_deref(), &file, place.start)
                {
                    self.workbench.say(format!("{error:#}"));
                }
            }
            Action::RunAgain(file) => self.compiler.run_again(file),
            Action::Capture if self.workbench.capturing.what == What::Window => self.shoots = true,
            Action::Capture => self.capture(capture::order),
            Action::CopyPicture => {
                self.capture(|workbench, pictures, _| Order::copy(workbench, pictures));
            }
            Action::EndCapture => self.captures.end(),
            Action::OpenCaptures => {
                if let Err(error) = editor::open_folder(&self.options.captures) {
                    self.workbench.say(format!("{error:#}"));
                }
            }
            Action::EditPresets(generator, edit) => {
                self.compiler.edit_presets(generator, *edit);
            }
            Action::Restore(paths) => self.read_captures(paths, Event::Dropped),
        }
        self.request_redraw();
    }
}

impl Workbench {
    /// Takes over what the compile thread found.
    fn take_over(&mut self, checked: Checked) {
        let Checked {
            entries,
            diagnostics,
            stale,
            aside,
            complete,
        } = checked;
        self.looked_through = complete;
        if complete || diagnostics.iter().any(Diagnostic::is_error) {
            self.list(diagnostics);
            self.entries = entries;
        }
        self.stale = stale;
        self.aside = aside;
        if complete {
            self.replace_missing();
        }
    }
}

/// F12 takes the device away, so that what follows can be tested.
#[cfg(debug_assertions)]
fn is_fault(event: &WindowEvent) -> bool {
    use winit::keyboard::{Key, NamedKey};
    let WindowEvent::KeyboardInput { event, .. } = event else {
        return false;
    };
    event.state.is_pressed() && event.logical_key == Key::Named(NamedKey::F12)
}

fn placed(pictures: &Pictures) -> Vec<PlacedPicture<'_>> {
    let placed = pictures.placed();
    placed
        .map(|(picture, placed)| PlacedPicture {
            picture,
            origin: placed.origin,
            clip: placed.clip,
        })
        .collect()
}
