//! Parses and checks the options of `render`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use noise_playground::capture::{EXTENSIONS, Format, RenderSettings, STDOUT};
use noise_playground::control::Values;
use noise_playground::derived::Derived;
use noise_playground::generator::Generator;
use noise_playground::scene::Pass;
use noise_playground::shading::ValueRange;

use super::data::{check_data, data_settings};
use crate::args::RenderArgs;
use crate::commands::options::{NamedGenerator, is_sixteen_bits, settings, values};
use crate::render::DataSettings;

/// Checked options of `render`.
pub(super) struct RenderPlan {
    pub(super) values: Values,
    pub(super) settings: RenderSettings,
    pub(super) data: DataSettings,
    pub(super) outputs: Vec<(PathBuf, Format)>,
}

impl RenderPlan {
    /// Checks the options. They take precedence over the capture, and the capture over the tags of the file.
    pub(super) fn new(arguments: &RenderArgs, named: &NamedGenerator) -> anyhow::Result<Self> {
        let generator = &named.generator;
        let mut settings = settings(&arguments.picture, generator, named.settings())?;
        let captured = captured_format(arguments);
        let manifest = named.captured.as_ref();
        let data = data_settings(arguments, &settings, (captured, manifest))?;
        let mut outputs = outputs(arguments, captured)?;
        let of_data = |format| format_of_data(arguments, format, captured, (&data, generator));
        outputs
            .iter_mut()
            .for_each(|(_, format)| *format = of_data(*format));
        check_formats(&outputs, &settings)?;
        let formats: Vec<Format> = outputs.iter().map(|(_, format)| *format).collect();
        check_data(arguments, &formats, &settings, (&data, captured))?;
        let view = &arguments.picture.view;
        if view.value_range.is_none() && captured.is_some_and(Format::is_scaled) {
            settings.shading.value_range = of_picture(settings.shading.value_range);
        }
        Ok(Self {
            data,
            outputs,
            values: values(&arguments.picture.values, generator, named.values.clone())?,
            settings,
        })
    }
}

/// Returns the value range of a picture of scaled data with this range: the full one is not their own choice.
fn of_picture(range: ValueRange) -> ValueRange {
    match range {
        ValueRange::Full => ValueRange::Auto,
        other => other,
    }
}

/// Returns the format of the capture that is rendered again; `None` for an address.
fn captured_format(arguments: &RenderArgs) -> Option<Format> {
    let named = arguments.generator.as_deref().map(Path::new);
    let capture = arguments.from.as_deref().or(named);
    capture.and_then(Format::of_capture)
}

/// Returns the format of a PNG for its data: masks have 8 bits, vectors all channels unless one is chosen.
fn format_of_data(
    arguments: &RenderArgs,
    format: Format,
    captured: Option<Format>,
    (data, generator): (&DataSettings, &Generator),
) -> Format {
    let is_gray = arguments.picture.view.channel.is_some() || captured == Some(Format::Png16);
    match (&data.derived, format) {
        (Some(Derived::Mask(_)), Format::Png) => Format::PngMask,
        (Some(derived), Format::Png16) if derived.channels() > 1 => Format::PngVector,
        (None, Format::Png16) if generator.channels > 1 && !is_gray => Format::PngVector,
        _ => format,
    }
}

fn outputs(
    arguments: &RenderArgs,
    captured: Option<Format>,
) -> anyhow::Result<Vec<(PathBuf, Format)>> {
    let sixteen_bits = match &arguments.depth {
        None => captured.is_some_and(Format::is_sixteen_bit_png),
        depth => is_sixteen_bits(depth.as_deref())?,
    };
    let mut outputs: Vec<(PathBuf, Format)> = Vec::new();
    for path in &arguments.output {
        if outputs.iter().any(|(other, _)| other == path) {
            bail!("-o {path:?} is given twice");
        }
        let format = match path == Path::new(STDOUT) {
            true => format_of_stdout(arguments, sixteen_bits)?,
            false => Format::of(path, sixteen_bits)
                .ok_or_else(|| anyhow!("-o {path:?}: the extension is none of {EXTENSIONS}"))?,
        };
        outputs.push((path.to_owned(), format));
    }
    if arguments.format.is_some()
        && !arguments
            .output
            .iter()
            .any(|path| path == Path::new(STDOUT))
    {
        bail!("--format is for the standard output, -o -");
    }
    if arguments.depth.is_some() && !outputs.iter().any(|(_, format)| format.is_png()) {
        bail!("--depth needs a .png file");
    }
    Ok(outputs)
}

/// Returns the format of `-o -`: that of `--format`, else PNG.
fn format_of_stdout(arguments: &RenderArgs, sixteen_bits: bool) -> anyhow::Result<Format> {
    let extension = arguments.format.as_deref().unwrap_or("png");
    let file = format!("file.{}", extension.trim_start_matches('.'));
    Format::of(Path::new(&file), sixteen_bits)
        .ok_or_else(|| anyhow!("--format {extension:?} is none of {EXTENSIONS}"))
}

/// Checks that the files of a pass hold data.
fn check_formats(outputs: &[(PathBuf, Format)], settings: &RenderSettings) -> anyhow::Result<()> {
    let pass = settings.scene.pass;
    let is_scene = settings.shading.mode.info().scene.is_some();
    let holds_data = |format| matches!(format, Format::Npy | Format::Exr | Format::Tiff);
    let mut outputs = outputs.iter();
    match outputs.find(|(_, format)| is_scene && pass != Pass::Color && !holds_data(*format)) {
        Some((path, _)) => bail!(
            "-o {path:?}: --pass {} is written as data: .npy, .exr or .tif",
            pass.name()
        ),
        None => Ok(()),
    }
}
