//! Recording of all values that a generator computes for one sample, on a background thread.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use noise_playground::generator::{Generator, PassSelection, Tap};
use noise_playground::gpu::measure::{SampleTracer, TraceOptions};
use noise_playground::gpu::{EvaluateInputs, Gpu};

use super::{has_same_text, pane_inputs};
use crate::process::background::{Background, Wake};
use crate::process::sentinel::RunSentinel;
use crate::workbench::trace::{RecordedTrace, TraceResult, TracedSample};
use crate::workbench::{GeneratorRef, PaneId, ResultOf, Workbench};

pub(super) struct TracingThread {
    pub(super) computation: Background<(), ResultOf<TraceResult>>,
    pub(super) sentinel: Arc<RunSentinel>,
    /// Sample that was recorded last or is being recorded.
    recording: Option<Recording>,
    started: Option<Instant>,
    /// When a postponed recording starts.
    pub(super) due_at: Option<Instant>,
}

/// Time between recordings that only editors show.
const EDITOR_INTERVAL: Duration = Duration::from_millis(250);

/// Sample, with everything that the recorded values depend on.
#[derive(Clone)]
struct Recording {
    /// Without a selected tap.
    target: GeneratorRef,
    sample: TracedSample,
    /// Position and time: x, y, z in world units, and seconds.
    position: [f64; 4],
    inputs: EvaluateInputs,
    /// Executions of a grid program's compute passes, and which of them is recorded; unused for other generators.
    passes: PassSelection,
    pipelines: Pipelines,
}

/// Built when the first sample is recorded.
#[derive(Clone)]
struct Pipelines {
    generator: Arc<Generator>,
    options: TraceOptions,
    built: Arc<OnceLock<Result<Built, String>>>,
}

struct Built {
    gpu: Gpu,
    tracer: SampleTracer,
    taps: Arc<[Tap]>,
}

/// Samples of the view that is assumed for a cell whose pane is not visible.
const SIDE: [u32; 2] = [1024; 2];

impl TracingThread {
    pub(super) fn new(wake: &Wake, sentinel: &Arc<RunSentinel>) -> Self {
        Self {
            computation: Background::new(wake),
            sentinel: Arc::clone(sentinel),
            recording: None,
            started: None,
            due_at: None,
        }
    }

    /// Returns the device that has recorded the last sample.
    #[cfg(test)]
    pub(super) fn gpu(&self) -> Option<&Gpu> {
        let built = self.recording.as_ref()?.pipelines.built.get()?;
        Some(&built.as_ref().ok()?.gpu)
    }

    /// Passes finished values to the workbench, and starts to record the next sample if it has changed.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        size: impl Fn(PaneId) -> Option<[u32; 2]>,
    ) {
        self.due_at = None;
        if let Some((_, result)) = self.computation.try_take() {
            workbench.set_trace_result(result);
        }
        let Some(recording) = self.next_recording(workbench, size) else {
            self.computation.cancel();
            workbench.set_trace_result(None);
            self.recording = None;
            return;
        };
        let known = self.recording.as_ref();
        if self.computation.is_running() || known.is_some_and(|known| known.is_same(&recording)) {
            return;
        }
        let next = self.started.filter(|_| workbench.traces_for_editors());
        self.due_at = next.map(|last| last + EDITOR_INTERVAL).filter(|due| *due > Instant::now());
        if self.due_at.is_some() {
            return;
        }
        self.started = Some(Instant::now());
        let (gpu, job) = (gpu.clone(), recording.clone());
        let file = recording.pipelines.generator.address().file.clone();
        let running = self.sentinel.list(&gpu, [file].into());
        self.computation.start((), move || {
            let _running = running;
            job.record(&gpu)
        });
        self.recording = Some(recording);
    }

    /// Returns the sample whose values are shown, with the pipelines of the last recording if they can be used again.
    fn next_recording(
        &self,
        workbench: &Workbench,
        size: impl Fn(PaneId) -> Option<[u32; 2]>,
    ) -> Option<Recording> {
        let (sample, content) = workbench.traced_sample()?;
        let key = PaneId::Cell(sample.cell);
        let settings = pane_inputs::settings(workbench, &content, key, size(key).unwrap_or(SIDE));
        let inputs = pane_inputs::inputs(workbench, &content, key, &settings).ok()?;
        let options = workbench.trace_options();
        let known = self.recording.as_ref().map(|recording| &recording.pipelines);
        let is_same = |known: &&Pipelines| {
            known.options == options && is_same_function(&known.generator, &content.generator)
        };
        let pipelines = known.filter(is_same).cloned().unwrap_or_else(|| Pipelines {
            generator: Arc::new(content.generator.without_tap()),
            options,
            built: Arc::default(),
        });
        let position = inputs.position(sample.world);
        Some(Recording {
            target: content.target.result(),
            position: workbench.evaluated_position(&sample, position),
            sample,
            inputs,
            passes: workbench.selected_passes(),
            pipelines,
        })
    }
}

fn is_same_function(one: &Generator, other: &Generator) -> bool {
    one.address() == other.address() && has_same_text(one, other) && one.inputs() == other.inputs()
}

impl Recording {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pipelines.built, &other.pipelines.built)
            && self.target == other.target
            && (self.sample, self.position) == (other.sample, other.position)
            && (&self.inputs, &self.passes) == (&other.inputs, &other.passes)
    }

    fn record(self, gpu: &Gpu) -> ResultOf<TraceResult> {
        let recorded = match self.pipelines.built(gpu) {
            Err(error) => Err(error.clone()),
            Ok(Built { gpu, tracer, taps }) => {
                let steps = tracer.trace(gpu, &self.inputs, self.position, &self.passes);
                let address = self.pipelines.generator.address().clone();
                steps
                    .map(|steps| RecordedTrace::new(address, Arc::clone(taps), steps))
                    .map_err(|error| error.to_string())
            }
        };
        let sample = self.sample;
        ResultOf::new(self.target, TraceResult { sample, recorded })
    }
}

impl Pipelines {
    fn built(&self, gpu: &Gpu) -> &Result<Built, String> {
        self.built.get_or_init(|| {
            // A tracer of thousands of values takes seconds to compile, during which the window must draw its frames.
            let gpu = gpu.for_slow_shaders().map_err(|error| error.to_string())?;
            let tracer = SampleTracer::new(&gpu, &self.generator, self.options);
            let tracer = tracer.map_err(|error| error.to_string())?;
            Ok(Built { taps: tracer.taps().into(), tracer, gpu })
        })
    }
}
