//! Options of `playground render`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use noise_playground::capture::{Manifest, STDOUT};
use noise_playground::field::files::Format;
use noise_playground::field::grid::Raster;
use noise_playground::generator::Generator;
use noise_playground::subject::derived::Derived;
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::ValueRange;
use noise_playground::view::space::settings::{Pass, Projection};
use noise_playground::{RenderSettings, Subject};

use super::cube_layers::paths;
use super::engine::Engine;
use super::{Output, RenderArgs, tiles};
use crate::commands::options::{
    check_data, data_settings, in_proportion, initial_settings, settings,
};
use crate::commands::outputs::check_distinct;
use crate::documents::opened::Opened;
use noise_playground::render::{DataSettings, FileSamples};

pub(super) struct RenderPlan {
    pub(super) subject: Subject,
    pub(super) data: DataSettings,
    pub(super) outputs: Vec<Output>,
    /// As the user named them, before the division into tiles.
    pub(super) named: Vec<(PathBuf, Format)>,
    /// Columns and rows; `[1, 1]` for one file.
    pub(super) tile_count: [u32; 2],
    /// Samples on each side; `None` for a plane.
    pub(super) volume: Option<u32>,
    /// The data file that is rendered, on the raster of data formats; `None` for other generators.
    pub(super) file_samples: Option<FileSamples>,
    /// `None` without `--for`.
    pub(super) engine: Option<&'static Engine>,
}

impl RenderPlan {
    /// Options take precedence over the capture, and that over tags of the file.
    pub(super) fn new(arguments: &RenderArgs, opened: &Opened) -> anyhow::Result<Self> {
        let generator = &opened.subject.generator;
        let engine = arguments.engine;
        let tile_count = arguments.tiles;
        let mut defaults = match engine {
            // Height maps for game engines are square.
            Some(_) => opened.subject.settings,
            None => initial_settings(opened, &arguments.picture),
        };
        let manifest = opened.captured();
        if manifest.is_none() {
            defaults.grid.size = default_size(defaults.grid.size, engine, tile_count);
        }
        let mut settings = settings(&arguments.picture, generator, defaults)?;
        if engine.is_none() && tile_count.is_none() {
            settings = in_proportion(settings, opened, &arguments.picture);
        }
        let captured = captured_format(arguments).filter(|_| manifest.is_some());
        let view = &arguments.picture.view;
        let data = data_settings(&arguments.data, view, &settings, captured, manifest)?;
        let data = DataSettings { is_measured: engine.is_some(), ..data };
        let sixteen_bits = engine.is_some_and(|engine| engine.formats.contains(&Format::Png16));
        let outputs = outputs(arguments, captured, sixteen_bits)?;
        let mut outputs = of_layers(outputs, &settings)?;
        let has_channel =
            view.has(ViewSetting::Channel) || engine.is_some() || captured == Some(Format::Png16);
        for output in &mut outputs {
            output.format = data.format(output.format, generator, has_channel);
        }
        let is_map = settings.scene.projection.is_some();
        if is_map && (data.derived.is_some() || engine.is_some() || tile_count.is_some()) {
            bail!("--quantity, --mask, --for and --tiles are not for maps of a planet");
        }
        if is_map && arguments.volume.is_some() {
            bail!("--volume and --projection exclude each other");
        }
        check_formats(&outputs, &settings)?;
        let formats: Vec<Format> = outputs.iter().map(|output| output.format).collect();
        check_data(&arguments.data, &formats, &settings, &data, captured)?;
        if !view.has(ViewSetting::ValueRange) && captured.is_some_and(Format::is_scaled) {
            settings.shading.value_range = of_picture(settings.shading.value_range);
        }
        let captured_tile = manifest.and_then(|manifest| manifest.tile);
        let named_files = outputs.iter().map(|output| (output.path.clone(), output.format));
        let plan = Self {
            named: named_files.collect(),
            tile_count: tile_count.unwrap_or([1, 1]),
            volume: volume(arguments, manifest, &formats, &data, generator)?,
            outputs: tiles::divided(outputs, tile_count, captured_tile),
            data,
            file_samples: file_samples(arguments, opened, &settings, engine),
            subject: Subject { settings, ..opened.subject.clone() },
            engine,
        };
        plan.check_sizes()?;
        Ok(plan)
    }

