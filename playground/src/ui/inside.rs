//! The inside drawer: the source text of the selected generator. A click on a name shows that tap as the picture.

mod banner;
mod colors;
mod slopes;
mod source;
mod strip;
mod values;

use egui::{
    Button, Label, Pos2, Rect, RichText, ScrollArea, Ui, UiBuilder,
    scroll_area::ScrollBarVisibility,
};
use noise_playground::generator::{Address, Tap};

pub(crate) use banner::banner_ui;

use super::PanelOutput;
use super::commands::CommandId;
use super::header::{header_ui, title_ui};
use super::widgets::has_changed;
use crate::workbench::inside::RUN_SIZE;
use crate::workbench::{Pane, PaneId, Workbench};

/// Width of the right column with the selected tap: in points, and at most this fraction of the drawer.
const VALUES: f32 = 312.0;
const VALUES_SHARE: f32 = 0.42;

/// Width of the drawer, in points, from which the hint stands beside the names of the functions.
const WIDE: f32 = 640.0;

/// Space between source text and right column, in points.
const GAP: f32 = 12.0;

/// Evaluates pinned taps, and each run of the selected one.
pub(crate) fn inside_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let is_alone = !workbench.has_stage() && workbench.pins().is_empty();
    let is_wide = ui.available_width() >= WIDE;
    header_ui(ui, |ui| {
        if is_alone && is_wide {
            hint_ui(ui);
        }
        title_ui(ui, |ui| {
            ui.add_space(8.0);
            let names =
                ScrollArea::horizontal().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            names.show(ui, |ui| functions_ui(ui, workbench));
        });
    });
    if is_alone && !is_wide {
        hint_ui(ui);
    }
    let panes = body_ui(ui, workbench, is_alone, &mut output.commands);
    output.panes.extend(panes);
    output.panes.extend(hidden_panes(ui, workbench));
}

fn hint_ui(ui: &mut Ui) {
    ui.add(Label::new(RichText::new(values::HINT).weak().size(12.0)).truncate());
}

/// Shows the source text and, unless it is alone, the selected tap, its runs and pinned taps. Returns their panes.
fn body_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    is_alone: bool,
    commands: &mut Vec<CommandId>,
) -> Vec<Pane> {
    let area = ui.available_rect_before_wrap();
    let split = area.right() - VALUES.min(VALUES_SHARE * area.width());
    let left = if is_alone { area } else { area.with_max_x(split - GAP) };
    // With one name in both cases, the text stays where it was scrolled to.
    let left = UiBuilder::new().id_salt("source").max_rect(left);
    ui.scope_builder(left, |ui| source::source_ui(ui, workbench));
    if is_alone {
        return Vec::new();
    }
    let right = UiBuilder::new().max_rect(area.with_min_x(split));
    let panes = ui.scope_builder(right, |ui| values::values_ui(ui, workbench, commands));
    ui.allocate_rect(area, egui::Sense::hover());
    panes.inner
}

/// A click scrolls the source text to the function.
fn functions_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let Some(taps) = workbench.all_taps() else {
        ui.label(RichText::new("compiling\u{2026}").weak().size(12.0));
        return;
    };
    let shown = workbench.stage().map(|stage| stage.tap.function.clone());
    let is_other = has_changed(ui, "function of the drawer", shown.clone());
    for function in functions(&taps) {
        let is_shown = shown.as_ref() == Some(&function);
        let visuals = ui.visuals();
        let color = if is_shown { visuals.strong_text_color() } else { visuals.weak_text_color() };
        let text = RichText::new(&function.function).size(12.0).color(color);
        let button = ui.add(Button::new(text).frame_when_inactive(false));
        if is_shown && is_other {
            button.scroll_to_me(None);
        }
        if button.on_hover_text(function.to_string()).clicked() {
            workbench.reveal_function(&function);
        }
    }
}

/// Returns each function once, in the order of `taps`.
fn functions(taps: &[Tap]) -> Vec<Address> {
    let mut functions: Vec<Address> = Vec::new();
    for tap in taps {
        if functions.last() != Some(&tap.function) && !functions.contains(&tap.function) {
            functions.push(tap.function.clone());
        }
    }
    functions
}

/// Returns panes that are evaluated but not drawn: for the number of runs of the selected tap, and for each run.
fn hidden_panes(ui: &Ui, workbench: &Workbench) -> Vec<Pane> {
    if !workbench.has_stage() {
        return Vec::new();
    }
    let runs = (1..=workbench.shown_runs()).map(PaneId::Run);
    let size = RUN_SIZE.map(|count| count as f32 / ui.ctx().pixels_per_point());
    let pane =
        |key| Pane { key, rect: Rect::from_min_size(Pos2::ZERO, size.into()), clip: Rect::ZERO };
    std::iter::once(PaneId::Runs).chain(runs).map(pane).collect()
}
