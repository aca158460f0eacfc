//! Groups of command-line arguments that several subcommands share.

use std::path::PathBuf;

use clap::{ArgAction, Args};

/// Heading above the options in `--help` that all subcommands have.
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

/// Command-line arguments that name a generator: its address, its folder, and a value inside of it.
#[derive(Debug, Args)]
pub(crate) struct GeneratorArg {
    /// FILE or FILE::FUNCTION; builtin:FILE for a built-in shader; a capture, with its values and view; or a data file:
    /// .tif, .npy, .exr or .png.
    pub(crate) generator: String,

    #[command(flatten)]
    pub(crate) root: FolderArg,

    #[command(flatten)]
    pub(crate) stage: StageArg,
}

/// Command-line argument that selects a value computed inside a generator, to be shown in place of its result.
#[derive(Debug, Default, Args)]
pub(crate) struct StageArg {
    /// A value inside of the generator in place of its result: a name or a line of its function, FUNCTION::NAME or
    /// FILE::FUNCTION of a function that it calls. N is the N-th time that the value is computed in a sample (default:
    /// the last). `playground stages` lists them.
    #[arg(long, value_name = "NAME[@N]|LINE[:N]", allow_hyphen_values = true)]
    pub(crate) stage: Option<String>,
}

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
    #[arg(long, value_name = "NAME[=off]", allow_hyphen_values = true)]
    pub(crate) feature: Vec<String>,
}

/// Command-line argument for the format of printed results: text, or JSON with `--json`.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Command-line arguments of a picture: placement, control values, shading and three-dimensional view.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    #[command(flatten)]
    pub(crate) placement: Placement,

    #[command(flatten)]
    pub(crate) values: ValueArgs,

    #[command(flatten)]
    pub(crate) view: ViewArgs,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

/// Command-line arguments of the sample grid: its size, center and span.
#[derive(Debug, Args)]
#[command(next_help_heading = "Samples")]
pub(crate) struct Placement {
    /// Width and height in samples; W alone is both (default: 1024; 512 for analyze, 4096 for
    /// bench).
    #[arg(long, value_name = "W[xH]", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,

    /// World position of the center (default: @view of the file, else 0,0).
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) center: Option<String>,

    /// Width of the picture in world units (default: @view of the file, else 8).
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) span: Option<String>,
}

/// Command-line arguments of a view: view mode, shading, the channel, and the time.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(crate) struct ViewArgs {
    /// View mode: texture, relief, hillshade, slope, aspect, contour, sky, slice, terrain, planet, solid or error
    /// (default: @mode of the file, else texture for colors, slice for volumes, relief for others).
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub(crate) view: Option<String>,

    #[command(flatten)]
    pub(crate) field: FieldArgs,

    /// Direction of the light: degrees clockwise from north, degrees above the horizon (default: 315,45; 225,30 for
    /// planet, whose axis points up).
    #[arg(long, value_name = "AZ,ALT", allow_hyphen_values = true)]
    pub(crate) light: Option<String>,

    /// Cast shadows: on or off (default: off for relief, on for terrain, planet and solid).
    #[arg(long, value_name = "on|off", allow_hyphen_values = true)]
    pub(crate) shadow: Option<String>,

    /// Factor that heights are multiplied by before slopes are computed; the radius of a planet is 1 + Z x value
    /// (default: 1).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) exaggeration: Option<String>,

    /// Color map: grey, viridis, magma, inferno, plasma, cividis, turbo, batlow, oleron, terrain or vik (default:
    /// terrain for relief and terrain, vik for aspect, grey for sky, viridis for others).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) palette: Option<String>,

    /// Values at the ends of the palette and of scaled formats; auto for the 0.1 and 99.9 percentiles, full for the
    /// lowest and the highest (default: auto for pictures, full for .r16 and 16-bit .png).
    #[arg(long, value_name = "MIN,MAX|full|auto", allow_hyphen_values = true)]
    pub(crate) value_range: Option<String>,

    /// Density at the surface of a solid (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) threshold: Option<String>,
}

