//! The color control.

use egui::{Rect, Response, Ui};

use super::choice::at_left;

/// Draws a color button that opens a picker. `numbers` are 3 or 4 linear components, red, green, blue and alpha.
pub(crate) fn color_ui(ui: &mut Ui, rect: Rect, label: &str, numbers: &mut [f64]) -> Response {
    let size = egui::vec2(rect.width(), 20.0);
    let response = at_left(ui, rect, |ui| {
        ui.spacing_mut().interact_size = size;
        match numbers {
            [r, g, b] => edit([r, g, b], |linear| ui.color_edit_button_rgb(linear)),
            [r, g, b, a] => edit([r, g, b, a], |linear| {
                ui.color_edit_button_rgba_unmultiplied(linear)
            }),
            _ => ui.label("no color"),
        }
    });
    response.accessible_name(label)
}

/// Edits single-precision copies with egui's picker. Numbers that the picker does not change keep their full precision.
fn edit<const N: usize>(
    numbers: [&mut f64; N],
    ui: impl FnOnce(&mut [f32; N]) -> Response,
) -> Response {
    let before: [f32; N] = std::array::from_fn(|index| *numbers[index] as f32);
    let mut after = before;
    let response = ui(&mut after);
    if response.changed() {
        for ((number, before), after) in numbers.into_iter().zip(before).zip(after) {
            if after != before {
                *number = egui::emath::round_to_decimals(f64::from(after), 5);
            }
        }
    }
    response
}
