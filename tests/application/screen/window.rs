//! The application's window as a child process, the shaders that tests save for it, and the colors of their pictures.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempDir};

use super::{Pixel, Screen, TIMEOUT};

/// Pixel in the center of the window, which is inside the picture whatever panels are open.
pub(crate) const CENTER: (usize, usize) = (640, 400);

pub(crate) const RED: &str = "fn color(p: vec2f) -> vec4f { return vec4f(0.9, 0.1, 0.1, 1.0); }\n";
pub(crate) const BLUE: &str = "fn color(p: vec2f) -> vec4f { return vec4f(0.1, 0.1, 0.9, 1.0); }\n";
pub(crate) const BROKEN: &str =
    "fn color(p: vec2f) -> vec4f { return vec4f(0.1, 0.1, 0.9 1.0); }\n";

pub(crate) const ENDLESS: &str =
    "fn color(p: vec2f) -> vec4f { var c = vec4f(); while c.x < 2.0 { c.x *= 0.5; } return c; }\n";

/// A running window of the application. Dropping it kills the process.
pub(crate) struct Window {
    pub(crate) child: Child,
    /// The program's log, with each frame and each message.
    pub(crate) log: NamedTempFile,
    /// Number of bytes of the log up to the last event that a test has waited for.
    pub(crate) seen: Cell<usize>,
    /// Temporary directory of the saved sessions, removed with the window; `None` if the test owns the directory.
    pub(crate) state: Option<TempDir>,
}

impl Window {
    /// Starts the window with a shader folder and without a saved session.
    pub(crate) fn open(screen: &Screen, folder: &Path) -> Self {
        let state = tempfile::tempdir().unwrap();
        let mut window = Self::reopen(screen, folder, state.path());
        window.state = Some(state);
        window
    }

    /// Starts the window with a shader folder, without a saved session, and with the swapchain that hardware adapters
    /// have, in place of memory shared with the window system.
    #[cfg(debug_assertions)]
    pub(crate) fn open_with_swapchain(screen: &Screen, folder: &Path) -> Self {
        let state = tempfile::tempdir().unwrap();
        let mut command = Self::command(screen, folder, state.path());
        let mut window = Self::start(command.env("PLAYGROUND_SWAPCHAIN", "1"));
        window.state = Some(state);
        window
    }

    /// Starts the window with a shader folder and the sessions saved in the directory `state`.
    pub(crate) fn reopen(screen: &Screen, folder: &Path, state: &Path) -> Self {
        Self::start(&mut Self::command(screen, folder, state))
    }

    pub(crate) fn start(command: &mut Command) -> Self {
        let log = NamedTempFile::new().unwrap();
        let command = command.env("RUST_LOG", "playground=trace");
        Self {
            child: command.stderr(log.reopen().unwrap()).spawn().unwrap(),
            log,
            seen: Cell::default(),
            state: None,
        }
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Waits for a text in the log, after those that earlier calls have waited for.
    pub(crate) fn wait_for(&self, event: &str) {
        let start = Instant::now();
        loop {
            let log = self.log();
            if let Some(at) = log[self.seen.get()..].find(event) {
                return self.seen.set(self.seen.get() + at + event.len());
            }
            assert!(start.elapsed() < TIMEOUT, "no {event:?}: {log}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for a text in the log and for a frame that is presented after it.
    pub(crate) fn wait_for_frame_with(&self, event: &str) {
        self.wait_for(event);
        self.wait_for("frame interval");
    }

    /// Returns the command that starts the window with a shader folder.
    pub(crate) fn command(screen: &Screen, folder: &Path, state: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_playground"));
        command
            .arg(folder)
            .current_dir(state)
            .env("DISPLAY", screen.display())
            .env("XDG_RUNTIME_DIR", folder)
            .env("XDG_STATE_HOME", state)
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null());
        command
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn signal(&self, name: &str) {
        let status =
            Command::new("kill").args([format!("-{name}"), self.child.id().to_string()]).status();
        assert!(status.unwrap().success(), "{name}");
    }

    /// Returns the anonymous memory that the process uses, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("RssAnon:"));
        let words: Vec<&str> = line.unwrap().split_whitespace().collect();
        words[1].parse().unwrap()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn reddish([red, _, blue]: Pixel) -> bool {
    red > blue.saturating_add(80)
}

pub(crate) fn bluish([red, _, blue]: Pixel) -> bool {
    blue > red.saturating_add(80)
}
