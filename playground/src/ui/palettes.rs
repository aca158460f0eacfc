//! The drop-down list of palettes, and strips of their colors.

use egui::{Button, Color32, ComboBox, Rect, Ui, pos2, vec2};
use noise_playground::view::palette::colors;
use noise_playground::view::shading::Palette;

use super::theme::ROW;
use super::widgets::choice::at_left;
use super::widgets::gradient::paint_ramp;

/// `None` stands for the default palette of the view mode.
pub(crate) fn palette_ui(
    ui: &mut Ui,
    rect: Rect,
    palette: &mut Option<Palette>,
    default_palette: Palette,
) {
    let width = rect.width();
    let current = palette.unwrap_or(default_palette);
    let list = at_left(ui, rect, |ui| {
        ComboBox::from_id_salt("palette")
            .selected_text(current.name())
            .height(400.0)
            .width(width)
            .show_ui(ui, |ui| {
                for choice in Palette::ALL {
                    if palette_choice_ui(ui, choice, choice == current) {
                        *palette = (choice != default_palette).then_some(choice);
                    }
                }
            })
    });
    let face = list.response.rect;
    let strip = Rect::from_min_max(
        pos2(face.center().x - 16.0, face.top() + 7.0),
        pos2(face.right() - 28.0, face.bottom() - 7.0),
    );
    strip_ui(ui, strip, current);
    list.response.accessible_name("palette");
}

fn palette_choice_ui(ui: &mut Ui, choice: Palette, is_selected: bool) -> bool {
    let button = Button::new(choice.name())
        .selected(is_selected)
        .frame_when_inactive(is_selected)
        .min_size(vec2(200.0, ROW));
    let response = ui.add(button);
    let rect = response.rect;
    strip_ui(
        ui,
        Rect::from_min_max(
            pos2(rect.left() + 72.0, rect.top() + 6.0),
            pos2(rect.right() - 8.0, rect.bottom() - 6.0),
        ),
        choice,
    );
    response.clicked()
}

pub(crate) fn strip_ui(ui: &Ui, rect: Rect, palette: Palette) {
    let table = colors(palette);
    paint_ramp(ui, rect, 32, |index| {
        let [red, green, blue] = table[usize::from(index) * 255 / 32];
        Color32::from_rgb(red, green, blue)
    });
}
