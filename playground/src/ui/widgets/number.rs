//! The number field, edited by typing or dragging. Typed text may be an expression.

use std::sync::Arc;

use egui::text::CCursorRange;
use egui::{
    Align2, Color32, CursorIcon, FontId, Galley, Id, Key, Rect, Response, RichText, Sense,
    TextEdit, TextStyle, Tooltip, Ui, UiBuilder, WidgetInfo, emath::smart_aim, pos2, vec2,
};

use super::arrows::FINE;
use super::elided::elided_in;
use super::expression::evaluate;
use super::screen_reader::requested_value;
use super::steps::round_to_step;

pub(crate) use super::number_format::NumberFormat;

/// Distance of the digits from the right edge, in points.
const INSET: f32 = 8.0;

/// Distance of digits and prefix from the edges of a narrow field with a prefix, in points.
const NARROW_INSET: f32 = 3.0;

/// Minimum width with the distance from the digits, in points.
const PREFIX_WIDTH: f32 = 7.0;

/// Minimum width while the user types, in points.
const EDIT_WIDTH: f32 = 112.0;

/// The typed text, and the error in the text that was last entered.
#[derive(Clone, Default)]
struct EditState {
    text: String,
    error: Option<String>,
}

/// A click starts editing, a drag changes the number. Typed text is applied on Enter and may be outside of the slider
/// range.
pub(crate) fn number_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let id = ui.scope_id().with(("number", label));
    if ui.memory(|memory| memory.has_focus(id)) {
        return edit_ui(ui, rect, id, label, number, format);
    }
    let mut response = ui
        .interact(rect, id, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    drag(ui, &response, number, format);
    frame_ui(ui, rect, &response);
    finish_ui(ui, rect, label, number, format, &mut response);
    response
}

/// Draws the number at the right end of a slider. A click starts editing; drags are handled by the slider.
pub(crate) fn number_in_bar_ui(
    ui: &mut Ui,
    bar: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let id = ui.scope_id().with(("number", label));
    let widest = (bar.width() / 2.0).floor();
    if ui.memory(|memory| memory.has_focus(id)) {
        let edited = bar.with_min_x(bar.right() - widest);
        return edit_ui(ui, edited, id, label, number, format);
    }
    let color = ui.visuals().text_color();
    let text = number_galley(ui, *number, format, color, widest - 2.0 * INSET);
    let width = text.size().x + 2.0 * INSET;
    let rect = bar.with_min_x(bar.right() - width.clamp(44.0, widest));
    let mut response = ui.interact(rect, id, Sense::click()).on_hover_cursor(CursorIcon::Text);
    if response.hovered() {
        let color = ui.visuals().extreme_bg_color.gamma_multiply(0.5);
        ui.painter().rect_filled(rect.shrink(2.0), 3.0, color);
    }
    finish_ui(ui, rect, label, number, format, &mut response);
    response
}

/// Draws the number, starts editing after a click, applies text from an edit that lost the focus, and describes the
/// field to screen readers.
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
    let unfinished = ui.data_mut(|data| data.remove_temp::<EditState>(state_id(response.id)));
    if let Some(state) = unfinished
        && response.lost_focus()
        && !ui.input(|input| input.key_pressed(Key::Escape))
        && let Ok(typed) = format.parse(&state.text)
    {
        *number = typed;
        response.mark_changed();
    }
    if response.clicked() {
        response.request_focus();
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

fn state_id(id: Id) -> Id {
    id.with("text")
}

/// Smaller if the field has a prefix.
fn font(format: NumberFormat<'_>) -> FontId {
    FontId::proportional(if format.prefix.is_empty() { 13.0 } else { 12.0 })
}

fn describe(ui: &Ui, response: &Response, label: &str, number: f64, text: &str) {
    response.widget_info(|| WidgetInfo::drag_value(ui.is_enabled(), number));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_label(label);
        node.set_value(text);
        node.add_action(egui::accesskit::Action::SetValue);
    });
}

