//! The color widget: a button that opens a picker, a hex field, and sRGB and linear numbers.

use egui::ecolor::{Hsva, gamma_from_linear, linear_from_gamma};
use egui::{
    Color32, Id, Key, Popup, PopupCloseBehavior, Rect, RectAlign, Response, Rgba, Role, Sense,
    Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};

use super::color_field::color_field_ui;
use super::number::{NumberFormat, number_ui};
use super::number_keys::watch;
use crate::ui::theme::ROW;

/// Decimals to which linear components are rounded.
const DECIMALS: usize = 5;

/// `numbers` are 3 or 4 linear components: red, green, blue and, optionally, alpha.
pub(crate) fn color_ui(ui: &mut Ui, rect: Rect, label: &str, numbers: &mut [f64]) -> Response {
    let swatch = rect.shrink2(vec2(0.0, 2.0));
    let id = ui.scope_id().with("color");
    let response = ui.interact(swatch, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::ColorWell, ui.is_enabled(), label));
    let color = opaque(numbers);
    // As gray as the edges of checkboxes, so that white and black colors have one too.
    let line = if response.hovered() {
        ui.style().interact(&response).fg_stroke
    } else {
        Stroke::new(1.0, ui.visuals().weak_text_color())
    };
    ui.painter().rect(swatch, 4.0, color, line, StrokeKind::Inside);
    color_popup_ui(&response, numbers);
    response
}

/// A click on `opener` opens the editor. `numbers` are linear components.
pub(crate) fn color_popup_ui(opener: &Response, numbers: &mut [f64]) {
    // Over the picture rather than over the other controls.
    Popup::menu(opener)
        .align(RectAlign::LEFT_START)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| editor_ui(ui, opener.id, numbers));
}

/// Converts linear components to 8-bit sRGB, ignoring alpha.
pub(crate) fn opaque(numbers: &[f64]) -> Color32 {
    let [r, g, b] = rgb(numbers);
    Rgba::from_rgb(r as f32, g as f32, b as f32).into()
}

fn rgb(numbers: &[f64]) -> [f64; 3] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or_default())
}

/// Components that the user does not change keep their full precision.
fn editor_ui(ui: &mut Ui, id: Id, numbers: &mut [f64]) {
    ui.spacing_mut().item_spacing.y = 4.0;
    picker_ui(ui, id, numbers);
    hex_ui(ui, id.with("hex"), numbers);
    let srgb = NumberFormat {
        is_integer: true,
        limits: (0.0, 255.0),
        speed: 1.0,
        ..NumberFormat::default()
    };
    let linear =
        NumberFormat { limits: (0.0, f32::MAX.into()), speed: 0.005, ..NumberFormat::default() };
    channels_ui(ui, "sRGB", numbers, |ui, rect, label, number| {
        let mut byte = (255.0 * gamma_from_linear(*number as f32)).round().into();
        if number_ui(ui, rect, label, &mut byte, srgb).changed() {
            *number = rounded(linear_from_gamma(byte as f32 / 255.0));
        }
    });
    channels_ui(ui, "linear", numbers, |ui, rect, label, number| {
        number_ui(ui, rect, label, number, linear);
    });
    if let [_, _, _, alpha] = numbers {
        let unit = NumberFormat { limits: (0.0, 1.0), ..linear };
        row_ui(ui, "alpha", 1, |ui, rect, _| {
            number_ui(ui, rect, "alpha", alpha, unit);
        });
    }
}

fn rounded(number: f32) -> f64 {
    egui::emath::round_to_decimals(f64::from(number), DECIMALS)
}

/// Sets linear components. Those that have this 8-bit value already keep their full precision.
fn set_srgb(numbers: &mut [f64], wanted: Color32) {
    let present = opaque(numbers).to_array();
    let wanted = wanted.to_array();
    for (index, number) in numbers.iter_mut().take(3).enumerate() {
        if present[index] != wanted[index] {
            *number = rounded(linear_from_gamma(f32::from(wanted[index]) / 255.0));
        }
    }
}

