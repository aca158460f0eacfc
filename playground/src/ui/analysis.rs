//! The analysis panel: plots of statistics of the samples of the visible cells.

mod checks;
mod landforms;
mod painter;
mod spectrum;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align, Button, Color32, FontId, Layout, PopupCloseBehavior, Pos2, Rect, RichText, ScrollArea,
    Ui, vec2,
};

use super::commands::CommandId;
use super::header::{header_ui, title_ui};
use super::{PanelOutput, icons, theme};
use crate::workbench::analysis::plots::{Curves, Plot};
use crate::workbench::analysis::{AnalysisState, AnalyzedCell, PlotKind, SIDE, csv};
use crate::workbench::format::significant;
use crate::workbench::{Action, CellId, Pane, PaneId, Panel, Workbench};

/// Least length of a plot along the panel, in points; shorter panels scroll.
const MIN_LENGTH: f32 = 144.0;

/// Visible fraction of the first plot that does not fit.
const PEEK: f32 = 0.25;

/// Height, in points, below which the numbers of a plot stand beside its name.
const LOW: f32 = 180.0;

/// Space between plots, in points.
const GAP: f32 = 16.0;

/// Opacity of plots of a text that has changed since.
const OUTDATED_OPACITY: f32 = 0.45;

#[derive(Clone, Copy)]
enum Clicked {
    /// World position of a measured error, to which the view moves.
    Position(CellId, [f64; 2]),
    /// The button that traces a sample that is not finite.
    NonFinite(CellId),
}

/// The color is that of the cell's curves in all plots.
struct PlottedCell<'a> {
    cell: AnalyzedCell<'a>,
    color: Color32,
}

pub(crate) fn analysis_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    header_ui(ui, |ui| {
        controls_ui(ui, workbench, &mut output.actions);
    });
    match plots_ui(ui, workbench) {
        Some(Clicked::Position(cell, at)) => workbench.go_to(cell, at),
        Some(Clicked::NonFinite(cell)) => {
            workbench.trace_non_finite(cell);
            if !workbench.shows(Panel::TRACE) {
                output.commands.push(CommandId::Panel(Panel::TRACE));
            }
        }
        None => {}
    }
    output.panes.extend(panes(ui, workbench));
}

/// Returns a pane for each cell to analyze. Its samples are read back but never drawn: the visible rectangle is empty.
fn panes(ui: &Ui, workbench: &Workbench) -> Vec<Pane> {
    let side = SIDE as f32 / ui.ctx().pixels_per_point();
    let pane = |cell| Pane {
        key: PaneId::Analysis(cell),
        rect: Rect::from_min_size(Pos2::ZERO, vec2(side, side)),
        clip: Rect::ZERO,
    };
    workbench.cells_to_analyze().into_iter().map(pane).collect()
}

fn controls_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let cells = workbench.analyzed_cells();
    let has_results = !cells.is_empty();
    let save = ui.add_enabled(has_results, Button::new("Save page"));
    let about = "The page of the selected cell as PNG and SVG, in the folder of the captures";
    if save.on_hover_text(about).clicked() {
        actions.push(Action::SaveAnalysis);
    }
    if ui.add_enabled(has_results, Button::new("Copy CSV")).clicked() {
        ui.ctx().copy_text(csv(&cells));
    }
    let outdated = outdated_text(&cells);
    let existing = PlotKind::ALL.map(|kind| (kind, cells.iter().any(|cell| exists(kind, cell))));
    let seeds = cells.iter().map(|cell| cell.result.analysis.seeds).max();
    let plots = workbench.analysis_mut();
    title_ui(ui, |ui| {
        if let Some(outdated) = outdated {
            let text = RichText::new(outdated).size(11.0).color(ui.visuals().warn_fg_color);
            ui.label(text).on_hover_text("Measured again once the present text has its picture");
        }
        if let Some(seeds) = seeds.filter(|seeds| *seeds > 1) {
            let text = RichText::new(format!("{seeds} seeds")).size(11.0).weak();
            let about = "Average over the first seeds, measured while the window is at rest";
            ui.label(text).on_hover_text(about);
        }
        // Before the first measurement, all plots have toggles, except for those that only few generators have.
        let is_rare = |kind| matches!(kind, PlotKind::Gradient | PlotKind::Cost);
        let is_listed = |kind, exists| exists || (!has_results && !is_rare(kind));
        let listed = existing.into_iter();
        let listed = listed.filter(|(kind, exists)| is_listed(*kind, *exists));
        let listed: Vec<PlotKind> = listed.map(|(kind, _)| kind).collect();
        toggles_ui(ui, &listed, plots);
    });
}

