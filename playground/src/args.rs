//! Command-line arguments as clap parses them, mostly as text; the subcommands parse and check the text.

mod analyze;
mod inside;
mod products;
mod render;
mod shared;
mod view_settings;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use inside::{AtArgs, StagesArgs, TraceArgs};
pub(crate) use products::{MeshArgs, SampleArgs, UnpackArgs};
pub(crate) use render::RenderArgs;
pub(crate) use shared::{
    DataArgs, FeatureArgs, FolderArg, GeneratorArg, Global, OutputArgs, Picture, StageArg,
    ValueArgs,
};
pub(crate) use view_settings::{FieldSettings, GridSettings, PictureSettings, SettingArgs};

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
    Check(CheckArgs),
    /// Render the picture or the field of a generator to files.
    Render(Box<RenderArgs>),
    /// Render a generator with many values, on one sheet or to files in a folder.
    Sweep(Box<SweepArgs>),
    /// Measure how far two pictures differ.
    Compare(CompareArgs),
    /// Print the generators of a folder.
    List(ListArgs),
    /// Print the controls of a generator.
    Params(ParamsArgs),
    /// Measure a noise: statistics, power spectrum, isotropy, slopes and landforms.
    Analyze(Box<AnalyzeArgs>),
    /// Print the values that the functions of a generator compute, for --stage.
    Stages(StagesArgs),
    /// Print all values that are computed for one sample, in their order.
    Trace(TraceArgs),
    /// Show the value at an editor's cursor in the open window.
    At(AtArgs),
    /// Print the lines by which editors call `at`.
    Editors,
    /// Measure how fast a generator is.
    Bench(BenchArgs),
    /// Print or write the values of a generator at given positions.
    Sample(SampleArgs),
    /// Write a terrain, a solid or a planet as a triangle mesh.
    Mesh(Box<MeshArgs>),
    /// Write the shaders and values of a capture as files.
    Unpack(UnpackArgs),
    /// Write the built-in shaders into a new folder.
    New(NewArgs),
    /// Print the completion script for a shell.
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Folders, or files with their imports; builtin: for the built-in shaders (default: shaders).
    pub(crate) paths: Vec<PathBuf>,

    /// Format of the diagnostics: human (with the source line), short (one line each) or json (one object).
    #[arg(long, default_value = "human", allow_hyphen_values = true)]
    pub(crate) format: Format,

    /// Print one JSON object, like --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) features: FeatureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Short,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Folder of shaders; builtin: for the built-in shaders (default: shaders).
    pub(crate) folder: Option<PathBuf>,

    /// Print every function with its signature, the first line of its comment, and the reason why it is no generator.
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ParamsArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = SWEEP_HELP)]
pub(crate) struct SweepArgs {
    /// Subject that varies, and its values: NAME=FROM:TO:COUNT (or FROM..TO:COUNT) at equal distances, at equal ratios
    /// if the control has @log and both ends are above 0; " log" or " lin" at the end chooses. Or a list,
    /// NAME=V1,V2,V3. NAME is a control, a component (tint.x), z, time, span, preset, or of a three-dimensional view
    /// camera.az, camera.alt, camera.dist or camera.fov: camera.az=0:357:120 is a full turn in 120 frames. A sheet
    /// takes one --vary for its columns and one for its rows; more need a folder.
    #[arg(long, value_name = "NAME=VALUES", allow_hyphen_values = true)]
    pub(crate) vary: Vec<String>,

