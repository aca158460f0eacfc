//! `playground sweep`: a picture for each of many values, from one pipeline.

mod folder;
mod plan;
mod sheet;

use std::process::ExitCode;

use noise_playground::capture::Manifest;
use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::ScheduleError;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::grid::SampleGrid;

use super::options::find_named;
use crate::args::{Global, SweepArgs};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use plan::{FolderOutput, SweepOutput, SweepPlan};
use sheet::Sheet;

/// Makes all variants. Everything that can be wrong with the call is found before the GPU is opened.
pub(crate) fn sweep(arguments: &SweepArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let generator = find_named(&arguments.named)?;
    let plan = SweepPlan::new(arguments, &generator)?;
    let making = match &plan.target {
        SweepOutput::Sheet(path) => {
            SweepWriter::Sheet(Box::new(Sheet::new(&plan, &generator.title, path)?))
        }
        SweepOutput::Folder(folder) => SweepWriter::Folder(folder),
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let pipeline = EvaluatePipeline::new(&gpu, &generator)?;
    if let Some(warning) = &pipeline.warning {
        crate::process::log::print_stderr(&warning.human());
    }
    let sweeping = SweepRun {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
        manifest: Manifest::new(&gpu.name(), &generator, &plan.values, &plan.scene),
    };
    let mut progress = Progress::new("sweeping", global.quiet);
    match making {
        SweepWriter::Sheet(sheet) => sheet.write(&sweeping, &mut progress)?,
        SweepWriter::Folder(folder) => folder::write(&sweeping, folder, &mut progress)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What becomes of the variants.
enum SweepWriter<'a> {
    Sheet(Box<Sheet<'a>>),
    Folder(&'a FolderOutput),
}

/// A sweep that can begin.
struct SweepRun<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    plan: &'a SweepPlan,
    /// Of the values that all variants share.
    manifest: Manifest,
}

impl SweepRun<'_> {
    fn inputs(&self, values: &Values, grid: SampleGrid) -> Result<EvaluateInputs, ScheduleError> {
        let scene = &self.plan.scene;
        let host = HostInputs {
            time: scene.time,
            ..HostInputs::default()
        };
        EvaluateInputs::new(&self.pipeline.generator, values, grid, scene.z, &host)
    }
}
