//! `playground render`: writes the picture or the field of a generator to files.

mod cube_layers;
mod detail;
mod engine;
mod figure;
mod files;
mod plan;
mod projection;
mod tiles;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use noise_playground::Subject;
use noise_playground::capture::Manifest;
use noise_playground::field::files::Format;
use noise_playground::field::grid::{TileIndex, VOLUME_SIDES};
use noise_playground::gpu::{EvaluatePipeline, Gpu};

use super::options::exact_quantity;
use super::{build_picture_pipeline, fit_camera};
use crate::args::parse::{depth, format, format_names, integer};
use crate::args::{DataArgs, FolderArg, Global, Picture, PrecisionArg, StageArg};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use crate::process::log;
use crate::process::progress::Progress;
use engine::Engine;
use figure::{FigureArgs, FigurePlan};
use files::{OpenCapture, OpenFiles};
use noise_playground::render::{RenderJob, TILE_SAMPLES, VolumeJob, note_signed_colors};
use plan::RenderPlan;

#[derive(Debug, Args)]
#[command(after_help = help_of_formats() + RENDER_HELP)]
pub(crate) struct RenderArgs {
    /// FILE or FILE::FUNCTION; builtin:FILE for a built-in shader; a capture, as for --from; or a data file: .tif, .npy,
    /// .exr or .png.
    #[arg(required_unless_present = "from")]
    pub(crate) generator: Option<String>,

    #[arg(
        short,
        long = "output",
        help = output_help(),
        value_name = "FILE",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) output: Vec<PathBuf>,

    #[arg(long, value_name = "EXTENSION", allow_hyphen_values = true, value_parser = format,
        help = format!("Format of the standard output, -o -: {} (default: png)", format_names()))]
    pub(crate) format: Option<(Format, &'static str)>,

    /// Bits of a .png: 8 for the view; 16 for the numbers, scaled to the value range: in gray, or in red, green, blue
    /// and alpha if the result is a vector and --channel is not given. Colors are sRGB-encoded (default: 8).
    #[arg(long, value_name = "BITS", allow_hyphen_values = true, value_parser = depth)]
    pub(crate) depth: Option<u8>,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Divide the files into C columns and R rows of tiles, NAME_x0_y0.EXT in the northwest. Neighbors share the
    /// samples at their edges, and all have one value range. --size is that of all tiles together: its width is C n +
    /// 1.
    #[arg(long, value_name = "CxR", allow_hyphen_values = true, value_parser = tiles::count)]
    pub(crate) tiles: Option<[u32; 2]>,

    /// Evaluate N x N x N samples of the cube of side --span around --center and --z, and write them to .npy, .nrrd,
    /// .r32 or .r16: slices from the lowest, each like a field at its z.
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with_all = ["tiles", "size", "quantity", "mask"], value_parser = integer(VOLUME_SIDES))]
    pub(crate) volume: Option<u32>,

    /// Write a height map as an engine imports it, and a text beside it that states scale and range: unreal, unity,
    /// godot or blender.
    #[arg(long = "for", value_name = "ENGINE", allow_hyphen_values = true, conflicts_with_all = ["volume", "quantity", "mask", "depth"], value_parser = Engine::named)]
    pub(crate) engine: Option<&'static Engine>,

    /// Draw a figure for a paper, a .png, .svg or .pdf: the picture with a title, axes in world units and a color bar.
    #[arg(long, conflicts_with_all = ["tiles", "volume", "engine", "quantity", "mask", "depth", "format"])]
    pub(crate) figure: bool,

    /// Title of the figure (default: that of the generator; empty for none).
    #[arg(long, value_name = "TEXT", requires = "figure", allow_hyphen_values = true)]
    pub(crate) title: Option<String>,

    #[command(flatten)]
    pub(crate) figure_style: FigureArgs,

    /// Render a capture of any format again from its manifest, with the other options applied. A 16-bit .png comes back
    /// as one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["generator", "folder"], allow_hyphen_values = true)]
    pub(crate) from: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) root: FolderArg,

    #[command(flatten)]
    pub(crate) stage: StageArg,

    #[command(flatten)]
    pub(crate) precision: PrecisionArg,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

fn output_help() -> String {
    format!(
        "Output file; the extension selects the format: {}. Repeatable: all files come from one evaluation, and \
         appear once all are written. - is the standard output",
        Format::extension_list()
    )
}

/// Returns the first section after the options in `render --help`.
fn help_of_formats() -> String {
    let line = |format: Format| format!("  .{:<5}{}\n", format.extension(), format.help());
    "Formats:\n".to_owned() + &Format::selectable().map(line).collect::<String>()
}

/// End of `render --help`.
const RENDER_HELP: &str = "\
Every file has a manifest: generator, source text, values and view, as JSON;
value_range_used holds the values that are written as 0 and as 65535, or that
are at the ends of the palette.

