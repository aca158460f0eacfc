//! Error of a command, which decides the exit code.

use std::io;
use std::process::ExitCode;

use noise_playground::capture::{CaptureError, DataFileError, InvalidManifest};
use noise_playground::field::files::FieldFileError;
use noise_playground::field::metrics::SizeMismatch;
use noise_playground::generator::{FindError, ScheduleError};
use noise_playground::gpu::measure::MeasureError;
use noise_playground::gpu::{BuildError, GpuError, PointsError, TraceError};
use noise_playground::render::RenderError;
use noise_playground::subject::comparison::ComparisonError;
use noise_playground::subject::sweep::SweepError;
use noise_playground::view::space::mesh::MeshError;
use noise_playground::wgsl::diagnostic::Diagnostic;

use crate::process::log::print_stderr;

#[derive(Debug)]
pub(crate) enum CommandError {
    /// Exit code 1.
    Shader(Vec<Diagnostic>),
    /// Invalid arguments, an unreadable file or a failing device; exit code 2.
    Usage(anyhow::Error),
}

impl CommandError {
    /// Prints on stderr.
    pub(crate) fn print(&self) -> ExitCode {
        match self {
            Self::Shader(diagnostics) => {
                for diagnostic in diagnostics {
                    print_stderr(&diagnostic.human());
                }
                ExitCode::from(1)
            }
            Self::Usage(error) => {
                print_stderr(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
        }
    }

    /// Returns the first error of several diagnostics.
    pub(crate) fn one_line(&self) -> String {
        match self {
            Self::Shader(diagnostics) => {
                let error = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
                error.map_or_else(String::new, Diagnostic::short)
            }
            Self::Usage(error) => format!("{error:#}"),
        }
    }
}

/// Errors that always mean exit code 2.
macro_rules! usage_errors {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for CommandError {
            fn from(error: $error) -> Self {
                Self::Usage(error.into())
            }
        }
    )*};
}

usage_errors![
    anyhow::Error,
    io::Error,
    serde_json::Error,
    CaptureError,
    DataFileError,
    ComparisonError,
    FieldFileError,
    GpuError,
    InvalidManifest,
    MeshError,
    ScheduleError,
    SizeMismatch,
    SweepError,
];

impl From<FindError> for CommandError {
    fn from(error: FindError) -> Self {
        match error {
            FindError::Invalid(diagnostics) => Self::Shader(diagnostics),
            FindError::Missing(_) => Self::Usage(error.into()),
        }
    }
}

impl From<PointsError> for CommandError {
    fn from(error: PointsError) -> Self {
        RenderError::from(error).into()
    }
}

impl From<TraceError> for CommandError {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::Points(error) => error.into(),
            TraceError::UnknownPass(_)
            | TraceError::Outside { .. }
            | TraceError::NotWritten { .. } => Self::Usage(error.into()),
        }
    }
}

impl From<MeasureError> for CommandError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::NoDerivative(reason) => {
                Self::Usage(anyhow::anyhow!("--sensitivity: {reason}"))
            }
            other => RenderError::from(other).into(),
        }
    }
}

impl From<RenderError> for CommandError {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Shader(diagnostic) => Self::Shader(vec![*diagnostic]),
            other => Self::Usage(other.into()),
        }
    }
}

impl From<BuildError> for CommandError {
    fn from(error: BuildError) -> Self {
        RenderError::from(error).into()
    }
}
