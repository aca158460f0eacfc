//! The profile: samples of all visible cells along a line.

use std::collections::BTreeMap;

use noise_playground::view::space::camera::Scene;

use super::{CellId, PaneId, Workbench};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ProfileLine {
    /// World positions; `None` until the profile is first opened.
    pub(crate) ends: Option<[[f64; 2]; 2]>,
    /// Index, 0 or 1.
    pub(crate) dragged_end: usize,
    /// World position of the point below the pointer in the plot.
    pub(crate) read: Option<[f64; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Profile {
    /// From the first end, in world units.
    pub(crate) distances: Vec<f64>,
    /// World positions (x, y) of the points.
    pub(crate) positions: Vec<[f64; 2]>,
    /// In the order of the document.
    pub(crate) cells: Vec<CellProfile>,
    /// True if no visible cell is missing.
    pub(crate) complete: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellProfile {
    /// Index in the document, from 0, which determines the color of the curve.
    pub(crate) index: usize,
    /// With a number after it if another cell has the same name.
    pub(crate) name: String,
    /// NaN outside of the picture.
    pub(crate) values: Vec<f64>,
}

/// Intervals between plotted points.
const MAX_INTERVALS: f64 = 4096.0;

/// Half the length of the initial line, as a fraction of the picture's width.
const HALF_LENGTH: f64 = 0.4;

impl Workbench {
    /// Returns true for a plane of values, not a volume or a planet.
    pub(super) fn has_profile(&self) -> bool {
        let scene = self.scene(self.document.selected);
        self.shown().is_some() && !matches!(scene, Some(Scene::Solid | Scene::Planet))
    }

    /// The initial line is horizontal and centered in the selected picture.
    pub(super) fn start_profile(&mut self) {
        let view = self.document.effective_view(self.document.selected);
        let [x, y] = view.center;
        let ends = [-HALF_LENGTH, HALF_LENGTH].map(|offset| [x + offset * view.span, y]);
        self.0.comparison.profile.ends.get_or_insert(ends);
    }

    /// Returns points about as far apart as the samples of the first cell that was read back; `None` until one was.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let ends = self.comparison.profile.ends?;
        let visible = self.document.visible_cells();
        let samples = |id: CellId| self.pane_stats(PaneId::Cell(id)).samples.as_ref();
        let spacing = visible.iter().find_map(|id| samples(*id))?.grid.spacing();
        let [from, to] = ends;
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let count = (length / spacing).ceil().clamp(1.0, MAX_INTERVALS) as usize + 1;
        let fractions = (0..count).map(|index| index as f64 / (count - 1) as f64);
        let position =
            |fraction: f64| [0, 1].map(|axis| from[axis] * (1.0 - fraction) + to[axis] * fraction);
        let mut used = BTreeMap::new();
        let mut cells = Vec::new();
        for (index, cell) in self.document.cells.iter().enumerate() {
            // All cells are counted, visible or not, so that a name does not change when another cell is read back.
            let name = unique_name(&mut used, self.name(cell.id));
            let content = self.pane_content(PaneId::Cell(cell.id));
            let read = samples(cell.id).filter(|_| visible.contains(&cell.id));
            if let (Some(content), Some(samples)) = (content, read) {
                let channel = content.view.shading_for(&content.generator).channel;
                let values = samples.field.profile(&samples.grid, channel, ends, count);
                cells.push(CellProfile { index, name, values });
            }
        }
        Some(Profile {
            distances: fractions.clone().map(|fraction| fraction * length).collect(),
            positions: fractions.map(position).collect(),
            complete: cells.len() == visible.len(),
            cells,
        })
    }
}

/// Returns `name 2` for the second cell with the name `name`. `used` counts the cells by name so far.
pub(super) fn unique_name(used: &mut BTreeMap<String, usize>, name: String) -> String {
    let count = used.entry(name.clone()).or_default();
    *count += 1;
    match *count {
        1 => name,
        count => format!("{name} {count}"),
    }
}

impl Profile {
    /// Returns the index of the point at a distance or else of the next one.
    pub(crate) fn index_at(&self, distance: f64) -> usize {
        let after = self.distances.partition_point(|other| *other < distance);
        after.min(self.distances.len().saturating_sub(1))
    }

    /// Returns one row for each point: distance, x, y, then the value in each cell, which is empty if not finite.
    pub(crate) fn csv(&self) -> String {
        let quoted = |name: &String| format!("\"{}\"", name.replace('"', "\"\""));
        let mut csv = String::from("distance,x,y");
        for cell in &self.cells {
            csv += &format!(",{}", quoted(&cell.name));
        }
        csv += "\n";
        for (index, (distance, [x, y])) in self.distances.iter().zip(&self.positions).enumerate() {
            csv += &format!("{distance},{x},{y}");
            for cell in &self.cells {
                // Samples are `f32`: further digits would be noise.
                let value = cell.values[index] as f32;
                csv += &if value.is_finite() { format!(",{value}") } else { ",".to_owned() };
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
    fn table_has_one_row_per_point() {
        let line = |index, name: &str, values| CellProfile { index, name: name.to_owned(), values };
        let profile = Profile {
            distances: vec![0.0, 0.5],
            positions: vec![[1.0, 2.0], [1.5, 2.0]],
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
    fn equal_names_are_numbered() {
        let mut used = BTreeMap::new();
        let names = ["a", "b", "a", "a"].map(|name| unique_name(&mut used, name.to_owned()));
        assert_eq!(names, ["a", "b", "a 2", "a 3"]);
    }
}
