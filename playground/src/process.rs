//! Services of the process: log, printing of errors, the user's editor, memory, crash detection, orderly exit.

pub(crate) mod background;
pub(crate) mod editor;
pub(crate) mod environment;
pub(crate) mod error;
pub(crate) mod fonts;
pub(crate) mod log;
pub(crate) mod memory;
pub(crate) mod progress;
pub(crate) mod reduced_motion;
pub(crate) mod save_timing;
pub(crate) mod sentinel;
pub(crate) mod shutdown;
pub(crate) mod window_socket;
