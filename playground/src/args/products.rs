//! Command-line arguments of `playground mesh`, `sample` and `unpack`.

use std::path::PathBuf;

use clap::Args;

use super::{GeneratorArg, ValueArgs};

#[derive(Debug, Args)]
#[command(after_help = MESH_HELP)]
pub(crate) struct MeshArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Output file; the extension selects the format: .stl, .ply, .obj or .glb.
    #[arg(
        short,
        long = "output",
        value_name = "FILE",
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    /// Kind of the surface: terrain of a plane, solid or planet of a volume (default: terrain or solid).
    #[arg(long, value_name = "KIND", allow_hyphen_values = true)]
    pub(crate) view: Option<String>,

    /// Samples on a side: N x N of a terrain (default: 1024), N x N x N of a solid (default: 256), N x N cells on each
    /// of the six faces of a planet (default: 512).
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) samples: Option<String>,

    /// Of a terrain: as few triangles as keep every sample within E world units above or below the mesh.
    #[arg(
        long,
        value_name = "E",
        allow_hyphen_values = true,
        conflicts_with = "triangles"
    )]
    pub(crate) error: Option<String>,

    /// Of a terrain: at most T triangles on the surface.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) triangles: Option<String>,

    /// Of a terrain: close the mesh with walls and an underside at height Z. An .stl is always closed (default: 0.04
    /// spans below the lowest sample).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) base: Option<String>,

    /// World position of the center (default: @view of the file, else 0,0).
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) center: Option<String>,

    /// Width in world units (default: @view of the file, else 8).
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) span: Option<String>,

    /// Third coordinate of a solid's center (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) z: Option<String>,

    /// Time in seconds (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,

    /// Channel of a vector result: x, y, z, w, y-x or length (default: x).
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) channel: Option<String>,

    /// Factor of the heights of a terrain, and of the values of a planet, whose radius is 1 + Z x value (default: 1).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) exaggeration: Option<String>,

    /// Density at the surface of a solid (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) threshold: Option<String>,

    /// Of a solid: cut away what lies beyond a coordinate, as in z=0.5.
    #[arg(long, value_name = "AXIS=VALUE", allow_hyphen_values = true)]
    pub(crate) clip: Option<String>,

    /// Of a planet: level of the ocean; lower values are raised to it (default: @sea of the file, else none).
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    pub(crate) sea: Option<String>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `mesh --help`.
const MESH_HELP: &str = "\
Coordinates are world units with z up (a planet's radius is the unit); in .glb
y is up. Simplified terrain is a Delaunay triangulation to which the worst
sample is added again and again (Garland and Heckbert 1995). Samples that are
NaN are holes. Solids and planets are closed.";

#[derive(Debug, Args)]
#[command(after_help = SAMPLE_HELP)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Positions: a .npy file of shape (N, 2), (N, 3) or (N, 4), or - for lines of text on stdin.
    #[arg(long, value_name = "FILE.npy|-", allow_hyphen_values = true)]
    pub(crate) points: PathBuf,

    /// Values: a .npy file of f32, of shape (N) or (N, C), or - for lines of text on stdout.
    #[arg(
        short,
        long = "output",
        value_name = "FILE.npy|-",
        default_value = "-",
        allow_hyphen_values = true
    )]
    pub(crate) output: PathBuf,

    /// Third coordinate where the positions have two (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) z: Option<String>,

    /// Time in seconds where the positions have fewer than four numbers (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `sample --help`.
const SAMPLE_HELP: &str = "\
A position is x y for a plane, x y z for a volume, x y z t for a volume in
time. In text the numbers of a line are separated by spaces or commas; empty
lines and lines that begin with # are skipped. Positions are rounded to f32.
The grid of a grid program is interpolated; outside of it values are nan.";

#[derive(Debug, Args)]
pub(crate) struct UnpackArgs {
    /// Capture: a picture or data file that the playground wrote.
    pub(crate) capture: PathBuf,

    /// Folder to create; an empty one may exist. Its parent must exist.
    pub(crate) dir: PathBuf,
}
