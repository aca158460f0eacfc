//! The slider: a bar with the name at the left, the number at the right, and a tick at the default, filled up to the
//! value. For a value outside of the slider range, the bar covers a wider range.

use egui::{
    Align2, CursorIcon, Rangef, Rect, Response, Sense, Stroke, Ui, WidgetInfo, lerp, pos2, vec2,
};

use super::arrows::FINE;
use super::number::{NumberFormat, number_in_bar_ui};
use super::row::paint_text;
use super::screen_reader::{describe_range, requested_value};
use super::steps::steps;
use super::track::SliderTrack;
use crate::ui::theme;

pub(crate) struct Slider<'a> {
    /// For screen readers.
    pub(crate) label: &'a str,
    /// Name with icons.
    pub(crate) text: &'a str,
    pub(crate) track: SliderTrack,
    pub(crate) format: NumberFormat<'a>,
    /// Marked by a tick.
    pub(crate) default: f64,
    /// The bar then has the color of modified values.
    pub(crate) is_modified: bool,
}

/// Distance of the name from the left edge, in points.
const INSET: f32 = 8.0;

/// Returns true if a double click resets the value.
pub(crate) fn slider_ui(
    ui: &mut Ui,
    rect: Rect,
    number: &mut f64,
    slider: &Slider<'_>,
) -> (Response, bool) {
    let mut response = ui
        .allocate_rect(rect, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    let before = *number;
    drag(ui, &response, number, slider.track, rect.x_range());
    let count = steps(ui, &response);
    if count != 0.0 {
        *number = slider.track.stepped_by(*number, count);
    }
    if let Some(requested) = requested_value(ui, response.id) {
        let (min, max) = slider.track.limits;
        *number = requested.clamp(min, max);
    }
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), *number, slider.label));
    let track = shown_track(ui, &response, *number, slider.track);
    describe_range(ui, response.id, &track.range);
    let x_of = |number: f64| lerp(rect.x_range(), track.range.fraction(number) as f32).round();
    let end = x_of(*number);
    paint(ui, &response, end, slider);
    if let Some(dead) = track.dead_from {
        hatch(ui, rect.with_min_x(x_of(dead)));
    }
    let field = number_in_bar_ui(ui, &response, slider.label, number, slider.format);
    let name = rect.with_max_x(field.rect.left()).with_min_x(rect.left() + INSET);
    if name.is_positive() {
        let text = paint_text(ui, name, slider.text, Align2::LEFT_CENTER);
        let digits = field.rect.shrink(4.0);
        let is_covered =
            |x: f32| [text.expand(2.0), digits].iter().any(|words| words.x_range().contains(x));
        let is_below_text = |x: f32| field.has_focus() && field.rect.x_range().contains(x);
        let default = x_of(slider.default).clamp(rect.left() + 1.0, rect.right() - 1.0);
        if !is_below_text(default) {
            tick(ui, rect, default, is_covered(default));
        }
        if !is_below_text(end) {
            end_ui(ui, rect, end, is_covered(end), slider.is_modified);
        }
    }
    if *number != before {
        response.mark_changed();
    }
    let is_reset = response.double_clicked() || field.double_clicked();
    (response, is_reset)
}

/// Widens `track` to include `number`, but not during a drag.
fn shown_track(ui: &Ui, response: &Response, number: f64, track: SliderTrack) -> SliderTrack {
    let state = if response.dragged() {
        ui.data(|data| data.get_temp::<SliderDrag>(response.id))
    } else {
        None
    };
    state.map_or_else(|| track.widened(number), |state| state.track)
}

/// The track at the start, and the pointer's position as a fraction, not rounded to a step.
#[derive(Clone, Copy)]
struct SliderDrag {
    track: SliderTrack,
    fraction: f64,
}

fn drag(ui: &Ui, response: &Response, number: &mut f64, track: SliderTrack, across: Rangef) {
    let Some(pointer) = response.interact_pointer_pos() else {
        return;
    };
    let is_clicked = response.clicked_by(egui::PointerButton::Primary);
    if !response.dragged_by(egui::PointerButton::Primary) && !is_clicked {
        return;
    }
    let fine = ui.input(|input| input.modifiers.alt);
    let width = f64::from(across.span().max(1.0));
    let is_new = response.drag_started() || is_clicked;
    let state =
        if is_new { None } else { ui.data(|data| data.get_temp::<SliderDrag>(response.id)) };
    let widened = track.widened(*number);
    let mut state = state.unwrap_or_else(|| SliderDrag {
        track: widened,
        fraction: widened.range.fraction(*number),
    });
    let is_relative = fine || track.is_relative;
    state.fraction = if is_relative {
        let speed = if fine { FINE } else { 1.0 };
        (state.fraction + f64::from(response.drag_delta().x) / width * speed).clamp(0.0, 1.0)
    } else {
        f64::from(egui::remap_clamp(pointer.x, across.min..=across.max, 0.0..=1.0))
    };
    let pixel = if fine { FINE / width } else { 1.0 / width };
    if !(response.clicked() && is_relative) {
        *number = state.track.value_at(state.fraction, pixel);
    }
    ui.data_mut(|data| data.insert_temp(response.id, state));
}

/// Fills the bar up to x `end`.
fn paint(ui: &Ui, response: &Response, end: f32, slider: &Slider<'_>) {
    let (visuals, painter, rect) = (ui.visuals(), ui.painter(), response.rect);
    let widgets = &visuals.widgets;
    let trough = if response.hovered() || response.dragged() {
        widgets.hovered.bg_fill
    } else {
        widgets.inactive.bg_fill
    };
    let fill = if slider.is_modified { visuals.selection.bg_fill } else { widgets.active.bg_fill };
    painter.rect_filled(rect, 4.0, trough);
    let filled = rect.with_max_x(end);
    painter.with_clip_rect(painter.clip_rect().intersect(filled)).rect_filled(rect, 4.0, fill);
}

/// Distance of the lines of a hatched part, in points.
const HATCH: f32 = 6.0;

fn hatch(ui: &Ui, rect: Rect) {
    let painter = ui.painter_at(rect);
    let stroke = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.45));
    let count = ((rect.width() + rect.height()) / HATCH).ceil().max(0.0) as usize;
    for index in 0..count {
        let top = pos2(rect.left() + HATCH * index as f32, rect.top());
        painter.line_segment([top, top + vec2(-rect.height(), rect.height())], stroke);
    }
}

/// Where the line would cross name or number, only its upper and lower end are drawn.
fn end_ui(ui: &Ui, rect: Rect, x: f32, is_covered: bool, is_modified: bool) {
    let color = if is_modified { theme::accent(ui.visuals()) } else { ui.visuals().text_color() };
    let left = x.clamp(rect.left() + 1.0, rect.right() - 1.0) - 1.0;
    let height = if is_covered { 4.0 } else { rect.height() };
    for top in [rect.top(), rect.bottom() - height] {
        let line = Rect::from_min_size(pos2(left, top), vec2(2.0, height));
        ui.painter().rect_filled(line, 1.0, color);
    }
}

/// Draws short lines at the upper and lower edge, faint above and below name and number.
fn tick(ui: &Ui, rect: Rect, x: f32, is_covered: bool) {
    let color = ui.visuals().weak_text_color();
    let color = if is_covered { color.gamma_multiply(0.4) } else { color };
    for top in [rect.top(), rect.bottom() - 4.0] {
        let mark = Rect::from_min_size(pos2(x - 0.5, top), vec2(1.0, 4.0));
        ui.painter().rect_filled(mark, 0.0, color);
    }
}
