//! Measurements that evaluate a generator at positions of their own: rounding errors, gradient, periods, intermediate
//! values.
//!
//! The reference is the generator's twin in double precision. On an adapter without double precision the errors of
//! single precision are estimated, and a gradient cannot be checked; [`Analysis::notes`] has the reason.

mod expected_slope;
mod gradient;
mod period;
mod points;
mod precision;
mod trace;

use std::sync::Arc;

use crate::RenderSettings;
use crate::analysis::{Analysis, GradientCheck};
use crate::control::{HostInputs, Values};
use crate::generator::{Generator, Precision, Returns, ScheduleError};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointPipeline, PointsError};
use points::Points;
pub use precision::{FEW_DIGITS, OFFSETS};
pub use trace::{SampleSteps, SampleTracer, Step};

/// Reference with which the results of a generator in single precision are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Reference in double precision, the generator's twin, if the adapter supports that; otherwise an estimate.
    Best,
    /// Estimate of the rounding errors without a reference, from three evaluations in single precision, at positions
    /// that differ by one unit in the last place.
    Estimate,
}

/// Error of a measurement by [`measure`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum MeasureError {
    /// The shader of the generator does not compile, or the driver rejects it.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A loop of the shader exceeded its budget of iterations, or the GPU failed.
    #[error(transparent)]
    Points(#[from] PointsError),
    /// The passes of the generator cannot be scheduled with these control values.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// Measures rounding errors, gradient and period of a generator in a view, and stores the results in an analysis of its
/// field. Blocks until the GPU has finished.
///
/// # Errors
/// A loop of the shader exceeded its budget of iterations, or the GPU failed. A measurement that the generator does not
/// allow is no error: its result is `None`, with a note that gives the reason.
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
    let meter = ErrorMeter::new(gpu, generator, reference)?;
    let points = meter.points(gpu, values, settings)?;
    let why_not = meter.why_not.as_deref();
    precision::measure(&points, why_not, analysis)?;
    gradient::measure(&points, why_not, analysis)?;
    period::measure(&points, values, analysis)?;
    Ok(())
}

/// Meter of the rounding errors of one generator: the pipelines that measure them, for any values and views.
#[derive(Debug)]
pub struct ErrorMeter {
    generator: Arc<Generator>,
    single: PointPipeline,
    /// Pipeline of the generator's twin in double precision; `None` if there is no twin.
    double: Option<PointPipeline>,
    /// Reason why the generator has no twin in double precision; `None` if it has one.
    why_not: Option<String>,
}

/// Number of decimal digits that single precision leaves in a view of a generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DigitsLeft {
    /// Number of decimal digits that single precision leaves, as in [`Analysis::digits_left`].
    pub digits: f64,
    /// True if the number of digits is an estimate, since no twin in double precision could be evaluated.
    pub is_estimate: bool,
}

impl ErrorMeter {
    /// Builds the pipelines that measure the rounding errors of a generator.
    ///
    /// # Errors
    /// The generator is a grid program or does not compile, or the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        generator: &Arc<Generator>,
        reference: Reference,
    ) -> Result<Self, BuildError> {
        let (double, why_not) = twin(gpu, generator, reference)?;
        Ok(Self {
            generator: Arc::clone(generator),
            single: PointPipeline::new(gpu, generator, Precision::Single)?,
            double,
            why_not,
        })
    }

    /// Returns the decimal digits that single precision leaves in a view; `None` if no value is finite. Blocks until
    /// the GPU has finished.
    ///
    /// # Errors
    /// A loop of the shader exceeded its budget of iterations, or the GPU failed.
    pub fn digits_left(
        &self,
        gpu: &Gpu,
        values: &Values,
        settings: &RenderSettings,
    ) -> Result<Option<DigitsLeft>, MeasureError> {
        let digits = precision::digits_left(&self.points(gpu, values, settings)?)?;
        Ok(digits.map(|digits| DigitsLeft {
            digits,
            is_estimate: self.double.is_none(),
        }))
    }

    /// Checks the gradient that the generator returns in a view against its twin in double precision. Returns `None` if
    /// the generator returns no gradient, or has no twin. Blocks until the GPU has finished.
    ///
    /// # Errors
    /// A loop of the shader exceeded its budget of iterations, or the GPU failed.
    pub fn gradient(
        &self,
        gpu: &Gpu,
        values: &Values,
        settings: &RenderSettings,
    ) -> Result<Option<GradientCheck>, MeasureError> {
        if self.generator.returns != Returns::Gradient || self.double.is_none() {
            return Ok(None);
        }
        Ok(gradient::check(&self.points(gpu, values, settings)?)?)
    }

    fn points<'a>(
        &'a self,
        gpu: &'a Gpu,
        values: &Values,
        settings: &RenderSettings,
    ) -> Result<Points<'a>, ScheduleError> {
        let host = HostInputs {
            time: settings.time,
            ..HostInputs::default()
        };
        Ok(Points {
            gpu,
            generator: &self.generator,
            inputs: EvaluateInputs::new(&self.generator, values, settings.grid, settings.z, &host)?,
            single: &self.single,
            double: self.double.as_ref(),
            channel: settings.shading.channel,
        })
    }
}

/// Builds the pipeline of a generator's twin in double precision. Returns `None` and the reason if there is no twin.
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
