//! Layout of panes, shared by all panels with pictures.

use egui::{Pos2, Rect};

use crate::workbench::{Pane, PaneId};

/// Space between cells, in points.
pub(crate) const GAP: f32 = 8.0;

/// Height of a caption, in points.
pub(crate) const CAPTION: f32 = 28.0;

/// Returns a pane with the whole picture.
pub(crate) fn full_pane(key: PaneId, rect: Rect) -> Pane {
    Pane { key, rect, clip: rect }
}

/// Returns sample coordinates: the center of the upper left sample is (0, 0). `pixels` is the number per point.
pub(crate) fn sample_at(rect: Rect, at: Pos2, pixels: f32) -> [f64; 2] {
    let from_corner = (at - rect.min) * pixels;
    [f64::from(from_corner.x) - 0.5, f64::from(from_corner.y) - 0.5]
}
