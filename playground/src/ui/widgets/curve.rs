//! The editor of `@curve` controls. Draws the same curve as `bezier_curve` in `noise/curve.wgsl`.

use egui::{
    CursorIcon, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
};

use super::arrows::ALL_ARROWS;
use super::point::{PointInput, focus_before, focus_point, point_id, point_input, stepped};
use super::screen_reader::{describe_point, requested_value};
use super::spare;
use crate::ui::theme;

/// Numbers per knot: x, y, the slope on its left, the slope on its right.
const KNOT: usize = 4;

const ABOUT: &str = "Double click or Insert adds a point, right click or Delete removes it";

/// The x of a knot stays between those of its neighbors. A double click adds a knot, a right click removes one.
pub(crate) fn curve_ui(ui: &mut Ui, rect: Rect, label: &str, numbers: &mut [f64]) -> Response {
    let mut editor = ui.allocate_rect(rect, Sense::click());
    editor.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, label));
    let frame = CurvePlot::around(rect.shrink(8.0), numbers);
    paint(ui, rect, &frame, numbers);
    let before = numbers.to_vec();
    let used = spare::used(numbers, KNOT);
    for index in 0..used {
        let name = format!("{label}, knot {}", index + 1);
        let input = knot_ui(ui, &frame, point_id(editor.id, index), &name, numbers, [index, used]);
        if input.is_removed && spare::remove(numbers, KNOT, index) {
            focus_before(ui, editor.id, index);
            break;
        }
        if input.is_added && add_after(numbers, used, index) {
            focus_point(ui, editor.id, (index + 1).min(used - 1));
            break;
        }
    }
    if let Some(pointer) = editor.interact_pointer_pos().filter(|_| editor.double_clicked()) {
        _ = add_knot(numbers, frame.world(pointer));
    }
    if numbers != before {
        editor.mark_changed();
    }
    editor.on_hover_text(ABOUT)
}