    /// Returns true if a file holds a three-dimensional view.
    pub(super) fn shows_scene(&self) -> bool {
        let mut outputs = self.outputs.iter();
        outputs.any(|output| self.subject.settings.shows_scene(output.format))
    }

    /// Returns true if the file holds samples of a data file, or what is derived from them, rather than an evaluation.
    pub(super) fn is_of_file(&self, format: Format) -> bool {
        let needs_sky = self.data.derived.as_ref().is_some_and(Derived::needs_sky);
        let is_field = !format.holds_picture() && !needs_sky;
        is_field && !self.subject.settings.shows_scene(format) && self.file_samples.is_some()
    }

    /// Returns the placement of all tiles together.
    pub(super) fn raster(&self, format: Format) -> anyhow::Result<Raster> {
        match &self.file_samples {
            Some(samples) if self.is_of_file(format) => Ok(samples.raster),
            _ if self.subject.settings.shows_scene(format) => Ok(self.subject.settings.grid.into()),
            _ => Ok(self.subject.data_grid(format)?.into()),
        }
    }

    /// Checks the division into tiles, and that the engine imports them.
    fn check_sizes(&self) -> anyhow::Result<()> {
        for Output { path, format, tile } in &self.outputs {
            let size = self.raster(*format)?.size;
            let tile_size = match tile {
                Some(tile) => tiles::size(*tile, size)?,
                None => size,
            };
            if let Some(engine) = self.engine {
                engine.check(path, *format, tile_size)?;
            }
        }
        Ok(())
    }
}

/// Takes all samples of a data file, unless options or an engine select others. An engine with squares of its own sizes
/// gets the whole rectangle too, so that its samples are not square; others get square samples.
fn file_samples(
    arguments: &RenderArgs,
    opened: &Opened,
    settings: &RenderSettings,
    engine: Option<&Engine>,
) -> Option<FileSamples> {
    let samples = opened.file_samples()?;
    let grid = &arguments.picture.grid;
    let has_place = grid.has(ViewSetting::Center) || grid.has(ViewSetting::Span);
    let has_size = grid.has(ViewSetting::Size);
    let raster = match engine {
        _ if has_place || (has_size && engine.is_none()) => settings.grid.into(),
        Some(engine) if has_size || engine.has_sides() => {
            samples.raster.resized(settings.grid.size)
        }
        Some(_) => samples.raster.square().into(),
        None => samples.raster,
    };
    let counts = arguments.tiles.unwrap_or([1, 1]);
    let raster = match engine {
        None if arguments.tiles.is_some() => {
            raster.resized(default_size(raster.size, engine, Some(counts)))
        }
        _ => raster,
    };
    Some(samples.on(raster))
}

/// Returns the size for the engine, otherwise `size`, enlarged so that it can be divided into tiles.
fn default_size(size: [u32; 2], engine: Option<&Engine>, tile_count: Option<[u32; 2]>) -> [u32; 2] {
    let counts = tile_count.unwrap_or([1, 1]);
    [0, 1].map(|axis| match (engine, tile_count) {
        (Some(engine), _) => counts[axis] * (engine.side - 1) + 1,
        (None, Some(_)) => (size[axis] - 1).next_multiple_of(counts[axis]) + 1,
        (None, None) => size[axis],
    })
}

