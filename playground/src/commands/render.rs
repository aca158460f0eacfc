//! `playground render`: a picture, and its numbers, as files.

mod plan;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use noise_playground::capture::{CaptureFile, Format, Manifest};
use noise_playground::control::HostInputs;
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::grid::SampleGrid;

use super::captured;
use crate::args::{Global, Render};
use crate::compiler::folder::find_generator;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::render::{RenderJob, TILE_SAMPLES};
use plan::RenderPlan;

/// Evaluates, shades and writes. Everything that can be wrong with the call is found before the GPU is opened.
pub(crate) fn render(arguments: &Render, global: &Global) -> Result<ExitCode, CommandError> {
    let (generator, captured) = match &arguments.from {
        Some(png) => {
            let manifest = captured::read(png, Format::Png).context("--from")?;
            (captured::generator(&manifest)?, Some(manifest))
        }
        None => {
            let address = arguments.generator.as_deref().unwrap_or_default();
            (
                find_generator(address, arguments.root.folder.as_deref())?,
                None,
            )
        }
    };
    let plan = RenderPlan::new(arguments, &generator, captured.as_ref())?;
    let outputs = plan
        .outputs
        .iter()
        .map(|(path, format)| CaptureFile::create(path, *format));
    let outputs: Vec<CaptureFile> = outputs
        .collect::<Result<_, _>>()
        .map_err(anyhow::Error::from)?;

    let gpu = Gpu::headless(global.adapter.as_deref())?;
    if let Some(captured) = captured
        .as_ref()
        .filter(|captured| captured.adapter != gpu.name())
    {
        tracing::warn!(
            "the picture was made by {:?}; {:?} may round otherwise",
            captured.adapter,
            gpu.name()
        );
    }
    let pipeline = EvaluatePipeline::new(&gpu, &generator)?;
    if let Some(warning) = &pipeline.warning {
        crate::process::log::print_stderr(&warning.human());
    }
    let host = HostInputs {
        time: plan.scene.time,
        ..HostInputs::default()
    };
    let mut manifest = Manifest::new(&gpu.name(), &generator, &plan.values, &plan.scene);
    manifest.name = captured.map(|captured| captured.name).unwrap_or_default();
    let begun = Instant::now();
    let mut progress = Progress::new("rendering", global.quiet);
    let mut parts = parts(outputs, &generator, &plan)?;
    let count = parts.len() as f64;
    for (done, (grid, outputs)) in parts.iter_mut().enumerate() {
        let inputs = EvaluateInputs::new(&generator, &plan.values, *grid, plan.scene.z, &host)?;
        let job = RenderJob {
            gpu: &gpu,
            pipeline: &pipeline,
            inputs: &inputs,
            shading: &plan.scene.view,
            manifest: &manifest,
            tile_samples: TILE_SAMPLES,
        };
        job.write(outputs, &mut |share| {
            progress.show((done as f64 + share) / count);
            Ok(())
        })?;
    }
    let mut written = parts.into_iter().flat_map(|(_, outputs)| outputs);
    written
        .try_for_each(CaptureFile::commit)
        .map_err(anyhow::Error::from)?;
    tracing::info!(
        "{} on {} in {:.2?}",
        generator.address,
        gpu.name(),
        begun.elapsed()
    );
    for (path, _) in &plan.outputs {
        tracing::info!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// What is written from the same samples. Of a grid program, data formats hold its grid itself.
fn parts(
    outputs: Vec<CaptureFile>,
    generator: &Generator,
    plan: &RenderPlan,
) -> anyhow::Result<Vec<(SampleGrid, Vec<CaptureFile>)>> {
    let view = plan.scene.grid;
    let Some(schedule) = Schedule::new(generator, &plan.values)? else {
        return Ok(vec![(view, outputs)]);
    };
    let is_picture = |output: &CaptureFile| output.format().holds_picture();
    let (pictures, data) = outputs.into_iter().partition(is_picture);
    let mut parts: Vec<(_, Vec<_>)> = vec![(view, pictures), (schedule.grid(generator), data)];
    parts.retain(|(_, outputs)| !outputs.is_empty());
    Ok(parts)
}
