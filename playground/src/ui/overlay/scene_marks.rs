//! Overlays on a three-dimensional view: scale bar, north arrow, exaggeration of heights.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, vec2};
use noise_playground::view::space::camera::{Scene, Viewpoint};

use super::scale_bar::scale_bar_ui;
use super::{MARGIN, text_plate};
use crate::workbench::{CellId, Workbench};

/// In points.
const ARROW: f32 = 24.0;
/// Radius of the background of arrow and letter, in points.
const RADIUS: f32 = 24.0;

/// Returns the upper left corner of the scale bar; `None` while the camera's target is unknown.
pub(super) fn marks_ui(ui: &Ui, rect: Rect, workbench: &Workbench, id: CellId) -> Option<Pos2> {
    let view = workbench.viewpoint(id)?;
    let pixels = f64::from(ui.pixels_per_point());
    north_arrow_ui(ui, rect, &view, workbench.scene(id)?, pixels);
    // The scale bar is correct at the distance of the camera's target.
    let height = view.pose().height_at_one * view.camera.distance * view.unit;
    let span = height * f64::from(rect.width() / rect.height());
    Some(scale_bar_ui(ui, rect, span, workbench, id))
}

/// Shows the exaggeration of heights above `corner`. Returns the upper left corner of what is shown.
pub(super) fn exaggeration_ui(ui: &Ui, corner: Pos2, workbench: &Workbench, id: CellId) -> Pos2 {
    let shading = workbench.document.effective_view(id).shading;
    if shading.exaggeration == 1.0 || !shading.mode.info().uses_exaggeration {
        return corner;
    }
    let text = format!("heights \u{d7} {}", shading.exaggeration);
    // The legend beside the scale bar is a little higher than the bar.
    let bottom = corner - vec2(0.0, MARGIN);
    let color = ui.visuals().text_color();
    text_plate(ui, bottom, Align2::LEFT_BOTTOM, &text, color).left_top()
}

fn north_arrow_ui(ui: &Ui, rect: Rect, view: &Viewpoint, scene: Scene, pixels: f64) {
    let size =
        [rect.width(), rect.height()].map(|points| (f64::from(points) * pixels).max(1.0) as u32);
    let pose = view.pose();
    let (target, north) = (view.target, north_at(view, scene));
    let step = 0.01 * view.camera.distance * view.unit;
    let ahead = [0, 1, 2].map(|axis| target[axis] + step * north[axis]);
    let ends = [target, ahead].map(|position| pose.project(position, size));
    let [Some(from), Some(to)] = ends else {
        return;
    };
    let along = vec2((to[0] - from[0]) as f32, (to[1] - from[1]) as f32).normalized();
    let center = rect.right_top() + vec2(-1.0, 1.0) * (MARGIN + RADIUS);
    let painter = ui.painter().with_clip_rect(rect);
    let plate = ui.visuals().panel_fill.gamma_multiply(0.88);
    painter.circle_filled(center, RADIUS, plate);
    // The arrow is off center, so that the letter beyond its tip is on the background too.
    let (tail, tip) = (center - 0.75 * ARROW * along, center + 0.25 * ARROW * along);
    let color = ui.visuals().text_color();
    arrow(&painter, [tail, tip], color);
    let font = FontId::proportional(12.0);
    painter.text(tip + 9.0 * along, Align2::CENTER_CENTER, "N", font, color);
}

/// Returns the world direction at the target: on a planet the tangent toward the north pole, at its center the axis.
fn north_at(view: &Viewpoint, scene: Scene) -> [f64; 3] {
    if scene != Scene::Planet {
        return [0.0, 1.0, 0.0];
    }
    let [x, y, z] = view.target;
    let square = x * x + y * y + z * z;
    if square > 0.0 {
        [-x * z / square, -y * z / square, 1.0 - z * z / square]
    } else {
        [0.0, 0.0, 1.0]
    }
}

fn arrow(painter: &Painter, [tail, tip]: [Pos2; 2], color: Color32) {
    let stroke = Stroke::new(1.5, color);
    painter.line_segment([tail, tip], stroke);
    let along = tip - tail;
    for side in [1.0, -1.0] {
        let barb = -0.3 * along + side * 0.2 * along.rot90();
        painter.line_segment([tip, tip + barb], stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_of_a_planet_is_toward_its_pole() {
        let camera = Scene::Planet.default_camera().at(3.2);
        let view = |target| Viewpoint { camera, target, unit: 1.0 };
        assert_eq!(north_at(&view([0.0; 3]), Scene::Planet), [0.0, 0.0, 1.0]);
        let north = north_at(&view([0.6, 0.0, 0.8]), Scene::Planet);
        assert!((north[0] + 0.48).abs() < 1e-12 && (north[2] - 0.36).abs() < 1e-12, "{north:?}");
        assert_eq!(north_at(&view([0.6, 0.0, 0.8]), Scene::Terrain), [0.0, 1.0, 0.0]);
    }
}
