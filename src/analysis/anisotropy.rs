//! Dependence of the power spectrum of a field on the direction: anisotropy by ring, and roses by octave.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::radial::NORMAL_975;
use super::spectrum::{Bin, PowerSpectrum};

/// Anisotropy of one ring of a power spectrum: its power along the axes relative to that along the diagonals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnisotropyRing {
    /// Frequency in the middle of the ring, in cycles per unit.
    pub frequency: f64,
    /// 10 log₁₀ of the mean power within 11.25° of the axes divided by that within 11.25° of the diagonals.
    pub db: f64,
    /// Total power of the frequencies near the axes and near the diagonals.
    pub energy: f64,
    /// Half width in decibels of the interval around 0 in which the anisotropy stays for 95 % of isotropic processes.
    pub floor_db: f64,
}

/// Power in each direction, in one octave of a power spectrum.
#[derive(Clone, Debug, PartialEq)]
pub struct Rose {
    /// Lowest frequency of the octave, in cycles per unit.
    pub frequency: f64,
    /// Mean power in each sector of the rose, 5° wide, divided by the mean of the octave. Sector 0 is centered on east;
    /// further ones follow counterclockwise over half a turn. NaN where no frequency has this direction.
    pub sectors: [f64; Self::SECTORS],
}

impl Rose {
    /// Sectors of a half turn. The spectrum is symmetric, so the other half is equal.
    pub const SECTORS: usize = 36;
}

/// Fraction of the highest power of a spectrum; a mean power below it is a rounding error of the Fourier transform.
const ROUNDING: f64 = 1e-22;

/// Sums for the anisotropy of a ring: total power and number of frequencies, near the axes and near the diagonals.
#[derive(Clone, Copy, Default)]
struct Directions {
    axes: [f64; 2],
    diagonals: [f64; 2],
}

impl PowerSpectrum {
    /// Returns the anisotropy of each ring that has frequencies and power both near the axes and near the diagonals.
    pub fn anisotropy(&self) -> Vec<AnisotropyRing> {
        let width = self.ring_width();
        let mut rings = vec![Directions::default(); self.ring_count() + 1];
        for bin in self.bins() {
            if let Some(ring) = rings.get_mut((bin.radius() / width + 0.5) as usize) {
                ring.add(&bin);
            }
        }
        let least = ROUNDING * self.bins().map(|bin| bin.power).fold(0.0, f64::max);
        let rings = rings.iter().enumerate().skip(1);
        rings
            .filter_map(|(index, ring)| {
                let (db, counts) = ring.decibels(least)?;
                let variance: f64 =
                    counts.map(|count| 2.0 / self.degrees_of_freedom(count)).iter().sum();
                Some(AnisotropyRing {
                    frequency: index as f64 * width,
                    db,
                    energy: ring.axes[0] + ring.diagonals[0],
                    floor_db: NORMAL_975 * (10.0 / std::f64::consts::LN_10) * variance.sqrt(),
                })
            })
            .collect()
    }

    /// Returns a rose for each octave that is at least four rings wide; the highest ends at the Nyquist frequency.
    pub fn roses(&self) -> Vec<Rose> {
        let mut roses = Vec::new();
        let mut frequency = self.nyquist() / 2.0;
        while frequency >= 4.0 * self.ring_width() {
            roses.push(self.rose(frequency));
            frequency /= 2.0;
        }
        roses.reverse();
        roses
    }

    fn rose(&self, frequency: f64) -> Rose {
        let mut sums = [[0.0; 2]; Rose::SECTORS];
        for bin in self.bins() {
            if (frequency..2.0 * frequency).contains(&bin.radius()) {
                let turn = (-bin.frequency[1]).atan2(bin.frequency[0]) / PI;
                let sector = (turn * Rose::SECTORS as f64).round() as i64;
                let sum = &mut sums[sector.rem_euclid(Rose::SECTORS as i64) as usize];
                *sum = [sum[0] + bin.weight * bin.power, sum[1] + bin.weight];
            }
        }
        let [power, count] =
            sums.iter().fold([0.0; 2], |total, sum| [total[0] + sum[0], total[1] + sum[1]]);
        let mean = power / count;
        Rose { frequency, sectors: sums.map(|[sum, count]| sum / count / mean) }
    }
}

impl Directions {
    fn add(&mut self, bin: &Bin) {
        let from_axis = bin.frequency[1].atan2(bin.frequency[0]).rem_euclid(FRAC_PI_2);
        let to_axis = from_axis.min(FRAC_PI_2 - from_axis);
        let sum = if to_axis <= PI / 16.0 {
            &mut self.axes
        } else if FRAC_PI_4 - to_axis <= PI / 16.0 {
            &mut self.diagonals
        } else {
            return;
        };
        *sum = [sum[0] + bin.weight * bin.power, sum[1] + bin.weight];
    }

    /// In decibels, with the number of frequencies; `None` if one of the two mean powers is not above `least`.
    fn decibels(&self, least: f64) -> Option<(f64, [f64; 2])> {
        let [axes, diagonals] = [self.axes, self.diagonals].map(|[sum, count]| sum / count);
        let ratio = axes / diagonals;
        (axes > least && diagonals > least)
            .then(|| (10.0 * ratio.log10(), [self.axes[1], self.diagonals[1]]))
    }
}
