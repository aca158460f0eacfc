//! The heights along a line that is laid over the pictures.

use std::collections::BTreeMap;

use super::{CellId, PaneKey, Workbench};

/// The line, and whether it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ProfileLine {
    pub(crate) open: bool,
    /// World positions of its ends, once it was laid.
    pub(crate) ends: Option<[[f64; 2]; 2]>,
    /// The end that a drag moves.
    pub(crate) held: usize,
}

/// What the pictures have along the line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Profile {
    /// World units from the first end, at places of equal distance.
    pub(crate) distances: Vec<f64>,
    /// World positions of the same places.
    pub(crate) places: Vec<[f64; 2]>,
    /// The value there in each cell that is seen, by the cell's name; NaN outside of its picture.
    pub(crate) cells: Vec<(CellId, String, Vec<f64>)>,
}

/// The most places that are looked at.
const MOST_PLACES: f64 = 4096.0;

/// A new line reaches this far to either side of the middle, in widths of the picture.
const REACH: f64 = 0.4;

impl Workbench {
    /// Shows or hides the profile. It begins with a line across the selected picture.
    pub(crate) fn toggle_profile(&mut self) {
        let look = self.document.seen_look(self.document.selected);
        let [x, y] = look.center;
        let across = [-REACH, REACH].map(|part| [x + part * look.span, y]);
        let line = &mut self.comparing.profile;
        line.open = !line.open;
        line.ends.get_or_insert(across);
    }

    /// The heights along the line in all pictures whose samples are here, as far apart as those of the first.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let ends = self.comparing.profile.ends?;
        let cells = self.document.cells.iter().map(|cell| cell.id);
        let read: Vec<_> = cells
            .filter_map(|cell| {
                let samples = self.measured(PaneKey::Cell(cell)).samples.as_ref()?;
                Some((cell, samples))
            })
            .collect();
        let spacing = read.first()?.1.grid.spacing();
        let [from, to] = ends;
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let count = (length / spacing).ceil().clamp(1.0, MOST_PLACES) as usize + 1;
        let shares = (0..count).map(|index| index as f64 / (count - 1) as f64);
        let place = |share: f64| [0, 1].map(|axis| from[axis] * (1.0 - share) + to[axis] * share);
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        Some(Profile {
            distances: shares.clone().map(|share| share * length).collect(),
            places: shares.map(place).collect(),
            cells: read
                .into_iter()
                .filter_map(|(cell, samples)| {
                    let setup = self.setup(PaneKey::Cell(cell))?;
                    let channel = setup.look.view_of(&setup.generator).channel;
                    let values = samples.field.profile(&samples.grid, channel, ends, count);
                    Some((cell, unlike(&mut taken, self.name(cell)), values))
                })
                .collect(),
        })
    }
}

/// A name that no other line has: the second cell of a name is its `2`.
fn unlike(taken: &mut BTreeMap<String, usize>, name: String) -> String {
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
        for (_, name, _) in &self.cells {
            csv += &format!(",{}", quoted(name));
        }
        csv += "\n";
        for (index, (distance, [x, y])) in self.distances.iter().zip(&self.places).enumerate() {
            csv += &format!("{distance},{x},{y}");
            for (_, _, values) in &self.cells {
                // What a sample holds has the digits of an `f32`.
                let value = values[index] as f32;
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
        let profile = Profile {
            distances: vec![0.0, 0.5],
            places: vec![[1.0, 2.0], [1.5, 2.0]],
            cells: vec![
                (CellId(1), "Swiss \"A\"".to_owned(), vec![0.25, f64::NAN]),
                (CellId(2), "Swiss, B".to_owned(), vec![0.1_f32.into(), -3.0]),
            ],
        };
        assert_eq!(
            profile.csv(),
            "distance,x,y,\"Swiss \"\"A\"\"\",\"Swiss, B\"\n0,1,2,0.25,0.1\n0.5,1.5,2,,-3\n"
        );
    }

    #[test]
    fn names_tell_lines_apart() {
        let mut taken = BTreeMap::new();
        let names = ["a", "b", "a", "a"].map(|name| unlike(&mut taken, name.to_owned()));
        assert_eq!(names, ["a", "b", "a 2", "a 3"]);
    }
}
