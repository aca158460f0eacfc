//! `playground mesh`: writes a terrain, a solid or a planet as a triangle mesh.

mod data;
mod plan;

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use noise_playground::capture::AtomicFile;
use noise_playground::subject::view_setting::{SettingValue, ViewSetting};
use noise_playground::view::space::mesh::{Mesh, MeshFormat};

use super::build_pipeline;
use super::options::open_values;
use crate::args::parse::{integer, number, of_setting};
use crate::args::{GeneratorArg, Global, ValueArgs};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use data::MeshSource;
use plan::{Kind, MeshPlan, Surface, TERRAIN};

#[derive(Debug, Args)]
#[command(after_help = MESH_HELP)]
pub(crate) struct MeshArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Output file; the extension selects the format: .stl, .ply, .obj or .glb.
    #[arg(short, long = "output", value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) output: PathBuf,

    /// Kind of the surface: terrain of a plane, solid or planet of a volume (default: terrain or solid).
    #[arg(long, value_name = "KIND", allow_hyphen_values = true, value_parser = Kind::named)]
    pub(crate) view: Option<&'static Kind>,

    /// Samples on a side: N x N of a terrain (default: 1024; all samples of a data file, of which N are along x), N x N x N of a solid (default: 256), N x N cells on each
    /// of the six faces of a planet (default: 512).
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(2..=TERRAIN.most_samples))]
    pub(crate) samples: Option<u32>,

    /// Of a terrain: as few triangles as keep every sample within E world units above or below the mesh.
    #[arg(long, value_name = "E", allow_hyphen_values = true, conflicts_with = "triangles", value_parser = plan::error)]
    pub(crate) error: Option<f64>,

    /// Of a terrain: at most T triangles on the surface.
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = integer(2..=u32::MAX))]
    pub(crate) triangles: Option<u32>,

    /// Of a terrain: close the mesh with walls and an underside at height Z. An .stl is always closed (default: 0.04
    /// spans below the lowest sample).
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = number)]
    pub(crate) base: Option<f64>,

    /// World position that becomes 0, 0, 0 in the file: X,Y or X,Y,Z. Coordinates in meters of a map need it, since all
    /// formats but .obj round to single precision.
    #[arg(long, value_name = "X,Y[,Z]", allow_hyphen_values = true, value_parser = plan::origin)]
    pub(crate) origin: Option<[f64; 3]>,

    /// World position of the center (default: @view of the file, else 0,0).
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Center))]
    pub(crate) center: Option<SettingValue>,

    /// Width in world units (default: @view of the file, else 8).
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Span))]
    pub(crate) span: Option<SettingValue>,

    /// Third coordinate of a solid's center (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Z))]
    pub(crate) z: Option<SettingValue>,

    /// Time in seconds (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Time))]
    pub(crate) time: Option<SettingValue>,

    /// Channel of a vector result: x, y, z, w, y-x or length (default: x).
    #[arg(long, value_name = "C", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Channel))]
    pub(crate) channel: Option<SettingValue>,

    /// Factor of the heights of a terrain, and of the values of a planet, whose radius is 1 + Z x value (default: 1).
    #[arg(long, value_name = "Z", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Exaggeration))]
    pub(crate) exaggeration: Option<SettingValue>,

    /// World units in a unit of the values (default: @z_factor of the file, for a data file by the units that it states,
    /// else 1).
    #[arg(long, value_name = "F", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::ZFactor))]
    pub(crate) z_factor: Option<SettingValue>,

    /// Density at the surface of a solid (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Threshold))]
    pub(crate) threshold: Option<SettingValue>,

    /// Of a solid: cut away what lies beyond a coordinate, as in z=0.5.
    #[arg(long, value_name = "AXIS=VALUE", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Clip))]
    pub(crate) clip: Option<SettingValue>,

    /// Of a planet: level of the ocean; lower values are raised to it (default: @sea of the file, else none).
    #[arg(long, value_name = "L", allow_hyphen_values = true, value_parser = of_setting(ViewSetting::Sea))]
    pub(crate) sea: Option<SettingValue>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `mesh --help`.
const MESH_HELP: &str = "\
Coordinates are world units with z up (a planet's radius is the unit); in .glb
y is up. Simplified terrain is a Delaunay triangulation to which the worst
sample is added again and again (Garland and Heckbert 1995). Samples that are
NaN are holes. The terrain of a data file is its whole rectangle; --error
refers to its own samples. Solids and planets are closed.";

/// All options are checked before the GPU is opened.
pub(crate) fn mesh(arguments: &MeshArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = open_values(&arguments.generator, &arguments.values.set)?;
    let plan = MeshPlan::new(arguments, &opened.with_values(&arguments.values)?)?;
    let mut file = AtomicFile::create(&arguments.output)?;
    let gpu = global.open_gpu()?;
    let pipeline = build_pipeline(&gpu, &plan.subject.generator)?;
    let source = MeshSource { gpu: &gpu, pipeline: &pipeline, plan: &plan };
    let mut progress = Progress::new("sampling", global.quiet);
    let mut mesh = match &plan.surface {
        Surface::Terrain(terrain) => source.terrain(terrain, plan.format, &mut progress)?,
        Surface::Solid(solid) => source.solid(solid, &mut progress)?,
        Surface::Planet(planet) => source.planet(planet)?,
    };
    mesh.shift(plan.origin);
    if mesh.is_coarse() {
        tracing::warn!(
            "coordinates are rounded to single precision, which is coarser than the triangles here; --origin X,Y makes \
             them small"
        );
    }
    write(&mesh, plan.format, &mut file)
        .with_context(|| format!("cannot write {:?}", arguments.output))?;
    file.commit()?;
    tracing::info!(
        "wrote {}: {} vertices, {} triangles",
        arguments.output.display(),
        mesh.positions.len(),
        mesh.triangles.len()
    );
    Ok(ExitCode::SUCCESS)
}

fn write(mesh: &Mesh, format: MeshFormat, file: &mut AtomicFile) -> anyhow::Result<()> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file.file());
    format.write(mesh, &mut buffer)?;
    Ok(buffer.flush()?)
}
