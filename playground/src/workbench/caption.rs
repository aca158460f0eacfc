//! Contents of the captions below the cells' pictures: a number, the name if cells have different ones, and the
//! differences from the reference cell.

use super::{CellId, Workbench};

/// Contents of the caption below a cell's picture: number, name and differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellCaption {
    /// Number of the cell in its caption: the position in the list of cells, from 1. The first cell is the reference.
    pub(crate) number: usize,
    /// Name of the cell in its caption: the name that the user gave it, or its generator's title if not all cells have
    /// the same name; otherwise `None`.
    pub(crate) name: Option<String>,
    /// Differences of a cell from the reference cell, one text each: the preset to which all values belong, or each
    /// value that differs.
    pub(crate) differences: Vec<String>,
}

impl CellCaption {
    pub(crate) fn is_reference(&self) -> bool {
        self.number == 1
    }
}

impl Workbench {
    /// Returns the contents of the caption below a cell's picture.
    pub(crate) fn caption(&self, id: CellId) -> CellCaption {
        let cells = &self.document.cells;
        let at = cells
            .iter()
            .position(|cell| cell.id == id)
            .unwrap_or_default();
        let name = self.name(id);
        let is_shared = || cells.iter().all(|cell| self.name(cell.id) == name);
        let is_own = !cells[at].name.is_empty();
        let all = self.differences(id);
        let preset = self.preset_of(id).map(ToOwned::to_owned);
        // The name of a preset replaces the values in the caption, if nothing else differs from the reference.
        let is_preset = preset.is_some() && !is_own && (at == 0 || self.differs_in_values_only(id));
        CellCaption {
            number: at + 1,
            name: (is_own || !is_shared()).then(|| name.clone()),
            differences: match preset.filter(|_| is_preset) {
                Some(preset) => vec![preset],
                None => all,
            },
        }
    }
}
