//! The editor of `@gradient` controls: a color ramp with stops.

use egui::{
    Color32, CursorIcon, Mesh, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
};

use super::arrows::HORIZONTAL_ARROWS;
use super::color::{color_popup_ui, opaque};
use super::point::{PointInput, focus_before, focus_point, point_id, point_input, stepped};
use super::screen_reader::{describe_point, requested_value};
use super::spare;
use crate::ui::theme;

/// Numbers per stop: linear red, green and blue, and the position from 0 to 1.
const STOP: usize = 4;

/// Height of the handles below the ramp, in points.
const HANDLES: f32 = 20.0;

const ABOUT: &str = "Double click or Insert adds a color, right click or Delete removes one";

/// Stops can be dragged. A click on one opens its color picker, a right click removes it; a double click adds one.
pub(crate) fn gradient_ui(ui: &mut Ui, rect: Rect, label: &str, numbers: &mut [f64]) -> Response {
    let mut editor = ui.allocate_rect(rect, Sense::click());
    editor.widget_info(|| WidgetInfo::labeled(Role::Group, true, label));
    let ramp = rect.with_max_y(rect.bottom() - HANDLES);
    paint_ramp(ui, ramp, 64, |index| color_at(numbers, f64::from(index) / 64.0));
    let before = numbers.to_vec();
    let used = spare::used(numbers, STOP);
    for index in 0..used {
        let name = format!("{label}, stop {}", index + 1);
        let stop = &mut numbers[STOP * index..STOP * (index + 1)];
        let input = stop_ui(ui, ramp, point_id(editor.id, index), &name, stop);
        if index + 1 == used {
            spare::follow_last(numbers, STOP, used);
        }
        if input.is_removed && spare::remove(numbers, STOP, index) {
            focus_before(ui, editor.id, index);
            break;
        }
        if input.is_added && add_after(numbers, used, index) {
            focus_point(ui, editor.id, (index + 1).min(used - 1));
            break;
        }
    }
    if let Some(pointer) = editor.interact_pointer_pos().filter(|_| editor.double_clicked()) {
        let at = egui::remap_clamp(pointer.x, ramp.x_range(), egui::Rangef::new(0.0, 1.0));
        _ = add_stop(numbers, egui::emath::round_to_decimals(f64::from(at), 3));
    }
    if numbers != before {
        editor.mark_changed();
    }
    editor.on_hover_text(ABOUT)
}

/// Adds a stop halfway to the next one, or after the last to the one before. Returns false without space.
fn add_after(numbers: &mut [f64], used: usize, index: usize) -> bool {
    let left = index.min(used.saturating_sub(2));
    let Some(right) = numbers.get(STOP * (left + 1) + 3) else {
        return false;
    };
    add_stop(numbers, 0.5 * (numbers[STOP * left + 3] + right))
}

/// Adds a stop with the color that the ramp has there. Returns false without space.
fn add_stop(numbers: &mut [f64], at: f64) -> bool {
    let index = numbers.chunks_exact(STOP).position(|stop| stop[3] > at).unwrap_or(1).max(1);
    let color = egui::Rgba::from(color_at(numbers, at));
    let [red, green, blue] = [color.r(), color.g(), color.b()].map(f64::from);
    spare::insert(numbers, index, &[red, green, blue, at])
}

fn stop_ui(ui: &mut Ui, ramp: Rect, id: egui::Id, name: &str, stop: &mut [f64]) -> PointInput {
    let at = pos2(egui::lerp(ramp.x_range(), stop[3].clamp(0.0, 1.0) as f32), ramp.bottom() + 10.0);
    let handle = Rect::from_center_size(at, egui::vec2(14.0, 16.0));
    let response = ui
        .interact(handle, id, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    let mut input = point_input(ui, &response, HORIZONTAL_ARROWS);
    let moved = requested_value(ui, id).unwrap_or_else(|| stepped(stop[3], input.moved.x));
    if moved != stop[3] {
        stop[3] = moved.clamp(0.0, 1.0);
    }
    let [red, green, blue, _] = opaque(stop).to_array();
    response.widget_info(|| WidgetInfo::slider(true, stop[3], name));
    let text = format!("{:.3}, #{red:02x}{green:02x}{blue:02x}", stop[3]);
    describe_point(ui, id, [0.0, 1.0], &text);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let position = egui::remap_clamp(pointer.x, ramp.x_range(), egui::Rangef::new(0.0, 1.0));
        stop[3] = egui::emath::round_to_decimals(f64::from(position), 3);
    }
    let edge =
        if response.hovered() { theme::accent(ui.visuals()) } else { ui.visuals().text_color() };
    ui.painter().vline(at.x, ramp.bottom()..=handle.top() + 2.0, Stroke::new(1.0, edge));
    ui.painter().rect(
        handle.shrink(2.0),
        3.0,
        opaque(stop),
        Stroke::new(1.5, edge),
        egui::StrokeKind::Inside,
    );
    color_popup_ui(&response, &mut stop[..3]);
    input.is_removed |= response.secondary_clicked();
    input
}

/// Interpolates linearly between consecutive stops; constant outside of them.
fn color_at(numbers: &[f64], at: f64) -> Color32 {
    let mut stops: Vec<&[f64]> = numbers.chunks_exact(STOP).collect();
    stops.sort_by(|one, other| one[3].total_cmp(&other[3]));
    let above = stops.partition_point(|stop| stop[3] <= at);
    match (above.checked_sub(1).and_then(|below| stops.get(below)), stops.get(above)) {
        (Some(low), Some(high)) => {
            let fraction = (at - low[3]) / (high[3] - low[3]);
            let mixed: Vec<f64> = low
                .iter()
                .zip(high.iter())
                .map(|(low, high)| low + (high - low) * fraction)
                .collect();
            opaque(&mixed)
        }
        (Some(only), None) | (None, Some(only)) => opaque(only),
        (None, None) => Color32::TRANSPARENT,
    }
}

/// Fills the rectangle with colors from the left to the right. `color` returns those of the `columns` + 1 edges.
pub(crate) fn paint_ramp(ui: &Ui, rect: Rect, columns: u16, color: impl Fn(u16) -> Color32) {
    let mut mesh = Mesh::default();
    for index in 0..=columns {
        let x = egui::lerp(rect.x_range(), f32::from(index) / f32::from(columns));
        let color = color(index);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if index > 0 {
            let last = 2 * u32::from(index);
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramp_is_linear_between_stops_and_constant_outside() {
        let stops = [1.0, 0.0, 0.0, 0.75, 0.0, 0.0, 0.0, 0.25];
        assert_eq!(color_at(&stops, 0.0), Color32::BLACK);
        assert_eq!(color_at(&stops, 1.0), Color32::from_rgb(255, 0, 0));
        assert_eq!(color_at(&stops, 0.5), Color32::from(egui::Rgba::from_rgb(0.5, 0.0, 0.0)));
    }
}
