//! What the program says of itself on stderr, beside errors.

use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::args::Global;

/// Shows warnings of our own; with `-v` what is done, with `--quiet` nothing. `RUST_LOG` has the last word.
/// Gives what is said as lines where `keeps` asks for them, for the window.
pub(crate) fn install(global: &Global, keeps: bool) -> LogBuffer {
    let level = match (global.quiet, global.verbose) {
        (true, _) => "off",
        (_, 0) => "error,playground=warn,noise_playground=warn",
        (_, 1) => "error,playground=info,noise_playground=info",
        _ => "info,playground=debug,noise_playground=debug",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .with_filter(filter);
    let kept = EnvFilter::new("playground=info,noise_playground=info");
    let recent = LogBuffer::default();
    let keeper = tracing_subscriber::fmt::layer()
        .with_writer(recent.clone())
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .with_filter(kept);
    tracing_subscriber::registry()
        .with(lines)
        .with(keeps.then_some(keeper))
        .init();
    recent
}

/// What has been said and not been taken yet, for the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogBuffer(Arc<Mutex<Vec<u8>>>);

/// What is kept of it while nobody takes it.
const MOST_BYTES: usize = 64 << 10;

impl LogBuffer {
    /// The lines since the last call.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::mem::take(&mut *bytes);
        let text = String::from_utf8_lossy(&text);
        text.lines().map(|line| line.trim().to_owned()).collect()
    }
}

impl MakeWriter<'_> for LogBuffer {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Write for LogBuffer {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.len() < MOST_BYTES {
            bytes.extend_from_slice(text);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says something on stderr. Where that is closed or full, nobody listens, and that is no fault.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_once() {
        let recent = LogBuffer::default();
        recent
            .make_writer()
            .write_all(b" WARN one\n INFO two\n")
            .unwrap();
        assert_eq!(recent.take(), ["WARN one", "INFO two"]);
        assert_eq!(recent.take(), [""; 0]);
    }
}
