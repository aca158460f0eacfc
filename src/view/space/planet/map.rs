//! Interpolation of the samples of a planet in any direction, and maps of the planet.

use super::PlanetLayout;
use crate::field::{Channel, Field};

impl PlanetLayout {
    /// Interpolates bilinearly in the direction of a position from the center.
    pub(crate) fn interpolated(&self, field: &Field, channel: Channel, position: [f64; 3]) -> f64 {
        let (tile, at) = self.on_tile(position);
        let last = i64::from(self.cells) - 1;
        let cell = at.map(|at| (at.floor() as i64).clamp(0, last) as u32);
        let [u, v] = [0, 1].map(|axis| (at[axis] - f64::from(cell[axis])).clamp(0.0, 1.0));
        let value = |x: u32, y: u32| {
            let [column, row] = self.sample(tile, [cell[0] + x, cell[1] + y]);
            f64::from(channel.of(field.sample(column, row)))
        };
        let mix = |from: f64, to: f64, part: f64| from * (1.0 - part) + to * part;
        let row = |y: u32| mix(value(0, y), value(1, y), u);
        mix(row(0), row(1), v)
    }

    /// Returns a map of `size` pixels: longitude −180 to 180 degrees to the right, latitude 90 to −90 degrees down.
    pub fn map(&self, field: &Field, size: [u32; 2]) -> Field {
        let channels = &Channel::ALL[..field.channels as usize];
        let at = |at: u32, count: u32| (f64::from(at) + 0.5) / f64::from(count) - 0.5;
        let direction = |column: u32, row: u32| {
            let (east, level) = (at(column, size[0]) * 360.0).to_radians().sin_cos();
            let (up, out) = (-at(row, size[1]) * 180.0).to_radians().sin_cos();
            [out * level, out * east, up]
        };
        let positions = (0..size[1]).flat_map(|row| (0..size[0]).map(move |column| (column, row)));
        let numbers = positions.flat_map(|(column, row)| {
            let direction = direction(column, row);
            let number = move |channel| self.interpolated(field, channel, direction) as f32;
            channels.iter().map(move |channel| number(*channel))
        });
        Field { size, channels: field.channels, samples: numbers.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::space::camera::longitude_latitude;

    #[test]
    fn map_has_the_values_of_its_directions() {
        let layout = PlanetLayout::new(32);
        let size = layout.grid().size;
        let texels = (0..size[1]).flat_map(|row| (0..size[0]).map(move |column| [column, row]));
        let samples = texels.flat_map(|texel| longitude_latitude(layout.position(texel)));
        let field =
            Field { size, channels: 2, samples: samples.map(|degrees| degrees as f32).collect() };
        let map = layout.map(&field, [36, 18]);
        for (column, row) in [(10, 4), (18, 8), (20, 9), (33, 12)] {
            let expected = [5.0 + 10.0 * column as f32 - 180.0, 85.0 - 10.0 * row as f32];
            let found = map.sample(column, row);
            let error = (found[0] - expected[0]).abs().max((found[1] - expected[1]).abs());
            assert!(error < 0.2, "{found:?} for {expected:?}");
        }
    }
}
