//! Reasons for the numbers that an analysis lacks.

use super::heights::MAX_FILLED;
use super::report::{Analysis, MEASURED, Spectrum};
use super::statistics::Statistics;
use crate::field::files::Fill;

impl Analysis {
    pub(super) fn note_missing_numbers(&mut self, fill: Option<Fill>) {
        let statistics = &self.statistics;
        let holes = statistics.nan + statistics.inf;
        let is_constant = statistics.min == statistics.max;
        if statistics.mean.is_nan() {
            self.note("statistics", "no value is finite");
            self.note("histogram", "no value is finite");
        } else if is_constant {
            self.note("statistics", "all values are equal: no skewness and no kurtosis");
        }
        if let Some(fill) = fill.filter(|_| holes > 0 && self.power.is_some()) {
            self.note(
                "filled",
                format!("{holes} values are filled for the spectrum: {}", fill.name()),
            );
        }
        if holes > 0 && self.power.is_none() {
            let reason = match fill {
                Some(_) => format!(
                    "{holes} values are not finite, more than {} % of a field",
                    100.0 * MAX_FILLED
                ),
                None => format!("{holes} values are not finite; a Fourier transform needs all"),
            };
            self.note("spectrum", &*reason);
            self.note("anisotropy_db", reason);
        } else if is_constant {
            self.note("spectrum", "all values are equal");
        } else if self.spectrum.fit.is_none() {
            self.note(
                "spectrum",
                "fewer than four rings are between 1.5 times the frequency of the peak and 3/8 of the Nyquist \
                 frequency; --fit A,B chooses other frequencies",
            );
        } else if self.spectrum.is_fitted_above_all_rings() {
            let highest = self.spectrum.radial.last().map_or(0.0, |ring| ring.frequency);
            let reason = format!(
                "the interval of the fit is above the highest ring, of {highest} cycles per unit; more samples \
                 per unit raise it"
            );
            self.note("spectrum", reason);
        } else if self.spectrum.slope.is_nan() {
            self.note("spectrum", "fewer than two rings have power in the interval of the fit");
        }
        self.note_end_of_fit();
        self.note_hurst_and_mean_anisotropy();
        if self.slopes.is_none() {
            let members = [
                "slopes", "hypsometric_integral", "roughness", "local_minima_share", "geomorphons",
            ];
            for member in members {
                self.note(member, "the values are not heights over a plane");
            }
        } else {
            self.note_missing_ground();
        }
        if self.variogram.is_empty() {
            let reason = "no pair of finite samples is up to half of the shorter side apart";
            self.note("variogram", reason);
        }
        if self.power.is_some() && self.anisotropy_db.is_empty() {
            self.note("anisotropy_db", "no ring has enough frequencies");
        }
        for member in MEASURED {
            self.note(member, "it is measured of a generator, not of samples");
        }
        self.note_seam();
    }

    fn note_missing_ground(&mut self) {
        if self.statistics.min == self.statistics.max {
            self.note("hypsometric_integral", "all values are equal");
        } else if self.hypsometric_integral.is_nan() {
            self.note("hypsometric_integral", "no value is finite");
        }
        if self.roughness.is_nan() {
            for member in ["slopes", "roughness", "local_minima_share"] {
                self.note(member, "no 3 x 3 samples are all finite");
            }
        }
        if self.geomorphons.is_none() {
            self.note("geomorphons", "no sample has finite lines of sight inside the field");
        }
    }

    fn note_end_of_fit(&mut self) {
        let Some((fit, last)) = self.spectrum.fit.zip(self.spectrum.radial.last()) else { return };
        let highest = last.frequency;
        if self.spectrum.slope.is_finite() && fit[1] > highest {
            let reason = format!(
                "the fit ends at the highest ring, of {highest} cycles per unit; more samples per unit raise it"
            );
            self.note("fit", reason);
        }
    }

    /// The slope of a surface with a Hurst exponent is between −4 and −2.
    fn note_hurst_and_mean_anisotropy(&mut self) {
        let slope = self.spectrum.slope;
        if slope.is_nan() {
            self.note("hurst", "there is no slope");
        } else if self.spectrum.hurst.is_nan() {
            let exponent = (-slope - 2.0) / 2.0;
            self.note("hurst", format!("(-slope - 2) / 2 = {exponent:.3} is not between 0 and 1"));
        }
        if self.anisotropy_mean.is_none() {
            let reason = if slope.is_nan() {
                "there is no slope, and it is the mean of the same rings"
            } else {
                "the interval of the fit has no rings of enough frequencies"
            };
            self.note("anisotropy_mean", reason);
        }
    }

    fn note_seam(&mut self) {
        let Statistics { nan, inf, .. } = self.statistics;
        let linear = |along: &str| match nan + inf {
            0 => format!("inside, there are no second differences{along}"),
            _ => format!("no second differences{along} inside, or no opposite edges are finite"),
        };
        let reason = match &self.seam {
            None if self.statistics.mean.is_nan() => Some("no value is finite".to_owned()),
            None => Some(linear("")),
            Some(seam) if seam.x.is_nan() => Some(linear(" along x")),
            Some(seam) if seam.y.is_nan() => Some(linear(" along y")),
            Some(_) => None,
        };
        if let Some(reason) = reason {
            self.note("seam", reason);
        }
    }
}

impl Spectrum {
    fn is_fitted_above_all_rings(&self) -> bool {
        let last = self.radial.last();
        self.fit.zip(last).is_some_and(|([low, _], last)| low > last.frequency)
    }
}
