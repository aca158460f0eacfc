//! Why a command ends without its result, and the exit code for it.

use std::process::ExitCode;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::ScheduleError;
use noise_playground::gpu::{BuildError, GpuError};

use crate::process::log::say;

/// A command that failed. Everything is said on stderr.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The shaders are wrong: exit code 1.
    Shader(Vec<Diagnostic>),
    /// The call or the machine is wrong: exit code 2.
    Call(anyhow::Error),
}

impl Failure {
    /// Says why, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Shader(diagnostics) => {
                for diagnostic in diagnostics {
                    say(&diagnostic.human());
                }
                ExitCode::from(1)
            }
            Self::Call(error) => {
                say(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
        }
    }

    /// Why, on one line.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Shader(diagnostics) => diagnostics
                .first()
                .map_or_else(String::new, Diagnostic::short),
            Self::Call(error) => format!("{error:#}"),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Call(error)
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        Self::Call(error.into())
    }
}

impl From<ScheduleError> for Failure {
    fn from(error: ScheduleError) -> Self {
        Self::Call(error.into())
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Shader(diagnostic) => Self::Shader(vec![*diagnostic]),
            BuildError::Gpu(error) => error.into(),
        }
    }
}
