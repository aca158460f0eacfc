//! The shares of landforms as bars.

use egui::{FontId, Rangef, Ui};
use egui_plot::{AxisHints, Bar, BarChart, GridMark};
use noise_playground::analysis::GEOMORPHONS;

use super::PlottedCell;
use crate::ui::axes::empty_plot;
use crate::workbench::analysis::plots::Axis;

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
    let plot = empty_plot(ui, "landforms", &["%", ""].map(|label| Axis::linear(label, [0.0, 1.0])))
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
