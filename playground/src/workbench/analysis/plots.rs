//! Plots of analyses as data, which the panel and the page draw.

use noise_playground::analysis::{Analysis, Direction, RadialRing};

use crate::workbench::format::significant;

pub(crate) struct Plot {
    pub(crate) title: &'static str,
    pub(crate) axes: [Axis; 2],
    /// In drawing order.
    pub(crate) marks: Vec<Mark>,
    /// Measured numbers.
    pub(crate) notes: Vec<(String, Ink)>,
}

#[derive(Clone)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) is_log: bool,
    /// May be empty or not finite.
    pub(crate) range: [f64; 2],
}

pub(crate) struct Mark {
    pub(crate) ink: Ink,
    pub(crate) shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Color of the curve with this index.
    Curve(usize),
    Text,
    Pale,
}

pub(crate) enum Shape {
    Line {
        points: Vec<[f64; 2]>,
        /// In points.
        width: f32,
        is_dashed: bool,
    },
    /// Area between two curves over the same values of x.
    Band([Vec<[f64; 2]>; 2]),
    /// Area below a curve.
    Fill(Vec<[f64; 2]>),
}

/// The analyzed fields, and the units that they are drawn in.
pub(crate) struct Curves<'a> {
    pub(crate) all: Vec<Curve<'a>>,
    /// True for fields that differ in span or unit, such as a noise and an elevation model. Frequencies are then in
    /// cycles per width, values in standard deviations from the mean, and powers relative to the variance.
    is_relative: bool,
}

/// Factors are from measured to drawn units.
#[derive(Clone, Copy)]
pub(crate) struct Curve<'a> {
    pub(crate) analysis: &'a Analysis,
    ink: Ink,
    is_detailed: bool,
    frequency: f64,
    power: f64,
    /// Value at 0 in the histogram. `deviation` is the measured value per drawn unit.
    origin: f64,
    deviation: f64,
}

