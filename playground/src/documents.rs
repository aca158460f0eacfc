//! Files other than captures: sessions, recent folders, presets, new shaders, built-in shaders.

pub(crate) mod builtin;
pub(crate) mod captures;
pub(crate) mod new_folder;
pub(crate) mod presets;
pub(crate) mod recent;
pub(crate) mod replace;
pub(crate) mod session;
pub(crate) mod session_lock;
pub(crate) mod templates;
