//! What is seen of a field: view modes, colors and light, and in [`space`] cameras and surfaces.
//!
//! All of this is plain data and geometry, which a file can declare with tags and a user can set. A new view mode is a
//! row of [`ViewMode`](shading::ViewMode) and a file in `shaders/host/modes`; a quantity is a row of its table and a file
//! in `shaders/host/quantities`. The layers above compile these shaders and run them.

pub mod palette;
pub(crate) mod quantity;
pub mod shading;
pub mod space;
pub(crate) mod view_mode;
