//! Parses the options of three-dimensional views: `--camera`, `--target`, `--samples`, `--spp`, `--pass` and others.

use anyhow::{Context as _, anyhow, bail};
use noise_playground::camera::{Camera, Scene, parse_target};
use noise_playground::capture::RenderSettings;
use noise_playground::generator::Generator;
use noise_playground::scene::{
    PLANET_CELLS, Pass, Projection, RAY_COUNTS, SOLID_SAMPLES, SceneSettings, TERRAIN_SAMPLES,
};
use noise_playground::shading::{LightModel, Lighting, Shading, ViewMode};

use super::{clip, number, on_or_off, parse_or, unknown_name};
use crate::args::{Picture, SceneArgs};

/// Checks that a generator can be shown in a view mode.
///
/// # Errors
/// The mode is three-dimensional or shows precision errors, and the generator is of a kind that does not support it.
pub(super) fn check_mode(mode: ViewMode, generator: &Generator) -> anyhow::Result<()> {
    if generator.supports(mode) {
        return Ok(());
    }
    let Some(scene) = mode.info().scene else {
        if mode.info().shows_errors {
            let address = &generator.address;
            bail!("--view error: {address} is a grid program; errors are those of functions");
        }
        return Ok(());
    };
    let kinds = match scene {
        Scene::Terrain => "functions of vec2f and grid programs that return a value",
        Scene::Planet | Scene::Solid => "functions of vec3f or vec4f that return a value",
    };
    bail!(
        "--view {}: {} is a {} generator that returns {}; this view shows {kinds}",
        mode.name(),
        generator.address,
        generator.domain.name(),
        match generator.returns.name() {
            "color" => "a color",
            _ => "a value",
        }
    )
}

/// Returns the settings of a three-dimensional view: `defaults`, changed by the options for camera, data samples, rays
/// per pixel and others.
pub(super) fn scene(
    arguments: &SceneArgs,
    mode: ViewMode,
    (generator, defaults): (&Generator, &RenderSettings),
) -> anyhow::Result<SceneSettings> {
    let Some(scene) = mode.info().scene else {
        check_unused(arguments, mode)?;
        return Ok(defaults.scene);
    };
    let is_same_view = defaults.shading.mode.info().scene == Some(scene);
    let defaults = defaults.scene;
    Ok(SceneSettings {
        camera: match &arguments.camera {
            Some(text) => Some(camera(text, scene)?),
            None => match defaults.camera.filter(|_| is_same_view) {
                Some(camera) => Some(camera),
                None => generator.camera(scene),
            },
        },
        target: match &arguments.target {
            Some(text) => Some(parse_target(text).with_context(|| format!("--target {text:?}"))?),
            None => defaults.target.filter(|_| is_same_view),
        },
        samples: match &arguments.samples {
            Some(text) => Some(samples(text, scene)?),
            None => defaults.samples.filter(|_| is_same_view),
        },
        clip: match &arguments.clip {
            Some(text) => Some(clip(text)?),
            None => defaults.clip,
        },
        sea: match &arguments.sea {
            Some(text) => sea(text)?,
            None if is_same_view => defaults.sea,
            None => generator.hint.sea.filter(|_| scene == Scene::Planet),
        },
        projection: match &arguments.projection {
            Some(name) => Some(projection(name, arguments, mode)?),
            None => defaults.projection.filter(|_| is_same_view),
        },
        rays: parse_or(arguments.spp.as_ref(), rays, defaults.rays)?,
        pass: parse_or(arguments.pass.as_ref(), pass, defaults.pass)?,
    })
}

/// Returns the lighting of a three-dimensional view: `defaults`, changed by the options for its color and light.
pub(super) fn lighting(
    arguments: &SceneArgs,
    mode: ViewMode,
    defaults: Lighting,
) -> anyhow::Result<Lighting> {
    let color = |name: &str| color(name, mode);
    Ok(Lighting {
        color: parse_or(arguments.color.as_ref(), color, defaults.color)?,
        model: parse_or(arguments.light_model.as_ref(), light_model, defaults.model)?,
        sky: parse_or(
            arguments.sky.as_ref(),
            |text| on_or_off("--sky", text),
            defaults.sky,
        )?,
        air: match &arguments.air {
            Some(text) => Some(air(text)?),
            None => defaults.air,
        },
    })
}

/// Fails if the arguments have an option that is valid for three-dimensional views only, since the view mode is from
/// above.
fn check_unused(arguments: &SceneArgs, mode: ViewMode) -> anyhow::Result<()> {
    let SceneArgs {
        camera,
        target,
        samples,
        clip,
        sea,
        projection,
        spp,
        pass,
        color,
        sky,
        air,
        light_model,
    } = arguments;
    let options = [
        ("--camera", camera),
        ("--target", target),
        ("--samples", samples),
        ("--clip", clip),
        ("--sea", sea),
        ("--projection", projection),
        ("--spp", spp),
        ("--pass", pass),
        ("--color", color),
        ("--sky", sky),
        ("--air", air),
        ("--light-model", light_model),
    ];
    match options.iter().find(|(_, value)| value.is_some()) {
        Some((option, _)) => bail!(
            "{option} needs a three-dimensional view, for example --view terrain; the view is {}",
            mode.name()
        ),
        None => Ok(()),
    }
}

