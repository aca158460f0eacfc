//! The widget of a vector control: one number field for each component, in one row.

use egui::{Color32, Rect, Response, Ui, pos2, vec2};
use noise_playground::generator::control::{Control, SliderRange, Widget};

use super::number::{NumberFormat, number_ui};
use crate::ui::theme;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];
const GAP: f32 = 3.0;

/// A line below a number shows its position in the slider range. Returns `None` without numbers.
pub(crate) fn vector_ui(
    ui: &mut Ui,
    rect: Rect,
    control: &Control,
    numbers: &mut [f64],
    format: NumberFormat<'_>,
) -> Option<Response> {
    let width = (rect.width() + GAP) / numbers.len().max(1) as f32;
    let is_vector = numbers.len() > 1;
    let mut all: Option<Response> = None;
    for (index, number) in numbers.iter_mut().enumerate() {
        let left = rect.left() + width * index as f32;
        let field = Rect::from_x_y_ranges(left..=left + width - GAP, rect.y_range());
        let component = NAMES.get(index).filter(|_| is_vector);
        let label = component
            .map_or_else(|| control.label.clone(), |name| format!("{} {name}", control.label));
        let prefix = component.copied().unwrap_or_default();
        let speed = speed_at(&control.range, *number, format.speed);
        let format = NumberFormat { prefix, speed, ..format };
        let response = number_ui(ui, field, &label, number, format);
        if control.widget == Widget::Slider && !response.has_focus() {
            let is_modified = control.default.0.get(index) != Some(number);
            line_ui(ui, &response, &control.range, *number, is_modified);
        }
        all = Some(all.map_or(response.clone(), |all| all.union(response)));
    }
    all
}

/// Of a logarithmic range, a drag of equal length is an equal ratio.
fn speed_at(range: &SliderRange, number: f64, linear: f64) -> f64 {
    if !range.log || number <= 0.0 {
        return linear;
    }
    let ratio = range.at(range.fraction(number) + 1.0 / 200.0) / number;
    (number * (ratio - 1.0).abs()).max(range.step.unwrap_or(0.0))
}

fn line_ui(ui: &Ui, field: &Response, range: &SliderRange, number: f64, is_modified: bool) {
    let rect = field.rect.shrink2(vec2(2.0, 0.0));
    let x = egui::lerp(rect.x_range(), range.fraction(number) as f32);
    let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.0), pos2(x, rect.bottom()));
    let color: Color32 =
        if is_modified { theme::accent(ui.visuals()) } else { ui.visuals().weak_text_color() };
    ui.painter().rect_filled(line, 1.0, color);
}
