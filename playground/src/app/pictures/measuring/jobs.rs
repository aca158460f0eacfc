//! Execution of measurements of generators on a background thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use noise_playground::generator::control::{Control, Values};
use noise_playground::gpu::measure::{ErrorMeter, Reference};
use noise_playground::gpu::{EditCost, EvaluatePipeline, Gpu, measure_costs};
use noise_playground::source::ModulePath;

use super::effects::EffectsJob;
use super::seeds::SeedsJob;
use super::{Edit, Measurable, Meter, Outcome};
use crate::compiler::Activity;
use crate::workbench::analysis::{CheckedGradient, OctaveCosts, octave_control};
use crate::workbench::{CellId, ResultOf};

pub(super) enum Job {
    Edit(Edit),
    Digits(CellId, Measurable, Meter),
    Gradient(CellId, Measurable, Meter),
    Octaves(CellId, Measurable),
    Seeds(Box<SeedsJob>),
    Effects(Box<EffectsJob>),
}

/// A measurement that waits longer for the pictures ends without a result.
const PATIENCE: Duration = Duration::from_secs(20);

const MAX_OCTAVES: usize = 16;

/// Flags by which a running measurement knows whether it may use the GPU.
pub(super) struct Permission {
    pub(super) activity: Activity,
    /// True once pictures have changed since the measurement started. Shared with who needs the result.
    pub(super) has_changed: Arc<AtomicBool>,
}

impl Permission {
    /// Waits until all pictures are complete; false after [`PATIENCE`], or if the result is no longer needed.
    fn wait(&self) -> bool {
        let started = Instant::now();
        let is_dropped = || Arc::strong_count(&self.has_changed) == 1;
        while !self.activity.is_at_rest() && !is_dropped() {
            if started.elapsed() > PATIENCE {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        !is_dropped()
    }
}

impl Job {
    pub(super) fn file(&self) -> &ModulePath {
        let pipeline = match self {
            Self::Effects(job) => return &job.subject.generator.address().file,
            Self::Edit(edit) => &edit.after,
            Self::Digits(_, measurable, _)
            | Self::Gradient(_, measurable, _)
            | Self::Octaves(_, measurable) => &measurable.pipeline,
            Self::Seeds(job) => &job.measurable.pipeline,
        };
        &pipeline.generator.address().file
    }

    /// A failure is logged, and the result then contains `None`.
    pub(super) fn run(self, gpu: &Gpu, permission: &Permission) -> Outcome {
        match self {
            Self::Edit(Edit { target, before, after }) => {
                let cost = EditCost::measure(gpu, [&before, &after], || permission.wait());
                tracing::debug!("cost of the edit of {}: {cost:?}", target.address());
                Outcome::Edit(target, logged(cost).flatten())
            }
            Self::Digits(cell, measurable, meter) => {
                let digits = meter.built(gpu).and_then(|meter| {
                    logged(meter.digits_left(gpu, &measurable.subject)).flatten()
                });
                Outcome::Digits(cell, measurable.result(digits))
            }
            Self::Gradient(cell, measurable, meter) => {
                let check = meter
                    .built(gpu)
                    .and_then(|meter| logged(meter.gradient(gpu, &measurable.subject)).flatten());
                let span = measurable.subject.settings.grid.span;
                let check = check.map(|check| CheckedGradient { check, span });
                Outcome::Gradient(cell, measurable.result(check))
            }
            Self::Octaves(cell, measurable) => {
                let costs = octave_costs(gpu, &measurable.pipeline, permission);
                Outcome::Octaves(cell, measurable.result(costs))
            }
            Self::Effects(job) => {
                let effects = job.measure(gpu, || {
                    !permission.has_changed.load(Ordering::Relaxed) && permission.wait()
                });
                Outcome::Effects(
                    job.cell,
                    effects.map(|effects| ResultOf::new(job.target, effects)),
                )
            }
            Self::Seeds(job) => {
                let measured = job.measure(gpu, || {
                    !permission.has_changed.load(Ordering::Relaxed) && permission.wait()
                });
                let measured = logged(measured).flatten().map(Arc::new);
                Outcome::Seeds(job.cell, job.measurable.result(measured))
            }
        }
    }
}

impl Measurable {
    fn result<T>(self, result: Option<T>) -> Option<ResultOf<T>> {
        result.map(|result| ResultOf::new(self.target, result))
    }
}

impl Meter {
    /// The first call builds the pipelines; `None` if that failed.
    fn built(&self, gpu: &Gpu) -> Option<&ErrorMeter> {
        let build = || logged(ErrorMeter::new(gpu, &self.pipeline.generator, Reference::Best));
        self.meter.get_or_init(build).as_ref()
    }
}

/// Returns nanoseconds per sample for each number of octaves; `None` if no control sets it, or the measurement failed.
fn octave_costs(
    gpu: &Gpu,
    pipeline: &Arc<EvaluatePipeline>,
    permission: &Permission,
) -> Option<OctaveCosts> {
    let control = octave_control(&pipeline.generator)?;
    let counts = counts(control);
    let variants = counts.iter().map(|count| {
        let mut values = Values::default();
        values.set(control, (*count).into());
        values
    });
    let variants: Vec<Values> = variants.collect();
    let measured = measure_costs(gpu, pipeline, &variants, || permission.wait());
    let (milliseconds, samples) = logged(measured).flatten()?;
    let of_sample = milliseconds.iter().map(|ms| 1e6 * ms / samples as f64);
    Some(OctaveCosts(
        counts.into_iter().zip(of_sample).map(|(count, cost)| [count, cost]).collect(),
    ))
}

/// Returns the integers in the slider range, the lowest first, at most [`MAX_OCTAVES`].
fn counts(control: &Control) -> Vec<f64> {
    let (low, high) = (control.range.min.ceil(), control.range.max.floor());
    let counts = (0..MAX_OCTAVES).map(|step| low + step as f64);
    counts.take_while(|count| *count <= high).collect()
}

fn logged<T, E: std::fmt::Display>(result: Result<T, E>) -> Option<T> {
    result.inspect_err(|error| tracing::debug!("not measured: {error}")).ok()
}
