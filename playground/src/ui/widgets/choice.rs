//! Two widgets: the checkbox of `@toggle` controls and the drop-down list of `@enum` controls.

use egui::{Checkbox, ComboBox, Layout, Rect, Response, Ui, UiBuilder};

/// `label` is the name for screen readers; `text` may be empty.
pub(crate) fn toggle_ui(
    ui: &mut Ui,
    mut rect: Rect,
    label: &str,
    text: &str,
    is_on: &mut bool,
) -> Response {
    if text.is_empty() {
        // egui centers such a box in a square as high as the row.
        rect.min.x -= 0.5 * (ui.spacing().interact_size.y - ui.spacing().icon_width);
    }
    let response = at_left(ui, rect, |ui| {
        let edge = ui.visuals().weak_text_color();
        ui.visuals_mut().widgets.inactive.bg_stroke.color = edge;
        ui.spacing_mut().interact_size.x = ui.spacing().icon_width;
        ui.add(match text {
            "" => Checkbox::without_text(is_on),
            _ => Checkbox::new(is_on, text),
        })
    });
    response.accessible_name(label)
}

/// `number` is the index of the selected name.
pub(crate) fn enum_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    names: &[String],
    number: &mut f64,
) -> Response {
    let selected = names.get(*number as usize).filter(|_| *number >= 0.0).cloned();
    let shown = selected.unwrap_or_else(|| format!("{number} (no name)"));
    let mut changed = false;
    let mut response = at_left(ui, rect, |ui| {
        let list =
            ComboBox::from_id_salt("enum").selected_text(shown).width(rect.width()).truncate();
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

pub(crate) fn at_left<R>(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let area = UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(area, contents).inner
}
