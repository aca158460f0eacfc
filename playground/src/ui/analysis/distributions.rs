//! Plots of distributions: histogram, slopes, hypsometry, landforms.

use egui::{FontId, Rangef, Ui};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, Line, LineStyle};
use noise_playground::analysis::GEOMORPHONS;

use super::PlottedCell;
use super::axes::{Axis, plot};
use super::curves::{band, curve};

/// Plots density, with the normal distribution of the same mean and standard deviation as the selected cell.
pub(super) fn histogram_ui(ui: &mut Ui, cells: &[PlottedCell<'_>], selected: &PlottedCell<'_>) {
    let ink = ui.visuals().strong_text_color();
    let plot = plot(ui, "histogram", [Axis::linear("value"), Axis::linear("density")]);
    plot.include_y(0.0).show(ui, |plot| {
        for cell in cells {
            let histogram = &cell.cell.result.analysis.histogram;
            let bins = histogram.edges.windows(2).zip(histogram.densities());
            let points: Vec<[f64; 2]> =
                bins.map(|(edges, density)| [f64::midpoint(edges[0], edges[1]), density]).collect();
            plot.add(fill(cell, &points));
            plot.line(curve(cell, points));
        }
        let normal = selected.cell.result.analysis.statistics.normal_curve();
        let normal = normal.into_iter().filter(|[_, density]| density.is_finite());
        let line = Line::new("normal distribution", normal.collect::<Vec<_>>());
        let line = line.color(ink).width(1.0);
        plot.line(line.style(LineStyle::dashed_dense()));
    });
}

/// Plots the slope angles in degrees.
pub(super) fn slopes_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    let plot = plot(ui, "slopes", [Axis::linear("degrees"), Axis::linear("%")]);
    plot.include_x(0.0).include_y(0.0).show(ui, |plot| {
        for cell in cells {
            let Some(slopes) = &cell.cell.result.analysis.slopes else {
                continue;
            };
            let steepest = slopes.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
            let shares = slopes.percentages().take(steepest + 1).enumerate();
            let points: Vec<[f64; 2]> =
                shares.map(|(degree, share)| [degree as f64 + 0.5, share]).collect();
            plot.add(fill(cell, &points));
            plot.line(curve(cell, points));
        }
    });
}

/// Plots the fraction of the surface that is above a height: 0 at the lowest sample, 1 at the highest.
pub(super) fn hypsometry_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    let plot = plot(ui, "hypsometry", [Axis::linear("area above"), Axis::linear("height")]);
    plot.show(ui, |plot| {
        for cell in cells.iter().filter(|cell| cell.cell.result.analysis.slopes.is_some()) {
            let histogram = &cell.cell.result.analysis.histogram;
            let points = histogram.hypsometric_curve();
            let (Some([low, _]), Some([high, _])) = (points.first(), points.last()) else {
                continue;
            };
            let relative =
                points.iter().map(|[height, above]| [*above, (height - low) / (high - low)]);
            plot.line(curve(cell, relative.collect()));
        }
    });
}

pub(super) fn landforms_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    let terrains: Vec<&PlottedCell<'_>> =
        cells.iter().filter(|cell| cell.cell.result.analysis.geomorphons.is_some()).collect();
    let width = 0.8 / terrains.len().max(1) as f64;
    let names = AxisHints::new_y()
        .min_thickness(52.0)
        .label_spacing(Rangef::new(6.0, 8.0))
        .tick_label_font(FontId::proportional(10.0))
        .formatter(|mark, _| {
            let index = (-mark.value).round();
            let name = GEOMORPHONS.get(index as usize);
            name.map_or_else(String::new, |name| (*name).to_owned())
        });
    let plot = plot(ui, "landforms", [Axis::linear("%"), Axis::linear("")])
        .custom_y_axes(vec![names])
        .grid_spacing(Rangef::new(4.0, 200.0))
        .y_grid_spacer(|_| {
            let mark = |index| GridMark { value: -f64::from(index), step_size: 1.0 };
            (0..GEOMORPHONS.len() as i32).map(mark).collect()
        });
    plot.show(ui, |plot| {
        for (index, cell) in terrains.iter().enumerate() {
            let shares = cell.cell.result.analysis.geomorphons.iter().flatten();
            let offset = 0.4 - (index as f64 + 0.5) * width;
            let bar = |(form, share): (usize, &f64)| {
                let bar = Bar::new(offset - form as f64, 100.0 * share).width(0.9 * width);
                bar.name(format!("{}: {}", cell.cell.name, GEOMORPHONS[form]))
            };
            let chart =
                BarChart::new(cell.cell.name.clone(), shares.enumerate().map(bar).collect());
            plot.bar_chart(chart.color(cell.color).horizontal());
        }
    });
}

fn fill(cell: &PlottedCell<'_>, points: &[[f64; 2]]) -> egui_plot::FilledArea {
    let xs: Vec<f64> = points.iter().map(|[x, _]| *x).collect();
    let ys: Vec<f64> = points.iter().map(|[_, y]| *y).collect();
    band(cell.color, &xs, [&vec![0.0; xs.len()], &ys])
}
