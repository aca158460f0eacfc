//! Layout of panes (the rectangles that show pictures), shared by all panels with pictures.

use egui::{Pos2, Rect};

use crate::workbench::{Pane, PaneId};

/// Space between the pictures of neighboring cells, in points.
pub(crate) const GAP: f32 = 8.0;

/// Height of the caption below a cell's picture, in points.
pub(crate) const CAPTION: f32 = 28.0;

/// Returns a pane in which the application draws the whole picture `key`, filling `rect`.
pub(crate) fn full_pane(key: PaneId, rect: Rect) -> Pane {
    Pane {
        key,
        rect,
        clip: rect,
    }
}

/// Converts the screen position `at` to sample coordinates of a picture in `rect`: the center of the upper left sample
/// is (0, 0). `pixels` is the number of pixels per point.
pub(crate) fn sample_at(rect: Rect, at: Pos2, pixels: f32) -> [f64; 2] {
    let from_corner = (at - rect.min) * pixels;
    [
        f64::from(from_corner.x) - 0.5,
        f64::from(from_corner.y) - 0.5,
    ]
}
