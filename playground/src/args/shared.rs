//! Options of several commands.

use std::path::PathBuf;

use clap::{ArgAction, Args};

/// Heading of the options that every command takes.
const EVERYWHERE: &str = "Everywhere";

/// Options of every command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Global {
    /// Draw with the adapter whose name contains this, in any case.
    #[arg(long, help_heading = EVERYWHERE, global = true, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) adapter: Option<String>,

    /// Print the names of the graphics adapters and stop.
    #[arg(long, help_heading = EVERYWHERE)]
    pub(crate) list_adapters: bool,

    /// Print nothing but results and errors.
    #[arg(long, help_heading = EVERYWHERE, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say on stderr what is done and how long it takes; twice for more. RUST_LOG has the last word.
    #[arg(short, long, help_heading = EVERYWHERE, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// A generator by its address.
#[derive(Debug, Args)]
pub(crate) struct GeneratorArg {
    /// FILE or FILE::FUNCTION; builtin:FILE for an embedded shader.
    pub(crate) generator: String,

    #[command(flatten)]
    pub(crate) root: FolderArg,
}

/// Where the generator's imports start from.
#[derive(Debug, Args)]
pub(crate) struct FolderArg {
    /// The folder that imports start from; found from the file where it is not given.
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) folder: Option<PathBuf>,
}

/// How results are printed.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a generator's picture is made from.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    #[command(flatten)]
    pub(crate) placement: Placement,

    #[command(flatten)]
    pub(crate) setting: ValueArgs,

    #[command(flatten)]
    pub(crate) look: ViewArgs,
}

/// Where the samples lie.
#[derive(Debug, Args)]
#[command(next_help_heading = "Samples")]
pub(crate) struct Placement {
    /// Samples across, and down where they differ (default: 1024; 4096 for bench).
    #[arg(long, value_name = "W[xH]", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,

    /// World position of the middle (default: the file's @view, else 0,0).
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) center: Option<String>,

    /// World width across the picture (default: the file's @view, else 8).
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) span: Option<String>,
}

/// How the samples are looked at.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(crate) struct ViewArgs {
    /// texture, relief, hillshade, slope, aspect, contour or slice (default: the file's @mode, else texture for
    /// colours, slice for volumes, relief else).
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub(crate) view: Option<String>,

    /// Of a vector result: x, y, z, w, y-x or length (default: x).
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) channel: Option<String>,

    /// Third coordinate of a slice (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) z: Option<String>,

    /// Time, in seconds (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,

    /// Where the sun stands: degrees clockwise from north, degrees above the horizon (default: 315,45).
    #[arg(long, value_name = "AZ,ALT", allow_hyphen_values = true)]
    pub(crate) light: Option<String>,

    /// Factor of heights before slopes are taken (default: 1).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) exaggeration: Option<String>,

    /// grey, viridis, magma, inferno, plasma, cividis, turbo, batlow, oleron, terrain or vik (default: terrain for
    /// relief, vik for aspect, viridis else).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) palette: Option<String>,

    /// Values at the palette's ends, and at those of scaled formats; auto: the 0.1 and 99.9 percentiles
    /// (default: auto).
    #[arg(long, value_name = "MIN,MAX", allow_hyphen_values = true)]
    pub(crate) value_range: Option<String>,

    /// Density at the surface of a solid (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) threshold: Option<String>,
}

/// What the controls are set to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Values")]
pub(crate) struct ValueArgs {
    /// Set a control: numbers with commas between them, an option's name, #rrggbb. Repeatable, the last wins.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,

    /// Values from a preset file, or from a captured PNG. Without a name, the file's first for the generator.
    #[arg(long, value_name = "FILE[#NAME]", allow_hyphen_values = true)]
    pub(crate) preset: Option<String>,
}
