//! State of the mouse pointer over the pictures: probe and world positions.

use super::pane::PaneId;

/// State of the mouse pointer over the pictures: probe and world positions. Written by the panels that lay out
/// pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    /// The probe: the position under the pointer, whose values are shown; `None` while the pointer is not over a
    /// picture.
    pub(crate) probe: Option<Probe>,
    /// World position (x, y) under the pointer when it was last over a picture.
    pub(crate) mouse: [f64; 2],
    /// World position that was under the pointer when the latest drag of the camera started, and which the drag keeps
    /// fixed; `None` if it was not known.
    pub(crate) held: Option<[f64; 3]>,
    /// True if the latest scrolling over a three-dimensional picture was that of two fingers on a trackpad rather than
    /// of a wheel.
    pub(crate) is_trackpad: bool,
}

/// The probe: the position under the pointer, whose sample is read back from the GPU and shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// World position (x, y) of the probe, which is the position under the pointer.
    pub(crate) world: [f64; 2],
    /// Height of the surface at the probe in a three-dimensional view, in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
    /// The pane (rectangle with a picture) under the pointer, which contains the probe.
    pub(crate) pane: PaneId,
}
