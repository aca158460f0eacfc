//! Compile thread: waits for changes, reads files, compiles the changed ones, builds pipelines of shown generators.
//!
//! It owns the source text of the folder. The window never waits for it: requests and events go through channels, and
//! if several saves are queued, only the newest text is built.

mod activity;
mod build;
mod debounce;
mod files;
mod handle;
mod messages;
mod pipelines;
mod presets;
mod queue;
mod selection;
mod sources;
#[cfg(test)]
mod tests;
mod unsaved;
mod watch;
mod watched;
mod worker;

pub(crate) use activity::Activity;
pub(crate) use files::CompiledFiles;
pub(crate) use handle::CompilerHandle;
pub(crate) use messages::{CompilerEvent, CompilerRequest, DeviceGeneration};
pub(crate) use pipelines::LOST;
pub(crate) use unsaved::UnsavedTexts;
pub(crate) use watch::Change;
pub(crate) use watched::WatchedFolder;