Quantities of the ground, with the exaggeration applied:
  slope      degrees, 0 to 90
  aspect     direction of the steepest descent, degrees clockwise from north,
             NaN where flat
  normal     unit normals: east, north, up; -1 to 1 in a 16-bit .png
  curvature  negative Laplacian, per world unit: above 0 on ridges
  hillshade  light of the sun, 0 to 1
  sky        part of the sky that the ground sees, 0 to 1
Exact derivatives of the function, without the exaggeration:
  gradient   by x and y, and by z for a volume
  laplacian  sum of the second derivatives
  hessian    second derivatives: by x twice, by x and y, by y twice
At a kink they are those of the side that the value takes; at a pole not finite.
Engines, with their files and sizes:
  unreal   16-bit .png or .r16; 127, 253, 505, 1009, 2017, 4033, 8129
  unity    .raw; 33 to 4097, 2^n + 1
  godot    .exr, or .r16 with size and range in the name, for Terrain3D
  blender  .exr or 16-bit .png
The condition of a mask is a WGSL expression of value, slope, aspect (-1 where
flat), curvature, and the world position x, y. Where the value is not finite,
the mask is 128 in a .png, else NaN.
Beside files of integers and for engines, NAME.mask.png is black where samples
are missing.
In PNG it is an iTXt chunk, in EXR and TIFF a text attribute, and for the
others a file beside them (o.npy.json).

--view terrain evaluates --samples N x N samples of the square of side --span
around --center, and looks at them as a block of ground: bilinear between the
samples, with walls down to 0.04 spans below the lowest one. --view solid
evaluates N x N x N samples of the cube of side --span around --center and --z,
solid where the value is above --threshold. --view planet evaluates the unit
sphere, with --samples N x N cells on each of the six faces of a cube, whose
lines enclose equal angles; the radius is 1 + value x --exaggeration, bilinear
between the samples. Its air is 8 times as high as that of the Earth. Data of
--pass are written to .npy, .exr or .tif:
  depth     distance from the camera in spans or radii; -1 where nothing is hit
  position  world x, y, z; NaN where nothing is hit, as for the next two
  normal    unit normal of the ground or wall
  value     interpolated value of the generator
  steps     steps of the ray through the data

--projection writes maps of a planet instead: pictures show the colors without
light, data files the values. Of --projection equirect, sample (i, j) is at
longitude -180 + (i + 0.5) 360/W, latitude 90 - (j + 0.5) 180/H in degrees, and
the position is (cos lat cos lon, cos lat sin lon, sin lat). The files of
--projection cube, loaded as the layers of a cube texture in the order +x, -x,
+y, -y, +z, -z, give the value at p for the direction p: with s = (2i + 1)/W - 1
and t = (2j + 1)/W - 1, p is along (1, -t, -s), (-1, -t, s), (s, 1, t),
(s, -1, -t), (s, -t, 1) and (-s, -t, -1).

Sample (i, j) of W x H samples, with j counted from the top row, is at
  x = cx + (i + 0.5 - W/2) S/W,  y = cy - (j + 0.5 - H/2) S/W";

/// Path, format and tile of an output file.
struct Output {
    path: PathBuf,
    format: Format,
    /// `None` for the whole picture.
    tile: Option<TileIndex>,
}

