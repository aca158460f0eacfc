//! `playground sweep`: renders many variants of a generator by one pipeline.

mod axes;
mod folder;
mod list;
mod measures;
mod plan;
mod sensitivities;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use anyhow::{Context as _, anyhow};
use clap::Args;
use noise_playground::capture::{CaptureFile, Manifest};
use noise_playground::field::files::Format;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::subject::sweep::AxisText;

use super::build_picture_pipeline;
use super::options::{exact_quantity, open_stage};
use super::seeds::MAX_SEEDS;
use crate::args::parse::{depth, format, format_names, integer};
use crate::args::{ALL_CONTROLS, DataArgs, GeneratorArg, Global, Picture};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::sheets::SweepSheet;
use measures::MeasureList;
use noise_playground::render::{BatchRenderer, RequestedOutputs};
use plan::{FolderOutput, SweepOutput, SweepPlan};

#[derive(Debug, Args)]
#[command(after_help = SWEEP_HELP)]
pub(crate) struct SweepArgs {
    /// Subject that varies, and its values: NAME=FROM:TO:COUNT (or FROM..TO:COUNT) at equal distances, at equal ratios
    /// if the control has @log and both ends are above 0; " log" or " lin" at the end chooses. Or a list,
    /// NAME=V1,V2,V3. NAME is a control, a component (tint.x), z, time, span, preset, or of a three-dimensional view
    /// camera.az, camera.alt, camera.dist or camera.fov: camera.az=0:357:120 is a full turn in 120 frames. A sheet
    /// takes one --vary for its columns and one for its rows; more need a folder.
    #[arg(long, value_name = "NAME=VALUES", allow_hyphen_values = true, value_parser = axes::vary)]
    pub(crate) vary: Vec<(String, AxisText)>,

    /// Render COUNT random points of a space that they fill evenly (Sobol): of the --vary NAME=FROM..TO, or of all
    /// sliders except seeds. Needs a folder, -o DIR/.
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = integer(0..=u32::MAX))]
    pub(crate) random: Option<u32>,

    /// Seed of --random: equal seeds give equal points (default: 0).
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = integer(0..=u32::MAX))]
    pub(crate) seed: Option<u32>,

    /// Output: a .png for a sheet with labeled axes, or a folder, DIR/, for one file per variant.
    #[arg(
        short,
        long = "output",
        value_name = "SHEET.png|DIR/",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    #[arg(long, value_name = "EXTENSION", allow_hyphen_values = true, value_parser = format,
        help = format!("Format of the files in a folder: {}, as for render (default: png)", format_names()))]
    pub(crate) format: Option<(Format, &'static str)>,

    /// Bits of the .png files in a folder: 8 for the view, 16 for the numbers, as for render (default: 8).
    #[arg(long, value_name = "BITS", allow_hyphen_values = true, value_parser = depth)]
    pub(crate) depth: Option<u8>,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Measure each variant of a folder: adds its statistics, the slope of its spectrum with its interval, error and R²,
    /// its mean anisotropy, and the reasons for missing numbers to sweep.jsonl. A list adds more, as analyze measures
    /// them: histogram, hypsometry, landforms, roughness, seam, slopes, variogram.
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "",
        value_parser = measures::measure_list)]
    pub(crate) measure: Option<MeasureList>,

    /// Measure N fields of each variant together, with the control of the seed set to 1 to N: adds mean and standard
    /// deviation over the seeds, and the numbers of each. The files have the seed as it is set.
    #[arg(long, value_name = "N", requires = "measure", allow_hyphen_values = true, value_parser = integer(1..=MAX_SEEDS))]
    pub(crate) seeds: Option<u32>,

    /// Render only the I-th of N equal parts of a folder, with I from 1, to divide a sweep among machines.
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, value_parser = plan::shard)]
    pub(crate) shard: Option<[usize; 2]>,

    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// End of `sweep --help`.
