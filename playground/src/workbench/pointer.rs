//! The pointer over the pictures.

use super::pane::PaneId;

/// The pointer over the pictures. Written by the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    /// `None` while the pointer is not over a picture.
    pub(crate) probe: Option<Probe>,
    /// World position of the pointer when it last was over a picture.
    pub(crate) mouse: [f64; 2],
    /// World position that the pointer holds while it moves the camera; `None` without a drag.
    pub(crate) held: Option<[f64; 3]>,
}

/// Position under the pointer at which a sample is read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// World position.
    pub(crate) world: [f64; 2],
    /// Height of the ground in a three-dimensional view, in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
    /// The pane under the pointer.
    pub(crate) pane: PaneId,
}