/// Returns `--volume`, otherwise that of the capture if all files can hold volumes.
fn volume(
    arguments: &RenderArgs,
    captured: Option<&Manifest>,
    formats: &[Format],
    data: &DataSettings,
    generator: &Generator,
) -> anyhow::Result<Option<u32>> {
    let can_hold = formats.iter().all(|format| format.holds_volumes());
    let captured = captured.and_then(|captured| captured.volume);
    let requested = arguments.volume;
    if requested.is_some() && !can_hold {
        bail!("--volume needs .npy, .nrrd, .r32 or .r16 files");
    }
    let Some(side) = requested.or(captured.filter(|_| can_hold)) else {
        return Ok(None);
    };
    if !generator.domain().is_volume() {
        bail!(
            "--volume: {} is a {} generator; a volume needs a function of vec3f or vec4f",
            generator.address(),
            generator.domain().name()
        );
    }
    if data.value_range == ValueRange::Auto {
        bail!(
            "--volume: the value range is full or MIN,MAX; percentiles are not measured of volumes"
        );
    }
    Ok(Some(side))
}

/// Replaces the full range, the default of scaled data, by the automatic one.
fn of_picture(range: ValueRange) -> ValueRange {
    match range {
        ValueRange::Full => ValueRange::Auto,
        other => other,
    }
}

/// Replaces each file by six for a cube map.
fn of_layers(outputs: Vec<Output>, settings: &RenderSettings) -> anyhow::Result<Vec<Output>> {
    let projection = settings.scene.projection;
    let is_stdout = |output: &Output| output.path == Path::new(STDOUT);
    if projection == Some(Projection::Cube) && outputs.iter().any(is_stdout) {
        bail!("--projection cube writes six files, not the standard output");
    }
    let outputs = outputs.into_iter().flat_map(|Output { path, format, tile }| {
        let paths = paths(&path, projection).into_iter();
        paths.map(move |path| Output { path, format, tile })
    });
    Ok(outputs.collect())
}

/// `None` if the generator is named by its address.
fn captured_format(arguments: &RenderArgs) -> Option<Format> {
    let named = arguments.generator.as_deref().map(Path::new);
    let capture = arguments.from.as_deref().or(named);
    capture.and_then(Format::of_capture)
}

/// Returns one whole picture for each `-o`.
fn outputs(
    arguments: &RenderArgs,
    captured: Option<Format>,
    is_sixteen_bit_engine: bool,
) -> anyhow::Result<Vec<Output>> {
    let sixteen_bits = arguments.depth.map_or_else(
        || is_sixteen_bit_engine || captured.is_some_and(Format::is_sixteen_bit_png),
        |depth| depth == 16,
    );
    let mut outputs: Vec<Output> = Vec::new();
    check_distinct(&arguments.output)?;
    for path in &arguments.output {
        let format = if path == Path::new(STDOUT) {
            let format = arguments.format.map_or(Format::Png, |(format, _)| format);
            format.with_depth(sixteen_bits)
        } else {
            Format::of(path, sixteen_bits).ok_or_else(|| {
                let extensions = Format::extension_list();
                anyhow!("-o {path:?}: the extension is none of {extensions}")
            })?
        };
        outputs.push(Output { path: path.to_owned(), format, tile: None });
    }
    let is_stdout = |output: &Output| output.path == Path::new(STDOUT);
    let has_stdout = outputs.iter().any(is_stdout);
    if arguments.format.is_some() && !has_stdout {
        bail!("--format is for the standard output, -o -");
    }
    if has_stdout && (arguments.tiles.is_some() || arguments.engine.is_some()) {
        bail!("--tiles and --for write several files, which need a name, not -o -");
    }
    if arguments.depth.is_some() && !outputs.iter().any(|output| output.format.is_png()) {
        bail!("--depth needs a .png file");
    }
    Ok(outputs)
}

/// Checks that the formats can hold depth, normals and the like.
fn check_formats(outputs: &[Output], settings: &RenderSettings) -> anyhow::Result<()> {
    let pass = settings.scene.pass;
    let is_scene = settings.shading.mode.info().scene.is_some();
    let holds_data = |format| matches!(format, Format::Npy | Format::Exr | Format::Tiff);
    let mut outputs = outputs.iter();
    match outputs.find(|output| is_scene && pass != Pass::Color && !holds_data(output.format)) {
        Some(Output { path, .. }) => {
            bail!("-o {path:?}: --pass {} is written as data: .npy, .exr or .tif", pass.name())
        }
        None => Ok(()),
    }
}
