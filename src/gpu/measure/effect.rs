//! Effects of the controls on a view: how far each moves the values, by the exact derivatives.

use std::sync::{Arc, OnceLock};

use super::MeasureError;
use super::points::in_view;
use crate::field::Channel;
use crate::generator::control::{Control, HostInputs, Widget};
use crate::generator::{Derivative, Generator, Precision, derive};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointPipeline};
use crate::subject::Subject;

/// Effect of one control, or of one component of it, on the values of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlEffect {
    /// Name of the control or the component, such as `warp` or `shift.y`.
    pub control: String,
    /// Mean magnitude of the derivative of the value by it, per unit of what the shader reads: radians for `@angle`.
    pub mean: f64,
    /// The mean times the length of the slider's range, in units of the value.
    pub effect: f64,
    /// Fraction of the positions at which the value rises with the control.
    pub rising: f64,
    /// Fraction of the positions at which the value falls.
    pub falling: f64,
    /// Positions at which the derivative is infinite or not a number; the other numbers leave them out.
    pub non_finite: usize,
}

/// Measures the effects of all controls of one generator, for any values and views.
#[derive(Debug)]
pub struct EffectMeter {
    generator: Arc<Generator>,
    /// By the names of [`Generator::sensitivities`]. Each is built when it is first needed.
    derivatives: Vec<(String, OnceLock<Built>)>,
}

/// The error is the message about a derivative that does not exist.
type Built = Result<PointPipeline, String>;

impl EffectMeter {
    /// Builds no pipeline yet. The generator must return its values, not a derivative.
    pub fn new(generator: &Arc<Generator>) -> Self {
        let names = generator.sensitivities().into_iter();
        Self {
            generator: Arc::clone(generator),
            derivatives: names.map(|name| (name, OnceLock::new())).collect(),
        }
    }

    /// Returns the generator.
    pub fn generator(&self) -> &Arc<Generator> {
        &self.generator
    }

    /// Measures a view of this generator, largest effect first, without controls that have no derivative. Blocks. Calls
    /// `is_wanted` before each control, which may wait; if it returns false, the result is `None`.
    ///
    /// # Errors
    /// A loop exceeded its budget, the GPU failed, or no control has a derivative, although the shader reads some.
    pub fn measure(
        &self,
        gpu: &Gpu,
        subject: &Subject,
        mut is_wanted: impl FnMut() -> bool,
    ) -> Result<Option<Vec<ControlEffect>>, MeasureError> {
        let Subject { values, settings, .. } = subject;
        let host = HostInputs { time: settings.time, ..HostInputs::default() };
        let inputs =
            EvaluateInputs::new(&self.generator, values, settings.grid, settings.z, &host)?;
        let positions: Vec<[f64; 4]> =
            in_view(settings.grid).map(|world| inputs.position(world)).collect();
        let mut effects = Vec::new();
        let mut failed = None;
        for (name, pipeline) in &self.derivatives {
            if !is_wanted() {
                return Ok(None);
            }
            match self.built(gpu, name, pipeline)? {
                Ok(pipeline) => {
                    let found = pipeline.evaluate(gpu, &inputs, &positions)?;
                    let derivatives = found.iter().map(|result| result[0]);
                    effects.push(self.effect(name, derivatives));
                }
                Err(reason) => failed = failed.or(Some(reason)),
            }
        }
        match failed.filter(|_| effects.is_empty()) {
            Some(reason) => Err(MeasureError::NoDerivative(reason.clone())),
            None => {
                effects.sort_by(|one, other| other.effect.total_cmp(&one.effect));
                Ok(Some(effects))
            }
        }
    }

    fn built<'a>(
        &self,
        gpu: &Gpu,
        name: &str,
        pipeline: &'a OnceLock<Built>,
    ) -> Result<&'a Built, BuildError> {
        if let Some(built) = pipeline.get() {
            return Ok(built);
        }
        let derivative = Derivative::by_control(name, &self.generator);
        let derived = derive(&self.generator, &derivative, Channel::X);
        let built = match derived.map_err(|error| error.to_string()) {
            Err(reason) => Err(reason),
            Ok(derived) => match PointPipeline::new(gpu, &Arc::new(derived), Precision::Single) {
                Ok(pipeline) => Ok(pipeline),
                Err(BuildError::Shader(diagnostic)) => Err(diagnostic.short()),
                Err(error @ BuildError::Gpu(_)) => return Err(error),
            },
        };
        Ok(pipeline.get_or_init(|| built))
    }

    fn effect(&self, name: &str, derivatives: impl Iterator<Item = f64>) -> ControlEffect {
        let (mut sum, mut rising, mut falling, mut finite, mut count) = (0.0, 0, 0, 0_u32, 0);
        for derivative in derivatives {
            count += 1;
            if derivative.is_finite() {
                finite += 1;
                sum += derivative.abs();
                rising += usize::from(derivative > 0.0);
                falling += usize::from(derivative < 0.0);
            }
        }
        let share = |part: usize| part as f64 / f64::from(finite.max(1));
        let mean = sum / f64::from(finite.max(1));
        ControlEffect {
            control: name.to_owned(),
            mean,
            effect: mean * self.slider_length(name),
            rising: share(rising),
            falling: share(falling),
            non_finite: count - finite as usize,
        }
    }

    /// In units of what the shader reads.
    fn slider_length(&self, name: &str) -> f64 {
        let of_name = |control: &&Control| {
            let components = 0..control.ty.components();
            components.into_iter().any(|component| control.component_name(component) == name)
        };
        let control = self.generator.controls.iter().find(of_name);
        control.map_or(0.0, |Control { range, widget, .. }| match widget {
            Widget::Angle => (range.max - range.min).to_radians(),
            _ => range.max - range.min,
        })
    }
}
