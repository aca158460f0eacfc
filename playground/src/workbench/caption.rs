//! Captions of cells: a number, and only the differences from the other cells.

use super::{CellId, Workbench};

/// Caption of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellCaption {
    /// Position of the cell, counted from 1. The first is the reference.
    pub(crate) number: usize,
    /// The name that the user gave the cell, or that of its generator if not all cells show the same; `None` otherwise.
    pub(crate) name: Option<String>,
    /// Differences from the reference, one entry each: the preset that all values belong to, or each value.
    pub(crate) differences: Vec<String>,
}

impl CellCaption {
    pub(crate) fn is_reference(&self) -> bool {
        self.number == 1
    }
}

impl Workbench {
    /// Returns the caption of a cell.
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
