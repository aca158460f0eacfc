//! `sweep --sensitivity` without a name: the derivatives by all controls, those with the largest effect first.

use std::path::Path;

use anyhow::Context as _;
use noise_playground::Subject;
use noise_playground::capture::{CaptureFile, write_text};
use noise_playground::field::files::Format;
use noise_playground::generator::Derivative;
use noise_playground::generator::control::Settings;
use noise_playground::gpu::Gpu;
use noise_playground::gpu::measure::{ControlEffect, EffectMeter};
use serde::Serialize;

use super::SweepArgs;
use super::folder::create_folder;
use super::plan::{SweepOutput, output};
use crate::args::{Global, StageArg};
use crate::commands::build_pipeline;
use crate::commands::options::{in_proportion, initial_settings, open, reject, settings};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::sheets::{ComparisonSheet, SheetArrangement};
use noise_playground::render::{DataSettings, RenderError, RenderJob, TILE_SAMPLES};

/// Pictures in a row of a sheet.
const COLUMNS: usize = 4;

/// A line of `sweep.jsonl`.
#[derive(Serialize)]
struct EffectLine<'a> {
    /// Rank, from 0.
    index: usize,
    file: &'a str,
    address: String,
    values: Settings,
    /// Control or component of a control.
    sensitivity: &'a str,
    /// Mean magnitude of the derivative.
    mean: f64,
    /// The mean times the length of the slider's range.
    effect: f64,
    /// Fractions of the view where the value rises and falls with the control.
    rising: f64,
    falling: f64,
}

/// All options are checked before the GPU is opened.
pub(super) fn sweep(arguments: &SweepArgs, global: &Global) -> Result<(), CommandError> {
    reject_values(arguments)?;
    let output = output(arguments, 0)?;
    let (dir, format, extension) = match &output {
        SweepOutput::Folder(folder) => (Some(&folder.dir), folder.format, folder.extension),
        SweepOutput::Sheet(_) => (None, Format::Png, "png"),
    };
    let opened = open_value(arguments)?;
    let generator = &opened.subject.generator;
    let first = generator.sensitivities().into_iter().next();
    let first = first.with_context(|| {
        format!("--sensitivity: {} has no control with a derivative", generator.address())
    })?;
    let settings = derived(&opened, arguments, &first)?.settings;
    if let Some(dir) = dir {
        create_folder(dir)?;
    }
    let gpu = global.open_gpu()?;
    let effects = effects(&gpu, &Subject { settings, ..opened.subject.clone() })?;
    let mut progress = Progress::new("sweeping", global.quiet);
    let mut sheet = match dir {
        Some(_) => None,
        None => {
            let sheet = new_sheet(settings.grid.size, effects.len())?;
            Some((sheet, CaptureFile::create(&arguments.output, Format::Png)?))
        }
    };
    let mut lines = String::new();
    for (index, effect) in effects.iter().enumerate() {
        let subject = derived(&opened, arguments, &effect.control)?;
        let file = format!("{index:04}_sensitivity={}.{extension}", effect.control);
        match (dir, &mut sheet) {
            (Some(dir), _) => write_file(&gpu, &subject, &dir.join(&file), format)?,
            (None, Some((sheet, _))) => {
                let pixels = job(&gpu, &subject, Format::Png, |job| job.pixels(&mut |_| Ok(())))?;
                sheet.draw(index, &pixels);
                sheet.draw_caption(index, [&effect.control, &summary(effect)]);
            }
            (None, None) => {}
        }
        lines += &line(index, &file, &subject, effect)?;
        progress.show((index + 1) as f64 / effects.len() as f64);
    }
    if let Some(dir) = dir {
        write_text(&dir.join("sweep.jsonl"), &lines)?;
    }
    if let Some((sheet, mut file)) = sheet {
        let mut manifest = derived(&opened, arguments, &effects[0].control)?.manifest(&gpu.name());
        manifest.vary = vec!["--sensitivity".to_owned()];
        let written = file.write_picture(sheet.canvas.size, sheet.canvas.pixels, &manifest);
        written.and_then(|()| file.commit())?;
    }
    Ok(())
}