/// Says which plots are of a text that has changed since; `None` if all are current.
fn outdated_text(cells: &[AnalyzedCell<'_>]) -> Option<String> {
    const OUTDATED: &str = "of the previous source";
    let outdated = cells.iter().filter(|cell| cell.is_outdated);
    let names: Vec<&str> = outdated.map(|cell| cell.name.as_str()).collect();
    match names.len() {
        0 => None,
        count if count == cells.len() => Some(OUTDATED.to_owned()),
        _ => Some(format!("{}: {OUTDATED}", names.join(", "))),
    }
}

fn exists(kind: PlotKind, cell: &AnalyzedCell<'_>) -> bool {
    kind.exists(&cell.result.generator, &cell.result.analysis)
}

/// Shows the toggles side by side if they fit, otherwise in a menu.
fn toggles_ui(ui: &mut Ui, kinds: &[PlotKind], analysis: &mut AnalysisState) {
    if toggles_width(ui, kinds) <= ui.available_width() {
        for kind in kinds {
            toggle_ui(ui, *kind, analysis);
        }
        return;
    }
    let text = format!("Plots  {}", icons::CARET_DOWN);
    let menu = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(RichText::new(text).size(12.0)).config(menu);
    button.ui(ui, |ui| {
        for kind in kinds {
            let mut is_open = analysis.plots.contains(kind);
            if ui.checkbox(&mut is_open, kind.name()).changed() {
                analysis.toggle_plot(*kind);
            }
        }
    });
}

fn toggles_width(ui: &Ui, kinds: &[PlotKind]) -> f32 {
    let space = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let width = |kind: &PlotKind| {
        let (name, font) = (kind.name().to_owned(), FontId::proportional(12.0));
        let text = ui.painter().layout_no_wrap(name, font, Color32::WHITE);
        text.size().x + space
    };
    kinds.iter().map(width).sum()
}

fn toggle_ui(ui: &mut Ui, kind: PlotKind, analysis: &mut AnalysisState) {
    let is_open = analysis.plots.contains(&kind);
    let visuals = ui.visuals();
    let color = if is_open { visuals.strong_text_color() } else { visuals.weak_text_color() };
    let text = RichText::new(kind.name()).size(12.0).color(color);
    let button = Button::new(text).frame_when_inactive(false);
    let response =
        ui.add(button).on_hover_text(if is_open { "Fold this plot" } else { "Show this plot" });
    if response.clicked() {
        analysis.toggle_plot(kind);
    }
}

fn plots_ui(ui: &mut Ui, workbench: &Workbench) -> Option<Clicked> {
    let cells: Vec<PlottedCell<'_>> = workbench
        .analyzed_cells()
        .into_iter()
        .map(|cell| PlottedCell { color: theme::curve_color(ui.visuals(), cell.index), cell })
        .collect();
    if cells.iter().any(|cell| cell.cell.is_outdated) {
        ui.multiply_opacity(OUTDATED_OPACITY);
    }
    let Some(selected) = cells.iter().find(|cell| cell.cell.is_selected).or(cells.first()) else {
        let hint = RichText::new("measured when the picture is complete").weak();
        ui.centered_and_justified(|ui| ui.label(hint));
        return None;
    };
    let open = workbench.analysis.plots.iter();
    let open: Vec<PlotKind> =
        open.copied().filter(|kind| cells.iter().any(|cell| exists(*kind, &cell.cell))).collect();
    let mut clicked = None;
    // Plots stand side by side, in a panel that is higher than wide one below the other.
    let available = ui.available_size() - vec2(0.0, 6.0);
    let is_tall = available.y > available.x;
    let (size, layout) = if is_tall {
        let height = plot_length(available.y, open.len());
        (vec2(available.x, height), Layout::top_down(Align::Min))
    } else {
        let width = plot_length(available.x, open.len());
        (vec2(width, available.y), Layout::left_to_right(Align::Min))
    };
    ScrollArea::new([!is_tall, is_tall]).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        ui.with_layout(layout, |ui| {
            for kind in open {
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(size.x);
                    clicked = plot_ui(ui, kind, &cells, selected).or(clicked);
                });
            }
        });
    });
    clicked
}

