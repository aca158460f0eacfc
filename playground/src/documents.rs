//! Folders and files that the application reads and writes, such as sessions, presets, built-in shaders and the manual.

pub(crate) mod builtin;
pub(crate) mod captured;
pub(crate) mod captures;
pub(crate) mod features;
pub(crate) mod folder;
pub(crate) mod manual;
pub(crate) mod new_folder;
pub(crate) mod opened;
pub(crate) mod preferences;
pub(crate) mod presets;
pub(crate) mod recent;
pub(crate) mod replace;
pub(crate) mod session;
pub(crate) mod session_lock;
mod state;
pub(crate) mod templates;
pub(crate) mod values;
