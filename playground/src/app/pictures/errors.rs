//! Preparation of pictures of rounding errors on a background thread.

use std::sync::Arc;

use noise_playground::field::Channel;
use noise_playground::gpu::{BuildError, EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::view::shading::ViewMode;

use crate::process::background::{Background, Wake};
use crate::process::sentinel::RunSentinel;

/// Builds the pipelines of errors and measures the deviation that errors are relative to, whenever the inputs change.
pub(super) struct ErrorPreparation {
    pub(super) preparation: Background<Source, Deviation>,
    sentinel: Arc<RunSentinel>,
    /// Result of the last preparation, with its inputs.
    finished: Option<(Source, Deviation)>,
}

type Source = (Arc<EvaluatePipeline>, EvaluateInputs, Channel);

/// Standard deviation, or the reason why errors cannot be computed.
type Deviation = Result<f32, String>;

impl ErrorPreparation {
    pub(super) fn new(wake: &Wake, sentinel: &Arc<RunSentinel>) -> Self {
        Self { preparation: Background::new(wake), sentinel: Arc::clone(sentinel), finished: None }
    }

    /// Returns `None` until the pipeline is prepared. Starts a preparation for new inputs; until it finishes, the
    /// deviation is that of the previous inputs.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: &EvaluateInputs,
        channel: Channel,
    ) -> Option<&Deviation> {
        if let Some((source, result)) = self.preparation.try_take() {
            let result = result.unwrap_or_else(|| Err("internal error".to_owned()));
            self.finished = Some((source, result));
        }
        let is_known = self.finished.as_ref().is_some_and(|((of, at, shown), _)| {
            Arc::ptr_eq(of, pipeline) && at == inputs && *shown == channel
        });
        if !is_known && !self.preparation.is_running() {
            let source = (Arc::clone(pipeline), inputs.clone(), channel);
            let gpu = gpu.clone();
            let prepared = source.clone();
            let file = pipeline.generator.address().file.clone();
            let running = self.sentinel.list(&gpu, [file].into());
            self.preparation.start(source, move || {
                let _running = running;
                prepare(&gpu, prepared)
            });
        }
        let (source, result) = self.finished.as_ref()?;
        Arc::ptr_eq(&source.0, pipeline).then_some(result)
    }
}

fn prepare(gpu: &Gpu, (pipeline, inputs, channel): Source) -> Deviation {
    let prepared = pipeline.prepare(gpu, ViewMode::Error);
    prepared.map_err(|error| match error {
        BuildError::Shader(diagnostic) => diagnostic.message,
        BuildError::Gpu(error) => error.to_string(),
    })?;
    let deviation = pipeline.deviation(gpu, &inputs, channel);
    deviation.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::control::{HostInputs, Values};

    use super::*;

    #[test]
    fn shader_whose_errors_are_prepared_is_listed_as_running() {
        let gpu = Gpu::headless(None).unwrap();
        let text = "fn height(p: vec2f) -> f32 { return p.x; }";
        let generator = &noise_playground::compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = Arc::new(EvaluatePipeline::new(&gpu, generator).unwrap());
        let (grid, host) = (generator.initial_grid(16), HostInputs::default());
        let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host);
        let sentinel = Arc::<RunSentinel>::default();
        let mut errors = ErrorPreparation::new(&Wake::default(), &sentinel);
        let inputs = inputs.unwrap();
        errors.update(&gpu, &pipeline, &inputs, Channel::X);
        let file = generator.address().file.clone();
        assert_eq!(sentinel.ever_listed(), [file].into());
    }
}