impl<'a> Curves<'a> {
    /// Fits, bands and notes belong to the analyses whose flag is true.
    pub(crate) fn new(analyses: impl Iterator<Item = (&'a Analysis, bool)> + Clone) -> Self {
        let mut units =
            analyses.clone().map(|(analysis, _)| (analysis.span, analysis.unit.as_str()));
        let first = units.next();
        let is_relative = units.any(|unit| Some(unit) != first);
        let curve = |(index, (analysis, is_detailed)): (usize, (&'a Analysis, bool))| {
            let (span, all) = (analysis.span, &analysis.statistics);
            let [frequency, power, origin, deviation] = if is_relative && all.std > 0.0 {
                [span, (all.std * span).powi(-2), all.mean, all.std]
            } else {
                [1.0, 1.0, 0.0, 1.0]
            };
            let ink = Ink::Curve(index);
            Curve { analysis, ink, is_detailed, frequency, power, origin, deviation }
        };
        Self { all: analyses.enumerate().map(curve).collect(), is_relative }
    }

    fn frequencies(&self) -> Axis {
        let rings = self.all.iter().flat_map(|curve| {
            let rings = curve.analysis.spectrum.radial.iter();
            rings.map(|ring| ring.frequency * curve.frequency)
        });
        let width = match self.all.first() {
            Some(first) if !self.is_relative => &first.analysis.unit,
            _ => "width",
        };
        Axis::log(&format!("frequency / cycles per {width}"), extent(rings))
    }
}

const CURVE_WIDTH: f32 = 1.4;

/// Powers of ten below the highest power.
const DECADES: f64 = 12.0;

/// Minimum and maximum of the end of the axis, in decibels. It is symmetric around 0.
const DECIBELS: [f64; 2] = [3.0, 20.0];

/// Free space above the highest density, for notes.
const HEADROOM: f64 = 1.25;

/// Factor by which power laws are above or below the curve, so that they do not cover it.
const LAW_DISTANCE: f64 = 2.5;

/// The fitted power law is above the curve and the expected one below it; a note states how far.
pub(crate) fn radial_power(curves: &Curves<'_>) -> Plot {
    let powers = curves.all.iter().flat_map(|curve| {
        let rings = curve.analysis.spectrum.radial.iter();
        rings.map(|ring| ring.power * curve.power)
    });
    let [low, high] = extent(powers.filter(|power| *power > 0.0));
    let low = low.max(high * 10f64.powf(-DECADES));
    let label = if curves.is_relative { "P relative to the variance" } else { "P" };
    let power = Axis::log(label, [low / 2.0, high * 4.0]);
    let mut plot = Plot::new("Radial power, fit and 95 % band", [curves.frequencies(), power]);
    for curve in &curves.all {
        plot.add_power(curve);
    }
    let mut fitted = curves.all.iter().filter(|curve| curve.is_detailed);
    if fitted.any(|curve| curve.analysis.spectrum.slope.is_finite()) {
        let note = format!("solid: fit × {LAW_DISTANCE}   dashed: expected ÷ {LAW_DISTANCE}");
        plot.notes.push((note, Ink::Pale));
    }
    plot
}

/// Anisotropy, with the band in which that of an isotropic process stays.
pub(crate) fn anisotropy(curves: &Curves<'_>) -> Plot {
    let rings = curves.all.iter().flat_map(|curve| &curve.analysis.anisotropy_db);
    let largest = rings.map(|ring| ring.db.abs()).fold(0.0, f64::max);
    let limit = (1.1 * largest).clamp(DECIBELS[0], DECIBELS[1]);
    let decibels = Axis::linear("dB", [-limit, limit]);
    let mut plot = Plot::new("Anisotropy, axes over diagonals", [curves.frequencies(), decibels]);
    let first = curves.all.iter().find(|curve| curve.is_detailed);
    if let Some(first) = first {
        let floor = [-1.0, 1.0].map(|sign| {
            let rings = first.analysis.anisotropy_db.iter();
            rings.map(|ring| [ring.frequency * first.frequency, sign * ring.floor_db]).collect()
        });
        plot.mark(Ink::Pale, Shape::Band(floor));
    }
    for curve in &curves.all {
        let rings = curve.analysis.anisotropy_db.iter();
        let points = rings.map(|ring| [ring.frequency * curve.frequency, ring.db]);
        plot.line(curve.ink, points.collect(), CURVE_WIDTH);
        if let Some(mean) = &curve.analysis.anisotropy_mean {
            let [db, low, high] = [mean.db, mean.interval[0], mean.interval[1]].map(significant);
            plot.note(curve, curve.ink, format!("mean {db} dB (95 %: {low} … {high})"));
        }
    }
    plot
}

/// Power in each direction over the rings of the fit, with 95 % intervals; 1 without a preferred direction.
pub(crate) fn angular_power(curves: &Curves<'_>) -> Plot {
    let directions = curves.all.iter().flat_map(|curve| &curve.analysis.spectrum.angular);
    let [_, most] = extent(directions.map(|direction| direction.power));
    let degrees = Axis::linear("degrees from east", [0.0, 180.0]);
    let power = Axis::linear("relative power", [0.0, HEADROOM * most.max(1.0)]);
    let mut plot = Plot::new("Power by direction", [degrees, power]);
    for curve in &curves.all {
        let directions = &curve.analysis.spectrum.angular;
        // The spectrum is symmetric: the first direction is also the last.
        let points = |value: &dyn Fn(&Direction) -> f64| -> Vec<[f64; 2]> {
            let again = directions.first().map(|first| [180.0, value(first)]);
            let points = directions.iter().map(|direction| [direction.degrees, value(direction)]);
            points.chain(again).collect()
        };
        if curve.is_detailed {
            let bounds = [0, 1].map(|bound| points(&move |one: &Direction| one.interval[bound]));
            plot.mark(curve.ink, Shape::Band(bounds));
        }
        plot.line(curve.ink, points(&|direction| direction.power), CURVE_WIDTH);
    }
    plot
}

/// Histograms, with the normal distributions of the same means and standard deviations.
pub(crate) fn histogram(curves: &Curves<'_>) -> Plot {
    let steps: Vec<Vec<[f64; 2]>> = curves.all.iter().map(histogram_steps).collect();
    let points = || steps.iter().flatten();
    let [_, most] = extent(points().map(|[_, density]| *density));
    let label = if curves.is_relative { "standard deviations from the mean" } else { "value" };
    let value = Axis::linear(label, extent(points().map(|[value, _]| *value)));
    let density = Axis::linear("density", [0.0, HEADROOM * most]);
    let mut plot = Plot::new("Histogram and normal distribution", [value, density]);
    for (curve, steps) in curves.all.iter().zip(steps) {
        plot.mark(curve.ink, Shape::Fill(steps.clone()));
        plot.line(curve.ink, steps, 0.75);
        let all = &curve.analysis.statistics;
        if curve.is_detailed {
            let normal = all.normal_curve().into_iter().map(|[value, density]| {
                [(value - curve.origin) / curve.deviation, density * curve.deviation]
            });
            plot.dashed(normal.collect(), 0.9);
        }
        let [p001, p999] = [all.p001, all.p999].map(significant);
        plot.note(curve, curve.ink, format!("0.1 … 99.9 %: {p001} … {p999}"));
    }
    plot
}

/// Returns the outline of the bins: drawn value and density.
fn histogram_steps(curve: &Curve<'_>) -> Vec<[f64; 2]> {
    let histogram = &curve.analysis.histogram;
    let bins = histogram.edges.windows(2).zip(histogram.densities());
    let at = |edge: f64| (edge - curve.origin) / curve.deviation;
    bins.flat_map(|(edges, density)| {
        let density = density * curve.deviation;
        [[at(edges[0]), density], [at(edges[1]), density]]
    })
    .collect()
}

pub(crate) fn slopes(curves: &Curves<'_>) -> Plot {
    let mut marks = Vec::new();
    let (mut most, mut steepest) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for curve in &curves.all {
        let shares = curve.analysis.slopes.iter().flat_map(|slopes| slopes.percentages());
        let mut steps = Vec::new();
        for (degree, share) in shares.enumerate() {
            steps.extend([[degree as f64, share], [degree as f64 + 1.0, share]]);
            if share > 0.0 {
                (most, steepest) = (most.max(share), steepest.max(degree as f64 + 1.0));
            }
        }
        marks.push((curve, steps));
    }
    let degrees = Axis::linear("degrees", [0.0, (steepest / 10.0).ceil() * 10.0]);
    let share = Axis::linear("% of the surface per degree", [0.0, HEADROOM * most]);
    let mut plot = Plot::new("Slopes", [degrees, share]);
    for (curve, steps) in marks {
        plot.mark(curve.ink, Shape::Fill(steps.clone()));
        plot.line(curve.ink, steps, CURVE_WIDTH);
        if let Some(slopes) = &curve.analysis.slopes {
            let [mean, p95] = [slopes.mean_deg, slopes.p95_deg].map(significant);
            plot.note(curve, curve.ink, format!("mean {mean}°   95 % below {p95}°"));
        }
    }
    plot
}

pub(crate) fn variogram(curves: &Curves<'_>) -> Plot {
    let scaled = |curve: &Curve<'_>| -> Vec<[f64; 2]> {
        let scaled =
            |&[lag, value]: &[f64; 2]| [lag / curve.frequency, value / curve.deviation.powi(2)];
        curve.analysis.variogram.iter().map(scaled).collect()
    };
    let points: Vec<_> = curves.all.iter().flat_map(scaled).collect();
    let values = points.iter().map(|[_, value]| *value);
    let [low, high] = extent(values.filter(|value| *value > 0.0));
    let [lag, value] = if curves.is_relative {
        ["distance / widths", "γ relative to the variance"]
    } else {
        ["distance", "γ"]
    };
    let lags = extent(points.iter().map(|[lag, _]| *lag));
    let axes = [Axis::log(lag, lags), Axis::log(value, [low / 1.5, high * 2.0])];
    let mut plot = Plot::new("Variogram", axes);
    for curve in &curves.all {
        plot.line(curve.ink, scaled(curve), CURVE_WIDTH);
    }
    plot
}

/// The fraction of the surface that is above a height: 0 at the lowest sample, 1 at the highest.
pub(crate) fn hypsometry(curves: &Curves<'_>) -> Plot {
    let axes = [Axis::linear("area above", [0.0, 1.0]), Axis::linear("height", [0.0, 1.0])];
    let mut plot = Plot::new("Hypsometry", axes);
    for curve in &curves.all {
        let points = curve.analysis.histogram.hypsometric_curve();
        let [low, high] = extent(points.iter().map(|[height, _]| *height));
        let relative = points.iter().map(|[height, above]| [*above, (height - low) / (high - low)]);
        plot.line(curve.ink, relative.collect(), CURVE_WIDTH);
        let integral = significant(curve.analysis.hypsometric_integral);
        plot.note(curve, curve.ink, format!("integral {integral}"));
    }
    plot
}

impl Axis {
    pub(crate) fn linear(label: &str, range: [f64; 2]) -> Self {
        Self { label: label.to_owned(), is_log: false, range }
    }

