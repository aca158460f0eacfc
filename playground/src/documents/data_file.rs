//! Data files of other programs as generators: a shader compiled in memory returns the samples.

use std::path::Path;

use anyhow::Context as _;
use noise_playground::Subject;
use noise_playground::capture::{Format, Manifest};
use noise_playground::field_file::{FieldFile, WorldUnit};
use noise_playground::generator::{Address, find_generator};
use noise_playground::grid::SampleGrid;
use noise_playground::source::{FieldSource, FileSource, ModulePath, SourceTree};

use crate::catalog::GeneratorSnapshot;

/// Has placeholders for title, file name, center and width of the view, and a tag with the unit.
const SHADER: &str = include_str!("../../assets/field.wgsl");
const TITLE: &str = "TITLE";
const FILE: &str = "FILE";
const VIEW: &str = "VIEW";
const UNIT: &str = "UNIT";

const FUNCTION: &str = "height";

/// Field input for the samples.
const INPUT: &str = "samples";

/// A data file, opened as a generator.
pub(crate) struct DataFile {
    pub(crate) snapshot: GeneratorSnapshot,
    /// The data file is the source of the field input. The pixels of the grid are square, as wide as those of the file.
    pub(crate) subject: Subject,
    /// Side, in world units, of the largest square within the samples.
    pub(crate) square: f64,
}

/// Returns false for captures of this program.
pub(crate) fn is_data_file(path: &Path) -> bool {
    let format = Format::of_capture(path);
    let Some(format) = format.filter(|_| FieldFile::is_supported(path) && !FieldFile::is_raw(path))
    else {
        return false;
    };
    Manifest::read(path, format).is_err_and(|error| error.is_missing())
}

impl DataFile {
    /// Adds the generator's file to a copy of `folder`. Fails if the file cannot be read or is damaged.
    pub(crate) fn open(path: &Path, folder: &SourceTree) -> anyhow::Result<Self> {
        let read = FieldFile::read(path)?;
        let absolute = dunce::canonicalize(path).with_context(|| format!("{path:?}"))?;
        let root = folder.root();
        let inside = root.and_then(|root| absolute.strip_prefix(root).ok());
        let source = FieldSource::File(FileSource {
            path: inside.unwrap_or(&absolute).to_string_lossy().into_owned(),
            size: None,
            fill: None,
            digest: None,
        });
        let [width, height] = extent(&read);
        let rows = (f64::from(read.field.size[0]) * height / width).round();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let snapshot = snapshot(&name.to_string_lossy(), &read);
        let mut tree = snapshot.tree(folder);
        tree.field_sources.insert(INPUT.to_owned(), source.clone());
        let generator = find_generator(&tree, &snapshot.address.file, Some(FUNCTION))?;
        let size = [read.field.size[0], rows.max(1.0) as u32];
        let grid = SampleGrid { center: read.center, span: width, size };
        let mut subject = Subject::new(&generator, grid);
        if let Some(control) = generator.controls.first() {
            subject.values.set(control, source.into());
        }
        Ok(Self { square: width.min(height), snapshot, subject })
    }
}

/// In world units.
fn extent(read: &FieldFile) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(read.field.size[axis]) * read.spacing[axis])
}

/// Inserts the file's name and view into the shader.
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
    // Values have the unit of the tag; that of coordinates is the file's.
    let unit = read.tags.as_ref().and_then(|tags| tags.value_unit());
    let is_plain =
        |unit: &&str| unit.chars().all(|letter| letter.is_alphanumeric() || letter == ' ');
    let unit =
        unit.filter(is_plain).map_or_else(String::new, |unit| format!("\n//! @unit(\"{unit}\")"));
    let text = SHADER
        .replace(UNIT, &unit)
        .replace(VIEW, &format!("{x}, {y}, {span}"))
        .replace(TITLE, &plain)
        .replace(FILE, &plain);
    GeneratorSnapshot {
        address: Address { file: file.clone(), function: FUNCTION.to_owned() },
        texts: vec![(file, text)],
        is_unsaved: false,
    }
}
