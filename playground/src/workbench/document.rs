//! The document: cells, views, arrangement. Undo and redo cover it, and the session saves it.

mod cell;
mod view;
mod view_setting;

use std::collections::BTreeSet;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

pub(crate) use cell::{Cell, CellId, MAX_NAME_CHARS};
pub(crate) use view::View;
pub(crate) use view_setting::ViewSetting;

/// The document. Every panel may read it; only its own methods and those of the workbench edit it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Document(Contents);

/// Contents of a document, as the session saves them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Contents {
    /// The cells in their order, 1 to [`MAX_CELLS`]; the first is the reference.
    pub(crate) cells: Vec<Cell>,
    /// The cell that the panels show and edit.
    pub(crate) selected: CellId,
    /// The view that all linked cells share.
    #[serde(rename = "look")]
    pub(crate) shared_view: View,
    #[serde(default)]
    pub(crate) arrangement: Arrangement,
    /// True if all cells with an automatic value range share one, which spans those of all.
    #[serde(default, rename = "one_range")]
    pub(crate) has_one_range: bool,
    /// Names of the controls that are linked across cells: an edit changes them in all cells.
    #[serde(default, rename = "locked")]
    pub(crate) linked_controls: BTreeSet<String>,
    /// Names of the controls that randomize and mutate leave out.
    #[serde(default, rename = "kept")]
    pub(crate) excluded_controls: BTreeSet<String>,
}

impl Deref for Document {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.0
    }
}

/// Maximum number of cells.
pub(crate) const MAX_CELLS: usize = noise_playground::capture::MAX_CELLS;

/// Arrangement of the cells in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arrangement {
    /// All cells, side by side.
    #[default]
    Grid,
    /// The selected cell only.
    Enlarged,
    /// The pair in one pane: the reference left of a line, the other cell right of it.
    Wipe,
    /// The pair in one pane, alternating.
    Blink,
    /// The second cell of the pair minus the reference.
    Difference,
}

impl Arrangement {
    const OF_PAIRS: [(Self, &str); 3] = [
        (Self::Wipe, "wipe"),
        (Self::Blink, "blink"),
        (Self::Difference, "difference"),
    ];

    /// Returns the name in captures of an arrangement that shows a pair; `None` for the others.
    pub(crate) fn name_of_pair(self) -> Option<&'static str> {
        let found = Self::OF_PAIRS.iter().find(|(other, _)| *other == self)?;
        Some(found.1)
    }

    /// Returns the arrangement of a pair with this name in captures.
    pub(crate) fn of_pair(name: &str) -> Option<Self> {
        let found = Self::OF_PAIRS.iter().find(|(_, other)| *other == name)?;
        Some(found.0)
    }
}

impl Default for Contents {
    fn default() -> Self {
        Self {
            cells: vec![Cell::empty(CellId(1))],
            selected: CellId(1),
            shared_view: View::default(),
            arrangement: Arrangement::Grid,
            has_one_range: false,
            linked_controls: BTreeSet::new(),
            excluded_controls: BTreeSet::new(),
        }
    }
}

impl Document {
    /// Returns the contents, for edits within the workbench.
    pub(super) fn edit(&mut self) -> &mut Contents {
        &mut self.0
    }

    /// Selects a cell; does nothing if the cell does not exist.
    pub(crate) fn select(&mut self, id: CellId) {
        if self.cell(id).is_some() {
            self.0.selected = id;
        }
    }

    pub(crate) fn arrange(&mut self, arrangement: Arrangement) {
        self.0.arrangement = arrangement;
    }

    /// Shares one value range among all cells, or lets each have its own.
    pub(crate) fn set_one_range(&mut self, has_one_range: bool) {
        self.0.has_one_range = has_one_range;
    }

    /// Excludes a control from randomize and mutate, or includes it again.
    pub(crate) fn set_excluded(&mut self, name: String, excluded: bool) {
        if excluded {
            self.0.excluded_controls.insert(name);
        } else {
            self.0.excluded_controls.remove(&name);
        }
    }

    /// Returns a cell; `None` if it does not exist.
    pub(crate) fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    /// Returns a cell for edits; `None` if it does not exist.
    pub(super) fn cell_mut(&mut self, id: CellId) -> Option<&mut Cell> {
        self.0.cells.iter_mut().find(|cell| cell.id == id)
    }

    /// Returns the index of the selected cell.
    pub(crate) fn selected_index(&self) -> usize {
        let is_selected = |cell: &Cell| cell.id == self.selected;
        self.cells.iter().position(is_selected).unwrap_or_default()
    }

