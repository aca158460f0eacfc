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
use crate::args::{Global, Sweep};
use crate::compiler::folder::Found;
use crate::process::error::Failure;
use crate::process::progress::Progress;
use plan::{Folder, SweepPlan, Target};
use sheet::Sheet;

/// Makes all variants. Everything that can be wrong with the call is found before the GPU is opened.
pub(crate) fn sweep(arguments: &Sweep, global: &Global) -> Result<ExitCode, Failure> {
    let Found { generator, .. } = find_named(&arguments.named)?;
    let plan = SweepPlan::new(arguments, &generator)?;
    let making = match &plan.target {
        Target::Sheet(path) => Making::Sheet(Box::new(Sheet::new(&plan, &generator.title, path)?)),
        Target::Folder(folder) => Making::Folder(folder),
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let pipeline = EvaluatePipeline::new(&gpu, &generator)?;
    if let Some(warning) = &pipeline.warning {
        crate::process::log::say(&warning.human());
    }
    let sweeping = Sweeping {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
        manifest: Manifest::new(&gpu.name(), &generator, &plan.values, &plan.scene),
    };
    let mut progress = Progress::new("sweeping", global.quiet);
    match making {
        Making::Sheet(sheet) => sheet.write(&sweeping, &mut progress)?,
        Making::Folder(folder) => folder::write(&sweeping, folder, &mut progress)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What becomes of the variants.
enum Making<'a> {
    Sheet(Box<Sheet<'a>>),
    Folder(&'a Folder),
}

/// A sweep that can begin.
struct Sweeping<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    plan: &'a SweepPlan,
    /// Of the values that all variants share.
    manifest: Manifest,
}

impl Sweeping<'_> {
    fn inputs(&self, values: &Values, grid: SampleGrid) -> Result<EvaluateInputs, ScheduleError> {
        let scene = &self.plan.scene;
        let host = HostInputs {
            time: scene.time,
            ..HostInputs::default()
        };
        EvaluateInputs::new(&self.pipeline.generator, values, grid, scene.z, &host)
    }
}
