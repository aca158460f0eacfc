//! `playground compare`: how far two pictures differ, in numbers and as a picture.

mod picture;
mod side;

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use noise_playground::capture::{CaptureFile, Format};
use noise_playground::comparison::FieldComparison;
use noise_playground::gpu::Gpu;
use noise_playground::metrics::DifferenceMetrics;
use noise_playground::shading::ValueRange;
use serde_json::json;

use super::{print, print_json};
use crate::args::{Compare, Global};
use crate::process::error::CommandError;
use crate::render::batch::RequestedOutputs;
use picture::Mode;
use side::ComparedPicture;

/// Renders both pictures again, then prints and draws how they differ.
pub(crate) fn compare(arguments: &Compare, global: &Global) -> Result<ExitCode, CommandError> {
    let sides = [
        ComparedPicture::read(&arguments.first)?,
        ComparedPicture::read(&arguments.second)?,
    ];
    let scene = sides[0].scene;
    let generators = sides.each_ref().map(|side| side.generator.as_ref());
    let channels = [scene.view.channel; 2];
    let mut comparison = FieldComparison::new(generators, channels, scene.view.value_range)
        .map_err(anyhow::Error::from)?;
    let mode = Mode::named(arguments.mode.as_deref())?;
    let output = arguments.output.as_deref().map(create).transpose()?;
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let is_color = comparison.color_channels.is_some();
    let mut wants = RequestedOutputs {
        samples: true,
        pixels: output.is_some() && mode != Mode::Difference,
        range: !is_color,
    };
    let first = sides[0].make(&gpu, &scene, scene.view, wants)?;
    let [min, max] = first.cell.value_range;
    let mut view = scene.view;
    if min < max {
        view.value_range = ValueRange::Fixed(min, max);
    }
    if !is_color {
        comparison.value_range = ValueRange::Fixed(min, max);
    }
    wants.range = false;
    let second = sides[1].make(&gpu, &scene, view, wants)?;
    let non_finite = first.cell.non_finite_count + second.cell.non_finite_count;
    if non_finite > 0 {
        tracing::warn!("{non_finite} non-finite values ignored");
    }
    let fields = [&first.field, &second.field];
    let metrics = comparison.metrics(fields).map_err(anyhow::Error::from)?;
    if let Some(mut output) = output {
        let cells = [&first.cell, &second.cell];
        let canvas = match mode {
            Mode::Side => picture::side(scene.grid.size, cells),
            Mode::Wipe => picture::wipe(scene.grid.size, cells),
            Mode::Difference => picture::difference(&comparison.difference(fields)),
        };
        let [mut manifest, other] = sides.each_ref().map(|side| side.manifest(&gpu, &scene));
        manifest.compared_with = Some(Box::new(other));
        output
            .write_picture(canvas.size, canvas.pixels, &manifest)
            .and_then(|()| output.commit())
            .map_err(anyhow::Error::from)?;
    }
    let value_range = comparison.value_range(fields[0]);
    print_metrics(&metrics, value_range, arguments.results.json)?;
    Ok(ExitCode::SUCCESS)
}

fn create(path: &Path) -> anyhow::Result<CaptureFile> {
    if Format::of(path, false) != Some(Format::Png) {
        bail!("-o {path:?}: the extension is not .png");
    }
    Ok(CaptureFile::create(path, Format::Png)?)
}

fn print_metrics(
    metrics: &DifferenceMetrics,
    value_range: [f64; 2],
    as_json: bool,
) -> Result<(), CommandError> {
    let DifferenceMetrics {
        rmse,
        max,
        psnr,
        ssim,
    } = *metrics;
    if as_json {
        // JSON has neither infinity nor NaN: both become null.
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