/// All options are checked before the GPU is opened.
pub(crate) fn render(arguments: &RenderArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = resolve(arguments)?.with_values(&arguments.picture.values)?;
    if figure::is_requested(arguments, &opened) {
        return render_figure(arguments, &opened, global);
    }
    arguments.figure_style.reject()?;
    let mut plan = RenderPlan::new(arguments, &opened)?;
    let files = OpenFiles::create(&plan)?;

    let gpu = global.open_gpu()?;
    let pipeline = build_picture_pipeline(&gpu, &plan.subject)?;
    pipeline.prepare(&gpu, plan.subject.settings.shading.mode)?;
    let start = Instant::now();
    if plan.shows_scene() {
        fit_camera(&gpu, &pipeline, &mut plan.subject, &[])?;
    }
    let RenderPlan { subject, .. } = &plan;
    let mut manifest = manifest(&gpu, subject, opened.captured());
    manifest.volume = plan.volume;
    if let Some(samples) = &plan.file_samples {
        manifest.raster = Some(samples.raster);
    }
    let run = RenderRun {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
        manifest: &manifest,
        is_quiet: global.quiet,
    };
    match (plan.volume, subject.settings.projected()) {
        (Some(side), _) => run.write_volume(side, files)?,
        (None, Some(map)) => run.write_map(&map, files)?,
        (None, None) => {
            detail::warn(subject);
            run.write_files(files)?;
        }
    }
    let time = start.elapsed();
    tracing::info!("{} on {} in {time:.2?}", subject.generator.address(), gpu.name());
    for output in &plan.outputs {
        tracing::info!("wrote {}", output.path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws a picture with title, axes and color bar.
fn render_figure(
    arguments: &RenderArgs,
    opened: &Opened,
    global: &Global,
) -> Result<ExitCode, CommandError> {
    let mut plan = FigurePlan::new(arguments, opened)?;
    let gpu = global.open_gpu()?;
    let pipeline = build_picture_pipeline(&gpu, &plan.subject)?;
    pipeline.prepare(&gpu, plan.subject.settings.shading.mode)?;
    fit_camera(&gpu, &pipeline, &mut plan.subject, &[])?;
    detail::warn(&plan.subject);
    let manifest = manifest(&gpu, &plan.subject, opened.captured());
    plan.write(&gpu, &pipeline, manifest, global.quiet)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the named generator, or that of `--from`.
fn resolve(arguments: &RenderArgs) -> Result<Opened, CommandError> {
    let opened = match &arguments.from {
        Some(capture) => Opened::capture(capture, &arguments.root.features)?,
        None => Opened::open(
            arguments.generator.as_deref().unwrap_or_default(),
            &arguments.root,
            &arguments.picture.values.set,
        )?,
    };
    let opened = opened.at_stage(&arguments.stage)?;
    let opened = exact_quantity(opened, &arguments.data, &arguments.picture.view)?;
    opened.in_precision(&arguments.precision)
}

/// The manifest has the name of the capture that is rendered again. Warns of another adapter.
fn manifest(gpu: &Gpu, subject: &Subject, captured: Option<&Manifest>) -> Manifest {
    let mut manifest = subject.manifest(&gpu.name());
    if let Some(Manifest { adapter, name, .. }) = captured {
        if *adapter != manifest.adapter {
            tracing::warn!(
                "the capture was rendered on {adapter:?}; {:?} may round differently",
                manifest.adapter
            );
        }
        manifest.name.clone_from(name);
    }
    manifest
}

/// Generator with pipeline and options.
struct RenderRun<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    plan: &'a RenderPlan,
    manifest: &'a Manifest,
    is_quiet: bool,
}

impl RenderRun<'_> {
    /// Renders into temporary files, then renames all of them, so that no incomplete file is visible.
    fn write_files(&self, files: OpenFiles) -> Result<(), CommandError> {
        let (plan, subject) = (self.plan, &self.plan.subject);
        let mut progress = Progress::new("rendering", self.is_quiet);
        let texts = files.texts;
        let is_of_file = |(file, _): &OpenCapture| plan.is_of_file(file.format());
        let (mut of_file, evaluated): (Vec<_>, Vec<_>) =
            files.captures.into_iter().partition(is_of_file);
        let mut groups = files::groups(evaluated, subject)?;
        let count = groups.len() as f64;
        let (mut scaled, mut has_signed_colors) = (None, false);
        for (index, (grid, files)) in groups.iter_mut().enumerate() {
            let job = RenderJob {
                gpu: self.gpu,
                pipeline: self.pipeline,
                inputs: &subject.inputs(*grid)?,
                settings: &subject.settings,
                data: &plan.data,
                manifest: self.manifest,
                tile_samples: TILE_SAMPLES,
            };
            let outputs = files.iter_mut().map(|(file, tile)| (file, *tile));
            let ends = job.write(outputs.collect(), &mut |fraction| {
                progress.show((index as f64 + fraction) / count);
                Ok(())
            })?;
            scaled = ends.scaled.or(scaled);
            has_signed_colors |= ends.has_signed_colors;
        }
        if has_signed_colors {
            note_signed_colors();
        }
        if let Some(samples) = plan.file_samples.as_ref().filter(|_| !of_file.is_empty()) {
            let range =
                samples.write(self.gpu, &mut of_file, subject, &plan.data, self.manifest)?;
            scaled = range.or(scaled);
        }
        self.print_range(scaled);
        let captures = groups.into_iter().flat_map(|(_, files)| files).chain(of_file);
        let files = OpenFiles { captures: captures.collect(), texts };
        Ok(files.commit(plan, scaled)?)
    }

    /// Writes temporary files, then renames them.
    fn write_volume(&self, side: u32, files: OpenFiles) -> Result<(), CommandError> {
        let mut progress = Progress::new("rendering", self.is_quiet);
        let job = VolumeJob {
            gpu: self.gpu,
            pipeline: self.pipeline,
            values: &self.plan.subject.values,
            settings: &self.plan.subject.settings,
            side,
            value_range: self.plan.data.value_range,
            manifest: self.manifest,
        };
        let (mut captures, tiles): (Vec<_>, Vec<_>) = files.captures.into_iter().unzip();
        let ends = job.write(&mut captures, &mut |fraction| {
            progress.show(fraction);
            Ok(())
        })?;
        self.print_range(ends);
        let captures = captures.into_iter().zip(tiles).collect();
        Ok(OpenFiles { captures, ..files }.commit(self.plan, ends)?)
    }

    fn print_range(&self, range: Option<[f64; 2]>) {
        if let Some([low, high]) = range.filter(|_| !self.is_quiet) {
            log::print_stderr(&format!("value range {} to {}", low as f32, high as f32));
        }
    }
}
