//! Channels of a terrain, and the relation of their slope to the area that they drain.
//!
//! The slope of a river in balance with uplift falls with the area as S = k A^−θ (Flint, "Stream gradient as a function of
//! order, magnitude, and discharge", Water Resources Research 10, 1974); θ, the concavity, is about 0.4 to 0.6 of eroded
//! land. The slopes are averaged in bins of ten per decade of area before the regression of their logarithms (Montgomery
//! and Foufoula-Georgiou, Water Resources Research 29, 1993).

use serde::Serialize;

use super::drainage::Drainage;
use super::heights::HeightGrid;
use super::seeds::interval_of_mean;

/// Area in samples from which on a sample is in a channel, unless one is given.
const CHANNEL_SAMPLES: f64 = 100.0;

const BINS_PER_DECADE: f64 = 10.0;

/// Least samples of a bin for the regression.
const LEAST_COUNT: f64 = 10.0;

/// Drainage network of one or more fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Channels {
    /// Area in squared world units from which on a sample is in a channel.
    pub channel_area: f64,
    /// Share of the samples that are in channels.
    pub channel_share: f64,
    /// Length of the channels per area, in 1 / world units.
    pub drainage_density: f64,
    /// Largest area that drains through a sample, in squared world units.
    pub largest_area: f64,
    /// Share of the samples that were raised to fill depressions.
    pub filled_share: f64,
    /// Concavity θ of the channels. NaN with fewer than three bins.
    pub concavity: f64,
    /// 95 % interval of [`Self::concavity`] by the spread of the concavities of the fields; `None` for one field, whose
    /// bins depend on each other.
    pub concavity_interval: Option<[f64; 2]>,
    /// k, the slope at an area of 1.
    pub steepness: f64,
    /// Area, mean slope and number of samples of each bin with a falling sample; also below the channels.
    pub slope_area: Vec<[f64; 3]>,
}

impl Channels {
    /// Measures the networks of grids of one size, of at least one sample. Level and filled samples have no slope.
    pub fn of(grids: &[HeightGrid], channel_area: Option<f64>) -> Self {
        let sample = grids.first().map_or(0.0, |grid| grid.spacing[0] * grid.spacing[1]);
        let threshold = channel_area.unwrap_or(CHANNEL_SAMPLES * sample);
        let [mut total, mut filled, mut channels, mut length, mut largest] = [0.0; 5];
        let mut bins: Vec<[f64; 3]> = Vec::new();
        let mut concavities = Vec::new();
        for grid in grids {
            let mut own: Vec<[f64; 3]> = Vec::new();
            let network = Drainage::of(grid);
            let present = network.area.iter().enumerate().filter(|(_, area)| area.is_finite());
            for (index, area) in present {
                total += 1.0;
                largest = area.max(largest);
                let is_filled = network.filled[index] > f64::from(grid.values[index]);
                filled += f64::from(u8::from(is_filled));
                if *area >= threshold {
                    channels += 1.0;
                    length += network.distance[index];
                }
                let slope = network.slope(index);
                if slope > 0.0 && !is_filled {
                    let bin = ((area / sample).log10() * BINS_PER_DECADE + 1e-9) as usize;
                    own.resize(own.len().max(bin + 1), [0.0; 3]);
                    add(&mut own[bin], [area.ln(), slope, 1.0]);
                }
            }
            concavities.push(AreaLaw::fit(&means(&own), threshold).concavity);
            bins.resize(bins.len().max(own.len()), [0.0; 3]);
            bins.iter_mut().zip(own).for_each(|(sums, terms)| add(sums, terms));
        }
        let slope_area = means(&bins);
        let law = AreaLaw::fit(&slope_area, threshold);
        Self {
            channel_area: threshold,
            channel_share: channels / total,
            drainage_density: length / (total * sample),
            largest_area: largest,
            filled_share: filled / total,
            concavity: law.concavity,
            concavity_interval: interval_of_mean(&concavities),
            steepness: law.steepness,
            slope_area,
        }
    }
}

fn add(sums: &mut [f64; 3], terms: [f64; 3]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// Area, mean slope and number of samples of each bin with a sample, from the sums.
fn means(bins: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let present = bins.iter().filter(|[_, _, count]| *count > 0.0);
    present.map(|[area, slope, count]| [(area / count).exp(), slope / count, *count]).collect()
}

struct AreaLaw {
    concavity: f64,
    steepness: f64,
}

impl AreaLaw {
    /// Least squares of log S over log A, all bins of channels with equal weight.
    fn fit(slope_area: &[[f64; 3]], threshold: f64) -> Self {
        let is_fitted = |[area, _, count]: &&[f64; 3]| *area >= threshold && *count >= LEAST_COUNT;
        let points: Vec<[f64; 2]> = slope_area
            .iter()
            .filter(is_fitted)
            .map(|[area, slope, _]| [area.ln(), slope.ln()])
            .collect();
        let count = points.len() as f64;
        if count < 3.0 {
            return Self { concavity: f64::NAN, steepness: f64::NAN };
        }
        let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
        let [x, y] = [mean(0), mean(1)];
        let squares: f64 = points.iter().map(|point| (point[0] - x).powi(2)).sum();
        let products: f64 = points.iter().map(|point| (point[0] - x) * (point[1] - y)).sum();
        let exponent = products / squares;
        Self { concavity: -exponent, steepness: (y - exponent * x).exp() }
    }
}
