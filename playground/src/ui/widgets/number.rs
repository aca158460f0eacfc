//! The number field, edited by typing or dragging. Typed text may be an expression.

use std::sync::Arc;

use egui::{
    Align2, Color32, CursorIcon, FontId, Galley, Key, Modifiers, Rect, Response, Sense, Ui,
    emath::smart_aim, pos2, vec2,
};

use super::arrows::FINE;
use super::elided::elided_in;
use super::number_edit::{close, describe, edit_ui, is_open, open};
use super::number_keys::{register, watch, watch_number};
use super::screen_reader::requested_value;
use super::steps::round_to_step;
use crate::ui::theme::ROW;

pub(crate) use super::number_format::NumberFormat;

/// Distance of the digits from the right edge, in points.
const INSET: f32 = 8.0;

/// Distance of digits and prefix from the edges of a narrow field with a prefix, in points.
const NARROW_INSET: f32 = 3.0;

/// Minimum width with the distance from the digits, in points.
const PREFIX_WIDTH: f32 = 7.0;

/// A click, Enter or a digit starts editing; a drag changes the number. Typed numbers may exceed the slider range.
pub(crate) fn number_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let id = ui.scope_id().with(("number", label));
    register(ui, id);
    if is_open(ui, id) {
        return edit_ui(ui, rect, (id, id), label, number, format);
    }
    let mut response = ui
        .interact(rect, id, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    drag(ui, &response, number, format);
    frame_ui(ui, rect, &response);
    close(ui, &mut response, id, number, format);
    finish_ui(ui, rect, label, number, format, &mut response);
    response
}

/// As [`number_ui`], in a row of widgets.
pub(crate) fn number_in_row_ui(
    ui: &mut Ui,
    width: f32,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    watch(ui, rect);
    number_ui(ui, rect, label, number, format)
}

/// As [`number_in_row_ui`], for an integer from 1 to `max`.
pub(crate) fn count_ui(
    ui: &mut Ui,
    (width, speed): (f32, f64),
    label: &str,
    count: &mut usize,
    (max, unit): (usize, &str),
) -> Response {
    let mut number = *count as f64;
    let format = NumberFormat {
        unit,
        is_integer: true,
        limits: (1.0, max as f64),
        speed,
        ..NumberFormat::default()
    };
    let response = number_in_row_ui(ui, width, label, &mut number, format);
    *count = number as usize;
    response
}

/// Draws the number at the right end of a slider. A click starts editing; drags and the focus belong to the slider.
pub(super) fn number_in_bar_ui(
    ui: &mut Ui,
    slider: &Response,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let id = ui.scope_id().with(("number", label));
    let bar = slider.rect;
    let widest = (bar.width() / 2.0).floor();
    register(ui, id);
    watch_number(ui, slider, id);
    if slider.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        open(ui, id);
    }
    if is_open(ui, id) {
        let edited = bar.with_min_x(bar.right() - widest);
        return edit_ui(ui, edited, (id, slider.id), label, number, format);
    }
    let color = ui.visuals().text_color();
    let text = number_galley(ui, *number, format, color, widest - 2.0 * INSET);
    let width = text.size().x + 2.0 * INSET;
    let rect = bar.with_min_x(bar.right() - width.clamp(44.0, widest));
    let mut response = ui.interact(rect, id, Sense::CLICK).on_hover_cursor(CursorIcon::Text);
    if response.hovered() {
        let color = ui.visuals().extreme_bg_color.gamma_multiply(0.5);
        ui.painter().rect_filled(rect.shrink(2.0), 3.0, color);
    }
    close(ui, &mut response, slider.id, number, format);
    finish_ui(ui, rect, label, number, format, &mut response);
    response
}

/// Draws the number, starts editing after a click, and describes the field to screen readers.
fn finish_ui(
    ui: &Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
    response: &mut Response,
) {
    if let Some(requested) = requested_value(ui, response.id) {
        *number = requested.clamp(format.limits.0, format.limits.1);
        response.mark_changed();
    }
    watch_number(ui, response, response.id);
    if response.clicked() {
        open(ui, response.id);
    }
    let text = format.text_with_unit(*number);
    let color = ui.style().interact(response).text_color();
    let line = prefix_ui(ui, rect, format.prefix);
    let galley = number_galley(ui, *number, format, color, line.width());
    let at = Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), line);
    let at = pos2(at.left().round(), at.top().round());
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    describe(ui, response, label, *number, &text);
}

/// Shows as many decimals as fit `width` points.
fn number_galley(
    ui: &Ui,
    number: f64,
    format: NumberFormat<'_>,
    color: Color32,
    width: f32,
) -> Arc<Galley> {
    let lay_out = |text| ui.painter().layout_no_wrap(text, font(format), color);
    let galleys = format.shorter_and_shorter(number).map(lay_out);
    let mut fitting = galleys.filter(|galley| galley.size().x <= width);
    let elided = || elided_in(ui, &format.text(number), font(format), color, width);
    fitting.next().unwrap_or_else(elided)
}

/// Returns the rectangle that remains for the digits.
fn prefix_ui(ui: &Ui, rect: Rect, prefix: &str) -> Rect {
    if prefix.is_empty() {
        return rect.shrink2(vec2(INSET, 0.0));
    }
    let line = rect.shrink2(vec2(NARROW_INSET, 0.0));
    let (at, font) = (line.left_center(), FontId::proportional(11.0));
    let color = ui.visuals().weak_text_color();
    let text = ui.painter().text(at, Align2::LEFT_CENTER, prefix, font, color);
    // So that the digits of vectors have the same space in all components.
    line.with_min_x(line.left() + PREFIX_WIDTH.max(text.width() + 2.0))
}

/// Smaller if the field has a prefix.
fn font(format: NumberFormat<'_>) -> FontId {
    FontId::proportional(if format.prefix.is_empty() { 13.0 } else { 12.0 })
}

fn frame_ui(ui: &Ui, rect: Rect, response: &Response) {
    let style = ui.style().interact(response);
    ui.painter().rect_filled(rect, style.corner_radius, style.bg_fill);
}

/// Right and up increase the number, ten times slower with Alt. The field shows the number with the fewest digits near
/// the exact one, which is stored during the drag.
fn drag(ui: &Ui, response: &Response, number: &mut f64, format: NumberFormat<'_>) {
    let moved = response.drag_delta();
    // A press that is held for long is a drag before it moves.
    if !response.dragged() || moved.x == moved.y {
        return;
    }
    let exact = ui.data(|data| data.get_temp::<f64>(response.id));
    let exact = exact.filter(|_| !response.drag_started()).unwrap_or(*number);
    let fine = ui.input(|input| input.modifiers.alt);
    let speed = if fine { FINE * format.speed } else { format.speed };
    let exact = exact + f64::from(moved.x - moved.y) * speed;
    ui.data_mut(|data| data.insert_temp(response.id, exact));
    let rounded = match format.step {
        _ if format.is_integer => exact.round(),
        Some(step) if !fine => round_to_step((exact / step).round() * step, step),
        _ => smart_aim::best_in_range_f64(exact - speed / 2.0, exact + speed / 2.0),
    };
    *number = rounded.clamp(format.limits.0, format.limits.1);
}
