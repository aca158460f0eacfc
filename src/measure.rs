//! Measurements that evaluate a generator at points of their own: precision, gradient, periods.
//!
//! The reference is the generator's twin in double precision. On an adapter without double precision the errors of
//! single precision are estimated, and a gradient cannot be checked; [`Analysis::notes`] tells.

mod gradient;
mod period;
mod points;
mod precision;

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::capture::RenderSettings;
use crate::control::{HostInputs, Values};
use crate::generator::{Generator, Precision, ScheduleError};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointPipeline, PointsError};
use points::Points;
pub use precision::{FEW_DIGITS, OFFSETS};

/// The reference that errors are measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The twin, if the adapter supports double precision; otherwise an estimate.
    Best,
    /// An estimate from three evaluations in single precision, at positions that differ by one unit of the last place.
    Estimate,
}

/// An error of [`measure`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum MeasureError {
    /// The generator does not compile, or the driver rejects it.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A loop exceeded its budget, or the device failed.
    #[error(transparent)]
    Points(#[from] PointsError),
    /// The values do not fit the generator.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// Measures precision, gradient and period of a generator in a view, and stores them in an analysis of its field.
/// Blocks until the GPU has finished.
///
/// # Errors
/// A loop exceeded its budget, or the device failed. What a generator does not have is `None` with a note instead.
pub fn measure(
    gpu: &Gpu,
    (generator, values): (&Arc<Generator>, &Values),
    settings: &RenderSettings,
    reference: Reference,
    analysis: &mut Analysis,
) -> Result<(), MeasureError> {
    if generator.program.is_some() {
        let reason = "a grid program is not a function of a position";
        for member in ["gradient", "precision", "digits_left", "period"] {
            analysis.note(member, reason);
        }
        return Ok(());
    }
    let (double, why_not) = twin(gpu, generator, reference)?;
    let host = HostInputs {
        time: settings.time,
        ..HostInputs::default()
    };
    let points = Points {
        gpu,
        generator,
        inputs: EvaluateInputs::new(generator, values, settings.grid, settings.z, &host)?,
        single: PointPipeline::new(gpu, generator, Precision::Single)?,
        double,
        channel: settings.shading.channel,
    };
    let why_not = why_not.as_deref();
    precision::measure(&points, why_not, analysis)?;
    gradient::measure(&points, why_not, analysis)?;
    period::measure(&points, values, analysis)?;
    Ok(())
}

/// Builds the twin of a generator. Returns the reason if there is none.
fn twin(
    gpu: &Gpu,
    generator: &Arc<Generator>,
    reference: Reference,
) -> Result<(Option<PointPipeline>, Option<String>), BuildError> {
    if reference == Reference::Estimate {
        return Ok((None, Some("it was not requested".to_owned())));
    }
    if !gpu.supports_f64() {
        return Ok((None, Some("this adapter has none".to_owned())));
    }
    match PointPipeline::new(gpu, generator, Precision::Double) {
        Ok(pipeline) => Ok((Some(pipeline), None)),
        Err(BuildError::Shader(diagnostic)) => Ok((None, Some(diagnostic.short()))),
        Err(error @ BuildError::Gpu(_)) => Err(error),
    }
}
