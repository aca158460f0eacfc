//! Comparison with data files of other programs, or of quantities, sample by sample.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{Content, Format, Manifest};
use noise_playground::comparison::FieldComparison;
use noise_playground::field::Field;
use noise_playground::field_file::FieldFile;
use noise_playground::shading::{Channel, ValueRange};

use super::compared;
use crate::args::{Global, StageArg};
use crate::process::error::CommandError;
use crate::render::batch::RequestedOutputs;

const VALUES: &str = "the values of its generator";

/// Returns true for a data file without a manifest, and for one that holds a quantity or mask: its numbers are compared,
/// not the values of its generator.
pub(super) fn is_data(path: &str) -> bool {
    let path = Path::new(path);
    let Some(format) = Format::of(path, false).filter(|_| FieldFile::is_supported(path)) else {
        return false;
    };
    if !path.is_file() {
        return false;
    }
    match Manifest::read(path, format) {
        Ok(manifest) => {
            let is_readable = format.content() == Content::Samples && !FieldFile::is_raw(path);
            is_readable && manifest.derived_name().is_some()
        }
        Err(error) => error.is_missing(),
    }
}

/// Reads two fields, at least one of a data file, with the settings for comparing all of their channels. A capture or
/// preset is evaluated again in its own view and size; `stage` can select a tap. Fails if a file cannot be read or
/// rendered, or the fields differ in size or in the number of channels.
pub(super) fn read(
    names: [&str; 2],
    global: &Global,
    stage: &StageArg,
) -> Result<([Field; 2], FieldComparison), CommandError> {
    if let [Some(first), Some(second)] = names.map(held)
        && first != second
    {
        return Err(anyhow!("{:?} holds {first}, but {:?} {second}", names[0], names[1]).into());
    }
    let [first, second] = names.map(|name| field(name, global, stage));
    let fields = [first?, second?];
    let [first, second] = &fields;
    if first.size != second.size || first.channels != second.channels {
        let shape = |field: &Field| {
            let [width, height] = field.size;
            format!("{width} x {height} x {}", field.channels)
        };
        let shapes = [shape(first), shape(second)];
        return Err(anyhow!(
            "{:?} has {} numbers (width x height x channels), {:?} has {}",
            names[0],
            shapes[0],
            names[1],
            shapes[1]
        )
        .into());
    }
    let comparison = FieldComparison {
        channels: [Channel::X; 2],
        color_channels: (first.channels > 1).then_some(first.channels),
        value_range: ValueRange::Auto,
    };
    Ok((fields, comparison))
}

/// Returns what the compared numbers are; `None` for a data file of another program.
fn held(name: &str) -> Option<String> {
    let path = Path::new(name);
    let manifest = Format::of_capture(path).map(|format| Manifest::read(path, format));
    let Some(Ok(manifest)) = manifest else {
        return (!is_data(name)).then(|| VALUES.to_owned());
    };
    if is_data(name) {
        let mask = || "a mask".to_owned();
        return Some(manifest.quantity.map_or_else(mask, |quantity| quantity.name().to_owned()));
    }
    // The exact slope is named `slope`, with its exaggeration.
    let derivative = manifest.derivative.as_ref().and_then(|name| name.split(' ').next());
    Some(derivative.unwrap_or(VALUES).to_owned())
}

fn field(name: &str, global: &Global, stage: &StageArg) -> Result<Field, CommandError> {
    if is_data(name) {
        let file = FieldFile::read(Path::new(name)).context("a file of data is compared as it is");
        return Ok(file?.field);
    }
    let subject = compared::open(name, stage)?;
    let gpu = global.open_gpu()?;
    let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
    Ok(compared::render(&gpu, &subject, outputs)?.field)
}
