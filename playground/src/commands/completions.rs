//! `playground completions`: prints tab completion scripts for shells.

use std::process::ExitCode;

use clap::{Args, CommandFactory as _};

use super::{Arguments, print};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell or zsh.
    pub(crate) shell: clap_complete::Shell,
}

pub(crate) fn completions(arguments: &CompletionsArgs) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "playground", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}
