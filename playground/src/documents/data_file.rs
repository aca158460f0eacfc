//! Data files of other programs as generators: a shader compiled in memory returns the samples.

use std::path::Path;

use anyhow::Context as _;
use noise_playground::Subject;
use noise_playground::field::files::{FieldFile, WorldUnit};
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{Address, find_generator};
use noise_playground::source::{FieldSource, FileSource, ModulePath, SourceTree};

use crate::catalog::GeneratorSnapshot;

/// Has placeholders: title, center and width of the view, tags with the unit, and the source of the samples.
const SHADER: &str = include_str!("../../assets/field.wgsl");

const FUNCTION: &str = "height";

/// Field input for the samples.
const INPUT: &str = "samples";

pub(crate) struct DataFile {
    pub(crate) snapshot: GeneratorSnapshot,
    /// The data file is the source of the field input. The pixels of the grid are square, as wide as those of the file.
    pub(crate) subject: Subject,
    /// Side, in world units, of the largest square within the samples.
    pub(crate) square: f64,
}

impl DataFile {
    /// Adds the generator's file to a copy of `folder`. `size` is for a format without one. Fails for a damaged file.
    pub(crate) fn open(
        path: &Path,
        size: Option<[u32; 2]>,
        folder: &SourceTree,
    ) -> anyhow::Result<Self> {
        let read = FieldFile::read_sized(path, size)?;
        let absolute = dunce::canonicalize(path).with_context(|| format!("{path:?}"))?;
        let root = folder.root();
        let inside = root.and_then(|root| absolute.strip_prefix(root).ok());
        let source = FieldSource::File(FileSource {
            path: inside.unwrap_or(&absolute).to_string_lossy().into_owned(),
            size,
            fill: None,
            digest: None,
        });
        let [width, height] = extent(&read);
        let rows = (f64::from(read.field.size[0]) * height / width).round();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let snapshot = snapshot(&name.to_string_lossy(), size, &read);
        let mut tree = snapshot.tree(folder);
        tree.field_sources.insert(INPUT.to_owned(), source.clone());
        let generator = find_generator(&tree, &snapshot.address.file, Some(FUNCTION))?;
        let size = [read.field.size[0], rows.max(1.0) as u32];
        let grid = SampleGrid { center: read.center, span: width, size };
        let mut subject = Subject::new(&generator, grid);
        if let Some(control) = generator.controls().first() {
            subject.values.set(control, source.into());
        }
        Ok(Self { square: width.min(height), snapshot, subject })
    }
}

/// Returns width and height in world units.
fn extent(read: &FieldFile) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(read.field.size[axis]) * read.spacing[axis])
}

fn snapshot(name: &str, size: Option<[u32; 2]>, read: &FieldFile) -> GeneratorSnapshot {
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
    let source = match size {
        Some([width, height]) => format!("\"{plain}\", {width}, {height}"),
        None => format!("\"{plain}\""),
    };
    let file = ModulePath::new(format!("{}.wgsl", plain.replace('/', "_")));
    // Values have the unit of the tag; that of coordinates is the file's.
    let unit = read.tags.as_ref().and_then(|tags| tags.value_unit());
    let is_plain =
        |unit: &&str| unit.chars().all(|letter| letter.is_alphanumeric() || letter == ' ');
    let unit =
        unit.filter(is_plain).map_or_else(String::new, |unit| format!("\n//! @unit(\"{unit}\")"));
    let unit = match read.z_factor() {
        1.0 => unit,
        factor => format!("{unit}\n//! @z_factor({factor})"),
    };
    let view = format!("{x}, {y}, {span}");
    let inserted = [("TITLE", &plain), ("SOURCE", &source), ("VIEW", &view), ("UNIT", &unit)];
    let text = filled(SHADER, &inserted);
    GeneratorSnapshot {
        address: Address { file: file.clone(), function: FUNCTION.to_owned() },
        texts: vec![(file, text)],
        is_unsaved: false,
    }
}

/// Inserts texts in place of their placeholders. A placeholder within an inserted text stays.
fn filled(template: &str, inserted: &[(&str, &String)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    let next = |rest: &str| {
        let found =
            inserted.iter().filter_map(|(name, text)| Some((rest.find(name)?, *name, *text)));
        found.min_by_key(|(at, ..)| *at)
    };
    while let Some((at, name, text)) = next(rest) {
        filled += &rest[..at];
        filled += text;
        rest = &rest[at + name.len()..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use std::fs;

    use noise_playground::field::npy;

    use super::*;

    #[test]
    fn names_that_contain_placeholders_are_the_title() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["PROFILE.npy", "TITLE VIEW UNIT SOURCE.npy"] {
            let path = folder.path().join(name);
            let mut bytes = Vec::new();
            npy::write_header(&mut bytes, &[1, 1]).unwrap();
            bytes.extend(1.0_f32.to_le_bytes());
            fs::write(&path, bytes).unwrap();
            let opened = DataFile::open(&path, None, &SourceTree::default()).unwrap();
            assert_eq!(opened.subject.generator.title(), name);
            assert_eq!(opened.subject.settings.grid.span, 1.0);
        }
    }
}
