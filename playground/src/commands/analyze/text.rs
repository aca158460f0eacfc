//! The measurements of `analyze` as text.

use noise_playground::analysis::{Analysis, GEOMORPHONS, Histogram, PrecisionPoint};

/// Characters of a curve drawn in text, of increasing height.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Width of a curve drawn in text, in characters.
const CURVE_WIDTH: usize = 48;

/// Width of the column of names, in characters.
const NAME_WIDTH: usize = 14;

/// Lines that each start with the name of a measurement.
struct Table(Vec<String>);

impl Table {
    fn row(&mut self, name: &str, text: impl AsRef<str>) {
        let line = format!("{name:NAME_WIDTH$}{}", text.as_ref());
        self.0.push(line.trim_end().to_owned());
    }
}

/// `rows` have name and text of further measures.
pub(super) fn describe(analysis: &Analysis, rows: &[(&str, String)]) -> String {
    let mut table = Table(vec![heading(analysis)]);
    add_statistics(&mut table, analysis);
    add_spectrum(&mut table, analysis);
    add_terrain(&mut table, analysis);
    add_checks(&mut table, analysis);
    for (name, text) in rows {
        table.row(name, text);
    }
    for (name, spread) in &analysis.over_seeds {
        let first = analysis.over_seeds.keys().next() == Some(name);
        let label = if first { "± over seeds" } else { "" };
        let [mean, std] = [spread.mean, spread.std].map(number);
        table.row(label, format!("{name:<22}{mean:>11} ± {std}"));
    }
    for (index, (member, reason)) in analysis.notes.iter().enumerate() {
        table.row(if index == 0 { "not measured" } else { "" }, format!("{member}: {reason}"));
    }
    table.0.join("\n")
}

fn heading(analysis: &Analysis) -> String {
    let [width, height] = analysis.size.0;
    let seeds = match analysis.seeds {
        1 => String::new(),
        count => format!(", {count} seeds"),
    };
    let span = number(analysis.span);
    let unit = match analysis.unit.as_str() {
        "unit" => "units",
        unit => unit,
    };
    format!("{}  {width} × {height} samples over {span} {unit}{seeds}", analysis.address)
}

fn add_statistics(table: &mut Table, analysis: &Analysis) {
    let all = &analysis.statistics;
    let [min, max, mean, std] = [all.min, all.max, all.mean, all.std].map(number);
    let unit = analysis.value_unit.as_ref().map_or_else(String::new, |unit| format!(" {unit}"));
    table.row("values", format!("{min} … {max}{unit}   mean {mean}   std {std}"));
    let [skewness, kurtosis] = [all.skewness, all.kurtosis].map(number);
    let [p001, p999] = [all.p001, all.p999].map(number);
    table.row(
        "",
        format!("skewness {skewness}   excess kurtosis {kurtosis}   0.1 … 99.9 %  {p001} … {p999}"),
    );
    if all.nan + all.inf > 0 {
        table.row("", format!("{} NaN   {} infinite", all.nan, all.inf));
    }
    table.row("histogram", curve(&column_counts(&analysis.histogram)));
}

fn add_spectrum(table: &mut Table, analysis: &Analysis) {
    let spectrum = &analysis.spectrum;
    if spectrum.radial.is_empty() {
        return;
    }
    let unit = &analysis.unit;
    let [slope, error, r2, hurst] =
        [spectrum.slope, spectrum.slope_error, spectrum.r2, spectrum.hurst].map(number);
    let expected = spectrum
        .expected_slope
        .map_or_else(String::new, |slope| format!("   expected {}", number(slope)));
    if let Some([low, high]) = spectrum.fit.map(|fit| fit.map(number)) {
        let bounds = interval(spectrum.slope_interval);
        let frequencies = format!("{low} … {high} cycles per {unit}");
        table.row("spectrum", format!("slope {slope}{bounds} over {frequencies}{expected}"));
        table.row("", format!("regression ± {error} (one standard error)   R² {r2}"));
    } else {
        table.row("spectrum", format!("slope –{expected}"));
    }
    let centroid = number(spectrum.centroid);
    table.row("", format!("Hurst exponent {hurst}   centroid {centroid} cycles per {unit}"));
    let rings = spectrum.radial.iter();
    let powers: Vec<[f64; 2]> = rings.map(|ring| [ring.frequency, ring.power]).collect();
    table.row("power", logarithmic_curve(&powers));
    if let Some(mean) = &analysis.anisotropy_mean {
        let [equal, weighted] = [mean.db, mean.weighted_db].map(number);
        let bounds = [mean.interval, mean.weighted_interval].map(|bounds| interval(Some(bounds)));
        let rings = mean.rings;
        table.row(
            "anisotropy",
            format!("{equal} dB{}, mean of {rings} rings of the fit", bounds[0]),
        );
        table.row("", format!("{weighted} dB{}, weighted by their power", bounds[1]));
    }
    table.row("variogram", logarithmic_curve(&analysis.variogram));
}

