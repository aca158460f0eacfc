//! `playground new`: creates a folder with copies of the built-in shaders.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::documents::builtin;
use crate::process::error::CommandError;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Folder to create; an empty one may exist. Its parent must exist, and no file is overwritten.
    pub(crate) dir: PathBuf,
}

pub(crate) fn new(arguments: &NewArgs) -> Result<ExitCode, CommandError> {
    let count = builtin::write_out(&arguments.dir)?;
    tracing::info!("wrote {count} files");
    Ok(ExitCode::SUCCESS)
}
