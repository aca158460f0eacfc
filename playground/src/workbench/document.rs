//! What a person makes: the cells, how they are seen, how they are arranged. Undo takes back changes of it,
//! the session keeps it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::grid::{SPAN_LIMITS, SampleGrid};
use noise_playground::source::ModulePath;
use noise_playground::view::{Channel, ValueRange, View};
use serde::{Deserialize, Serialize};

use super::version::Version;

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Document {
    /// The cells in the order they are shown, 1 to [`MOST_CELLS`].
    pub(crate) cells: Vec<Cell>,
    /// The cell that the panels are about.
    pub(crate) selected: CellId,
    /// How all cells are seen but those with a look of their own.
    pub(crate) look: Look,
    #[serde(default)]
    pub(crate) arrangement: Arrangement,
    /// Controls that one drag moves in all cells, by name.
    #[serde(default)]
    pub(crate) locked: BTreeSet<String>,
    /// Controls that chance leaves alone, by name.
    #[serde(default)]
    pub(crate) kept: BTreeSet<String>,
}

/// The most cells of a comparison.
pub(crate) const MOST_CELLS: usize = noise_playground::capture::MAX_CELLS;

/// A cell's identity, for as long as the document lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// One picture of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// What a person calls it; empty for its generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// What it shows; nothing before the folder's first generator is known.
    pub(crate) target: Option<Target>,
    /// Whether it is still to be seen as its generator's file asks: that was just chosen.
    #[serde(default)]
    pub(crate) fresh: bool,
    /// What people set, for each generator that it has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// Its own look, where it is not linked to the others'.
    pub(crate) own_look: Option<Look>,
}

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Target {
    /// A generator of the folder, as its text is now.
    Live(Address),
    /// A generator with the text it once had.
    Pinned(Arc<Version>),
}

/// How a cell's samples are placed and coloured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Look {
    pub(crate) view: View,
    /// World position of the picture's middle.
    pub(crate) center: [f64; 2],
    /// World width across the picture.
    pub(crate) span: f64,
    /// Third coordinate of a slice.
    pub(crate) z: f64,
}

/// How the cells share the room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arrangement {
    /// Beside each other.
    #[default]
    Grid,
    /// The selected cell alone.
    Enlarged,
    /// The pair over each other, the first to the left of a line, the second to its right.
    Wipe,
    /// The pair in turn.
    Blink,
    /// The second of the pair less the first.
    Difference,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            view: View::default(),
            center: [0.0, 0.0],
            span: 8.0,
            z: 0.0,
        }
    }
}

impl Look {
    /// The samples of a picture of this size.
    pub(crate) fn grid(&self, size: [u32; 2]) -> SampleGrid {
        SampleGrid {
            center: self.center,
            span: self.span,
            size,
        }
    }

    /// Brings numbers that no gesture makes within limits.
    fn mend(&mut self) {
        let within = |number: &mut f64, (low, high): (f64, f64), otherwise: f64| {
            *number = if number.is_finite() {
                number.clamp(low, high)
            } else {
                otherwise
            };
        };
        let world = (-SPAN_LIMITS.1, SPAN_LIMITS.1);
        self.center.iter_mut().for_each(|at| within(at, world, 0.0));
        within(&mut self.span, SPAN_LIMITS, 8.0);
        within(&mut self.z, world, 0.0);
        let view = &mut self.view;
        within(&mut view.light.azimuth, (0.0, 360.0), 315.0);
        within(&mut view.light.altitude, (0.0, 90.0), 45.0);
        within(&mut view.exaggeration, (0.0, 1e6), 1.0);
        if let ValueRange::Fixed(low, high) = view.value_range
            && !(low.is_finite() && high.is_finite() && low < high)
        {
            view.value_range = ValueRange::Auto;
        }
    }

    /// A generator's own view: mode, place.
    pub(crate) fn reset(&mut self, generator: &Generator) {
        self.view.mode = generator.default_mode();
        let home = generator.home(1);
        (self.center, self.span) = (home.center, home.span);
    }

    /// Keeps the view on a grid program's own square, where it fits.
    pub(crate) fn keep_inside(&mut self, generator: &Generator, size: [u32; 2]) {
        if generator.domain != Domain::Grid {
            return;
        }
        let home = generator.home(1);
        let [width, height] = size.map(f64::from);
        self.span = self.span.min(home.span * (width / height).min(1.0));
        let seen = [self.span, self.span * height / width];
        for ((center, home_center), seen) in self.center.iter_mut().zip(home.center).zip(seen) {
            let room = ((home.span - seen) / 2.0).max(0.0);
            *center = center.clamp(home_center - room, home_center + room);
        }
    }

