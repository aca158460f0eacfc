//! The subcommands of the executable, which compile, render and measure without a window.

mod analyze;
mod at;
mod bench;
mod check;
mod compare;
mod completions;
mod editors;
pub(crate) mod figure_files;
mod list;
mod lsp;
pub(crate) mod manual;
mod mesh;
mod new;
mod options;
mod outputs;
mod params;
mod render;
mod sample;
mod seeds;
mod stages;
mod sweep;
mod trace;
mod unpack;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use noise_playground::field::files::{REPROJECTION, WorldUnit};
use noise_playground::generator::{DeriveError, Generator};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::render::precision_note;
use noise_playground::view::space::camera::CameraSetting;
use noise_playground::{SampleGrid, Subject, printable};

use crate::args::Global;
use crate::process::error::CommandError;
use crate::process::log;

/// Live-reloading shader playground for noise research.
///
/// Opens a folder of WGSL noise functions in a window, recompiles them whenever they are saved, and shows
/// sliders for the tags in their comments.
#[derive(Debug, Parser)]
#[command(
    name = "playground",
    version,
    subcommand_precedence_over_arg = true,
    after_help = "`playground help manual` prints the folder of the manual."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Folder of shaders, shader file or capture to open (default: the folder shaders, or the built-in shaders if there
    /// is none).
    pub(crate) folder: Option<PathBuf>,

    /// Editor that opens files at a line: code, vim, emacs, hx, zed, subl … Takes precedence over $VISUAL and $EDITOR.
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) editor: Option<String>,

    /// Start without restoring the last session.
    #[arg(long)]
    pub(crate) fresh: bool,

    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders and print their errors and warnings.
    Check(check::CheckArgs),
    /// Render the picture or the field of a generator to files.
    Render(Box<render::RenderArgs>),
    /// Render a generator with many values, on one sheet or to files in a folder.
    Sweep(Box<sweep::SweepArgs>),
    /// Measure how far two pictures differ.
    Compare(compare::CompareArgs),
    /// Print the generators of a folder.
    List(list::ListArgs),
    /// Print the controls of a generator.
    Params(params::ParamsArgs),
    /// Measure a noise: statistics, power spectrum, isotropy, slopes and landforms.
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Print the values that the functions of a generator compute, for --stage.
    Stages(stages::StagesArgs),
    /// Print all values that are computed for one sample, in their order.
    Trace(trace::TraceArgs),
    /// Show the value at an editor's cursor in the open window.
    At(at::AtArgs),
    /// Serve text editors: the open window follows each keystroke, without saving (Language Server Protocol).
    Lsp(lsp::LspArgs),
    /// Print the lines by which editors start `lsp` and call `at`.
    Editors,
    /// Measure how fast a generator is.
    Bench(bench::BenchArgs),
    /// Print or write the values of a generator at given positions.
    Sample(sample::SampleArgs),
    /// Write a terrain, a solid or a planet as a triangle mesh.
    Mesh(Box<mesh::MeshArgs>),
    /// Write the shaders and values of a capture as files.
    Unpack(unpack::UnpackArgs),
    /// Write the built-in shaders into a new folder.
    New(new::NewArgs),
    /// Print the completion script for a shell.
    Completions(completions::CompletionsArgs),
}

impl Command {
    /// Returns the arguments of the language server, which logs elsewhere than other commands.
    pub(crate) fn language_server(&self) -> Option<&lsp::LspArgs> {
        match self {
            Self::Lsp(arguments) => Some(arguments),
            _ => None,
        }
    }

    pub(crate) fn run(self, global: &Global) -> Result<ExitCode, CommandError> {
        match self {
            Self::Check(arguments) => check::check(&arguments),
            Self::Render(arguments) => render::render(&arguments, global),
            Self::Sweep(arguments) => sweep::sweep(&arguments, global),
            Self::Compare(arguments) => compare::compare(&arguments, global),
            Self::List(arguments) => list::list(&arguments),
            Self::Lsp(_) => Ok(crate::lsp::run()),
            Self::Params(arguments) => params::params(&arguments),
            Self::Analyze(arguments) => analyze::analyze(&arguments, global),
            Self::Stages(arguments) => stages::stages(&arguments, global),
            Self::Trace(arguments) => trace::trace(&arguments, global),
            Self::At(arguments) => at::at(&arguments),
            Self::Bench(arguments) => bench::bench(&arguments, global),
            Self::Sample(arguments) => sample::sample(&arguments, global),
            Self::Mesh(arguments) => mesh::mesh(&arguments, global),
            Self::Unpack(arguments) => unpack::unpack(&arguments),
            Self::New(arguments) => new::new(&arguments),
            Self::Completions(arguments) => completions::completions(&arguments),
            Self::Editors => editors::editors(),
        }
    }
}

/// Escapes control characters. A closed pipe (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    match writeln!(io::stdout().lock(), "{}", printable(text)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::Usage(error.into()))
        }
        _ => Ok(()),
    }
}

fn print_json(value: &serde_json::Value) -> Result<(), CommandError> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Builds the pipeline of a picture, like [`build_pipeline`]. Fails if normals cannot be exact.
fn build_picture_pipeline(gpu: &Gpu, subject: &Subject) -> Result<EvaluatePipeline, CommandError> {
    let generator = subject.picture_generator().map_err(|error| match error {
        DeriveError::Shader(diagnostic) => CommandError::Shader(vec![*diagnostic]),
        error => anyhow::anyhow!("--normals exact: {error}").into(),
    })?;
    build_pipeline(gpu, &generator)
}

/// Prints a warning of the graphics driver on stderr.
fn build_pipeline(gpu: &Gpu, generator: &Arc<Generator>) -> Result<EvaluatePipeline, CommandError> {
    let pipeline = EvaluatePipeline::new(gpu, generator)?;
    if let Some(warning) = &pipeline.warning {
        log::print_stderr(&warning.human());
    }
    warn_of_files(generator);
    Ok(pipeline)
}

/// Replaces a camera distance that fits by a number. `cameras` are those of a turn, which have a common distance; empty
/// for one picture.
fn fit_camera(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    subject: &mut Subject,
    cameras: &[CameraSetting],
) -> Result<(), CommandError> {
    let settings = subject.settings;
    if settings.scene_to_fit().is_some() {
        let inputs = subject.inputs(settings.data_grid())?;
        subject.settings = pipeline.fitted(gpu, &settings, &inputs, cameras)?;
    }
    Ok(())
}

/// Warns if neighboring samples have the same position in single precision.
fn warn_of_precision(generator: &Generator, grid: &SampleGrid) {
    if let Some(note) = precision_note(generator, grid) {
        tracing::warn!("{note}; choose a larger --span or a --center nearer to 0");
    }
}

/// Warns of data files with degrees, which are meters from the center in the shader, and of samples that were filled.
fn warn_of_files(generator: &Generator) {
    for (name, file, input) in generator.input_files() {
        let Ok(Some(read)) = input.read_file() else { continue };
        if read.file.unit == WorldUnit::LocalMeters {
            tracing::warn!(
                "{name}: the file is in degrees; its coordinates are meters from its center (`{REPROJECTION}` projects it)"
            );
        }
        if let Some(fill) = file.fill.filter(|_| read.filled > 0) {
            let [width, height] = read.file.field.size;
            tracing::warn!(
                "{name}: {} of {width} x {height} samples had no data and were filled ({})",
                read.filled,
                fill.name()
            );
        }
    }
}
