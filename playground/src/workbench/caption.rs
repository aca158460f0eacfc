//! Captions of cells: a number, the name if it differs, and the differences from the reference cell.

use super::{CellId, Workbench};

/// Contents of the caption below a cell's picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellCaption {
    /// Position of the cell in the document, from 1. The first cell is the reference.
    pub(crate) number: usize,
    /// The name that the user gave the cell, or the title of its generator if not all cells have the same name; `None`
    /// otherwise.
    pub(crate) name: Option<String>,
    /// Differences from the reference cell, one text each: the preset to which all values belong, or each value that
    /// differs.
    pub(crate) differences: Vec<String>,
}

impl CellCaption {
    pub(crate) fn is_reference(&self) -> bool {
        self.number == 1
    }
}

impl Workbench {
    /// Returns the contents of a cell's caption.
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
        // A preset stands for the values, and only for them.
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
