//! The plots with curves on an analysis page.

use noise_playground::analysis::{Analysis, AnisotropyRing, RadialRing};

use super::{Curve, Curves, draw_axes, extent, number};
use crate::sheets::figure::axes::{Axes, Scale};
use crate::sheets::figure::{Color, Figure, INK, PALE, Stroke};

/// In points.
const CURVE_WIDTH: f32 = 1.4;

/// Opacity, 0 to 255.
const FILL: u8 = 56;

const DECADES: f64 = 12.0;

/// Minimum and maximum of the end of the axis, in decibels. It is symmetric around 0.
const DECIBELS: [f64; 2] = [3.0, 20.0];

/// With its confidence band. The fitted power law is above the curve and the expected one below it; a note states how
/// far.
pub(super) fn draw_radial(figure: &mut Figure, rect: [f32; 4], curves: &Curves<'_>) {
    let powers = curves.iter().flat_map(|curve| {
        let rings = curve.analysis.spectrum.radial.iter();
        rings.map(|ring| ring.power * curve.power)
    });
    let [low, high] = extent(powers.filter(|power| *power > 0.0));
    let low = low.max(high * 10f64.powf(-DECADES));
    let axes = Axes { rect, x: curves.frequencies(), y: Scale::log(low / 2.0, high * 4.0) };
    let mut notes = Vec::new();
    for curve in curves.iter() {
        draw_power(figure, &axes, curve);
        let spectrum = &curve.analysis.spectrum;
        let [slope, hurst, centroid] =
            [spectrum.slope, spectrum.hurst, spectrum.centroid].map(number);
        let interval = spectrum.slope_interval.map(|bounds| bounds.map(number));
        let interval =
            interval.map_or_else(String::new, |[low, high]| format!(" (95 %: {low} … {high})"));
        let expected = spectrum.expected_slope.map(number);
        let expected = expected.map_or_else(String::new, |slope| format!(", expected {slope}"));
        notes.push((format!("slope {slope}{interval}{expected}"), curve.color));
        notes.push((format!("H {hurst}   centroid {centroid}"), PALE));
    }
    let mut laws = curves.iter().map(|curve| curve.analysis.spectrum.slope);
    if laws.any(f64::is_finite) {
        let note = format!("solid: fit × {LAW_DISTANCE}   dashed: expected ÷ {LAW_DISTANCE}");
        notes.push((note, PALE));
    }
    let power = if curves.is_relative { "P relative to the variance" } else { "P" };
    let labels = [&*curves.frequency_label(), power];
    draw_axes(figure, &axes, "Radial power, fit and 95 % band", labels);
    axes.note(figure, &notes);
}

/// Factor by which power laws are above or below the curve, so that they do not cover it.
const LAW_DISTANCE: f64 = 2.5;

fn draw_power(figure: &mut Figure, axes: &Axes, curve: &Curve<'_>) {
    let spectrum = &curve.analysis.spectrum;
    let points = |power: &dyn Fn(&RadialRing) -> f64| -> Vec<[f64; 2]> {
        let rings = spectrum.radial.iter();
        rings.map(|ring| [ring.frequency * curve.frequency, power(ring) * curve.power]).collect()
    };
    let band = [0, 1].map(|bound| points(&move |ring: &RadialRing| ring.interval[bound]));
    axes.band(figure, [&band[0], &band[1]], curve.color.with_opacity(FILL));
    axes.curve(figure, &points(&|ring| ring.power), Stroke::solid(curve.color, CURVE_WIDTH));
    let law = |slope: f64, factor: f64| {
        let drawn = |[frequency, power]: [f64; 2]| {
            [frequency * curve.frequency, factor * power * curve.power]
        };
        spectrum.law_of_slope(slope).into_iter().map(drawn).collect::<Vec<_>>()
    };
    axes.curve(figure, &law(spectrum.slope, LAW_DISTANCE), Stroke::solid(INK, 1.0));
    if let Some(expected) = spectrum.expected_slope {
        axes.curve(figure, &law(expected, 1.0 / LAW_DISTANCE), Stroke::dashed(INK, 1.0));
    }
}

/// Over the band in which the anisotropy of an isotropic process stays.
pub(super) fn draw_anisotropy(figure: &mut Figure, rect: [f32; 4], curves: &Curves<'_>) {
    let rings = curves.iter().flat_map(|curve| &curve.analysis.anisotropy_db);
    let largest = rings.map(|ring| ring.db.abs()).fold(0.0, f64::max);
    let limit = (1.1 * largest).clamp(DECIBELS[0], DECIBELS[1]);
    let axes = Axes { rect, x: curves.frequencies(), y: Scale::linear(-limit, limit) };
    let mut notes = Vec::new();
    for (index, curve) in curves.iter().enumerate() {
        let points = |decibels: &dyn Fn(&AnisotropyRing) -> f64| -> Vec<[f64; 2]> {
            let rings = curve.analysis.anisotropy_db.iter();
            rings.map(|ring| [ring.frequency * curve.frequency, decibels(ring)]).collect()
        };
        if index == 0 {
            let floor =
                [-1.0, 1.0].map(|sign| points(&move |ring: &AnisotropyRing| sign * ring.floor_db));
            axes.band(figure, [&floor[0], &floor[1]], PALE.with_opacity(48));
        }
        axes.curve(figure, &points(&|ring| ring.db), Stroke::solid(curve.color, CURVE_WIDTH));
        if let Some(mean) = &curve.analysis.anisotropy_mean {
            let [db, low, high] = [mean.db, mean.interval[0], mean.interval[1]].map(number);
            notes.push((format!("mean {db} dB (95 %: {low} … {high})"), curve.color));
        }
    }
    draw_axes(figure, &axes, "Anisotropy, axes over diagonals", [&curves.frequency_label(), "dB"]);
    axes.note(figure, &notes);
}

