//! Fields of one generator with several seeds, which are measured together.

use std::ops::ControlFlow;

use anyhow::anyhow;
use noise_playground::Subject;
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::generator::control::Control;
use noise_playground::gpu::{EvaluatePipeline, Gpu};

use crate::process::error::CommandError;
use noise_playground::render::{BatchRenderer, RequestedOutputs};

pub(super) const MAX_SEEDS: u32 = 10_000;

/// Returns the control with the tag `@seed`.
pub(super) fn seed_control(generator: &Generator) -> anyhow::Result<&Control> {
    generator
        .seed_control()
        .ok_or_else(|| anyhow!("--seeds: {} has no control with @seed", generator.address()))
}

/// Returns the subject with the seeds 1 to `count`.
pub(super) fn with_seeds(subject: &Subject, count: u32) -> anyhow::Result<Vec<Subject>> {
    let control = seed_control(&subject.generator)?;
    let with_seed = |seed: u32| {
        let mut variant = subject.clone();
        variant.values.set(control, f64::from(seed).into());
        variant
    };
    Ok((1..=count).map(with_seed).collect())
}

/// Evaluates subjects on the grid of the first. Returns what is kept of each field.
pub(super) fn evaluate<T>(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    variants: &[Subject],
    mut keep: impl FnMut(Field) -> T,
) -> Result<Vec<T>, CommandError> {
    let grid = variants[0].settings.grid;
    let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
    let mut batch = BatchRenderer::new(gpu, pipeline, grid.into(), outputs);
    let pictures =
        variants.iter().map(|variant| Ok::<_, CommandError>((variant, variant.inputs(grid)?)));
    let mut kept = Vec::new();
    batch.render(pictures, |variant, picture| {
        let (size, channels) = (grid.size, variant.generator.channels());
        kept.push(keep(Field { size, channels, samples: picture?.rows.samples }));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(kept)
}
