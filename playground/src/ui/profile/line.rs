//! The profile line on a picture: a drag draws a new line; drags and arrow keys move its ends.

use egui::{
    Color32, PointerButton, Pos2, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

use crate::ui::focus::{self, FocusZone};
use crate::ui::panes::sample_at;
use crate::ui::theme;
use crate::ui::widgets::arrows::{ALL_ARROWS, arrows};
use crate::workbench::profile::ProfileLine;
use crate::workbench::{Panel, View};

/// Distance from an end, in points, below which a drag moves it.
const GRAB_DISTANCE: f32 = 12.0;

/// Distance per arrow key, as a fraction of the picture's width.
const STEP: f64 = 0.01;

/// Handles drags, which draw a line or move an end. If `has_handles`, arrow keys move the ends, which can be focused.
pub(crate) fn line_ui(
    ui: &Ui,
    response: &Response,
    view: &View,
    line: &mut ProfileLine,
    has_handles: bool,
) {
    let read = line.read;
    let Some(ends) = &mut line.ends else {
        return;
    };
    let pixels = ui.pixels_per_point();
    let size = [response.rect.width(), response.rect.height()]
        .map(|points| (points * pixels).round().max(1.0) as u32);
    let grid = view.grid(size);
    let corner = response.rect.min;
    let point = |world: [f64; 2]| {
        let [x, y] = grid.sample_from_world(world).map(|at| (at + 0.5) as f32);
        corner + vec2(x, y) / pixels
    };
    let world = |at: Pos2| grid.world_from_sample(sample_at(response.rect, at, pixels));
    let dragged = (&mut *ends, &mut line.dragged_end);
    drag_ends(ui, response, dragged, |end| Some(point(end)), |at| Some(world(at)));
    let focused = has_handles.then(|| handles_ui(ui, ends, point, view.span)).flatten();
    let painter = ui.painter().with_clip_rect(response.rect);
    let points = ends.map(point);
    let dark = Color32::from_black_alpha(160);
    painter.line_segment(points, Stroke::new(4.0, dark));
    painter.line_segment(points, Stroke::new(2.0, Color32::WHITE));
    let fills = [Color32::WHITE, theme::accent(ui.visuals())];
    for (index, (end, fill)) in points.into_iter().zip(fills).enumerate() {
        let radius = if focused == Some(index) { 8.0 } else { 5.0 };
        painter.circle(end, radius, fill, Stroke::new(1.5, dark));
    }
    if let Some(at) = read {
        painter.circle(point(at), 4.0, ui.visuals().warn_fg_color, Stroke::new(1.5, dark));
    }
}

/// A drag from near an end moves it; `dragged` is its index. Others draw a new line. `point` and `world` convert
/// positions to the screen and back; they are `None` where no picture is.
pub(crate) fn drag_ends(
    ui: &Ui,
    response: &Response,
    (ends, dragged): (&mut [[f64; 2]; 2], &mut usize),
    point: impl Fn([f64; 2]) -> Option<Pos2>,
    world: impl Fn(Pos2) -> Option<[f64; 2]>,
) {
    let pressed = ui.input(|input| input.pointer.press_origin());
    if let Some(at) = pressed.filter(|_| response.drag_started_by(PointerButton::Primary)) {
        let is_near = |end: Pos2| end.distance(at) < GRAB_DISTANCE;
        let near = ends.iter().position(|end| point(*end).is_some_and(is_near));
        *dragged = near.unwrap_or(1);
        if let Some(start) = world(at).filter(|_| near.is_none()) {
            *ends = [start; 2];
        }
    }
    let pointer = response.interact_pointer_pos();
    let pointer = pointer.filter(|_| response.dragged_by(PointerButton::Primary));
    if let Some(at) = pointer.and_then(world) {
        ends[*dragged] = at;
    }
}

/// Returns the index of the focused end.
fn handles_ui(
    ui: &Ui,
    ends: &mut [[f64; 2]; 2],
    point: impl Fn([f64; 2]) -> Pos2,
    span: f64,
) -> Option<usize> {
    let mut focused = None;
    focus::start_zone(ui, FocusZone::Panel(Panel::PROFILE));
    for (index, (end, name)) in ends.iter_mut().zip(["start", "end"]).enumerate() {
        let handle = Rect::from_center_size(point(*end), Vec2::splat(2.0 * GRAB_DISTANCE));
        let id = ui.scope_id().with(("profile", name));
        // The handle does not sense drags: the picture handles them, which moves an end or draws a new line.
        let response = ui.interact(handle, id, Sense::focusable_noninteractive());
        let moved = arrows(ui, &response, ALL_ARROWS);
        end[0] += STEP * span * f64::from(moved.x);
        end[1] -= STEP * span * f64::from(moved.y);
        if response.has_focus() {
            focused = Some(index);
        }
        let [x, y] = end.map(|at| format!("{at:.4}"));
        let label = format!("Profile {name} at {x}, {y}");
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, &label));
    }
    focused
}