/// Fails if an option applies only to a sweep of values.
fn reject_values(arguments: &SweepArgs) -> anyhow::Result<()> {
    let unused = [
        ("--vary", !arguments.vary.is_empty()),
        ("--random", arguments.random.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--depth", arguments.depth.is_some()),
        ("--measure", arguments.measure.is_some()),
        ("--shard", arguments.shard.is_some()),
        ("--quantity", arguments.data.quantity.is_some()),
        ("--mask", arguments.data.mask.is_some()),
    ];
    reject(&unused, |option| {
        format!("--sensitivity without a name shows all controls; name one to use {option}")
    })
}

/// Opens the generator with its values, and without a derivative.
fn open_value(arguments: &SweepArgs) -> Result<Opened, CommandError> {
    let opened = open(&arguments.generator.named, &arguments.picture.values.set)?;
    let stage = StageArg { stage: arguments.generator.stage.stage.clone(), sensitivity: None };
    Ok(opened.at_stage(&stage)?.with_values(&arguments.picture.values)?)
}

/// Returns the derivative by a control, as `render --sensitivity NAME` shows it.
fn derived(opened: &Opened, arguments: &SweepArgs, name: &str) -> Result<Subject, CommandError> {
    let derivative = Derivative::by_control(name, &opened.subject.generator);
    let opened = opened.clone().derived(&derivative, "--sensitivity")?;
    let initial = initial_settings(&opened, &arguments.picture);
    let settings = settings(&arguments.picture, &opened.subject.generator, initial)?;
    let settings = in_proportion(settings, &opened, &arguments.picture);
    Ok(Subject { settings, ..opened.subject })
}

fn effects(gpu: &Gpu, subject: &Subject) -> Result<Vec<ControlEffect>, CommandError> {
    let measured = EffectMeter::new(&subject.generator).measure(gpu, subject, || true)?;
    Ok(measured.unwrap_or_default())
}

fn new_sheet(size: [u32; 2], count: usize) -> anyhow::Result<ComparisonSheet> {
    let arrangement = SheetArrangement::Columns(COLUMNS.min(count.max(1)));
    ComparisonSheet::new(size, count, arrangement)
        .context("-o: choose a smaller --size, or give a folder, -o DIR/")
}

fn summary(effect: &ControlEffect) -> String {
    let [falls, rises] = [effect.falling, effect.rising].map(|share| (100.0 * share).round());
    format!("effect {:.3}  \u{2212}{falls} % +{rises} %", effect.effect)
}

fn line(
    index: usize,
    file: &str,
    Subject { generator, values, .. }: &Subject,
    effect: &ControlEffect,
) -> anyhow::Result<String> {
    let line = EffectLine {
        index,
        file,
        address: generator.address().to_string(),
        values: values.settings(generator.controls()),
        sensitivity: &effect.control,
        mean: effect.mean,
        effect: effect.effect,
        rising: effect.rising,
        falling: effect.falling,
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// Equals the file that `render` writes.
fn write_file(
    gpu: &Gpu,
    subject: &Subject,
    path: &Path,
    format: Format,
) -> Result<(), CommandError> {
    let mut file = CaptureFile::create(path, format)?;
    job(gpu, subject, format, |job| job.write(vec![(&mut file, None)], &mut |_| Ok(())))?;
    Ok(file.commit()?)
}

fn job<T>(
    gpu: &Gpu,
    subject: &Subject,
    format: Format,
    run: impl FnOnce(&RenderJob<'_>) -> Result<T, RenderError>,
) -> Result<T, CommandError> {
    let pipeline = build_pipeline(gpu, &subject.generator)?;
    let grid = subject.data_grid(format)?;
    let result = run(&RenderJob {
        gpu,
        pipeline: &pipeline,
        inputs: &subject.inputs(grid)?,
        settings: &subject.settings,
        data: &DataSettings::default(),
        manifest: &subject.manifest(&gpu.name()),
        tile_samples: TILE_SAMPLES,
    });
    Ok(result?)
}