/// With the normal distribution of the same mean and standard deviation.
pub(super) fn draw_histogram(figure: &mut Figure, rect: [f32; 4], curves: &Curves<'_>) {
    let steps: Vec<Vec<[f64; 2]>> = curves.iter().map(steps).collect();
    let points = || steps.iter().flatten();
    let [low, high] = extent(points().map(|[value, _]| *value));
    let [_, most] = extent(points().map(|[_, density]| *density));
    let axes = Axes { rect, x: Scale::linear(low, high), y: Scale::linear(0.0, 1.25 * most) };
    let mut notes = Vec::new();
    for (curve, steps) in curves.iter().zip(&steps) {
        axes.fill(figure, steps, curve.color.with_opacity(FILL));
        axes.curve(figure, steps, Stroke::solid(curve.color, 0.75));
        let all = &curve.analysis.statistics;
        let normal = all.normal_curve().into_iter().map(|[value, density]| {
            [(value - curve.origin) / curve.deviation, density * curve.deviation]
        });
        let normal: Vec<[f64; 2]> = normal.collect();
        axes.curve(figure, &normal, Stroke::dashed(INK, 0.9));
        let [p001, p999] = [all.p001, all.p999].map(number);
        notes.push((format!("0.1 … 99.9 %: {p001} … {p999}"), curve.color));
    }
    let value = if curves.is_relative { "standard deviations from the mean" } else { "value" };
    draw_axes(figure, &axes, "Histogram and normal distribution", [value, "density"]);
    axes.note(figure, &notes);
}

/// Returns the outline of the bins: drawn value and density.
fn steps(curve: &Curve<'_>) -> Vec<[f64; 2]> {
    let histogram = &curve.analysis.histogram;
    let bins = histogram.edges.windows(2).zip(histogram.densities());
    let at = |edge: f64| (edge - curve.origin) / curve.deviation;
    bins.flat_map(|(edges, density)| {
        let density = density * curve.deviation;
        [[at(edges[0]), density], [at(edges[1]), density]]
    })
    .collect()
}

/// Percent of the surface per degree of slope.
pub(super) fn draw_slopes(figure: &mut Figure, rect: [f32; 4], curves: &Curves<'_>) {
    let shares: Vec<(Vec<[f64; 2]>, Color, &Analysis)> = curves
        .iter()
        .filter_map(|Curve { analysis, color, .. }| {
            let shares = analysis.slopes.as_ref()?.percentages().enumerate();
            let steps = shares
                .flat_map(|(degree, share)| [[degree as f64, share], [degree as f64 + 1.0, share]]);
            Some((steps.collect(), *color, *analysis))
        })
        .collect();
    let points = || shares.iter().flat_map(|(steps, ..)| steps);
    let [_, most] = extent(points().map(|[_, share]| *share));
    let [_, steepest] =
        extent(points().filter(|[_, share]| *share > 0.0).map(|[degree, _]| *degree));
    let steepest = (steepest / 10.0).ceil() * 10.0;
    let axes = Axes { rect, x: Scale::linear(0.0, steepest), y: Scale::linear(0.0, 1.25 * most) };
    let mut notes = Vec::new();
    for (steps, color, analysis) in &shares {
        axes.fill(figure, steps, color.with_opacity(FILL));
        axes.curve(figure, steps, Stroke::solid(*color, CURVE_WIDTH));
        if let Some(slopes) = &analysis.slopes {
            let [mean, p95] = [slopes.mean_deg, slopes.p95_deg].map(number);
            notes.push((format!("mean {mean}°   95 % below {p95}°"), *color));
        }
    }
    draw_axes(figure, &axes, "Slopes", ["degrees", "% of the surface per degree"]);
    axes.note(figure, &notes);
}

/// The semivariance over distance.
pub(super) fn draw_variogram(figure: &mut Figure, rect: [f32; 4], curves: &Curves<'_>) {
    let drawn = |curve: &Curve<'_>| -> Vec<[f64; 2]> {
        let scaled =
            |&[lag, value]: &[f64; 2]| [lag / curve.frequency, value / curve.deviation.powi(2)];
        curve.analysis.variogram.iter().map(scaled).collect()
    };
    let points: Vec<_> = curves.iter().flat_map(drawn).collect();
    let [near, far] = extent(points.iter().map(|[lag, _]| *lag));
    let values = points.iter().map(|[_, value]| *value);
    let [low, high] = extent(values.filter(|value| *value > 0.0));
    let axes = Axes { rect, x: Scale::log(near, far), y: Scale::log(low / 1.5, high * 2.0) };
    for curve in curves.iter() {
        let stroke = Stroke::solid(curve.color, CURVE_WIDTH);
        axes.curve(figure, &drawn(curve), stroke);
    }
    let labels = if curves.is_relative {
        ["distance / widths", "γ relative to the variance"]
    } else {
        ["distance", "γ"]
    };
    draw_axes(figure, &axes, "Variogram", labels);
}