/// Checks that `--sea` is given for planets only, `--clip` for solids only and `--exaggeration` not for solids, and that
/// a planet with a sea has no negative exaggeration.
///
/// # Errors
/// The options do not agree with the view mode or with each other.
pub(super) fn check_kind(
    shading: &Shading,
    Picture {
        view,
        scene: arguments,
        ..
    }: &Picture,
) -> anyhow::Result<()> {
    let is_planet = shading.mode.info().scene == Some(Scene::Planet);
    let has_sea = arguments.sea.as_ref().is_some_and(|sea| sea != "off");
    if has_sea && !is_planet && shading.mode.info().scene.is_some() {
        bail!(
            "--sea needs --view planet; the view is {}",
            shading.mode.name()
        );
    }
    let scene = shading.mode.info().scene;
    if arguments.clip.is_some() && scene.is_some_and(|scene| scene != Scene::Solid) {
        bail!(
            "--clip needs --view solid; the view is {}",
            shading.mode.name()
        );
    }
    if view.exaggeration.is_some() && scene == Some(Scene::Solid) {
        bail!(
            "--exaggeration is a factor of heights, which a solid does not have; leave it out, or choose another view, \
             for example --view slice"
        );
    }
    if has_sea && shading.exaggeration < 0.0 {
        bail!("--sea needs an --exaggeration of 0 or more");
    }
    Ok(())
}

/// Parses `--sea`, the level of a planet's sea: a number, or `off` for no sea.
fn sea(text: &str) -> anyhow::Result<Option<f64>> {
    if text == "off" {
        return Ok(None);
    }
    number("--sea", text).map(Some)
}

/// Parses `--projection`, the map projection of a planet.
///
/// # Errors
/// The projection is unknown, the view mode is not that of planets, or an option is given that only a camera needs.
fn projection(name: &str, arguments: &SceneArgs, mode: ViewMode) -> anyhow::Result<Projection> {
    let names = Projection::ALL.map(Projection::name);
    let projection = Projection::from_name(name);
    let projection = projection.ok_or_else(|| unknown_name("--projection", name, names))?;
    if mode != ViewMode::Planet {
        bail!(
            "--projection needs --view planet; the view is {}",
            mode.name()
        );
    }
    let of_camera = [
        ("--camera", &arguments.camera),
        ("--target", &arguments.target),
        ("--samples", &arguments.samples),
        ("--sea", &arguments.sea),
        ("--spp", &arguments.spp),
        ("--pass", &arguments.pass),
        ("--sky", &arguments.sky),
        ("--air", &arguments.air),
        ("--light-model", &arguments.light_model),
    ];
    match of_camera.iter().find(|(_, value)| value.is_some()) {
        Some((option, _)) => {
            bail!("{option} has no effect on a map; leave out --projection or {option}")
        }
        None => Ok(projection),
    }
}

/// Returns the size of a planet's map in samples, derived from the size of the picture; if `--size` is a single number,
/// it is the width. Returns the size of the picture if it is no map.
///
/// # Errors
/// The size is not valid for the map projection, or the color is neither relief nor texture nor contour.
pub(super) fn map_size(
    settings: &RenderSettings,
    size: Option<&String>,
) -> anyhow::Result<[u32; 2]> {
    let [width, height] = settings.grid.size;
    let is_single = size.is_none_or(|text| !text.contains(['x', 'X']));
    let color = settings.shading.lighting.color;
    let Some(projection) = settings.scene.projection else {
        return Ok([width, height]);
    };
    if !matches!(
        color,
        ViewMode::Relief | ViewMode::Texture | ViewMode::Contour
    ) {
        bail!(
            "--color {}: a map shows relief, texture or contour",
            color.name()
        );
    }
    match projection {
        Projection::Equirect if width == 2 * height => Ok([width, height]),
        Projection::Equirect if is_single && width == height && width % 2 == 0 => {
            Ok([width, width / 2])
        }
        Projection::Equirect => {
            bail!("--size {width}x{height}: an equirect map is twice as wide as high")
        }
        Projection::Cube if width == height => Ok([width, height]),
        Projection::Cube if is_single => Ok([width; 2]),
        Projection::Cube => bail!("--size {width}x{height}: the layers of a cube are square"),
    }
}

fn camera(text: &str, scene: Scene) -> anyhow::Result<Camera> {
    let camera = scene.parse_camera(text);
    camera.with_context(|| format!("--camera {text:?}"))
}

fn samples(text: &str, scene: Scene) -> anyhow::Result<u32> {
    let (least, most) = match scene {
        Scene::Solid => SOLID_SAMPLES,
        Scene::Planet => PLANET_CELLS,
        Scene::Terrain => TERRAIN_SAMPLES,
    };
    let count = text.trim().parse().ok();
    count
        .filter(|count| (least..=most).contains(count))
        .ok_or_else(|| anyhow!("--samples {text:?} is not an integer from {least} to {most}"))
}

fn rays(text: &str) -> anyhow::Result<u32> {
    let count = text.trim().parse().ok();
    count
        .filter(|count| RAY_COUNTS.contains(count))
        .ok_or_else(|| anyhow!("--spp {text:?} is none of 1, 4, 9, 16"))
}

fn pass(name: &str) -> anyhow::Result<Pass> {
    Pass::from_name(name).ok_or_else(|| unknown_name("--pass", name, Pass::ALL.map(Pass::name)))
}

fn color(name: &str, view: ViewMode) -> anyhow::Result<ViewMode> {
    let mode =
        ViewMode::from_name(name).filter(|mode| view.colorings().any(|color| color == *mode));
    mode.with_context(|| {
        let names: Vec<_> = view.colorings().map(ViewMode::name).collect();
        format!("--color {name:?} is none of {}", names.join(", "))
    })
}

fn light_model(name: &str) -> anyhow::Result<LightModel> {
    let names = LightModel::ALL.map(LightModel::name);
    LightModel::from_name(name).ok_or_else(|| unknown_name("--light-model", name, names))
}

fn air(text: &str) -> anyhow::Result<f64> {
    let air = number("--air", text)?;
    if !(0.0..=1.0).contains(&air) {
        bail!("--air {air} is not between 0 and 1");
    }
    Ok(air)
}