fn add_terrain(table: &mut Table, analysis: &Analysis) {
    let Some(slopes) = &analysis.slopes else {
        return;
    };
    let [mean, p95] = [slopes.mean_deg, slopes.p95_deg].map(number);
    let factor = match analysis.z_factor {
        1.0 => String::new(),
        factor => format!("   heights × {}", number(factor)),
    };
    table.row("slopes", format!("mean {mean}°   95 % below {p95}°{factor}"));
    let integral = number(analysis.hypsometric_integral);
    let minima = number(100.0 * analysis.local_minima_share);
    let rough = number(analysis.roughness);
    table.row(
        "heights",
        format!("hypsometric integral {integral}   roughness {rough}   local minima {minima} %"),
    );
    if let Some(shares) = &analysis.geomorphons {
        let named = |range: std::ops::Range<usize>| {
            let forms =
                range.map(|index| format!("{} {:.1} %", GEOMORPHONS[index], 100.0 * shares[index]));
            forms.collect::<Vec<_>>().join("   ")
        };
        table.row("landforms", named(0..5));
        table.row("", named(5..10));
    }
}

/// At most three, the rest is in the JSON.
fn positions(at: &[[f64; 2]]) -> String {
    let listed: Vec<String> = at.iter().take(3).map(|at| at.map(number).join(", ")).collect();
    if listed.is_empty() { String::new() } else { format!("   at {}", listed.join("; ")) }
}

fn add_checks(table: &mut Table, analysis: &Analysis) {
    if let Some(check) = &analysis.gradient {
        let [max, rms, x, y] =
            [check.max_error, check.rms_error, check.at[0], check.at[1]].map(number);
        table.row("gradient", format!("rms error {rms}   largest {max} at {x}, {y}"));
    }
    add_precision(table, ["precision", "digits left"], &analysis.precision, analysis.digits_left);
    let titles = ["of gradient", "digits left"];
    add_precision(table, titles, &analysis.gradient_precision, analysis.gradient_digits_left);
    if let Some(kinks) = &analysis.kinks {
        let [crossed, not_finite] =
            [kinks.share, kinks.not_finite_share].map(|share| number(100.0 * share));
        let text = format!("crossed by {crossed} % of steps between samples");
        table.row("kinks", text + &positions(&kinks.at));
        let text = format!("gradient not finite at {not_finite} % of points");
        table.row("poles", text + &positions(&kinks.not_finite_at));
    }
    if let Some(jumps) = analysis.jumps.as_ref().filter(|jumps| jumps.share > 0.0) {
        let text = format!("crossed by {} % of steps between samples", number(100.0 * jumps.share));
        table.row("jumps", text + &positions(&jumps.at));
    }
    if let Some(period) = analysis.period {
        table.row("period", number(period));
    }
    if let Some(seam) = &analysis.seam {
        let [x, y] = [seam.x, seam.y].map(number);
        table.row("seam", format!("{x} in x   {y} in y   (up to 1 is seamless)"));
    }
}

