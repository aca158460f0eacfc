//! `playground new`: a starter folder.

use std::process::ExitCode;

use crate::args::New;
use crate::documents::builtin;
use crate::process::error::CommandError;

/// Writes the shipped shaders out.
pub(crate) fn new(arguments: &New) -> Result<ExitCode, CommandError> {
    let count = builtin::write_out(&arguments.dir)?;
    tracing::info!("wrote {count} files");
    Ok(ExitCode::SUCCESS)
}
