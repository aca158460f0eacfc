//! `playground sweep`: renders many variants of a generator by one pipeline.

mod axes;
mod folder;
mod list;
mod measures;
mod plan;

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use noise_playground::capture::{CaptureFile, Format, Manifest};
use noise_playground::gpu::{EvaluatePipeline, Gpu};

use super::options::{NamedGenerator, with_values};
use super::{build_pipeline, inputs};
use crate::args::{Global, SweepArgs};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::render::batch::{BatchRenderer, RequestedOutputs};
use crate::render::data_grid;
use crate::sheets::SweepSheet;
use plan::{FolderOutput, SweepOutput, SweepPlan};

/// All options are checked before the GPU is opened.
pub(crate) fn sweep(arguments: &SweepArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let named = NamedGenerator::open(&arguments.generator, &arguments.picture.values.set)?;
    let named = named.filled(&arguments.picture.values)?;
    let plan = SweepPlan::new(arguments, &named)?;
    let generator = with_values(&named.generator, &plan.values)?;
    let writer = match &plan.output {
        SweepOutput::Sheet(path) => SweepWriter::sheet(&plan, &generator.title, path)?,
        SweepOutput::Folder(folder) => SweepWriter::Folder(folder),
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let pipeline = build_pipeline(&gpu, &generator)?;
    pipeline.prepare(&gpu, plan.settings.shading.mode)?;
    let manifest = Manifest::new(&gpu.name(), &generator, &plan.values, &plan.settings);
    let manifest = match &plan.output {
        SweepOutput::Folder(folder) => plan.data.manifest(&manifest, folder.format),
        SweepOutput::Sheet(_) => manifest,
    };
    let run = SweepRun {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
        manifest,
    };
    let mut progress = Progress::new("sweeping", global.quiet);
    match writer {
        SweepWriter::Sheet(sheet, file) => run.write_sheet(*sheet, file, &mut progress)?,
        SweepWriter::Folder(folder) => folder::write(&run, folder, &mut progress)?,
    }
    Ok(ExitCode::SUCCESS)
}

enum SweepWriter<'a> {
    /// All variants on one sheet.
    Sheet(Box<SweepSheet>, CaptureFile),
    /// One file for each variant.
    Folder(&'a FolderOutput),
}

impl SweepWriter<'_> {
    fn sheet(plan: &SweepPlan, heading: &str, path: &Path) -> anyhow::Result<Self> {
        let sheet = SweepSheet::new(&plan.sweep, heading, plan.settings.grid.size)
            .context("-o: choose a smaller --size, or give a folder, -o DIR/")?;
        Ok(Self::Sheet(
            Box::new(sheet),
            CaptureFile::create(path, Format::Png)?,
        ))
    }
}

/// Pipeline and options of a sweep.
struct SweepRun<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    plan: &'a SweepPlan,
    /// Template, with the values that all variants share.
    manifest: Manifest,
}

impl SweepRun<'_> {
    fn write_sheet(
        self,
        mut sheet: SweepSheet,
        mut file: CaptureFile,
        progress: &mut Progress,
    ) -> Result<(), CommandError> {
        let SweepPlan {
            sweep, settings, ..
        } = self.plan;
        let generator = &self.pipeline.generator;
        let outputs = RequestedOutputs::of(Format::Png);
        let mut batch = BatchRenderer::new(self.gpu, self.pipeline, *settings, outputs);
        let variants = (0..sweep.count()).map(|index| {
            let (values, settings) = self.plan.variant(index, generator);
            let grid = data_grid(generator, &values, Format::Png, &settings)?;
            let inputs = inputs(generator, &values, grid, &settings)?;
            Ok((index, inputs, settings))
        });
        batch.render_views(variants, |index, picture| {
            sheet.draw(index, &picture?.rows.pixels);
            progress.show((index + 1) as f64 / sweep.count() as f64);
            Ok(ControlFlow::Continue(()))
        })?;
        let mut manifest = self.manifest;
        manifest.vary.clone_from(&self.plan.vary);
        let written = file.write_picture(sheet.canvas.size, sheet.canvas.pixels, &manifest);
        let committed = written.and_then(|()| file.commit());
        Ok(committed.map_err(anyhow::Error::from)?)
    }
}
