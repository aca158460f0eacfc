//! Formats numbers as text for panels and status line, and rounds distances between ticks.

use noise_playground::field::metrics::DifferenceMetrics;

/// Returns a round distance between ticks: the smallest of 1, 2 and 5 times a power of ten that is at least `rough`.
pub(crate) fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns name, explanation and value of each metric; ellipses if `metrics` is `None`.
pub(crate) fn metric_rows(
    metrics: Option<&DifferenceMetrics>,
) -> [(&'static str, &'static str, String); 4] {
    let write =
        |write: fn(&DifferenceMetrics) -> String| metrics.map_or("\u{2026}".to_owned(), write);
    [
        ("RMSE", "Root mean square of the difference", write(|metrics| metric(metrics.rmse))),
        ("max", "Largest absolute difference", write(|metrics| metric(metrics.max))),
        (
            "PSNR",
            "Peak signal-to-noise ratio: 20 log\u{2081}\u{2080}(value range of the reference / RMSE)",
            write(|metrics| decibels(metrics.psnr)),
        ),
        (
            "SSIM",
            "Mean structural similarity after Wang et al. 2004; 1 for equal pictures",
            write(|metrics| fraction(metrics.ssim)),
        ),
    ]
}

/// Replaces hyphens by typographic minus signs.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// Three significant digits; a dash for NaN and infinity.
pub(crate) fn significant(number: f64) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let magnitude = number.abs().log10().floor();
    if !(-4.0..6.0).contains(&magnitude) {
        return minus(&format!("{number:.2e}"));
    }
    minus(&format!("{number:.*}", (2.0 - magnitude).max(0.0) as usize))
}

/// Four significant digits; "none" for NaN.
fn metric(number: f64) -> String {
    if number.is_nan() {
        return "none".to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let decimals = (3.0 - number.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{number:.decimals$}")
}

fn decibels(number: f64) -> String {
    match number {
        _ if number.is_nan() => "none".to_owned(),
        _ if number.is_infinite() => "\u{221e} dB".to_owned(),
        _ => format!("{number:.1} dB"),
    }
}

fn fraction(number: f64) -> String {
    if number.is_nan() { "none".to_owned() } else { format!("{number:.4}") }
}

/// The lower end has a minus sign, the upper one a plus sign.
pub(crate) fn signed_ends((low, high): (f32, f32)) -> [String; 2] {
    let (low, high) = (f64::from(low), f64::from(high));
    let decimals = range_decimals(low, high);
    [('\u{2212}', low), ('+', high)].map(|(sign, end)| format!("{sign}{:.decimals$}", end.abs()))
}

/// At most four decimals, without trailing zeros.
pub(crate) fn rounded(number: f64) -> String {
    ((number * 1e4).round() / 1e4).to_string()
}

/// Returns the decimals that show four significant digits of the distance.
pub(crate) fn range_decimals(low: f64, high: f64) -> usize {
    let distance = if high > low { high - low } else { low.abs() };
    (3.0 - distance.log10().floor()).clamp(0.0, 40.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_significant_digits_only() {
        assert_eq!(
            [0.0, 1.23456, 0.000_123_46, 123.4].map(metric),
            ["0", "1.235", "0.0001235", "123.4"]
        );
        assert_eq!(
            [f64::NAN, f64::INFINITY, 38.25].map(decibels),
            ["none", "\u{221e} dB", "38.2 dB"]
        );
    }
}
