//! The wipe: two pictures in one rectangle, separated by a line that the user drags.

use egui::emath::GuiRounding as _;
use egui::{Color32, CursorIcon, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::ui::widgets::arrows::{HORIZONTAL_ARROWS, arrows, presses};
use crate::ui::widgets::screen_reader::{describe_point, requested_steps, requested_value};
use crate::workbench::{CellId, Pane, PaneId};

/// Distance per arrow key, as a fraction of the picture's width.
const STEP: f32 = 0.02;

/// Distance from the line, in points, below which a drag moves it.
const GRAB_DISTANCE: f32 = 8.0;

/// Returns both panes, clipped at the line. `at` is its position: 0 at the left edge of `picture`, 1 at the right.
pub(crate) fn wipe_ui(
    ui: &mut Ui,
    picture: Rect,
    at: &mut f32,
    [first, second]: [CellId; 2],
) -> Vec<Pane> {
    let line =
        |at: f32| (picture.left() + at * picture.width()).round_to_pixels(ui.pixels_per_point());
    let grab_rect = Rect::from_x_y_ranges(
        line(*at) - GRAB_DISTANCE..=line(*at) + GRAB_DISTANCE,
        picture.y_range(),
    );
    let response = ui
        .interact(grab_rect, ui.scope_id().with("wipe line"), Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    move_line(ui, &response, picture, at);
    if let Some(requested) = requested_value(ui, response.id) {
        *at = (requested as f32).clamp(0.0, 1.0);
    }
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*at), "Wipe line"));
    describe_point(ui, response.id, [0.0, 1.0], &format!("{:.0} %", 100.0 * *at));
    let x = (picture.left() + *at * picture.width()).round_to_pixels(ui.pixels_per_point());
    paint(ui, picture, x, response.has_focus());
    let (left, right) = picture.split_left_right_at_x(x);
    let pane = |id, clip| Pane { key: PaneId::Cell(id), rect: picture, clip };
    vec![pane(first, left), pane(second, right)]
}

/// Moves the line by drags and arrow keys; a double click centers it.
fn move_line(ui: &Ui, response: &Response, picture: Rect, at: &mut f32) {
    if response.dragged() {
        *at += response.drag_delta().x / picture.width().max(1.0);
    }
    if response.double_clicked() {
        *at = 0.5;
    }
    *at += STEP * (arrows(ui, response, HORIZONTAL_ARROWS).x + requested_steps(ui, response.id));
    // Without a focused widget, the arrow keys move the line: nothing else uses them.
    let is_free = ui.memory(|memory| memory.focused().is_none());
    if is_free {
        *at += STEP * presses(ui, HORIZONTAL_ARROWS).x;
    }
    *at = at.clamp(0.0, 1.0);
}

/// White with a black border is visible on any picture.
fn paint(ui: &Ui, picture: Rect, x: f32, has_focus: bool) {
    let painter = ui.painter();
    let dark = Color32::from_black_alpha(160);
    painter.vline(x, picture.y_range(), Stroke::new(4.0, dark));
    painter.vline(x, picture.y_range(), Stroke::new(2.0, Color32::WHITE));
    let center = pos2(x, picture.center().y);
    let radius = if has_focus { 15.0 } else { 12.0 };
    painter.circle(center, radius, Color32::WHITE, Stroke::new(1.0, dark));
    for side in [-1.0, 1.0] {
        let tip = center + vec2(8.0 * side, 0.0);
        let base = [-4.0, 4.0].map(|y| center + vec2(3.0 * side, y));
        let arrow = vec![tip, base[0], base[1]];
        painter.add(Shape::convex_polygon(arrow, Color32::BLACK, Stroke::NONE));
    }
}
