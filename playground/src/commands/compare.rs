//! `playground compare`: how far two pictures differ, in numbers and as a picture.

mod picture;
mod side;

use std::mem;
use std::process::ExitCode;

use anyhow::bail;
use noise_playground::capture::{Format, Output};
use noise_playground::comparison::Comparison;
use noise_playground::field::Field;
use noise_playground::gpu::Gpu;
use noise_playground::view::{Channel, ValueRange, View};
use serde_json::json;

use super::{print, print_json};
use crate::args::{Compare, Global};
use crate::cell::Wants;
use crate::process::error::Failure;
use picture::Mode;
use side::Side;

/// Makes both again, and prints and draws how they differ.
pub(crate) fn compare(arguments: &Compare, global: &Global) -> Result<ExitCode, Failure> {
    let sides = [
        Side::read(&arguments.first)?,
        Side::read(&arguments.second)?,
    ];
    let scene = sides[0].scene;
    let channels = channels(&sides, scene.view.channel)?;
    let mode = Mode::named(arguments.mode.as_deref())?;
    let output = match &arguments.output {
        Some(path) if Format::of(path, false) != Some(Format::Png) => {
            return Err(anyhow::anyhow!("-o {path:?}: its ending is not .png").into());
        }
        Some(path) => Some(Output::create(path, Format::Png).map_err(anyhow::Error::from)?),
        None => None,
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let wants = Wants {
        samples: true,
        pixels: output.is_some() && mode != Mode::Difference,
        range: !sides[0].is_color(),
    };
    let mut first = sides[0].make(&gpu, &scene, scene.view, wants)?;
    let value_range = first.value_range;
    let view = with_range(scene.view, value_range);
    let wants = Wants {
        range: false,
        ..wants
    };
    let mut second = sides[1].make(&gpu, &scene, view, wants)?;
    let strange = first.strange + second.strange;
    if strange > 0 {
        tracing::warn!("{strange} values are NaN or infinite, and left out");
    }
    let fields = [(&sides[0], &mut first), (&sides[1], &mut second)].map(|(side, cell)| Field {
        size: scene.grid.size,
        channels: side.found.generator.channels,
        samples: mem::take(&mut cell.rows.samples),
    });
    let value_range = match scene.view.value_range {
        ValueRange::Auto if sides[0].is_color() => [0.0, 1.0],
        _ => value_range,
    };
    let [min, max] = value_range;
    let comparison = Comparison::new(&fields[0], &fields[1], &channels, max - min);
    let comparison = comparison.map_err(anyhow::Error::from)?;
    if let Some(mut output) = output {
        let canvas = match mode {
            Mode::Side => picture::side(scene.grid.size, [&first, &second]),
            Mode::Wipe => picture::wipe(scene.grid.size, [&first, &second]),
            Mode::Difference => picture::difference([&fields[0], &fields[1]], scene.view.channel),
        };
        let [mut manifest, other] = sides.each_ref().map(|side| side.manifest(&gpu, &scene));
        manifest.compared_with = Some(Box::new(other));
        output
            .write_picture(canvas.size, canvas.pixels, &manifest)
            .and_then(|()| output.publish())
            .map_err(anyhow::Error::from)?;
    }
    print_numbers(&comparison, value_range, arguments.results.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The channels that are compared: the one that the first looks at; of colours, all.
fn channels([first, second]: &[Side; 2], looked_at: Channel) -> anyhow::Result<Vec<Channel>> {
    let [one, other] = [first, second].map(|side| &side.found.generator);
    if first.is_color() != second.is_color() {
        let [colors, numbers] = if first.is_color() {
            [one, other]
        } else {
            [other, one]
        };
        bail!(
            "{} returns colours, {} numbers",
            colors.address,
            numbers.address
        );
    }
    if first.is_color() {
        let shared = one.channels.min(other.channels) as usize;
        return Ok(Channel::ALL[..shared].to_vec());
    }
    if !looked_at.fits(other.channels) {
        bail!(
            "the first looks at channel {}, and {} returns {} number(s)",
            looked_at.name(),
            other.address,
            other.channels
        );
    }
    Ok(vec![looked_at])
}

/// The first one's view with the range that it was found to have, so that both are drawn alike.
fn with_range(view: View, [min, max]: [f64; 2]) -> View {
    let value_range = if min < max {
        ValueRange::Fixed(min, max)
    } else {
        view.value_range
    };
    View {
        value_range,
        ..view
    }
}

fn print_numbers(
    comparison: &Comparison,
    value_range: [f64; 2],
    as_json: bool,
) -> Result<(), Failure> {
    let Comparison {
        rmse,
        max,
        psnr,
        ssim,
    } = *comparison;
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
