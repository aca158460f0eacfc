//! The command line as typed. What it means is worked out by the commands.

mod shared;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use shared::{
    FolderArg, GeneratorArg, Global, OutputArgs, Picture, Placement, ValueArgs, ViewArgs,
};

/// Live-reloading shader playground for noise research.
///
/// Opens a window on a folder of WGSL noise functions, recompiles them at every save, and makes
/// sliders from their annotations.
#[derive(Debug, Parser)]
#[command(name = "playground", version, subcommand_precedence_over_arg = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Folder of shaders to open, one shader file to show, or a capture to show again (default: shaders, or the
    /// embedded ones where that is not there).
    pub(crate) folder: Option<PathBuf>,

    /// Command that opens a file at a line, before $VISUAL and $EDITOR: code, vim, emacs, hx, zed, subl …
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) editor: Option<String>,

    /// Open the window with nothing of what it was when it was last left.
    #[arg(long)]
    pub(crate) fresh: bool,

    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders and print what is wrong with them.
    Check(Check),
    /// Write a generator's picture.
    Render(Box<Render>),
    /// Write a picture for each of many values, as one sheet or as files in a folder.
    Sweep(Box<SweepArgs>),
    /// Measure how far two pictures differ.
    Compare(Compare),
    /// Print the generators of a folder.
    List(List),
    /// Print what can be set on a generator.
    Params(Params),
    /// Measure how long a generator takes.
    Bench(Bench),
    /// Write the shipped shaders into a new folder, to start from.
    New(New),
    /// Print a script that completes commands and options in a shell.
    Completions(Completions),
    #[command(hide = true)]
    Analyze(ReservedArgs),
}

/// A command of a later version.
#[derive(Debug, Args)]
pub(crate) struct ReservedArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub(crate) rest: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Folders, or files with what they import; builtin: for the embedded shaders (default: shaders).
    pub(crate) paths: Vec<PathBuf>,

    /// How to print: with the source line and a caret, one line each as compilers do, or as one JSON object.
    #[arg(long, default_value = "human", allow_hyphen_values = true)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Short,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// The folder; builtin: for the embedded shaders (default: shaders).
    pub(crate) folder: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Params {
    #[command(flatten)]
    pub(crate) named: GeneratorArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = RENDER_HELP)]
pub(crate) struct Render {
    /// FILE or FILE::FUNCTION; builtin:FILE for an embedded shader.
    #[arg(required_unless_present = "from")]
    pub(crate) generator: Option<String>,

    /// Where to write; the ending says the format: .png, .exr, .tif, .npy, .r16, .r32. Repeatable: all are made
    /// from one evaluation, and appear when all are written.
    #[arg(
        short,
        long = "output",
        value_name = "FILE",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) output: Vec<PathBuf>,

    /// Bits of a .png: 8 for the view, 16 for one channel as grey, scaled over the value range (default: 8).
    #[arg(long, value_name = "BITS", allow_hyphen_values = true)]
    pub(crate) depth: Option<String>,

    /// Make a captured picture again, from the shader text and the values that it carries. Options change it.
    #[arg(long, value_name = "FILE.png", conflicts_with_all = ["generator", "folder"], allow_hyphen_values = true)]
    pub(crate) from: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) root: FolderArg,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// What `render --help` ends with.
const RENDER_HELP: &str = "\
Formats:
  .png  the view, 8-bit sRGB; with --depth 16 one channel as 16-bit grey,
        scaled over the value range
  .exr  the raw result, 32-bit float, all channels: Y; R G B A of a colour;
        X Y Z W else
  .tif  the same as TIFF, with the cell size as GeoTIFF pixel scale, tie point
  .npy  the same for numpy, of shape (H, W) or (H, W, C)
  .r32  the same as bare little-endian floats, channels interleaved
  .r16  one channel as bare little-endian 16-bit numbers, scaled likewise
Every file carries its manifest: generator, text, values and view, as JSON.
PNG holds it as an iTXt chunk, EXR and TIFF as a text attribute; the others
have it beside them (o.npy.json).

