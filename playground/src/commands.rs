//! The subcommands of the executable, which compile, render and measure without a window.

pub(crate) mod analyze;
mod at;
mod bench;
pub(crate) mod captured;
mod check;
mod compare;
mod completions;
pub(crate) mod data_file;
mod editors;
mod list;
mod manual;
mod mesh;
mod new;
mod options;
mod params;
mod render;
mod sample;
mod stages;
mod sweep;
mod trace;
mod unpack;

use std::io::{self, Write as _};
use std::sync::Arc;

use noise_playground::capture::RenderSettings;
use noise_playground::control::{HostInputs, Values};
use noise_playground::field_file::{REPROJECTION, WorldUnit};
use noise_playground::generator::{Generator, ScheduleError};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::grid::SampleGrid;

pub(crate) use analyze::analyze;
pub(crate) use at::at;
pub(crate) use bench::bench;
pub(crate) use check::check;
pub(crate) use compare::compare;
pub(crate) use completions::completions;
pub(crate) use editors::editors;
pub(crate) use list::list;
pub(crate) use manual::manual;
pub(crate) use mesh::mesh;
pub(crate) use new::new;
pub(crate) use params::params;
pub(crate) use render::render;
pub(crate) use sample::sample;
pub(crate) use stages::stages;
pub(crate) use sweep::sweep;
pub(crate) use trace::trace;
pub(crate) use unpack::unpack;

use crate::process::error::CommandError;
use crate::process::log;

/// Prints the result of a command and a line feed on stdout. A closed pipe (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::Usage(error.into()))
        }
        _ => Ok(()),
    }
}

/// Prints the result of a command as JSON on stdout.
fn print_json(value: &serde_json::Value) -> Result<(), CommandError> {
    print(&serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?)
}

/// Builds the GPU pipeline that evaluates a generator. Prints the warning of the graphics driver, if any, on stderr.
fn build_pipeline(gpu: &Gpu, generator: &Arc<Generator>) -> Result<EvaluatePipeline, CommandError> {
    let pipeline = EvaluatePipeline::new(gpu, generator)?;
    if let Some(warning) = &pipeline.warning {
        log::print_stderr(&warning.human());
    }
    warn_of_degrees(generator);
    Ok(pipeline)
}

/// Logs a warning for each data file in a field input whose coordinates are degrees: in the shader they are meters from
/// the center.
fn warn_of_degrees(generator: &Generator) {
    for (name, _, input) in generator.input_files() {
        if let Ok(Some(read)) = input.read_file()
            && read.file.unit == WorldUnit::LocalMeters
        {
            tracing::warn!(
                "{name}: the file is in degrees; its coordinates are meters from its center (`{REPROJECTION}` projects it)"
            );
        }
    }
}

/// Returns the inputs for evaluating a generator on `grid`, with the time and the slice in `settings`.
fn inputs(
    generator: &Generator,
    values: &Values,
    grid: SampleGrid,
    settings: &RenderSettings,
) -> Result<EvaluateInputs, ScheduleError> {
    let host = HostInputs {
        time: settings.time,
        ..HostInputs::default()
    };
    let inputs = EvaluateInputs::new(generator, values, grid, settings.z, &host)?;
    Ok(inputs.of_view(settings))
}
