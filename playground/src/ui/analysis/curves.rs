//! Plots of the analysis panel over frequency and distance: radial power, anisotropy, variogram.

use egui::{Color32, Ui};
use egui_plot::{FilledArea, HLine, Line, LineStyle};

use super::PlottedCell;
use super::axes::{Axis, plot, plotted};

const FREQUENCY: Axis = Axis::log("f");
const POWER: Axis = Axis::log("P");

/// Lowest plotted power, as a fraction of the highest.
const POWER_RANGE: f64 = 1e-12;

/// Opacity relative to that of a curve.
const BAND: f32 = 0.22;

/// For the selected cell also plots the 95 % confidence band, the fitted power law and the expected slope.
pub(super) fn radial_ui(ui: &mut Ui, cells: &[PlottedCell<'_>], selected: &PlottedCell<'_>) {
    let axes = [FREQUENCY, POWER];
    let ink = ui.visuals().strong_text_color();
    plot(ui, "radial power", axes).show(ui, |plot| {
        plot.add(power_band(selected));
        for cell in cells {
            let rings = &cell.cell.result.analysis.spectrum.radial;
            let highest = rings.iter().map(|ring| ring.power).fold(0.0, f64::max);
            let rings = rings.iter().filter(|ring| ring.power > highest * POWER_RANGE);
            let points = plotted(rings.map(|ring| [ring.frequency, ring.power]), axes);
            plot.line(curve(cell, points));
        }
        let spectrum = &selected.cell.result.analysis.spectrum;
        let law = |slope: f64| plotted(spectrum.law_of_slope(slope).into_iter(), axes);
        plot.line(Line::new("fit", law(spectrum.slope)).color(ink).width(1.0));
        if let Some(expected) = spectrum.expected_slope {
            let line = Line::new("expected slope", law(expected)).color(ink).width(1.0);
            plot.line(line.style(LineStyle::dashed_dense()));
        }
    });
}

fn power_band(cell: &PlottedCell<'_>) -> FilledArea {
    let rings = &cell.cell.result.analysis.spectrum.radial;
    let highest = rings.iter().map(|ring| ring.power).fold(0.0, f64::max);
    let rings = || rings.iter().filter(|ring| ring.power > highest * POWER_RANGE);
    let xs: Vec<f64> = rings().map(|ring| ring.frequency.log10()).collect();
    let bound =
        |index: usize| -> Vec<f64> { rings().map(|ring| ring.interval[index].log10()).collect() };
    band(cell.color, &xs, [&bound(0), &bound(1)])
}

/// Plots decibels over frequency, above a band that shows the range expected of an isotropic process.
pub(super) fn anisotropy_ui(ui: &mut Ui, cells: &[PlottedCell<'_>], selected: &PlottedCell<'_>) {
    let axes = [FREQUENCY, Axis::linear("dB")];
    let pale = ui.visuals().weak_text_color();
    plot(ui, "anisotropy", axes).include_y(-3.0).include_y(3.0).show(ui, |plot| {
        let rings = &selected.cell.result.analysis.anisotropy_db;
        let xs: Vec<f64> = rings.iter().map(|ring| ring.frequency.log10()).collect();
        let floor =
            |sign: f64| -> Vec<f64> { rings.iter().map(|ring| sign * ring.floor_db).collect() };
        plot.add(band(pale, &xs, [&floor(-1.0), &floor(1.0)]));
        plot.hline(HLine::new("", 0.0).color(pale).width(1.0));
        for cell in cells {
            let rings = cell.cell.result.analysis.anisotropy_db.iter();
            plot.line(curve(cell, plotted(rings.map(|ring| [ring.frequency, ring.db]), axes)));
        }
    });
}

/// Plots the semivariance over distance.
pub(super) fn variogram_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    let axes = [Axis::log("distance"), Axis::log("γ")];
    plot(ui, "variogram", axes).show(ui, |plot| {
        for cell in cells {
            let points = cell.cell.result.analysis.variogram.iter().copied();
            plot.line(curve(cell, plotted(points, axes)));
        }
    });
}

/// The curve of the selected cell is wider.
pub(super) fn curve<'a>(cell: &PlottedCell<'_>, points: Vec<[f64; 2]>) -> Line<'a> {
    let width = if cell.cell.is_selected { 1.75 } else { 1.25 };
    Line::new(cell.cell.name.clone(), points).color(cell.color).width(width)
}

/// Returns the area between two curves at `xs`. The pointer shows no text on it.
pub(super) fn band(color: Color32, xs: &[f64], [low, high]: [&[f64]; 2]) -> FilledArea {
    FilledArea::new("", xs, low, high).fill_color(color.gamma_multiply(BAND)).allow_hover(false)
}
