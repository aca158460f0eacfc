//! Power law, a straight line in logarithmic axes, fitted to the radial power spectrum of a field.

use super::radial::RadialRing;

/// Least-squares line through log power over log frequency: P(f) = `power_at_1` · f^`slope`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// Exponent of the frequency, d log P / d log f. NaN if the interval has fewer than two rings with power.
    pub slope: f64,
    /// Standard error of the exponent by the regression. Since the residuals of neighboring rings are correlated, it is
    /// too small for the uncertainty of the exponent. NaN for fewer than three rings.
    pub slope_error: f64,
    /// R², the share of the variance of log power that the line explains. NaN for fewer than two rings.
    pub r2: f64,
    /// Power density at 1 cycle per unit.
    pub power_at_1: f64,
    /// Lowest and highest frequency of the fitted interval, in cycles per unit, both inclusive.
    pub interval: [f64; 2],
}

/// Lowest ring of a fit without a given interval. The window function smears the power of the rings below.
const LOWEST_RING: usize = 6;

impl PowerLaw {
    /// Fits a power law to the rings in an interval of frequencies, all with equal weight.
    pub fn fit(rings: &[RadialRing], interval: [f64; 2]) -> Self {
        let [low, high] = interval;
        let points: Vec<[f64; 2]> = rings
            .iter()
            .filter(|ring| (low..=high).contains(&ring.frequency) && ring.power > 0.0)
            .map(|ring| [ring.frequency.ln(), ring.power.ln()])
            .collect();
        let count = points.len() as f64;
        let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
        let [x, y] = [mean(0), mean(1)];
        let sum = |value: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|point| value(point[0] - x, point[1] - y)).sum()
        };
        let squares = sum(&|x, _| x * x);
        let slope = sum(&|x, y| x * y) / squares;
        let residuals = sum(&|x, y| (y - slope * x).powi(2));
        let r2 = 1.0 - residuals / sum(&|_, y| y * y);
        Self {
            slope,
            slope_error: (residuals / ((count - 2.0).max(0.0) * squares)).sqrt(),
            r2,
            power_at_1: (y - slope * x).exp(),
            interval,
        }
    }

    /// Returns the default interval of frequencies of a fit: from ring 6, or 1.5 times the frequency of the peak if
    /// higher, to 3/8 of the Nyquist frequency; `None` if it has fewer than 4 rings.
    ///
    /// The peak is the ring with the most power, if that stands out: the lower bound of its interval at 4 standard
    /// deviations is above the median of all rings. A flat spectrum has no peak.
    pub fn default_interval(rings: &[RadialRing]) -> Option<[f64; 2]> {
        let (first, last) = rings.first().zip(rings.last())?;
        let lowest = LOWEST_RING as f64 * first.frequency;
        let low = peak(rings).map_or(lowest, |peak| lowest.max(1.5 * peak.frequency));
        let high = 0.375 * (last.frequency + first.frequency);
        (high >= low + 3.0 * first.frequency).then_some([low, high])
    }

    /// Returns the power density at a frequency in cycles per unit.
    pub fn power(&self, frequency: f64) -> f64 {
        self.power_at_1 * frequency.powf(self.slope)
    }

    /// Returns the Hurst exponent H of a surface with this power law, which falls with f^−(2H + 2).
    pub fn hurst(&self) -> f64 {
        (-self.slope - 2.0) / 2.0
    }
}

/// Standard deviations by which the power of a peak is above the median of the rings.
const PEAK_DEVIATIONS: f64 = 4.0;

fn peak(rings: &[RadialRing]) -> Option<&RadialRing> {
    let mut powers: Vec<f64> = rings.iter().map(|ring| ring.power).collect();
    powers.sort_by(f64::total_cmp);
    let median = powers.get(powers.len() / 2)?;
    let highest = rings.iter().max_by(|one, other| one.power.total_cmp(&other.power));
    highest.filter(|ring| ring.lower_bound(PEAK_DEVIATIONS) > *median)
}
