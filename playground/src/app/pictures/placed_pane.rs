//! Position of a pane in the window, in pixels.

use crate::workbench::{Pane, PaneId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedPane {
    pub(super) key: PaneId,
    /// Upper left corner.
    pub(super) origin: [u32; 2],
    pub(super) size: [u32; 2],
    /// Visible rectangle: upper left corner, inclusive, and lower right one, exclusive.
    pub(super) clip: [[u32; 2]; 2],
}

impl PlacedPane {
    pub(super) fn new(pane: &Pane, pixels_per_point: f32) -> Self {
        let pixel = |point: egui::Pos2| {
            [point.x, point.y].map(|points| (points * pixels_per_point).round().max(0.0) as u32)
        };
        let (origin, end) = (pixel(pane.rect.min), pixel(pane.rect.max));
        let clip = pane.clip.intersect(pane.rect);
        Self {
            key: pane.key,
            origin,
            size: [end[0].saturating_sub(origin[0]), end[1].saturating_sub(origin[1])],
            clip: [pixel(clip.min), pixel(clip.max)],
        }
    }
}