    fn log(label: &str, range: [f64; 2]) -> Self {
        Self { is_log: true, ..Self::linear(label, range) }
    }
}

impl Plot {
    pub(crate) fn lines(self) -> impl Iterator<Item = Vec<[f64; 2]>> {
        self.marks.into_iter().filter_map(|mark| match mark.shape {
            Shape::Line { points, .. } => Some(points),
            Shape::Band(_) | Shape::Fill(_) => None,
        })
    }

    pub(crate) fn new(title: &'static str, axes: [Axis; 2]) -> Self {
        Self { title, axes, marks: Vec::new(), notes: Vec::new() }
    }

    fn mark(&mut self, ink: Ink, shape: Shape) {
        self.marks.push(Mark { ink, shape });
    }

    pub(crate) fn line(&mut self, ink: Ink, points: Vec<[f64; 2]>, width: f32) {
        self.mark(ink, Shape::Line { points, width, is_dashed: false });
    }

    fn dashed(&mut self, points: Vec<[f64; 2]>, width: f32) {
        self.mark(Ink::Text, Shape::Line { points, width, is_dashed: true });
    }

    fn note(&mut self, curve: &Curve<'_>, ink: Ink, text: String) {
        if curve.is_detailed {
            self.notes.push((text, ink));
        }
    }

