//! Data files of other programs as generators: a shader compiled in memory returns the samples.

use std::io;
use std::path::{Path, PathBuf};

use crate::RenderSettings;
use crate::field::files::{FieldFile, FieldFileError, WorldUnit};
use crate::field::grid::SampleGrid;
use crate::generator::{FindError, find_generator};
use crate::source::{FieldSource, FileSource, ModulePath, SourceTree};
use crate::subject::Subject;

/// Has placeholders: title, center and width of the view, tags with the unit, and the source of the samples.
const SHADER: &str = include_str!("data_file.wgsl");

/// Field input for the samples.
const INPUT: &str = "samples";

/// Reason why a data file is no generator.
#[derive(Debug, thiserror::Error)]
pub enum DataFileError {
    /// The file cannot be read, or is damaged.
    #[error(transparent)]
    Field(#[from] FieldFileError),
    /// The file at this path has no absolute path.
    #[error("{0:?}: {1}")]
    Path(PathBuf, io::Error),
    /// The folder's files keep the samples from being read.
    #[error(transparent)]
    Generator(#[from] FindError),
}

impl Subject {
    /// Returns a generator of the samples of a data file, which is the source of its only field input. `size` is for a
    /// format without one. Imports are those of `folder`. The grid covers all samples; its pixels are square, as wide
    /// as those of the file.
    ///
    /// # Errors
    /// The file is missing or damaged.
    pub fn of_data_file(
        path: &Path,
        size: Option<[u32; 2]>,
        folder: &SourceTree,
    ) -> Result<Self, DataFileError> {
        let read = FieldFile::read_sized(path, size)?;
        let absolute = dunce::canonicalize(path);
        let absolute = absolute.map_err(|error| DataFileError::Path(path.to_owned(), error))?;
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
        let (file, text) = shader(&name.to_string_lossy(), size, &read);
        let mut tree = folder.with_texts(&[(file.clone(), text)], false);
        tree.field_sources.insert(INPUT.to_owned(), source.clone());
        let generator = find_generator(&tree, &file, None)?;
        let size = [read.field.size[0], rows.max(1.0) as u32];
        let grid = SampleGrid { center: read.center, span: width, size };
        let settings = RenderSettings { grid, ..RenderSettings::new(&generator, 1) };
        let mut subject = Self::new(&generator, settings);
        if let Some(control) = generator.controls().first() {
            subject.values.set(control, source.into());
        }
        Ok(subject)
    }
}

/// Returns width and height in world units.
fn extent(read: &FieldFile) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(read.field.size[axis]) * read.spacing[axis])
}

fn shader(name: &str, size: Option<[u32; 2]>, read: &FieldFile) -> (ModulePath, String) {
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
    (file, filled(SHADER, &inserted))
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

    use crate::field::npy;

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
            let opened = Subject::of_data_file(&path, None, &SourceTree::default()).unwrap();
            assert_eq!(opened.generator.title(), name);
            assert_eq!(opened.settings.grid.span, 1.0);
        }
    }
}