/// Returns points. If not all plots fit into `available` points, part of the next one shows that the panel scrolls.
fn plot_length(available: f32, count: usize) -> f32 {
    let count = count.max(1) as f32;
    let length = (available - GAP * (count - 1.0)) / count;
    if length >= MIN_LENGTH {
        return length;
    }
    let whole = ((available + GAP) / (MIN_LENGTH + GAP) - PEEK).floor().max(1.0);
    (available - GAP * whole) / (whole + PEEK)
}

fn plot_ui(
    ui: &mut Ui,
    kind: PlotKind,
    cells: &[PlottedCell<'_>],
    selected: &PlottedCell<'_>,
) -> Option<Clicked> {
    ui.spacing_mut().item_spacing.y = 2.0;
    let is_selected = |cell: &PlottedCell<'_>| std::ptr::eq(cell, selected);
    let analyses = cells.iter().map(|cell| (&cell.cell.result.analysis, is_selected(cell)));
    let described = kind.describe(&Curves::new(analyses));
    let analysis = &selected.cell.result.analysis;
    let missing = kind.missing(analysis);
    // Other cells may have a curve.
    let is_alone = cells.len() == 1 || kind == PlotKind::Spectrum;
    let numbers = match (&missing, kind.reason(analysis)) {
        (Some(missing), _) => {
            if is_alone {
                String::new()
            } else {
                missing.clone()
            }
        }
        (None, Some(reason)) if kind == PlotKind::RadialPower => reason,
        _ => described.as_ref().map_or_else(|| caption(kind, selected), notes),
    };
    let title = |ui: &mut Ui| {
        ui.label(RichText::new(kind.name()).font(theme::medium(12.0)));
        ui.add(egui::Label::new(RichText::new(numbers).size(11.0).weak()).truncate());
    };
    if ui.available_height() < LOW {
        ui.horizontal(title);
    } else {
        title(ui);
    }
    // The label of a tick at the upper end of an axis is as high as half a line above the plot.
    ui.add_space(4.0);
    if let Some(missing) = missing.filter(|_| is_alone) {
        return missing_ui(ui, &missing, selected);
    }
    if let Some(plot) = &described {
        painter::draw(ui, plot, cells);
    }
    match kind {
        PlotKind::Spectrum => spectrum::spectrum_ui(ui, selected),
        PlotKind::Rose => spectrum::rose_ui(ui, cells),
        PlotKind::Landforms => landforms::landforms_ui(ui, cells),
        PlotKind::Gradient => {
            let at = checks::gradients_ui(ui, cells);
            return at.map(|(cell, at)| Clicked::Position(cell, at));
        }
        PlotKind::Cost => checks::costs_ui(ui, cells),
        _ => {}
    }
    None
}

/// Says why there is no plot, and offers to trace a sample that is not finite.
fn missing_ui(ui: &mut Ui, missing: &str, selected: &PlottedCell<'_>) -> Option<Clicked> {
    ui.add(egui::Label::new(RichText::new(missing).size(11.0).weak()).wrap());
    let statistics = &selected.cell.result.analysis.statistics;
    if statistics.nan + statistics.inf == 0 {
        return None;
    }
    let button = ui.add(Button::new(RichText::new("Trace one").size(11.0)));
    let button = button.on_hover_text("Show how the first value that is not finite is computed");
    button.clicked().then_some(Clicked::NonFinite(selected.cell.id))
}

fn notes(plot: &Plot) -> String {
    let notes: Vec<&str> = plot.notes.iter().map(|(text, _)| text.as_str()).collect();
    notes.join("   ")
}

/// Returns the line above a plot that is not made of curves; may be empty.
fn caption(kind: PlotKind, selected: &PlottedCell<'_>) -> String {
    match kind {
        PlotKind::Spectrum => {
            let centroid = selected.cell.result.analysis.spectrum.centroid;
            format!("centroid {} cycles per unit", significant(centroid))
        }
        PlotKind::Gradient => "error, against double precision".to_owned(),
        PlotKind::Cost => "ns per sample by octaves".to_owned(),
        PlotKind::Rose => "power by direction, relative".to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_the_next_plot_is_visible_where_not_all_fit() {
        assert_eq!(plot_length(736.0, 4), 172.0);
        for available in [356.0, 736.0, 1100.0] {
            let width = plot_length(available, 12);
            let visible = (available + GAP) / (width + GAP);
            assert!(width >= MIN_LENGTH, "{width} of {available}");
            assert!((0.15..0.35).contains(&visible.fract()), "{visible} of {available}");
        }
        assert!(plot_length(100.0, 12) > 0.0);
    }
}
