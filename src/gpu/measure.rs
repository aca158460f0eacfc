//! Measurements at positions of their own: rounding errors, gradient, periods, effects of controls, taps.
//!
//! The reference is the generator's twin in double precision. On an adapter without it the errors of single precision
//! are estimated, and a gradient cannot be checked; [`Analysis::notes`](crate::analysis::Analysis::notes) has the reason.

mod effect;
mod expected_slope;
mod gradient;
mod kinks;
mod measures;
mod period;
mod points;
mod precision;
mod trace;

use std::sync::Arc;

use crate::analysis::{GradientCheck, MEASURED};
use crate::field::{Channel, Returns};
use crate::generator::control::HostInputs;
use crate::generator::{Derivative, Generator, Precision, ScheduleError, derive};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointPipeline, PointsError};
use crate::subject::Subject;
pub use effect::{ControlEffect, EffectMeter};
pub use measures::GeneratorMeasures;
use points::Points;
pub use precision::{FEW_DIGITS, OFFSETS};
pub use trace::{SampleSteps, SampleTracer, Step, TraceOptions};

/// Reference for the results in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The twin, if the adapter supports that; otherwise an estimate.
    Best,
    /// Estimate from three evaluations in single precision, at positions that differ by one unit in the last place.
    Estimate,
}

/// Error of [`measure`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum MeasureError {
    /// The shader does not compile, or the driver rejects it.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A loop exceeded its budget, or the GPU failed.
    #[error(transparent)]
    Points(#[from] PointsError),
    /// No control has a derivative, for this reason.
    #[error("{0}")]
    NoDerivative(String),
    /// The passes cannot be scheduled with these values.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// Measures rounding errors, gradient and period in a view, for the analysis of its field. Blocks.
///
/// # Errors
/// A loop exceeded its budget, or the GPU failed. A measurement that the generator does not allow is no error: its
/// result is `None`, with a note that gives the reason.
pub fn measure(
    gpu: &Gpu,
    subject: &Subject,
    reference: Reference,
) -> Result<GeneratorMeasures, MeasureError> {
    GeneratorMeter::new(gpu, subject, reference)?.measure(gpu, subject)
}

/// The pipelines of [`measure`], which can run on another thread while the field is evaluated and analyzed.
#[derive(Debug)]
pub struct GeneratorMeter {
    /// `None` for a grid program.
    values: Option<ErrorMeter>,
    /// Of the exact gradient; the reason if there is none.
    derivatives: Result<ErrorMeter, String>,
}

impl GeneratorMeter {
    /// Builds the pipelines for a generator and the channel of its view.
    ///
    /// # Errors
    /// The generator does not compile, or the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        Subject { generator, settings, .. }: &Subject,
        reference: Reference,
    ) -> Result<Self, MeasureError> {
        if generator.program.is_some() {
            return Ok(Self { values: None, derivatives: Err(String::new()) });
        }
        let derived = derive(generator, &Derivative::Gradient, settings.shading.channel);
        Ok(Self {
            values: Some(ErrorMeter::new(gpu, generator, reference)?),
            derivatives: match derived {
                Ok(derived) => Ok(ErrorMeter::new(gpu, &derived.into(), reference)?),
                Err(error) => Err(error.to_string()),
            },
        })
    }

    /// Measures a view of the generator. Blocks.
    ///
    /// # Errors
    /// As for [`measure()`].
    pub fn measure(&self, gpu: &Gpu, subject: &Subject) -> Result<GeneratorMeasures, MeasureError> {
        let mut measures = GeneratorMeasures::default();
        let Some(meter) = &self.values else {
            let reason = "a grid program is not a function of a position";
            for member in MEASURED {
                measures.note(member, reason);
            }
            return Ok(measures);
        };
        let points = meter.points(gpu, subject)?;
        let why_not = meter.why_not.as_deref();
        let members = ["precision", "digits_left"];
        (measures.precision, measures.digits_left) =
            precision::measure(&points, &[points.channel], members, why_not, &mut measures)?;
        match why_not {
            None => measures.jumps = Some(kinks::find_jumps(&points)?),
            Some(why_not) => measures.note("jumps", format!("no double precision: {why_not}")),
        }
        self.measure_derivatives(gpu, subject, &mut measures)?;
        gradient::measure(&points, why_not, &mut measures)?;
        period::measure(&points, &subject.values, &mut measures)?;
        Ok(measures)
    }

    fn measure_derivatives(
        &self,
        gpu: &Gpu,
        subject: &Subject,
        measures: &mut GeneratorMeasures,
    ) -> Result<(), MeasureError> {
        match &self.derivatives {
            Ok(meter) => {
                let generator = Arc::clone(&meter.generator);
                let points = meter.points(gpu, &Subject { generator, ..subject.clone() })?;
                let channels = [Channel::X, Channel::Y, Channel::Z];
                let channels = &channels[..points.generator.channels as usize];
                let members = ["gradient_precision", "gradient_digits_left"];
                let why_not = meter.why_not.as_deref();
                (measures.gradient_precision, measures.gradient_digits_left) =
                    precision::measure(&points, channels, members, why_not, measures)?;
                match &meter.why_not {
                    None => measures.kinks = Some(kinks::find_kinks(&points)?),
                    Some(why_not) => {
                        measures.note("kinks", format!("no double precision: {why_not}"));
                    }
                }
            }
            Err(reason) => {
                for member in ["gradient_precision", "gradient_digits_left", "kinks"] {
                    measures.note(member, reason.as_str());
                }
            }
        }
        Ok(())
    }
}

