//! Options of `playground mesh`.

use anyhow::{Context as _, bail};
use noise_playground::camera::Scene;
use noise_playground::generator::{Generator, Returns};
use noise_playground::grid::SampleGrid;
use noise_playground::mesh::{Clip, Detail, MeshFormat};
use noise_playground::shading::ViewMode;
use noise_playground::{RenderSettings, Subject};

use super::MeshArgs;
use crate::commands::options::{
    channel, check_channel, clip, number, pair, parse_or, reject, reject_placement,
    reject_z_and_time,
};

pub(super) struct MeshPlan {
    pub(super) format: MeshFormat,
    /// With the chosen channel and time.
    pub(super) subject: Subject,
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
struct Kind {
    name: &'static str,
    generators: &'static str,
    samples: u32,
    most_samples: u32,
    own_options: &'static [&'static str],
}

const TERRAIN: Kind = Kind {
    name: "terrain",
    generators: "generators of a plane and grid programs",
    samples: 1024,
    most_samples: 8193,
    own_options: &["--error", "--triangles", "--base", "--exaggeration"],
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
    own_options: &["--sea", "--exaggeration"],
};

impl MeshPlan {
    pub(super) fn new(arguments: &MeshArgs, mut subject: Subject) -> anyhow::Result<Self> {
        let generator = &subject.generator;
        let format = MeshFormat::of(&arguments.output).with_context(|| {
            let extensions = MeshFormat::EXTENSIONS;
            format!("-o {:?}: the extension is none of {extensions}", arguments.output)
        })?;
        let defaults = subject.settings;
        let kind = kind(arguments.view.as_deref(), (generator, defaults.shading.mode))?;
        reject_options_of_others(arguments, kind)?;
        let place =
            [("--center", arguments.center.is_some()), ("--span", arguments.span.is_some())];
        reject_placement(&place, &[generator])?;
        reject_z_and_time([false, arguments.time.is_some()], &[generator])?;
        if generator.returns == Returns::Color {
            bail!("{} returns a color; a mesh needs a value", generator.address);
        }
        let side = samples(arguments, kind, generator)?;
        let surface = match kind.name {
            "terrain" => Surface::Terrain(terrain(arguments, &defaults, side)?),
            "solid" => Surface::Solid(solid(arguments, &defaults, side)?),
            _ => {
                reject(&place, |option| {
                    format!("{option}: a planet is the sphere of radius 1 around 0,0,0")
                })?;
                Surface::Planet(planet(arguments, &subject, side)?)
            }
        };
        let channel = channel(arguments.channel.as_deref(), defaults.shading.channel)?;
        check_channel(channel, generator)?;
        subject.settings.shading.channel = channel;
        subject.settings.time = option("--time", arguments.time.as_ref(), defaults.time)?;
        Ok(Self { format, subject, surface })
    }
}

fn kind(
    view: Option<&str>,
    (generator, mode): (&Generator, ViewMode),
) -> anyhow::Result<&'static Kind> {
    let is_volume = generator.domain.is_volume();
    let default = match (is_volume, mode.info().scene) {
        (false, _) => "terrain",
        (true, Some(Scene::Planet)) => "planet",
        (true, _) => "solid",
    };
    let name = view.unwrap_or(default);
    let kinds = [&TERRAIN, &SOLID, &PLANET];
    let kind = kinds.into_iter().find(|kind| kind.name == name);
    let kind =
        kind.with_context(|| format!("--view {name:?} is none of terrain, solid, planet"))?;
    if is_volume == (kind.name == TERRAIN.name) {
        bail!("--view {name} is of {}; {} is not one", kind.generators, generator.address);
    }
    Ok(kind)
}

/// Fails if an option is not valid for this kind.
fn reject_options_of_others(arguments: &MeshArgs, kind: &Kind) -> anyhow::Result<()> {
    let given = [
        ("--error", &arguments.error),
        ("--triangles", &arguments.triangles),
        ("--base", &arguments.base),
        ("--threshold", &arguments.threshold),
        ("--clip", &arguments.clip),
        ("--z", &arguments.z),
        ("--sea", &arguments.sea),
        ("--exaggeration", &arguments.exaggeration),
    ];
    for (option, _) in given.iter().filter(|(_, text)| text.is_some()) {
        if !kind.own_options.contains(option) {
            let owners = [&TERRAIN, &SOLID, &PLANET].into_iter();
            let owners = owners.filter(|owner| owner.own_options.contains(option));
            let owners: Vec<_> = owners.map(|owner| owner.name).collect();
            bail!("{option} is for --view {}, not for {}", owners.join(" and "), kind.name);
        }
    }
    Ok(())
}

