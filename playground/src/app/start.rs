//! Start of the window: sets up threads, session and run sentinel, then runs the event loop.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow};
use noise_playground::source::ModulePath;
use winit::error::EventLoopError;
use winit::event_loop::{EventLoop, EventLoopProxy};

use super::capture::CaptureHandle;
use super::device::DeviceState;
use super::editors::Editors;
use super::fallback_font::FallbackFont;
use super::folder::OpenedFolder;
use super::frame::FrameState;
use super::new_pipelines::NewPipelines;
use super::{App, Event};
use crate::compiler::UnsavedTexts;
use crate::process::log::LogBuffer;
use crate::process::shutdown;

/// Options from the command line.
#[derive(Clone)]
pub(crate) struct Options {
    /// Absolute path without links; `None` for the built-in shaders.
    pub(crate) folder: Option<PathBuf>,
    /// Absolute path as the folder was opened, whose links may lead elsewhere later.
    pub(crate) opened: Option<PathBuf>,
    /// As the window shows it.
    pub(crate) folder_name: String,
    /// `None` for the file that the last session showed.
    pub(crate) initial: Option<ModulePath>,
    /// Capture to restore at the start.
    pub(crate) capture: Option<PathBuf>,
    /// Folder for new captures.
    pub(crate) captures: PathBuf,
    /// Text in the name of the adapter; `None` for the best adapter.
    pub(crate) adapter: Option<String>,
    /// Value of `--editor`; `None` for `$VISUAL` or `$EDITOR`.
    pub(crate) editor: Option<String>,
    /// Log lines for the message log of the window.
    pub(crate) log: LogBuffer,
    /// True if the last session is not restored.
    pub(crate) fresh: bool,
}

/// Fails if there is no display, or no device that can draw.
pub(crate) fn run(options: Options) -> anyhow::Result<()> {
    let event_loop = EventLoop::<Event>::with_user_event().build();
    let event_loop = event_loop.map_err(|error| no_window(&error))?;
    let proxy = event_loop.create_proxy();
    let is_quitting = quit_on_signal(proxy.clone())?;
    let for_captures = proxy.clone();
    let report = move |event| _ = for_captures.send_event(event);
    let captures = CaptureHandle::start(report)?;
    let texts = UnsavedTexts::default();
    let OpenedFolder { compiler, workbench, session, sentinel } =
        OpenedFolder::open(&options, 0, &proxy, &texts)?;
    #[cfg(unix)]
    let _listener = super::editors::listen(&proxy, &texts);
    let mut app = App {
        workbench,
        session,
        captures,
        options,
        compiler,
        generation: 0,
        proxy,
        sentinel,
        device: DeviceState::default(),
        frames: FrameState::default(),
        pipelines: NewPipelines::default(),
        fallback_font: FallbackFont::default(),
        editors: Editors::new(texts),
        is_quitting,
        failure: None,
    };
    if let Some(capture) = app.options.capture.clone() {
        app.read_captures(vec![capture], Event::Opened);
    }
    event_loop.run_app(&mut app)?;
    let failure = app.failure.take();
    let sentinel = Arc::clone(&app.sentinel);
    drop(app);
    shutdown::join_threads();
    sentinel.close();
    failure.map_or(Ok(()), Err)
}

/// The details of winit about the display, with locations in its source, only go to the log.
fn no_window(error: &EventLoopError) -> anyhow::Error {
    tracing::debug!("{error}");
    let names = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"];
    let set = names.iter().filter_map(|name| {
        let value = env::var(name).ok().filter(|value| !value.is_empty())?;
        Some(format!("{name}={value}"))
    });
    let set: Vec<String> = set.collect();
    let reason = match set.as_slice() {
        _ if cfg!(any(windows, target_os = "macos")) => error.to_string(),
        [] => "there is no display; set DISPLAY or WAYLAND_DISPLAY".to_owned(),
        set => format!("cannot connect to the display {}", set.join(", ")),
    };
    anyhow!("cannot open a window: {reason}. `playground --help` lists the commands that need none")
}

/// Closes the window on Ctrl-C or a termination signal like its close button: it asks while captures are being saved,
/// and a running shader does not count as crashed. While the flag is true, a second signal ends the process.
fn quit_on_signal(proxy: EventLoopProxy<Event>) -> anyhow::Result<Arc<AtomicBool>> {
    let is_quitting = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_quitting);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) || proxy.send_event(Event::Quit).is_err() {
            std::process::exit(130);
        }
    })
    .context("cannot handle Ctrl-C")?;
    Ok(is_quitting)
}
