//! Inputs of pictures of errors besides the samples: the twin in double precision, and the deviation of the values.
//! Both come from a thread.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use noise_playground::gpu::{BuildError, EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::shading::{Channel, ViewMode};

/// Prepares the errors of one picture on a thread, whenever its inputs change.
#[derive(Default)]
pub(super) struct ErrorPreparation {
    /// The running preparation; `None` without one.
    computing: Option<(Source, Receiver<Result<f32, String>>)>,
    /// The last result; `None` before the first.
    finished: Option<(Source, Result<f32, String>)>,
}

/// Pipeline, inputs and channel of a picture.
type Source = (Arc<EvaluatePipeline>, EvaluateInputs, Channel);

impl ErrorPreparation {
    pub(super) fn is_computing(&self) -> bool {
        self.computing.is_some()
    }

    /// Receives a finished preparation, and starts one for new inputs. Returns the deviation of the values, or why there
    /// are no errors; `None` until the pipeline is prepared. While new inputs are prepared, the deviation is that of the
    /// previous ones.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        (pipeline, inputs): (&Arc<EvaluatePipeline>, &EvaluateInputs),
        channel: Channel,
    ) -> Option<&Result<f32, String>> {
        self.receive();
        let is_of = |(other, of, at): &Source| {
            Arc::ptr_eq(other, pipeline) && of == inputs && *at == channel
        };
        let finished = self.finished.as_ref();
        let is_known = finished.is_some_and(|(source, _)| is_of(source));
        if !is_known && self.computing.is_none() {
            let source = (Arc::clone(pipeline), inputs.clone(), channel);
            self.computing = Some((source.clone(), start(gpu, source)));
        }
        let (source, result) = self.finished.as_ref()?;
        Arc::ptr_eq(&source.0, pipeline).then_some(result)
    }

    fn receive(&mut self) {
        let Some((source, receiver)) = &self.computing else {
            return;
        };
        let result = match receiver.try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err("internal error".to_owned()),
            Ok(result) => result,
        };
        self.finished = Some((source.clone(), result));
        self.computing = None;
    }
}

fn start(gpu: &Gpu, (pipeline, inputs, channel): Source) -> Receiver<Result<f32, String>> {
    let (sender, receiver) = mpsc::channel();
    let gpu = gpu.clone();
    thread::spawn(move || {
        let prepared = pipeline.prepare(&gpu, ViewMode::Error);
        let prepared = prepared.map_err(|error| match error {
            BuildError::Shader(diagnostic) => diagnostic.message,
            BuildError::Gpu(error) => error.to_string(),
        });
        let deviation = prepared.and_then(|()| {
            let deviation = pipeline.deviation(&gpu, &inputs, channel);
            deviation.map_err(|error| error.to_string())
        });
        let _ = sender.send(deviation);
    });
    receiver
}
