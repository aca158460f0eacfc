//! Comparison with data files of other programs, sample by sample.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{Format, Manifest};
use noise_playground::comparison::FieldComparison;
use noise_playground::field::Field;
use noise_playground::field_file::FieldFile;
use noise_playground::shading::{Channel, ValueRange};

use super::compared;
use crate::args::{Global, StageArg};
use crate::process::error::CommandError;
use crate::render::batch::RequestedOutputs;

/// Returns true for a field without a manifest, which cannot be rendered again.
pub(super) fn is_external_data_file(path: &str) -> bool {
    let path = Path::new(path);
    let Some(format) = Format::of(path, false).filter(|_| FieldFile::is_supported(path)) else {
        return false;
    };
    path.is_file() && Manifest::read(path, format).is_err_and(|error| error.is_missing())
}

/// Reads two fields, at least one of a data file, with the settings for comparing all of their channels. A capture or
/// preset is evaluated again in its own view and size; `stage` can select a tap. Fails if a file cannot be read or
/// rendered, or the fields differ in size or in the number of channels.
pub(super) fn read(
    names: [&str; 2],
    global: &Global,
    stage: &StageArg,
) -> Result<([Field; 2], FieldComparison), CommandError> {
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

fn field(name: &str, global: &Global, stage: &StageArg) -> Result<Field, CommandError> {
    if is_external_data_file(name) {
        let file = FieldFile::read(Path::new(name)).context("a file without a manifest is data");
        return Ok(file?.field);
    }
    let subject = compared::open(name, stage)?;
    let gpu = global.open_gpu()?;
    let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
    Ok(compared::render(&gpu, &subject, outputs)?.field)
}
