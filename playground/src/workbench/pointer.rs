//! State of the mouse pointer over the pictures: probe and world positions.

use super::pane::PaneId;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    /// `None` while the pointer is not over a picture.
    pub(crate) probe: Option<Probe>,
    /// Probe when the menu of a picture was opened last; `None` if it was opened beside the surface.
    pub(crate) menu: Option<Probe>,
    /// World position (x, y) when the pointer was last over a picture.
    pub(crate) mouse: [f64; 2],
    /// World position that the latest drag of the camera keeps fixed; `None` if it was not known.
    pub(crate) held: Option<[f64; 3]>,
    /// True if the latest scrolling over a three-dimensional picture was that of two fingers rather than of a wheel.
    pub(crate) is_trackpad: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// World position (x, y).
    pub(crate) world: [f64; 2],
    /// Height of the surface in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
    pub(crate) pane: PaneId,
}
