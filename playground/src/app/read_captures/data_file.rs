//! Opens a data file of another program as a cell: a built-in shader shows its samples.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use noise_playground::capture::{Format, Manifest, ManifestError};
use noise_playground::control::Values;
use noise_playground::field_file::FieldFile;
use noise_playground::generator::Address;
use noise_playground::source::{FieldSource, FileSource, ModulePath, SourceTree};

use crate::catalog::GeneratorSnapshot;
use crate::compiler::folder::find_in;
use crate::process::error::CommandError;
use crate::workbench::restore::RestoredCell;
use crate::workbench::{GeneratorRef, View};

/// The shader that shows a data file, with placeholders for its title and the file's name.
const SHADER: &str = include_str!("../../../assets/field.wgsl");
const TITLE: &str = "TITLE";
const FILE: &str = "FILE";

/// Function of the shader that returns the file's samples.
const FUNCTION: &str = "height";

/// Returns true if a path names a data file that is no capture of this program.
pub(super) fn is_data_file(path: &Path) -> bool {
    let format = Format::of_capture(path);
    let Some(format) = format.filter(|_| FieldFile::is_supported(path) && !FieldFile::is_raw(path))
    else {
        return false;
    };
    match Manifest::read(path, format) {
        Ok(_) => false,
        // Other programs write descriptions of their own where ours is, but not into a chunk of a PNG.
        Err(ManifestError::Broken(..)) => !format.is_png(),
        Err(ManifestError::Unreadable(..) | ManifestError::Missing(..)) => true,
    }
}

/// Returns a cell that shows a data file, at the world position and scale that the file states.
///
/// # Errors
/// The file cannot be read or is damaged.
pub(super) fn cell(path: &Path, folder: &SourceTree) -> anyhow::Result<RestoredCell> {
    let read = FieldFile::read(path)?;
    let absolute = path.canonicalize().with_context(|| format!("{path:?}"))?;
    let root = folder.root();
    let inside = root.and_then(|root| absolute.strip_prefix(root).ok());
    let source = FieldSource::File(FileSource {
        path: inside.unwrap_or(&absolute).to_string_lossy().into_owned(),
        size: None,
        digest: None,
    });
    let name = super::file_name(path);
    let snapshot = snapshot(&name);
    let mut tree = snapshot.tree(folder);
    let input = "samples".to_owned();
    tree.field_sources.insert(input, source.clone());
    let address = &snapshot.address;
    let generator = find_in(&tree, &address.file, Some(FUNCTION))
        .map_err(|error: CommandError| anyhow::anyhow!(error.one_line()))?;
    let mut values = Values::default();
    if let Some(control) = generator.controls.first() {
        values.set(control, source.into());
    }
    let [width, height] = [0, 1].map(|axis| f64::from(read.field.size[axis]) * read.spacing[axis]);
    let mut view = View {
        center: read.center,
        // Panes are wider than high: nothing outside of the file is visible.
        span: width.min(height),
        ..View::default()
    };
    view.shading.mode = generator.default_mode();
    Ok(RestoredCell {
        name: String::new(),
        target: GeneratorRef::Pinned(Arc::new(snapshot)),
        values,
        view,
        seconds: None,
    })
}

/// Returns the shader with the name of a data file in its text, as a snapshot of that one file.
fn snapshot(name: &str) -> GeneratorSnapshot {
    let plain: String = name
        .chars()
        .filter(|letter| !letter.is_control() && *letter != '"' && *letter != '@')
        .collect();
    let file = ModulePath::new(format!("{}.wgsl", plain.replace('/', "_")));
    let text = SHADER.replace(TITLE, &plain).replace(FILE, &plain);
    GeneratorSnapshot {
        address: Address {
            file: file.clone(),
            function: FUNCTION.to_owned(),
        },
        texts: vec![(file, text)],
    }
}
