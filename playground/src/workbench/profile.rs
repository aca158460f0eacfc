//! The heights along a line that is laid over the pictures.

use std::collections::BTreeMap;

use super::{CellId, PaneId, Workbench};

/// The line, and whether it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ProfileLine {
    pub(crate) open: bool,
    /// World positions of its ends, once it was laid.
    pub(crate) ends: Option<[[f64; 2]; 2]>,
    /// The end that a drag moves.
    pub(crate) dragged_end: usize,
}

/// What the pictures have along the line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Profile {
    /// World units from the first end, at places of equal distance.
    pub(crate) distances: Vec<f64>,
    /// World positions of the same places.
    pub(crate) places: Vec<[f64; 2]>,
    /// The cells that are seen and read, in their order.
    pub(crate) cells: Vec<CellProfile>,
    /// Whether that is all that are seen.
    pub(crate) complete: bool,
}

/// What one cell has along the line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellProfile {
    /// Which of all cells it is, from 0.
    pub(crate) place: usize,
    /// The cell's name, by which no other is called.
    pub(crate) name: String,
    /// The value at each place; NaN outside of its picture.
    pub(crate) values: Vec<f64>,
}

/// The most places that are looked at.
const MOST_PLACES: f64 = 4096.0;

/// A new line reaches this far to either side of the middle, in widths of the picture.
const REACH: f64 = 0.4;

impl Workbench {
    /// Shows or hides the profile. It begins with a line across the selected picture.
    pub(crate) fn toggle_profile(&mut self) {
        let look = self.document.effective_view(self.document.selected);
        let [x, y] = look.center;
        let across = [-REACH, REACH].map(|part| [x + part * look.span, y]);
        let line = &mut self.comparing.profile;
        line.open = !line.open;
        line.ends.get_or_insert(across);
    }

    /// The heights along the line in all pictures whose samples are here, as far apart as those of the first.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let ends = self.comparing.profile.ends?;
        let seen = self.document.visible_cells();
        let samples = |id: CellId| self.measured(PaneId::Cell(id)).samples.as_ref();
        let spacing = seen.iter().find_map(|id| samples(*id))?.grid.spacing();
        let [from, to] = ends;
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let count = (length / spacing).ceil().clamp(1.0, MOST_PLACES) as usize + 1;
        let shares = (0..count).map(|index| index as f64 / (count - 1) as f64);
        let position =
            |share: f64| [0, 1].map(|axis| from[axis] * (1.0 - share) + to[axis] * share);
        let mut taken = BTreeMap::new();
        let mut cells = Vec::new();
        for (place, cell) in self.document.cells.iter().enumerate() {
            // Names count all cells, so that one that is not here yet leaves the others theirs.
            let name = unique_name(&mut taken, self.name(cell.id));
            let setup = self.setup(PaneId::Cell(cell.id));
            let read = samples(cell.id).filter(|_| seen.contains(&cell.id));
            if let (Some(setup), Some(samples)) = (setup, read) {
                let channel = setup.look.view_of(&setup.generator).channel;
                let values = samples.field.profile(&samples.grid, channel, ends, count);
                cells.push(CellProfile {
                    place,
                    name,
                    values,
                });
            }
        }
        Some(Profile {
            distances: shares.clone().map(|share| share * length).collect(),
            places: shares.map(position).collect(),
            complete: cells.len() == seen.len(),
            cells,
        })
    }
}

/// A name that no other line has: the second cell of a name is its `2`.
fn unique_name(taken: &mut BTreeMap<String, usize>, name: String) -> String {
    let count = taken.entry(name.clone()).or_default();
    *count += 1;
    match *count {
        1 => name,
        count => format!("{name} {count}"),
    }
}

impl Profile {
    /// A line for each place: its distance, its position, the value in each cell; empty where there is none.
    pub(crate) fn csv(&self) -> String {
        let quoted = |name: &String| format!("\"{}\"", name.replace('"', "\"\""));
        let mut csv = String::from("distance,x,y");
        for cell in &self.cells {
            csv += &format!(",{}", quoted(&cell.name));
        }
        csv += "\n";
        for (index, (distance, [x, y])) in self.distances.iter().zip(&self.places).enumerate() {
            csv += &format!("{distance},{x},{y}");
            for cell in &self.cells {
                // What a sample holds has the digits of an `f32`.
                let value = cell.values[index] as f32;
                csv += &if value.is_finite() {
                    format!(",{value}")
                } else {
                    ",".to_owned()
                };
            }
            csv += "\n";
        }
        csv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_for_each_place() {
        let line = |place, name: &str, values| CellProfile {
            place,
            name: name.to_owned(),
            values,
        };
        let profile = Profile {
            distances: vec![0.0, 0.5],
            places: vec![[1.0, 2.0], [1.5, 2.0]],
            cells: vec![
                line(0, "Swiss \"A\"", vec![0.25, f64::NAN]),
                line(1, "Swiss, B", vec![0.1_f32.into(), -3.0]),
            ],
            complete: true,
        };
        assert_eq!(
            profile.csv(),
            "distance,x,y,\"Swiss \"\"A\"\"\",\"Swiss, B\"\n0,1,2,0.25,0.1\n0.5,1.5,2,,-3\n"
        );
    }

    #[test]
    fn names_tell_lines_apart() {
        let mut taken = BTreeMap::new();
        let names = ["a", "b", "a", "a"].map(|name| unique_name(&mut taken, name.to_owned()));
        assert_eq!(names, ["a", "b", "a 2", "a 3"]);
    }
}
