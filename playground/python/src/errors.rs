//! Errors of the library as exceptions of Python.

use std::io;

use noise_playground::capture::CaptureError;
use noise_playground::generator::FindError;
use noise_playground::generator::control::SettingError;
use noise_playground::gpu::GpuError;
use noise_playground::wgsl::diagnostic::Diagnostic;
use noise_playground::{OpenError, RenderError};
use pyo3::create_exception;
use pyo3::exceptions::{
    PyFileNotFoundError, PyKeyError, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError,
    PyValueError,
};
use pyo3::prelude::*;

create_exception!(
    noise_playground,
    ShaderError,
    PyValueError,
    "A shader has errors. `diagnostics` lists them as dictionaries, as `playground check --json` does."
);
create_exception!(
    noise_playground,
    DeviceError,
    PyRuntimeError,
    "There is no graphics device, it failed, or it cannot run a shader."
);

/// Of a text that has no file. Manifests need the extension, `shown` has none.
pub(crate) const TEXT: &str = "<source>.wgsl";

/// Advice to users without a graphics adapter.
const DRIVERS: &str =
    "install a Vulkan driver; on Linux mesa-vulkan-drivers has one that needs no graphics card";

/// Returns an address or a path as users read it.
pub(crate) fn shown(name: &str) -> String {
    name.replace(TEXT, "<source>")
}

/// Reason why a call has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// All diagnostics of the files, warnings included.
    Shader(Vec<Diagnostic>),
    Device(String),
    Memory(String),
    Value(String),
    /// An unknown name of an argument.
    Type(String),
    NoFile(String),
    /// No such name in a file or folder.
    NoName(String),
    Io(String),
    Runtime(&'static str),
    /// The message of a panic.
    Internal(String),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Shader(diagnostics) => shader_error(&diagnostics),
            Failure::Device(text) => DeviceError::new_err(text),
            Failure::Memory(text) => PyMemoryError::new_err(text),
            Failure::Value(text) => PyValueError::new_err(text),
            Failure::Type(text) => PyTypeError::new_err(text),
            Failure::NoFile(text) => PyFileNotFoundError::new_err(text),
            Failure::NoName(text) => PyKeyError::new_err(text),
            Failure::Io(text) => PyOSError::new_err(text),
            Failure::Runtime(text) => PyRuntimeError::new_err(text),
            Failure::Internal(text) => PyRuntimeError::new_err(format!("internal error: {text}")),
        }
    }
}

/// The text has the errors only.
fn shader_error(diagnostics: &[Diagnostic]) -> PyErr {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let text = errors.map(Diagnostic::human).collect::<Vec<_>>().join("\n\n");
    let text = shown(&text);
    Python::attach(|py| {
        let error = ShaderError::new_err(text);
        match list(py, diagnostics).and_then(|list| error.value(py).setattr("diagnostics", list)) {
            Ok(()) => error,
            Err(other) => other,
        }
    })
}

/// Dictionaries as in `check --json`.
pub(crate) fn list<'py>(
    py: Python<'py>,
    diagnostics: &[Diagnostic],
) -> PyResult<Bound<'py, PyAny>> {
    let found: Vec<_> = diagnostics.iter().map(Diagnostic::json).collect();
    let text =
        serde_json::to_string(&found).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (shown(&text),))
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Gpu(error) => error.into(),
            RenderError::Shader(diagnostic) => (*diagnostic).into(),
            RenderError::Setting(error) => error.into(),
            RenderError::Capture(error) => error.into(),
            RenderError::Encoder => Self::Internal(error.to_string()),
            RenderError::Derive(_)
            | RenderError::Schedule(_)
            | RenderError::NoCamera(_)
            | RenderError::Empty(_)
            | RenderError::Canceled => Self::Value(error.to_string()),
        }
    }
}

impl From<Diagnostic> for Failure {
    /// What ends on the device is not a fault of the text alone: a loop that does not end, doubles that are missing.
    fn from(diagnostic: Diagnostic) -> Self {
        let is_of_device = diagnostic.code() == "loop-budget"
            || diagnostic.message.starts_with("no double precision");
        if is_of_device {
            Self::Device(shown(&diagnostic.human()))
        } else {
            Self::Shader(vec![diagnostic])
        }
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        let text = error.to_string();
        match error {
            GpuError::NoAdapter => Self::Device(format!("{text}; {DRIVERS}")),
            GpuError::OutOfMemory { .. } | GpuError::GridExceedsMemory { .. } => Self::Memory(text),
            _ => Self::Device(text),
        }
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Self {
        if error.is_unknown() {
            Self::Type(error.to_string())
        } else {
            Self::Value(error.to_string())
        }
    }
}

impl From<CaptureError> for Failure {
    fn from(error: CaptureError) -> Self {
        Self::Io(error.to_string())
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Self {
        match error {
            FindError::Invalid(diagnostics) => Self::Shader(diagnostics),
            FindError::Missing(text) => Self::NoName(text),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Generator(error) => error.into(),
            other => Self::Value(other.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error.to_string())
    }
}
