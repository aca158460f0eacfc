//! The page of an analysis: picture, spectra, anisotropy, histogram and slopes of one or two fields.

mod pictures;
mod plots;

use noise_playground::analysis::Analysis;
use noise_playground::field::Field;
use noise_playground::shading::Channel;

use super::figure::axes::{Axes, Scale, minus};
use super::figure::{Anchor, Color, Figure, INK, Text};

/// For the first and the second field.
const CURVES: [Color; 2] = [Color([31, 92, 171, 255]), Color([209, 96, 20, 255])];

/// In points; two rows of three plots.
const SIZE: [f32; 2] = [960.0, 700.0];

/// Distance between left edges of plots, in points. `PLOT` is their size without labels.
const COLUMN: f32 = 306.0;
const PLOT: [f32; 2] = [236.0, 212.0];

/// Upper left corner of the first plot, in points. `ROW` is the distance between top edges.
const ORIGIN: [f32; 2] = [66.0, 118.0];
const ROW: f32 = 304.0;

#[derive(Clone, Copy)]
pub(crate) struct PageSubject<'a> {
    pub(crate) analysis: &'a Analysis,
    /// The first of several seeds.
    pub(crate) field: &'a Field,
    pub(crate) channel: Channel,
}

/// The curves of `against` are drawn over those of the first.
pub(crate) fn analysis_page(subject: PageSubject<'_>, against: Option<PageSubject<'_>>) -> Figure {
    let mut figure = Figure::new(SIZE);
    let curves = Curves::new(subject.analysis, against.map(|other| other.analysis));
    draw_heading(&mut figure, &curves);
    pictures::draw_field(&mut figure, plot_rect(0, 0), subject);
    pictures::draw_spectrum(&mut figure, plot_rect(1, 0), subject.analysis);
    plots::draw_radial(&mut figure, plot_rect(2, 0), &curves);
    plots::draw_anisotropy(&mut figure, plot_rect(0, 1), &curves);
    plots::draw_histogram(&mut figure, plot_rect(1, 1), &curves);
    if subject.analysis.slopes.is_some() {
        plots::draw_slopes(&mut figure, plot_rect(2, 1), &curves);
    } else {
        plots::draw_variogram(&mut figure, plot_rect(2, 1), &curves);
    }
    figure
}

/// Curves, and the units that they are drawn in.
struct Curves<'a> {
    all: Vec<Curve<'a>>,
    /// True if two analyses have different spans or units, such as a noise and an elevation model. Frequencies are then
    /// in cycles per width, values in standard deviations from the mean, and powers relative to the variance.
    is_relative: bool,
}

/// Color, and factors from measured to drawn units.
#[derive(Clone, Copy)]
struct Curve<'a> {
    analysis: &'a Analysis,
    color: Color,
    /// Factor from cycles per unit to the drawn frequency.
    frequency: f64,
    /// Factor from the measured power density to the drawn one.
    power: f64,
    /// Value at 0 in the histogram. `deviation` is the measured value per drawn unit.
    origin: f64,
    deviation: f64,
}

impl<'a> Curves<'a> {
    fn new(first: &'a Analysis, second: Option<&'a Analysis>) -> Self {
        let is_relative =
            second.is_some_and(|second| (second.span, second.unit) != (first.span, first.unit));
        let subjects = [Some(first), second].into_iter().flatten().zip(CURVES);
        let curve = |(analysis, color): (&'a Analysis, Color)| {
            let all = &analysis.statistics;
            let plain =
                Curve { analysis, color, frequency: 1.0, power: 1.0, origin: 0.0, deviation: 1.0 };
            if !is_relative || all.std <= 0.0 {
                return plain;
            }
            Curve {
                frequency: analysis.span,
                power: (all.std * analysis.span).powi(-2),
                origin: all.mean,
                deviation: all.std,
                ..plain
            }
        };
        Self { all: subjects.map(curve).collect(), is_relative }
    }

    fn iter(&self) -> impl Iterator<Item = &Curve<'a>> {
        self.all.iter()
    }

    /// Logarithmic; covers all analyses.
    fn frequencies(&self) -> Scale {
        let rings = self.iter().flat_map(|curve| {
            let rings = curve.analysis.spectrum.radial.iter();
            rings.map(|ring| ring.frequency * curve.frequency)
        });
        let [low, high] = extent(rings);
        Scale::log(low, high)
    }

    fn frequency_label(&self) -> String {
        match self.all.first() {
            Some(first) if !self.is_relative => {
                format!("frequency / cycles per {}", first.analysis.unit)
            }
            _ => "frequency / cycles per width".to_owned(),
        }
    }
}

/// Left, top, width and height in points. Column and row are from 0.
fn plot_rect(column: usize, row: usize) -> [f32; 4] {
    let left = ORIGIN[0] + column as f32 * COLUMN;
    let top = ORIGIN[1] + row as f32 * ROW;
    [left, top, PLOT[0], PLOT[1]]
}

/// Address, size and moments of each field.
fn draw_heading(figure: &mut Figure, curves: &Curves<'_>) {
    for (index, Curve { analysis, color, .. }) in curves.iter().enumerate() {
        let at = [ORIGIN[0] - 5.0 + 1.5 * COLUMN * index as f32, 36.0];
        let is_single = curves.all.len() == 1;
        figure.text(Text {
            at,
            text: analysis.address.clone(),
            size: 15.0,
            color: if is_single { INK } else { *color },
            anchor: Anchor::Start,
            is_bold: true,
        });
        let [width, height] = analysis.size.0;
        let seeds = match analysis.seeds {
            1 => String::new(),
            count => format!(", {count} seeds"),
        };
        let unit = match analysis.unit {
            "unit" => "units",
            unit => unit,
        };
        let place =
            format!("{width} × {height} samples over {} {unit}{seeds}", number(analysis.span));
        let all = &analysis.statistics;
        let [mean, std, skewness, kurtosis] =
            [all.mean, all.std, all.skewness, all.kurtosis].map(number);
        let moments =
            format!("mean {mean}   std {std}   skewness {skewness}   excess kurtosis {kurtosis}");
        let [left, top] = at;
        figure.label([left, top + 17.0], Anchor::Start, 10.0, place);
        figure.label([left, top + 31.0], Anchor::Start, 10.0, moments);
    }
}

/// Three significant digits.
fn number(number: f64) -> String {
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

/// Returns ∞ and -∞ if no value is finite.
fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values
        .filter(|value| value.is_finite())
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
}

fn draw_axes(figure: &mut Figure, axes: &Axes, title: &str, labels: [&str; 2]) {
    axes.draw_frame(figure, labels);
    axes.title(figure, title);
}
