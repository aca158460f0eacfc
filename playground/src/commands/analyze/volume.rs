//! Power spectrum of a cube of a generator with three coordinates.

use anyhow::anyhow;
use noise_playground::analysis::{AnalysisSettings, VolumeSpectrum};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::{Field, Subject};

use crate::commands::seeds::evaluate;
use crate::process::error::CommandError;

/// Measures a cube of `side` samples along each axis, with the center and span of the view. Fails for a generator
/// without z.
pub(super) fn measure_volume(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    subject: &Subject,
    side: u32,
    settings: &AnalysisSettings,
) -> Result<Option<VolumeSpectrum>, CommandError> {
    let generator = &subject.generator;
    if !generator.domain().is_volume() {
        return Err(anyhow!("--volume: {} has no z", generator.address()).into());
    }
    let span = subject.settings.grid.span;
    let slice = |index: u32| {
        let mut slice = subject.clone();
        slice.settings.grid.size = [side; 2];
        slice.settings.z += ((f64::from(index) + 0.5) / f64::from(side) - 0.5) * span;
        slice
    };
    let slices: Vec<Subject> = (0..side).map(slice).collect();
    let channel = |slice: Field| -> Vec<f32> { slice.channel(settings.channel).collect() };
    let values = evaluate(gpu, pipeline, &slices, channel)?.concat();
    Ok(VolumeSpectrum::of(&values, side as usize, span, settings.window, settings.fit))
}
