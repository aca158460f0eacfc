//! Dependence of the power spectrum of a field on the direction: anisotropy by ring, and roses by octave.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use serde::Serialize;

use super::interval::STANDARD_ERRORS;
use super::radial::{NORMAL_975, RadialRing};
use super::spectrum::{Bin, PowerSpectrum};

/// Anisotropy of one ring of a power spectrum: its power along the axes relative to that along the diagonals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnisotropyRing {
    /// Frequency in the middle of the ring, in cycles per unit.
    pub frequency: f64,
    /// 10 log₁₀ of the mean power within 11.25° of the axes divided by that within 11.25° of the diagonals, both
    /// reduced to the frequency in the middle of the ring.
    pub db: f64,
    /// Total power of the frequencies near the axes and near the diagonals.
    pub energy: f64,
    /// Half width in decibels of the interval around 0 in which the anisotropy stays for 95 % of isotropic processes.
    pub floor_db: f64,
    /// Number of frequencies near the axes and near the diagonals.
    pub counts: [f64; 2],
}

/// Mean of the anisotropy of several rings, with its 95 % interval for a Gaussian field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AnisotropyMean {
    /// Mean in decibels, in which all rings have equal weight.
    pub db: f64,
    /// Interval of [`Self::db`].
    pub interval: [f64; 2],
    /// Mean in decibels, weighted by the power of the rings.
    pub weighted_db: f64,
    /// Interval of [`Self::weighted_db`].
    pub weighted_interval: [f64; 2],
    /// Number of rings.
    pub rings: usize,
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

    pub(super) fn sector_of(frequency: [f64; 2]) -> usize {
        let turn = (-frequency[1]).atan2(frequency[0]) / PI;
        let sector = (turn * Self::SECTORS as f64).round() as i64;
        sector.rem_euclid(Self::SECTORS as i64) as usize
    }
}

/// Fraction of the highest power of a spectrum; a mean power below it is a rounding error of the Fourier transform.
const ROUNDING: f64 = 1e-22;

/// Least frequencies near the axes, and near the diagonals, for a ring: with fewer, their mean frequencies differ.
const LEAST_COUNT: f64 = 24.0;

/// Largest absolute slope by which the power of a ring is reduced to the frequency in its middle.
const STEEPEST: f64 = 16.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sector {
    Axes,
    Diagonals,
}

impl Sector {
    fn of(frequency: [f64; 2]) -> Option<Self> {
        let from_axis = frequency[1].atan2(frequency[0]).rem_euclid(FRAC_PI_2);
        let to_axis = from_axis.min(FRAC_PI_2 - from_axis);
        if to_axis <= PI / 16.0 {
            Some(Self::Axes)
        } else {
            (FRAC_PI_4 - to_axis <= PI / 16.0).then_some(Self::Diagonals)
        }
    }
}

/// Directions of half a turn, for the dependence of power on the direction. Both [sectors](Sector) have whole ones.
const DIRECTIONS: usize = 32;

/// Direction 0 begins at the east.
fn direction_of(frequency: [f64; 2]) -> usize {
    let turn = frequency[1].atan2(frequency[0]).rem_euclid(PI) / PI;
    (turn * DIRECTIONS as f64) as usize % DIRECTIONS
}

struct Parts {
    /// By direction, relative to the mean of its sector; 0 in no sector.
    relative: Vec<f64>,
    /// Mean square of these numbers, by sector.
    mean_square: [f64; 2],
    /// Mean second derivative over the angle in radians, relative to the power, by sector.
    curvature: [f64; 2],
}

impl Parts {
    fn of(profile: &[f64]) -> Self {
        let count = DIRECTIONS;
        let mut parts =
            Self { relative: vec![0.0; count], mean_square: [0.0; 2], curvature: [0.0; 2] };
        for sector in [Sector::Axes, Sector::Diagonals] {
            let middle = |index: &usize| {
                let angle = (*index as f64 + 0.5) * PI / count as f64;
                Sector::of([angle.cos(), angle.sin()]) == Some(sector)
            };
            let inside: Vec<usize> = (0..count).filter(middle).collect();
            let mean_of = |number: &dyn Fn(usize) -> f64| {
                inside.iter().map(|index| number(*index)).sum::<f64>() / inside.len() as f64
            };
            let mean = mean_of(&|index| profile[index]);
            inside.iter().for_each(|index| parts.relative[*index] = profile[*index] / mean);
            let step = PI / count as f64;
            let second = |index: usize| {
                let [before, after] = [count - 1, 1].map(|step| profile[(index + step) % count]);
                (before - 2.0 * profile[index] + after) / mean / step.powi(2)
            };
            parts.mean_square[sector as usize] = mean_of(&|index| parts.relative[index].powi(2));
            parts.curvature[sector as usize] = mean_of(&second);
        }
        parts
    }
}