/// The knot is that with this index, of those in use.
fn knot_ui(
    ui: &Ui,
    frame: &CurvePlot,
    id: Id,
    name: &str,
    numbers: &mut [f64],
    [index, used]: [usize; 2],
) -> PointInput {
    let [x, y] = [numbers[KNOT * index], numbers[KNOT * index + 1]];
    let at = frame.screen(x, y);
    let handle = Rect::from_center_size(at, egui::Vec2::splat(16.0));
    let knot = ui.interact(handle, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
    let mut input = point_input(ui, &knot, ALL_ARROWS);
    let y = requested_value(ui, id).unwrap_or_else(|| stepped(y, input.moved.y));
    move_knot(numbers, used, index, (stepped(x, input.moved.x), y));
    if let Some(pointer) = knot.interact_pointer_pos().filter(|_| knot.dragged()) {
        move_knot(numbers, used, index, frame.world(pointer));
    }
    let is_active = knot.hovered() || knot.dragged() || knot.has_focus();
    let radius = if is_active { 6.0 } else { 4.0 };
    let (accent, edge) = (theme::accent(ui.visuals()), ui.visuals().extreme_bg_color);
    ui.painter().circle(at, radius, accent, Stroke::new(2.0, edge));
    let y = numbers[KNOT * index + 1];
    knot.widget_info(|| WidgetInfo::slider(true, y, name));
    let place = format!("{:.3}, {y:.3}", numbers[KNOT * index]);
    describe_point(ui, id, [frame.low[1], frame.high[1]], &place);
    input.is_removed |= knot.on_hover_text(place).secondary_clicked();
    input
}

fn move_knot(numbers: &mut [f64], used: usize, index: usize, (x, y): (f64, f64)) {
    let knot = [numbers[KNOT * index], numbers[KNOT * index + 1]];
    if knot == [x, y] {
        return;
    }
    let x = if x == knot[0] { x } else { between_neighbors(&numbers[..KNOT * used], index, x) };
    (numbers[KNOT * index], numbers[KNOT * index + 1]) = (x, y);
    spare::follow_last(numbers, KNOT, used);
}

/// Adds a knot on the curve halfway to the next one, or after the last to the one before. Returns false without space.
fn add_after(numbers: &mut [f64], used: usize, index: usize) -> bool {
    let left = index.min(used.saturating_sub(2));
    let Some(right) = numbers.get(KNOT * (left + 1)) else {
        return false;
    };
    let x = 0.5 * (numbers[KNOT * left] + right);
    add_knot(numbers, (x, value_at(numbers, x)))
}

/// Adds a knot with the slope from neighbor to neighbor. Returns false without space.
fn add_knot(numbers: &mut [f64], (x, y): (f64, f64)) -> bool {
    let knots: Vec<&[f64]> = numbers.chunks_exact(KNOT).collect();
    let index = knots.partition_point(|knot| knot[0] <= x).max(1);
    if let [Some(left), Some(right)] = [knots.get(index - 1), knots.get(index)] {
        let slope = (right[1] - left[1]) / (right[0] - left[0]).max(1e-6);
        return spare::insert(numbers, index, &[x, y, slope, slope]);
    }
    false
}

/// The bounding box of the unit square and all knots, and the rectangle that shows it.
struct CurvePlot {
    rect: Rect,
    low: [f64; 2],
    high: [f64; 2],
}

impl CurvePlot {
    fn around(rect: Rect, numbers: &[f64]) -> Self {
        let (mut low, mut high) = ([0.0_f64; 2], [1.0_f64; 2]);
        for knot in numbers.chunks_exact(KNOT) {
            for axis in 0..2 {
                low[axis] = low[axis].min(knot[axis]);
                high[axis] = high[axis].max(knot[axis]);
            }
        }
        Self { rect, low, high }
    }

    /// Returns points.
    fn screen(&self, x: f64, y: f64) -> Pos2 {
        let fraction = |axis: usize, at: f64| {
            ((at - self.low[axis]) / (self.high[axis] - self.low[axis])) as f32
        };
        pos2(
            egui::lerp(self.rect.x_range(), fraction(0, x)),
            egui::lerp(self.rect.bottom()..=self.rect.top(), fraction(1, y)),
        )
    }

    /// Rounds to three decimals, and clamps to `rect`.
    fn world(&self, at: Pos2) -> (f64, f64) {
        let x = egui::remap_clamp(
            f64::from(at.x),
            f64::from(self.rect.left())..=f64::from(self.rect.right()),
            self.low[0]..=self.high[0],
        );
        let y = egui::remap_clamp(
            f64::from(at.y),
            f64::from(self.rect.bottom())..=f64::from(self.rect.top()),
            self.low[1]..=self.high[1],
        );
        (egui::emath::round_to_decimals(x, 3), egui::emath::round_to_decimals(y, 3))
    }
}

fn between_neighbors(numbers: &[f64], index: usize, x: f64) -> f64 {
    let neighbor = |at: Option<usize>| at.and_then(|at| numbers.get(KNOT * at)).copied();
    let low = neighbor(index.checked_sub(1)).unwrap_or(f64::NEG_INFINITY);
    let high = neighbor(Some(index + 1)).unwrap_or(f64::INFINITY);
    if low <= high { x.clamp(low, high) } else { x }
}

/// The curve is a quadratic Bezier curve between consecutive knots, and constant outside of them.
fn value_at(numbers: &[f64], v: f64) -> f64 {
    let knots: Vec<&[f64]> = numbers.chunks_exact(KNOT).collect();
    let (Some(first), Some(last)) = (knots.first(), knots.last()) else {
        return 0.0;
    };
    if v <= first[0] {
        return first[1];
    }
    let Some(pair) = knots.windows(2).find(|pair| v < pair[1][0]) else {
        return last[1];
    };
    let [x0, y0, _, w0] = pair[0] else { return 0.0 };
    let [x1, y1, z1, _] = pair[1] else { return 0.0 };
    let dt = x1 - x0;
    let t = (v - x0) / dt;
    let middle = ((y0 + w0 * dt) + (y1 - z1 * dt)) / 2.0;
    let mix = |a: f64, b: f64| a + (b - a) * t;
    mix(mix(*y0, middle), mix(middle, *y1))
}

fn paint(ui: &Ui, rect: Rect, frame: &CurvePlot, numbers: &[f64]) {
    let visuals = ui.visuals();
    let line = Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color);
    ui.painter().rect(rect, 4.0, visuals.extreme_bg_color, line, egui::StrokeKind::Inside);
    let points = 96;
    let curve = (0..=points).map(|index| {
        let x =
            frame.low[0] + (frame.high[0] - frame.low[0]) * f64::from(index) / f64::from(points);
        frame.screen(x, value_at(numbers, x))
    });
    let shape = Shape::line(curve.collect(), Stroke::new(1.5, visuals.text_color()));
    ui.painter().with_clip_rect(rect).add(shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_passes_through_knots_and_is_constant_outside() {
        let knots = [0.2, 0.1, 0.0, 2.0, 0.8, 0.9, 0.5, 0.0];
        assert_eq!(value_at(&knots, 0.0), 0.1);
        assert_eq!(value_at(&knots, 0.2), 0.1);
        assert_eq!(value_at(&knots, 1.0), 0.9);
        // Halfway: (y0 + 2A + y1) / 4 with A = ((0.1 + 2·0.6) + (0.9 − 0.5·0.6)) / 2 = 0.95.
        assert!((value_at(&knots, 0.5) - 0.725).abs() < 1e-12);
    }

    #[test]
    fn knot_stays_between_its_neighbors() {
        let knots = [0.0, 0.0, 1.0, 1.0, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        assert_eq!(between_neighbors(&knots, 1, 2.0), 1.0);
        assert_eq!(between_neighbors(&knots, 1, -1.0), 0.0);
    }
}
