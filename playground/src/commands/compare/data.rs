//! Comparison with data files of other programs, or of quantities, sample by sample.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use noise_playground::Subject;
use noise_playground::capture::Manifest;
use noise_playground::field::files::{Content, FieldFile, Format};
use noise_playground::field::{Channel, Field};
use noise_playground::subject::comparison::FieldComparison;
use noise_playground::view::shading::ValueRange;

use super::compared;
use crate::args::{Global, StageArg};
use crate::documents::captured::{self, FileContent};
use crate::process::error::CommandError;
use noise_playground::render::RequestedOutputs;

const VALUES: &str = "the values of its generator";

/// A side of the comparison, as the user named it.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    source: Source,
    /// Meaning of the numbers, in words; `None` for a data file of another program.
    held: Option<String>,
}

enum Source {
    /// The numbers in the file, with width and height if the format does not state them.
    File(Option<[u32; 2]>),
    /// The generator of a capture or preset, with the manifest if it has been read.
    Generator(Option<Box<Manifest>>),
}

impl<'a> Named<'a> {
    /// The numbers of a data file without a manifest are compared as they are, and so are a quantity or mask. Fails if
    /// the file is damaged.
    pub(super) fn new(name: &'a str) -> anyhow::Result<Self> {
        let path = Path::new(name);
        let (source, held) = if path.is_file() && FieldFile::is_supported(path) {
            match captured::content(path)? {
                FileContent::Data(size) => (Source::File(size), None),
                FileContent::Capture(manifest) => of_capture(path, manifest),
            }
        } else {
            (Source::Generator(None), Some(VALUES.to_owned()))
        };
        Ok(Self { name, source, held })
    }

    /// Opens the capture or preset. `--stage` selects a tap.
    pub(super) fn subject(&self, stage: &StageArg) -> Result<Subject, CommandError> {
        let manifest = match &self.source {
            Source::Generator(Some(manifest)) => Some(manifest.as_ref()),
            _ => None,
        };
        compared::open(self.name, manifest, stage)
    }

    pub(super) fn is_data(&self) -> bool {
        matches!(self.source, Source::File(_))
    }
}

fn of_capture(path: &Path, manifest: Box<Manifest>) -> (Source, Option<String>) {
    let has_numbers = Format::of_capture(path).map(Format::content) == Some(Content::Samples);
    if has_numbers && !FieldFile::is_raw(path) && manifest.derived_name().is_some() {
        let mask = || "a mask".to_owned();
        let held = manifest.quantity.map_or_else(mask, |quantity| quantity.name().to_owned());
        return (Source::File(None), Some(held));
    }
    // The exact slope is named `slope`, with its exaggeration.
    let derivative = manifest.derivative.as_ref().and_then(|name| name.split(' ').next());
    let held = derivative.unwrap_or(VALUES).to_owned();
    (Source::Generator(Some(manifest)), Some(held))
}

/// Reads two fields, at least one of a data file, with the settings for comparing all of their channels. A capture or
/// preset is evaluated again in its own view and size; `stage` can select a tap. Fails if a file cannot be read or
/// rendered, or the fields differ in size or in the number of channels.
pub(super) fn read(
    named: &[Named<'_>; 2],
    global: &Global,
    stage: &StageArg,
) -> Result<([Field; 2], FieldComparison), CommandError> {
    let names = named.each_ref().map(|named| named.name);
    if let [Some(first), Some(second)] = named.each_ref().map(|named| named.held.as_ref())
        && first != second
    {
        return Err(anyhow!("{:?} holds {first}, but {:?} {second}", names[0], names[1]).into());
    }
    let [first, second] = named.each_ref().map(|named| field(named, global, stage));
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

fn field(named: &Named<'_>, global: &Global, stage: &StageArg) -> Result<Field, CommandError> {
    if let Source::File(size) = named.source {
        let file = FieldFile::read_sized(Path::new(named.name), size);
        return Ok(file.context("a file of data is compared as it is")?.field);
    }
    let subject = named.subject(stage)?;
    let gpu = global.open_gpu()?;
    let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
    Ok(compared::render(&gpu, &subject, outputs)?.field)
}
