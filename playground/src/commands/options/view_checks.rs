//! Which view settings a view has, and how options of three-dimensional views depend on each other.

use anyhow::bail;
use noise_playground::RenderSettings;
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{SettingGroup, ViewSetting};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::settings::Projection;

use crate::args::{PictureSettings, SettingArgs};

/// Fails if the mode is three-dimensional or shows no values, and the generator does not support it.
pub(super) fn check_mode(mode: ViewMode, generator: &Generator) -> anyhow::Result<()> {
    if generator.supports(mode) {
        return Ok(());
    }
    let Some(scene) = mode.info().scene else {
        if mode.info().shows_errors {
            let address = generator.address();
            if generator.program().is_none() {
                bail!(
                    "--view error shows the errors of single precision, not of --precision double"
                );
            }
            bail!("--view error: {address} is a grid program; errors are those of functions");
        }
        if mode.info().shows_sensitivity {
            bail!("--view sensitivity shows the derivative by a control; add --sensitivity NAME");
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
        generator.address(),
        generator.domain().name(),
        match generator.returns().name() {
            "color" => "a color",
            _ => "a value",
        }
    )
}

/// Fails if the setting has no effect in this view.
pub(super) fn check_applies(
    setting: ViewSetting,
    text: &str,
    mode: ViewMode,
) -> anyhow::Result<()> {
    let info = setting.info();
    if setting.applies(mode) || (mode.info().scene.is_some() && text == "off") {
        return Ok(());
    }
    let is_scene = mode.info().scene.is_some();
    let (option, mode) = (info.option, mode.name());
    match info.scenes {
        _ if setting == ViewSetting::Normals => bail!(
            "--normals is for relief and terrain; the view is {mode}, which does not have them"
        ),
        _ if info.group != SettingGroup::Scene => bail!(
            "--{option} is a factor of heights, which a {mode} does not have; leave it out, or choose another view, \
             for example --view slice"
        ),
        [scene] if is_scene => {
            bail!("--{option} needs --view {}; the view is {mode}", scene.name())
        }
        [scene, ..] => bail!(
            "--{option} needs a three-dimensional view, for example --view {}; the view is {mode}",
            scene.name()
        ),
        [] => Ok(()),
    }
}

/// Fails if a planet with a sea has a negative exaggeration, or a map of a planet has an option that only a camera
/// needs.
pub(super) fn check_combination(
    settings: &RenderSettings,
    options: &SettingArgs<PictureSettings>,
) -> anyhow::Result<()> {
    if options.text(ViewSetting::Sea).is_some_and(|sea| sea != "off")
        && settings.shading.exaggeration < 0.0
    {
        bail!("--sea needs an --exaggeration of 0 or more");
    }
    if !options.has(ViewSetting::Projection) {
        return Ok(());
    }
    let is_of_map = |setting| matches!(setting, ViewSetting::Color | ViewSetting::Projection);
    let mut given = options.given().map(|(setting, _)| setting);
    let unused =
        given.find(|setting| setting.info().group == SettingGroup::Scene && !is_of_map(*setting));
    match unused.map(|setting| setting.info().option) {
        Some(option) => {
            bail!("--{option} has no effect on a map; leave out --projection or --{option}")
        }
        None => Ok(()),
    }
}

/// Returns samples; a single number in `--size` is the width. Returns the size of the picture if it is no map. Fails if
/// the size is not valid for the map projection, or the color is neither relief nor texture nor contour.
pub(super) fn map_size(settings: &RenderSettings, size: Option<&str>) -> anyhow::Result<[u32; 2]> {
    let [width, height] = settings.grid.size;
    let is_single = size.is_none_or(|text| !text.contains(['x', 'X']));
    let color = settings.shading.lighting.color;
    let Some(projection) = settings.scene.projection else {
        return Ok([width, height]);
    };
    if !matches!(color, ViewMode::Relief | ViewMode::Texture | ViewMode::Contour) {
        bail!("--color {}: a map shows relief, texture or contour", color.name());
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
