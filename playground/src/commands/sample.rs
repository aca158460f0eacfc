//! `playground sample`: evaluates a generator at given positions.

mod points;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use noise_playground::capture::{AtomicFile, FileSet};
use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{Generator, Precision, Schedule};
use noise_playground::gpu::{Gpu, PointPipeline};
use noise_playground::{RenderSettings, Subject, field::npy};

use super::options::{open_values, reject, reject_z_and_time};
use super::{build_pipeline, print};
use crate::args::{GeneratorArg, Global, PositionArgs, PrecisionArg, ValueArgs};
use crate::documents::opened::DEFAULT_SIDE;
use crate::process::error::CommandError;
use noise_playground::render::{DataSettings, RenderJob, TILE_SAMPLES, precision_note};

#[derive(Debug, Args)]
#[command(after_help = SAMPLE_HELP)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Positions: a .npy file of shape (N, 2), (N, 3) or (N, 4), or - for lines of text on stdin.
    #[arg(long, value_name = "FILE.npy|-", allow_hyphen_values = true)]
    pub(crate) points: PathBuf,

    #[command(flatten)]
    pub(crate) precision: PrecisionArg,

    /// Values: a .npy file of f32, of shape (N) or (N, C), or - for lines of text on stdout.
    #[arg(
        short,
        long = "output",
        value_name = "FILE.npy|-",
        default_value = "-",
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) rest: PositionArgs,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `sample --help`.
const SAMPLE_HELP: &str = "\
A position is x y for a plane, x y z for a volume, x y z t for a volume in
time. In text the numbers of a line are separated by spaces or commas; empty
lines and lines that begin with # are skipped. Positions are rounded to f32,
unless --precision is double.
Points have no size: @auto pixel_size is 0, and no octave fades as in pictures.
The grid of a grid program is interpolated; outside of it values are nan.";

