//! Angular spectrum: the power in each direction, at equal frequency.

use serde::{Serialize, Serializer};

use super::anisotropy::{Rose, local_slopes};
use super::radial::RadialRing;
use super::spectrum::{Bin, PowerSpectrum};

/// Power in a sector 5° wide, relative to the mean of all directions; in JSON, four numbers in the order of members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// Frequency vector's direction in degrees from east, counterclockwise: 0, 5 … 175; 0 for a ridge along the y axis.
    pub degrees: f64,
    /// Mean power relative to that of the rings. NaN without frequencies.
    pub power: f64,
    /// Bounds of the 95 % interval of the power of a stationary process.
    pub interval: [f64; 2],
}

impl Serialize for Direction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.degrees, self.power, self.interval[0], self.interval[1]].serialize(serializer)
    }
}

impl PowerSpectrum {
    /// Returns the power in 36 directions over the rings in an interval of frequencies. Each power is relative to the
    /// mean of its ring, all reduced to the frequency in the middle as for the [anisotropy](Self::anisotropy), so that
    /// rings count by their number of frequencies, not by their power. Empty without rings.
    pub fn angular(&self, radial: &[RadialRing], [low, high]: [f64; 2]) -> Vec<Direction> {
        let width = self.ring_width();
        let slopes = local_slopes(radial, self.ring_count(), width);
        let is_inside = |ring: &usize| (low..=high).contains(&(*ring as f64 * width));
        let reduced = |bin: &Bin| {
            let index = self.ring_of(bin.frequency);
            let slope = slopes.get(index).filter(|_| index > 0 && is_inside(&index))?;
            Some((index, bin.power * (bin.radius() / (index as f64 * width)).powf(-slope)))
        };
        let rings = self.sums(slopes.len(), |bin, rings| {
            if let Some((index, power)) = reduced(&bin) {
                rings[index] = [rings[index][0] + bin.weight * power, rings[index][1] + bin.weight];
            }
        });
        if rings.iter().all(|[sum, _]| *sum == 0.0) {
            return Vec::new();
        }
        let sectors = self.sums(Rose::SECTORS, |bin, sectors| {
            let Some((index, power)) = reduced(&bin) else { return };
            let [sum, count] = rings[index];
            let sector = &mut sectors[Rose::sector_of(bin.frequency)];
            let relative = if sum > 0.0 { power * count / sum } else { 1.0 };
            *sector = [sector[0] + bin.weight * relative, sector[1] + bin.weight];
        });
        let direction = |(index, [sum, count]): (usize, [f64; 2])| {
            let degrees = 180.0 * index as f64 / Rose::SECTORS as f64;
            let ring = RadialRing::new(degrees, sum / count, count, self.degrees_of_freedom(count));
            Direction { degrees, power: ring.power, interval: ring.interval }
        };
        sectors.into_iter().enumerate().map(direction).collect()
    }
}
