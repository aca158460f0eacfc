//! The command line as typed. What it means is worked out by the commands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Live-reloading shader playground for noise research.
///
/// Opens a window on a folder of WGSL noise functions, recompiles them at every save, and makes
/// sliders from their annotations.
#[derive(Debug, Parser)]
#[command(
    name = "playground",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Folder of shaders to open, or one shader file to show.
    #[arg(default_value = "shaders")]
    pub(crate) folder: PathBuf,

    /// Command that opens a file at a line, before $VISUAL and $EDITOR: code, vim, emacs, hx, zed, subl …
    #[arg(long, value_name = "COMMAND")]
    pub(crate) editor: Option<String>,

    #[command(flatten)]
    pub(crate) global: Global,
}

/// Options of every command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Global {
    /// Draw with the adapter whose name contains this.
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) adapter: Option<String>,

    /// Print the names of the graphics adapters and stop.
    #[arg(long)]
    pub(crate) list_adapters: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders and print what is wrong with them.
    Check(Check),
    /// Write a generator's picture.
    Render(Box<Render>),
    /// Print the generators of a folder.
    List(List),
    /// Print what can be set on a generator.
    Params(Params),
    #[command(hide = true)]
    Sweep(Later),
    #[command(hide = true)]
    Compare(Later),
    #[command(hide = true)]
    Analyze(Later),
}

/// A command of a later version.
#[derive(Debug, Args)]
pub(crate) struct Later {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub(crate) rest: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Folders, or files with what they import.
    #[arg(default_value = "shaders")]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print: with the source line and a caret, one line each as compilers do, or as one JSON object.
    #[arg(long, default_value = "human")]
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
    /// The folder.
    #[arg(default_value = "shaders")]
    pub(crate) folder: PathBuf,

    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Params {
    /// FILE or FILE::FUNCTION.
    pub(crate) generator: String,

    /// The folder that imports start from; found from the file where it is not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Render {
    /// FILE or FILE::FUNCTION.
    pub(crate) generator: String,

    /// Where to write; the ending says the format: .png. Repeatable.
    #[arg(short, long = "output", value_name = "FILE", required = true)]
    pub(crate) output: Vec<PathBuf>,

    /// The folder that imports start from; found from the file where it is not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// Samples across, and down where they differ.
    #[arg(long, value_name = "W[xH]", default_value = "1024")]
    pub(crate) size: String,

    /// Set a control: numbers with commas between them, an option's name, #rrggbb. Repeatable, the last wins.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,

    /// World position of the middle (default: the file's @view, else 0,0).
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) center: Option<String>,

    /// World width across the picture (default: the file's @view, else 8).
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) span: Option<String>,

    /// texture, relief, hillshade, slope, aspect, contour or slice (default: the file's @mode, else texture for
    /// colours, slice for volumes, relief else).
    #[arg(long, value_name = "MODE")]
    pub(crate) view: Option<String>,

    /// Of a vector result: x, y, z, w, y-x or length.
    #[arg(long, value_name = "C", default_value = "x")]
    pub(crate) channel: String,

    /// Third coordinate of a slice.
    #[arg(
        long,
        value_name = "Z",
        default_value = "0",
        allow_hyphen_values = true
    )]
    pub(crate) z: String,

    /// Time, in seconds.
    #[arg(
        long,
        value_name = "T",
        default_value = "0",
        allow_hyphen_values = true
    )]
    pub(crate) time: String,

    /// Where the sun stands: degrees clockwise from north, degrees above the horizon.
    #[arg(
        long,
        value_name = "AZ,ALT",
        default_value = "315,45",
        allow_hyphen_values = true
    )]
    pub(crate) light: String,

    /// Factor of heights before slopes are taken.
    #[arg(
        long,
        value_name = "Z",
        default_value = "1",
        allow_hyphen_values = true
    )]
    pub(crate) exaggeration: String,

    /// grey, viridis, magma, inferno, plasma, cividis, turbo, batlow, oleron, terrain or vik
    /// (default: terrain for relief, vik for aspect, viridis else).
    #[arg(long, value_name = "NAME")]
    pub(crate) palette: Option<String>,

    /// Values at the palette's ends, or auto: the 0.1 and 99.9 percentiles.
    #[arg(
        long,
        value_name = "MIN,MAX",
        default_value = "auto",
        allow_hyphen_values = true
    )]
    pub(crate) value_range: String,
}
