//! Folders and files other than captures that the application reads and writes: the folder of shaders that the user
//! names, sessions, recent folders, presets, new shaders, built-in shaders, the manual.

pub(crate) mod builtin;
pub(crate) mod captures;
pub(crate) mod folder;
pub(crate) mod manual;
pub(crate) mod new_folder;
pub(crate) mod presets;
pub(crate) mod recent;
pub(crate) mod replace;
mod root;
pub(crate) mod session;
pub(crate) mod session_lock;
pub(crate) mod templates;
