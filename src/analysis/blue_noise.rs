//! Measures of blue noise: how little power a texture of points or thresholds has at low frequencies.
//!
//! Powers are relative to that of white noise of the same variance, the mean of all frequencies but 0. The principal
//! frequency of a binary texture whose rarer value has the share g is √g samples⁻¹ (Ulichney, "Dithering with blue noise",
//! Proceedings of the IEEE 76, 1988). The effective Nyquist frequency is the highest one below which the mean power is at
//! most 0.1, after Heck, Schlömer and Deussen, "Blue noise sampling with controlled aliasing", ACM Transactions on
//! Graphics 32(3), 2013.

use serde::Serialize;

use super::heights::HeightGrid;
use super::spectrum::PowerSpectrum;

/// Largest relative mean power below the effective Nyquist frequency.
const LOW_POWER: f64 = 0.1;

/// Power of a texture at low frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BlueNoise {
    /// In cycles per unit: of a binary texture √g per sample, at most 1/√2; of others the frequency of the ring with the
    /// most power. NaN without power.
    pub principal_frequency: f64,
    /// True if the values are only two.
    pub is_binary: bool,
    /// Mean power of the frequencies below the principal one, relative to white noise: 1 for white noise, near 0 for
    /// blue noise. Only the frequencies below the Nyquist frequency count.
    pub low_power: f64,
    /// In cycles per unit; NaN if already the lowest ring has more power.
    pub effective_nyquist: f64,
}

impl BlueNoise {
    /// Measures fields of at least one sample and their spectrum, which should be without a window if they tile.
    pub fn of(grids: &[HeightGrid], power: &PowerSpectrum) -> Self {
        let radial = power.radial();
        let [sum, count] = power
            .bins()
            .filter(|bin| bin.radius() > 0.0)
            .fold([0.0; 2], |sums, bin| [sums[0] + bin.weight * bin.power, sums[1] + bin.weight]);
        let white = sum / count;
        let peak = radial.iter().max_by(|one, other| one.power.total_cmp(&other.power));
        let share = binary_share(grids);
        let spacing = grids.first().map_or(f64::NAN, |grid| grid.spacing[0].max(grid.spacing[1]));
        let principal = match share {
            Some(share) => share.sqrt() / spacing,
            None => peak.filter(|_| white > 0.0).map_or(f64::NAN, |ring| ring.frequency),
        };
        let [mut below, mut cumulated] = [[0.0; 2]; 2];
        let mut effective = f64::NAN;
        for ring in &radial {
            let terms = [ring.power * ring.count, ring.count];
            if ring.frequency < principal {
                below = [below[0] + terms[0], below[1] + terms[1]];
            }
            cumulated = [cumulated[0] + terms[0], cumulated[1] + terms[1]];
            if cumulated[0] <= LOW_POWER * white * cumulated[1] {
                effective = ring.frequency;
            }
        }
        Self {
            principal_frequency: principal,
            is_binary: share.is_some(),
            low_power: below[0] / below[1] / white,
            effective_nyquist: effective,
        }
    }
}

/// Share of the rarer of two values; `None` if there are more, or only one.
fn binary_share(grids: &[HeightGrid]) -> Option<f64> {
    let values = || grids.iter().flat_map(|grid| grid.values.iter().copied());
    let [low, high] = values().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    });
    let lows = values().filter(|value| *value == low).count() as f64;
    let highs = values().filter(|value| *value == high).count() as f64;
    let is_binary = low < high && lows + highs == values().count() as f64;
    is_binary.then(|| lows.min(highs) / (lows + highs))
}
