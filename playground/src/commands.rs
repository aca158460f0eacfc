//! The subcommands: what the window does, without one.

mod bench;
pub(crate) mod captured;
mod check;
mod compare;
mod completions;
mod list;
mod new;
mod options;
mod params;
mod render;
mod sweep;

use std::io::{self, Write as _};

pub(crate) use bench::bench;
pub(crate) use check::check;
pub(crate) use compare::compare;
pub(crate) use completions::completions;
pub(crate) use list::list;
pub(crate) use new::new;
pub(crate) use params::params;
pub(crate) use render::render;
pub(crate) use sweep::sweep;

use crate::process::error::CommandError;

/// Prints a result. A reader that went away (`| head`) is no failure.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::Usage(error.into()))
        }
        _ => Ok(()),
    }
}

/// Prints a result as JSON.
fn print_json(value: &serde_json::Value) -> Result<(), CommandError> {
    print(&serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?)
}