fn samples(arguments: &MeshArgs, kind: &Kind, generator: &Generator) -> anyhow::Result<u32> {
    let Some(text) = &arguments.samples else {
        return Ok(kind.samples);
    };
    if generator.program.is_some() {
        bail!("--samples: a grid program has samples of its own; its controls set their number");
    }
    let samples = text.trim().parse().ok();
    let samples = samples.filter(|samples| (2..=kind.most_samples).contains(samples));
    samples.with_context(|| {
        let Kind { name, most_samples, .. } = kind;
        format!(
            "--samples {text:?} is not an integer from 2 to {most_samples}, the most of a {name}"
        )
    })
}

fn option(name: &str, text: Option<&String>, default: f64) -> anyhow::Result<f64> {
    parse_or(text, |text| number(name, text), default)
}

fn placed(arguments: &MeshArgs, initial: SampleGrid, side: u32) -> anyhow::Result<SampleGrid> {
    let center = arguments.center.as_ref();
    let span = option("--span", arguments.span.as_ref(), initial.span)?;
    if span as f32 <= 0.0 {
        bail!("--span {span} is not above 0");
    }
    Ok(SampleGrid {
        center: parse_or(center, |text| pair("--center", text), initial.center)?,
        span,
        size: [side; 2],
    })
}

fn exaggeration(arguments: &MeshArgs, defaults: &RenderSettings) -> anyhow::Result<f64> {
    let given = arguments.exaggeration.as_ref();
    option("--exaggeration", given, defaults.shading.exaggeration)
}

fn terrain(arguments: &MeshArgs, defaults: &RenderSettings, side: u32) -> anyhow::Result<Terrain> {
    let base = arguments.base.as_ref();
    Ok(Terrain {
        grid: placed(arguments, defaults.grid, side)?,
        exaggeration: exaggeration(arguments, defaults)?,
        detail: detail(arguments)?,
        base: base.map(|text| number("--base", text)).transpose()?,
    })
}

fn detail(arguments: &MeshArgs) -> anyhow::Result<Detail> {
    if let Some(text) = &arguments.error {
        let error = number("--error", text)?;
        if error < 0.0 {
            bail!("--error {error} is below 0");
        }
        return Ok(Detail::Error(error));
    }
    let Some(text) = &arguments.triangles else {
        return Ok(Detail::Full);
    };
    let count = text.trim().parse().ok().filter(|count| *count >= 2);
    let count = count.with_context(|| format!("--triangles {text:?} is not an integer from 2"))?;
    Ok(Detail::Triangles(count))
}

fn solid(arguments: &MeshArgs, defaults: &RenderSettings, side: u32) -> anyhow::Result<Solid> {
    let clip = arguments.clip.as_deref().map(clip).transpose()?;
    let threshold = arguments.threshold.as_ref();
    Ok(Solid {
        grid: placed(arguments, defaults.grid, side)?,
        z: option("--z", arguments.z.as_ref(), defaults.z)?,
        threshold: option("--threshold", threshold, defaults.threshold)?,
        clip: clip.or(defaults.scene.clip),
    })
}

fn planet(arguments: &MeshArgs, subject: &Subject, side: u32) -> anyhow::Result<Planet> {
    let defaults = &subject.settings;
    let sea = arguments.sea.as_ref();
    let sea = sea.map(|text| number("--sea", text)).transpose()?;
    // The absence of a sea in a captured planet takes precedence over the file's tag.
    let default_sea = match defaults.shading.mode.info().scene {
        Some(Scene::Planet) => defaults.scene.sea,
        _ => subject.generator.hint.sea,
    };
    Ok(Planet { side, exaggeration: exaggeration(arguments, defaults)?, sea: sea.or(default_sea) })
}
