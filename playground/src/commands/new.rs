//! `playground new`: creates a folder with copies of the built-in shaders.

use std::process::ExitCode;

use crate::args::NewArgs;
use crate::documents::builtin;
use crate::process::error::CommandError;

pub(crate) fn new(arguments: &NewArgs) -> Result<ExitCode, CommandError> {
    let count = builtin::write_out(&arguments.dir)?;
    tracing::info!("wrote {count} files");
    Ok(ExitCode::SUCCESS)
}
