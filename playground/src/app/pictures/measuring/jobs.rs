//! The measurements themselves, as the thread runs them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use noise_playground::control::{Control, Values};
use noise_playground::gpu::{EditCost, EvaluatePipeline, Gpu, measure_costs};
use noise_playground::measure::{ErrorMeter, Reference};

use super::seeds::SeedsJob;
use super::{Edit, Meter, Outcome, Subject};
use crate::workbench::CellId;
use crate::workbench::analysis::{CheckedGradient, OctaveCosts, octave_control};

/// A measurement with all that it needs.
pub(super) enum Job {
    Edit(Edit),
    Digits(CellId, Subject, Meter),
    Gradient(CellId, Subject, Meter),
    Octaves(CellId, Arc<EvaluatePipeline>),
    Seeds(Box<SeedsJob>),
}

/// Longest wait for the pictures to be complete.
const PATIENCE: Duration = Duration::from_secs(20);

/// Largest number of octaves whose cost is measured.
const MAX_OCTAVES: usize = 16;

impl Job {
    /// Measures. Failures are results without numbers, and are logged. The flags tell whether the pictures are complete, and
    /// whether they have changed since the start.
    pub(super) fn run(
        self,
        gpu: &Gpu,
        [is_at_rest, has_changed]: &[Arc<AtomicBool>; 2],
    ) -> Outcome {
        match self {
            Self::Edit(Edit {
                target,
                before,
                after,
            }) => {
                let cost = EditCost::measure(gpu, [&before, &after], || waits(is_at_rest));
                tracing::debug!("cost of the edit of {}: {cost:?}", target.address());
                Outcome::Edit(target, logged(cost).flatten())
            }
            Self::Digits(cell, subject, meter) => {
                let digits = meter.built(gpu).and_then(|meter| {
                    logged(meter.digits_left(gpu, &subject.values, &subject.settings)).flatten()
                });
                Outcome::Digits(cell, digits)
            }
            Self::Gradient(cell, subject, meter) => {
                let check = meter.built(gpu).and_then(|meter| {
                    logged(meter.gradient(gpu, &subject.values, &subject.settings)).flatten()
                });
                let span = subject.settings.grid.span;
                let check = check.map(|check| CheckedGradient { check, span });
                Outcome::Gradient(cell, check)
            }
            Self::Octaves(cell, pipeline) => {
                Outcome::Octaves(cell, octave_costs(gpu, &pipeline, is_at_rest))
            }
            Self::Seeds(job) => {
                let is_wanted = || !has_changed.load(Ordering::Relaxed) && waits(is_at_rest);
                let cell = job.cell;
                Outcome::Seeds(
                    cell,
                    Box::new(logged(job.measure(gpu, is_wanted)).flatten()),
                )
            }
        }
    }
}

impl Meter {
    /// Returns the pipelines, which are built once; `None` if the generator has none.
    fn built(&self, gpu: &Gpu) -> Option<&ErrorMeter> {
        let build = || {
            logged(ErrorMeter::new(
                gpu,
                &self.pipeline.generator,
                Reference::Best,
            ))
        };
        self.meter.get_or_init(build).as_ref()
    }
}

/// Waits until the pictures are complete. Returns false if that takes too long.
fn waits(is_at_rest: &AtomicBool) -> bool {
    let started = Instant::now();
    while !is_at_rest.load(Ordering::Relaxed) {
        if started.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Measures the cost over the control of the octaves; `None` if the generator has none.
fn octave_costs(
    gpu: &Gpu,
    pipeline: &Arc<EvaluatePipeline>,
    is_at_rest: &AtomicBool,
) -> Option<OctaveCosts> {
    let control = octave_control(&pipeline.generator)?;
    let counts = counts(control);
    let variants = counts.iter().map(|count| {
        let mut values = Values::default();
        values.set(control, (*count).into());
        values
    });
    let variants: Vec<Values> = variants.collect();
    let measured = measure_costs(gpu, pipeline, &variants, || waits(is_at_rest));
    let (milliseconds, samples) = logged(measured).flatten()?;
    let of_sample = milliseconds.iter().map(|ms| 1e6 * ms / samples as f64);
    Some(OctaveCosts(
        counts
            .into_iter()
            .zip(of_sample)
            .map(|(count, cost)| [count, cost])
            .collect(),
    ))
}

/// Returns the integers on the slider of a control, the lowest first.
fn counts(control: &Control) -> Vec<f64> {
    let (low, high) = (control.range.min.ceil(), control.range.max.floor());
    let counts = (0..MAX_OCTAVES).map(|step| low + step as f64);
    counts.take_while(|count| *count <= high).collect()
}

fn logged<T, E: std::fmt::Display>(result: Result<T, E>) -> Option<T> {
    result
        .inspect_err(|error| tracing::debug!("not measured: {error}"))
        .ok()
}