/// Reads positions from a file or stdin.
pub(crate) fn sample(arguments: &SampleArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = open_values(&arguments.generator, &arguments.values.set)?;
    let subject = opened.with_values(&arguments.values)?.subject;
    let Subject { generator, settings, .. } = &subject;
    let PositionArgs { z, time } = arguments.rest;
    let rest = [z.unwrap_or(settings.z), time.unwrap_or(settings.time)];
    reject_z_and_time([z.is_some(), time.is_some()], &[generator])?;
    if generator.program().is_some() {
        reject(&[("--precision", arguments.precision.precision.is_some())], |option| {
            format!("{option} has no effect: a grid program is evaluated in single precision")
        })?;
        reject(&[("--z", z.is_some()), ("--time", time.is_some())], |option| {
            format!("{option} has no effect: the grid of a grid program is sampled at z and time 0")
        })?;
    }
    let positions = points::read(&arguments.points, generator.domain(), rest)?;
    let is_text = arguments.output == Path::new("-");
    let file = (!is_text).then(|| create(&arguments.output)).transpose()?;
    let gpu = global.open_gpu()?;
    let precision = arguments.precision.precision.unwrap_or(generator.precision());
    match precision {
        Precision::Single => warn_of_far_positions(generator, &positions),
        Precision::Double => {
            gpu.check_f64().map_err(|reason| anyhow::anyhow!("--precision double: {reason}"))?;
        }
    }
    let samples = evaluate(&gpu, &subject, precision, &positions)?;
    match file {
        Some(file) => write(file, &samples, generator.channels(), precision)?,
        None => print_lines(&samples, generator.channels(), precision)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Warns if a position is so far from the origin that a picture of the generator would be, too: of its first view.
fn warn_of_far_positions(generator: &Generator, positions: &[[f64; 4]]) {
    let view = generator.initial_grid(DEFAULT_SIDE);
    let is_far = |[x, y, ..]: &&[f64; 4]| {
        let grid = SampleGrid { center: [*x, *y], ..view };
        precision_note(generator, &grid).is_some()
    };
    if let Some([x, y, ..]) = positions.iter().find(is_far) {
        let step = x.abs().max(y.abs()) as f32;
        tracing::warn!(
            "f32 precision reached: positions near {x} {y} are {} apart; --precision double evaluates them in f64",
            step.next_up() - step
        );
    }
}

fn create(path: &Path) -> anyhow::Result<AtomicFile> {
    let is_npy = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    if !is_npy {
        anyhow::bail!("-o {path:?} is neither a .npy file nor -");
    }
    Ok(AtomicFile::create(path)?)
}

/// Returns all channels of the first position, then those of the next one.
fn evaluate(
    gpu: &Gpu,
    subject: &Subject,
    precision: Precision,
    positions: &[[f64; 4]],
) -> Result<Vec<f64>, CommandError> {
    let generator = &subject.generator;
    let at = |settings| Subject { settings, ..subject.clone() };
    if let Some(schedule) = Schedule::new(generator, &subject.values)? {
        return interpolated(gpu, &at(schedule.grid(generator).into()), positions);
    }
    let points = PointPipeline::new(gpu, generator, precision)?;
    let time = positions.first().map_or(0.0, |position| position[3]);
    // Octaves fade by the distance of samples. Single positions have none, so that all octaves are kept.
    let grid = SampleGrid { span: 0.0, ..generator.initial_grid(1) };
    let inputs = at(RenderSettings { time, ..grid.into() }).inputs(grid)?;
    let samples = points.evaluate(gpu, &inputs, positions)?;
    let channels = generator.channels() as usize;
    Ok(samples.iter().flat_map(|sample| &sample[..channels]).copied().collect())
}

/// Executes a grid program on its own grid, and interpolates its field.
fn interpolated(
    gpu: &Gpu,
    subject: &Subject,
    positions: &[[f64; 4]],
) -> Result<Vec<f64>, CommandError> {
    let grid = subject.settings.grid;
    let job = RenderJob {
        gpu,
        pipeline: &build_pipeline(gpu, &subject.generator)?,
        inputs: &subject.inputs(grid)?,
        settings: &subject.settings,
        data: &DataSettings::default(),
        manifest: &subject.manifest(&gpu.name()),
        tile_samples: TILE_SAMPLES,
    };
    let field = job.field(&mut |_| Ok(()))?;
    let value = |position: &[f64; 4]| {
        f64::from(field.interpolated(&grid, Channel::X, [position[0], position[1]]) as f32)
    };
    Ok(positions.iter().map(value).collect())
}

fn print_lines(samples: &[f64], channels: u32, precision: Precision) -> Result<(), CommandError> {
    let text = |number: &f64| match precision {
        Precision::Single => (*number as f32).to_string(),
        Precision::Double => number.to_string(),
    };

    let lines = samples.chunks_exact(channels as usize).map(|sample| {
        let numbers: Vec<String> = sample.iter().map(text).collect();
        numbers.join(" ").replace("NaN", "nan")
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { Ok(()) } else { print(&lines.join("\n")) }
}

fn write(
    mut file: AtomicFile,
    samples: &[f64],
    channels: u32,
    precision: Precision,
) -> anyhow::Result<()> {
    let count = samples.len() as u64 / u64::from(channels);
    let shape = [count, channels.into()];
    let shape = if channels == 1 { &shape[..1] } else { &shape[..] };
    let mut buffer = std::io::BufWriter::new(file.file());
    let mut write = || {
        match precision {
            Precision::Single => npy::write_header(&mut buffer, shape)?,
            Precision::Double => npy::write_header_f64(&mut buffer, shape)?,
        }
        for number in samples {
            match precision {
                Precision::Single => buffer.write_all(&(*number as f32).to_le_bytes())?,
                Precision::Double => buffer.write_all(&number.to_le_bytes())?,
            }
        }
        buffer.flush()
    };
    write().context("cannot write the values")?;
    drop(buffer);
    let mut set = FileSet::default();
    set.add(file)?;
    Ok(set.commit()?)
}
