//! `playground compare`: measures how two pictures or fields differ, and draws both or their difference.

mod compared;
mod data;
mod picture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use noise_playground::Subject;
use noise_playground::capture::CaptureFile;
use noise_playground::field::files::Format;
use noise_playground::field::metrics::DifferenceMetrics;
use noise_playground::gpu::Gpu;
use noise_playground::subject::comparison::FieldComparison;
use noise_playground::view::shading::ValueRange;
use serde_json::json;

use super::options::reject;
use super::{print, print_json, warn_of_precision};
use crate::args::parse::named;
use crate::args::{Global, OutputArgs, StageArg};
use crate::process::error::CommandError;
use compared::RenderedField;
use data::Named;
use noise_playground::render::{DifferencePixels, RequestedOutputs};
use picture::Mode;

#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP)]
pub(crate) struct CompareArgs {
    /// Reference: a capture, or FILE.presets.toml[#NAME] beside its shader. Its view and size apply to both pictures.
    /// Or a .npy, .tif, .exr or .png of another program, whose samples are compared as they are.
    pub(crate) first: String,

    /// Capture, preset or data file to compare with the reference.
    pub(crate) second: String,

    /// Output file for a picture of both, or of their difference.
    #[arg(short, long = "output", value_name = "FILE.png", allow_hyphen_values = true)]
    pub(crate) output: Option<PathBuf>,

    /// Content of the picture: side (side by side), wipe (left half of the reference, right half of the second) or
    /// difference (second minus reference, in the palette vik around 0; in a three-dimensional view on the surface of the
    /// reference) (default: side).
    #[arg(long, value_name = "MODE", requires = "output", allow_hyphen_values = true, value_parser = named(Mode::ALL))]
    pub(crate) mode: Option<Mode>,