/// Measures the rounding errors of one generator, for any values and views.
#[derive(Debug)]
pub struct ErrorMeter {
    generator: Arc<Generator>,
    single: PointPipeline,
    double: Option<PointPipeline>,
    why_not: Option<String>,
    /// Exact gradient in double precision; `None` if the generator returns none to check or is not differentiable.
    gradient: Option<PointPipeline>,
}

/// Decimal digits that single precision leaves in a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DigitsLeft {
    /// As in [`Analysis::digits_left`](crate::analysis::Analysis::digits_left).
    pub digits: f64,
    /// True for an estimate, since no twin could be evaluated.
    pub is_estimate: bool,
}

impl ErrorMeter {
    /// Builds the pipelines.
    ///
    /// # Errors
    /// The generator is a grid program or does not compile, or the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        generator: &Arc<Generator>,
        reference: Reference,
    ) -> Result<Self, BuildError> {
        let (double, why_not) = twin(gpu, generator, reference)?;
        let is_checked = double.is_some() && generator.returns == Returns::Gradient;
        let gradient = is_checked.then(|| exact_gradient(gpu, generator)).transpose()?;
        Ok(Self {
            gradient: gradient.flatten(),
            generator: Arc::clone(generator),
            single: PointPipeline::new(gpu, generator, Precision::Single)?,
            double,
            why_not,
        })
    }

    /// Measures the view of a subject with this generator, and blocks; `None` if no value is finite.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the GPU failed.
    pub fn digits_left(
        &self,
        gpu: &Gpu,
        subject: &Subject,
    ) -> Result<Option<DigitsLeft>, MeasureError> {
        let digits = {
            let points = self.points(gpu, subject)?;
            precision::digits_left(&points, &[points.channel])?
        };
        Ok(digits.map(|digits| DigitsLeft { digits, is_estimate: self.double.is_none() }))
    }

    /// Checks the returned gradient in a view against the twin, and blocks; `None` without gradient or twin.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the GPU failed.
    pub fn gradient(
        &self,
        gpu: &Gpu,
        subject: &Subject,
    ) -> Result<Option<GradientCheck>, MeasureError> {
        if self.generator.returns != Returns::Gradient || self.double.is_none() {
            return Ok(None);
        }
        Ok(gradient::check(&self.points(gpu, subject)?)?)
    }

    fn points<'a>(
        &'a self,
        gpu: &'a Gpu,
        Subject { values, settings, .. }: &Subject,
    ) -> Result<Points<'a>, ScheduleError> {
        let host = HostInputs { time: settings.time, ..HostInputs::default() };
        Ok(Points {
            gpu,
            generator: &self.generator,
            inputs: EvaluateInputs::new(&self.generator, values, settings.grid, settings.z, &host)?,
            single: &self.single,
            double: self.double.as_ref(),
            gradient: self.gradient.as_ref(),
            channel: settings.shading.channel,
        })
    }
}

fn exact_gradient(
    gpu: &Gpu,
    generator: &Arc<Generator>,
) -> Result<Option<PointPipeline>, BuildError> {
    let Ok(derived) = derive(generator, &Derivative::Gradient, Channel::X) else {
        return Ok(None);
    };
    match PointPipeline::new(gpu, &Arc::new(derived), Precision::Double) {
        Ok(pipeline) => Ok(Some(pipeline)),
        Err(BuildError::Shader(_)) => Ok(None),
        Err(error @ BuildError::Gpu(_)) => Err(error),
    }
}

/// Returns the reason if there is no twin.
fn twin(
    gpu: &Gpu,
    generator: &Arc<Generator>,
    reference: Reference,
) -> Result<(Option<PointPipeline>, Option<String>), BuildError> {
    if reference == Reference::Estimate {
        return Ok((None, Some("it was not requested".to_owned())));
    }
    if let Err(reason) = gpu.check_f64() {
        return Ok((None, Some(reason)));
    }
    match PointPipeline::new(gpu, generator, Precision::Double) {
        Ok(pipeline) => Ok((Some(pipeline), None)),
        Err(BuildError::Shader(diagnostic)) => Ok((None, Some(diagnostic.short()))),
        Err(error @ BuildError::Gpu(_)) => Err(error),
    }
}
