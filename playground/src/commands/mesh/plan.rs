//! Options of `playground mesh`.

use anyhow::{Context as _, bail};
use noise_playground::field::Returns;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{SettingError, ViewSetting};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::mesh::{Clip, Detail, MeshFormat};
use noise_playground::{RenderSettings, Subject};

use super::MeshArgs;
use crate::args::parse::number;
use crate::commands::options::{check_channel, reject, reject_placement, reject_z_and_time};
use crate::documents::opened::Opened;
use noise_playground::render::FileSamples;

pub(super) struct MeshPlan {
    pub(super) format: MeshFormat,
    /// With the chosen channel and time.
    pub(super) subject: Subject,
    /// The data file whose samples are the terrain; `None` for other generators.
    pub(super) file_samples: Option<FileSamples>,
    /// World position that becomes 0, 0, 0 in the file.
    pub(super) origin: [f64; 3],
    pub(super) surface: Surface,
}

/// Options that are valid for this kind only.
pub(super) enum Surface {
    Terrain(Terrain),
    Solid(Solid),
    Planet(Planet),
}

pub(super) struct Terrain {
    pub(super) grid: SampleGrid,
    pub(super) exaggeration: f64,
    pub(super) detail: Detail,
    /// Height of the underside in world units; `None` for the default, slightly below the lowest sample.
    pub(super) base: Option<f64>,
}

pub(super) struct Solid {
    /// Grid of each horizontal layer.
    pub(super) grid: SampleGrid,
    /// Third coordinate of the center, in world units.
    pub(super) z: f64,
    pub(super) threshold: f64,
    pub(super) clip: Option<Clip>,
}

pub(super) struct Planet {
    /// Mesh cells along the edge of each face of the cube that is projected to the sphere.
    pub(super) side: u32,
    pub(super) exaggeration: f64,
    /// Lower values are raised to this level; `None` for no ocean.
    pub(super) sea: Option<f64>,
}

/// Name, generators, default and largest number of samples on a side, and the options that are valid for this kind
/// only.
#[derive(Debug)]
pub(crate) struct Kind {
    name: &'static str,
    generators: &'static str,
    samples: u32,
    pub(super) most_samples: u32,
    own_options: &'static [&'static str],
}

pub(super) const TERRAIN: Kind = Kind {
    name: "terrain",
    generators: "generators of a plane and grid programs",
    samples: 1024,
    most_samples: 8193,
    own_options: &["--error", "--triangles", "--base", "--exaggeration", "--z-factor"],
};

const SOLID: Kind = Kind {
    name: "solid",
    generators: "generators of a volume",
    samples: 256,
    most_samples: 1024,
    own_options: &["--threshold", "--clip", "--z"],
};

const PLANET: Kind = Kind {
    name: "planet",
    generators: "generators of a volume",
    samples: 512,
    most_samples: 4096,
    own_options: &["--sea", "--exaggeration", "--z-factor"],
};

static KINDS: [&Kind; 3] = [&TERRAIN, &SOLID, &PLANET];

impl Kind {
    pub(super) fn named(text: &str) -> Result<&'static Self, SettingError> {
        let found = KINDS.into_iter().find(|kind| kind.name == text);
        found.ok_or_else(|| SettingError::unknown_name(text, &KINDS.map(|kind| kind.name)))
    }
}

impl MeshPlan {
    pub(super) fn new(arguments: &MeshArgs, opened: &Opened) -> anyhow::Result<Self> {
        let mut subject = opened.subject.clone();
        let generator = &subject.generator;
        let format = MeshFormat::of(&arguments.output).with_context(|| {
            let extensions = MeshFormat::EXTENSIONS;
            format!("-o {:?}: the extension is none of {extensions}", arguments.output)
        })?;
        let defaults = subject.settings;
        let kind = kind(arguments.view, generator, defaults.shading.mode)?;
        reject_options_of_others(arguments, kind)?;
        let place =
            [("--center", arguments.center.is_some()), ("--span", arguments.span.is_some())];
        reject_placement(&place, &[generator])?;
        reject_z_and_time([false, arguments.time.is_some()], &[generator])?;
        if generator.returns() == Returns::Color {
            bail!("{} returns a color; a mesh needs a value", generator.address());
        }
        let side = samples(arguments, kind, generator)?;
        let settings = settings(arguments, generator, defaults, side);
        let surface = match kind.name {
            "terrain" => Surface::Terrain(terrain(arguments, &settings)),
            "solid" => Surface::Solid(solid(&settings)),
            _ => {
                reject(&place, |option| {
                    format!("{option}: a planet is the sphere of radius 1 around 0,0,0")
                })?;
                Surface::Planet(planet(&settings))
            }
        };
        check_channel(settings.shading.channel, generator)?;
        subject.settings.shading.channel = settings.shading.channel;
        subject.settings.time = settings.time;
        let file_samples = file_samples(arguments, opened, &settings)?;
        let origin = arguments.origin.unwrap_or_default();
        Ok(Self { format, subject, file_samples, origin, surface })
    }
}

fn kind(
    named: Option<&'static Kind>,
    generator: &Generator,
    mode: ViewMode,
) -> anyhow::Result<&'static Kind> {
    let is_volume = generator.domain().is_volume();
    let default = match (is_volume, mode.info().scene) {
        (false, _) => &TERRAIN,
        (true, Some(Scene::Planet)) => &PLANET,
        (true, _) => &SOLID,
    };
    let kind = named.unwrap_or(default);
    if is_volume == (kind.name == TERRAIN.name) {
        bail!("--view {} is of {}; {} is not one", kind.name, kind.generators, generator.address());
    }
    Ok(kind)
}