    /// Returns the number of cells that can still be added.
    pub(crate) fn free_cells(&self) -> usize {
        MAX_CELLS - self.cells.len()
    }

    /// Returns true if no further cell can be added.
    pub(crate) fn is_full(&self) -> bool {
        self.cells.len() >= MAX_CELLS
    }

    /// Selects the cell `offset` positions after the selected one. The last cell is followed by the first.
    pub(crate) fn select_neighbor(&mut self, offset: isize) {
        let count = self.cells.len().cast_signed();
        let next = (self.selected_index().cast_signed() + offset).rem_euclid(count);
        self.0.selected = self.cells[next.unsigned_abs()].id;
    }

    /// Moves the selected cell by `offset` positions. Does nothing at the end of the list.
    pub(crate) fn move_selected(&mut self, offset: isize) {
        let at = self.selected_index().saturating_add_signed(offset);
        if let Some(onto) = self.cells.get(at).map(|cell| cell.id) {
            self.reorder(self.selected, onto);
        }
    }

    /// Returns the selected cell.
    pub(crate) fn selected(&self) -> &Cell {
        &self.cells[self.selected_index()]
    }

    /// Returns the selected cell for edits.
    pub(super) fn selected_mut(&mut self) -> &mut Cell {
        let index = self.selected_index();
        &mut self.0.cells[index]
    }

    /// Returns a cell's view: its own, or the shared one.
    pub(crate) fn view(&self, id: CellId) -> &View {
        let own = self.cell(id).and_then(|cell| cell.own_view.as_ref());
        own.unwrap_or(&self.shared_view)
    }

    /// Returns a cell's view for edits; edits of the shared view change all linked cells.
    pub(crate) fn view_mut(&mut self, id: CellId) -> &mut View {
        let Contents {
            cells, shared_view, ..
        } = &mut self.0;
        let own = cells.iter_mut().find(|cell| cell.id == id);
        own.and_then(|cell| cell.own_view.as_mut())
            .unwrap_or(shared_view)
    }

    /// Returns the pair: the reference, which is the first cell, and the selected cell, or the second if the reference
    /// is selected. `None` for a single cell.
    pub(crate) fn pair(&self) -> Option<[CellId; 2]> {
        let at = self.selected_index().max(1);
        Some([self.cells[0].id, self.cells.get(at)?.id])
    }

    /// Returns the cells that are visible in the present arrangement, in their order.
    pub(crate) fn visible_cells(&self) -> Vec<CellId> {
        match self.compared() {
            Some(pair) => pair.into(),
            None if self.arrangement == Arrangement::Enlarged => vec![self.selected().id],
            None => self.cells.iter().map(|cell| cell.id).collect(),
        }
    }

