//! Sizes and positions of panes, used by all panels with pictures.

use egui::{Pos2, Rect};

use crate::workbench::{Pane, PaneId};

/// Space between neighboring cells, in points.
pub(crate) const GAP: f32 = 8.0;

/// Height of the caption below a cell, in points.
pub(crate) const CAPTION: f32 = 28.0;

/// Returns a pane in `rect` of which the whole picture is visible.
pub(crate) fn full_pane(key: PaneId, rect: Rect) -> Pane {
    Pane {
        key,
        rect,
        clip: rect,
    }
}

/// Returns the sample coordinates of the point `at` in a picture in `rect`: the center of the upper left sample is (0,
/// 0). `pixels` is the number of pixels per point.
pub(crate) fn sample_at(rect: Rect, at: Pos2, pixels: f32) -> [f64; 2] {
    let from_corner = (at - rect.min) * pixels;
    [
        f64::from(from_corner.x) - 0.5,
        f64::from(from_corner.y) - 0.5,
    ]
}
