//! `playground completions`: a shell's completion script.

use std::process::ExitCode;

use clap::CommandFactory as _;

use super::print;
use crate::args::{Arguments, Completions};
use crate::process::error::CommandError;

/// Prints the script.
pub(crate) fn completions(arguments: &Completions) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "playground", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}
