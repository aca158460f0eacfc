//! State of the pointer over the pictures.

use super::pane::PaneId;

/// State of the pointer over the pictures. Written by the panels that lay out pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    /// The probe; `None` while the pointer is not over a picture.
    pub(crate) probe: Option<Probe>,
    /// World position under the pointer when it was last over a picture.
    pub(crate) mouse: [f64; 2],
    /// World position that was under the pointer when the latest drag of the camera started; `None` if it was not
    /// known.
    pub(crate) held: Option<[f64; 3]>,
}

/// The position under the pointer, for which the sample is read back and shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// World position.
    pub(crate) world: [f64; 2],
    /// Height of the ground in a three-dimensional view, in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
    /// The pane under the pointer.
    pub(crate) pane: PaneId,
}
