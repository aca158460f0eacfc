//! `playground completions`: prints tab completion scripts for shells.

use std::process::ExitCode;

use clap::CommandFactory as _;

use super::print;
use crate::args::{Arguments, CompletionsArgs};
use crate::process::error::CommandError;

pub(crate) fn completions(arguments: &CompletionsArgs) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "playground", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}
