//! The window of changes in values and source text between two cells, or since a cell was pinned.

use egui::{
    Align, Align2, Key, Label, Layout, RichText, ScrollArea, TextStyle, Ui, Vec2, Window, vec2,
};

use super::widgets::arrows::{ALL_ARROWS, presses};
use super::{manual, theme};
use crate::workbench::changes::{Changes, DiffLine, LineKind};

/// Lines per press of an arrow key.
const STEP: f32 = 2.0;

/// Lines per press of a page key.
const PAGE: f32 = 16.0;

/// Returns false when the user closes the window.
pub(crate) fn changes_ui(ui: &Ui, changes: &Changes) -> bool {
    let mut open = true;
    Window::new("Changes")
        .open(&mut open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ui.ctx().content_rect().center())
        .default_size([640.0, 440.0])
        .show(ui.ctx(), |ui| contents_ui(ui, changes));
    let is_escaped = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    open && !is_escaped
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
            manual::chapter_ui(ui, "Changes", "compare.md");
            ui.add(Label::new(format!("From {first} to {second}")).truncate());
        });
    });
    if let Some(reason) = changes.unknown {
        ui.weak(reason);
        return;
    }
    for value in &changes.values {
        ui.label(RichText::new(value).font(theme::medium(13.0)));
    }
    if changes.lines.is_empty() {
        ui.weak(if changes.values.is_empty() { "No changes" } else { "The source is the same" });
        return;
    }
    ui.separator();
    let height = ui.text_style_height(&TextStyle::Monospace);
    ui.spacing_mut().item_spacing.y = 2.0;
    let delta = scroll_lines(ui) * height;
    ScrollArea::both().auto_shrink(false).show_rows(ui, height, changes.lines.len(), |ui, rows| {
        ui.scroll_with_delta(delta);
        for line in &changes.lines[rows] {
            line_ui(ui, line);
        }
    });
}

/// Returns text lines; as in egui, scrolling to the right and down is negative. The window is in front, so it needs no
/// focus to receive keys.
fn scroll_lines(ui: &Ui) -> Vec2 {
    let pages = |key| ui.input(|input| input.num_presses(key)) as f32 * PAGE;
    let delta = presses(ui, ALL_ARROWS) * STEP;
    -(delta + vec2(0.0, pages(Key::PageDown) - pages(Key::PageUp)))
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