    /// The view as a generator can be seen: one without the channel shows its first.
    pub(crate) fn view_of(&self, generator: &Generator) -> View {
        let fits = self.view.channel.fits(generator.channels);
        View {
            channel: if fits { self.view.channel } else { Channel::X },
            ..self.view
        }
    }
}

impl Target {
    /// The generator's name in its folder.
    pub(crate) fn address(&self) -> &Address {
        match self {
            Self::Live(address) => address,
            Self::Pinned(version) => &version.address,
        }
    }

    /// The file of the folder that it follows.
    pub(crate) fn live_file(&self) -> Option<&ModulePath> {
        match self {
            Self::Live(address) => Some(&address.file),
            Self::Pinned(_) => None,
        }
    }
}

impl Default for Document {
    fn default() -> Self {
        Self {
            cells: vec![Cell::empty(CellId(1))],
            selected: CellId(1),
            look: Look::default(),
            arrangement: Arrangement::Grid,
            locked: BTreeSet::new(),
            kept: BTreeSet::new(),
        }
    }
}

impl Cell {
    /// A cell that shows nothing.
    pub(super) fn empty(id: CellId) -> Self {
        Self {
            id,
            name: String::new(),
            target: None,
            fresh: false,
            values: BTreeMap::new(),
            own_look: None,
        }
    }
}

impl Document {
    /// A cell that is there.
    pub(crate) fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    /// The same, to change it.
    pub(crate) fn cell_mut(&mut self, id: CellId) -> Option<&mut Cell> {
        self.cells.iter_mut().find(|cell| cell.id == id)
    }

    /// The position of the selected cell.
    pub(crate) fn selected_index(&self) -> usize {
        let is_selected = |cell: &Cell| cell.id == self.selected;
        self.cells.iter().position(is_selected).unwrap_or_default()
    }

    /// The cell that the panels are about.
    pub(crate) fn selected(&self) -> &Cell {
        &self.cells[self.selected_index()]
    }

    /// The same, to change it.
    pub(crate) fn selected_mut(&mut self) -> &mut Cell {
        let index = self.selected_index();
        &mut self.cells[index]
    }

    /// How a cell is seen.
    pub(crate) fn look(&self, id: CellId) -> &Look {
        let own = self.cell(id).and_then(|cell| cell.own_look.as_ref());
        own.unwrap_or(&self.look)
    }

    /// The same, to change it: with it all cells that are linked.
    pub(crate) fn look_mut(&mut self, id: CellId) -> &mut Look {
        let own = self.cells.iter_mut().find(|cell| cell.id == id);
        own.and_then(|cell| cell.own_look.as_mut())
            .unwrap_or(&mut self.look)
    }

    /// The two cells that are looked at in detail: the first, and the selected one; the second if the first is
    /// selected.
    pub(crate) fn pair(&self) -> Option<[CellId; 2]> {
        let at = self.selected_index().max(1);
        Some([self.cells[0].id, self.cells.get(at)?.id])
    }

