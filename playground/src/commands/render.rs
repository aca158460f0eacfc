//! `playground render`: writes a picture and its field to files.

mod data;
mod plan;

use std::process::ExitCode;
use std::time::Instant;

use noise_playground::capture::{CaptureFile, Format, Manifest};
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::grid::SampleGrid;

use super::options::{NamedGenerator, at_stage, with_features};
use super::{build_pipeline, inputs};
use crate::args::{GeneratorArg, Global, RenderArgs, StageArg};
use crate::process::error::CommandError;
use crate::process::log;
use crate::process::progress::Progress;
use crate::render::{RenderJob, TILE_SAMPLES, data_grid, shows_scene};
use plan::RenderPlan;

/// Renders a generator to all output files. All options are checked before the GPU is opened.
pub(crate) fn render(arguments: &RenderArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let named = resolve(arguments)?;
    let plan = RenderPlan::new(arguments, &named)?;
    let NamedGenerator {
        generator,
        captured,
        ..
    } = named;
    let generator = with_features(&generator, &plan.values)?;
    let files = plan.outputs.iter();
    let files: Vec<CaptureFile> = files
        .map(|(path, format)| CaptureFile::create(path, *format))
        .collect::<Result<_, _>>()
        .map_err(anyhow::Error::from)?;

    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let mut manifest = Manifest::new(&gpu.name(), &generator, &plan.values, &plan.settings);
    if let Some(captured) = captured {
        warn_of_other_adapter(&captured, &gpu);
        manifest.name = captured.name;
    }
    let pipeline = build_pipeline(&gpu, &generator)?;
    pipeline.prepare(&gpu, plan.settings.shading.mode)?;
    let start = Instant::now();
    write_files(&gpu, &pipeline, &plan, &manifest, files, global.quiet)?;
    let time = start.elapsed();
    tracing::info!("{} on {} in {time:.2?}", generator.address, gpu.name());
    for (path, _) in &plan.outputs {
        tracing::info!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Compiles the generator from a folder, or from the capture of `--from`.
fn resolve(arguments: &RenderArgs) -> Result<NamedGenerator, CommandError> {
    let named = match &arguments.from {
        Some(capture) => NamedGenerator::of_capture(capture, &arguments.root.features)?,
        None => NamedGenerator::open(&GeneratorArg {
            generator: arguments.generator.clone().unwrap_or_default(),
            root: arguments.root.clone(),
            stage: StageArg::default(),
        })?,
    };
    Ok(NamedGenerator {
        generator: at_stage(named.generator, &arguments.stage)?,
        ..named
    })
}

fn warn_of_other_adapter(captured: &Manifest, gpu: &Gpu) {
    if captured.adapter != gpu.name() {
        tracing::warn!(
            "the capture was rendered on {:?}; {:?} may round differently",
            captured.adapter,
            gpu.name()
        );
    }
}

/// Renders all files, then commits them.
fn write_files(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    plan: &RenderPlan,
    manifest: &Manifest,
    files: Vec<CaptureFile>,
    is_quiet: bool,
) -> Result<(), CommandError> {
    let generator = &pipeline.generator;
    let mut progress = Progress::new("rendering", is_quiet);
    let mut groups = groups(files, generator, plan)?;
    let count = groups.len() as f64;
    for (index, (grid, files)) in groups.iter_mut().enumerate() {
        let job = RenderJob {
            gpu,
            pipeline,
            inputs: &inputs(generator, &plan.values, *grid, &plan.settings)?,
            settings: &plan.settings,
            data: &plan.data,
            manifest,
            tile_samples: TILE_SAMPLES,
        };
        let ends = job.write(files, &mut |fraction| {
            progress.show((index as f64 + fraction) / count);
            Ok(())
        })?;
        if let Some([low, high]) = ends.scaled.filter(|_| !is_quiet) {
            log::print_stderr(&format!("value range {} to {}", low as f32, high as f32));
        }
    }
    let mut files = groups.into_iter().flat_map(|(_, files)| files);
    Ok(files
        .try_for_each(CaptureFile::commit)
        .map_err(anyhow::Error::from)?)
}

/// Groups files by the grid that the generator is evaluated on: that of the view or of the data of a three-dimensional
/// view, and for data formats the own grid of a grid program.
fn groups(
    files: Vec<CaptureFile>,
    generator: &Generator,
    plan: &RenderPlan,
) -> anyhow::Result<Vec<(SampleGrid, Vec<CaptureFile>)>> {
    let is_picture = |file: &CaptureFile| file.format().holds_picture();
    let (pictures, data): (Vec<_>, Vec<_>) = files.into_iter().partition(is_picture);
    let mut groups: Vec<(SampleGrid, Vec<CaptureFile>)> = Vec::new();
    for files in [pictures, data] {
        let Some(format) = files.first().map(CaptureFile::format) else {
            continue;
        };
        let grid = data_grid(generator, &plan.values, format, &plan.settings)?;
        match groups
            .last_mut()
            .filter(|(other, _)| *other == grid && !shows_scene(Format::Png, &plan.settings))
        {
            Some((_, group)) => group.extend(files),
            None => groups.push((grid, files)),
        }
    }
    Ok(groups)
}
