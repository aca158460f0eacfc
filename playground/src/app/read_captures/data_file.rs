//! Restoring a data file of another program, such as a height map, as a cell.

use std::path::Path;

use noise_playground::source::SourceTree;

use crate::documents::data_file::DataFile;
use crate::workbench::GeneratorRef;
use crate::workbench::restore::RestoredCell;

/// Returns a cell at the file's position and scale; `size` is for a format without one. Fails for an unreadable file.
pub(super) fn cell(
    path: &Path,
    size: Option<[u32; 2]>,
    folder: &SourceTree,
) -> anyhow::Result<RestoredCell> {
    let DataFile { snapshot, mut subject, square } = DataFile::open(path, size, folder)?;
    // The view is as wide as the largest square in the file: as panes are wider than high, nothing outside is visible.
    subject.settings.grid.span = square;
    subject.settings.shading.mode = subject.generator.default_mode();
    Ok(RestoredCell { name: String::new(), target: GeneratorRef::pinned(snapshot), subject })
}
