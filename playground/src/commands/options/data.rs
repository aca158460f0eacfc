//! Options for the numbers in data files: `--quantity`, `--mask`, and the range of formats scaled to integers.

use anyhow::{Context as _, anyhow, bail};
use noise_playground::RenderSettings;
use noise_playground::capture::Manifest;
use noise_playground::field::files::Format;
use noise_playground::generator::Derivative;
use noise_playground::subject::derived::{Derived, Mask, Quantity};
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::Shading;
use noise_playground::view::space::settings::Pass;

use super::scaled_range;
use crate::args::{DataArgs, PictureSettings, SettingArgs};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use noise_playground::render::DataSettings;

/// Returns the quantity or mask that is written, and the range that integers are scaled by.
pub(in crate::commands) fn data_settings(
    arguments: &DataArgs,
    view: &SettingArgs<PictureSettings>,
    settings: &RenderSettings,
    captured: Option<Format>,
    manifest: Option<&Manifest>,
) -> anyhow::Result<DataSettings> {
    let is_chosen = view.has(ViewSetting::ValueRange) || captured.is_some_and(Format::is_scaled);
    let of_field = scaled_range(view, settings, captured);
    let data = DataSettings::new(derived(arguments, manifest)?, of_field);
    // The value range of a captured picture is one of the values that it shows, not of the data.
    Ok(if is_chosen { DataSettings { value_range: of_field, ..data } } else { data })
}

/// Selects the exact derivative that `--quantity` names in place of the result. Fails if the generator has none.
pub(in crate::commands) fn exact_quantity(
    opened: Opened,
    arguments: &DataArgs,
    view: &SettingArgs<PictureSettings>,
) -> Result<Opened, CommandError> {
    let Some(name) = arguments.quantity else {
        return Ok(opened);
    };
    let derivative = match name {
        "gradient" => Derivative::Gradient,
        "laplacian" => Derivative::Laplacian,
        "hessian" => Derivative::Hessian,
        "slope" if arguments.exact => {
            let shading = opened.subject.settings.shading;
            let given = |setting| view.text(setting).and_then(|text| text.parse().ok());
            let exaggeration = given(ViewSetting::Exaggeration).unwrap_or(shading.exaggeration);
            let z_factor = given(ViewSetting::ZFactor).or(shading.z_factor);
            let shading = Shading { exaggeration, z_factor, ..shading };
            Derivative::Slope { exaggeration: shading.vertical_scale() as f32 }
        }
        _ if arguments.exact => {
            return Err(anyhow!("--exact applies to --quantity slope, not to {name}").into());
        }
        _ => return Ok(opened),
    };
    opened.derived(&derivative, &format!("--quantity {name}"))
}

/// Returns what the command line selects, else the capture that is rendered again; `None` for the field itself.
fn derived(arguments: &DataArgs, captured: Option<&Manifest>) -> anyhow::Result<Option<Derived>> {
    if let Some(text) = &arguments.mask {
        return Ok(Some(Derived::Mask(mask(text)?)));
    }
    // An exact derivative is the field of another generator.
    if arguments.exact {
        return Ok(None);
    }
    if let Some(name) = arguments.quantity {
        return Ok(Quantity::from_name(name).map(Derived::Quantity));
    }
    let mask_text = captured.and_then(|captured| captured.mask.as_ref());
    match mask_text {
        Some(text) => Ok(Some(Derived::Mask(mask(text)?))),
        None => Ok(captured.and_then(|captured| captured.quantity).map(Derived::Quantity)),
    }
}

fn mask(text: &str) -> anyhow::Result<Mask> {
    text.parse().with_context(|| format!("--mask {text:?}"))
}

/// Checks that the files can hold the quantity or mask, and that none holds heights where the user expects a quantity.
pub(in crate::commands) fn check_data(
    arguments: &DataArgs,
    formats: &[Format],
    settings: &RenderSettings,
    data: &DataSettings,
    captured: Option<Format>,
) -> anyhow::Result<()> {
    let has_data = formats.iter().any(|format| !format.holds_picture());
    let option = match (&arguments.quantity, &arguments.mask) {
        (Some(name), _) => format!("--quantity {name}"),
        (None, Some(_)) => "--mask".to_owned(),
        (None, None) => return check_view(formats, settings, data, captured),
    };
    if !has_data {
        bail!("{option} needs a data format or a .png with --depth 16; the .png shows the view");
    }
    if settings.scene.pass != Pass::Color && settings.shading.mode.info().scene.is_some() {
        bail!("{option}: the data are those of --pass {}", settings.scene.pass.name());
    }
    let channels = data.derived.as_ref().map_or(1, Derived::channels);
    let holds_one = |format: &&Format| format.is_scaled() && !format.is_png();
    match formats.iter().find(holds_one) {
        Some(format) if channels > 1 => {
            bail!("{option} has {channels} numbers; {} holds one", format.name())
        }
        _ => Ok(()),
    }
}

/// Fails if a 16-bit PNG is requested of a view that shows a quantity, without selecting it: the file would hold
/// heights.
fn check_view(
    formats: &[Format],
    settings: &RenderSettings,
    data: &DataSettings,
    captured: Option<Format>,
) -> anyhow::Result<()> {
    let shown = Quantity::from_name(settings.shading.mode.name());
    let is_new = !captured.is_some_and(Format::is_sixteen_bit_png);
    match shown.filter(|_| is_new && data.derived.is_none()) {
        Some(shown) if formats.iter().any(|format| format.is_sixteen_bit_png()) => bail!(
            "--view {0} is a picture of 8 bits; a .png with --depth 16 holds numbers: choose --quantity {0} or \
             --quantity field",
            shown.name()
        ),
        _ => Ok(()),
    }
}
