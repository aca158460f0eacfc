//! The list of cells in a document: adds, moves and removes cells.

use super::{Arrangement, Cell, CellId, Document, MAX_CELLS};

impl Document {
    pub(crate) fn free_cells(&self) -> usize {
        MAX_CELLS - self.cells.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.cells.len() >= MAX_CELLS
    }

    /// The list is cyclic.
    pub(crate) fn select_neighbor(&mut self, offset: isize) {
        let count = self.cells.len().cast_signed();
        let next = (self.selected_index().cast_signed() + offset).rem_euclid(count);
        self.0.selected = self.cells[next.unsigned_abs()].id;
    }

    /// Does nothing beyond an end of the list.
    pub(crate) fn move_selected(&mut self, offset: isize) {
        let at = self.selected_index().saturating_add_signed(offset);
        if let Some(onto) = self.cells.get(at).map(|cell| cell.id) {
            self.reorder(self.selected, onto);
        }
    }

    /// Moves a cell to the position of `onto`; the cells between them shift by one.
    pub(crate) fn reorder(&mut self, id: CellId, onto: CellId) {
        let position = |id| self.cells.iter().position(|cell| cell.id == id);
        if let (Some(from), Some(to)) = (position(id), position(onto)) {
            let cell = self.0.cells.remove(from);
            self.0.cells.insert(to, cell);
        }
    }

    /// Selects the copy, which follows the original, unless the document is full.
    pub(crate) fn duplicate(&mut self, id: CellId) {
        if let Some(cell) = self.cell(id).cloned() {
            self.insert_after(id, cell);
        }
    }

    /// Gives `cell` a new identifier, and selects it. Returns false if the document is full.
    pub(crate) fn insert_after(&mut self, id: CellId, cell: Cell) -> bool {
        if self.is_full() {
            return false;
        }
        let next = self.cells.iter().map(|cell| cell.id.0).max().unwrap_or(0) + 1;
        let at = self.cells.iter().position(|cell| cell.id == id);
        let at = at.map_or(self.cells.len(), |at| at + 1);
        let id = CellId(next);
        self.0.cells.insert(at, Cell { id, ..cell });
        self.0.selected = id;
        if self.arrangement == Arrangement::Enlarged {
            self.0.arrangement = Arrangement::Grid;
        }
        true
    }

    /// Does nothing for the only cell. If the cell was selected, selects a neighbor.
    pub(crate) fn close(&mut self, id: CellId) {
        let Some(at) = self.cells.iter().position(|cell| cell.id == id) else {
            return;
        };
        if self.cells.len() == 1 {
            return;
        }
        self.0.cells.remove(at);
        if self.selected == id {
            self.0.selected = self.cells[at.min(self.cells.len() - 1)].id;
        }
        if self.cells.len() == 1 {
            self.0.arrangement = Arrangement::Grid;
        }
    }

    pub(crate) fn close_others(&mut self, id: CellId) {
        if self.cell(id).is_some() {
            self.0.cells.retain(|cell| cell.id == id);
            self.0.selected = id;
            self.0.arrangement = Arrangement::Grid;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(document: &Document) -> Vec<u32> {
        document.cells.iter().map(|cell| cell.id.0).collect()
    }

    #[test]
    fn cells_are_duplicated_moved_and_closed() {
        let mut document = Document::default();
        document.duplicate(CellId(1));
        document.duplicate(CellId(1));
        assert_eq!((ids(&document), document.selected), (vec![1, 3, 2], CellId(3)));
        document.reorder(CellId(1), CellId(2));
        assert_eq!(ids(&document), [3, 2, 1]);
        document.close(CellId(3));
        assert_eq!((ids(&document), document.selected), (vec![2, 1], CellId(2)));
        document.close(CellId(1));
        document.close(CellId(2));
        assert_eq!(ids(&document), [2], "the last one stays");
        (0..20).for_each(|_| document.duplicate(CellId(2)));
        assert_eq!(document.cells.len(), MAX_CELLS);
    }
}
