//! Axes of sweeps as the user types them: `NAME=FROM:TO:COUNT`, `NAME=V1,V2,…` and `NAME=FROM..TO`.

use std::str::FromStr;

use super::{AxisRange, Spacing, SweepError};

/// Name of the axis that varies the preset.
pub const PRESET: &str = "preset";

/// Axis as the user typed it, not yet checked against a generator.
///
/// ```
/// use noise_playground::subject::sweep::AxisText;
///
/// assert!(matches!("gain=0:1:5".parse()?, AxisText::Range(range) if range.count == 5));
/// assert!(matches!("scale=1..64:4 log".parse()?, AxisText::Range(_)));
/// assert!(matches!("gain=0..1".parse()?, AxisText::Interval(_)));
/// assert!(matches!("preset=Alps,Dunes".parse()?, AxisText::List { values, .. } if values.len() == 2));
/// # Ok::<(), noise_playground::subject::sweep::SweepError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AxisText {
    /// Evenly spaced numbers: `NAME=FROM:TO:COUNT` or `NAME=FROM..TO:COUNT`.
    Range(AxisRange),
    /// Listed values: `NAME=V1,V2,…`.
    List {
        /// Name of the control, the component of a control, or the setting of the view.
        name: String,
        /// Texts of the values, at least one.
        values: Vec<String>,
    },
    /// Interval for random points: `NAME=FROM..TO`. The count is 1.
    Interval(AxisRange),
}

impl AxisText {
    /// Returns the name before the `=`.
    pub fn name(&self) -> &str {
        match self {
            Self::Range(range) | Self::Interval(range) => &range.name,
            Self::List { name, .. } => name,
        }
    }
}

impl FromStr for AxisText {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let syntax = || SweepError::Syntax(text.to_owned());
        let (name, values) = text.split_once('=').ok_or_else(syntax)?;
        let (numbers, spacing) = split_spacing(values);
        let is_list = name == PRESET || !(numbers.contains(':') || numbers.contains(".."));
        if is_list {
            let list = if spacing.is_some() { values } else { numbers };
            return Ok(Self::List {
                name: name.to_owned(),
                values: list.split(',').map(|value| value.trim().to_owned()).collect(),
            });
        }
        let range = |from, to, count: &str| {
            let range = AxisRange {
                name: name.to_owned(),
                from: number("FROM", from)?,
                to: number("TO", to)?,
                count: count.trim().parse().map_err(|_| SweepError::Count(count.to_owned()))?,
                spacing,
            };
            check_spacing(range)
        };
        match numbers.split_once("..") {
            Some((from, rest)) => match rest.split_once(':') {
                Some((to, count)) => range(from, to, count).map(Self::Range),
                None => range(from, rest, "1").map(Self::Interval),
            },
            None => {
                let [from, to, count] = numbers.split(':').collect::<Vec<_>>()[..] else {
                    return Err(syntax());
                };
                range(from, to, count).map(Self::Range)
            }
        }
    }
}

fn split_spacing(text: &str) -> (&str, Option<Spacing>) {
    let text = text.trim_end();
    for (word, spacing) in [(" log", Spacing::Logarithmic), (" lin", Spacing::Linear)] {
        if let Some(numbers) = text.strip_suffix(word) {
            return (numbers, Some(spacing));
        }
    }
    (text, None)
}

fn number(end: &str, text: &str) -> Result<f64, SweepError> {
    let number = text.trim().parse::<f64>().ok();
    let finite = number.filter(|number| (*number as f32).is_finite());
    finite.ok_or_else(|| SweepError::NotFinite { name: end.to_owned(), text: text.to_owned() })
}

fn check_spacing(range: AxisRange) -> Result<AxisRange, SweepError> {
    let is_positive = range.from > 0.0 && range.to > 0.0;
    if range.spacing == Some(Spacing::Logarithmic) && !is_positive {
        return Err(SweepError::NotPositive(range.to_string()));
    }
    Ok(range)
}
