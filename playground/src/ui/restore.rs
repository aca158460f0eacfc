//! Captures and data files dropped on the window, and the dialog that adds or replaces cells with them.

use egui::{
    Align2, Button, FontId, Frame, Id, Key, LayerId, Modal, Modifiers, Order, RichText, Ui,
};

use super::theme;
use crate::workbench::document::MAX_CELLS;
use crate::workbench::restore::{PendingRestore, RestoreChoice};
use crate::workbench::{Action, GeneratorRef};

/// Also shows a hint while files hover over the window.
pub(crate) fn request_dropped_files(ui: &Ui, actions: &mut Vec<Action>) {
    let (hovers, dropped) = ui.input(|input| {
        let files = input.raw.dropped_files.iter();
        let paths: Vec<_> = files.map(|file| file.path().to_owned()).collect();
        (!input.raw.hovered_files.is_empty(), paths)
    });
    if hovers {
        hover_ui(ui);
    }
    if !dropped.is_empty() {
        actions.push(Action::Restore(dropped));
    }
}

fn hover_ui(ui: &Ui) {
    let layer = LayerId::new(Order::Foreground, Id::unique("files over the window"));
    let painter = ui.ctx().layer_painter(layer);
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, ui.visuals().panel_fill.gamma_multiply(0.8));
    let text = "Drop to open this capture or data file";
    let color = ui.visuals().strong_text_color();
    let font = FontId::proportional(20.0);
    painter.text(rect.center(), Align2::CENTER_CENTER, text, font, color);
}

/// `free_cells` can be added; `inputs` of the selected cell could read a data file: index of the control, and name.
pub(crate) fn restore_dialog_ui(
    ui: &Ui,
    dropped: &PendingRestore,
    free_cells: usize,
    inputs: &[(usize, String)],
) -> Option<RestoreChoice> {
    let frame = Frame::popup(ui.style()).inner_margin(24.0);
    let modal = Modal::new(Id::unique("restore")).frame(frame);
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_max_width(420.0);
        ui.label(RichText::new(title(dropped)).heading().strong());
        ui.add_space(8.0);
        if let Some(note) = pinned_note(dropped).filter(|_| !dropped.is_data_file) {
            ui.weak(note);
        }
        ui.add_space(16.0);
        let inputs = if dropped.is_data_file { inputs } else { &[] };
        let filled = fill_ui(ui, inputs);
        let chosen = ui.horizontal(|ui| choice_ui(ui, dropped, free_cells)).inner;
        filled.or(chosen)
    });
    let is_closed = modal.should_close();
    modal.inner.or(is_closed.then_some(RestoreChoice::Cancel))
}

fn fill_ui(ui: &mut Ui, inputs: &[(usize, String)]) -> Option<RestoreChoice> {
    let mut chosen = None;
    for (control, name) in inputs {
        if ui.button(format!("Use as {name} of the selected cell")).clicked() {
            chosen = Some(RestoreChoice::Fill(*control));
        }
    }
    if !inputs.is_empty() {
        ui.add_space(8.0);
    }
    chosen
}

fn choice_ui(ui: &mut Ui, dropped: &PendingRestore, free_cells: usize) -> Option<RestoreChoice> {
    let count = dropped.cells.len();
    let (add, replace) = match count {
        1 => ("Add as a cell".to_owned(), "Replace the selected cell".to_owned()),
        _ if count > MAX_CELLS => {
            (format!("Add as {count} cells"), format!("Replace all cells by the first {MAX_CELLS}"))
        }
        _ => (format!("Add as {count} cells"), "Replace all cells".to_owned()),
    };
    let fits = count <= free_cells;
    let text = RichText::new(add).font(theme::medium(13.0));
    let button = Button::new(text).fill(ui.visuals().selection.bg_fill);
    let adding = ui.add_enabled(fits, button);
    let adding = adding
        .on_hover_text("Enter")
        .on_disabled_hover_text(format!("Only {free_cells} more cells fit"));
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    if adding.clicked() || (enter && fits && !ui.memory(|memory| memory.focused().is_some())) {
        return Some(RestoreChoice::Add);
    }
    if ui.button(replace).clicked() {
        return Some(RestoreChoice::Replace);
    }
    ui.button("Cancel").clicked().then_some(RestoreChoice::Cancel)
}

fn title(dropped: &PendingRestore) -> String {
    match dropped.cells.len() {
        1 if dropped.is_data_file => format!("Open {}", dropped.name),
        1 => format!("Restore {}?", dropped.name),
        count => format!("Restore the {count} cells of {}?", dropped.name),
    }
}

/// Returns a note that cells become pinned, because the folder no longer has their source text.
fn pinned_note(dropped: &PendingRestore) -> Option<String> {
    let is_pinned = |target: &GeneratorRef| target.snapshot().is_some();
    let cells = dropped.cells.iter();
    let pinned = cells.filter(|cell| is_pinned(&cell.target)).count();
    let made = "made from source text that the folder no longer has";
    match (pinned, dropped.cells.len()) {
        (0, _) => None,
        (1, 1) => Some(format!("It was {made}; the cell will be pinned.")),
        (1, count) => Some(format!("1 of {count} was {made}; it will be pinned.")),
        (pinned, count) => Some(format!("{pinned} of {count} were {made}; they will be pinned.")),
    }
}
