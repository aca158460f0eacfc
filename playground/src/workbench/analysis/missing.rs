//! Why numbers of a plot are missing.

use noise_playground::analysis::Analysis;

use super::PlotKind;

impl PlotKind {
    /// Returns why the plot has no curve; `None` if it has one.
    pub(crate) fn missing(self, analysis: &Analysis) -> Option<String> {
        let statistics = &analysis.statistics;
        let is_empty = match self {
            Self::Spectrum | Self::RadialPower | Self::Angular | Self::Rose | Self::Anisotropy => {
                analysis.power.is_none()
            }
            Self::Landforms => analysis.geomorphons.is_none(),
            Self::Variogram => analysis.variogram.is_empty(),
            Self::Histogram | Self::Slopes | Self::Hypsometry => statistics.mean.is_nan(),
            Self::Gradient | Self::Cost => false,
        };
        is_empty.then(|| match statistics.nan + statistics.inf {
            0 => self.reason(analysis).unwrap_or_else(|| "cannot be measured".to_owned()),
            holes => {
                let name = self.name().to_lowercase();
                format!("{name} needs finite values: {} are not", grouped(holes))
            }
        })
    }

    /// Returns why numbers beside the plot are missing; `None` if there are all.
    pub(crate) fn reason(self, analysis: &Analysis) -> Option<String> {
        let member = match self {
            Self::Spectrum | Self::RadialPower | Self::Angular | Self::Rose => "spectrum",
            Self::Anisotropy => "anisotropy_db",
            Self::Landforms => "geomorphons",
            _ => "statistics",
        };
        let is_missing = self != Self::RadialPower || analysis.spectrum.slope.is_nan();
        analysis.notes.get(member).filter(|_| is_missing).cloned()
    }
}

/// Returns the number with commas between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7, 999, 14_392, 1_000_000].map(grouped), ["7", "999", "14,392", "1,000,000"]);
    }
}
