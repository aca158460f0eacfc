//! What the program says of itself on stderr, beside errors.

use std::io::{self, IsTerminal as _, Write as _};

use tracing_subscriber::EnvFilter;

use crate::args::Global;

/// Shows warnings of our own; with `-v` what is done, with `--quiet` nothing. `RUST_LOG` has the last word.
pub(crate) fn install(global: &Global) {
    let level = match (global.quiet, global.verbose) {
        (true, _) => "off",
        (_, 0) => "error,playground=warn,noise_playground=warn",
        (_, 1) => "error,playground=info,noise_playground=info",
        _ => "info,playground=debug,noise_playground=debug",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .init();
}

/// Says something on stderr. Where that is closed or full, nobody listens, and that is no fault.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