const SWEEP_HELP: &str = "\
A folder gets one file per variant, 0007_warp=0.2_gain=0.5.png, and
sweep.jsonl with one line each: index, file, address, values, and the view or
the preset if they vary. The list grows with the files. The first --vary
changes fastest. A shard writes sweep.I-of-N.jsonl instead. Existing files with
the same manifest are up to date and are not rendered again, so that a sweep
can be resumed. Every file is equal to the one that `render` writes.

--sensitivity without a name, and without --vary, renders the derivative by each
control, those with the largest effect first: the mean magnitude of the
derivative over the view times the length of the slider. sweep.jsonl then has
sensitivity, mean, effect, and the fractions rising and falling of the view.";

/// All options are checked before the GPU is opened.
pub(crate) fn sweep(arguments: &SweepArgs, global: &Global) -> Result<ExitCode, CommandError> {
    if arguments.generator.stage.sensitivity.as_deref() == Some(ALL_CONTROLS) {
        sensitivities::sweep(arguments, global)?;
        return Ok(ExitCode::SUCCESS);
    }
    let opened = open_stage(&arguments.generator, &arguments.picture.values.set)?;
    let opened = exact_quantity(opened, &arguments.data, &arguments.picture.view)?;
    let plan = SweepPlan::new(arguments, opened.with_values(&arguments.picture.values)?)?;
    let writer = match &plan.output {
        SweepOutput::Sheet(path) => {
            SweepWriter::sheet(&plan, plan.subject.generator.title(), path)?
        }
        SweepOutput::Folder(folder) => SweepWriter::Folder(folder),
    };
    let gpu = global.open_gpu()?;
    let pipeline = build_picture_pipeline(&gpu, &plan.subject)?;
    pipeline.prepare(&gpu, plan.subject.settings.shading.mode)?;
    plan.warn_of_precision();
    let manifest = plan.subject.manifest(&gpu.name());
    let manifest = match &plan.output {
        SweepOutput::Folder(folder) => plan.data.manifest(&manifest, folder.format),
        SweepOutput::Sheet(_) => manifest,
    };
    let run = SweepRun { gpu: &gpu, pipeline: &pipeline, plan: &plan, manifest };
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
        let sheet = SweepSheet::new(&plan.sweep, heading, plan.subject.settings.grid.size)
            .context("-o: choose a smaller --size, or give a folder, -o DIR/")?;
        Ok(Self::Sheet(Box::new(sheet), CaptureFile::create(path, Format::Png)?))
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
        let SweepPlan { sweep, subject, .. } = self.plan;
        let outputs = RequestedOutputs::of(Format::Png);
        let mut batch = BatchRenderer::new(self.gpu, self.pipeline, subject.settings, outputs);
        let variants = (0..sweep.count()).map(|index| {
            let variant = self.plan.variant(index, self.gpu, self.pipeline)?;
            let inputs = variant.inputs(variant.data_grid(Format::Png)?)?;
            Ok::<_, CommandError>((index, inputs, variant.settings))
        });
        let mut manifest = self.manifest;
        manifest.vary.clone_from(&self.plan.vary);
        let size = sheet.size;
        // Rows are compressed while the next ones are rendered.
        thread::scope(|scope| -> Result<(), CommandError> {
            let (sender, rows) = mpsc::sync_channel(1);
            let (file, manifest) = (&mut file, &manifest);
            let write = move || file.write_picture_rows(size, rows.into_iter(), manifest);
            let writer = scope.spawn(write);
            batch.render_views(variants, |index, picture| {
                sheet.draw(index, &picture?.rows.pixels);
                progress.show((index + 1) as f64 / sweep.count() as f64);
                let rows = sheet.finished_rows(index);
                let is_written = rows.is_empty() || sender.send(rows).is_ok();
                Ok(if is_written { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
            drop(sender);
            let written = writer.join().map_err(|_| anyhow!("the encoder thread panicked"))?;
            Ok(written?)
        })?;
        Ok(file.commit()?)
    }
}