    #[command(flatten)]
    pub(crate) stage: StageArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

/// End of `compare --help`.
const COMPARE_HELP: &str = "\
Both pictures are rendered again, and their fields are compared: in the channel
of the reference, or in all channels for colors.
  RMSE  root of the mean squared difference
  max   largest absolute difference
  PSNR  20 log10(peak / RMSE) in decibels; the peak is the width of the value
        range of the reference: its 0.1 to 99.9 percentiles, or the range in
        its view; 1 for colors
  SSIM  structural similarity (Wang et al. 2004), Gaussian window of sigma 1.5
Non-finite samples are ignored; identical fields have an infinite PSNR (null in
JSON) and an SSIM of 1. The palette of a difference ends at its 0.1 or
99.9 percentile, whichever is farther from 0.";

pub(crate) fn compare(arguments: &CompareArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let named = [Named::new(&arguments.first)?, Named::new(&arguments.second)?];
    if named.iter().any(Named::is_data) {
        return compare_data(&named, arguments, global);
    }
    let [first, second] = named.each_ref().map(|named| named.subject(&arguments.stage));
    let mut compared = [first?, second?];
    compared[1].settings = compared[0].settings;
    let shading = compared[0].settings.shading;
    let generators = compared.each_ref().map(|subject| subject.generator.as_ref());
    let channels = [shading.channel; 2];
    let mut comparison = FieldComparison::new(generators, channels, shading.value_range)?;
    let mode = arguments.mode.unwrap_or_default();
    let output = arguments.output.as_deref().map(create).transpose()?;
    if compared[0].settings.shading.mode.info().scene.is_none() {
        warn_of_precision(&compared[0].generator, &compared[0].settings.grid);
    }
    let gpu = global.open_gpu()?;
    if output.is_some() {
        compared::fit_camera(&gpu, &mut compared)?;
    }
    let needs_pixels = output.is_some() && mode != Mode::Difference;
    let rendered = render_both(&gpu, &compared, &mut comparison, needs_pixels)?;
    let fields = rendered.each_ref().map(|rendered| &rendered.field);
    let metrics = comparison.metrics(fields)?;
    if let Some(mut output) = output {
        let pictures = rendered.each_ref().map(|rendered| &rendered.picture);
        let size = compared[0].settings.grid.size;
        let canvas = mode.draw(size, pictures, || {
            let in_scene = compared::difference(&gpu, &compared, &comparison)?;
            Ok::<_, CommandError>(match in_scene {
                Some(in_scene) => in_scene,
                None => DifferencePixels::from(&comparison.difference(fields)?),
            })
        })?;
        let manifests = compared.each_ref().map(|subject| subject.manifest(&gpu.name()));
        let [mut manifest, second] = manifests;
        manifest.compared_with = Some(Box::new(second));
        output
            .write_picture(canvas.size, canvas.pixels, &manifest)
            .and_then(|()| output.commit())?;
    }
    let value_range = comparison.value_range(fields[0]);
    print_metrics(&metrics, value_range, arguments.results.json)?;
    Ok(ExitCode::SUCCESS)
}

/// At least one field is read from a data file of another program.
fn compare_data(
    named: &[Named<'_>; 2],
    arguments: &CompareArgs,
    global: &Global,
) -> Result<ExitCode, CommandError> {
    if arguments.output.is_some() {
        let foreign = named.iter().find(|named| named.is_data());
        let foreign = foreign.map(|named| named.name).unwrap_or_default();
        return Err(anyhow!(
            "-o needs two captures or presets; {foreign:?} has no manifest, or holds a quantity"
        )
        .into());
    }
    if named.iter().all(Named::is_data) {
        let options = [
            ("--stage", arguments.stage.stage.is_some()),
            ("--sensitivity", arguments.stage.sensitivity.is_some()),
        ];
        reject(&options, |option| format!("{option} applies to a generator; both are data files"))?;
    }
    let (fields, comparison) = data::read(named, global, &arguments.stage)?;
    let metrics = comparison.metrics(fields.each_ref())?;
    let value_range = comparison.value_range(&fields[0]);
    print_metrics(&metrics, value_range, arguments.results.json)?;
    Ok(ExitCode::SUCCESS)
}

fn create(path: &Path) -> anyhow::Result<CaptureFile> {
    if Format::of(path, false) != Some(Format::Png) {
        bail!("-o {path:?}: the extension is not .png");
    }
    Ok(CaptureFile::create(path, Format::Png)?)
}

/// The measured value range of the reference is also used for the second picture, and stored in `comparison` unless
/// colors are compared.
fn render_both(
    gpu: &Gpu,
    compared: &[Subject; 2],
    comparison: &mut FieldComparison,
    needs_pixels: bool,
) -> Result<[RenderedField; 2], CommandError> {
    let is_color = comparison.color_channels.is_some();
    let mut outputs = RequestedOutputs { samples: true, pixels: needs_pixels, range: !is_color };
    let first = compared::render(gpu, &compared[0], outputs)?;
    let mut second = compared[1].clone();
    let [min, max] = first.picture.value_range;
    if min < max {
        second.settings.shading.value_range = ValueRange::Fixed(min, max);
    }
    if !is_color {
        comparison.value_range = ValueRange::Fixed(min, max);
    }
    outputs.range = false;
    let second = compared::render(gpu, &second, outputs)?;
    let count = first.picture.non_finite_count + second.picture.non_finite_count;
    if count > 0 {
        tracing::warn!("{count} non-finite values ignored");
    }
    Ok([first, second])
}

fn print_metrics(
    metrics: &DifferenceMetrics,
    value_range: [f64; 2],
    as_json: bool,
) -> Result<(), CommandError> {
    let DifferenceMetrics { rmse, max, psnr, ssim } = *metrics;
    if as_json {
        // JSON has no infinity or NaN; serde_json writes null instead.
        return print_json(&json!({
            "RMSE": rmse, "max": max, "PSNR": psnr, "SSIM": ssim, "value_range": value_range,
        }));
    }
    for (name, number) in [("RMSE", rmse), ("max", max), ("PSNR", psnr), ("SSIM", ssim)] {
        let seven_digits: f64 = format!("{number:.6e}").parse().unwrap_or(number);
        print(&format!("{name} {seven_digits}"))?;
    }
    Ok(())
}