    /// The pair, while it is what is seen.
    pub(crate) fn compared(&self) -> Option<[CellId; 2]> {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Enlarged => None,
            Arrangement::Wipe | Arrangement::Blink | Arrangement::Difference => self.pair(),
        }
    }

    /// The cell whose look places a cell's samples: of a pair that is compared, both lie where the first does.
    pub(crate) fn placing(&self, id: CellId) -> CellId {
        let pair = self.compared().filter(|pair| pair.contains(&id));
        pair.map_or(id, |[first, _]| first)
    }

    /// How a cell is seen as the cells are arranged.
    pub(crate) fn seen_look(&self, id: CellId) -> Look {
        let place = self.look(self.placing(id));
        Look {
            view: self.look(id).view,
            ..*place
        }
    }

    /// Puts a copy of a cell behind it and selects it, where there is room for one more.
    pub(crate) fn duplicate(&mut self, id: CellId) {
        if let Some(cell) = self.cell(id).cloned() {
            self.insert_after(id, cell);
        }
    }

    /// Puts a cell behind another, under an id of its own, and selects it. Whether there was room.
    pub(crate) fn insert_after(&mut self, id: CellId, cell: Cell) -> bool {
        if self.cells.len() >= MOST_CELLS {
            return false;
        }
        let next = self.cells.iter().map(|cell| cell.id.0).max().unwrap_or(0) + 1;
        let at = self.cells.iter().position(|cell| cell.id == id);
        let at = at.map_or(self.cells.len(), |at| at + 1);
        let id = CellId(next);
        self.cells.insert(at, Cell { id, ..cell });
        self.selected = id;
        if self.arrangement == Arrangement::Enlarged {
            self.arrangement = Arrangement::Grid;
        }
        true
    }

    /// Takes a cell away, but not the last one. Its neighbour is selected if it was.
    pub(crate) fn close(&mut self, id: CellId) {
        let Some(at) = self.cells.iter().position(|cell| cell.id == id) else {
            return;
        };
        if self.cells.len() == 1 {
            return;
        }
        self.cells.remove(at);
        if self.selected == id {
            self.selected = self.cells[at.min(self.cells.len() - 1)].id;
        }
        if self.cells.len() == 1 {
            self.arrangement = Arrangement::Grid;
        }
    }

    /// Moves a cell to the place of another; those between make room.
    pub(crate) fn reorder(&mut self, id: CellId, onto: CellId) {
        let position = |id| self.cells.iter().position(|cell| cell.id == id);
        if let (Some(from), Some(to)) = (position(id), position(onto)) {
            let cell = self.cells.remove(from);
            self.cells.insert(to, cell);
        }
    }

    /// Makes a document from outside one of ours: at least one cell, ids of their own, numbers within limits.
    pub(crate) fn mended(mut self) -> Self {
        self.cells.truncate(MOST_CELLS);
        if self.cells.is_empty() {
            self.cells.push(Cell::empty(CellId(1)));
        }
        let selected = self.selected_index();
        for (number, cell) in (1..).zip(&mut self.cells) {
            cell.id = CellId(number);
            if let Some(look) = &mut cell.own_look {
                look.mend();
            }
        }
        self.look.mend();
        self.selected = self.cells[selected].id;
        self
    }

    /// Gives a cell a look of its own, or the one of all.
    pub(crate) fn set_linked(&mut self, id: CellId, linked: bool) {
        let look = *self.look(id);
        if let Some(cell) = self.cell_mut(id) {
            cell.own_look = (!linked).then_some(look);
        }
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::compile;
    use noise_playground::source::SourceTree;

    use super::*;

    fn ids(document: &Document) -> Vec<u32> {
        document.cells.iter().map(|cell| cell.id.0).collect()
    }

    #[test]
    fn cells_are_copied_moved_and_closed() {
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
        assert_eq!(document.cells.len(), MOST_CELLS);
    }

    #[test]
    fn a_pair_lies_where_its_first_cell_does() {
        let mut document = Document::default();
        assert_eq!(document.pair(), None);
        document.duplicate(CellId(1));
        document.duplicate(CellId(2));
        assert_eq!(document.pair(), Some([CellId(1), CellId(3)]));
        document.selected = CellId(1);
        assert_eq!(document.pair(), Some([CellId(1), CellId(2)]));
        document.set_linked(CellId(2), false);
        document.look_mut(CellId(2)).span = 2.0;
        document.look_mut(CellId(2)).view.exaggeration = 3.0;
        assert_eq!(document.seen_look(CellId(2)).span, 2.0);
        document.arrangement = Arrangement::Wipe;
        let seen = document.seen_look(CellId(2));
        assert_eq!((seen.span, seen.view.exaggeration), (8.0, 3.0));
        document.close(CellId(3));
        document.close(CellId(2));
        assert_eq!(
            (document.arrangement, document.pair()),
            (Arrangement::Grid, None)
        );
    }

    #[test]
    fn a_grid_is_not_left() {
        let text = "/// @grid(64)\n@group(1) @binding(0) var<storage, read_write> heights: array<f32>;\n\
                    /// @pass\n@compute @workgroup_size(8) fn fill(@builtin(global_invocation_id) id: vec3u) {\n    \
                    heights[id.x] = 1.0;\n}";
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let compiled = compile(&tree, tree.get(&ModulePath::new("a.wgsl")).unwrap());
        let generator = compiled.main().unwrap();
        let mut look = Look {
            center: [100.0, -0.5],
            span: 64.0,
            ..Look::default()
        };
        look.keep_inside(generator, [200, 100]);
        assert_eq!((look.center, look.span), ([0.0, -0.5], 8.0));
        look.center[1] = 9.0;
        look.keep_inside(generator, [200, 100]);
        assert_eq!(look.center, [0.0, 2.0]);
        look.span = 64.0;
        look.keep_inside(generator, [100, 200]);
        assert_eq!((look.center, look.span), ([0.0, 0.0], 4.0));
    }

    #[test]
    fn a_look_is_shared_until_it_is_unlinked() {
        let mut document = Document::default();
        document.duplicate(CellId(1));
        document.look_mut(CellId(2)).span = 4.0;
        assert_eq!(document.look(CellId(1)).span, 4.0);
        document.set_linked(CellId(2), false);
        document.look_mut(CellId(2)).span = 2.0;
        assert_eq!(document.look(CellId(1)).span, 4.0);
        document.set_linked(CellId(2), true);
        assert_eq!(document.look(CellId(2)).span, 4.0);
    }
}
