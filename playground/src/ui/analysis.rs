//! The analysis panel: plots of what is measured of the visible cells.

mod axes;
mod curves;
mod distributions;
mod spectrum;

use egui::{
    Align, Button, Color32, Frame, Layout, Margin, Panel, Pos2, Rect, RichText, ScrollArea, Ui,
    vec2,
};

use super::commands::{CommandId, Tip as _};
use super::{icons, theme};
use crate::workbench::analysis::{AnalyzedCell, PlotKind, SIDE, csv};
use crate::workbench::{Action, Pane, PaneId, Workbench};

/// Least width of a plot in points.
const MIN_WIDTH: f32 = 168.0;

/// Space between two plots in points.
const GAP: f32 = 16.0;

/// A cell in the plots, with the color of its curves.
struct PlottedCell<'a> {
    cell: AnalyzedCell<'a>,
    color: Color32,
}

/// Shows the panel below the pictures while it is open.
pub(crate) fn analysis_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    if !workbench.chrome.panels.analysis || workbench.shown().is_none() {
        return;
    }
    let margin = Margin {
        left: 12,
        right: 12,
        top: 4,
        bottom: 8,
    };
    Panel::bottom("analysis")
        .resizable(true)
        .default_size(264.0)
        .size_range(140.0..=560.0)
        .frame(Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            header_ui(ui, workbench, commands, actions);
            plots_ui(ui, workbench);
        });
}

/// Returns the panes of the fields that are measured. They are outside of the window.
pub(crate) fn panes(ui: &Ui, workbench: &Workbench) -> Vec<Pane> {
    let side = SIDE as f32 / ui.ctx().pixels_per_point();
    let pane = |cell| Pane {
        key: PaneId::Analysis(cell),
        rect: Rect::from_min_size(Pos2::ZERO, vec2(side, side)),
        clip: Rect::ZERO,
    };
    workbench.cells_to_analyze().into_iter().map(pane).collect()
}

/// Shows the button in the top bar that opens or closes the panel.
pub(crate) fn button_ui(ui: &mut Ui, is_open: bool, commands: &mut Vec<CommandId>) {
    let button = Button::new(RichText::new("Analysis").size(12.5))
        .selected(is_open)
        .frame_when_inactive(is_open);
    if ui.add(button).tip(CommandId::Analysis).clicked() {
        commands.push(CommandId::Analysis);
    }
}

/// Shows the title, a toggle for each plot, and the buttons of the panel.
fn header_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    let row = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let close = Button::new(RichText::new(icons::CLOSE).size(13.0)).frame_when_inactive(false);
        let close = ui.add(close).tip_as("Close", CommandId::Analysis);
        if close.accessible_name("Close analysis").clicked() {
            commands.push(CommandId::Analysis);
        }
        let cells = workbench.analyzed_cells();
        let has_results = !cells.is_empty();
        let save = ui.add_enabled(has_results, Button::new("Save page"));
        let about = "The page of the selected cell as PNG and SVG, in the folder of the captures";
        if save.on_hover_text(about).clicked() {
            actions.push(Action::SaveAnalysis);
        }
        if ui
            .add_enabled(has_results, Button::new("Copy CSV"))
            .clicked()
        {
            ui.ctx().copy_text(csv(&cells));
        }
        let is_terrain = cells
            .iter()
            .any(|cell| cell.result.analysis.slopes.is_some());
        let plots = &mut workbench.analysis.plots;
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new("Analysis").font(theme::medium(13.0)));
            ui.add_space(8.0);
            ScrollArea::horizontal().show(ui, |ui| {
                for kind in PlotKind::ALL {
                    if kind.needs_terrain() && !is_terrain {
                        continue;
                    }
                    let is_open = plots.contains(&kind);
                    if toggle_ui(ui, kind.name(), is_open) {
                        let _ = match is_open {
                            true => plots.remove(&kind),
                            false => plots.insert(kind),
                        };
                    }
                }
            });
        });
    });
}

/// Shows the name of a plot, bright if it is open. Returns true if it was clicked.
fn toggle_ui(ui: &mut Ui, name: &str, is_open: bool) -> bool {
    let visuals = ui.visuals();
    let color = if is_open {
        visuals.strong_text_color()
    } else {
        visuals.weak_text_color()
    };
    let text = RichText::new(name).size(12.0).color(color);
    let button = Button::new(text).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text(match is_open {
        true => "Fold this plot",
        false => "Show this plot",
    });
    response.clicked()
}

