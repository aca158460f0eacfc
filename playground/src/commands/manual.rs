//! `playground help manual`: prints the folder of the manual.

use std::process::ExitCode;

use super::print;
use crate::documents::manual;
use crate::process::error::CommandError;

/// Prints the folder that has the manual, after writing it if necessary.
pub(crate) fn manual() -> Result<ExitCode, CommandError> {
    let folder = manual::write_out()?;
    print(&folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
