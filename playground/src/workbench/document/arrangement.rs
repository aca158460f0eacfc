//! The arrangement of the cells in the window, and the view of each cell in it.

use serde::{Deserialize, Serialize};

use super::{CellId, Document, View};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arrangement {
    /// All side by side.
    #[default]
    Grid,
    /// Only the selected cell.
    Enlarged,
    /// A pair: the reference to the left of a movable line, the other cell to the right.
    Wipe,
    /// A pair shown alternately.
    Blink,
    /// The second cell of a pair minus the reference.
    Difference,
}

impl Arrangement {
    const OF_PAIRS: [(Self, &str); 3] =
        [(Self::Wipe, "wipe"), (Self::Blink, "blink"), (Self::Difference, "difference")];

    /// Returns the name in captures; `None` unless the arrangement shows a pair.
    pub(crate) fn name_of_pair(self) -> Option<&'static str> {
        let found = Self::OF_PAIRS.iter().find(|(other, _)| *other == self)?;
        Some(found.1)
    }

    pub(crate) fn of_pair(name: &str) -> Option<Self> {
        let found = Self::OF_PAIRS.iter().find(|(_, other)| *other == name)?;
        Some(found.0)
    }
}

impl Document {
    pub(crate) fn arrange(&mut self, arrangement: Arrangement) {
        self.0.arrangement = arrangement;
    }

    /// Returns the reference and the selected cell, or the second if the reference is selected; `None` for one cell.
    pub(crate) fn pair(&self) -> Option<[CellId; 2]> {
        let at = self.selected_index().max(1);
        Some([self.cells[0].id, self.cells.get(at)?.id])
    }

    /// In the order of the document.
    pub(crate) fn visible_cells(&self) -> Vec<CellId> {
        match self.compared() {
            Some(pair) => pair.into(),
            None if self.arrangement == Arrangement::Enlarged => vec![self.selected().id],
            None => self.cells.iter().map(|cell| cell.id).collect(),
        }
    }

    /// Returns the pair if the arrangement shows one.
    pub(crate) fn compared(&self) -> Option<[CellId; 2]> {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Enlarged => None,
            Arrangement::Wipe | Arrangement::Blink | Arrangement::Difference => self.pair(),
        }
    }

    /// Returns the cell whose placement `id` uses: the reference of a compared pair, otherwise `id` itself.
    pub(crate) fn placement_cell(&self, id: CellId) -> CellId {
        let pair = self.compared().filter(|pair| pair.contains(&id));
        pair.map_or(id, |[reference, _]| reference)
    }

    /// Returns the cell's own shading with the placement of [`Self::placement_cell`].
    pub(crate) fn effective_view(&self, id: CellId) -> View {
        let placement = self.view(self.placement_cell(id));
        View { shading: self.view(id).shading, ..placement }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((document.arrangement, document.pair()), (Arrangement::Grid, None));
    }
}