    /// Returns the pair if the arrangement shows it.
    pub(crate) fn compared(&self) -> Option<[CellId; 2]> {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Enlarged => None,
            Arrangement::Wipe | Arrangement::Blink | Arrangement::Difference => self.pair(),
        }
    }

    /// Returns the cell whose placement `id` uses: the reference if `id` is in the compared pair, otherwise `id`
    /// itself.
    pub(crate) fn placement_cell(&self, id: CellId) -> CellId {
        let pair = self.compared().filter(|pair| pair.contains(&id));
        pair.map_or(id, |[reference, _]| reference)
    }

    /// Returns a cell's view in the present arrangement: its own shading, with the placement of
    /// [`Self::placement_cell`]. A difference is that of maps, also of three-dimensional views.
    pub(crate) fn effective_view(&self, id: CellId) -> View {
        let placement = self.view(self.placement_cell(id));
        let view = View {
            shading: self.view(id).shading,
            ..*placement
        };
        let subtracted = self.compared().is_some_and(|pair| pair.contains(&id));
        match self.arrangement {
            Arrangement::Difference if subtracted => view.seen_from_above(),
            _ => view,
        }
    }

    /// Returns the cell whose view has a setting of the selected cell.
    fn cell_of(&self, setting: ViewSetting) -> CellId {
        match setting.is_of_placement() {
            true => self.placement_cell(self.selected),
            false => self.selected,
        }
    }

    /// Returns true if a setting of the selected cell's view differs from its default.
    pub(crate) fn is_view_setting_modified(&self, setting: ViewSetting) -> bool {
        setting.is_modified(self.view(self.cell_of(setting)))
    }

    /// Resets a setting of the selected cell's view.
    pub(crate) fn reset_view_setting(&mut self, setting: ViewSetting) {
        let id = self.cell_of(setting);
        setting.reset(self.view_mut(id));
    }

    /// Inserts a copy of a cell after it and selects the copy, unless the document is full.
    pub(crate) fn duplicate(&mut self, id: CellId) {
        if let Some(cell) = self.cell(id).cloned() {
            self.insert_after(id, cell);
        }
    }

    /// Inserts a cell after another one, with a new id, and selects it. Returns false if the document is full.
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

    /// Removes a cell, unless it is the only one. If it was selected, selects its neighbor.
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

    /// Removes all cells but one, and selects it.
    pub(crate) fn close_others(&mut self, id: CellId) {
        if self.cell(id).is_some() {
            self.0.cells.retain(|cell| cell.id == id);
            self.0.selected = id;
            self.0.arrangement = Arrangement::Grid;
        }
    }

    /// Names a cell; an empty name stands for its generator's title. Cuts the name after [`MAX_NAME_CHARS`] characters.
    pub(crate) fn rename(&mut self, id: CellId, name: &str) {
        if let Some(cell) = self.cell_mut(id) {
            cell.name = name.chars().take(MAX_NAME_CHARS).collect();
        }
    }

    /// Moves a cell to the position of another; the cells between them shift by one.
    pub(crate) fn reorder(&mut self, id: CellId, onto: CellId) {
        let position = |id| self.cells.iter().position(|cell| cell.id == id);
        if let (Some(from), Some(to)) = (position(id), position(onto)) {
            let cell = self.0.cells.remove(from);
            self.0.cells.insert(to, cell);
        }
    }

    /// Sanitizes a document from a file: at least one cell, unique ids, numbers within their limits.
    pub(crate) fn sanitized(mut self) -> Self {
        self.0.cells.truncate(MAX_CELLS);
        if self.cells.is_empty() {
            self.0.cells.push(Cell::empty(CellId(1)));
        }
        let selected = self.selected_index();
        for (number, cell) in (1..).zip(&mut self.0.cells) {
            cell.id = CellId(number);
            if let Some(view) = &mut cell.own_view {
                view.sanitize();
            }
        }
        self.0.shared_view.sanitize();
        self.0.selected = self.cells[selected].id;
        self
    }

    /// Unlinks the selected cell's view, or links it again.
    pub(crate) fn toggle_linked(&mut self) {
        let is_linked = self.selected().own_view.is_none();
        self.set_linked(self.selected, !is_linked);
    }

    /// Links a cell to the shared view, or unlinks it with a copy of the shared view.
    pub(crate) fn set_linked(&mut self, id: CellId, linked: bool) {
        let view = *self.view(id);
        if let Some(cell) = self.cell_mut(id) {
            cell.own_view = (!linked).then_some(view);
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
        assert_eq!(
            (ids(&document), document.selected),
            (vec![1, 3, 2], CellId(3))
        );
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

    #[test]
    fn pair_has_the_placement_of_its_reference() {
        let mut document = Document::default();
        assert_eq!(document.pair(), None);
        document.duplicate(CellId(1));
        document.duplicate(CellId(2));
        assert_eq!(document.pair(), Some([CellId(1), CellId(3)]));
        document.select(CellId(1));
        assert_eq!(document.pair(), Some([CellId(1), CellId(2)]));
        document.set_linked(CellId(2), false);
        document.view_mut(CellId(2)).span = 2.0;
        document.view_mut(CellId(2)).shading.exaggeration = 3.0;
        assert_eq!(document.effective_view(CellId(2)).span, 2.0);
        document.arrange(Arrangement::Wipe);
        let view = document.effective_view(CellId(2));
        assert_eq!((view.span, view.shading.exaggeration), (8.0, 3.0));
        document.close(CellId(3));
        document.close(CellId(2));
        assert_eq!(
            (document.arrangement, document.pair()),
            (Arrangement::Grid, None)
        );
    }

    #[test]
    fn view_is_shared_until_it_is_unlinked() {
        let mut document = Document::default();
        document.duplicate(CellId(1));
        document.view_mut(CellId(2)).span = 4.0;
        assert_eq!(document.view(CellId(1)).span, 4.0);
        document.set_linked(CellId(2), false);
        document.view_mut(CellId(2)).span = 2.0;
        assert_eq!(document.view(CellId(1)).span, 4.0);
        document.set_linked(CellId(2), true);
        assert_eq!(document.view(CellId(2)).span, 4.0);
    }
}
