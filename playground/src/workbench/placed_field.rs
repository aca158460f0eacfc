//! A field that was read back from the GPU, with the positions of the samples.

use std::borrow::Cow;
use std::sync::OnceLock;

use noise_playground::field::grid::SampleGrid;
use noise_playground::field::{Channel, Field};
use noise_playground::view::space::camera::Ground;
use noise_playground::view::space::planet::PlanetLayout;

/// Samples of the map by longitude and latitude to which a planet is converted for statistics.
const MAP_SIZE: [u32; 2] = [1024, 512];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedField {
    pub(crate) field: Field,
    pub(crate) grid: SampleGrid,
    /// Arrangement of a planet's samples.
    pub(crate) planet: Option<PlanetLayout>,
    /// Samples along each side of a volume.
    pub(crate) volume: Option<u32>,
    /// Detects that derived results are outdated.
    pub(crate) evaluation: u64,
    /// In the order of [`Channel::ALL`]; computed when first requested.
    extremes: [OnceLock<Option<[f64; 2]>>; Channel::ALL.len()],
}

impl PlacedField {
    pub(crate) fn new(field: Field, grid: SampleGrid, evaluation: u64) -> Self {
        Self { field, grid, planet: None, volume: None, evaluation, extremes: Default::default() }
    }

    /// Returns `None` if no sample is finite.
    pub(crate) fn extremes(&self, channel: Channel) -> Option<[f64; 2]> {
        let extremes = &self.extremes[channel as usize];
        *extremes.get_or_init(|| match &self.planet {
            Some(planet) => planet.extremes(&self.field, channel),
            None => Ground::extremes(&self.field, channel),
        })
    }

    /// Returns the position of the first sample, row by row, that is not finite; `None` also without a plane.
    pub(crate) fn first_non_finite(&self) -> Option<[f64; 2]> {
        if self.planet.is_some() || self.volume.is_some() {
            return None;
        }
        let mut samples = self.field.samples.chunks_exact(self.field.channels as usize);
        let index = samples.position(|sample| sample.iter().any(|value| !value.is_finite()))?;
        let width = self.field.size[0] as usize;
        let at = [index % width, index / width].map(|at| at as f64);
        Some(self.grid.world_from_sample(at))
    }

    pub(crate) fn is_placed_like(&self, other: &Self) -> bool {
        self.grid == other.grid && self.planet == other.planet && self.volume == other.volume
    }

    /// Returns the central slice of a volume, the map by longitude and latitude of a planet, or all samples of a plane.
    pub(crate) fn seen_from_above(&self) -> Cow<'_, Field> {
        match (&self.planet, self.volume) {
            (Some(planet), _) => Cow::Owned(planet.map(&self.field, MAP_SIZE)),
            (None, Some(side)) => Cow::Owned(self.middle_slice(side)),
            (None, None) => Cow::Borrowed(&self.field),
        }
    }

    /// Interpolates between two slices if their number is even.
    fn middle_slice(&self, side: u32) -> Field {
        let columns = self.field.size[0] / side;
        let row = |slice: u32, row: u32| {
            let corner = [slice % columns, slice / columns].map(|at| at * side);
            let columns = corner[0]..corner[0] + side;
            columns.flat_map(move |column| self.field.sample(column, corner[1] + row))
        };
        let rows = 0..side;
        let samples = rows.flat_map(|at| {
            let [below, above] = [row((side - 1) / 2, at), row(side / 2, at)];
            below.zip(above).map(|(below, above)| 0.5 * (below + above))
        });
        Field { size: [side; 2], channels: self.field.channels, samples: samples.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_of_a_volume_is_between_its_slices() {
        for (side, columns, expected) in [(4, 2, [1.5; 16].to_vec()), (3, 2, [1.0; 9].to_vec())] {
            // Each sample is the number of its slice.
            let size = [columns * side, 2 * side];
            let slice = |x: u32, y: u32| (y / side * columns + x / side) as f32;
            let rows = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| slice(x, y)));
            let field = Field { size, channels: 1, samples: rows.collect() };
            let grid = SampleGrid { center: [0.0; 2], span: 1.0, size };
            let mut placed = PlacedField::new(field, grid, 1);
            placed.volume = Some(side);
            assert_eq!(placed.seen_from_above().samples, expected);
        }
    }
}