impl PowerSpectrum {
    /// Returns the anisotropy of each ring with power and at least 24 frequencies near the axes and near the diagonals.
    ///
    /// Since their mean lengths differ, each power is multiplied by (f / r)^−s, where r is the frequency in the middle
    /// of the ring and s is the slope of the radial spectrum between the two neighboring rings.
    pub fn anisotropy(&self, radial: &[RadialRing]) -> Vec<AnisotropyRing> {
        let width = self.ring_width();
        let rings = self.sector_sums(radial);
        let least = ROUNDING * self.highest_power();
        let rings = rings.iter().enumerate().skip(1);
        rings
            .filter_map(|(index, ring)| {
                // Power reduced to the middle of the ring, power, and number of frequencies.
                let &[a, b, c, d, e, f] = ring;
                let [axes, diagonals] = [[a, b, c], [d, e, f]];
                let (db, counts) = decibels([axes, diagonals], least)?;
                let variance: f64 =
                    counts.map(|count| 2.0 / self.degrees_of_freedom(count)).iter().sum();
                Some(AnisotropyRing {
                    frequency: index as f64 * width,
                    db,
                    energy: axes[1] + diagonals[1],
                    floor_db: NORMAL_975 * decibels_of_e() * variance.sqrt(),
                    counts,
                })
            })
            .collect()
    }

    /// The sums by ring and sector are those of the power reduced to the middle of the ring, of the power, and of ones.
    fn sector_sums(&self, radial: &[RadialRing]) -> Vec<[f64; 6]> {
        let slopes = local_slopes(radial, self.ring_count(), self.ring_width());
        self.sums(self.ring_count() + 1, |bin, rings| {
            let index = self.ring_of(bin.frequency);
            if let Some((ring, sector)) = rings.get_mut(index).zip(Sector::of(bin.frequency)) {
                let reduced = self.reduced(&bin, &slopes);
                let terms = [bin.weight * reduced, bin.weight * bin.power, bin.weight];
                let sums = &mut ring[sector as usize * terms.len()..];
                sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            }
        })
    }

    fn reduced(&self, bin: &Bin, slopes: &[f64]) -> f64 {
        let index = self.ring_of(bin.frequency);
        let slope = slopes.get(index).copied().unwrap_or_default();
        bin.power * (bin.radius() / (index as f64 * self.ring_width())).powf(-slope)
    }

    /// Returns the power by [direction](direction_of) over some rings, relative to their means; 1 without power.
    fn profile(&self, radial: &[RadialRing], rings: &[&AnisotropyRing]) -> Vec<f64> {
        let slopes = local_slopes(radial, self.ring_count(), self.ring_width());
        let mut means = vec![0.0; self.ring_count() + 1];
        for ring in radial {
            let is_used = rings.iter().any(|used| used.frequency == ring.frequency);
            means[self.ring_of([ring.frequency, 0.0])] = if is_used { ring.power } else { 0.0 };
        }
        let sums = self.sums::<2>(DIRECTIONS, |bin, sums| {
            let mean = means.get(self.ring_of(bin.frequency)).copied().unwrap_or_default();
            if mean > 0.0 {
                let sum = &mut sums[direction_of(bin.frequency)];
                let relative = self.reduced(&bin, &slopes) / mean;
                *sum = [sum[0] + bin.weight * relative, sum[1] + bin.weight];
            }
        });
        let relative = |[sum, count]: &[f64; 2]| if *count > 0.0 { sum / count } else { 1.0 };
        sums.iter().map(relative).collect()
    }

    /// Returns the mean anisotropy of the rings in an interval of frequencies; `None` if there are none.
    ///
    /// The variance of the mean is that of the linearized logarithms of a [Gaussian
    /// field](PowerSpectrum::variance_of_sum), whose power depends on the direction as in the mean of the rings. The
    /// interval of the weighted mean is wider, since its weights are estimates. A logarithm of a mean is half its
    /// relative variance too low; the intervals are around the corrected mean.
    pub(super) fn mean_anisotropy(
        &self,
        radial: &[RadialRing],
        rings: &[AnisotropyRing],
        [low, high]: [f64; 2],
    ) -> Option<AnisotropyMean> {
        let rings: Vec<&AnisotropyRing> =
            rings.iter().filter(|ring| (low..=high).contains(&ring.frequency)).collect();
        if rings.is_empty() {
            return None;
        }
        let parts = Parts::of(&self.profile(radial, &rings));
        let [db, weighted_db] = [false, true].map(|is_weighted| {
            let weights = rings.iter().map(|ring| if is_weighted { ring.energy } else { 1.0 });
            let total: f64 = weights.clone().sum();
            let weights: Vec<f64> = weights.map(|weight| weight / total).collect();
            let sum = |number: &dyn Fn(&AnisotropyRing) -> f64| -> f64 {
                rings.iter().zip(&weights).map(|(ring, weight)| number(ring) * weight).sum()
            };
            let deviations = if is_weighted { STANDARD_ERRORS } else { NORMAL_975 };
            let half = deviations * self.variance_of_mean(&rings, &weights, &parts).sqrt();
            (sum(&|ring| ring.db), sum(&|ring| self.bias_of_ring(ring, &parts)), half)
        });
        let interval =
            |(mean, bias, half): (f64, f64, f64)| [mean - bias - half, mean - bias + half];
        Some(AnisotropyMean {
            db: db.0,
            interval: interval(db),
            weighted_db: weighted_db.0,
            weighted_interval: interval(weighted_db),
            rings: rings.len(),
        })
    }

