//! The panel of changes in values and source text between two cells, or since a cell was pinned.

use egui::{Align, Key, Label, Layout, RichText, ScrollArea, TextStyle, Ui, vec2};

use super::{PanelOutput, theme};
use crate::workbench::Workbench;
use crate::workbench::changes::{Changes, DiffLine, LineKind};

/// Lines per press of a page key.
const PAGE: f32 = 16.0;

pub(crate) fn changes_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    let changes = workbench.shown_changes().and_then(|changes| workbench.changes(changes));
    if let Some(changes) = changes {
        contents_ui(ui, &changes);
    }
}

fn contents_ui(ui: &mut Ui, changes: &Changes) {
    let row = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let copy = ui.button("Copy").on_hover_text("Copy the changes as text");
        if copy.accessible_name("Copy changes").clicked() {
            ui.ctx().copy_text(changes.text());
        }
        let rest = Layout::left_to_right(Align::Center);
        ui.with_layout(rest, |ui| {
            let [first, second] = &changes.names;
            ui.add(Label::new(format!("From {first} to {second}")).truncate());
        });
    });
    if let Some(reason) = changes.unknown {
        ui.weak(reason);
        return;
    }
    for value in &changes.values {
        ui.label(RichText::new(value.to_string()).font(theme::medium(13.0)));
    }
    if changes.lines.is_empty() {
        ui.weak(if changes.values.is_empty() { "No changes" } else { "The source is the same" });
        return;
    }
    ui.separator();
    let height = ui.text_style_height(&TextStyle::Monospace);
    ui.spacing_mut().item_spacing.y = 2.0;
    let pages = |key| ui.input(|input| input.num_presses(key)) as f32 * PAGE;
    // As in egui, scrolling down is negative.
    let delta = vec2(0.0, (pages(Key::PageUp) - pages(Key::PageDown)) * height);
    ScrollArea::both().auto_shrink(false).show_rows(ui, height, changes.lines.len(), |ui, rows| {
        ui.scroll_with_delta(delta);
        for line in &changes.lines[rows] {
            line_ui(ui, line);
        }
    });
}

fn line_ui(ui: &mut Ui, line: &DiffLine) {
    let visuals = ui.visuals();
    let text = RichText::new(format!("{}{}", line.kind.mark(), line.text)).monospace();
    let text = match line.kind {
        LineKind::File => text.strong(),
        LineKind::Hunk => text.weak(),
        LineKind::Context => text,
        LineKind::Removed => text.color(visuals.warn_fg_color),
        LineKind::Added => text.color(theme::accent(visuals)),
    };
    ui.add(Label::new(text).extend());
}