fn frame_ui(ui: &Ui, rect: Rect, response: &Response) {
    let style = ui.style().interact(response);
    ui.painter().rect_filled(rect, style.corner_radius, style.bg_fill);
}

/// Right and up increase the number, ten times slower with Alt. The field shows the number with the fewest digits near
/// the exact one, which is stored during the drag.
fn drag(ui: &Ui, response: &Response, number: &mut f64, format: NumberFormat<'_>) {
    if !response.dragged() {
        return;
    }
    let exact = ui.data(|data| data.get_temp::<f64>(response.id));
    let exact = exact.filter(|_| !response.drag_started()).unwrap_or(*number);
    let fine = ui.input(|input| input.modifiers.alt);
    let speed = if fine { FINE * format.speed } else { format.speed };
    let moved = response.drag_delta();
    let exact = exact + f64::from(moved.x - moved.y) * speed;
    ui.data_mut(|data| data.insert_temp(response.id, exact));
    let rounded = match format.step {
        _ if format.is_integer => exact.round(),
        Some(step) if !fine => round_to_step((exact / step).round() * step, step),
        _ => smart_aim::best_in_range_f64(exact - speed / 2.0, exact + speed / 2.0),
    };
    *number = rounded.clamp(format.limits.0, format.limits.1);
}

/// Enter applies the text, or shows the error in it; Escape discards it.
fn edit_ui(
    ui: &mut Ui,
    rect: Rect,
    id: Id,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let state_id = state_id(id);
    let state = ui.data(|data| data.get_temp::<EditState>(state_id));
    let mut state = state.unwrap_or_else(|| new_edit(ui, id, format.text(*number)));
    let mut response = field_ui(ui, rect, id, &mut state);
    let is_discarded = ui.input(|input| input.key_pressed(Key::Escape));
    if response.lost_focus() && !is_discarded {
        match format.parse(&state.text) {
            Ok(typed) => {
                *number = typed;
                response.mark_changed();
            }
            Err(error) if ui.input(|input| input.key_pressed(Key::Enter)) => {
                state.error = Some(error);
                response.request_focus();
            }
            Err(_) => {}
        }
    } else {
        result_ui(ui, &response, &state, format);
    }
    describe(ui, &response, label, *number, &state.text);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(state_id, state));
    } else {
        ui.data_mut(|data| data.remove::<EditState>(state_id));
    }
    response
}

/// Selects all of the text.
fn new_edit(ui: &Ui, id: Id, text: String) -> EditState {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::select_all_str(&text);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
    EditState { text, error: None }
}

/// Over a narrow number, the text field extends to the left, but not out of the panel.
fn field_ui(ui: &mut Ui, rect: Rect, id: Id, state: &mut EditState) -> Response {
    let width = EDIT_WIDTH.max(rect.width());
    let left = (rect.right() - width).max(ui.max_rect().left());
    let rect = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
    let before = state.text.clone();
    let field = TextEdit::singleline(&mut state.text)
        .id(id)
        .font(TextStyle::Body)
        .align(Align2::RIGHT_CENTER)
        .min_size(rect.size());
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(rect), |ui| ui.add_sized(rect.size(), field))
        .inner;
    if state.text != before {
        state.error = None;
    }
    response
}

/// Shows the value of the typed expression, or the error in the text that was last entered.
fn result_ui(ui: &Ui, response: &Response, state: &EditState, format: NumberFormat<'_>) {
    let text = match (&state.error, format.parse(&state.text)) {
        (Some(error), _) => RichText::new(error).color(ui.visuals().error_fg_color),
        (None, Ok(number)) if evaluate_is_needed(&state.text) => {
            RichText::new(format!("= {}", format.text_with_unit(number)))
        }
        _ => return,
    };
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, response);
    tooltip.show(|ui| ui.label(text));
}

/// Returns true for an expression rather than a plain number.
fn evaluate_is_needed(text: &str) -> bool {
    text.trim().parse::<f64>().is_err() && evaluate(text).is_ok()
}
