//! Files that the application reads and writes besides captures: sessions, presets, built-in shaders.

pub(crate) mod builtin;
pub(crate) mod new_folder;
pub(crate) mod presets;
pub(crate) mod session;
