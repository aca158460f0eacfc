//! The arrangement of the cells in the window (grid, enlarged, wipe, blink, difference), and the view of each cell in
//! it.

use serde::{Deserialize, Serialize};

use super::{CellId, Document, View};

/// Way in which the window arranges the pictures of the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arrangement {
    /// Arrangement of the cells' pictures: all side by side in a grid.
    #[default]
    Grid,
    /// Arrangement of the cells' pictures: only the selected one, enlarged.
    Enlarged,
    /// Arrangement of the cells' pictures: a pair in one picture, the reference to the left of a movable line, the
    /// other cell to the right of it.
    Wipe,
    /// Arrangement of the cells' pictures: a pair in one picture, shown alternately.
    Blink,
    /// Arrangement of the cells' pictures: only the difference of a pair, the second cell minus the reference.
    Difference,
}

impl Arrangement {
    const OF_PAIRS: [(Self, &str); 3] = [
        (Self::Wipe, "wipe"),
        (Self::Blink, "blink"),
        (Self::Difference, "difference"),
    ];

    /// Returns the name that captures store for an arrangement; `None` for arrangements that do not show a pair of
    /// cells.
    pub(crate) fn name_of_pair(self) -> Option<&'static str> {
        let found = Self::OF_PAIRS.iter().find(|(other, _)| *other == self)?;
        Some(found.1)
    }

    /// Returns the arrangement of a pair of cells that captures store by this name; `None` for other names.
    pub(crate) fn of_pair(name: &str) -> Option<Self> {
        let found = Self::OF_PAIRS.iter().find(|(_, other)| *other == name)?;
        Some(found.0)
    }
}

impl Document {
    pub(crate) fn arrange(&mut self, arrangement: Arrangement) {
        self.0.arrangement = arrangement;
    }

    /// Returns the two cells to compare: the reference, which is the first cell, and the selected cell, or the second
    /// cell if the reference is selected. `None` if there is only one cell.
    pub(crate) fn pair(&self) -> Option<[CellId; 2]> {
        let at = self.selected_index().max(1);
        Some([self.cells[0].id, self.cells.get(at)?.id])
    }

    /// Returns the cells that are visible in the current arrangement, in the order of the document.
    pub(crate) fn visible_cells(&self) -> Vec<CellId> {
        match self.compared() {
            Some(pair) => pair.into(),
            None if self.arrangement == Arrangement::Enlarged => vec![self.selected().id],
            None => self.cells.iter().map(|cell| cell.id).collect(),
        }
    }

    /// Returns the two cells to compare if the current arrangement shows a pair; otherwise `None`.
    pub(crate) fn compared(&self) -> Option<[CellId; 2]> {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Enlarged => None,
            Arrangement::Wipe | Arrangement::Blink | Arrangement::Difference => self.pair(),
        }
    }

    /// Returns the cell whose placement (center and width) `id` uses: the reference if `id` is in the compared pair,
    /// otherwise `id` itself.
    pub(crate) fn placement_cell(&self, id: CellId) -> CellId {
        let pair = self.compared().filter(|pair| pair.contains(&id));
        pair.map_or(id, |[reference, _]| reference)
    }

    /// Returns the view with which a cell is shown in the current arrangement: its own shading, and the placement of
    /// [`Self::placement_cell`].
    pub(crate) fn effective_view(&self, id: CellId) -> View {
        let placement = self.view(self.placement_cell(id));
        View {
            shading: self.view(id).shading,
            ..*placement
        }
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
        assert_eq!(
            (document.arrangement, document.pair()),
            (Arrangement::Grid, None)
        );
    }
}
