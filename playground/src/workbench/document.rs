//! The document, the part of the state that undo covers and the session saves: cells, views, arrangement.

mod arrangement;
mod cell;
mod cell_list;
mod navigation;
mod stage_view;
mod view;
mod view_setting;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use noise_playground::generator::Address;
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::Shading;
use serde::{Deserialize, Serialize};

pub(crate) use arrangement::Arrangement;
pub(crate) use cell::{Cell, CellId, MAX_NAME_CHARS};
pub(crate) use stage_view::{GeneratorView, ViewMut};
pub(crate) use view::{View, has_exact_normals};
pub(crate) use view_setting::ROWS;
use view_setting::is_of_placement;

/// Every panel may read the document; only its own methods and those of the workbench edit it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Document(Contents);

/// As the session file stores them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Contents {
    /// In their order, 1 to [`MAX_CELLS`]; the first is the reference.
    pub(crate) cells: Vec<Cell>,
    /// The cell that the panels show and edit.
    pub(crate) selected: CellId,
    /// View of all linked cells.
    #[serde(rename = "look")]
    pub(crate) shared_view: View,
    /// Shading of all cells that show a tap; their placement is that of the result.
    #[serde(default = "stage_view::default_shading")]
    pub(crate) stage_shading: Shading,
    #[serde(default)]
    pub(crate) arrangement: Arrangement,
    /// True if all automatic value ranges are the same, which spans all of them.
    #[serde(default, rename = "one_range")]
    pub(crate) has_one_range: bool,
    /// Editing one of these changes it in all cells.
    #[serde(default, rename = "locked")]
    pub(crate) linked_controls: BTreeSet<String>,
    /// Left unchanged by randomizing and mutating.
    #[serde(default, rename = "kept")]
    pub(crate) excluded_controls: BTreeSet<String>,
    /// Last view of each generator that was shown with a view of its own.
    #[serde(default)]
    pub(crate) views: Arc<BTreeMap<Address, GeneratorView>>,
}

impl Deref for Document {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.0
    }
}

pub(crate) const MAX_CELLS: usize = noise_playground::capture::MAX_CELLS;

impl Default for Contents {
    fn default() -> Self {
        Self {
            cells: vec![Cell::empty(CellId(1))],
            selected: CellId(1),
            shared_view: View::default(),
            stage_shading: stage_view::default_shading(),
            arrangement: Arrangement::Grid,
            has_one_range: true,
            linked_controls: BTreeSet::new(),
            excluded_controls: BTreeSet::new(),
            views: Arc::default(),
        }
    }
}

impl Document {
    pub(super) fn edit(&mut self) -> &mut Contents {
        &mut self.0
    }

    /// Does nothing if the cell does not exist.
    pub(crate) fn select(&mut self, id: CellId) {
        if self.cell(id).is_some() {
            self.0.selected = id;
        }
    }

    pub(crate) fn set_one_range(&mut self, has_one_range: bool) {
        self.0.has_one_range = has_one_range;
    }

    pub(crate) fn set_excluded(&mut self, name: String, excluded: bool) {
        if excluded {
            self.0.excluded_controls.insert(name);
        } else {
            self.0.excluded_controls.remove(&name);
        }
    }

    pub(crate) fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    pub(super) fn cell_mut(&mut self, id: CellId) -> Option<&mut Cell> {
        self.0.cells.iter_mut().find(|cell| cell.id == id)
    }

    pub(crate) fn selected_index(&self) -> usize {
        let is_selected = |cell: &Cell| cell.id == self.selected;
        self.cells.iter().position(is_selected).unwrap_or_default()
    }

    pub(crate) fn selected(&self) -> &Cell {
        &self.cells[self.selected_index()]
    }

    pub(super) fn selected_mut(&mut self) -> &mut Cell {
        let index = self.selected_index();
        &mut self.0.cells[index]
    }

    /// Returns the cell whose view has `setting` of the selected cell: for the placement of a pair, the reference.
    pub(super) fn cell_of(&self, setting: ViewSetting) -> CellId {
        if is_of_placement(setting) { self.placement_cell(self.selected) } else { self.selected }
    }

    pub(crate) fn is_view_setting_modified(&self, setting: ViewSetting) -> bool {
        self.view(self.cell_of(setting)).is_modified(setting)
    }

    pub(crate) fn reset_view_setting(&mut self, setting: ViewSetting) {
        let id = self.cell_of(setting);
        self.view_mut(id).reset_setting(setting);
    }

    /// Cuts the name to [`MAX_NAME_CHARS`] characters; an empty one stands for the generator's title.
    pub(crate) fn rename(&mut self, id: CellId, name: &str) {
        if let Some(cell) = self.cell_mut(id) {
            cell.name = name.chars().take(MAX_NAME_CHARS).collect();
        }
    }

    /// Makes a document from a file valid: at least one cell, unique ids, numbers within their limits.
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
        let mut shared = self.shared();
        shared.sanitize();
        self.set_shared(shared);
        let views = Arc::make_mut(&mut self.0.views);
        views.values_mut().for_each(GeneratorView::sanitize);
        self.0.selected = self.cells[selected].id;
        self
    }

    pub(crate) fn toggle_linked(&mut self) {
        let is_linked = self.selected().own_view.is_none();
        self.set_linked(self.selected, !is_linked);
    }

    /// Links to the shared view, or starts an own view as a copy of it.
    pub(crate) fn set_linked(&mut self, id: CellId, linked: bool) {
        let view = *self.result_view(id);
        if let Some(cell) = self.cell_mut(id) {
            cell.own_view = (!linked).then_some(view);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
