//! Restoring a data file of another program, such as a height map, as a cell.

use std::path::Path;

use noise_playground::Subject;
use noise_playground::source::SourceTree;

use crate::catalog::GeneratorSnapshot;
use crate::workbench::GeneratorRef;
use crate::workbench::restore::RestoredCell;

/// Returns a cell at the file's position and scale; `size` is for a format without one. Fails for an unreadable file.
pub(super) fn cell(
    path: &Path,
    size: Option<[u32; 2]>,
    folder: &SourceTree,
) -> anyhow::Result<RestoredCell> {
    let mut subject = Subject::of_data_file(path, size, folder)?;
    let mut snapshot = GeneratorSnapshot::new(subject.generator.address(), &subject.generator);
    // Imports stay those of the folder.
    snapshot.texts.truncate(1);
    // The view is as wide as the largest square in the file: as panes are wider than high, nothing outside is visible.
    let grid = &mut subject.settings.grid;
    let [columns, rows] = grid.size.map(f64::from);
    grid.span = grid.span.min(grid.span * rows / columns);
    Ok(RestoredCell { name: String::new(), target: GeneratorRef::pinned(snapshot), subject })
}
