//! The drop-down list of palettes, and strips of their colors.

use egui::{Button, ComboBox, Mesh, Rect, Shape, Ui, pos2, vec2};
use noise_playground::palette::colors;
use noise_playground::shading::Palette;

use super::theme::ROW;
use super::widgets::choice::at_left;

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
    let columns = 32;
    let mut mesh = Mesh::default();
    for index in 0..=columns {
        let [r, g, b] = table[index * 255 / columns];
        let color = egui::Color32::from_rgb(r, g, b);
        let x = egui::lerp(rect.x_range(), index as f32 / columns as f32);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if index > 0 {
            let last = 2 * index as u32;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}
