//! Why a command ends without its result, and the exit code for it.

use std::process::ExitCode;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::ScheduleError;
use noise_playground::gpu::{BuildError, GpuError};

use crate::process::log::say;

/// A command that failed. Everything is said on stderr.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The shaders are wrong: exit code 1.
    Shader(Vec<Diagnostic>),
    /// The call or the machine is wrong: exit code 2.
    Usage(anyhow::Error),
}

impl CommandError {
    /// Says why, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Shader(diagnostics) => {
                for diagnostic in diagnostics {
                    say(&diagnostic.human());
                }
                ExitCode::from(1)
            }
            Self::Usage(error) => {
                say(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
        }
    }

    /// Why, on one line.
    pub(crate) fn one_line(&self) -> String {
        match self {
            Self::Shader(diagnostics) => diagnostics
                .first()
                .map_or_else(String::new, Diagnostic::short),
            Self::Usage(error) => format!("{error:#}"),
        }
    }
}

impl From<anyhow::Error> for CommandError {
    fn from(error: anyhow::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<GpuError> for CommandError {
    fn from(error: GpuError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<ScheduleError> for CommandError {
    fn from(error: ScheduleError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<BuildError> for CommandError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Shader(diagnostic) => Self::Shader(vec![*diagnostic]),
            BuildError::Gpu(error) => error.into(),
        }
    }
}
