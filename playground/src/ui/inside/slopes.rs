//! Value and derivatives of the selected tap at the traced position.

use egui::{Grid, Label, RichText, Role, Ui, WidgetInfo};

use crate::workbench::Workbench;
use crate::workbench::trace::RecordedTrace;

const TITLES: [&str; 3] = ["d/dx", "d/dy", "d/dz"];

/// Shows a line for each number of the selected tap; nothing until it is traced.
pub(super) fn slopes_ui(ui: &mut Ui, workbench: &Workbench) {
    let Some((recorded, step)) = workbench.traced_stage() else {
        return;
    };
    ui.add_space(4.0);
    Grid::new("slopes").spacing([12.0, 2.0]).show(ui, |ui| {
        let axes = if recorded.step(step).0.gradient.is_empty() { 0 } else { recorded.axes() };
        for title in ["at the pointer", "value"].iter().chain(&TITLES[..axes]) {
            ui.label(RichText::new(*title).weak().size(11.0));
        }
        ui.end_row();
        for number in 0..recorded.step(step).0.value.len() {
            number_ui(ui, recorded, step, number);
        }
    });
}

fn number_ui(ui: &mut Ui, recorded: &RecordedTrace, step: usize, number: usize) {
    let (value, _) = recorded.texts(step, number);
    let slopes = recorded.slope_texts(step, number);
    let cells = [recorded.name(step, number), value].into_iter().chain(slopes);
    let cells: Vec<String> = cells.collect();
    for cell in &cells {
        let text = Label::new(RichText::new(cell).monospace().size(12.0)).selectable(true);
        let line = cells.join(" ");
        ui.add(text).widget_info(|| WidgetInfo::labeled(Role::Label, true, &line));
    }
    ui.end_row();
}
