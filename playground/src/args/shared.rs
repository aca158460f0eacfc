//! Groups of command-line arguments that several subcommands share.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use noise_playground::field::files::Fill;
use noise_playground::generator::{Precision, TapAddress};
use noise_playground::gpu::{Gpu, GpuError};
use noise_playground::subject::view_setting::SettingError;

use super::parse::{feature, named, number, quantity};
use super::{GridSettings, PictureSettings, SettingArgs};

const GLOBAL: &str = "Global options";

/// Command-line options that all subcommands have: the graphics adapter, and how much is printed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Global {
    /// Use the graphics adapter whose name contains NAME; case does not matter.
    #[arg(long, help_heading = GLOBAL, global = true, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) adapter: Option<String>,

    /// Print the names of the graphics adapters and exit.
    #[arg(long, help_heading = GLOBAL)]
    pub(crate) list_adapters: bool,

    /// Print only results and errors.
    #[arg(long, help_heading = GLOBAL, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print steps and times on stderr; twice for more. RUST_LOG takes precedence.
    #[arg(short, long, help_heading = GLOBAL, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

impl Global {
    /// Opens the adapter of the options.
    pub(crate) fn open_gpu(&self) -> Result<Gpu, GpuError> {
        Gpu::headless(self.adapter.as_deref())
    }
}

/// Command-line arguments that name a generator, and a value inside of it.
#[derive(Debug, Args)]
pub(crate) struct GeneratorArg {
    #[command(flatten)]
    pub(crate) named: NamedArg,

    #[command(flatten)]
    pub(crate) stage: StageArg,
}

/// Command-line arguments that name a generator: its address and its folder.
#[derive(Debug, Args)]
pub(crate) struct NamedArg {
    /// FILE or FILE::FUNCTION; builtin:FILE for a built-in shader; a capture, with its values and view; or a data file:
    /// .tif, .npy, .exr or .png.
    pub(crate) generator: String,

    #[command(flatten)]
    pub(crate) root: FolderArg,
}

/// Stands for an omitted name of a control.
pub(crate) const ALL_CONTROLS: &str = "";

/// Command-line argument that selects a value computed inside a generator, to be shown in place of its result.
#[derive(Debug, Default, Args)]
pub(crate) struct StageArg {
    /// A value inside of the generator in place of its result: a name or a line of its function, FUNCTION::NAME or
    /// FILE::FUNCTION of a function that it calls. N is the N-th time that the value is computed in a sample (default:
    /// the last). `playground stages` lists them.
    #[arg(long, value_name = "NAME[@N]|LINE[:N]", allow_hyphen_values = true)]
    pub(crate) stage: Option<TapAddress>,

    /// The exact derivative by a control in place of the result: where it acts, and with which sign. Of a vector or an
    /// array, NAME.x or NAME.0 is a component. Angles are in radians. Only a sweep takes it without a name.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = ALL_CONTROLS)]
    pub(crate) sensitivity: Option<String>,
}

/// Command-line argument for the numbers that a shader computes with.
#[derive(Debug, Args)]
pub(crate) struct PrecisionArg {
    /// Numbers of the evaluation: single or double (f32 or f64), which the adapter must support. In double, positions
    /// are not rounded, and a grid program or a function without a version in f64 is an error. Values are stored as
    /// f32; `sample` writes f64 (default: single, or that of a capture).
    #[arg(long, value_name = "NAME", value_parser = named(PRECISIONS))]
    pub(crate) precision: Option<Precision>,
}

const PRECISIONS: [(&str, Precision); 2] =
    [("single", Precision::Single), ("double", Precision::Double)];

/// Command-line arguments for compiling a generator: the folder that imports start from, and features.
#[derive(Clone, Debug, Args)]
pub(crate) struct FolderArg {
    /// Folder that imports start from (default: found from the imports of the file).
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) folder: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) features: FeatureArgs,
}

/// Command-line argument that switches features, which are conditions in the source text of shaders.
#[derive(Clone, Debug, Args)]
pub(crate) struct FeatureArgs {
    /// Switch a feature, the name in conditions such as @if(NAME), on; with =off, off. Repeatable.
    #[arg(long, value_name = "NAME[=off]", allow_hyphen_values = true, value_parser = feature)]
    pub(crate) feature: Vec<(String, bool)>,
}

/// Command-line argument for the format of printed results: text, or JSON with `--json`.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Command-line arguments of single positions: the coordinates that a plane does not have.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// Third coordinate in world units where positions have two (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = number)]
    pub(crate) z: Option<f64>,

    /// Time in seconds where positions have fewer than four numbers (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number)]
    pub(crate) time: Option<f64>,
}

/// Command-line arguments of a picture: placement, control values, shading and three-dimensional view.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,

    #[command(flatten)]
    pub(crate) view: SettingArgs<PictureSettings>,
}

/// Command-line arguments for the numbers that data files hold in place of the field: a quantity or a mask.
#[derive(Debug, Default, Args)]
pub(crate) struct DataArgs {
    /// Content of data formats and 16-bit .png files: field, slope, aspect, normal, curvature, hillshade or sky (default:
    /// field); or exact derivatives of a function: gradient, laplacian or hessian.
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = quantity)]
    pub(crate) quantity: Option<&'static str>,

    /// Compute --quantity slope from the exact derivatives of the function, not from neighboring samples.
    #[arg(long, requires = "quantity")]
    pub(crate) exact: bool,

    /// Write a mask: where the condition is true 255 in a .png, 1 in data formats, elsewhere 0. For example
    /// 'slope > 30 && value < 0.4'.
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true, conflicts_with = "quantity")]
    pub(crate) mask: Option<String>,
}

/// Command-line arguments that set control values, one by one or from a preset.
#[derive(Debug, Args)]
#[command(next_help_heading = "Values")]
pub(crate) struct ValueArgs {
    /// Set a control to a number, numbers with commas between them, the name of an option, or #rrggbb. Repeatable; for
    /// each control the last one applies.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,

    /// Values from a preset file or a captured PNG. Without #NAME, the first preset for the generator.
    #[arg(long, value_name = "FILE[#NAME]", allow_hyphen_values = true)]
    pub(crate) preset: Option<String>,

    /// Fill samples without data in the data files of field inputs: with the nearest one that has data, or with a smooth
    /// surface between those. Erosion needs a height everywhere (default: leave them NaN).
    #[arg(long, value_name = "RULE", allow_hyphen_values = true, value_parser = fill)]
    pub(crate) fill: Option<Fill>,
}

fn fill(text: &str) -> Result<Fill, SettingError> {
    let names = Fill::ALL.map(Fill::name);
    Fill::from_name(text).ok_or_else(|| SettingError::unknown_name(text, &names))
}
