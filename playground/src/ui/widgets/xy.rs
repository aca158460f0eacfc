//! The widget of `@xy` controls: a two-dimensional pad.

use egui::{
    CursorIcon, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, remap, remap_clamp,
};
use noise_playground::generator::control::SliderRange;

use super::arrows::{ALL_ARROWS, arrows};
use super::steps::round_to_step;
use crate::ui::theme;

/// The pad covers `range` in both directions, y up. A drag sets both numbers, an arrow key one of them.
pub(crate) fn xy_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    numbers: &mut [f64],
    range: &SliderRange,
) -> Response {
    // An automatic id would change while a field before the pad is edited, which then uses another number of ids.
    let id = ui.scope_id().with(label);
    let mut response =
        ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Crosshair);
    let [x, y] = numbers else { return response };
    let across = rect.left() as f64..=rect.right() as f64;
    let upward = rect.bottom() as f64..=rect.top() as f64;
    let values = range.min..=range.max;
    if let Some(pointer) = response.interact_pointer_pos() {
        let to = (
            on_step(remap_clamp(f64::from(pointer.x), across.clone(), values.clone()), range),
            on_step(remap_clamp(f64::from(pointer.y), upward.clone(), values.clone()), range),
        );
        if (*x, *y) != to {
            (*x, *y) = to;
            response.mark_changed();
        }
    }
    let pressed = arrows(ui, &response, ALL_ARROWS);
    if pressed != egui::Vec2::ZERO {
        let step = range.step.unwrap_or((range.max - range.min) / STEPS);
        let moved = |number: f64, count: f32| on_step(number + f64::from(count) * step, range);
        (*x, *y) = (moved(*x, pressed.x), moved(*y, -pressed.y));
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, ui.is_enabled(), label));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(format!("x {x}, y {y}")));
    let spot = pos2(remap(*x, values.clone(), across) as f32, remap(*y, values, upward) as f32);
    paint(ui, rect, rect.clamp(spot), rect.contains(spot));
    response
}

/// Arrow key presses across the range of a control without steps.
const STEPS: f64 = 200.0;

fn on_step(number: f64, range: &SliderRange) -> f64 {
    let step = range.step.unwrap_or((range.max - range.min) / STEPS);
    round_to_step((number / step).round() * step, step).clamp(range.min, range.max)
}

fn paint(ui: &Ui, rect: Rect, spot: egui::Pos2, inside: bool) {
    let visuals = ui.visuals();
    let painter = ui.painter();
    let line = Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color);
    painter.rect(rect, 4.0, visuals.extreme_bg_color, line, egui::StrokeKind::Inside);
    painter.hline(rect.x_range(), rect.center().y, line);
    painter.vline(rect.center().x, rect.y_range(), line);
    let accent = Stroke::new(1.0, theme::accent(visuals).gamma_multiply(0.5));
    painter.hline(rect.x_range(), spot.y, accent);
    painter.vline(spot.x, rect.y_range(), accent);
    if inside {
        painter.circle_filled(spot, 5.0, theme::accent(visuals));
    } else {
        painter.circle_stroke(spot, 5.0, Stroke::new(2.0, theme::accent(visuals)));
    }
}