    /// Expected error in decibels: a logarithm of a mean is half its relative variance too low, and a window averages
    /// power over neighboring directions.
    fn bias_of_ring(&self, ring: &AnisotropyRing, parts: &Parts) -> f64 {
        let step = (self.step[0].powi(2) + self.step[1].powi(2)) / 2.0;
        let smear = self.window.mean_square_distance() * step / (2.0 * ring.frequency.powi(2));
        let [axes, diagonals] = [Sector::Axes, Sector::Diagonals].map(|sector| {
            let count = ring.counts[sector as usize];
            let variance =
                2.0 / self.degrees_of_freedom(count) * parts.mean_square[sector as usize];
            smear * parts.curvature[sector as usize] - variance / 2.0
        });
        decibels_of_e() * (axes - diagonals)
    }

    /// In squared decibels.
    fn variance_of_mean(&self, rings: &[&AnisotropyRing], weights: &[f64], parts: &Parts) -> f64 {
        let mut of_ring = vec![[0.0; 2]; self.ring_count() + 1];
        let highest = rings.iter().map(|ring| ring.frequency).fold(0.0, f64::max);
        for (ring, weight) in rings.iter().zip(weights) {
            of_ring[self.ring_of([ring.frequency, 0.0])] =
                ring.counts.map(|count| decibels_of_e() * weight / count);
        }
        self.variance_of_sum(highest + self.ring_width(), |frequency| {
            let ring = of_ring.get(self.ring_of(frequency)).copied().unwrap_or_default();
            let relative = parts.relative[direction_of(frequency)];
            match Sector::of(frequency) {
                Some(Sector::Axes) => ring[0] * relative,
                Some(Sector::Diagonals) => -ring[1] * relative,
                None => 0.0,
            }
        })
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
        let sums = self.sums(Rose::SECTORS, |bin, sums| {
            if (frequency..2.0 * frequency).contains(&bin.radius()) {
                let sum = &mut sums[Rose::sector_of(bin.frequency)];
                *sum = [sum[0] + bin.weight * bin.power, sum[1] + bin.weight];
            }
        });
        let [power, count] =
            sums.iter().fold([0.0; 2], |total, sum| [total[0] + sum[0], total[1] + sum[1]]);
        let mean = power / count;
        let relative = |sector: usize| sums[sector][0] / sums[sector][1] / mean;
        Rose { frequency, sectors: std::array::from_fn(relative) }
    }
}

/// Slope of the radial spectrum at each ring by its index; 0 where a neighbor has no power.
pub(super) fn local_slopes(radial: &[RadialRing], count: usize, width: f64) -> Vec<f64> {
    let mut powers = vec![0.0; count + 2];
    for ring in radial {
        powers[(ring.frequency / width).round() as usize] = ring.power;
    }
    let slope = |ring: usize| {
        let [below, above] = [ring.saturating_sub(1).max(1), (ring + 1).min(count)];
        let slope = (powers[above] / powers[below]).ln() / (above as f64 / below as f64).ln();
        if slope.is_finite() { slope.clamp(-STEEPEST, STEEPEST) } else { 0.0 }
    };
    (0..=count).map(slope).collect()
}

/// Decibels, with the counts; `None` if one of these is below [`LEAST_COUNT`], or a mean power not above `least`.
fn decibels(sectors: [[f64; 3]; 2], least: f64) -> Option<(f64, [f64; 2])> {
    let has_enough =
        sectors.iter().all(|[_, power, count]| *count >= LEAST_COUNT && *power > least * count);
    let [axes, diagonals] = sectors.map(|[reduced, _, count]| reduced / count);
    has_enough.then(|| (10.0 * (axes / diagonals).log10(), sectors.map(|[_, _, count]| count)))
}

fn decibels_of_e() -> f64 {
    10.0 / std::f64::consts::LN_10
}