/// Remembers hue and saturation when the color becomes black or gray.
fn picker_ui(ui: &mut Ui, id: Id, numbers: &mut [f64]) {
    let remembered: Option<(Color32, Hsva)> = ui.data(|data| data.get_temp(id));
    let present = opaque(numbers);
    let remembered = remembered.filter(|(color, _)| *color == present);
    let mut hsva = remembered.map_or_else(|| Hsva::from(present), |(_, hsva)| hsva);
    color_field_ui(ui, &mut hsva);
    let wanted = Color32::from(hsva);
    set_srgb(numbers, wanted);
    ui.data_mut(|data| data.insert_temp(id, (opaque(numbers), hsva)));
}

/// Text is applied on Enter, or discarded if it is not valid.
fn hex_ui(ui: &mut Ui, id: Id, numbers: &mut [f64]) {
    row_ui(ui, "hex", 1, |ui, rect, _| {
        let [r, g, b, _] = opaque(numbers).to_array();
        let shown = format!("#{r:02x}{g:02x}{b:02x}");
        let is_edited = ui.memory(|memory| memory.has_focus(id));
        let typed: Option<String> = ui.data(|data| data.get_temp(id)).filter(|_| is_edited);
        let mut text = typed.unwrap_or(shown);
        let field = ui.put(rect, TextEdit::singleline(&mut text).id(id));
        let field = field.accessible_name("hex");
        if field.lost_focus()
            && ui.input(|input| input.key_pressed(Key::Enter))
            && let Some(color) = parse_hex(&text)
        {
            set_srgb(numbers, color);
        }
        ui.data_mut(|data| data.insert_temp(id, text));
    });
}

/// Parses `#rrggbb` or `#rgb`, with or without `#`.
fn parse_hex(text: &str) -> Option<Color32> {
    let digits = text.trim().trim_start_matches('#');
    Color32::from_hex(&format!("#{digits}")).ok()
}

/// Shows three number fields. `number_ui` lays out one.
fn channels_ui(
    ui: &mut Ui,
    name: &str,
    numbers: &mut [f64],
    mut number_ui: impl FnMut(&mut Ui, Rect, &str, &mut f64),
) {
    row_ui(ui, name, 3, |ui, rect, index| {
        if let Some(number) = numbers.get_mut(index) {
            let label = format!("{name} {}", ["red", "green", "blue"][index]);
            number_ui(ui, rect, &label, number);
        }
    });
}

/// Shows `count` fields of equal width. `field_ui` lays out one.
fn row_ui(ui: &mut Ui, name: &str, count: usize, mut field_ui: impl FnMut(&mut Ui, Rect, usize)) {
    let (row, _) = ui.allocate_exact_size(vec2(216.0, ROW), Sense::hover());
    watch(ui, row);
    let (caption, fields) = row.split_left_right_at_x(row.left() + 48.0);
    super::row::paint_text(ui, caption, name, egui::Align2::LEFT_CENTER);
    let gap = 4.0;
    let width = (fields.width() + gap) / count as f32;
    for index in 0..count {
        let left = fields.left() + width * index as f32;
        let rect = Rect::from_x_y_ranges(left..=left + width - gap, fields.y_range());
        field_ui(ui, rect, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_that_stay_keep_their_precision() {
        let mut numbers = [0.123_456_789, 0.5, 1.0];
        let color = opaque(&numbers);
        set_srgb(&mut numbers, color);
        assert_eq!(numbers, [0.123_456_789, 0.5, 1.0]);
        let [r, g, _, _] = color.to_array();
        set_srgb(&mut numbers, Color32::from_rgb(r, g, 0));
        assert_eq!(numbers, [0.123_456_789, 0.5, 0.0]);
    }

    #[test]
    fn hex_colors_are_read_with_and_without_a_number_sign() {
        let gold = Some(Color32::from_rgb(0xff, 0xcc, 0x00));
        assert_eq!(parse_hex("#ffcc00"), gold);
        assert_eq!(parse_hex(" fc0 "), gold);
        assert_eq!(parse_hex("gold"), None);
    }
}
