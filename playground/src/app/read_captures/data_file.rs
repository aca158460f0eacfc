//! Restoring a data file of another program, such as a height map, as a cell.

use std::path::Path;

use noise_playground::source::SourceTree;

use crate::documents::data_file::DataFile;
use crate::workbench::restore::RestoredCell;
use crate::workbench::{GeneratorRef, View};

/// Returns a cell at the world position and scale that the file states. Fails if the file cannot be read or is damaged.
pub(super) fn cell(path: &Path, folder: &SourceTree) -> anyhow::Result<RestoredCell> {
    let file = DataFile::open(path, folder)?;
    let mut view = View {
        center: file.grid.center,
        // The view is as wide as the largest square in the file. As panes are wider than high, nothing outside of the
        // file is visible.
        span: file.square,
        ..View::default()
    };
    view.shading.mode = file.generator.default_mode();
    Ok(RestoredCell {
        name: String::new(),
        target: GeneratorRef::pinned(file.snapshot),
        values: file.values,
        view,
        seconds: None,
    })
}