fn error_at(point: &PrecisionPoint) -> String {
    let total = format!("rms error {} at {}", number(point.rms_error), point.offset);
    match (point.position_error, point.arithmetic_error) {
        (Some(positions), Some(arithmetic)) => {
            let [positions, arithmetic] = [positions, arithmetic].map(number);
            format!("{total}: of positions {positions}   of arithmetic {arithmetic}")
        }
        _ => total,
    }
}

/// Every second distance; the others are in the JSON.
fn add_precision(
    table: &mut Table,
    [title, digits_title]: [&str; 2],
    curve: &Option<Vec<PrecisionPoint>>,
    digits: Option<f64>,
) {
    for (index, point) in curve.iter().flatten().step_by(2).enumerate() {
        let name = if index == 0 { title } else { "" };
        table.row(name, error_at(point));
    }
    if let Some(digits) = digits {
        table.row(digits_title, number(digits));
    }
}

/// Empty without an interval.
pub(super) fn interval(bounds: Option<[f64; 2]>) -> String {
    bounds.map_or_else(String::new, |bounds| {
        let [low, high] = bounds.map(number);
        format!(" (95 %: {low} … {high})")
    })
}

/// Four significant digits.
pub(super) fn number(number: f64) -> String {
    if number.is_nan() {
        return "–".to_owned();
    }
    let magnitude = number.abs();
    if magnitude != 0.0 && !(1e-3..1e6).contains(&magnitude) {
        return format!("{number:.3e}").replace('-', "−");
    }
    let digits = if magnitude == 0.0 { 0 } else { 3 - magnitude.log10().floor() as i32 };
    format!("{number:.*}", digits.clamp(0, 6) as usize).replace('-', "−")
}

/// Sums bins to one count for each character.
fn column_counts(histogram: &Histogram) -> Vec<f64> {
    let counts = &histogram.counts;
    let columns = (0..CURVE_WIDTH).map(|column| {
        let [start, end] = [column, column + 1].map(|edge| edge * counts.len() / CURVE_WIDTH);
        counts[start..end].iter().sum::<u64>() as f64
    });
    columns.collect()
}

/// Draws one line of blocks. Both axes are logarithmic.
pub(super) fn logarithmic_curve(points: &[[f64; 2]]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let factor = (last[0] / first[0]).powf(1.0 / CURVE_WIDTH as f64);
    let columns = (0..CURVE_WIDTH).map(|column| {
        let at = first[0] * factor.powf(column as f64 + 0.5);
        let after = points.partition_point(|point| point[0] < at).clamp(1, points.len() - 1);
        let nearest =
            if at / points[after - 1][0] < points[after][0] / at { after - 1 } else { after };
        points[nearest][1].log10()
    });
    if points.len() < 2 { String::new() } else { curve(&columns.collect::<Vec<_>>()) }
}

/// Draws one line of at most [`CURVE_WIDTH`] blocks over the index of the values.
pub(super) fn linear_curve(values: &[f64]) -> String {
    let width = CURVE_WIDTH.min(values.len());
    let columns = (0..width).map(|column| values[column * values.len() / width]);
    curve(&columns.collect::<Vec<_>>())
}

/// Draws one line of blocks, from the lowest finite value to the highest.
fn curve(values: &[f64]) -> String {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let (min, max) =
        (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let block = |value: &f64| {
        let fraction = ((value - min) / (max - min)).clamp(0.0, 1.0);
        BLOCKS[(fraction * (BLOCKS.len() - 1) as f64).round() as usize]
    };
    values.iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_significant_digits() {
        for (value, text) in [
            (0.0, "0"),
            (-4.0712, "−4.071"),
            (1234.5, "1234"),
            (2.5e-7, "2.500e−7"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn curve_spans_all_blocks() {
        assert_eq!(curve(&[0.0, 7.0, 3.0, f64::NAN]), "▁█▄▁");
        assert_eq!(logarithmic_curve(&[]), "");
        let falling: Vec<[f64; 2]> =
            (1..100).map(|index| [f64::from(index), f64::from(index).powi(-4)]).collect();
        let line = logarithmic_curve(&falling);
        assert!(
            line.starts_with('█') && line.ends_with('▁') && line.chars().count() == CURVE_WIDTH
        );
    }
}
