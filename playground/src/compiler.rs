//! The compile thread: wait → read → compile changed files → build the pipelines of shown generators.
//!
//! The thread owns the text of the folder, as [`worker::CompilerWorker`]. The window never waits for it: requests and
//! events go through channels, and if several saves are queued, only the newest is built.

mod build;
mod debounce;
mod files;
pub(crate) mod folder;
mod handle;
mod messages;
mod pipelines;
mod presets;
mod selection;
mod sources;
#[cfg(test)]
mod tests;
mod watch;
mod watched;
mod worker;

pub(crate) use handle::CompilerHandle;
pub(crate) use messages::{CompilerEvent, DeviceGeneration, FolderStatus};
pub(crate) use pipelines::LOST;
pub(crate) use presets::BUILTIN;
