//! Evaluation of a generator's rounding errors in single precision, which the view mode for errors shows.

use super::function::FunctionPipeline;
use super::{BuildError, EvaluateInputs, EvaluatePipeline};
use crate::field::Channel;
use crate::generator::{LoopGuard, Modules};
use crate::gpu::{FieldTexture, Gpu, GpuError, read_field};
use crate::view::shading::ViewMode;
use crate::wgsl::diagnostic::Diagnostic;

#[derive(Clone, Debug)]
pub(super) struct ErrorPipeline {
    pub(super) function: FunctionPipeline,
    /// Also numbers the loops of the generator's own pipeline.
    pub(super) guard: LoopGuard,
}

/// Largest coarse grid for a standard deviation, in samples.
const DEVIATION_SIDE: u32 = 64;

impl EvaluatePipeline {
    /// Builds the additional pipeline for [`ViewMode::Error`], unless it exists. It may take as long as [`Self::new`].
    ///
    /// # Errors
    /// Fails without double precision on the adapter or for the generator, or if the driver rejects it.
    pub fn prepare(&self, gpu: &Gpu, mode: ViewMode) -> Result<(), BuildError> {
        if !mode.info().shows_errors {
            return Ok(());
        }
        let built = self.errors.get_or_init(|| self.build_errors(gpu));
        built.as_ref().map(drop).map_err(Clone::clone)
    }

    pub(super) fn errors(&self) -> Option<&ErrorPipeline> {
        self.errors.get().and_then(|built| built.as_ref().ok())
    }

    fn build_errors(&self, gpu: &Gpu) -> Result<ErrorPipeline, BuildError> {
        gpu.check_f64().map_err(|reason| {
            let message = format!("errors are measured in double precision: {reason}");
            let help = "`playground analyze` prints an estimate of them";
            BuildError::Shader(Box::new(Diagnostic::error(None, message).with_note(help)))
        })?;
        let generator = &self.generator;
        let mut modules = Modules::of_errors(generator).map_err(BuildError::Shader)?;
        let limit = gpu.driver_iteration_limit();
        let (budget, _) = generator.loop_budget.clamped_to(limit);
        // An invocation runs the generator twice.
        let budget = budget.saturating_mul(2).clamp(1, limit);
        let mut guard = self.guard.clone();
        modules.bound(&generator.linked, budget, &mut guard);
        let label = format!("errors of {}", generator.address);
        let function = gpu.with_error_scope(&label, || {
            FunctionPipeline::new(gpu, &label, generator, modules.evaluate)
        })?;
        Ok(ErrorPipeline { function, guard })
    }

    /// Returns the standard deviation of a channel on a coarse grid of the view; 0 without finite values. Blocks.
    ///
    /// # Errors
    /// Fails if the device was lost or is out of memory.
    pub fn deviation(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        channel: Channel,
    ) -> Result<f32, GpuError> {
        let [width, height] = inputs.grid.size;
        let step = width.max(height).div_ceil(DEVIATION_SIDE);
        let values = inputs.coarse(step).of_errors(false);
        let region = values.grid.region();
        let field = FieldTexture::of_generator(gpu, region.size, &self.generator)?;
        let mut encoder = gpu.encoder();
        self.evaluate(gpu, &mut encoder, &values, region, &field, None)?;
        gpu.queue.submit([encoder.finish()]);
        let field = read_field(gpu, &field)?;
        let samples = field.samples.chunks_exact(field.channels as usize);
        let numbers = samples.map(|sample| f64::from(channel.of(sample)));
        let finite: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
        let count = finite.len().max(1) as f64;
        let mean = finite.iter().sum::<f64>() / count;
        let squares: f64 = finite.iter().map(|number| (number - mean).powi(2)).sum();
        Ok((squares / count).sqrt() as f32)
    }
}
