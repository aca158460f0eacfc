//! The page of an analysis: picture, spectra, anisotropy, histogram and slopes of one or more fields.

mod painter;
mod pictures;

use noise_playground::analysis::Analysis;
use noise_playground::field::{Channel, Field};

use super::figure::{Anchor, Color, Figure, INK, Text};
use crate::workbench::analysis::plots::{self, Curves, Plot};
use crate::workbench::format::significant;

/// For the first field and the others.
const CURVES: [Color; 6] = [
    Color([31, 92, 171, 255]),
    Color([209, 96, 20, 255]),
    Color([30, 130, 76, 255]),
    Color([150, 60, 150, 255]),
    Color([120, 90, 40, 255]),
    Color([90, 90, 90, 255]),
];

/// Fields in a row of the heading: of two, each has all its lines; of more, name and place alone.
const DETAILED: usize = 2;
const HEADINGS: usize = 3;

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

/// Pixels per point of a page as PNG.
pub(crate) const PAGE_SCALE: f32 = 2.0;

/// The curves of `against` are drawn over those of the first.
pub(crate) fn analysis_page(subject: PageSubject<'_>, against: &[PageSubject<'_>]) -> Figure {
    let mut figure = Figure::new(SIZE);
    let analyses = std::iter::once(&subject).chain(against).map(|subject| subject.analysis);
    let is_detailed = against.len() < DETAILED;
    let curves = Curves::new(
        analyses.enumerate().map(|(index, analysis)| (analysis, is_detailed || index == 0)),
    );
    draw_heading(&mut figure, &curves);
    pictures::draw_field(&mut figure, plot_rect(0, 0), subject);
    pictures::draw_spectrum(&mut figure, plot_rect(1, 0), subject.analysis);
    let is_terrain = subject.analysis.slopes.is_some();
    let last = if is_terrain { plots::slopes } else { plots::variogram };
    let described: [fn(&Curves<'_>) -> Plot; 4] =
        [plots::radial_power, plots::anisotropy, plots::histogram, last];
    for (place, describe) in [(2, 0), (0, 1), (1, 1), (2, 1)].into_iter().zip(described) {
        painter::draw(&mut figure, plot_rect(place.0, place.1), describe(&curves));
    }
    figure
}

/// Left, top, width and height in points. Column and row are from 0.
fn plot_rect(column: usize, row: usize) -> [f32; 4] {
    let left = ORIGIN[0] + column as f32 * COLUMN;
    let top = ORIGIN[1] + row as f32 * ROW;
    [left, top, PLOT[0], PLOT[1]]
}

/// Address, size and moments of each field.
fn draw_heading(figure: &mut Figure, curves: &Curves<'_>) {
    for (index, (curve, color)) in curves.all.iter().zip(CURVES).enumerate() {
        let analysis = curve.analysis;
        let count = curves.all.len();
        let (is_single, is_detailed) = (count == 1, count <= DETAILED);
        let (columns, top, size) =
            if is_detailed { (DETAILED, 36.0, 15.0) } else { (HEADINGS, 26.0, 11.0) };
        let width = 3.0 * COLUMN / columns as f32;
        let (column, row) = (index % columns, index / columns);
        let at = [ORIGIN[0] - 5.0 + width * column as f32, top + 32.0 * row as f32];
        figure.text(Text {
            at,
            text: analysis.address.clone(),
            size,
            color: if is_single { INK } else { color },
            anchor: Anchor::Start,
            is_bold: true,
        });
        let [width, height] = analysis.size.0;
        let seeds = match analysis.seeds {
            1 => String::new(),
            count => format!(", {count} seeds"),
        };
        let unit = match analysis.unit.as_str() {
            "unit" => "units",
            unit => unit,
        };
        let place =
            format!("{width} × {height} samples over {} {unit}{seeds}", significant(analysis.span));
        let [left, top] = at;
        figure.label([left, top + size + 2.0], Anchor::Start, 10.0, place);
        if !is_detailed {
            continue;
        }
        let all = &analysis.statistics;
        let [mean, std, skewness, kurtosis] =
            [all.mean, all.std, all.skewness, all.kurtosis].map(significant);
        let moments =
            format!("mean {mean}   std {std}   skewness {skewness}   excess kurtosis {kurtosis}");
        figure.label([left, top + 31.0], Anchor::Start, 10.0, moments);
    }
}
