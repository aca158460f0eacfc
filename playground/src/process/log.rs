//! The log, on stderr and in the window's message log.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Mutex, PoisonError};

use noise_playground::printable;
use tracing::field::Field;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::fmt::{FormatFields, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::args::Global;

/// Prints warnings on stderr, and from which folder imports start; more with `-v`, nothing with `--quiet`; `RUST_LOG`
/// takes precedence. If `for_window`, the buffer receives lines of level info and above.
pub(crate) fn install(global: &Global, for_window: bool) -> LogBuffer {
    let level = match (global.quiet, global.verbose) {
        (true, _) => "off",
        (_, 0) => "error,playground=warn,noise_playground=warn,playground::documents::folder=info",
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
        .fmt_fields(escaped_fields())
        .with_filter(filter);
    let buffer_filter = EnvFilter::new("playground=info,noise_playground=info");
    let buffer = LogBuffer::default();
    let buffered = tracing_subscriber::fmt::layer()
        .with_writer(buffer.clone())
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .with_filter(buffer_filter);
    tracing_subscriber::registry().with(lines).with(for_window.then_some(buffered)).init();
    buffer
}

/// Without `-v` or `RUST_LOG`, stderr gets nothing, since editors show it as errors. `file` gets level debug and above.
pub(crate) fn install_for_server(global: &Global, file: Option<File>) -> LogBuffer {
    let level = match global.verbose {
        0 => "off",
        1 => "error,playground=info,noise_playground=info",
        _ => "info,playground=debug,noise_playground=debug",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false)
        .log_internal_errors(false)
        .fmt_fields(escaped_fields())
        .with_filter(filter);
    let to_file = file.map(|file| {
        tracing_subscriber::fmt::layer()
            .with_writer(Arc::new(file))
            .with_ansi(false)
            .log_internal_errors(false)
            .with_filter(EnvFilter::new("playground=debug,noise_playground=debug"))
    });
    tracing_subscriber::registry().with(lines).with(to_file).init();
    LogBuffer::default()
}

/// Lines that are not in the message log yet. Clones share one buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogBuffer(Arc<Mutex<Vec<u8>>>);

/// In bytes; further lines are dropped.
const MAX_BYTES: usize = 64 << 10;

impl LogBuffer {
    pub(crate) fn drain(&self) -> Vec<String> {
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
        if bytes.len() < MAX_BYTES {
            bytes.extend_from_slice(text);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Escapes control characters. Ignores failures, as of a closed stderr or a full disk.
pub(crate) fn print_stderr(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(text));
}

/// Writes message and values of an event with control characters escaped.
fn escaped_fields() -> impl for<'writer> FormatFields<'writer> + 'static {
    let write = |writer: &mut Writer<'_>, field: &Field, value: &dyn Debug| {
        let text = match field.name() {
            "message" => format!("{value:?}"),
            name => format!("{name}={value:?}"),
        };
        writer.write_str(&printable(&text))
    };
    debug_fn(write).delimited(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffered_lines_are_drained_once() {
        let buffer = LogBuffer::default();
        buffer.make_writer().write_all(b" WARN one\n INFO two\n").unwrap();
        assert_eq!(buffer.drain(), ["WARN one", "INFO two"]);
        assert_eq!(buffer.drain(), [""; 0]);
    }
}
