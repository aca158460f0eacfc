//! A checkbox, and a drop-down of names.

use egui::{Checkbox, ComboBox, Layout, Rect, Response, Ui, UiBuilder};

/// A checkbox; the number becomes 0 or 1 when clicked.
pub(crate) fn toggle_ui(ui: &mut Ui, rect: Rect, label: &str, number: &mut f64) -> Response {
    let mut on = *number != 0.0;
    let response = at_left(ui, rect, |ui| {
        let edge = ui.visuals().weak_text_color();
        ui.visuals_mut().widgets.inactive.bg_stroke.color = edge;
        ui.spacing_mut().interact_size.x = ui.spacing().icon_width;
        ui.add(Checkbox::without_text(&mut on))
    });
    let response = response.accessible_name(label);
    if response.changed() {
        *number = f64::from(u8::from(on));
    }
    response
}

/// A drop-down; the number is the index of the chosen name.
pub(crate) fn enum_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    names: &[String],
    number: &mut f64,
) -> Response {
    let chosen = names
        .get(*number as usize)
        .filter(|_| *number >= 0.0)
        .cloned();
    let shown = chosen.unwrap_or_else(|| format!("{number} (no name)"));
    let mut changed = false;
    let mut response = at_left(ui, rect, |ui| {
        let list = ComboBox::from_id_salt("enum")
            .selected_text(shown)
            .width(rect.width())
            .truncate();
        list.show_ui(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                changed |= ui.selectable_value(number, index as f64, name).clicked();
            }
        })
        .response
    });
    if changed {
        response.mark_changed();
    }
    response.accessible_name(label)
}

/// Puts a widget at the left of `rect`.
pub(crate) fn at_left<R>(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let place = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(place, contents).inner
}
