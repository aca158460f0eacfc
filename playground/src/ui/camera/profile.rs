//! The profile line over the terrain of a three-dimensional view.

use egui::{Color32, Pos2, Response, Stroke, Ui, vec2};

use super::Picture;
use crate::ui::profile::line::drag_ends;
use crate::ui::theme;
use crate::workbench::{CellId, Panel, Workbench};

/// Segments of the drawn line.
const POINTS: u32 = 160;

/// Draws the line except where terrain hides it. A drag moves an end, or draws a new line.
pub(crate) fn profile_ui(ui: &Ui, response: &Response, workbench: &mut Workbench, id: CellId) {
    let mut line = workbench.comparison.profile;
    let Some(ends) = line.ends.as_mut().filter(|_| workbench.shows(Panel::PROFILE)) else {
        return;
    };
    let picture = Picture { response, pixels: f64::from(ui.pixels_per_point()) };
    let point = |end| on_screen(&picture, workbench, id, end);
    let world = |at| below(&picture, workbench, id, at);
    drag_ends(ui, response, (ends, &mut line.dragged_end), point, world);
    paint(ui, &picture, workbench, id, *ends);
    *workbench.profile_line_mut() = line;
}

fn paint(ui: &Ui, picture: &Picture<'_>, workbench: &Workbench, id: CellId, ends: [[f64; 2]; 2]) {
    let painter = ui.painter().with_clip_rect(picture.response.rect);
    let position = |index: u32| {
        let fraction = f64::from(index) / f64::from(POINTS);
        [0, 1].map(|axis| ends[0][axis] * (1.0 - fraction) + ends[1][axis] * fraction)
    };
    let points: Vec<Option<Pos2>> =
        (0..=POINTS).map(|index| on_screen(picture, workbench, id, position(index))).collect();
    let dark = Color32::from_black_alpha(160);
    for stroke in [Stroke::new(4.0, dark), Stroke::new(2.0, Color32::WHITE)] {
        for pair in points.windows(2) {
            if let [Some(from), Some(to)] = pair {
                painter.line_segment([*from, *to], stroke);
            }
        }
    }
    let fills = [Color32::WHITE, theme::accent(ui.visuals())];
    for (end, fill) in ends.into_iter().zip(fills) {
        if let Some(at) = on_screen(picture, workbench, id, end) {
            painter.circle(at, 5.0, fill, Stroke::new(1.5, dark));
        }
    }
}

/// Returns the world position visible at a point of the screen; `None` where there is no terrain.
fn below(picture: &Picture<'_>, workbench: &Workbench, id: CellId, at: Pos2) -> Option<[f64; 2]> {
    let hit = workbench.position_at(id, picture.point(at), picture.size())?;
    let [x, y, _] = hit.position;
    Some([x, y])
}

/// Returns `None` outside of the terrain, or where other terrain hides the position.
fn on_screen(
    picture: &Picture<'_>,
    workbench: &Workbench,
    id: CellId,
    [x, y]: [f64; 2],
) -> Option<Pos2> {
    /// Largest distance, as a fraction of the view's width, to the terrain that the camera sees in the same direction;
    /// beyond it, other terrain hides the position.
    const TOLERANCE: f64 = 0.004;
    let ground = workbench.ground(id)?;
    let view = workbench.viewpoint(id)?;
    let pose = view.pose();
    let position = [x, y, ground.height([x, y])?];
    let [px, py] = pose.project(position, picture.size())?;
    let hit = ground.hit(pose.position, pose.ray([px, py], picture.size()))?;
    let gap = (0..3).map(|axis| (hit.position[axis] - position[axis]).powi(2));
    let is_visible = gap.sum::<f64>().sqrt() < TOLERANCE * view.unit;
    let point = vec2(px as f32, py as f32) / picture.pixels as f32;
    is_visible.then_some(picture.response.rect.min + point)
}