/// Fails if an option is not valid for this kind.
fn reject_options_of_others(arguments: &MeshArgs, kind: &Kind) -> anyhow::Result<()> {
    let given = [
        ("--error", arguments.error.is_some()),
        ("--triangles", arguments.triangles.is_some()),
        ("--base", arguments.base.is_some()),
        ("--threshold", arguments.threshold.is_some()),
        ("--clip", arguments.clip.is_some()),
        ("--z", arguments.z.is_some()),
        ("--sea", arguments.sea.is_some()),
        ("--exaggeration", arguments.exaggeration.is_some()),
        ("--z-factor", arguments.z_factor.is_some()),
    ];
    let given =
        given.map(|(option, is_given)| (option, is_given && !kind.own_options.contains(&option)));
    reject(&given, |option| {
        let owners = KINDS.into_iter().filter(|owner| owner.own_options.contains(&option));
        let owners: Vec<_> = owners.map(|owner| owner.name).collect();
        format!("{option} is for --view {}, not for {}", owners.join(" and "), kind.name)
    })
}

fn samples(arguments: &MeshArgs, kind: &Kind, generator: &Generator) -> anyhow::Result<u32> {
    let Some(samples) = arguments.samples else {
        return Ok(kind.samples);
    };
    if generator.program().is_some() {
        bail!("--samples: a grid program has samples of its own; its controls set their number");
    }
    let Kind { name, most_samples, .. } = kind;
    if samples > *most_samples {
        let text = samples.to_string();
        bail!(
            "--samples {text:?} is not an integer from 2 to {most_samples}, the most of a {name}"
        );
    }
    Ok(samples)
}

/// Changes the settings of the capture or file by the options. `side` is in samples.
fn settings(
    arguments: &MeshArgs,
    generator: &Generator,
    defaults: RenderSettings,
    side: u32,
) -> RenderSettings {
    let mut settings = defaults;
    settings.grid.size = [side; 2];
    // The absence of a sea in a captured planet takes precedence over the file's tag.
    if defaults.shading.mode.info().scene != Some(Scene::Planet) {
        settings.scene.sea = generator.hint().sea;
    }
    let given = [
        (ViewSetting::Center, arguments.center),
        (ViewSetting::Span, arguments.span),
        (ViewSetting::Z, arguments.z),
        (ViewSetting::Time, arguments.time),
        (ViewSetting::Channel, arguments.channel),
        (ViewSetting::Exaggeration, arguments.exaggeration),
        (ViewSetting::ZFactor, arguments.z_factor),
        (ViewSetting::Threshold, arguments.threshold),
        (ViewSetting::Clip, arguments.clip),
        (ViewSetting::Sea, arguments.sea),
    ];
    for (setting, value) in given {
        if let Some(value) = value {
            setting.set(&mut settings, value);
        }
    }
    settings
}

/// Takes all samples of a data file, or as many as `--samples` selects along x, unless the place is given.
fn file_samples(
    arguments: &MeshArgs,
    opened: &Opened,
    settings: &RenderSettings,
) -> anyhow::Result<Option<FileSamples>> {
    let Some(samples) = opened.file_samples() else {
        return Ok(None);
    };
    let raster = match arguments.samples {
        _ if arguments.center.is_some() || arguments.span.is_some() => settings.grid.into(),
        Some(columns) => {
            let SampleGrid { size: [width, height], .. } = samples.raster.square();
            let rows = f64::from(height) * f64::from(columns) / f64::from(width);
            samples.raster.resized([columns, rows.round().max(2.0) as u32])
        }
        None => samples.raster,
    };
    let ([width, height], most) = (raster.size, TERRAIN.most_samples);
    if width.max(height) > most {
        bail!("the file has {width} x {height} samples; --samples N takes N along x, up to {most}");
    }
    Ok(Some(samples.on(raster)))
}

/// Parses `--origin`: X,Y or X,Y,Z.
pub(super) fn origin(text: &str) -> Result<[f64; 3], SettingError> {
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [x, y] => Ok([x, y, 0.0]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(SettingError::Breaks(text.to_owned(), "is neither X,Y nor X,Y,Z".to_owned())),
    }
}

fn terrain(arguments: &MeshArgs, settings: &RenderSettings) -> Terrain {
    Terrain {
        grid: settings.grid,
        exaggeration: settings.shading.vertical_scale(),
        detail: match (arguments.error, arguments.triangles) {
            (Some(error), _) => Detail::Error(error),
            (None, Some(count)) => Detail::Triangles(count as usize),
            (None, None) => Detail::Full,
        },
        base: arguments.base,
    }
}

/// Parses `--error`, in world units.
pub(super) fn error(text: &str) -> Result<f64, SettingError> {
    let error = number(text)?;
    if error < 0.0 {
        Err(SettingError::Breaks(error.to_string(), "is below 0".to_owned()))
    } else {
        Ok(error)
    }
}

fn solid(settings: &RenderSettings) -> Solid {
    Solid {
        grid: settings.grid,
        z: settings.z,
        threshold: settings.threshold,
        clip: settings.scene.clip,
    }
}

fn planet(settings: &RenderSettings) -> Planet {
    Planet {
        side: settings.grid.size[0],
        exaggeration: settings.shading.vertical_scale(),
        sea: settings.scene.sea,
    }
}