/// Shows the open plots side by side.
fn plots_ui(ui: &mut Ui, workbench: &Workbench) {
    let colors = theme::curve_colors(ui.visuals());
    let cells: Vec<PlottedCell<'_>> = workbench
        .analyzed_cells()
        .into_iter()
        .map(|cell| PlottedCell {
            color: colors[cell.index % colors.len()],
            cell,
        })
        .collect();
    let Some(selected) = cells
        .iter()
        .find(|cell| cell.cell.is_selected)
        .or(cells.first())
    else {
        let hint = RichText::new("measured when the picture is complete").weak();
        ui.centered_and_justified(|ui| ui.label(hint));
        return;
    };
    let is_terrain = cells
        .iter()
        .any(|cell| cell.cell.result.analysis.slopes.is_some());
    let open = workbench.analysis.plots.iter();
    let open: Vec<PlotKind> = open
        .copied()
        .filter(|kind| is_terrain || !kind.needs_terrain())
        .collect();
    let count = open.len().max(1) as f32;
    let available = ui.available_width() - GAP * (count - 1.0);
    let size = vec2(
        (available / count).max(MIN_WIDTH),
        ui.available_height() - 6.0,
    );
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.horizontal_top(|ui| {
            for kind in open {
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(size.x);
                    plot_ui(ui, kind, &cells, selected);
                });
            }
        });
    });
}

/// Shows the name, the numbers of the selected cell, and the plot.
fn plot_ui(ui: &mut Ui, kind: PlotKind, cells: &[PlottedCell<'_>], selected: &PlottedCell<'_>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let numbers = numbers(kind, selected).replace('-', "−");
    ui.label(RichText::new(kind.name()).font(theme::medium(12.0)));
    let numbers = RichText::new(numbers).size(11.0).weak();
    ui.add(egui::Label::new(numbers).truncate());
    match kind {
        PlotKind::Spectrum => spectrum::spectrum_ui(ui, selected),
        PlotKind::RadialPower => curves::radial_ui(ui, cells, selected),
        PlotKind::Variogram => curves::variogram_ui(ui, cells),
        PlotKind::Anisotropy => curves::anisotropy_ui(ui, cells, selected),
        PlotKind::Rose => spectrum::rose_ui(ui, cells),
        PlotKind::Histogram => distributions::histogram_ui(ui, cells, selected),
        PlotKind::Slopes => distributions::slopes_ui(ui, cells),
        PlotKind::Hypsometry => distributions::hypsometry_ui(ui, cells),
        PlotKind::Landforms => distributions::landforms_ui(ui, cells),
    }
}

/// Returns the numbers that belong to a plot.
fn numbers(kind: PlotKind, selected: &PlottedCell<'_>) -> String {
    let analysis = &selected.cell.result.analysis;
    let (spectrum, all) = (&analysis.spectrum, &analysis.statistics);
    match kind {
        PlotKind::Spectrum => format!("centroid {:.3} cycles per unit", spectrum.centroid),
        PlotKind::RadialPower => {
            let expected = spectrum.expected_slope;
            let expected =
                expected.map_or_else(String::new, |slope| format!(" (expected {slope:.2})"));
            format!(
                "slope {:.2} ± {:.2}{expected}   H {:.2}",
                spectrum.slope, spectrum.slope_error, spectrum.hurst
            )
        }
        PlotKind::Variogram | PlotKind::Landforms => String::new(),
        PlotKind::Anisotropy => format!("mean {:+.2} dB", analysis.mean_anisotropy_db()),
        PlotKind::Rose => "power by direction, relative".to_owned(),
        PlotKind::Histogram => format!(
            "mean {:.3}   std {:.3}   skew {:.2}   kurt {:.2}",
            all.mean, all.std, all.skewness, all.kurtosis
        ),
        PlotKind::Slopes => analysis.slopes.as_ref().map_or_else(String::new, |slopes| {
            format!("mean {:.1}°   95 % {:.1}°", slopes.mean_deg, slopes.p95_deg)
        }),
        PlotKind::Hypsometry => format!("integral {:.3}", analysis.hypsometric_integral),
    }
}
