//! Captions below pictures: number, name if cells have different ones, and differences from the reference.

use super::{CellId, GeneratorRef, Workbench};

/// Follows the name of a file whose text is not saved.
pub(crate) const UNSAVED: char = '\u{2022}';

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellCaption {
    /// Position in the list of cells, from 1. The first cell is the reference.
    pub(crate) number: usize,
    /// Name that the user gave, or the generator's title if not all cells have the same name.
    pub(crate) name: Option<String>,
    /// The preset to which all values belong, or each value that differs.
    pub(crate) differences: Vec<String>,
}

impl CellCaption {
    pub(crate) fn is_reference(&self) -> bool {
        self.number == 1
    }
}

impl Workbench {
    pub(crate) fn caption(&self, id: CellId) -> CellCaption {
        let cells = &self.document.cells;
        let at = cells.iter().position(|cell| cell.id == id).unwrap_or_default();
        let name = self.name(id);
        let is_shared = || cells.iter().all(|cell| self.name(cell.id) == name);
        let is_own = !cells[at].name.is_empty();
        let all = self.differences(id);
        let preset = self.preset_of(id).map(ToOwned::to_owned);
        // The name of a preset replaces the values in the caption, if nothing else differs from the reference.
        let is_preset = preset.is_some() && !is_own && (at == 0 || self.differs_in_values_only(id));
        let file = cells[at].target.as_ref().and_then(GeneratorRef::live_file);
        let is_unsaved = file.is_some_and(|file| self.folder.unsaved_files.contains(file));
        let shown = if is_unsaved { format!("{name} {UNSAVED}") } else { name.clone() };
        CellCaption {
            number: at + 1,
            name: (is_own || is_unsaved || !is_shared()).then_some(shown),
            differences: match preset.filter(|_| is_preset) {
                Some(preset) => vec![preset],
                None => all,
            },
        }
    }
}
