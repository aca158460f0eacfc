//! From the options to the running loop.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use noise_playground::source::ModulePath;
use winit::event_loop::EventLoop;

use super::capture::CaptureHandle;
use super::device_losses::DeviceLosses;
use super::new_pipelines::NewPipelines;
use super::session_state::SessionState;
use super::{App, Event};
use crate::compiler::CompilerHandle;
use crate::documents::session;
use crate::process::log::LogBuffer;
use crate::process::sentinel::{self, RunSentinel};
use crate::workbench::{Quarantined, Workbench};

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
    pub(crate) recent: LogBuffer,
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
    let compiler = CompilerHandle::start(options.folder.clone(), options.first.clone(), report)?;
    let for_captures = proxy.clone();
    let report = move |event| _ = for_captures.send_event(event);
    let captures = CaptureHandle::start(options.captures.clone(), report)?;
    let mut workbench = Workbench::new(options.folder_name.clone());
    workbench.capturing.folder = options.captures.display().to_string();
    let session = SessionState::restore(&mut workbench, &options, &proxy);
    let marker = mark(&options, &compiler);
    let mut app = App {
        workbench,
        session,
        captures,
        screenshot_requested: false,
        options,
        compiler,
        proxy,
        marker,
        shown: None,
        is_hidden: false,
        suspended_window: None,
        losses: DeviceLosses::default(),
        pipelines: NewPipelines::default(),
        presented_early: false,
        failure: None,
        last_frame: None,
    };
    if let Some(capture) = app.options.capture.clone() {
        app.read_captures(vec![capture], Event::Opened);
    }
    event_loop.run_app(&mut app)?;
    app.failure.map_or(Ok(()), Err)
}

/// Marks that the program runs on this folder. What was running when it last ended unexpectedly is set aside.
fn mark(options: &Options, compiler: &CompilerHandle) -> Option<Arc<RunSentinel>> {
    let file = session::file_for(options.folder.as_deref())?;
    let (marker, left) = RunSentinel::take(sentinel::place(&file)?)?;
    let aside = left.into_iter().map(|file| Quarantined {
        file,
        why: "was running when the program ended unexpectedly".to_owned(),
    });
    compiler.set_aside(aside.collect());
    let marker = Arc::new(marker);
    compiler.mark(Arc::clone(&marker));
    Some(marker)
}