    /// Render COUNT random points of a space that they fill evenly (Sobol): of the --vary NAME=FROM..TO, or of all
    /// sliders except seeds. Needs a folder, -o DIR/.
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true)]
    pub(crate) random: Option<String>,

    /// Seed of --random: equal seeds give equal points (default: 0).
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,

    /// Output: a .png for a sheet with labeled axes, or a folder, DIR/, for one file per variant.
    #[arg(
        short,
        long = "output",
        value_name = "SHEET.png|DIR/",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    /// Format of the files in a folder: png, exr, tif, npy, r16 or r32, as for render (default: png).
    #[arg(long, value_name = "EXTENSION", allow_hyphen_values = true)]
    pub(crate) format: Option<String>,

    /// Bits of the .png files in a folder: 8 for the view, 16 for the numbers, as for render (default: 8).
    #[arg(long, value_name = "BITS", allow_hyphen_values = true)]
    pub(crate) depth: Option<String>,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Measure each variant of a folder: adds its statistics, the slope of its spectrum and its mean anisotropy to
    /// sweep.jsonl.
    #[arg(long)]
    pub(crate) measure: bool,

    /// Render only the I-th of N equal parts of a folder, with I from 1, to divide a sweep among machines.
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub(crate) shard: Option<String>,

    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Explanation of the output folder, at the end of `sweep --help`.
const SWEEP_HELP: &str = "\
A folder gets one file per variant, 0007_warp=0.2_gain=0.5.png, and
sweep.jsonl with one line each: index, file, address, values, and the view or
the preset if they vary. The list grows with the files. The first --vary
changes fastest. A shard writes sweep.I-of-N.jsonl instead. Existing files with
the same manifest are up to date and are not rendered again, so that a sweep
can be resumed. Every file is equal to the one that `render` writes.";

#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP)]
pub(crate) struct CompareArgs {
    /// Reference: a capture, or FILE.presets.toml[#NAME] beside its shader. Its view and size apply to both pictures.
    /// Or a .npy, .tif, .exr or .png of another program, whose samples are compared as they are.
    pub(crate) first: String,

    /// Capture, preset or data file to compare with the reference.
    pub(crate) second: String,

    /// Output file for a picture of both, or of their difference.
    #[arg(
        short,
        long = "output",
        value_name = "FILE.png",
        allow_hyphen_values = true
    )]
    pub(crate) output: Option<PathBuf>,

    /// Content of the picture: side (side by side), wipe (left half of the reference, right half of the second) or
    /// difference (second minus reference, in the palette vik around 0; in a three-dimensional view on the surface of the
    /// reference) (default: side).
    #[arg(
        long,
        value_name = "MODE",
        requires = "output",
        allow_hyphen_values = true
    )]
    pub(crate) mode: Option<String>,

    #[command(flatten)]
    pub(crate) stage: StageArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

/// Explanation of the difference metrics, at the end of `compare --help`.
const COMPARE_HELP: &str = "\
Both pictures are rendered again, and their fields are compared: in the channel
of the reference, or in all channels for colors.
  RMSE  root of the mean squared difference
  max   largest absolute difference
  PSNR  20 log10(peak / RMSE) in decibels; the peak is the width of the value
        range of the reference: its 0.1 to 99.9 percentiles, or the range in
        its view; 1 for colors
  SSIM  structural similarity (Wang et al. 2004), Gaussian window of sigma 1.5
Non-finite samples are ignored. The palette of a difference ends at its 0.1 or
99.9 percentile, whichever is farther from 0.";

#[derive(Debug, Args)]
#[command(after_help = BENCH_HELP)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Further generators or captures. The runs of all are interleaved, and compared with the first. --set and --preset
    /// apply to all.
    pub(crate) others: Vec<String>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// Explanation of the measured times, at the end of `bench --help`.
const BENCH_HELP: &str = "\
Prints medians of repeated runs after a warm-up: of the evaluation, and of a
full frame (evaluation, value range, shading). The evaluation is timed with GPU
timestamps if the adapter supports them, else from submission to completion.
Several generators run in turn on the same samples, and the ratio of their times
to those of the first is printed: the median of all runs and its quartiles,
without the time of the empty kernel.
The empty kernel writes a constant to the same texture; its time is the part of
the evaluation that is independent of the generator.";

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Folder to create; an empty one may exist. Its parent must exist, and no file is overwritten.
    pub(crate) dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell or zsh.
    pub(crate) shell: clap_complete::Shell,
}
