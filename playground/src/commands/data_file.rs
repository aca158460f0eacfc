//! Opens data files of other programs as generators: a shader with a field input, compiled in memory, returns the
//! samples of the file.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use noise_playground::capture::{Format, Manifest};
use noise_playground::control::Values;
use noise_playground::field_file::{FieldFile, WorldUnit};
use noise_playground::generator::{Address, Generator};
use noise_playground::grid::SampleGrid;
use noise_playground::source::{FieldSource, FileSource, ModulePath, SourceTree};

use crate::catalog::GeneratorSnapshot;
use crate::documents::folder::find_in;
use crate::process::error::CommandError;

/// WGSL text of the shader that shows a data file, with placeholders for its title, the file's name, and the center and
/// width of the view.
const SHADER: &str = include_str!("../../assets/field.wgsl");
const TITLE: &str = "TITLE";
const FILE: &str = "FILE";
const VIEW: &str = "VIEW";

/// Name of the WGSL function that returns the samples of a data file.
const FUNCTION: &str = "height";

/// Name of the field input through which the WGSL function reads the samples of a data file.
const INPUT: &str = "samples";

/// A data file of another program, opened as a generator that returns its samples.
pub(crate) struct DataFile {
    pub(crate) snapshot: GeneratorSnapshot,
    pub(crate) generator: Arc<Generator>,
    /// Control values of the generator, which set the data file as the source of its field input.
    pub(crate) values: Values,
    /// Sample grid of the data file, with square pixels that are as wide as those of the file.
    pub(crate) grid: SampleGrid,
    /// Side, in world units, of the largest square within the area that the samples of the data file cover.
    pub(crate) square: f64,
}

/// Returns true if a path is a data file of another program, not a capture of this one.
pub(crate) fn is_data_file(path: &Path) -> bool {
    let format = Format::of_capture(path);
    let Some(format) = format.filter(|_| FieldFile::is_supported(path) && !FieldFile::is_raw(path))
    else {
        return false;
    };
    Manifest::read(path, format).is_err_and(|error| error.is_missing())
}

impl DataFile {
    /// Reads a data file, and compiles the generator that returns its samples. The generator's file is added to a copy
    /// of `folder`, the open shader folder.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub(crate) fn open(path: &Path, folder: &SourceTree) -> anyhow::Result<Self> {
        let read = FieldFile::read(path)?;
        let absolute = path.canonicalize().with_context(|| format!("{path:?}"))?;
        let root = folder.root();
        let inside = root.and_then(|root| absolute.strip_prefix(root).ok());
        let source = FieldSource::File(FileSource {
            path: inside.unwrap_or(&absolute).to_string_lossy().into_owned(),
            size: None,
            digest: None,
        });
        let [width, height] = extent(&read);
        let rows = (f64::from(read.field.size[0]) * height / width).round();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let snapshot = snapshot(&name.to_string_lossy(), &read);
        let mut tree = snapshot.tree(folder);
        tree.field_sources.insert(INPUT.to_owned(), source.clone());
        let generator = find_in(&tree, &snapshot.address.file, Some(FUNCTION))
            .map_err(|error: CommandError| anyhow::anyhow!(error.one_line()))?;
        let mut values = Values::default();
        if let Some(control) = generator.controls.first() {
            values.set(control, source.into());
        }
        Ok(Self {
            grid: SampleGrid {
                center: read.center,
                span: width,
                size: [read.field.size[0], rows.max(1.0) as u32],
            },
            square: width.min(height),
            snapshot,
            generator,
            values,
        })
    }
}

/// Returns the width and height that the samples of a data file cover, in world units.
fn extent(read: &FieldFile) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(read.field.size[axis]) * read.spacing[axis])
}

/// Returns the source text of the shader that shows a data file, with the file's name and view inserted, as a snapshot
/// that consists of this one file.
fn snapshot(name: &str, read: &FieldFile) -> GeneratorSnapshot {
    let plain: String = name
        .chars()
        .filter(|letter| !letter.is_control() && *letter != '"' && *letter != '@')
        .collect();
    let [width, height] = extent(read);
    // The samples of a file without coordinates fill the width of the view.
    let span = match read.unit {
        WorldUnit::Sample => width,
        WorldUnit::Projected | WorldUnit::LocalMeters => width.min(height),
    };
    let [x, y] = read.center;
    let file = ModulePath::new(format!("{}.wgsl", plain.replace('/', "_")));
    let text = SHADER
        .replace(VIEW, &format!("{x}, {y}, {span}"))
        .replace(TITLE, &plain)
        .replace(FILE, &plain);
    GeneratorSnapshot {
        address: Address {
            file: file.clone(),
            function: FUNCTION.to_owned(),
        },
        texts: vec![(file, text)],
    }
}
