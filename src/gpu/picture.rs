//! Recording of pictures: their textures, the order of the stages that fill these, in time slices that suit any driver,
//! and the read-back of the result.

pub(super) mod pending_picture;
pub(super) mod targets;
pub(super) mod time_slices;
