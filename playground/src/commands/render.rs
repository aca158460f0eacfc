//! `playground render`: writes the picture or the field of a generator to files.

mod cube_layers;
mod detail;
mod engine;
mod figure;
mod files;
mod plan;
mod projection;
mod tiles;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use noise_playground::capture::{Format, Manifest};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::grid::TileIndex;

use super::options::{NamedGenerator, at_stage, with_values};
use super::{build_pipeline, inputs};
use crate::args::{Global, RenderArgs};
use crate::process::error::CommandError;
use crate::process::log;
use crate::process::progress::Progress;
use crate::render::volume::VolumeJob;
use crate::render::{RenderJob, TILE_SAMPLES};
use figure::FigurePlan;
use files::OpenFiles;
use plan::RenderPlan;

/// Path, format and tile of an output file.
struct Output {
    path: PathBuf,
    format: Format,
    /// `None` for the whole picture.
    tile: Option<TileIndex>,
}

/// All options are checked before the GPU is opened.
pub(crate) fn render(arguments: &RenderArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let named = resolve(arguments)?.filled(&arguments.picture.values)?;
    if figure::is_requested(arguments, &named) {
        return render_figure(arguments, named, global);
    }
    let plan = RenderPlan::new(arguments, &named)?;
    let NamedGenerator {
        generator,
        captured,
        ..
    } = named;
    let generator = with_values(&generator, &plan.values)?;
    let files = OpenFiles::create(&plan)?;

    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let mut manifest = Manifest::new(&gpu.name(), &generator, &plan.values, &plan.settings);
    if let Some(captured) = captured {
        warn_of_other_adapter(&captured, &gpu);
        manifest.name = captured.name;
    }
    manifest.volume = plan.volume;
    let pipeline = build_pipeline(&gpu, &generator)?;
    pipeline.prepare(&gpu, plan.settings.shading.mode)?;
    let start = Instant::now();
    let run = RenderRun {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
        manifest: &manifest,
        is_quiet: global.quiet,
    };
    match (plan.volume, plan.settings.projected()) {
        (Some(side), _) => run.write_volume(side, files)?,
        (None, Some(map)) => run.write_map(&map, files)?,
        (None, None) => {
            detail::warn(&plan.settings);
            run.write_files(files)?;
        }
    }
    let time = start.elapsed();
    tracing::info!("{} on {} in {time:.2?}", generator.address, gpu.name());
    for output in &plan.outputs {
        tracing::info!("wrote {}", output.path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws a picture with title, axes and color bar.
fn render_figure(
    arguments: &RenderArgs,
    named: NamedGenerator,
    global: &Global,
) -> Result<ExitCode, CommandError> {
    let plan = FigurePlan::new(arguments, &named)?;
    let generator = with_values(&named.generator, &plan.values)?;
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let mut manifest = Manifest::new(&gpu.name(), &generator, &plan.values, &plan.settings);
    if let Some(captured) = named.captured {
        warn_of_other_adapter(&captured, &gpu);
        manifest.name = captured.name;
    }
    let pipeline = build_pipeline(&gpu, &generator)?;
    pipeline.prepare(&gpu, plan.settings.shading.mode)?;
    plan.write(&gpu, &pipeline, manifest, global.quiet)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the named generator, or that of `--from`.
fn resolve(arguments: &RenderArgs) -> Result<NamedGenerator, CommandError> {
    let named = match &arguments.from {
        Some(capture) => NamedGenerator::of_capture(capture, &arguments.root.features)?,
        None => NamedGenerator::open_in(
            arguments.generator.as_deref().unwrap_or_default(),
            &arguments.root,
            &arguments.picture.values.set,
        )?,
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

/// Generator with pipeline and options.
struct RenderRun<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    plan: &'a RenderPlan,
    manifest: &'a Manifest,
    is_quiet: bool,
}

impl RenderRun<'_> {
    /// Renders into temporary files, then renames all of them, so that no incomplete file is visible.
    fn write_files(&self, files: OpenFiles) -> Result<(), CommandError> {
        let (plan, generator) = (self.plan, &self.pipeline.generator);
        let mut progress = Progress::new("rendering", self.is_quiet);
        let texts = files.texts;
        let mut groups = files::groups(files.captures, generator, plan)?;
        let count = groups.len() as f64;
        let mut scaled = None;
        for (index, (grid, files)) in groups.iter_mut().enumerate() {
            let job = RenderJob {
                gpu: self.gpu,
                pipeline: self.pipeline,
                inputs: &inputs(generator, &plan.values, *grid, &plan.settings)?,
                settings: &plan.settings,
                data: &plan.data,
                manifest: self.manifest,
                tile_samples: TILE_SAMPLES,
            };
            let outputs = files.iter_mut().map(|(file, tile)| (file, *tile));
            let ends = job.write(outputs.collect(), &mut |fraction| {
                progress.show((index as f64 + fraction) / count);
                Ok(())
            })?;
            scaled = ends.scaled.or(scaled);
        }
        self.print_range(scaled);
        let captures = groups.into_iter().flat_map(|(_, files)| files);
        let files = OpenFiles {
            captures: captures.collect(),
            texts,
        };
        Ok(files.commit(plan, generator, scaled)?)
    }

    /// Writes temporary files, then renames them.
    fn write_volume(&self, side: u32, files: OpenFiles) -> Result<(), CommandError> {
        let mut progress = Progress::new("rendering", self.is_quiet);
        let job = VolumeJob {
            gpu: self.gpu,
            pipeline: self.pipeline,
            values: &self.plan.values,
            settings: &self.plan.settings,
            side,
            value_range: self.plan.data.value_range,
            manifest: self.manifest,
        };
        let mut captures: Vec<_> = files.captures.into_iter().map(|(file, _)| file).collect();
        let ends = job.write(&mut captures, &mut |fraction| {
            progress.show(fraction);
            Ok(())
        })?;
        self.print_range(ends);
        let committed = captures.into_iter().try_for_each(|file| file.commit());
        Ok(committed.map_err(anyhow::Error::from)?)
    }

    fn print_range(&self, range: Option<[f64; 2]>) {
        if let Some([low, high]) = range.filter(|_| !self.is_quiet) {
            log::print_stderr(&format!("value range {} to {}", low as f32, high as f32));
        }
    }
}
