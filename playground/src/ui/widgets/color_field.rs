//! The picker of a color: a square of saturation and brightness above a strip of hues.

use egui::ecolor::{Hsva, HsvaGamma};
use egui::{
    Color32, Mesh, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, lerp, pos2,
    remap_clamp, vec2,
};

use super::arrows::{ALL_ARROWS, HORIZONTAL_ARROWS};
use super::point::point_input;
use super::screen_reader::{describe_point, requested_value};

/// In points.
const WIDTH: f32 = 216.0;
const SQUARE: f32 = 144.0;
const STRIP: f32 = 16.0;

/// Colors of the square and of the strip per side; between them they are interpolated.
const STEPS: usize = 24;

/// A drag or click in the square or on the strip changes the color.
pub(super) fn color_field_ui(ui: &mut Ui, color: &mut Hsva) {
    let mut picked = HsvaGamma::from(*color);
    let before = (picked.h, picked.s, picked.v);
    let (rect, response) = field_ui(ui, SQUARE);
    let moved = point_input(ui, &response, ALL_ARROWS).moved;
    picked.s = moved_by(picked.s, moved.x);
    picked.v = moved_by(requested(ui, &response).unwrap_or(picked.v), moved.y);
    let percent = |part: f32| (100.0 * part).round();
    let text = format!("saturation {} %, brightness {} %", percent(picked.s), percent(picked.v));
    describe(ui, &response, "Saturation and brightness", picked.v, &text);
    if let Some(at) = response.interact_pointer_pos() {
        picked.s = remap_clamp(at.x, rect.x_range(), 0.0..=1.0);
        picked.v = remap_clamp(at.y, rect.bottom()..=rect.top(), 0.0..=1.0);
    }
    paint(ui, rect, [STEPS, STEPS], |x, y| HsvaGamma { s: x, v: 1.0 - y, a: 1.0, ..picked });
    mark(ui, pos2(lerp(rect.x_range(), picked.s), lerp(rect.bottom()..=rect.top(), picked.v)));
    let (rect, response) = field_ui(ui, STRIP);
    let moved = point_input(ui, &response, HORIZONTAL_ARROWS).moved;
    picked.h = moved_by(requested(ui, &response).unwrap_or(picked.h), moved.x);
    let degrees = (360.0 * picked.h).round();
    describe(ui, &response, "Hue", picked.h, &format!("{degrees}\u{b0}"));
    if let Some(at) = response.interact_pointer_pos() {
        picked.h = remap_clamp(at.x, rect.x_range(), 0.0..=1.0);
    }
    paint(ui, rect, [STEPS, 1], |x, _| HsvaGamma { h: x, s: 1.0, v: 1.0, a: 1.0 });
    mark(ui, pos2(lerp(rect.x_range(), picked.h), rect.center().y));
    if (picked.h, picked.s, picked.v) != before {
        *color = picked.into();
    }
}

/// Returns a fraction moved by steps of a hundredth.
fn moved_by(fraction: f32, steps: f32) -> f32 {
    (fraction + 0.01 * steps).clamp(0.0, 1.0)
}

fn requested(ui: &Ui, response: &Response) -> Option<f32> {
    requested_value(ui, response.id).map(|value| value as f32)
}

fn field_ui(ui: &mut Ui, height: f32) -> (Rect, Response) {
    ui.allocate_exact_size(vec2(WIDTH, height), Sense::click_and_drag())
}

/// `value` is a fraction, and `text` names all of the color that the field shows.
fn describe(ui: &Ui, response: &Response, label: &str, value: f32, text: &str) {
    response.widget_info(|| WidgetInfo::slider(true, value.into(), label));
    describe_point(ui, response.id, [0.0, 1.0], text);
}

/// `color` gets the position from 0 to 1, from the left and from the top.
fn paint(ui: &Ui, rect: Rect, [columns, rows]: [usize; 2], color: impl Fn(f32, f32) -> HsvaGamma) {
    let mut mesh = Mesh::default();
    for index in 0..(columns + 1) * (rows + 1) {
        let (column, row) = (index % (columns + 1), index / (columns + 1));
        let [x, y] = [column as f32 / columns as f32, row as f32 / rows as f32];
        let at = rect.min + vec2(x, y) * rect.size();
        mesh.colored_vertex(at, Color32::from(color(x, y)));
        if column < columns && row < rows {
            let [corner, below] = [index, index + columns + 1].map(|index| index as u32);
            mesh.add_triangle(corner, corner + 1, below);
            mesh.add_triangle(corner + 1, below, below + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

fn mark(ui: &Ui, at: Pos2) {
    ui.painter().circle_stroke(at, 5.0, Stroke::new(3.0, Color32::BLACK));
    ui.painter().circle_stroke(at, 5.0, Stroke::new(1.5, Color32::WHITE));
}