    fn add_power(&mut self, curve: &Curve<'_>) {
        let spectrum = &curve.analysis.spectrum;
        let points = |power: &dyn Fn(&RadialRing) -> f64| -> Vec<[f64; 2]> {
            let rings = spectrum.radial.iter();
            rings
                .map(|ring| [ring.frequency * curve.frequency, power(ring) * curve.power])
                .collect()
        };
        if curve.is_detailed {
            let band = [0, 1].map(|bound| points(&move |ring: &RadialRing| ring.interval[bound]));
            self.mark(curve.ink, Shape::Band(band));
        }
        self.line(curve.ink, points(&|ring| ring.power), CURVE_WIDTH);
        if !curve.is_detailed {
            return;
        }
        let law = |slope: f64, factor: f64| {
            let drawn = |[frequency, power]: [f64; 2]| {
                [frequency * curve.frequency, factor * power * curve.power]
            };
            spectrum.law_of_slope(slope).into_iter().map(drawn).collect()
        };
        self.line(Ink::Text, law(spectrum.slope, LAW_DISTANCE), 1.0);
        if let Some(expected) = spectrum.expected_slope {
            self.dashed(law(expected, 1.0 / LAW_DISTANCE), 1.0);
        }
        let [slope, hurst, centroid] =
            [spectrum.slope, spectrum.hurst, spectrum.centroid].map(significant);
        let interval = spectrum.slope_interval.map(|bounds| bounds.map(significant));
        let interval =
            interval.map_or_else(String::new, |[low, high]| format!(" (95 %: {low} … {high})"));
        let expected = spectrum.expected_slope.map(significant);
        let expected = expected.map_or_else(String::new, |slope| format!(", expected {slope}"));
        self.note(curve, curve.ink, format!("slope {slope}{interval}{expected}"));
        self.note(curve, Ink::Pale, format!("H {hurst}   centroid {centroid}"));
    }
}

/// Returns ∞ and -∞ if no value is finite.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values
        .filter(|value| value.is_finite())
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
}