/// Command-line arguments that select samples: the channel, the third coordinate and the time.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(crate) struct FieldArgs {
    /// Channel of a vector result: x, y, z, w, y-x or length (default: x).
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) channel: Option<String>,

    /// Third coordinate of a slice in world units (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) z: Option<String>,

    /// Time in seconds (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,
}

/// Command-line arguments of a three-dimensional view: its camera, data and light.
#[derive(Debug, Args)]
#[command(next_help_heading = "Three-dimensional views")]
pub(crate) struct SceneArgs {
    /// Direction from the target to the camera, in degrees clockwise from north and above the horizon; distance in
    /// spans, for a planet in radii; vertical field of view in degrees (default: @camera of the file, else
    /// 180,35,1.5,40 for terrain, 180,20,3.2,40 for planet, 200,25,2.2,40 for solid).
    #[arg(long, value_name = "AZ,ALT,DIST[,FOV]", allow_hyphen_values = true)]
    pub(crate) camera: Option<String>,

    /// World position that the camera turns about, Z with the exaggeration applied (default: the center of a planet or
    /// a solid; of a terrain at the mean of the lowest and the highest sample).
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub(crate) target: Option<String>,

    /// Width and height of the evaluated data in samples; of a planet the cells along the edge of each of the six faces
    /// of a cube (default: the width of the picture as a power of two, from 512 to 4096; 256 for solid; 512 for planet,
    /// and near the camera as many as the picture needs).
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) samples: Option<String>,

    /// Cut away what lies beyond a coordinate of a solid: x=VALUE, y=VALUE or z=VALUE.
    #[arg(long, value_name = "AXIS=VALUE", allow_hyphen_values = true)]
    pub(crate) clip: Option<String>,

    /// Level of the sea of a planet: lower values are below water; or off (default: @sea of the file, else off).
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    pub(crate) sea: Option<String>,

    /// Write a map of a planet: equirect, of longitude -180 to 180 and latitude 90 to -90 degrees, or cube, the six
    /// layers of a cube texture in files FILE_+x, FILE_-x, FILE_+y, FILE_-y, FILE_+z and FILE_-z.
    #[arg(long, value_name = "MAP", allow_hyphen_values = true)]
    pub(crate) projection: Option<String>,

    /// Rays per pixel: 1, 4, 9 or 16 (default: 4).
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) spp: Option<String>,

    /// Content of the files: color, or as data depth, position, normal, value or steps of one ray per pixel (default:
    /// color).
    #[arg(long, value_name = "PASS", allow_hyphen_values = true)]
    pub(crate) pass: Option<String>,

    /// View mode that colors the ground: relief for the file's surface or the palette, hillshade for a plain color, or
    /// another one (default: relief).
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub(crate) color: Option<String>,

    /// Light of the sky only as far as the ground sees it, on a planet as far as its slope does not hide it: on or off
    /// (default: on).
    #[arg(long, value_name = "on|off", allow_hyphen_values = true)]
    pub(crate) sky: Option<String>,

    /// Haze, 0 to 1; of a planet the density of its air, 1 for that of the Earth (default: 0.15; 1 for planet).
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    pub(crate) air: Option<String>,

    /// Light: surface, or hillshade for the bare light of --view hillshade (default: surface).
    #[arg(long, value_name = "MODEL", allow_hyphen_values = true)]
    pub(crate) light_model: Option<String>,
}

/// Command-line arguments for the numbers that data files hold in place of the field: a quantity or a mask.
#[derive(Debug, Default, Args)]
pub(crate) struct DataArgs {
    /// Content of data formats and 16-bit .png files: field, slope, aspect, normal, curvature, hillshade or sky (default:
    /// field).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) quantity: Option<String>,

    /// Write a mask: where the condition is true 255 in a .png, 1 in data formats, elsewhere 0. For example
    /// 'slope > 30 && value < 0.4'.
    #[arg(
        long,
        value_name = "CONDITION",
        allow_hyphen_values = true,
        conflicts_with = "quantity"
    )]
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
}