Sample (i, j), j from the top row, of W x H samples lies at
  x = cx + (i + 0.5 - W/2) S/W,  y = cy - (j + 0.5 - H/2) S/W";

#[derive(Debug, Args)]
#[command(after_help = SWEEP_HELP)]
pub(crate) struct SweepArgs {
    /// A control, and COUNT values of it from FROM to TO, rounded for whole numbers. Once makes a row, twice a
    /// sheet (first across, second down); more need a folder.
    #[arg(
        long,
        value_name = "NAME=FROM:TO:COUNT",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) vary: Vec<String>,

    /// Where to write: a .png for a sheet with labelled axes, a folder (it ends in /) for a file a variant.
    #[arg(
        short,
        long = "output",
        value_name = "SHEET.png|DIR/",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    /// Of a folder's files: png, exr, tif, npy, r16 or r32, as for render (default: png).
    #[arg(long, value_name = "ENDING", allow_hyphen_values = true)]
    pub(crate) format: Option<String>,

    /// Bits of a folder's .png files: 8 for the view, 16 for one channel as grey (default: 8).
    #[arg(long, value_name = "BITS", allow_hyphen_values = true)]
    pub(crate) depth: Option<String>,

    /// Make only the I-th of N equal parts of a folder, I from 1: a sweep over many machines.
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub(crate) shard: Option<String>,

    #[command(flatten)]
    pub(crate) named: GeneratorArg,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// What `sweep --help` ends with.
const SWEEP_HELP: &str = "\
A folder gets a file a variant, 0007_warp=0.2_gain=0.5.png, and sweep.jsonl
with a line each: index, file, address, values. The first --vary changes
fastest. A shard writes sweep.I-of-N.jsonl instead. Files that are there
already, and carry the same manifest, are not made again: a sweep that was
stopped goes on where it was. Every file is the one that `render` writes.";

#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP)]
pub(crate) struct Compare {
    /// A captured picture, or FILE.presets.toml[#NAME] beside its shader. It says the view and the size.
    pub(crate) first: String,

    /// The same, made again in the first one's view and size.
    pub(crate) second: String,

    /// Where to write a picture of both.
    #[arg(
        short,
        long = "output",
        value_name = "FILE.png",
        allow_hyphen_values = true
    )]
    pub(crate) output: Option<PathBuf>,

    /// What the picture shows: side (one beside the other), wipe (the left half of the first, the right half of
    /// the second) or difference (second less first, the palette vik about 0) (default: side).
    #[arg(
        long,
        value_name = "MODE",
        requires = "output",
        allow_hyphen_values = true
    )]
    pub(crate) mode: Option<String>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

/// What `compare --help` ends with.
const COMPARE_HELP: &str = "\
Both are made again from the text that they carry, and their raw results are
compared, in the channel that the first one looks at; of colours, in all.
  RMSE  root of the mean squared difference
  max   the largest difference
  PSNR  20 log10(peak / RMSE) in decibels; the peak is the first one's value
        range: its 0.1 to 99.9 percentiles, or the one that it was given; of
        colours 1
  SSIM  structural similarity (Wang et al. 2004), Gaussian window of sigma 1.5
Samples that are NaN or infinite in either are left out.";

#[derive(Debug, Args)]
#[command(after_help = BENCH_HELP)]
pub(crate) struct Bench {
    #[command(flatten)]
    pub(crate) named: GeneratorArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) placement: Placement,

    #[command(flatten)]
    pub(crate) setting: ValueArgs,
}

/// What `bench --help` ends with.
const BENCH_HELP: &str = "\
Medians of repeated runs after a warm-up: of the evaluation alone, and of a
whole frame (evaluation, value range, shading). The evaluation is timed by the
GPU's own clock where the adapter has one, else from submission to completion.
The empty kernel, which writes a constant to the same texture, says how much of
it is not the noise.";

#[derive(Debug, Args)]
pub(crate) struct New {
    /// The folder to make. Its parent must be there; nothing is written over.
    pub(crate) dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// bash, elvish, fish, powershell or zsh.
    pub(crate) shell: clap_complete::Shell,
}
