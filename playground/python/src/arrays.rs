//! Arrays of Python, and the functions of fields that need no generator.

use noise_playground::Field;
use noise_playground::analysis::{self, AnalysisSettings, SpectrumWindow, Trend};
use noise_playground::field::Channel;
use noise_playground::field::metrics::DifferenceMetrics;
use noise_playground::view::shading::ValueRange;
use numpy::{Element, PyArray1, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::Failure;
use crate::work;

/// Numbers of an array, in C order.
pub(crate) enum Numbers {
    Bytes(Vec<u8>),
    Single(Vec<f32>),
    Double(Vec<f64>),
}

impl Numbers {
    /// The array owns a copy of the numbers.
    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        fn array<'py, T: Element>(py: Python<'py>, numbers: &[T]) -> Bound<'py, PyAny> {
            PyArray1::from_slice(py, numbers).into_any()
        }
        match self {
            Self::Bytes(numbers) => array(py, &numbers),
            Self::Single(numbers) => array(py, &numbers),
            Self::Double(numbers) => array(py, &numbers),
        }
    }

    /// In single precision.
    pub(crate) fn rounded(self) -> Self {
        match self {
            Self::Double(numbers) => {
                Self::Single(numbers.into_iter().map(|number| number as f32).collect())
            }
            other => other,
        }
    }
}

/// An array of rows, columns and channels.
fn field(array: &PyReadonlyArray3<'_, f32>) -> PyResult<Field> {
    let &[height, width, channels] = array.as_array().shape() else {
        return Err(PyValueError::new_err("three dimensions are expected"));
    };
    Ok(Field {
        size: [width as u32, height as u32],
        channels: channels as u32,
        samples: array.as_slice()?.to_vec(),
    })
}

/// Statistics of a field as the JSON of `playground analyze --json`.
#[pyfunction]
#[pyo3(signature = (samples, span, *, channel, z_factor, window, tapers, detrend, fit, is_terrain))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn analyze(
    py: Python<'_>,
    samples: PyReadonlyArray3<'_, f32>,
    span: f64,
    channel: &str,
    z_factor: f64,
    window: &str,
    tapers: Option<u32>,
    detrend: &str,
    fit: Option<[f64; 2]>,
    is_terrain: bool,
) -> PyResult<String> {
    let field = field(&samples)?;
    let spacing = span / f64::from(field.size[0]);
    let settings = AnalysisSettings {
        channel: Channel::from_name(channel)
            .filter(|found| found.is_available(field.channels))
            .ok_or_else(|| Failure::Value(format!("channel: the field has no {channel:?}")))?,
        z_factor,
        window: match (window, tapers) {
            (_, Some(tapers)) => SpectrumWindow::Sine(tapers),
            ("hann", None) => SpectrumWindow::Hann,
            ("none", None) => SpectrumWindow::None,
            (other, None) => {
                return Err(PyValueError::new_err(format!(
                    "window {other:?} is neither hann nor none"
                )));
            }
        },
        trend: match detrend {
            "none" => Trend::None,
            "mean" => Trend::Mean,
            "plane" => Trend::Plane,
            other => {
                let text = format!("detrend {other:?} is none of none, mean, plane");
                return Err(PyValueError::new_err(text));
            }
        },
        fit,
        is_terrain,
        ..AnalysisSettings::from([spacing; 2])
    };
    work::run(py, move |_| {
        let analysis = analysis::analyze(&field, settings);
        serde_json::to_string(&analysis).map_err(|error| Failure::Internal(error.to_string()))
    })
}

/// RMSE, largest difference, PSNR and SSIM of the second field against the first, whose range is the peak.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    first: PyReadonlyArray3<'_, f32>,
    second: PyReadonlyArray3<'_, f32>,
) -> PyResult<(f64, f64, f64, f64)> {
    let (first, second) = (field(&first)?, field(&second)?);
    work::run(py, move |_| {
        let count = first.channels.min(second.channels);
        let channels = &Channel::ALL[..count as usize];
        let [low, high] =
            first.measured_range(Channel::X, ValueRange::Full.rule().unwrap_or_default());
        let peak = f64::from(high - low);
        let metrics = DifferenceMetrics::new(&first, &second, channels, peak);
        let found = metrics.map_err(|error| Failure::Value(error.to_string()))?;
        Ok((found.rmse, found.max, found.psnr, found.ssim))
    })
}
