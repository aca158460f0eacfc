//! Recording of pictures: textures, the order of dispatches, in time slices that suit any driver, and the readback.

pub(super) mod framing;
pub(super) mod pending_picture;
pub(super) mod renderer;
pub(super) mod targets;
pub(super) mod time_slices;
